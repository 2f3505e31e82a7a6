"""Relation names: the table, what written names mean in it, and its readable form."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.pages.knowledge.ontology import (
    display_relation,
    is_asymmetric,
    is_functional,
    is_symmetric,
    opposites,
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


@given(st.sampled_from(WRITTEN), st.sampled_from([" ", "-", "_", "  "]))
def test_case_blanks_and_hyphens_do_not_make_another_relation(name, gap):
    assert normalize_relation(name.replace("_", gap)) == normalize_relation(name)
    assert normalize_relation(name.upper()) == normalize_relation(name)


def test_no_written_name_stands_twice_in_the_table():
    names = Counter(n for r in relations().values() for n in (r.name, *r.synonyms, *r.swapped))
    assert [name for name, count in names.items() if count > 1] == []
    assert all(relation_type(name) == name for name in names)


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


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(name.replace("_", " ") for name in names)
