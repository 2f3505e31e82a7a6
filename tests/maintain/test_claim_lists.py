"""The list of claims on an entity's page follows every verb, and what a person wrote around it stays."""

from __future__ import annotations

import contextlib
import json
import random
import shutil
import time
from pathlib import Path

import pytest

from scripts.errors import CommonplaceError
from scripts.knowledge_base import KnowledgeBase
from scripts.text.claim_list import claim_list_span
from scripts.verbs import adding, changing, checking, writing
from tests.acceptance.story import build_story
from tests.running import done, run, tree

LEAK, CRASH = "wiki/entities/memory-leak.md", "wiki/entities/checkout-crash.md"


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_story(tmp_path_factory.mktemp("lists"))


@pytest.fixture
def home(story: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(story.parent, tmp_path / "copy")) / "home"


def _listed(home: Path, path: str) -> list[str]:
    text = (home / path).read_text("utf-8")
    inside = text.partition("%% claims")[2].partition("%% end of claims %%")[0]
    return [line for line in inside.splitlines() if line.startswith("- ")]


def _is_up_to_date(home: Path) -> bool:
    return run("lint", "--rule", "claim-list", home=home).code == 0


def test_a_page_lists_what_is_claimed_with_the_titles_of_the_sources(home: Path) -> None:
    claim = "**causes** [[checkout-crash|checkout crash]] ([[incident-report#^p426463|Incident report]]"
    assert [line for line in _listed(home, LEAK) if claim in line]
    assert [
        line for line in _listed(home, CRASH) if line.startswith("- [[memory-leak|memory leak]] **causes** checkout")
    ]


@pytest.mark.parametrize(
    "verb",
    [
        ("rename", "memory leak", "Heap leak"),
        ("rename", "incident-report", "Report of the night"),
        ("merge", "memory leak", "session cache", "--force"),
        ("retract", "incident-report"),
        ("forget", "incident-report", "--yes"),
    ],
)
def test_lists_follow_a_verb_and_undo_gives_each_byte_back(home: Path, verb: tuple[str, ...]) -> None:
    before = tree(home / "wiki")
    done(*verb, home=home)
    assert tree(home / "wiki") != before
    assert _is_up_to_date(home)
    if verb[0] != "forget":
        done("undo", "last", home=home)
        assert tree(home / "wiki") == before


def test_a_claim_changed_by_hand_is_found_and_listed_by_lint(home: Path) -> None:
    path = home / "wiki/summaries/incident-report-summary.md"
    path.write_text(path.read_text("utf-8").replace(" causes ", " worsens "), "utf-8")
    assert not _is_up_to_date(home)
    done("lint", "--fix", home=home)
    assert [line for line in _listed(home, LEAK) if "**worsens**" in line]
    assert _is_up_to_date(home)


def test_words_around_the_list_and_a_list_that_was_deleted_stay_so(home: Path) -> None:
    leak, crash = home / LEAK, home / CRASH
    leak.write_text(leak.read_text("utf-8").replace("%% end of claims %%", "%% end of claims %%\n\nMine."), "utf-8")
    text = crash.read_text("utf-8")
    crash.write_text(text.partition("%% claims")[0] + text.partition("%% end of claims %%")[2].lstrip(), "utf-8")
    kept = crash.read_bytes()
    done("retract", "incident-report", home=home)
    assert "%% end of claims %%\n\nMine.\n" in leak.read_text("utf-8")
    assert b"%% claims" not in crash.read_bytes() != kept


def _claim(home: Path, source: str, start: str, type: str, end: str, quote: str) -> str:
    relation = {"source": start, "target": end, "type": type, "confidence": 0.9, "supporting_text": quote}
    bundle = json.dumps({"source": source, "relations": [relation]})
    return str(done("apply", "-", "--json", home=home, stdin=bundle).document["op"])


def test_an_older_operation_goes_back_though_a_later_one_listed_a_claim_on_its_page(home: Path) -> None:
    quote, later = "a memory leak in the session cache", "The checkout crash led to Refund Backlog"
    first = _claim(home, "incident-report", "session cache", "influences", "memory leak", quote)
    _claim(home, "post-mortem-review", "memory leak", "worsens", "refund backlog", later)
    done("undo", first, home=home)
    lines = "\n".join(_listed(home, LEAK))
    assert ("influences" in lines, "worsens" in lines) == (False, True)
    assert _is_up_to_date(home)


def test_a_claim_whose_words_are_gone_is_open_everywhere_until_it_has_new_ones(home: Path) -> None:
    report, leak = home.parent / "report.md", home / LEAK
    before = report.read_text("utf-8")
    report.write_text(
        before.replace("The crash was caused by a memory leak", "The crash began with a memory leak"), "utf-8"
    )
    done("add", report, home=home)
    assert "⚠ quote gone since 2025-03-04" in leak.read_text("utf-8")
    assert "claims whose words are gone from their source (1)" in done("status", home=home).out
    assert "(since 2025-03-04)" in run("lint", "--rule", "stale-claim", home=home).out
    quote = "The crash began with a memory leak in the session cache."
    _claim(home, "incident-report", "memory leak", "causes", "checkout crash", quote)
    assert "⚠" not in leak.read_text("utf-8")
    assert "words are gone" not in done("status", home=home).out
    assert run("lint", "--rule", "stale-claim", home=home).code == 0


def test_a_claim_whose_words_only_moved_stays_closed(home: Path) -> None:
    report = home.parent / "report.md"
    report.write_text("New first words. " + report.read_text("utf-8").replace("# Incident report", ""), "utf-8")
    done("add", report, home=home)
    assert "⚠" not in (home / LEAK).read_text("utf-8")
    assert "words are gone" not in done("status", home=home).out
    assert "stale" not in done("ask", "what causes the checkout crash?", home=home).out


WORDS = ["leak", "cache", "pump", "valve", "night", "team", "clock", "frost"]


class _Sequence:
    """Verbs at random over a home of its own."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.chance, self.documents = folder, random.Random(seed), dict[str, list[str]]()
        KnowledgeBase.create(folder / "home")
        self.kb = KnowledgeBase.open(folder / "home", environ={"COMMONPLACE_QUIET_SECONDS": "0"})

    def _sentence(self) -> str:
        return " ".join(self.chance.choice(WORDS) for _ in range(10)) + "."

    def _one_of(self, category: str) -> str:
        rows = self.kb.query(lambda reader: reader.pages(category=category))
        return self.chance.choice([row.node for row in rows])

    def _write(self, name: str) -> str:
        (self.folder / f"{name}.md").write_text(f"# {name}\n\n" + "\n\n".join(self.documents[name]) + "\n", "utf-8")
        return adding.add(self.kb, self.folder / f"{name}.md").op

    def add(self) -> str:
        name = f"doc{len(self.documents)}"
        self.documents[name] = [self._sentence() for _ in range(3)]
        return self._write(name)

    def revise(self) -> str:
        name = self.chance.choice([*self.documents])
        self.documents[name][self.chance.randrange(3)] = self._sentence()
        return self._write(name)

    def apply(self) -> str:
        source = self._one_of("sources")
        rows = self.kb.query(lambda reader: reader.passages(pages=[reader.pages(nodes=[source])[0].id]))
        quote = " ".join(self.chance.choice(rows).text.split()[:6])
        one, other = self.chance.sample(WORDS, 2)
        claim = {"source": one, "target": other, "type": self.chance.choice(["causes", "part_of"]), "confidence": 0.9}
        entities = [{"name": name, "type": "t", "supporting_text": quote} for name in (one, other)]
        relations = [{**claim, "supporting_text": quote}]
        return writing.apply(self.kb, {"source": source, "entities": entities, "relations": relations}).op

    def rename(self) -> str:
        return changing.rename(self.kb, self._one_of("entities"), " ".join(self.chance.sample(WORDS, 2))).op

    def rename_source(self) -> str:
        return changing.rename(self.kb, self._one_of("sources"), f"Source {self.chance.random()}").op

    def merge(self) -> str:
        return changing.merge(self.kb, self._one_of("entities"), self._one_of("entities"), force=True).op

    def retract(self) -> str:
        return changing.retract(self.kb, self._one_of("sources")).op


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 12))])
def test_after_any_verbs_each_list_says_what_is_claimed_and_undone_backwards_all_is_as_before(
    seed: int, tmp_path: Path
) -> None:
    sequence, trees = _Sequence(tmp_path, seed), []
    verbs = ["add", "add", "revise", "apply", "apply", "apply", "rename", "rename_source", "merge", "retract"]
    for _ in range(50):
        before = tree(tmp_path / "home/wiki")
        with contextlib.suppress(CommonplaceError, IndexError):
            op = getattr(sequence, sequence.chance.choice(verbs))()
            trees += [(op, before)] if op else []
        assert checking.lint(sequence.kb, rules=["claim-list"]).findings == ()
    assert len(trees) > 10
    for op, before in reversed(trees):
        changing.undo(sequence.kb, op)
        assert tree(tmp_path / "home/wiki") == before
    sequence.kb.close()


NOTES = "## My notes\n\nPRECIOUS words of a person."


def test_a_list_that_lost_its_end_swallows_no_words_of_a_person(home: Path) -> None:
    """A second list was written below their section, and with the next operation all went up to its end."""
    page = home / CRASH
    page.write_text(page.read_text("utf-8").replace("%% end of claims %%", NOTES), "utf-8")
    before = page.read_text("utf-8")
    for name in ("Heap leak", "Leak of the heap"):
        done("rename", "memory leak" if name == "Heap leak" else "Heap leak", name, home=home)
        assert NOTES in page.read_text("utf-8")
    assert page.read_text("utf-8").count("%% claims") == before.count("%% claims")
    found = run("lint", "--rule", "claim-list", home=home)
    assert (found.code, "put `%% end of claims %%` on a line of its own below it" in found.out) == (1, True)
    done("lint", "--fix", home=home)
    assert NOTES in page.read_text("utf-8")


def test_of_two_lists_the_first_of_which_has_no_end_the_second_is_written(home: Path) -> None:
    page = home / CRASH
    page.write_text(
        page.read_text("utf-8").replace(
            "%% claims", f"%% claims: made by commonplace, changes here are lost %%\n\n{NOTES}\n\n%% claims", 1
        ),
        "utf-8",
    )
    done("rename", "memory leak", "Heap leak", home=home)
    assert NOTES in page.read_text("utf-8")
    assert _is_up_to_date(home)


def test_what_a_person_wrote_into_the_list_is_told_by_forget_and_stops_undo(home: Path) -> None:
    page = home / CRASH
    done("rename", "memory leak", "Heap leak", home=home)
    page.write_text(page.read_text("utf-8").replace("%% end of claims %%", f"{NOTES}\n%% end of claims %%"), "utf-8")
    assert run("undo", home=home).code == 3
    plan = json.loads(run("forget", "Heap leak", "--json", home=home).out)
    assert page.relative_to(home / "wiki").as_posix() in plan["receipt"]["by_hand"]
    assert NOTES in page.read_text("utf-8")


def test_marks_of_a_list_in_a_document_hide_nothing_from_undo(home: Path, tmp_path: Path) -> None:
    text = "# Marks\n\nWords.\n\n%% claims: made by commonplace, changes here are lost %%\n\n%% end of claims %%\n"
    (tmp_path / "marks.md").write_text(text)
    run("add", tmp_path / "marks.md", home=home)
    page = home / "wiki/sources/marks.md"
    page.write_text(page.read_text("utf-8").replace("%%\n\n%% end", f"%%\n\n{NOTES}\n\n%% end"), "utf-8")
    assert run("undo", home=home).code == 3
    assert NOTES in page.read_text("utf-8")


def test_marks_without_an_end_are_read_in_linear_time() -> None:
    start = time.process_time()
    assert claim_list_span("# T\n\n" + "%% claims: made by commonplace, changes here are lost %%\n\n" * 12_000) is None
    assert time.process_time() - start < 2
