"""Bundles: every fault is found at once, with its place; nothing that is given breaks the check."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scripts.ingest.bundle import bundle_of, check_bundle

SCHEMA = json.loads((Path(__file__).resolve().parents[2] / "instructions" / "bundle.schema.json").read_text("utf-8"))
EXAMPLE = SCHEMA["examples"][0]
ENTITY = {"name": "leak", "type": "concept", "supporting_text": "a leak"}
RELATION = {"source": "leak", "target": "crash", "type": "causes", "confidence": 0.9, "supporting_text": "it leaks"}
PAGE = {"category": "topics", "title": "T", "content": "text"}

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
KEYS = [
    "source",
    "summary",
    "entities",
    "relations",
    "pages",
    "name",
    "type",
    "aliases",
    "confidence",
    "title",
    "target",
]
SHAPED = st.recursive(
    st.sampled_from(["leak", "", 0.9, 2, None, True, "topics"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    max_leaves=12,
)


def changed(**parts):
    return {**copy.deepcopy(EXAMPLE), **parts}


def faults(value):
    return [(fault.item, fault.reason) for fault in check_bundle(value)]


def places(value):
    return [fault.item for fault in check_bundle(value)]


def test_the_schema_is_a_schema_and_its_example_is_accepted():
    Draft202012Validator.check_schema(SCHEMA)
    assert check_bundle(EXAMPLE) == ()


def test_every_part_of_the_schema_is_described():
    parts = [
        *SCHEMA["properties"].values(),
        *(p for d in SCHEMA["$defs"].values() for p in d.get("properties", {}).values()),
    ]
    assert [
        part
        for part in parts
        if "description" not in part and part.get("$ref") not in ("#/$defs/quote", "#/$defs/name", "#/$defs/block")
    ] == []
    assert all("description" in SCHEMA["$defs"][name] for name in ("name", "quote"))


def test_a_bundle_is_read_into_values():
    bundle = bundle_of(changed(source=" incident-report "))
    assert bundle.source == "incident-report"
    assert bundle.entities[0].aliases == ("leak",)
    assert bundle.entities[1].description == ""
    assert (bundle.relations[0].source, bundle.relations[0].type, bundle.relations[0].confidence) == (
        "memory leak",
        "causes",
        0.9,
    )
    assert bundle.pages[0].expect_sha == ""
    assert bundle_of({"pages": [PAGE]}).source == ""


@given(JSON | SHAPED)
def test_what_has_no_fault_can_be_read(value):
    assert check_bundle(value) or bundle_of(value)


@given(st.sampled_from(["entities", "relations", "pages"]), JSON)
def test_any_value_in_any_part_is_either_read_or_refused(part, value):
    for bundle in (
        changed(**{part: value}),
        changed(**{part: [value]}),
        changed(**{part: [dict.fromkeys(EXAMPLE[part][0], value)]}),
    ):
        assert all(isinstance(fault.item, str) and fault.reason for fault in check_bundle(bundle))
        json.dumps([fault._asdict() for fault in check_bundle(bundle)], allow_nan=False, ensure_ascii=False).encode()


def test_d21_all_faults_are_named_at_once_with_their_places():
    bundle = {
        "source": "s",
        "entities": [{**ENTITY, "name": ""}, {"name": "x", "type": "y"}, {**ENTITY, "alias": ["z"]}],
        "relations": [RELATION, {**RELATION, "confidence": 1.5}, {**RELATION, "confidence": "high", "type": "a\nb"}],
        "pages": [{**PAGE, "category": "topic"}],
        "extra": 1,
    }
    assert places(bundle) == [
        "entities[0].name",
        "entities[1].supporting_text",
        "entities[2].alias",
        "relations[1].confidence",
        "relations[2].confidence",
        "relations[2].type",
        "pages[0].category",
        "extra",
    ]


@pytest.mark.parametrize(
    ("part", "nearest"),
    [
        ({"entities": [{**ENTITY, "alias": []}]}, "aliases"),
        ({"entities": [{**ENTITY, "support_text": "x"}]}, "supporting_text"),
        ({"pages": [{**PAGE, "category": "Topic"}]}, "topics"),
        ({"relations": [{**RELATION, "confidence": 90}]}, ""),
        ({"relations": [{**RELATION, "confidence": -1}]}, ""),
        ({"relations": [{**RELATION, "confidence": "0.9"}]}, ""),
        ({"relations": [{**RELATION, "source": "memory\nleak"}]}, "memory leak"),
        ({"relation": []}, "relations"),
    ],
)
def test_a_fault_names_the_nearest_valid_thing(part, nearest):
    assert [fault.nearest for fault in check_bundle(changed(**part))] == [nearest]


@pytest.mark.parametrize(
    "part",
    [
        {"entities": [{**ENTITY, "name": "x" * 201}]},
        {"entities": [{**ENTITY, "name": " \u00a0"}]},
        {"entities": [{**ENTITY, "name": "a\u2028b"}]},
        {"entities": [{**ENTITY, "name": "trailing\n"}]},
        {"entities": [{**ENTITY, "name": None}]},
        {"entities": [{**ENTITY, "supporting_text": "x" * 2001}]},
        {"entities": [{**ENTITY, "supporting_text": "..."}]},
        {"entities": {"name": "x"}},
        {"relations": [{**RELATION, "confidence": True}]},
        {"relations": [{**RELATION, "confidence": None}]},
        {"relations": [{**RELATION, "confidence": float("nan")}]},
        {"relations": [{**RELATION, "confidence": float("inf")}]},
        {"relations": [{**RELATION, "confidence": 10**400}]},
        {"relations": [{**RELATION, "type": ""}]},
        {"relations": ["x"]},
        {"pages": [{**PAGE, "category": "sources"}]},
        {"pages": [{**PAGE, "category": "../../etc"}]},
        {"pages": [{**PAGE, "expect_sha": "abc"}]},
        {"pages": [{**PAGE, "content": " "}]},
        {"pages": [{**PAGE, "content": "a\0b"}]},
        {"pages": [PAGE, {**PAGE, "title": " t "}]},
        {"source": ""},
        {"source": "a\x00b"},
        {"summary": "\ud800"},
        {"summary": b"bytes"},
        {1: 2},
    ],
)
def test_a_bad_part_is_refused_alone(part):
    value = changed()
    value.update(part)
    assert len(check_bundle(value)) == 1


def test_what_cannot_be_stored_hides_no_other_fault():
    """Items that nobody had looked at were taken for sound ones: `apply` ended in a traceback."""
    value = {"source": "s", "relations": [{**RELATION, "target": "a\0b"}, {**RELATION, "confidence": "!="}]}
    assert places(value) == ["relations[0].target", "relations[1].confidence"]
    assert places({"summary": "a\0b", "entities": [{"name": 5}], "pages": 3})[0] == "summary"
    assert "pages" in places({"summary": "a\0b", "pages": 3})
    assert places({"relations": [{1: 2}], "pages": 3}) == [""]


def test_a_source_is_needed_for_what_is_quoted_from_it():
    assert places({"entities": [ENTITY]}) == ["source"]
    assert places({"relations": [RELATION]}) == ["source"]
    assert places({"summary": "text"}) == ["source"]
    assert places({"pages": [PAGE]}) == []


@pytest.mark.parametrize("value", [{}, {"source": "s"}, {"source": "s", "entities": [], "pages": []}])
def test_a_bundle_that_says_nothing_is_refused(value):
    assert [item for item, _ in faults(value)] == [""]


@pytest.mark.parametrize("value", [None, 1, "x", [], [EXAMPLE], True, float("nan")])
def test_what_is_no_bundle_is_refused(value):
    assert places(value) == [""]


def test_d32_names_that_read_the_same_with_other_types_are_refused():
    entities = [{**ENTITY, "name": "Mercury", "type": "planet"}, {**ENTITY, "name": "mercury", "type": "element"}]
    (fault,) = check_bundle(changed(entities=entities))
    assert (fault.item, fault.nearest) == ("entities[1].name", "mercury (element)")
    entities[1]["type"] = "Planet"
    assert check_bundle(changed(entities=entities)) == ()


def test_an_alias_that_is_another_entitys_name_is_refused():
    entities = [ENTITY, {**ENTITY, "name": "crash", "aliases": ["failure", "LEAK"]}]
    assert places(changed(entities=entities)) == ["entities[1].aliases[1]"]
    assert check_bundle(changed(entities=[{**ENTITY, "aliases": ["Leaks", "leak"]}])) == ()


@pytest.mark.parametrize("target", ["leak", "LEAK", "memory-leak"])
def test_a_relation_of_a_thing_to_itself_is_refused(target):
    entities = [{**ENTITY, "aliases": ["memory leak"]}]
    assert places(changed(entities=entities, relations=[{**RELATION, "target": target}])) == ["relations[0].target"]


def test_deep_and_huge_values_are_refused_without_harm():
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    assert len(check_bundle(changed(entities=deep))) == 1
    assert len(check_bundle(deep)) == 1
    loop: list = []
    loop.append(loop)
    assert len(check_bundle(changed(pages=loop))) == 1
    (fault,) = check_bundle(changed(entities=[{**ENTITY, "name": "x" * 10_000_000}]))
    assert len(fault.value) <= 80
    assert len(check_bundle(changed(entities=[{}] * 2000))) == 6000
