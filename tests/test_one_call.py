"""The process of one call ends at once, with all that it said, and finds its patterns compiled."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.pages import block_rules
from scripts.regex_cache import RegexCache, _kept_patterns
from tests.running import done, python

CODE = "import sys; from scripts.one_call import run; sys.exit(run(sys.argv[1:]))"
KEPT = re.compile(r"(?P<kept>[a-f]+)-\d{2,3}(?!x)", re.IGNORECASE)


def test_a_call_says_everything_and_keeps_its_exit_code(tmp_path: Path) -> None:
    done("init", tmp_path / "home")
    said = python(CODE, "ask", "why is the sky blue", "--home", tmp_path / "home", "--json", "--fail-empty")
    assert (said.code, said.document["question"]) == (1, "why is the sky blue")
    wrong = python(CODE, "ask", "--no-such-option")
    assert wrong.code == 2
    assert "question" in wrong.err


def test_patterns_of_a_file_are_those_that_re_compiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    monkeypatch.setattr("scripts.regex_cache._kept_patterns", lambda: iter([KEPT]))
    path = str(tmp_path / "patterns")
    held = {(str, KEPT.pattern, int(re.IGNORECASE)): KEPT}
    monkeypatch.setattr("re._cache", held)
    RegexCache(path).store()
    held.clear()
    RegexCache(path).load()
    [loaded] = held.values()
    assert loaded is not KEPT
    assert loaded == KEPT
    assert loaded.fullmatch("ABC-12").groupdict() == {"kept": "ABC"}  # type: ignore[union-attr]


def test_patterns_are_kept_where_a_module_names_only_their_method_or_has_them_in_a_table() -> None:
    kept = {each.pattern for each in _kept_patterns()}
    assert block_rules.TOP.__self__.pattern in kept
    assert {each.pattern for each in block_rules.HTML_ENDS.values()} <= kept


@pytest.mark.parametrize("damage", [b"", b"no marshal", b"\xe9\x02\x00\x00\x00"])
def test_a_damaged_file_of_patterns_costs_nothing_but_time(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "patterns"
    path.write_bytes(damage)
    RegexCache(str(path)).load()
