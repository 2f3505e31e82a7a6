"""What a person keeps in the properties of a note is found and quoted like text."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.running import done, write

QUERIES = "| Trainer price | Source |\n| --- | --- |\n| `= this.Price` | `= this.Source` |\n"
NOTE = f"---\ntitle: SRD-Awakening\nName: Awakening\nCures: Sleep\nPrices: [250, 300]\n---\n\n#items\n\n{QUERIES}\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    others = {f"notes/n{n}.md": f"---\nCures: Poison\n---\n\nBerry {n} tastes of nothing.\n" for n in range(9)}
    write(tmp_path / "wiki", {"notes/SRD-Awakening.md": NOTE, **others})
    return tmp_path


def test_a_fact_in_a_property_is_quoted_first(home: Path) -> None:
    out = done("ask", "which item cures sleep?", home=home).out
    assert out.splitlines()[1] == '- SRD-Awakening > Cures: "Sleep" (notes/SRD-Awakening.md)'


def test_a_note_is_found_by_what_its_name_property_calls_it(home: Path) -> None:
    assert "\n[SRD-Awakening" in done("ask", "What does Awakening cure?", home=home).out


def test_a_property_that_is_edited_is_found_by_its_new_value_only(home: Path) -> None:
    done("ask", "sleep", home=home)
    write(home / "wiki", {"notes/SRD-Awakening.md": NOTE.replace("Sleep", "Paralysis")})
    assert 'Cures: "Paralysis"' in done("ask", "what cures paralysis?", home=home).out
    assert 'Cures: "Sleep"' not in done("ask", "which item cures sleep?", home=home).out


def test_a_tag_in_the_properties_is_found_and_quoted(home: Path) -> None:
    write(home / "wiki", {"notes/Mint.md": "---\ntags: [garden, herbs/mint]\n---\n\nIt spreads.\n"})
    told = done("ask", "what is tagged garden?", home=home).out
    assert "herbs/mint" in told
    assert "nowhere" not in told
