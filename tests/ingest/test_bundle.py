"""Bundles: every fault is found at once, with its place; nothing that is given breaks the check."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from pydantic.json_schema import GenerateJsonSchema

from scripts.ingest.bundle import Bundle, check_bundle, parse_bundle

SCHEMA = Path(__file__).resolve().parents[2] / "instructions" / "bundle.schema.json"
ENTITY = {"name": "leak", "type": "concept", "supporting_text": "a leak"}
RELATION = {"source": "leak", "target": "crash", "type": "causes", "confidence": 0.9, "supporting_text": "it leaks"}
PAGE = {"category": "topics", "title": "T", "content": "text"}
EXAMPLE = {
    "source": "incident-report",
    "summary": "The node crashed because the worker leaked memory.",
    "entities": [
        {
            "name": "memory leak",
            "type": "concept",
            "aliases": ["leak"],
            "supporting_text": "crashes due to memory leaks",
        },
        {"name": "system crash", "type": "event", "supporting_text": "the system crashes"},
    ],
    "relations": [{**RELATION, "source": "memory leak", "target": "system crash"}],
    "pages": [{**PAGE, "title": "Why nodes crash", "summary": "Causes of node crashes"}],
}

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def changed(**parts):
    return {**copy.deepcopy(EXAMPLE), **parts}


def faults(value):
    return [(fault.item, fault.reason) for fault in check_bundle(value)]


def places(value):
    return [fault.item for fault in check_bundle(value)]


class _Untitled(GenerateJsonSchema):
    def field_title_should_be_set(self, _):
        return False


def bundle_schema():
    return json.dumps(Bundle.model_json_schema(schema_generator=_Untitled), indent=2) + "\n"


def test_the_example_is_accepted_and_the_published_schema_is_that_of_the_code():
    """Else write it anew: SCHEMA.write_text(bundle_schema(), "utf-8")."""
    assert check_bundle(EXAMPLE) == ()
    assert SCHEMA.read_text("utf-8") == bundle_schema()


@given(st.sampled_from(["entities", "relations", "pages"]), JSON)
def test_any_value_in_any_part_is_either_read_or_refused(part, value):
    for bundle in (
        changed(**{part: value}),
        changed(**{part: [value]}),
        changed(**{part: [dict.fromkeys(EXAMPLE[part][0], value)]}),
    ):
        assert all(isinstance(fault.item, str) and fault.reason for fault in check_bundle(bundle))
        json.dumps([fault._asdict() for fault in check_bundle(bundle)], allow_nan=False, ensure_ascii=False).encode()


@pytest.mark.parametrize("value", [{}, {"source": "s"}, {"source": "s", "entities": [], "pages": []}])
def test_a_bundle_that_says_nothing_is_refused(value):
    assert [item for item, _ in faults(value)] == ["bundle"]


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
    assert len(fault.reason) <= 80
    assert len(check_bundle(changed(entities=[{}] * 2000))) == 6000


LEAKS = {"source": "leak", "target": "2024", "type": "causes", "confidence": 0.9, "supporting_text": "yes: no"}
WORDS = {"name": "on", "type": "t", "supporting_text": "a # b"}
BUNDLE = {"source": "report", "summary": "One.", "entities": [WORDS, WORDS], "relations": [LEAKS]}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(BUNDLE),
        "\n" + json.dumps(BUNDLE, indent=2),
        yaml.safe_dump(BUNDLE, allow_unicode=True).replace("&id001", "").replace("*id001", json.dumps(WORDS)),
    ],
)
def test_each_form_is_the_same_bundle(text):
    assert Bundle.model_validate(parse_bundle(text)) == Bundle.model_validate(BUNDLE)


def test_a_tag_of_yaml_makes_no_object():
    assert parse_bundle("source: !!python/object/apply:os.getcwd []") == {"source": []}
