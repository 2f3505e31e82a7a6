"""A bundle as JSON, JSON Lines and YAML is one value, and none of them runs or swells."""

from __future__ import annotations

import json

import pytest
import yaml

from scripts.errors import BundleError
from scripts.ingest.bundle_text import parse_bundle

RELATION = {"source": "leak", "target": "2024", "type": "causes", "confidence": 0.9, "supporting_text": "yes: no"}
ENTITY = {"name": "on", "type": "t", "supporting_text": "a # b"}
BUNDLE = {"source": "report", "summary": "One.", "entities": [ENTITY, ENTITY], "relations": [RELATION]}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(BUNDLE),
        "\n" + json.dumps(BUNDLE, indent=2),
        "\n".join(
            json.dumps(line)
            for line in (
                {"source": "report", "summary": "One."},
                {"entities": [ENTITY]},
                {"entity": ENTITY},
                {"relation": RELATION},
            )
        ),
        yaml.safe_dump(BUNDLE, allow_unicode=True).replace("&id001", "").replace("*id001", json.dumps(ENTITY)),
    ],
)
def test_each_form_is_the_same_bundle(text: str) -> None:
    assert parse_bundle(text) == BUNDLE


@pytest.mark.parametrize(
    ("text", "told", "line"),
    [
        ("{\n  1}", "not JSON", 2),
        ('{"source": "a"}\n{"entity": ', "not JSON", 2),
        ('{"source": "a"}\n[1]', "must be an object", 2),
        ('{"source": "a"}\n{"source": "b"}', "given twice", 2),
        ("source: a\nsummary: ]", "neither JSON nor YAML", 2),
        ("a: &x [1]\nb: *x", "anchors", 1),
        ('{"a": 1' + "0" * 5000 + "}", "a number has too many digits", 0),
        ("a: " + "[" * 30, "nested too deeply", 1),
        ("a: " + "[" * 100_000, "", 1),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(text: str, told: str, line: int) -> None:
    with pytest.raises(BundleError) as err:
        parse_bundle(text)
    assert (told in err.value.what, err.value.line) == (True, line)


def test_a_tag_of_yaml_makes_no_object() -> None:
    assert parse_bundle("source: !!python/object/apply:os.getcwd []") == {"source": []}
