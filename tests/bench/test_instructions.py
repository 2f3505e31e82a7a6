"""The parts of a cold question: each ends where it says, and they add up."""

from __future__ import annotations

import subprocess
import sys

import pytest

from scripts.bench.generated_home import generate_pages
from scripts.knowledge_base import KnowledgeBase
from scripts.reading import asking
from scripts.retrieval import answer
from tests.bench.instructions import _ASK, STAGES, parts_of, table


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bench") / "home"
    generate_pages(KnowledgeBase.create(str(folder)).vault, 12)
    return str(folder)


@pytest.mark.parametrize("end", [STAGES["home"], STAGES["text"], ""])
def test_a_process_ends_behind_its_part(home, end):
    command = [sys.executable, "-S", "-c", _ASK, end, "ask", "--home", home, "how do pages relate?"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    # Only a whole question says something.
    assert bool(done.stdout) == (end == "")


def test_every_part_ends_with_a_function_of_the_question():
    names = [end.rpartition(" ")[2] for end in STAGES.values() if end]
    assert all(hasattr(asking if name == "render_answer" else answer, name) for name in names)


def test_parts_add_up():
    counted = iter(range(10, 1000, 10))
    parts = parts_of(lambda *_: next(counted) * 1_000_000, "re json", ("ask", "why?"))
    assert [part.name for part in parts] == ["python", "its library", "our modules", *STAGES]
    assert sum(part.instructions for part in parts) == parts[-1].in_all == 120_000_000
    assert table(parts).splitlines()[-1].split() == ["end", "10.0", "120.0", "12.00"]
