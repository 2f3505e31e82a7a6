"""Generated homes are what a measurement takes them for: the same for everybody, whole, and shaped like real ones."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from scripts.bench.generated_home import generate_pages, shape_of
from scripts.bench.generated_words import name_at, vocabulary
from scripts.knowledge_base import KnowledgeBase
from tests.running import done, tree
from tests.store.dump import canonical_dump

PAGES = 200


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("generated") / "home"
    generate_pages(KnowledgeBase.create(str(folder)).vault, PAGES)
    return folder


def _dump(home: Path) -> dict[str, list[object]]:
    db = sqlite3.connect(home / "graph" / "index.sqlite")
    try:
        return canonical_dump(db)
    finally:
        db.close()


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(home: Path, tmp_path: Path) -> None:
    for name, seed in (("again", 1), ("other", 2)):
        (tmp_path / name).mkdir()
        generate_pages(str(tmp_path / name), PAGES, seed=seed)
    made = {path: text for path, text in tree(home / "wiki").items() if "/" in path}
    assert tree(tmp_path / "again") == made
    assert tree(tmp_path / "other").keys() == made.keys()
    assert tree(tmp_path / "other") != made


def test_there_are_as_many_pages_as_asked_for_and_they_are_as_long_as_real_ones(home: Path) -> None:
    sizes = [path.stat().st_size for path in (home / "wiki").glob("*/*.md")]
    assert len(sizes) == PAGES == shape_of(PAGES).pages
    assert 2_300 < sum(sizes) / len(sizes) < 3_100


def test_no_two_entities_share_a_name_in_the_largest_home() -> None:
    words = vocabulary()
    count = shape_of(100_000).entities
    assert len({name_at(number, words) for number in range(count)}) == count


def test_lint_finds_no_broken_link_claim_or_quote_in_it(home: Path) -> None:
    with KnowledgeBase.open(str(home)) as kb:
        # Claims and links are drawn at random: some contradict each other, and to some page none leads.
        assert {each.rule for each in kb.lint().findings} <= {"contradiction", "orphan"}
        status = kb.status()
    assert status.claims > PAGES
    assert status.missing_pages == 0


def test_in_degrees_fall_by_a_power_and_the_first_hub_is_linked_from_half_of_the_pages(home: Path) -> None:
    done("reindex", home=home)
    db = sqlite3.connect(home / "graph" / "index.sqlite")
    degrees = [row[0] for row in db.execute("SELECT degree FROM nodes ORDER BY degree DESC")]
    db.close()
    assert degrees[0] > 0.4 * PAGES
    assert degrees[0] > degrees[4] > degrees[len(degrees) // 2] > 0


def test_a_refresh_gives_what_a_rebuild_gives(home: Path, tmp_path: Path) -> None:
    home = Path(shutil.copytree(home, tmp_path / "home"))
    done("reindex", home=home)
    pages = sorted((home / "wiki" / "entities").glob("*.md"))
    pages[0].write_text(pages[0].read_text("utf-8") + "\nAdded beside [[" + pages[1].stem + "]].\n", "utf-8")
    pages[2].unlink()
    pages[3].rename(pages[3].with_name("moved.md"))
    done("status", home=home)
    refreshed = _dump(home)
    done("reindex", home=home)
    rebuilt = _dump(home)
    assert refreshed == rebuilt


def test_an_answer_keeps_its_budget_and_says_the_same_twice(home: Path) -> None:
    name = name_at(0, vocabulary())
    with KnowledgeBase.open(str(home)) as kb:
        replies = [kb.ask(f"what does {name} cause?", budget_tokens=400) for _ in range(2)]
    assert replies[0].text == replies[1].text
    assert 0 < replies[0].tokens_used <= 400
    assert name in replies[0].text
