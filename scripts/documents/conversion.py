"""Documents that are no text, turned into Markdown by a process of their own, within limits; see converter.py.

Only its two streams come back: no file, no descriptor.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from typing import BinaryIO, NamedTuple
from zipfile import ZipFile

from ..errors import MissingExtraError, SourceError
from ..settings import Settings
from .converter import OUT_OF_MEMORY, READERS
from .plain_text import safe_markdown

PANDOC_FORMATS = {
    ".docx": "docx",
    ".epub": "epub",
    ".htm": "html",
    ".html": "html",
    ".ipynb": "ipynb",
    ".latex": "latex",
    ".odt": "odt",
    ".org": "org",
    ".rst": "rst",
    ".rtf": "rtf",
    ".tex": "latex",
}
SUFFIXES = frozenset({*PANDOC_FORMATS, *READERS})
PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "converter.py")
_ROOT, *_FOLDERS = PROGRAM.rsplit(os.sep, 3)[:-1]
"""Where the package lies, and its folders: in a checkout they have other names than it is called by."""
_FILTER = os.path.join(os.path.dirname(PROGRAM), "pandoc.lua")
_MARKDOWN = "gfm-raw_html-tex_math_gfm+tex_math_dollars+hard_line_breaks"
_PASSED_OVER = {
    ".docx": (
        ("chart", re.compile(r"word/charts/chart\d*\.xml")),
        ("diagram", re.compile(r"word/diagrams/data\d*\.xml")),
    ),
    ".odt": (("formula or chart", re.compile(r"(?:\./)?(?:Object|Formula)[ -]?\d+/content\.xml")),),
}
"""Members of archives that the program does not read."""
_WITH_NUMBERS = ("word/styles.xml", "word/document.xml")
_NUMBERED = re.compile(
    rb'<w:(?:name|pStyle) w:val="[Hh]eading ?\d"/>(?:(?!</w:(?:style|pPr)>).){0,2000}<w:numId w:val="[1-9]', re.DOTALL
)
_MOST_READ = 20_000_000
_MOST_TOLD = 10_000
"""Bytes that are read of what it tells beside the text."""
_REASON_SHOWN = 200
_LIST_END = re.compile(r"\n\n&nbsp;(?=\n\n)")
"""What pandoc writes between two lists."""
BY_HAND = "convert it to Markdown yourself and add that"


class Converted(NamedTuple):
    """What came out of a document."""

    text: str
    """Markdown."""
    title: str = ""
    """What the file says beside its text that it is called."""
    left_out: str = ""
    """What of the document its text lacks, as `2 pictures`."""


def convert(data: bytes, path: str, settings: Settings, *, suffix: str = "") -> Converted:
    """Convert a document's bytes; path names it in errors, and suffix, else that of the path, says what it is.

    Raises SourceError when it cannot be converted within the settings, or when its parser crashes; MissingExtraError
    where the library or the program for it is not installed.
    """
    suffix = suffix or os.path.splitext(path)[1].lower()
    name = os.path.basename(path)
    command = _pandoc_command(suffix, name, settings) if suffix in PANDOC_FORMATS else []
    try:
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            exit_code = _run(data, suffix, command, settings, output, errors)
            output.seek(0)
            errors.seek(0)
            text, told = (
                output.read(settings.max_document_bytes + 1),
                errors.read(_MOST_TOLD).decode("utf-8", "replace"),
            )
    except OSError as err:
        raise SourceError(f"cannot be converted: {err.strerror}", path=path, hint="check free space") from err
    lines = told.splitlines()
    facts = {key: value for key, _, value in (line.partition(": ") for line in lines)}
    if "missing" in facts:
        raise MissingExtraError(f"reading {name}", facts["missing"], "documents")
    if exit_code == 0 and len(text) <= settings.max_document_bytes:
        markdown = text.decode("utf-8", "replace")
        if command:
            markdown = safe_markdown(_LIST_END.sub("", markdown))
        left_out = [*filter(None, [facts.get("left-out", "")]), *_parts_left_out(data, suffix)]
        return Converted(markdown, facts.get("title", ""), ", ".join(left_out))
    if exit_code == 0 or (exit_code is not None and _signal_name(-exit_code) == "SIGXFSZ"):
        what, hint = f"its text is larger than {settings.max_document_bytes:,} bytes", BY_HAND
    else:
        what, hint = _failure(exit_code, next(iter(lines), "")[:_REASON_SHOWN], settings)
    raise SourceError(f"cannot be converted: {what}", path=path, hint=hint)


def _parts_left_out(data: bytes, suffix: str) -> list[str]:
    """Return what pandoc passes over in an archive without a word: charts, diagrams, formulas, numbers of headings."""
    if suffix not in _PASSED_OVER:
        return []
    told = []
    with ZipFile(io.BytesIO(data)) as archive:
        for kind, pattern in _PASSED_OVER[suffix]:
            if count := sum(pattern.fullmatch(name) is not None for name in archive.namelist()):
                told.append(f"{count} {kind}{'s' * (count > 1)}")
        if suffix == ".docx" and any(_NUMBERED.search(archive.open(name).read(_MOST_READ)) for name in _WITH_NUMBERS):
            told.append("the numbers of its headings")
    return told


def _pandoc_command(suffix: str, name: str, settings: Settings) -> list[str]:
    return [
        _pandoc(name),
        # The rest of the address space is for the program itself.
        *("+RTS", f"-M{settings.convert_megabytes // 2}M", "-RTS"),
        "--sandbox",
        *("-f", PANDOC_FORMATS[suffix], "-t", _MARKDOWN),
        *("--wrap=none", "--track-changes=all", "--quiet", f"--lua-filter={_FILTER}"),
        # What a page is called is no part of what it shows.
        *(["--metadata=title-beside"] if PANDOC_FORMATS[suffix] == "html" else []),
    ]


def _pandoc(name: str) -> str:
    """Return the path of the program: the wheel's, else one on the PATH."""
    spec = find_spec("pypandoc")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        for file in ("pandoc", "pandoc.exe"):
            path = os.path.join(folder, "files", file)
            if os.path.isfile(path):
                return path
    path = shutil.which("pandoc") or ""
    if not path:
        raise MissingExtraError(f"reading {name}", "pandoc", "documents")
    return path


def _failure(exit_code: int | None, reason: str, settings: Settings) -> tuple[str, str]:
    """Return what went wrong in a process that gave no text, and what to do."""
    name = _signal_name(-exit_code) if exit_code is not None and exit_code < 0 else ""
    if exit_code is None or name in ("SIGXCPU", "SIGALRM"):
        what = f"it takes more than {settings.convert_seconds:g} seconds"
        return what, f"set COMMONPLACE_CONVERT_SECONDS higher, or {BY_HAND}"
    if exit_code == OUT_OF_MEMORY or name == "SIGKILL":
        what = f"it takes more than {settings.convert_megabytes:,} MB of memory"
        return what, f"set COMMONPLACE_CONVERT_MEGABYTES higher, or {BY_HAND}"
    return reason or f"its parser crashed ({name or f'exit code {exit_code}'})", BY_HAND


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _run(
    data: bytes, suffix: str, command: list[str], settings: Settings, output: BinaryIO, errors: BinaryIO
) -> int | None:
    """Return the exit code of the program; None when it took too long.  It and all it started are gone then."""
    facts = {
        "suffix": suffix,
        "pandoc": command,
        # What lies where the call was made is no library.
        "search_path": [each for each in map(os.path.abspath, filter(None, sys.path)) if each != os.getcwd()],
        "package": ".".join(_FOLDERS),
        "root": _ROOT,
        "seconds": settings.convert_seconds,
        "megabytes": settings.convert_megabytes,
        "most_bytes": settings.max_document_bytes,
    }
    python = [sys.executable, "-I", "-S", *(["-B"] if sys.dont_write_bytecode else [])]
    if sys.pycache_prefix:
        python += ["-X", f"pycache_prefix={sys.pycache_prefix}"]
    process = subprocess.Popen(
        [*python, PROGRAM, json.dumps(facts)],
        stdin=subprocess.PIPE,
        stdout=output.fileno(),
        stderr=errors.fileno(),
        env=_environment(),
        # Of its own, so that it can be ended with whatever it started.
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    try:
        process.communicate(data, timeout=settings.convert_seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        _end(process)
    return process.returncode


def _end(process: subprocess.Popen[bytes]) -> None:
    if hasattr(os, "killpg"):
        # An error says that all of it has ended.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()
    if process.stdin is not None:
        # Closing flushes what the process did not read; its pipe is gone.
        with contextlib.suppress(OSError):
            process.stdin.close()


def _environment() -> dict[str, str]:
    """Return what an interpreter needs to start, and nothing that tells of the person who started it.

    One thread a library: each reserves address space, which is limited.
    """
    needed = ("SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH")
    kept = {name: os.environ[name] for name in needed if name in os.environ}
    alone = {"MALLOC_ARENA_MAX": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    # What a stranger's document is read as does not depend on where it is read.
    return {**kept, **alone, "LC_ALL": "C.UTF-8"}
