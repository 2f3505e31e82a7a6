"""How large the house is, and how much of it a question and a bundle walk through: figures that may fall and not grow.

`pytest -s tests/test_house.py` prints them.  Whoever makes a figure smaller lowers its limit here.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from tests.acceptance.story import BUNDLES, DOCUMENTS
from tests.running import ROOT, done, python, write

LIMITS = {
    "lines of scripts": 37_224,
    "modules of scripts": 150,
    "lines of tests": 26_409,
    "ask: files run": 42,
    "ask: files imported": 56,
    "ask: SQL statements": 27,
    "apply: files run": 53,
    "apply: files imported": 66,
}

MEASURED = """
import json, sqlite3, sys

folder, loading, ran, statements = sys.argv[1] + "/", [0], set(), []

def note(frame, event, argument):
    code = frame.f_code
    if code.co_name == "<module>":
        loading[0] += (event == "call") - (event == "return")
    elif event == "call" and not loading[0] and code.co_filename.startswith(folder):
        ran.add(code.co_filename)

class Watched(sqlite3.Connection):
    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.set_trace_callback(self.note)

    def note(self, sql):
        # FTS5 asks for its own settings.
        if sql.startswith(("SELECT", "WITH")) and "_config'" not in sql:
            statements.append(sql)

connect = sqlite3.connect
sqlite3.connect = lambda *arguments, **options: connect(*arguments, **{"factory": Watched, **options})

def main():
    from scripts.cli import main as run
    return run(sys.argv[2:])

sys.setprofile(note)
code = main()
sys.setprofile(None)
imported = {getattr(module, "__file__", None) or "" for module in sys.modules.values()}
figures = {
    "files run": len(ran),
    "files imported": len({file for file in imported if file.startswith(folder)}),
    "SQL statements": len(statements),
}
print(json.dumps(figures), file=sys.stderr)
sys.exit(code)
"""
"""Runs one command; the figures are the last line of standard error.

A file is run if one of its functions is called after it was imported.
"""


def _figures(*argv: object) -> dict[str, int]:
    ran = python(MEASURED, ROOT / "scripts", *argv)
    assert ran.code == 0, ran
    figures: dict[str, int] = json.loads(ran.err.splitlines()[-1])
    return figures


def _lines(files: list[Path]) -> int:
    return sum(file.read_bytes().count(b"\n") for file in files)


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> dict[str, int]:
    scripts, tests = (sorted((ROOT / name).rglob("*.py")) for name in ("scripts", "tests"))
    figures = {"lines of scripts": _lines(scripts), "modules of scripts": len(scripts), "lines of tests": _lines(tests)}
    folder = tmp_path_factory.mktemp("house")
    home, documents = folder / "home", write(folder / "documents", DOCUMENTS)
    bundle = folder / "bundle.json"
    bundle.write_text(json.dumps(BUNDLES["incident-report"]), "utf-8")
    done("init", home)
    done("add", documents / "report.md", home=home)
    done("status", home=home)
    applied = _figures("apply", bundle, "--home", home)
    asked = ("ask", "what caused the checkout crash?", "--home", home)
    # What was written a moment ago is read again: its time of change says nothing yet.
    time.sleep(2.1)
    _figures(*asked)
    figures |= {f"ask: {name}": figure for name, figure in _figures(*asked).items()}
    figures |= {f"apply: {name}": figure for name, figure in applied.items() if "SQL" not in name}
    print("\n" + "\n".join(f"{name:24} {figure:7,} of {LIMITS[name]:7,}" for name, figure in figures.items()))
    return figures


@pytest.mark.parametrize("name", LIMITS)
def test_the_house_stays_within_its_limits(name: str, measured: dict[str, int]) -> None:
    assert measured[name] <= LIMITS[name]
