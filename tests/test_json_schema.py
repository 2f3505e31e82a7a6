"""The forms of what `--json` prints; running.run checks every document that a test makes a verb print."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, ValidationError

from scripts.verbs import FAMILIES
from tests.running import check_document, done


@pytest.mark.parametrize("verb", FAMILIES)
def test_a_verb_tells_the_form_of_its_document_without_its_arguments(verb: str) -> None:
    schema = json.loads(done(verb, "--json-schema").out)
    Draft202012Validator.check_schema(schema)
    assert schema["title"] == f"{verb} --json"


def test_a_field_that_lacks_or_is_new_or_of_another_kind_is_no_such_document(handbook: Path) -> None:
    document = done("status", "--json", home=handbook).document
    assert document["pages"]
    wrong = [{**document, "more": 1}, {**document, "pages": []}, {k: v for k, v in document.items() if k != "pages"}]
    for changed in wrong:
        with pytest.raises(ValidationError):
            check_document("status", changed)


def test_a_client_may_tell_one_answer_from_several(handbook: Path) -> None:
    one = done("ask", "how does the budget stay hard?", "--json", home=handbook).document
    two = done("ask", "how does the budget stay hard?", "what is a torn read?", "--json", home=handbook).document
    assert one["verdict"]
    assert [answer["question"] for answer in two["answers"]] == [
        "how does the budget stay hard?",
        "what is a torn read?",
    ]
