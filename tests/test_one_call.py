"""The process of one call ends at once, with all that it said, and finds its patterns compiled."""

from __future__ import annotations

import marshal
import re
from pathlib import Path

import pytest

from scripts import regex
from scripts.regex_cache import RegexCache
from tests.running import done, python, write

CODE = "import sys; from scripts.one_call import run; sys.exit(run(sys.argv[1:]))"
PATTERN = r"(?P<kept>[a-f]+)-\d{2,3}(?!x)"


def test_a_call_says_everything_and_keeps_its_exit_code(tmp_path: Path) -> None:
    done("init", tmp_path / "home")
    said = python(CODE, "ask", "why is the sky blue", "--home", tmp_path / "home", "--json", "--fail-empty")
    assert (said.code, said.document["question"]) == (1, "why is the sky blue")
    wrong = python(CODE, "ask", "why", "--no-such-option")
    assert wrong.code == 2
    assert wrong.err.startswith("commonplace: unrecognized arguments")


OPEN = """
import os, sys
from scripts.cli import main
main(sys.argv[2:], ends=sys.argv[1] == "ends")
print("open:", sum("index.sqlite" in os.readlink(f"/proc/self/fd/{each}") for each in os.listdir("/proc/self/fd")[:-1]))
"""


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="open files are told there")
def test_only_a_process_that_ends_leaves_its_index_open(tmp_path: Path) -> None:
    done("init", tmp_path / "home")
    assert python(OPEN, "goes on", "status", "--home", tmp_path / "home").out.endswith("open: 0\n")
    assert not python(OPEN, "ends", "status", "--home", tmp_path / "home").out.endswith("open: 0\n")


STOPPED = """
from scripts import code_cache, regex_cache
def stop(*_):
    raise KeyboardInterrupt
{place} = stop
"""


@pytest.mark.parametrize("place", ["code_cache.beside_bytecode", "regex_cache.RegexCache.store"])
def test_an_interrupt_before_or_behind_the_command_ended_in_a_traceback(tmp_path: Path, place: str) -> None:
    done("init", tmp_path / "home")
    said = python(STOPPED.format(place=place) + CODE, "status", "--home", tmp_path / "home")
    assert (said.code, said.err) == (130, "interrupted: nothing is half written\n")


@pytest.mark.parametrize(
    "locale",
    [{"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"PYTHONIOENCODING": "latin-1"}],
    ids=["C", "latin-1"],
)
def test_the_installed_command_took_utf8_for_something_else(tmp_path: Path, locale: dict[str, str]) -> None:
    home = write(tmp_path, {"wiki/notes/café.md": "Das Café in 日本 öffnet um acht.\n"})
    done("init", home)
    said = python(CODE, "search", "café 日本", "--home", home, **locale)
    assert (said.code, said.err) == (0, "")
    assert "Das Café in 日本 öffnet" in said.out


@pytest.fixture
def patterns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RegexCache:
    """A file of patterns, with nothing kept or new beside it."""
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    monkeypatch.setattr(regex, "kept", {})
    monkeypatch.setattr(regex, "new", set())
    return RegexCache(str(tmp_path / "patterns"))


def test_patterns_of_a_file_are_those_that_re_compiles(patterns: RegexCache) -> None:
    compiled = regex.compile_fixed(PATTERN, regex.IGNORECASE)
    patterns.store()
    RegexCache(patterns.path).load()
    assert [*regex.kept] == [(PATTERN, regex.IGNORECASE)]
    regex.new.clear()
    loaded = regex.compile(PATTERN, regex.IGNORECASE)
    assert loaded is not compiled
    assert loaded == compiled == re.compile(PATTERN, re.IGNORECASE)
    assert loaded.fullmatch("ABC-12").groupdict() == {"kept": "ABC"}  # type: ignore[union-attr]
    assert not regex.new


@pytest.mark.usefixtures("patterns")
def test_patterns_that_modules_compile_are_kept_and_none_that_is_made_of_data() -> None:
    exec(
        compile(
            """
from scripts import regex
ONE = regex.compile("one")
SEVERAL = tuple(regex.compile(each) for each in ("two", "three"))
def search(word):
    return regex.compile(word).search("a question")
search("question")
""",
            "module",
            "exec",
        ),
        {"__name__": "some_module"},
    )
    assert regex.new == {("one", 0), ("two", 0), ("three", 0)}


@pytest.mark.usefixtures("patterns")
@pytest.mark.parametrize("entry", [b"", b"no marshal", b"i\x01\x00\x00\x00", marshal.dumps((48, [1], 0, {}, ()))])
def test_a_damaged_pattern_is_compiled_anew(entry: bytes) -> None:
    regex.kept["x+", 0] = entry
    assert regex.compile("x+").fullmatch("xx")
    assert not regex.kept


def test_what_is_not_told_here_is_that_of_re() -> None:
    assert (regex.escape("a.b"), regex.sub("a", "b", "cab")) == (re.escape("a.b"), "cbb")
    flags = regex.IGNORECASE, regex.MULTILINE, regex.DOTALL, regex.VERBOSE
    assert flags == (re.IGNORECASE, re.MULTILINE, re.DOTALL, re.VERBOSE)


@pytest.mark.parametrize("damage", [b"", b"no marshal", b"\xe9\x02\x00\x00\x00"])
def test_a_damaged_file_of_patterns_costs_nothing_but_time(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "patterns"
    path.write_bytes(damage)
    RegexCache(str(path)).load()
