"""A filed answer does not suffice without a word where something newer may outdate it; a mere mention does not."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scripts.pages.markdown.passages import passage_id
from tests.running import done

QUESTION = "where does Nora live?"
FEBRUARY, NOON, EVENING, SEPTEMBER, AUTUMN = (
    f"2026-{time}:00Z" for time in ("02-10T10:00", "02-10T12:00", "02-10T18:00", "09-01T10:00", "10-01T10:00")
)
FILED = "Nora lives at Hafenweg 7, in Hamburg near the port."
MOVED = "I moved: I live at Elbchaussee 90 in Hamburg now."


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """With an address said and filed in February."""
    done("init", tmp_path)
    _remember(tmp_path, "I live at Hafenweg 7 in Hamburg.", FEBRUARY)
    _file(tmp_path, FEBRUARY)
    return tmp_path


def _remember(home: Path, text: str, time: str, speaker: str = "Nora") -> None:
    done("remember", text, "--speaker", speaker, home=home, COMMONPLACE_NOW=time)


def _file(home: Path, time: str) -> None:
    cite = re.search(r"2026-02-10-session#\^\w+", done("recall", "Hafenweg", "--limit", "1", home=home).out)
    filed = ("file", "--question", QUESTION, "--title", "Address", "--cites", cite and cite[0], "-")
    done(*filed, home=home, stdin=FILED, COMMONPLACE_NOW=time)


def _level(home: Path, question: str = QUESTION) -> str:
    return str(done("ask", question, "--json", home=home).document["wiki"]["level"])


@pytest.mark.parametrize("time", [EVENING, SEPTEMBER])
def test_a_later_turn_that_says_as_much_is_named_and_sent_with_the_answer(home: Path, time: str) -> None:
    _remember(home, MOVED, time)
    told = done("ask", QUESTION, home=home).out
    assert re.search(r"wiki: partial: \[\[address\]\] answers this question, but \[\[2026-[^ ]* is newer", told)
    told = done("ask", QUESTION, "--budget", "250", home=home).out
    assert ("[[address]] may be outdated" in told, MOVED in told, FILED in told) == (True, True, True)


@pytest.mark.parametrize("time", [EVENING, SEPTEMBER])
def test_a_source_added_later_that_says_as_much_is_named(home: Path, time: str) -> None:
    text = "# Card\n\nNora lives in a mill.\n"
    done("add", "-", "--title", "Card", home=home, stdin=text, COMMONPLACE_NOW=time)
    assert "but [[card#^" in done("ask", QUESTION, home=home).out


def _revise(home: Path, *texts: str, time: str) -> str:
    """Add a card with these paragraphs, or its next revision, and ask: what is said of the answer."""
    as_card = ("--as", "card") if (home / "wiki/sources/card.md").exists() else ("--title", "Card")
    done("add", "-", *as_card, home=home, stdin="# Card\n\n" + "\n\n".join(texts), COMMONPLACE_NOW=time)
    return done("ask", QUESTION, home=home).out


MILL, SINGS = "Nora lives in a mill.", "Tom sings."


def test_what_a_revision_of_an_older_source_brings_is_newer_than_an_answer_between(home: Path) -> None:
    """A revised source kept its first moment: nothing in it was ever newer."""
    _revise(home, SINGS, time=FEBRUARY)
    _file(home, NOON)
    assert "but [[card#^" in _revise(home, SINGS, MILL, time=EVENING)
    _file(home, SEPTEMBER)
    # It came before the answer, and a further revision does not make it newer, nor does its taking back.
    assert "wiki: sufficient" in _revise(home, "Tom dances.", MILL, time=AUTUMN)
    done("undo", "last", home=home)
    assert _level(home) == "sufficient"


def test_what_stood_there_before_a_revision_is_not_newer(home: Path) -> None:
    _revise(home, MILL, time=FEBRUARY)
    _file(home, NOON)
    assert "wiki: sufficient" in _revise(home, MILL, SINGS, time=SEPTEMBER)


def test_what_went_with_one_revision_and_came_back_with_another_is_newer(home: Path) -> None:
    _revise(home, MILL, time=FEBRUARY)
    _revise(home, SINGS, time=FEBRUARY)
    _file(home, NOON)
    assert "but [[card#^" in _revise(home, MILL, time=EVENING)


def test_passages_of_two_revisions_that_say_as_much_tell_the_days_when_they_came(tmp_path: Path) -> None:
    done("init", tmp_path)
    _revise(tmp_path, MILL, time=FEBRUARY)
    told = _revise(tmp_path, MILL, "Nora lives in a boat.", time=SEPTEMBER)
    assert ("(2026-02-10)" in told, "(2026-09-01)" in told) == (True, True)


FILLER = "\n\n".join(f"Paragraph {n} is about other matters." for n in range(30))
LETTER = "We wish all a good summer. There will be cake, and the new kitchen has a window to the sea. By the way, "


@pytest.mark.parametrize("text", [f"{LETTER}Nora lives in a mill. Come and see us.", "Where Nora lives: a mill."])
def test_a_later_source_that_says_as_much_among_other_matters_is_named(home: Path, text: str) -> None:
    done("add", "-", "--title", "Letter", home=home, stdin=f"# Letter\n\n{text}\n", COMMONPLACE_NOW=SEPTEMBER)
    assert "but [[letter#^" in done("ask", QUESTION, home=home).out


def test_a_later_source_need_not_say_what_only_the_heading_of_the_cited_passage_says(tmp_path: Path) -> None:
    done("init", tmp_path)
    (old, new), asked = ("MySQL 5.7", "PostgreSQL 16"), "which database does Orbit use to store its data?"
    done("add", "-", "--title", "Else", home=tmp_path, stdin=FILLER)
    done("add", "-", home=tmp_path, stdin=f"# Orbit\n\n## Database\n\nOrbit stores its data in {old}.\n")
    cite = f"orbit#^{passage_id(f'Orbit stores its data in {old}.')}"
    done("file", "--question", asked, "--title", "Data", "--cites", cite, "-", home=tmp_path, stdin=f"{old}.")
    text = f"# Notes\n\nSince release 4 Orbit stores its data in {new}.\n"
    done("add", "-", home=tmp_path, stdin=text, COMMONPLACE_NOW=AUTUMN)
    assert "but [[notes#^" in done("ask", asked, home=tmp_path).out


@pytest.mark.parametrize("told", ["added: 2026-02-10T12:00:00", "date: 2026-02-10", ""])
def test_a_source_added_before_the_answer_or_on_its_day_at_a_time_unknown_is_not_newer(home: Path, told: str) -> None:
    text = "# Card\n\nNora lives in a mill.\n"
    done("add", "-", "--title", "Card", home=home, stdin=text, COMMONPLACE_NOW=NOON)
    note = home / "wiki/sources/card.md"
    note.write_text(re.sub("added: .*", told, note.read_text("utf-8")), "utf-8")
    _file(home, EVENING)
    assert _level(home) == "sufficient"


APART = "Nora bought a bicycle. It is red. It has a bell. We live and learn."


@pytest.mark.parametrize("text", ["Nora bought a bicycle.", "Where does Nora live?", "We live and learn.", APART])
def test_a_later_mention_or_question_changes_nothing(home: Path, text: str) -> None:
    _remember(home, text, SEPTEMBER, speaker="Tom")
    assert _level(home) == "sufficient"


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("Nora moved to Bremen.", "partial"),
        ("Tom takes over Hafenweg 7 from Nora.", "partial"),
        ("Nora moved to the countryside.", "partial"),
        ("Nora left Hamburg for good.", "partial"),
        ("Nora left her umbrella in Hamburg.", "sufficient"),
        ("Nora changed her phone number.", "sufficient"),
        ("In Hamburg Nora raised 300 euro.", "sufficient"),
        ("Tom moved to Bremen.", "sufficient"),
        ("Tom left his hat at Hafenweg 7.", "sufficient"),
        ("Nora sang at Hafenweg 7.", "sufficient"),
    ],
)
def test_a_later_turn_that_tells_a_change_in_other_words_is_sent_with_the_answer(
    home: Path, text: str, level: str
) -> None:
    _remember(home, text, SEPTEMBER, speaker="Tom")
    assert _level(home) == level


def test_who_speaks_is_none_of_those_whom_a_change_concerns(tmp_path: Path) -> None:
    done("init", tmp_path)
    _remember(tmp_path, "Ada keeps the red and the blue keys of the mill.", FEBRUARY, speaker="Tom")
    cite = re.search(r"2026-02-10-session#\^\w+", done("recall", "keys", home=tmp_path).out)
    asked = "who keeps the red and the blue keys of the mill?"
    filed = ("file", "--question", asked, "--title", "Keys", "--cites", cite and cite[0], "-")
    done(*filed, home=tmp_path, stdin="Ada keeps both of them, as was agreed.", COMMONPLACE_NOW=NOON)
    _remember(tmp_path, "The keys of the mill moved me to tears.", SEPTEMBER, speaker="Tom")
    assert _level(tmp_path, asked) == "sufficient"
    _remember(tmp_path, "Ada leaves the keys of the mill to Jon.", SEPTEMBER, speaker="Eve")
    assert _level(tmp_path, asked) == "partial"


def test_what_happened_stays_as_it_was_whatever_has_changed_since(home: Path) -> None:
    asked = "when did Nora sign at Hafenweg 7?"
    cite = re.search(r"2026-02-10-session#\^\w+", done("recall", "Hafenweg", "--limit", "1", home=home).out)
    filed = ("file", "--question", asked, "--title", "Lease", "--cites", cite and cite[0], "-")
    done(*filed, home=home, stdin="On the third of January she signed the lease.", COMMONPLACE_NOW=NOON)
    _remember(home, "Tom takes over the Hafenweg in Hamburg from Nora.", SEPTEMBER)
    assert _level(home, asked) == "sufficient"


@pytest.mark.parametrize(("said", "filed"), [(NOON, EVENING), (SEPTEMBER, AUTUMN)])
def test_the_answer_filed_again_suffices_again(home: Path, said: str, filed: str) -> None:
    _remember(home, MOVED, said)
    assert _level(home) == "partial"
    _file(home, filed)
    assert _level(home) == "sufficient"


JUNE, DECEMBER = "Decision D6: Harbor is hosted in Gothenburg.", "Decision D7 replaces decision D6: hosted in Umea."
HOSTED = "where is Harbor hosted?"


@pytest.fixture
def decided(tmp_path: Path) -> Path:
    """With a decision that another one replaces, all on one day."""
    done("init", tmp_path)
    done("add", "-", "--title", "June", home=tmp_path, stdin=f"# June\n\n{JUNE}\n")
    done("add", "-", "--title", "December", home=tmp_path, stdin=f"# December\n\n{DECEMBER}\n")
    _apply(tmp_path, "june", JUNE, ("decision D6", "hosted in", "Gothenburg"))
    _apply(tmp_path, "december", DECEMBER, ("decision D7", "replaces", "decision D6"))
    return tmp_path


def _apply(home: Path, source: str, quote: str, said: tuple[str, str, str]) -> None:
    things = [{"name": name, "type": "thing", "supporting_text": quote} for name in said[::2]]
    claim = {"source": said[0], "type": said[1], "target": said[2], "confidence": 0.9, "supporting_text": quote}
    done("apply", "-", home=home, stdin=json.dumps({"source": source, "entities": things, "relations": [claim]}))


def _file_hosting(home: Path, answer: str) -> None:
    cite = f"june#^{passage_id(JUNE)}"
    done("file", "--question", HOSTED, "--title", "Hosting", "--cites", cite, "-", home=home, stdin=answer)


@pytest.mark.parametrize(
    ("answer", "level"),
    [
        ("By [[decision-d6|the decision]] Harbor is hosted in Gothenburg.", "partial"),
        ("Decision D6 says that Harbor is hosted in Gothenburg, as agreed.", "partial"),
        ("In Gothenburg by decision D6, until decision D7 takes it to Umea.", "sufficient"),
        ("Harbor is hosted in a city of Sweden at the sea, as was agreed.", "sufficient"),
    ],
)
def test_an_answer_by_what_was_replaced_does_not_suffice_unless_it_names_the_new(
    decided: Path, answer: str, level: str
) -> None:
    _file_hosting(decided, answer)
    assert _level(decided, HOSTED) == level


def test_what_replaced_it_is_named_and_its_passage_sent(decided: Path) -> None:
    _file_hosting(decided, "By [[decision-d6|decision D6]] Harbor is hosted in Gothenburg.")
    told = done("ask", HOSTED, home=decided).out
    assert "but [[decision-d6]] was replaced by [[decision-d7]]" in told
    assert (f"> {DECEMBER}" in told, "By [[decision-d6|decision D6]]" in told) == (True, True)


def test_what_a_nearly_same_question_was_answered_is_quoted_in_little_room(home: Path) -> None:
    for n in range(9):
        _remember(home, f"Nora said to {n} of us that she does not live where Nora lived as a child.", EVENING, "Ida")
    for budget in ("150", "250", "900"):
        told = done("ask", "who else does Nora live with?", "--budget", budget, home=home, COMMONPLACE_NOW=AUTUMN).out
        assert re.match(r"(?:home: \S+ \| )?wiki: partial: \[\[address\]\]", told)
        assert f'- [[address]] (topics, words): "{FILED}"' in told
