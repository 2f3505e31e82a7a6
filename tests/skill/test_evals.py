"""The evals: in the form other runners read, checkable, and a scorer that tells a good home from a bad one."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.running import ROOT, done, write

EVALS = ROOT / "evals"
LIST: list[dict[str, Any]] = json.loads((EVALS / "evals.json").read_text("utf-8"))["evals"]
CHECKS: dict[str, Any] = json.loads((EVALS / "checks.json").read_text("utf-8"))


def score(*argv: str) -> int:
    spec = importlib.util.spec_from_file_location("evals_score", EVALS / "score.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    code: int = module.main(list(argv))
    return code


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


def test_the_scorer_fails_a_home_that_nobody_worked_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done("init", tmp_path / "home")
    assert score("1", "--home", str(tmp_path / "home"), "--answers", str(tmp_path / "none.json")) == 1
    out = capsys.readouterr().out
    assert "FAIL  sources: 0, wanted 8" in out
    assert "FAIL  answers in" in out


def test_the_scorer_passes_what_is_right_and_sees_a_vault_that_was_touched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    vault = tmp_path / "vault"
    shutil.copytree(EVALS / "files" / "bakery", vault)
    told = [{"n": 1, "answer": "640 euros"}, {"n": 2, "answer": "sixty loaves, at 07:15", "cites": []}]
    write(tmp_path, {"answers.json": json.dumps(told)})
    argv = ("6", "--answers", str(tmp_path / "answers.json"), "--vault", str(vault))
    assert score(*argv) == 0
    write(vault, {"members.md": "nobody"})
    assert score(*argv) == 1
    assert capsys.readouterr().out.count("FAIL") == 1
