"""What a cold question imports: imports are most of what it costs, so a new one must be meant.

A module that is needed only sometimes is imported in the function that needs it.  Where one more is right after all,
put it into imports_of_ask.txt, and say in the commit what it costs (`python -X importtime`).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts.store.connections import RACY_NS
from tests.running import ROOT, done, environment, python, tree, write

GOLDEN = Path(__file__).with_name("imports_of_ask.txt")
PARTS_OF_RE = {
    *("sre_compile", "sre_constants", "sre_parse"),
    *("collections", "functools", "keyword", "operator", "reprlib", "types"),
}
"""What comes with `re`, with which the first call of all compiles its patterns: modules of its own before Python 3.11,
and what it imports, unless the site has loaded that."""
CODE = """
import sys
before = {*sys.modules}
from scripts.cli import main
code = main(sys.argv[1:])
print(*sorted({*sys.modules} - before), sep="\\n", file=sys.stderr)
sys.exit(code)
"""
LATER = """
import os, sys
sys.path.insert(0, sys.argv.pop(1))
sys.dont_write_bytecode = False
compiled = []
sys.addaudithook(lambda event, told: event == "compile" and compiled.append("compile"))
end = os._exit
def tell(code):
    for name in ("re", "enum", "json", "functools", "collections", "operator"):
        if name in sys.modules:
            print(name, file=sys.stderr)
    print(*compiled, file=sys.stderr)
    sys.stderr.flush()
    end(code)
os._exit = tell
from scripts.one_call import run
run(sys.argv[1:])
"""
QUESTIONS = (
    "how does the token budget stay hard?",
    "what causes a budget overrun, and what prevents it?",
    "which rules hold for two writers?",
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the handbook, indexed."""
    folder = tmp_path_factory.mktemp("imports")
    write(folder / "wiki", {path: (ROOT / "wiki" / path).read_text("utf-8") for path in tree(ROOT / "wiki")})
    done("status", home=folder)
    # A file as young as this is read again by the next call, which imports the scanner for it.
    time.sleep(RACY_NS / 1e9 + 0.1)
    done("status", home=folder)
    return folder


def _imported(home: Path, *argv: str) -> set[str]:
    """Modules of ours by full name, others by the name of their package."""
    ran = python(CODE, *argv, "--home", str(home))
    assert ran.code == 0, ran.err
    return {name if name.startswith("scripts") else name.partition(".")[0] for name in ran.err.split()}


def test_a_question_imports_what_is_listed_and_nothing_new(home: Path) -> None:
    loaded: set[str] = set()
    for question in QUESTIONS:
        loaded |= _imported(home, "ask", question)
    # Private modules of the standard library come with public ones, and change from one Python to the next.
    public = {name for name in loaded - PARTS_OF_RE if not name.startswith("_")}
    listed = {*GOLDEN.read_text("utf-8").split()}
    assert sorted(public - listed) == []
    assert sorted(name for name in listed - public if name.startswith("scripts")) == []


def test_a_question_after_the_first_compiles_neither_patterns_nor_text(home: Path, tmp_path: Path) -> None:
    cached = environment(PYTHONPYCACHEPREFIX=str(tmp_path / "bytecode"))
    # A clock that is set is read with strptime, which imports them as well.
    del cached["COMMONPLACE_NOW"]
    copy = shutil.copytree(home, tmp_path / "home")
    # On a busy machine the second call would come to read again what is this young.
    time.sleep(RACY_NS / 1e9 + 0.1)
    page = next((copy / "wiki").glob("topics/*.md"))
    # Without the modules of the environment, some of which import `re` themselves.
    words = [sys.executable, "-S", "-c", LATER, str(ROOT), "ask", "--home", str(copy)]

    def ask(question: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*words, question], capture_output=True, env=cached, text=True, timeout=60)

    first, second = ask(QUESTIONS[1]), ask(QUESTIONS[1])
    assert first.stderr.split()[:2] == ["re", "enum"]
    assert second.stderr.split() == []
    assert first.stdout == second.stdout
    assert "budget" in first.stdout
    for question in ("when did the zeppelin of Friedrichshafen land?", QUESTIONS[1]):
        for number in range(2):
            page.write_text(page.read_text("utf-8") + f"\nLine {number}.\n", encoding="utf-8")
            edited = ask(question)
        assert {"re", "enum", "json", "functools"}.isdisjoint(edited.stderr.split())


def test_a_question_after_an_edit_imports_the_reader_of_pages_and_nothing_of_others_beside(
    home: Path, tmp_path: Path
) -> None:
    copy = shutil.copytree(home, tmp_path / "home")
    page = next((copy / "wiki").glob("topics/*.md"))
    page.write_text(page.read_text("utf-8") + "\nOne line more, with a [[link]].\n", encoding="utf-8")
    loaded = _imported(copy, "ask", QUESTIONS[0])
    assert "scripts.pages.markdown.scanner" in loaded
    listed = {*GOLDEN.read_text("utf-8").split()}
    others = {name for name in loaded - listed - PARTS_OF_RE if not name.startswith(("scripts", "_"))}
    # `typing` or `sqlite3` alone would cost a fifth of what reading the page and writing it into the index does.
    assert sorted(others - {"array"}) == []


def test_a_question_in_vain_imports_the_journal_and_no_more_than_that_needs(home: Path) -> None:
    loaded = _imported(home, "ask", "when did the zeppelin of Friedrichshafen land?")
    listed = {*GOLDEN.read_text("utf-8").split()}
    assert "scripts.store.journal" in loaded
    assert "scripts.store.operations" not in loaded
    # `typing` and `tempfile` alone would make it a fifth dearer than a question that is answered.
    others = {name for name in loaded - listed - PARTS_OF_RE if not name.startswith(("scripts", "_"))}
    assert sorted(others) == []


def test_what_a_question_imports_stands_in_the_package_or_the_standard_library() -> None:
    listed = GOLDEN.read_text("utf-8").split()
    assert [name for name in listed if not name.startswith("scripts") and name not in sys.stdlib_module_names] == []
