"""The ontology: what written relations mean, and its readable form."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.text import ontology
from scripts.text.ontology import (
    Normalized,
    Relation,
    canonical_claim,
    canonical_filter,
    display_relation,
    find_relation,
    normalize_relation,
    relations,
    spell_relation,
    wordings,
)

RELATIONS, DATA = [*relations().values()], Path(ontology.__file__).with_name("ontology.json")
SPELLING = re.compile(r"[a-z][a-z0-9_]*")
WRITTEN = [name for r in RELATIONS for name in (r.name, r.inverse, *r.synonyms, *r.swapped)]
VERBS = json.loads(DATA.read_text("utf-8"))["verbs"]
NAMES = (
    st.text(max_size=30)
    | st.sampled_from(WRITTEN)
    | st.from_regex(r"(is |was )?[a-z]{1,8}( of| by| to)?", fullmatch=True)
)


@given(NAMES)
def test_normalizing_a_relation_twice_changes_nothing(name: str) -> None:
    once = normalize_relation(name)
    assert normalize_relation(once.name) == Normalized(once.name, False)


@given(NAMES)
def test_every_relation_gets_a_name_that_a_claim_line_can_hold(name: str) -> None:
    spelled = spell_relation(name)
    assert SPELLING.fullmatch(spelled)
    assert len(spelled) <= 60
    assert spell_relation(spelled) == spelled


@given(st.sampled_from(WRITTEN), st.sampled_from([" ", "-", "_", "  "]))
def test_case_blanks_and_hyphens_do_not_make_another_relation(name: str, gap: str) -> None:
    assert normalize_relation(name.replace("_", gap)) == normalize_relation(name)
    assert normalize_relation(name.upper()) == normalize_relation(name)


def test_no_name_stands_twice_in_the_table() -> None:
    names = [name for r in RELATIONS for name in {r.name, r.inverse, *r.synonyms, *r.swapped}]
    names += [name for pair in VERBS.items() for name in pair]
    assert [name for name, count in Counter(names).items() if count > 1] == []
    assert [name for name in names if spell_relation(name) != name] == []


def test_the_marks_of_the_table_agree_with_each_other() -> None:
    for relation in RELATIONS:
        assert relation.is_symmetric == (relation.inverse == relation.name)
        assert not (relation.is_symmetric and (relation.swapped or relation.is_asymmetric))
        assert relation.name not in relation.opposites
        assert all(relation.name in find_relation(other).opposites for other in relation.opposites)


def test_an_inverse_relation_swaps_the_ends_of_a_claim() -> None:
    assert canonical_claim("engine", "is part of", "car") == ("car", "contains", "engine")
    assert canonical_claim("car", "contains", "engine") == ("car", "contains", "engine")


def test_a_filter_on_an_inverse_follows_the_other_direction() -> None:
    assert canonical_filter(["part of", " "], "out") == (("contains",), "in")
    assert canonical_filter(["part of", "uses"], "in") == (("contains", "uses"), "both")
    assert canonical_filter(["part of", "belongs to"], "both") == (("contains",), "both")
    assert canonical_filter(["links_to"], "out") == (("links_to",), "out")
    assert canonical_filter([], "out") == ((), "out")


@pytest.mark.parametrize("name", ["原因", "вызывает", "سبب", "は の一部", "→", "ab原因", "हिन्दी में", "🚀"])
def test_a_relation_in_another_script_is_shown_as_written(name: str) -> None:
    assert display_relation(normalize_relation(name).name).replace("_", " ") == name


def test_two_relations_in_another_script_stay_two() -> None:
    assert normalize_relation("原因") != normalize_relation("結果")
    assert normalize_relation("ж" * 40) != normalize_relation("ж" * 41)


@pytest.mark.parametrize("name", ["u0041_of", "uses", "ud800"])
def test_a_name_that_only_looks_coded_is_shown_as_it_is(name: str) -> None:
    assert display_relation(name) == name


def test_marks_can_be_asked_by_any_written_name() -> None:
    assert find_relation("conflicts with").is_symmetric
    assert find_relation("place of birth").is_functional
    assert find_relation("part of").is_asymmetric
    assert find_relation("leads to").opposites == ("prevents",)
    assert find_relation("orbits") == Relation("orbits")
    assert {"leads", "contains", "part"} <= set(f"{wordings('causes')} {wordings('part_of')}".split())


def test_the_readable_ontology_is_the_table(root: Path) -> None:
    assert _readable_table() in (root / "instructions" / "ontology.md").read_text(encoding="utf-8")


def test_who_writes_a_bundle_is_told_all_names_where_the_bundle_is(root: Path) -> None:
    names = ", ".join(relation.name for relation in RELATIONS)
    assert f"`type`: one of {names}. " in (root / "instructions" / "apply.md").read_text("utf-8")


def _readable_table() -> str:
    """Return the table in Markdown, as instructions/ontology.md holds it."""
    lines = ["| Relation | Reads | Told from the other end | Marks | Opposites |", "|---|---|---|---|---|"]
    for relation in RELATIONS:
        marks = [mark for mark in ("symmetric", "functional", "asymmetric") if getattr(relation, "is_" + mark)]
        cells = (f"`{relation.name}`", relation.meaning, f"`{relation.inverse}`", ", ".join(marks))
        lines.append(f"| {' | '.join(cells)} | {', '.join(f'`{name}`' for name in relation.opposites)} |")
    lines += ["", "| Relation | Also written | Written with the ends swapped |", "|---|---|---|"]
    for relation in RELATIONS:
        swapped = () if relation.is_symmetric else (relation.inverse, *relation.swapped)
        lines.append(f"| `{relation.name}` | {_words(relation.synonyms)} | {_words(swapped)} |")
    lines += ["", f"Turned to the name of the other end, which is kept: {_words(tuple(VERBS.values()))}."]
    return "\n".join(line.replace("  |", " |") for line in lines) + "\n"


def _words(names: tuple[str, ...]) -> str:
    return ", ".join(names).replace("_", " ")
