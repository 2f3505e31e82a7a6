"""Running the command line: in this process, or in one of its own where the process is what matters."""

from __future__ import annotations

import hashlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from jsonschema import Draft202012Validator

from scripts.cli import main
from scripts.verbs import FAMILIES, load
from scripts.verbs.declaration import document_schema

ROOT = Path(__file__).resolve().parents[1]
LAUNCHER = ROOT / "scripts" / "commonplace.py"
NOW = "2025-03-04T05:06:07Z"
SETTINGS = {
    "COMMONPLACE_ENV": "current",
    "COMMONPLACE_QUIET_SECONDS": "0",
    "COMMONPLACE_NOW": NOW,
    "COMMONPLACE_EMBEDDER": "none",
}
"""No model, installed or not: a forked process that loads one hangs, and what is found depends on the machine."""


class Ran(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Standard output as the one JSON document it must be."""
        return json.loads(self.out)


def environment(**more: str) -> dict[str, str]:
    """This process's environment without a setting of the machine, and with the clock standing still."""
    folders = ("COMMONPLACE_STATE", "COMMONPLACE_CACHE")
    clean = {name: value for name, value in os.environ.items() if name in folders or "COMMONPLACE" not in name}
    return {**clean, **SETTINGS, **more}


def run(*argv: object, home: Path | str | None = None, stdin: str = "", **env: str) -> Ran:
    """main(argv) in this process, as a shell would call it."""
    words = [str(word) for word in argv] + (["--home", str(home)] if home is not None else [])
    out, err = io.StringIO(), io.StringIO()
    given = io.TextIOWrapper(io.BytesIO(stdin.encode("utf-8", "surrogateescape")), encoding="utf-8")
    with (
        _surrounded(environment(**env)),
        patch.object(sys, "stdin", given),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = main(words)
    if "--json" in words and out.getvalue():
        check_document(next((word for word in words if word in FAMILIES), ""), json.loads(out.getvalue()))
    return Ran(code, out.getvalue(), err.getvalue())


def check_document(verb: str, document: Any) -> None:
    """Raise ValidationError where what a verb printed is neither an error nor of the form that it tells."""
    if not (isinstance(document, dict) and document.keys() == {"error"}):
        _validator(verb).validate(document)


@cache
def _validator(verb: str) -> Draft202012Validator:
    return Draft202012Validator(document_schema(load(verb)))


@contextmanager
def _surrounded(wanted: dict[str, str]) -> Iterator[None]:
    """Inside, os.environ is this: as patch.dict makes it, in a quarter of the time, for most of it stays."""
    before = dict(os.environ)
    _surround(wanted)
    try:
        yield
    finally:
        _surround(before)


def _surround(wanted: dict[str, str]) -> None:
    now = dict(os.environ)
    for name in now.keys() - wanted.keys():
        del os.environ[name]
    os.environ.update(wanted.items() - now.items())


def done(*argv: object, home: Path | str | None = None, stdin: str = "", **env: str) -> Ran:
    """The same for a command that must succeed."""
    ran = run(*argv, home=home, stdin=stdin, **env)
    assert ran.code == 0, ran
    return ran


def start(*argv: object, cwd: Path | str, stdin: str = "", **env: str) -> Ran:
    """The launcher in a process of its own."""
    words = [sys.executable, str(LAUNCHER), *map(str, argv)]
    ended = subprocess.run(
        words, cwd=cwd, input=stdin.encode("utf-8"), capture_output=True, env=environment(**env), timeout=120
    )
    return Ran(ended.returncode, ended.stdout.decode("utf-8"), ended.stderr.decode("utf-8"))


def python(code: str, *argv: object, cwd: Path | str = ROOT, **env: str) -> Ran:
    """A program in a process of its own, with the project on its path."""
    words = [sys.executable, "-c", code, *map(str, argv)]
    ended = subprocess.run(
        words, cwd=cwd, capture_output=True, env=environment(PYTHONPATH=str(ROOT), **env), timeout=120
    )
    return Ran(ended.returncode, ended.stdout.decode("utf-8"), ended.stderr.decode("utf-8"))


def tree(folder: Path, *, without: tuple[str, ...] = ("index.sqlite", "lock")) -> dict[str, str]:
    """Every file below a folder with the hash of its bytes; what is derived, and the empty lock file, left out."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(without)
    }


def write(folder: Path, files: dict[str, str]) -> Path:
    """Put texts into files below a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return folder


def page(title: str, body: str = "", **properties: str) -> str:
    """The text of a note as a person writes it."""
    lines = [
        f"title: {json.dumps(title, ensure_ascii=False)}",
        *(f"{key}: {value}" for key, value in properties.items()),
    ]
    return "---\n" + "\n".join(lines) + f"\n---\n# {title}\n\n{body}\n"
