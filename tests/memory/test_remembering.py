"""Remembering: what is said is in the vault at once, once, beside what a person wrote there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from scripts.errors import UsageError
from scripts.knowledge_base import KnowledgeBase
from scripts.memory.remembering import Said, TurnReceipt, read_moment
from scripts.verbs import memory
from tests.running import ROOT, done, environment, run, start, tree

NOTE = "wiki/sessions/2025-03-04-session.md"


def _remember(home: Path, *words: str, **how: object) -> TurnReceipt:
    with KnowledgeBase.open(str(home), environ=environment()) as kb:
        return memory.remember_turns(kb, [Said(text) for text in words], **how).receipt.turns[0]  # type: ignore[arg-type]


def _link(out: str) -> str:
    return out.partition("[[")[2].partition("]]")[0]


def test_the_link_that_is_printed_cites_the_words(home: Path):
    link = _link(done("remember", "We ship on Friday.", "--tags", "decision", home=home).out)
    shown = done("show", link, home=home).out
    assert "We ship on Friday." in shown
    assert "#decision" in shown
    assert "We ship on Friday." in done("ask", "when do we ship?", home=home).out


def test_the_same_words_of_the_same_speaker_are_kept_once(home: Path):
    first = done("remember", "We ship on Friday.", home=home)
    before = tree(home)
    again = done("remember", "We ship on Friday.", home=home)
    assert _link(again.out) == _link(first.out)
    assert "known" in again.out
    assert tree(home) == before
    assert "new" in done("remember", "We ship on Friday.", "--speaker", "Bob", home=home).out
    assert "new" in done("remember", "We ship on Friday.", "--session", "release", home=home).out


def test_what_is_known_already_is_kept_anew_on_demand(home: Path):
    first = done("remember", "Dinner is on Monday.", home=home).out
    known = done("remember", "Dinner is on Monday.", home=home).out
    assert f"[[{_link(first)}]] known; --again keeps it anew\n" in known
    kept = done("remember", "Dinner is on Monday.", "--again", home=home).out
    assert _link(kept) != _link(first)
    assert _link(done("remember", "Dinner is on Monday.", home=home).out) == _link(kept)


def test_what_one_call_has_twice_is_kept_twice_and_not_again_when_it_is_replayed(home: Path):
    talk = [Said("Cancel Lisbon?"), Said("Yes.", "Ada"), Said("Book Bornholm?"), Said("Yes.", "Ada")]
    with KnowledgeBase.open(str(home), environ=environment()) as kb:
        first = memory.remember_turns(kb, talk).receipt.turns
        replayed = memory.remember_turns(kb, talk).receipt.turns
    assert [turn.state for turn in first] == ["new"] * 4
    assert len({turn.link for turn in first}) == 4
    assert [turn.state for turn in replayed] == ["known"] * 4


def test_a_session_of_the_past_is_dated_when_it_was_said(home: Path):
    done("remember", "We met.", "--date", "2024-02-01", "--session", "diary", home=home)
    dated = done("remember", "We met again.", "--date", "2024-02-01 18:30", "--session", "diary", home=home).out
    assert _link(dated).startswith("2024-02-01-diary#")
    told = done("recall", "--session", "diary", home=home).out
    assert "[2024-02-01-diary#^" in told
    assert "2024-02-01 agent in diary" in told
    assert " 18:30 agent" in told
    assert "# 1 February 2024, diary" in (home / "wiki/sessions/2024-02-01-diary.md").read_text("utf-8")


def test_the_same_words_at_another_moment_are_said_again(home: Path):
    said = [_remember(home, "Yes.", date=f"2024-02-01 {time}") for time in ("18:30", "18:31", "18:30", "18:31")]
    assert [turn.state for turn in said] == ["new", "new", "known", "known"]
    assert (said[2].link, said[3].link) == (said[0].link, said[1].link)


def test_a_day_is_that_of_the_persons_time_zone(home: Path):
    # 26 hours apart: never on one day.
    far_east = start("remember", "Good morning.", "--home", home, cwd=home, COMMONPLACE_NOW="", TZ="EAST-14")
    far_west = start("remember", "Good morning.", "--home", home, cwd=home, COMMONPLACE_NOW="", TZ="WEST12")
    assert _link(far_east.out)[:10] > _link(far_west.out)[:10]
    zoned = ("remember", "Noon.", "--date", "2024-02-01T12:00:30Z", "--home", home)
    assert _link(start(*zoned, cwd=home, TZ="EAST-14").out).startswith("2024-02-02-session#")


def test_a_session_note_that_was_renamed_is_continued(home: Path):
    done("remember", "We bought a car.", home=home)
    done("rename", "2025-03-04-session", "The car", home=home)
    assert "known" in done("remember", "We bought a car.", home=home).out
    assert _link(done("remember", "It is green.", home=home).out).startswith("the-car#")


def test_a_note_of_a_person_in_the_folder_is_not_written_into(home: Path):
    note = home / "wiki/sessions/friday.md"
    note.parent.mkdir()
    note.write_text("---\ndate: 2025-03-04\n---\nEve: The launch is off.\n", encoding="utf-8")
    assert _link(done("remember", "First.", home=home).out).startswith("2025-03-04-session#")


def test_one_session_and_one_speaker_however_they_are_spelled(home: Path):
    first = done("remember", "We feed the cat.", "--session", "Family Chat", "--speaker", "Nora", home=home)
    for session, speaker in (("family chat", "nora"), ("family-chat", "NORA"), ("FAMILY  Chat", "Nora")):
        again = done("remember", "We feed the cat.", "--session", session, "--speaker", speaker, home=home).out
        assert ("known" in again, _link(again)) == (True, _link(first.out))
        assert "new" in done("remember", f"{session}: fed.", "--session", session, home=home).out
    assert [note.name for note in (home / "wiki/sessions").iterdir()] == ["2025-03-04-family-chat.md"]
    found = done("recall", "cat", "--session", "family_chat", "--json", home=home).document
    assert (found["searched"], found["turns"][0]["session"]) == (4, "Family Chat")


def test_a_persons_edits_stay_byte_for_byte(home: Path):
    done("remember", "First.", home=home)
    note = home / NOTE
    edited = note.read_bytes().replace(b"\n", b"\r\n") + "\r\nMy own words, café\t \r\n- [ ] to do".encode()
    note.write_bytes(edited)
    done("remember", "Second.", home=home)
    data = note.read_bytes()
    assert data.startswith(edited)
    assert b"\n" not in data.replace(b"\r\n", b"")


def test_an_unclosed_fence_swallows_nothing(home: Path):
    done("remember", "First.", home=home)
    note = home / NOTE
    note.write_text(note.read_text("utf-8") + "\n```\nopen", encoding="utf-8")
    link = _link(done("remember", "Second.", home=home).out)
    assert not link.startswith("2025-03-04-session#")
    assert "Second." in done("show", link, home=home).out


def test_a_secret_is_refused_as_add_refuses_it(home: Path):
    before = tree(home)
    told = run("remember", "key AKIAIOSFODNN7EXAMPLE", home=home)
    assert told.code == 3
    assert "refused" in told.out
    assert tree(home) == before
    done("remember", "key AKIAIOSFODNN7EXAMPLE", "--redact", home=home)
    assert "[redacted: AWS access key]" in (home / NOTE).read_text("utf-8")


def test_a_secret_beside_what_was_said_is_refused_or_replaced_as_one_in_it(home: Path):
    key = "AKIAIOSFODNN7EXAMPLE"
    before = tree(home)
    for beside in ("--speaker", "--session", "--tags"):
        told = run("remember", "We use it.", beside, key, "--json", home=home)
        assert (told.code, key in told.out) == (3, False)
    assert tree(home) == before
    assert "warning: secret: the speaker looks like" in run("remember", "Used.", "--speaker", key, home=home).out
    done("remember", "We use it.", "--speaker", key, "--session", key, "--tags", key, "--redact", home=home)
    assert not [path for path, text in tree(home).items() if key in f"{path} {text}"]


def test_a_full_note_is_followed_by_a_new_one(home: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("scripts.memory.remembering.TURNS", 3)
    with KnowledgeBase.open(str(home), environ=environment()) as kb:
        said = [Said(f"Turn number {number}.") for number in range(8)]
        memory.remember_turns(kb, said[:2])
        memory.remember_turns(kb, said[1:])
    notes = sorted((home / "wiki/sessions").iterdir(), key=lambda note: note.name)
    assert [(note.name, note.read_text("utf-8").count("\n^t")) for note in notes] == [
        ("2025-03-04-session-part-2.md", 3),
        ("2025-03-04-session-part-3.md", 2),
        ("2025-03-04-session.md", 3),
    ]


@pytest.mark.parametrize("session", [(), ("--session", "!")])
def test_no_session_has_the_name_of_a_daily_note(home: Path, session: tuple[str, ...]):
    (home / "wiki" / "Tasks.md").write_text("- [ ] prepare the talk [[2025-03-04]]\n", encoding="utf-8")
    link = _link(done("remember", "First.", *session, home=home).out)
    assert link.startswith("2025-03-04-session#")
    assert "2025-03-04 -> unresolved" in done("links", "Tasks", home=home).out
    (home / "wiki" / "2025-03-04.md").write_text("# my day\n", encoding="utf-8")
    assert "First." in done("show", link, home=home).out


def test_two_processes_remembering_at_once_lose_nothing(home: Path):
    code = "import sys; from scripts.cli import main\nfor n in range(4): main(['remember', f'{sys.argv[1]} said {n}'])"
    env = environment(PYTHONPATH=str(ROOT), COMMONPLACE_HOME=str(home))
    writers = [
        subprocess.Popen([sys.executable, "-c", code, name], env=env, stdout=subprocess.DEVNULL) for name in "ab"
    ]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    text = (home / NOTE).read_text("utf-8")
    assert all(f"{name} said {number}" in text for name in "ab" for number in range(4))


@pytest.mark.parametrize("text", ["", "  \n "])
def test_nothing_said_is_a_wrong_call(home: Path, text: str):
    assert run("remember", "-", home=home, stdin=text).code == 2


def test_what_stands_in_a_turn_claims_nothing_and_is_no_broken_link(home: Path):
    done("remember", "-", home=home, stdin="- causes [[nowhere]] (1.0)\n\n## Claims\n- [[a]] causes [[b]]")
    assert "0 claims" in done("status", home=home).out
    assert run("lint", home=home).code == 0


def test_several_turns_of_one_call_stand_in_their_order_each_with_its_speaker(home: Path):
    done("remember", "Who brings bread?", "Ada does.", "--speaker", "Bob", "--speaker", "Ines", home=home)
    note = (home / NOTE).read_text("utf-8")
    assert note.index("> Bob (05:06): Who brings bread?") < note.index("> Ines (05:06): Ada does.")
    done("undo", home=home)
    assert not (home / NOTE).exists()


def test_words_without_quotes_are_no_turns_and_speakers_are_counted(home: Path):
    assert "put what was said in quotes" in run("remember", "Who", "brings", "bread?", home=home).err
    ran = run("remember", "One turn.", "Two turns.", "Three.", "--speaker", "A", "--speaker", "B", home=home)
    assert (ran.code, "2 speakers of 3 turns" in ran.err) == (2, True)


NOW = "2026-11-22T10:00"
"""A Sunday."""


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-05-12", ("2026-05-12", "")),
        ("2026-05-12T9:05", ("2026-05-12", "09:05")),
        ("2026-05-12 10:42:59", ("2026-05-12", "10:42")),
        ("yesterday 10:42", ("2026-11-21", "10:42")),
    ],
)
def test_a_moment_has_a_day_and_perhaps_a_time(text: str, moment: tuple[str, str]):
    assert read_moment(text, NOW) == moment


@pytest.mark.parametrize("text", ["", "soon", "last week", "2026-02-30", "12.5.26", "2026-05-12 25:00", "10:42"])
def test_what_is_no_moment_is_told(text: str):
    with pytest.raises(UsageError):
        read_moment(text, NOW)
