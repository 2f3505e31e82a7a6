"""Forgetting: a text leaves the vault and every byte of the home; nothing of a person goes; nothing else goes."""

from __future__ import annotations

import json
import re
import socket
import unicodedata
import zlib
from pathlib import Path

import pytest

from scripts.knowledge_base import KnowledgeBase
from scripts.verbs import changing
from scripts.wiki_store.transaction import Transaction
from tests.acceptance.story import build_story
from tests.maintain.traces import holding
from tests.running import Ran, done, run, tree, write

WORD = "zöster"
SAID = "My diagnosis is Zöster oticus since May."


class Home:
    """A home with three turns, of which the second is to be forgotten."""

    def __init__(self, folder: Path) -> None:
        self.path, self.wiki = folder / "home", folder / "home" / "wiki"
        done("init", self.path)
        self.says("The weather stays fine until Sunday.")
        self.turn = self.says(SAID)
        self.says("The dinner with Okafor is on Monday.")
        (self.note,) = (self.wiki / "sessions").iterdir()

    def says(self, text: str) -> str:
        """Remember a turn; its block link."""
        return re.findall(r"\[\[(.*?)\]\]", self.do("remember", text, "--speaker", "Nora").out)[0]

    def do(self, *words: object, stdin: str = "") -> Ran:
        return done(*words, home=self.path, stdin=stdin)

    def try_(self, *words: object, stdin: str = "") -> Ran:
        return run(*words, home=self.path, stdin=stdin)

    def edit(self, before: str, after: str) -> None:
        """As a person would, in the note of the day."""
        text = self.note.read_text("utf-8")
        assert before in text
        self.note.write_text(text.replace(before, after), "utf-8")

    def take_out_by_hand(self) -> None:
        text = self.note.read_text("utf-8")
        self.note.write_text(re.sub(r"> Nora \(05:06\): My diag.*?\n\n\^t\w+\n\n", "", text), "utf-8")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def leave_traces(home: Home) -> None:
    """A filed answer, questions, a mark."""
    words = ("--question", "what ails Nora in May?", "--title", "Ailment of May", "--cites", home.turn, "-")
    home.do("file", *words, stdin="It is zöster oticus.")
    home.do("ask", "does ZO\u0308STER oticus xylophonically qwxyz?")
    home.do("useful", home.turn, "--for", "is it zöster?")
    home.do("ask", "is it zöster?")


def test_no_byte_of_a_forgotten_turn_is_left_and_the_others_stay(home: Home) -> None:
    leave_traces(home)
    assert len(holding(home.path, WORD)) > 6
    ran = home.do("forget", home.turn, "ailment-of-may", "--text", "Zöster", "--yes")
    assert "still there: nowhere" in ran.out
    assert "out of reach: git, Obsidian's file recovery" in ran.out
    assert holding(home.path, WORD) == []
    assert holding(home.path, "ailment-of-may") == []
    assert holding(home.path, "what ails") == []
    said = home.do("recall").out
    assert "fine until Sunday" in said
    assert "dinner with Okafor" in said
    assert "\n\n\n" not in home.note.read_text("utf-8")
    assert "\nbad" not in home.do("doctor").out
    assert home.do("lint").out.endswith(" 0 findings\n")


def test_without_yes_nothing_is_written_and_what_refers_to_it_is_told(home: Home) -> None:
    leave_traces(home)
    home.do("status")
    before = tree(home.path)
    ran = home.do("forget", home.turn)
    assert tree(home.path) == before
    assert ran.out.startswith("dry run: nothing was written\n")
    assert f"passages (1): sessions/{home.note.name} 16 > Nora (05:06): My diagnosis" in ran.out
    assert "answers (1): topics/ailment-of-may.md" in ran.out
    assert "events: 1" in ran.out
    assert "nothing takes it back; --yes does it" in ran.out
    assert "events: 2" in home.do("forget", home.turn, "ailment-of-may", "--text", "zöster oticus").out


def test_a_text_that_a_page_holds_is_refused_with_every_place(home: Home) -> None:
    write(
        home.wiki, {"mine.md": "# Mine\n\nIt was zo\u0308ster\noticus.\n\nZÖSTER oticus!\n", "zöster oticus.md": "x\n"}
    )
    home.do("status")
    before = tree(home.path)
    ran = home.try_("forget", "--text", "zöster oticus", "--yes")
    assert ran.code == 3
    assert f"holds it: mine.md:3, mine.md:6, sessions/{home.note.name}:16, zöster oticus.md; take it out" in ran.err
    assert tree(home.path) == before


@pytest.mark.parametrize(("one", "other"), [("7301-4452-9981", "(7301) 445 29981"), ("ZQ-88/1204b", "zq881204B")])
def test_a_number_is_found_with_and_without_its_separators(home: Home, one: str, other: str) -> None:
    home.says(f"The locker is {one}.")
    home.says(f"Locker {other}, paid until May.")
    for written in (one, other):
        refused = home.try_("forget", "--text", written)
        assert (refused.code, refused.err.count("session.md:")) == (3, 2)


@pytest.mark.parametrize("longer", ["mira@nordhof.se.example", "NH-204401", "NH-20440-22"])
def test_an_identifier_that_goes_on_is_another_one(home: Home, longer: str) -> None:
    home.says(f"It was {longer}.")
    assert "session.md:" in home.try_("forget", "--text", longer).err
    shorter = longer.removesuffix(".example").removesuffix("-22").removesuffix("1")
    assert home.try_("forget", "--text", shorter).code == 0


def test_what_was_taken_out_by_hand_is_forgotten_by_its_words(home: Home) -> None:
    home.take_out_by_hand()
    home.do("recall", "dinner")
    assert holding(home.path, WORD) != []
    person = home.note.read_bytes()
    composed = unicodedata.normalize("NFD", "my DIAGNOSIS is\nzöster")
    assert "still there: nowhere" in home.do("forget", "--text", "-", "--yes", stdin=composed).out
    assert holding(home.path, WORD) == []
    assert home.note.read_bytes() == person


def test_undo_says_that_a_text_was_forgotten_and_later_operations_can_be_undone(home: Home) -> None:
    home.do("forget", home.turn, "--yes")
    ids = [record.op for record in changing.log(KnowledgeBase.open(str(home.path))).operations]
    assert "what it wrote or replaced was forgotten, and is gone for good" in home.try_("undo", "last").err
    assert "what it wrote or replaced was forgotten" in home.try_("undo", ids[1]).err
    # The first turn was written before the forgotten one: that its page changed since is still the reason.
    kept = home.note.read_bytes()
    home.says("Later words.")
    home.do("undo", "last")
    assert home.note.read_bytes() == kept


def test_a_note_of_a_person_is_never_touched(home: Home) -> None:
    write(home.wiki, {"mine.md": "Zöster. ^mine\n", "entities/own.md": "# Zöster\n", "sessions/met.md": "Zöster. ^m\n"})
    before = tree(home.wiki)
    for target in ("mine", "mine#^mine", "log", "own", "met", "met#^m"):
        ran = home.try_("forget", target, "--yes")
        assert ran.code == 3
        assert "not written by the tools" in ran.err or "log" in ran.err
    assert tree(home.wiki) == before


def test_a_turn_that_was_edited_is_gone_in_all_its_versions(home: Home) -> None:
    home.edit("My diagnosis is Zöster oticus since May.", "My illness is a secret.")
    home.says("Later words.")
    home.do("forget", home.turn, "--yes")
    assert holding(home.path / "graph", WORD) == []
    assert holding(home.path, "my illness") == []


def test_the_same_short_words_elsewhere_stay(home: Home) -> None:
    yes = home.says("Yes, please.")
    home.do("remember", "Yes, please.", "--session", "trip")
    op = changing.log(KnowledgeBase.open(str(home.path))).operations[0].op
    home.do("forget", yes, "--yes")
    home.do("undo", op)


def test_what_still_holds_it_is_told_and_is_a_finding(home: Home) -> None:
    copy = home.note.name.replace(".md", ".sync-conflict-20250304-050607-ABCDEFG.md")
    write(home.wiki, {f"sessions/{copy}": f"a\n{SAID}\n", ".trash/old.md": "zöster\n"})
    write(home.path, {"graph/graph.json": '{"name": "Zöster"}'})
    (home.wiki / "log.md").write_text((home.wiki / "log.md").read_text("utf-8") + "My zöster.\n", "utf-8")
    (home.wiki / "old.md.gz").write_bytes(zlib.compress("zöster".encode()))
    torn = home.path / "graph/objects/00" / ("0" * 62)
    torn.parent.mkdir(exist_ok=True)
    torn.write_bytes(zlib.compress(b"words " * 99)[:-9])
    assert "holds it: sessions/" in home.try_("forget", home.turn, "--text", "zöster", "--yes").err
    (home.wiki / "sessions" / copy).unlink()
    ran = home.try_("forget", home.turn, "--text", "zöster", "--yes")
    assert ran.code == 1
    held = ("graph/graph.json:1", "wiki/.trash/old.md:1", "wiki/log.md:6")
    assert f"still there (3): {', '.join(held)}\n" in ran.out
    assert "not looked into (1): wiki/old.md.gz\n" in ran.out
    assert not torn.exists()


def test_a_pipe_or_socket_is_not_opened(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home.wiki)  # A socket's path is short.
    with socket.socket(socket.AF_UNIX) as end:
        end.bind("editor.sock")
        ran = home.try_("forget", home.turn, "--text", "zöster", "--yes")
    assert (ran.code, "not looked into" in ran.out) == (0, False)


def test_a_call_that_dies_after_the_pages_went_is_finished_by_the_next_one(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_traces(home)

    clean_up = Transaction._clean_up

    def dies(self, record, places) -> None:
        if record.forgotten:
            raise KeyboardInterrupt
        clean_up(self, record, places)

    with monkeypatch.context() as patched:
        patched.setattr(Transaction, "_clean_up", dies)
        home.try_("forget", home.turn, "ailment-of-may", "--text", "zöster", "--yes")
    assert holding(home.path, "ailment-of-may") != []
    home.do("doctor")
    assert holding(home.path, WORD) == []
    assert holding(home.path, "ailment-of-may") == []


def test_a_source_goes_with_its_claims_and_not_to_the_trash(tmp_path: Path) -> None:
    home = build_story(tmp_path)
    plan = done("forget", "notes", home=home).out
    retracted = done("retract", "notes", "--dry-run", home=home).out
    assert re.findall(r"claims: \d+", plan) == re.findall(r"claims: \d+", retracted) != []
    words = (home / "wiki/sources/notes.md").read_text("utf-8").strip().splitlines()[-1]
    done("forget", "notes", "--yes", home=home)
    assert holding(home, words) == []
    assert not (home / "wiki/.trash").exists()
    assert "retracted" not in (home / "wiki/log.md").read_text("utf-8")
    assert done("lint", "--rule", "broken-link,stale-claim", home=home).out.endswith(" 0 findings\n")


def test_a_claim_on_a_forgotten_passage_goes_and_the_other_claims_of_the_source_stay(tmp_path: Path) -> None:
    home = build_story(tmp_path)
    before = done("status", "--json", home=home).document["claims"]
    block = re.findall(r"incident-report#\^(\w+)", (home / "wiki/summaries/incident-report-summary.md").read_text())[0]
    ran = done("forget", f"incident-report#^{block}", "--yes", "--json", home=home).document
    assert 0 < ran["receipt"]["claims"] < before
    assert done("status", "--json", home=home).document["claims"] == before - ran["receipt"]["claims"]
    assert f"incident-report#^{block}" not in (home / "wiki/summaries/incident-report-summary.md").read_text()


def test_what_retract_put_into_the_trash_is_forgotten_and_what_a_person_put_there_is_not(tmp_path: Path) -> None:
    home = build_story(tmp_path)
    write(tmp_path, {"more.md": "# More\n\nIt was a zeppelin.\n"})
    done("add", tmp_path / "more.md", home=home)
    done("retract", "more", home=home)
    write(home / "wiki", {".trash/own.md": "My zeppelin.\n"})
    assert run("forget", "--text", "zeppelin", "--yes", home=home).code == 1
    assert holding(home, "zeppelin") == ["wiki/.trash/own.md"]


def test_a_plan_did_not_tell_which_notes_of_a_person_hold_the_words_of_a_passage(home: Home) -> None:
    (home.wiki / "Mine").mkdir()
    (home.wiki / "Mine/diary.md").write_text("I wrote:\n\nMy diagnosis is *Zöster* oticus since May.\n", "utf-8")
    told = home.do("forget", home.turn).out
    assert "stays, to be taken out by hand (1): Mine/diary.md:3" in told
    remains = home.do("forget", home.turn, "--json").document["receipt"]["remains"]
    assert remains == [{"path": "Mine/diary.md", "line": 3}]
    (home.wiki / "Mine/diary.md").unlink()
    assert "stays" not in home.do("forget", home.turn).out


def test_lines_of_a_person_that_go_from_a_page_that_stays_are_told_before(tmp_path: Path) -> None:
    home = Home(tmp_path)
    for name in ("Doc", "Other"):
        home.do("add", "-", "--title", name, stdin=f"# {name}\n\nThe alpha engine of {name} is loud.\n")
        entity = {"name": "Alpha engine", "type": "thing", "supporting_text": f"The alpha engine of {name}"}
        home.do("apply", "-", stdin=json.dumps({"source": name.lower(), "entities": [entity]}))
    page = home.wiki / "entities/alpha-engine.md"
    page.write_text(page.read_text("utf-8") + "- [[doc]]: I doubt this, and so does Ada.\n", "utf-8")
    for words in ((), ("--yes",)):
        assert "by hand (1): entities/alpha-engine.md" in home.do("forget", "doc", *words).out


CODES = (
    "# Codes\n\nThe secret word of the door is zosterdoor since last winter.\n\nDoor zosterpin.\n\nThe rest stays.\n"
)


def codes(folder: Path, **quotes: str) -> Path:
    """A home with a source of codes, and entities that quote it by these names; no byte of it may be left."""
    home = folder / "home"
    done("init", home)
    write(folder, {"codes.md": CODES})
    done("add", folder / "codes.md", home=home)
    things = [{"name": name, "type": "thing", "supporting_text": said} for name, said in quotes.items()]
    done("apply", "-", home=home, stdin=json.dumps({"source": "codes", "entities": things}))
    return home


@pytest.mark.parametrize("named", ["codes", "codes#^{block}"])
def test_a_name_whose_rename_was_undone_is_known(tmp_path: Path, named: str) -> None:
    """Copies that cite a short passage under that name stayed, and were named by nothing."""
    home = codes(tmp_path, Door="Door zosterpin")
    block = re.findall(r"zosterpin\. \^(\w+)", (home / "wiki/sources/codes.md").read_text())[0]
    done("rename", "codes", "Vault codes", home=home)
    done("undo", home=home)
    run("forget", named.format(block=block), "--yes", home=home)
    assert holding(home, "zosterpin") == []


def test_sentences_of_a_page_that_goes_are_looked_for_as_those_of_a_passage(tmp_path: Path) -> None:
    home = tmp_path / "home"
    done("init", home)
    text = "# A title that has seven words here\n\nThe wall is dry. She has been ill with zosterdoor since May.\n"
    write(tmp_path, {"d.md": text})
    done("add", tmp_path / "d.md", home=home)
    write(home / "wiki", {"diary.md": "I heard: She has been ill with zosterdoor since May.\n"})
    ran = run("forget", "a-title-that-has-seven-words-here", "--yes", home=home)
    assert "still there (1): wiki/diary.md:1\n" in ran.out


@pytest.mark.parametrize("named", ["letter", "letter#^{block}"])
def test_an_item_or_a_cell_of_what_goes_is_looked_for_by_itself(tmp_path: Path, named: str) -> None:
    """Items without full stops were one long run of words, which stands nowhere else."""
    home = tmp_path / "home"
    done("init", home)
    text = "# Letter\n\n- My diagnosis is Zosterdoor oticus since May\n- The dinner with Okafor is on Monday evening\n"
    write(tmp_path, {"r.md": text})
    done("add", tmp_path / "r.md", home=home)
    block = re.findall(r"\^(p\w+)", (home / "wiki/sources/letter.md").read_text())[0]
    write(home / "wiki", {"diary.md": "I read: my diagnosis is Zosterdoor oticus since May.\n"})
    ran = run("forget", named.format(block=block), "--yes", home=home)
    assert "still there (1): wiki/diary.md:1" in ran.out
    assert holding(home / "graph", "zosterdoor") == []


def test_what_rests_on_another_passage_stays_though_its_words_were_revised(tmp_path: Path) -> None:
    """Whatever cited a passage that a revision had changed went with any other passage."""
    home = tmp_path / "home"
    done("init", home)
    dinner = "The dinner with Okafor is on Monday evening."
    write(tmp_path, {"d.md": f"# Letter\n\nNora has had zosterdoor since the month of May.\n\n{dinner}\n"})
    done("add", tmp_path / "d.md", home=home)
    things = [{"name": "Nora", "type": "person", "supporting_text": "Nora has had zosterdoor since the month of May"}]
    done("apply", "-", home=home, stdin=json.dumps({"source": "letter", "entities": things}))
    write(tmp_path, {"d.md": f"# Letter\n\nNora has had zosterdoor since the month of June.\n\n{dinner}\n"})
    run("add", tmp_path / "d.md", home=home)
    before = (home / "wiki/entities/nora.md").read_text()
    block = re.findall(r"evening\. \^(\w+)", (home / "wiki/sources/letter.md").read_text())[0]
    run("forget", f"letter#^{block}", "--yes", home=home)
    assert (home / "wiki/entities/nora.md").read_text() == before
    assert "zosterdoor" in before


LONG = "and the words go on for long " * 25
NESTED = f"- The valve was checked by Nora.\n  - {LONG}\n  - nested two\n\n"


@pytest.mark.parametrize("below", ["once", "twice", "linked"])
def test_an_item_is_forgotten_with_those_below_it_and_nothing_else(tmp_path: Path, below: str) -> None:
    """Its id stands above those below: all up to the next place with that id went, or a call ended in a traceback."""
    home = tmp_path / "home"
    done("init", home)
    again = f"## Tuesday\n\n{NESTED}" if below == "twice" else ""
    write(tmp_path, {"d.md": f"# Log 1\n\n{NESTED}A paragraph of great worth.\n\n{again}The last one is here.\n"})
    done("add", tmp_path / "d.md", home=home)
    note = home / "wiki/sources/log-1.md"
    before = note.read_text()
    marker = re.findall(r"Nora\. (\^\w+)$", before, re.MULTILINE)[0]
    if below == "linked":
        note.write_text(before := f"{before}\nSee [[#{marker}]].\n")
    start, end = before.index("- The valve"), before.index("A paragraph")
    run("forget", f"log-1#{marker}", "--yes", home=home)
    assert body(note.read_text()) == body(before[:start] + before[end:])


def body(page: str) -> str:
    return page[page.index("# Log") :]
