"""Relation names: the table, what written names mean in it, and its readable form."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.pages.knowledge.ontology import (
    display_relation,
    inverse_of,
    is_asymmetric,
    is_functional,
    is_symmetric,
    opposites,
    pairs,
    relation_of,
    relations,
)
from scripts.pages.knowledge.relation_names import normalize_relation, relation_type

TYPE = re.compile(r"[a-z][a-z0-9_]*")
WRITTEN = [name for r in relations().values() for name in (r.name, r.inverse, *r.synonyms, *r.swapped)]
NAMES = (
    st.text(max_size=30)
    | st.sampled_from(WRITTEN)
    | st.from_regex(r"(is |was )?[a-z]{1,8}( of| by| to)?", fullmatch=True)
)


@given(NAMES)
def test_normalizing_a_relation_twice_changes_nothing(name):
    once = normalize_relation(name)
    assert normalize_relation(once.name) == (once.name, False)


@given(NAMES)
def test_every_relation_name_gets_a_name_that_a_claim_line_can_hold(name):
    assert TYPE.fullmatch(normalize_relation(name).name)
    assert len(relation_type(name)) <= 60
    assert relation_type(relation_type(name)) == relation_type(name)


@given(st.sampled_from(WRITTEN))
def test_the_inverse_tells_the_same_fact_from_the_other_end(name):
    relation, swapped = normalize_relation(name)
    assert normalize_relation(inverse_of(name)) == (relation, not swapped) or is_symmetric(name)


@given(NAMES)
def test_the_inverse_of_the_inverse_is_the_relation(name):
    normalized = normalize_relation(name)
    assert normalize_relation(inverse_of(inverse_of(normalized.name))) == (normalized.name, False)


@given(st.sampled_from(WRITTEN), st.sampled_from([" ", "-", "_", "  "]))
def test_case_blanks_and_hyphens_do_not_make_another_relation(name, gap):
    assert normalize_relation(name.replace("_", gap)) == normalize_relation(name)
    assert normalize_relation(name.upper()) == normalize_relation(name)


def test_no_written_name_stands_twice_in_the_table():
    names = Counter(n for r in relations().values() for n in (r.name, *r.synonyms, *r.swapped))
    assert [name for name, count in names.items() if count > 1] == []
    assert all(relation_type(name) == name for name in names)


def test_a_name_is_found_by_itself_as_in_the_whole_table():
    assert [relation_of(name) for name in relations()] == [*relations().values()]
    named = {other: (name, True) for name, other in pairs().items()}
    for relation in relations().values():
        named |= dict.fromkeys(relation.swapped, (relation.name, True))
        named |= dict.fromkeys((relation.name, *relation.synonyms), (relation.name, False))
    near = {cut for name in named for cut in (name[1:], name[:-1], name + "s", name + "_by", name.removesuffix("_by"))}
    asked = [name for name in sorted({*named, *near, "the", "source", "asymmetric"}) if relation_type(name) == name]
    assert [normalize_relation(name) for name in asked] == [named.get(name, (name, False)) for name in asked]
    assert [name for name in asked if relation_of(name)] == sorted(relations())


def test_the_marks_of_the_table_agree_with_each_other():
    for relation in relations().values():
        assert relation.is_symmetric == (relation.inverse == relation.name)
        assert not (relation.is_symmetric and (relation.swapped or relation.is_asymmetric))
        assert all(relation.name in relations()[other].opposites for other in relation.opposites)
        assert relation.name not in relation.opposites


@pytest.mark.parametrize(
    ("written", "name", "swapped"),
    [
        ("is caused by", "causes", True),
        ("was caused by", "causes", True),
        ("Leads To", "causes", False),
        ("part-of", "contains", True),
        ("is part of", "contains", True),
        ("partOf", "contains", True),
        ("DEPENDS_ON", "depends_on", False),
        ("is required by", "requires", True),
        ("is used by", "uses", True),
        ("has been written by", "created", True),
        ("is a", "is_a", False),
        ("is an", "is_a", False),
        ("is a kind of", "is_a", False),
        ("is an example of", "instance_of", False),
        ("is located in", "located_in", False),
        ("followed by", "precedes", False),
        ("comes after", "precedes", True),
        ("is similar to", "similar_to", False),
        ("hosts", "located_in", True),
        ("orbits", "orbits", False),
        ("is not part of", "is_not_part_of", False),
        ("does not cause", "does_not_cause", False),
        ("may cause", "may_cause", False),
        ("was used", "was_used", False),
        ("naïvely assumes", "naively_assumes", False),
        ("2nd cousin of", "r_2nd_cousin_of", False),
        ("", "related_to", False),
    ],
)
def test_a_written_relation_means(written, name, swapped):
    assert normalize_relation(written) == (name, swapped)


def test_d16_an_inverse_relation_swaps_the_ends():
    assert normalize_relation("is part of") == ("contains", True)


@pytest.mark.parametrize("name", ["原因", "вызывает", "سبب", "は の一部", "→", "ab原因", "हिन्दी में", "🚀"])
def test_a_relation_in_another_script_is_kept_and_shown_as_written(name):
    coded = normalize_relation(name).name
    assert TYPE.fullmatch(coded)
    assert display_relation(coded).replace("_", " ") == name


def test_two_relations_in_another_script_stay_two():
    assert normalize_relation("原因") != normalize_relation("結果")
    assert normalize_relation("ж" * 40) != normalize_relation("ж" * 41)


def test_a_name_that_only_looks_coded_is_shown_as_it_is():
    assert display_relation("u0041_of") == "u0041_of"
    assert display_relation("uses") == "uses"
    assert display_relation("ud800") == "ud800"


def test_marks_can_be_asked_by_any_written_name():
    assert is_symmetric("conflicts with")
    assert not is_symmetric("causes")
    assert is_functional("place of birth")
    assert not is_functional("causes")
    assert is_asymmetric("part of")
    assert not is_asymmetric("orbits")
    assert opposites("leads to") == ("prevents",)
    assert opposites("orbits") == ()


@pytest.mark.parametrize(
    ("written", "name", "swapped"),
    [
        ("superset of", "contains", False),
        ("is the cause of", "causes", False),
        ("is inside", "located_in", False),
        ("is watered by", "waters", True),
        ("taught by", "teaches", True),
        ("was killed by", "kills", True),
        ("descendant of", "ancestor_of", True),
        ("waters", "waters", False),
        ("is not watered by", "is_not_watered_by", False),
        ("may be killed by", "may_be_killed_by", False),
        ("unaffected by", "unaffected_by", False),
    ],
)
def test_a_fact_told_from_the_other_end_is_the_same_fact(written, name, swapped):
    assert normalize_relation(written) == (name, swapped)
    assert normalize_relation(inverse_of(inverse_of(written))) == (name, swapped)


def test_the_other_end_of_a_kept_name_is_no_name_of_the_table():
    table = {each for r in relations().values() for each in (r.name, *r.synonyms, *r.swapped)}
    assert table & {*pairs(), *pairs().values()} == set()
    assert len(set(pairs().values())) == len(pairs())


def test_the_readable_ontology_is_the_table(root):
    assert _table() in (root / "instructions" / "ontology.md").read_text(encoding="utf-8")


def test_who_writes_a_bundle_is_told_all_names_where_the_bundle_is(root):
    assert f"`type`: one of {', '.join(relations())}. " in (root / "instructions" / "apply.md").read_text("utf-8")


def _table() -> str:
    """The table of relations in Markdown, as instructions/ontology.md holds it: what that page is mended from."""
    lines = ["| Relation | Reads | Told from the other end | Marks | Opposites |", "|---|---|---|---|---|"]
    for relation in relations().values():
        marks = [m for m in ("symmetric", "functional", "asymmetric") if getattr(relation, "is_" + m)]
        row = (f"`{relation.name}`", relation.meaning, f"`{relation.inverse}`", ", ".join(marks))
        lines.append(f"| {' | '.join(row)} | {', '.join(f'`{name}`' for name in relation.opposites)} |")
    lines += ["", "| Relation | Also written | Written with the ends swapped |", "|---|---|---|"]
    lines += [f"| `{r.name}` | {_listed(r.synonyms)} | {_listed(r.swapped)} |" for r in relations().values()]
    lines += ["", f"Turned to the name of the other end, which is kept: {_listed(tuple(pairs().values()))}."]
    return "\n".join(line.replace("  |", " |") for line in lines) + "\n"


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(name.replace("_", " ") for name in names)
