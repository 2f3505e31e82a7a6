"""What a person keeps in the properties of a note is found and quoted like text."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.pages.yaml.property_passage import MOST_CHARACTERS, property_text
from scripts.retrieval.extracts.coverage import weigh
from scripts.retrieval.extracts.windows import says_something
from scripts.retrieval.language.question import parse_question
from tests.retrieval.memory_graph import MemoryGraph
from tests.running import done, write

QUERIES = "| Trainer price | Source |\n| --- | --- |\n| `= this.Price` | `= this.Source` |\n"
NOTE = f"---\ntitle: SRD-Awakening\nName: Awakening\nCures: Sleep\nPrices: [250, 300]\n---\n\n#items\n\n{QUERIES}\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    others = {f"notes/n{n}.md": f"---\nCures: Poison\n---\n\nBerry {n} tastes of nothing.\n" for n in range(9)}
    write(tmp_path / "wiki", {"notes/SRD-Awakening.md": NOTE, **others})
    return tmp_path


def test_a_fact_in_a_property_is_quoted_and_a_table_of_queries_is_not(home: Path) -> None:
    out = done("ask", "which item cures sleep?", home=home).out
    assert "Cures: Sleep" in out
    assert "this.Price" not in out
    assert "#items" not in out


def test_a_note_is_found_by_what_its_name_property_calls_it(home: Path) -> None:
    assert "\n[SRD-Awakening" in done("ask", "What does Awakening cure?", home=home).out


def test_a_property_that_is_edited_is_found_by_its_new_value_only(home: Path) -> None:
    done("ask", "sleep", home=home)
    write(home / "wiki", {"notes/SRD-Awakening.md": NOTE.replace("Sleep", "Paralysis")})
    assert "Cures: Paralysis" in done("ask", "what cures paralysis?", home=home).out
    assert "Cures: Sleep" not in done("ask", "which item cures sleep?", home=home).out


def test_a_tag_in_the_properties_is_found_and_quoted(home: Path) -> None:
    write(home / "wiki", {"notes/Mint.md": "---\ntags: [garden, herbs/mint]\n---\n\nIt spreads.\n"})
    told = done("ask", "what is tagged garden?", home=home).out
    assert "herbs/mint" in told
    assert "nowhere" not in told
    assert "Mint" not in done("ask", "which tags are there for sleep?", home=home).out


def test_properties_are_told_as_lines_without_names_and_display() -> None:
    values = {"aliases": ["x"], "cssclasses": "wide", "a": {"b": [1, 2], "c": None}, "d": False, "e": " two\nlines "}
    assert property_text(values) == "a: b 1, 2\nd: false\ne: two lines"
    assert property_text({"tags": ["garden", "herbs/mint"], "done": True}) == "#garden #herbs/mint\ndone: true"
    assert property_text({"k": {"x\nstatus: approved": 1}}) == "k: x status: approved 1"
    assert len(property_text({"k": "x" * 9000})) == MOST_CHARACTERS


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (QUERIES, False),
        ("**Effect:** `= this.Effect`", False),
        ("#PokeroleSRD/Moves", False),
        ("```dataview\nTABLE file.name FROM #items\n```", False),
        ("```python\nprint('what the code does')\n```", True),
        ("The queue is full when `= this.size` is reached.", True),
        ("東京は日本の首都です。", True),
        ("{* ../src/cors.py hl[2,6:11] *}", False),
        ("{% include 'setup.md' %}", False),
        ('--8<-- "docs/setup.md"', False),
        ("/// tip\n///", False),
        (":::warning Beware\nThe port is open.\n:::", True),
        ("Set {size} before the start.", True),
        ("```rust\n/// Adds one.\n```", True),
        ("![[図]]", False),
        ("서울의 PLC를 점검했다.", True),
        ("![[그림]] 서울", True),
        ("Price: 400", True),
        ("2025", True),
        ("No.", True),
        ("---", False),
        ("- [ ]", False),
        ("1.", False),
        ("1. 400", True),
        ("[the price list](https://example.org/prices)", False),
        ("| Item | Cures |\n| --- | --- |\n| Awakening | Sleep |", True),
    ],
)
def test_a_query_shows_what_stands_elsewhere_and_says_nothing_itself(text: str, says: bool) -> None:
    assert says_something(text) is says


@pytest.mark.parametrize(
    ("question", "text", "says"),
    [
        ("where is the price list?", "[the price list](https://example.org/prices)", True),
        ("why does the price of the loader differ?", "[the price list](https://example.org/prices)", False),
        ("what is tagged garden?", "#garden #herbs/mint", True),
        ("which item cures sleep?", "#items", False),
        ("what is the price?", "![the price](price.png)", False),
        ("where is the price list?", "- [Prices](#prices)\n  - [The price list](#the-price-list)", False),
        ("where is the price list?", "- [[#The price list]]", False),
    ],
)
def test_a_bare_link_or_tag_says_something_where_it_is_asked_for(question: str, text: str, says: bool) -> None:
    asked = weigh(MemoryGraph([], []), parse_question(question))
    assert says_something(text, asked) is says


@pytest.mark.parametrize(
    "mark", ["![[a name]]", "[shown](https://example.org/a)", "<b class='x'>", "#tag", "https://example.org/a"]
)
@pytest.mark.parametrize("shift", range(0, 40, 3))
def test_a_long_text_of_links_says_nothing_wherever_it_is_cut_to_be_looked_at(mark: str, shift: int) -> None:
    links = "- " + "-" * shift + f"\n{mark}\n" * 1200
    assert len(links) > 5_000
    assert not says_something(links)
    assert says_something(links + "word")
    assert says_something("<p> word\n" + links)
