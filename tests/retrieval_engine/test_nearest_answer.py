"""A filed answer to a question in other words is found, named and told, also where it is the only one of the wiki."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.running import done, write

ANSWER = "110 by default: the agent's `maxPods` sets it, and more than that is supported nowhere.\n"


@pytest.fixture(scope="module")
def home(new_folder: Callable[[], Path]) -> Path:
    """To be read only."""
    folder = new_folder()
    home = folder / "home"
    done("init", home)
    text = "The number of pods on a node is told by its agent, and it is a maximum.\n"
    notes = {f"part-{number}.md": f"# Part {number} of a node\n\n{text}" for number in range(120)}
    write(folder / "docs", notes)
    done("add", folder / "docs", home=home)
    asked = ("what is the maximum number of pods per node?", "how many pods fit on one node?")
    questions = [part for question in asked for part in ("--question", question)]
    done("file", *questions, "--title", "Pods per node", "--cites", "part-7-of-a-node", "-", home=home, stdin=ANSWER)
    return home


@pytest.mark.parametrize(
    "question", ["maximum number of pods on a node?", "what is the maximal number of pods per node?", "pods that fit"]
)
def test_a_filed_answer_is_told_to_who_asks_in_other_words(home: Path, question: str) -> None:
    assert "110 by default" in done("ask", question, "--budget", "300", home=home).out


def test_a_filed_answer_to_something_else_is_not_named(home: Path) -> None:
    told = done("ask", "who is told by the agent of part 7?", "--budget", "300", home=home).out
    assert "filed answer" not in told
