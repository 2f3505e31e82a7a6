"""The evals: in the form other runners read, checkable, and a scorer that tells a good home from a bad one."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.running import ROOT

EVALS = ROOT / "evals"
LIST: list[dict[str, Any]] = json.loads((EVALS / "evals.json").read_text("utf-8"))["evals"]
CHECKS: dict[str, Any] = json.loads((EVALS / "checks.json").read_text("utf-8"))


def test_each_eval_has_the_fields_that_runners_read_and_checks_of_its_own() -> None:
    assert [each["id"] for each in LIST] == [int(number) for number in CHECKS]
    for each in LIST:
        assert set(each) == {"id", "prompt", "expected_output", "files", "assertions"}
        assert each["assertions"]
        assert all((EVALS / name).exists() for name in each["files"])


def test_ten_queries_should_trigger_and_ten_near_misses_should_not() -> None:
    queries = json.loads((EVALS / "triggers.json").read_text("utf-8"))
    assert [sum(each["should_trigger"] is wanted for each in queries) for wanted in (True, False)] == [10, 10]
    assert len({each["query"] for each in queries}) == 20


@pytest.mark.parametrize("number", [each["id"] for each in LIST if each["id"] != 6])
def test_an_answer_that_is_right_stands_in_the_documents(number: int) -> None:
    text = "\n".join(path.read_text("utf-8") for path in sorted((EVALS / "files").rglob("*.*")))
    for check in CHECKS[str(number)].get("answers", {}).values():
        assert "cited" not in check or re.search(check["cited"], text)
