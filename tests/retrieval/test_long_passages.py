"""One row of a long table, or one line of a long log, is found as a short passage is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.store.schema import LONG_PASSAGE
from tests.running import done, write

FILLER = [f"Note {n} on the weather, in which nothing came to pass that anybody wrote home about." for n in range(300)]
NOTES = "\n\n".join([*FILLER, *(f"Exit code {n} means what the dial says of Ghent." for n in range(9))])
TABLE = "Country,Dial code,Currency\n" + "".join(f"Land {n},{n},coin {n} of silver\n" for n in range(1, 400))
LOG = "".join(f"2026-03-{1 + n % 28:02} worker-{n} finished its round in {n} ms, all is well\n" for n in range(200))


@pytest.fixture(scope="module")
def home(new_folder: Callable[[], Path]) -> Path:
    """To be read only."""
    folder = new_folder()
    table = TABLE.replace("Land 217,217,coin 217", "Burkina Faso,226,franc")
    log = LOG.replace("worker-88 finished its round", "the dial of Zanzibar broke the currency")
    assert min(len(table), len(log)) > LONG_PASSAGE
    write(folder / "d", {"notes.md": NOTES, "lands.csv": table, "rounds.log": log})
    done("init", folder / "home")
    done("add", *sorted((folder / "d").iterdir()), home=folder / "home")
    return folder / "home"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("which dial code and currency has Burkina Faso?", "Burkina Faso,226,franc"),
        ("why did the dial of Zanzibar break its currency?", "the dial of Zanzibar broke the currency"),
    ],
)
def test_the_line_that_answers_comes_first(home: Path, question: str, said: str) -> None:
    first = done("ask", question, "--budget", "600", "--json", home=home).document["evidence"][0]
    assert first.get("cut") or len(first["text"]) < LONG_PASSAGE
    assert said in first["text"]


def test_a_long_passage_that_says_less_comes_behind(home: Path) -> None:
    told = done("ask", "what does the dial of Ghent say?", "--json", home=home).document["evidence"]
    assert "Ghent" in told[0]["text"]


def test_a_passage_that_became_short_is_long_no_more(tmp_path: Path) -> None:
    home = tmp_path / "home"
    done("init", home)
    page = home / "wiki" / "notes" / "Log.md"
    page.parent.mkdir()
    page.write_text(LOG)
    question = "when did worker-111 finish its round?"
    assert "worker-111 " in done("ask", question, "--budget", "300", home=home).out
    page.write_text("Nothing of note.")
    assert "Log" not in done("ask", question, "--budget", "300", home=home).out
