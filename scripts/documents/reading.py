"""Documents as they come: found on disk or read from standard input, turned into Markdown.

Other files than text are converted by a process of its own, within limits: see converter.py.  Only its two streams are
read: no file, no descriptor.
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
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import BinaryIO, NamedTuple
from zipfile import ZipFile

from ..errors import MissingExtraError, SourceError
from ..homes import MARKER
from ..settings import Settings
from ..text.block_ids import quotables
from ..text.editing import headings_of
from ..text.escaping import first_few
from ..text.frontmatter import block_span, split
from ..text.kept import property_text
from ..text.labels import bare_heading
from ..text.names import slugify
from .converter import OUT_OF_MEMORY, READERS, REASON_SHOWN
from .plain_text import MARKDOWN, as_markdown, safe_markdown
from .readers import HTML

TEXT_SUFFIXES = frozenset({"", ".md", ".markdown", ".mdown", ".txt", ".text", ".log", ".srt", ".vtt"})
MAX_TOGETHER = 500_000_000
"""Bytes of all documents of one call: they are read before the first is registered, or none is."""
MAX_NAMED = 3
"""Hidden names that are listed for a folder; the others are counted."""
_ICONV = "convert it: `iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW`, with the name of its encoding if it is another"


class Document(NamedTuple):
    """One document, as text."""

    origin: str
    """Its origin: a path as given, or `-`."""
    name: str
    """Its name if it has no title."""
    data: bytes
    """The bytes as read: their hash shows whether it changed."""
    text: str
    """Markdown."""
    id: str = ""
    """The caller's own name for it: an alias of its note, by which it is recognized."""
    title: str = ""
    """The title in the metadata of a converted file."""
    given_title: str = ""
    """The title that the caller gives it, which goes before any of its own."""
    left_out: str = ""
    """The parts of a converted file that its text lacks."""

    @property
    def is_file(self) -> bool:
        """Whether its origin is a path: not standard input, an address, or a program's own name."""
        return not (self.origin == "-" or self.id or "://" in self.origin)


class Skipped(NamedTuple):
    """A file that is no document, and why."""

    origin: str
    reason: str
    is_usual: bool = False
    """Passed over in every folder, and no reason to look again: hidden names, another knowledge base."""


def read_documents(
    paths: Sequence[str], settings: Settings, *, progress: Callable[[int, int], None] = lambda *_: None
) -> tuple[list[Document], list[Skipped]]:
    """Read files, folders (all below, hidden names left out) and `-` for standard input, in the order given.

    A file that is named itself must be readable; in a folder, files of other kinds are skipped with a reason.
    progress takes how many of how many files are done.
    Raises SourceError, or MissingExtraError where a conversion needs a library that is not installed.
    """
    documents: list[Document] = []
    skipped: list[Skipped] = []
    bytes_left = MAX_TOGETHER
    files = [(file, path) for path in paths for file in _files_of(path, skipped)]
    for done, (file, path) in enumerate(files):
        progress(done, len(files))
        try:
            if file != path:
                _check_in_folder(file, path)
            document = read_document(file, settings)
        except (SourceError, MissingExtraError) as err:
            if file == path:
                raise
            skipped.append(Skipped(file, f"{err.what}; {err.hint}"))
            continue
        bytes_left -= len(document.data)
        if bytes_left < 0:
            text = f"with this file there are more than {MAX_TOGETHER:,} bytes in one call, and nothing was registered"
            raise SourceError(text, path=file, hint="add them in several calls, folder by folder")
        documents.append(document)
    return documents, skipped


def _files_of(path: str, skipped: list[Skipped]) -> list[str]:
    """Return a path itself, or the files of a folder; entries that are not read are added to skipped."""
    if path == "-" or not os.path.isdir(path):
        return [path]
    files, hidden = list[str](), list[str]()
    for here, folders, names in os.walk(path):
        # A knowledge base below is not a document: its sources are here already, its pages rest on them.
        homes = {name for name in folders if os.path.isfile(os.path.join(here, name, *MARKER.split("/")))}
        reason = "a knowledge base of its own"
        skipped += [Skipped(os.path.join(here, name), reason, is_usual=True) for name in sorted(homes)]
        dotted = sorted(name for name in (*folders, *names) if name.startswith("."))
        hidden += [os.path.relpath(os.path.join(here, name), path) for name in dotted]
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in homes)
        files += [os.path.join(here, name) for name in sorted(names) if not name.startswith(".")]
    if hidden:
        reason = f"hidden names are not looked into: {first_few(hidden, MAX_NAMED)}; `add FILE` takes one"
        skipped.append(Skipped(path, reason, is_usual=True))
    if not files:
        raise SourceError("no document in this folder", path=path, hint="hidden files are not taken")
    return files


def _check_in_folder(file: str, folder: str) -> None:
    """Raise SourceError for a file of a folder that is no document."""
    target = os.path.relpath(os.path.realpath(file), os.path.realpath(folder))
    if any(part.startswith(".") for part in target.split(os.sep)):
        # A stranger's folder would bring the user's own files along.
        raise SourceError("a link out of the folder or to a hidden file", path=file, hint="`add FILE` takes it")
    suffix = os.path.splitext(file)[1].lower()
    if suffix not in TEXT_SUFFIXES | SUFFIXES:
        raise SourceError(f"unknown kind {suffix}", path=file, hint="`add FILE` takes it if it is text")
    if not os.path.isfile(file):
        # Reading a pipe that nobody writes to would wait for ever.
        raise SourceError("no regular file", path=file, hint="`add FILE` reads it")


def read_document(path: str, settings: Settings) -> Document:
    """Read one file, or `-`; the settings limit its conversion, if it needs one."""
    if path == "-":
        return given_document(_read_limited(sys.stdin.buffer, path, settings), settings)
    try:
        with open(path, "rb") as file:
            data = _read_limited(file, path, settings)
    except OSError as err:
        raise SourceError(f"cannot read: {err.strerror}", path=path, hint="check the path") from err
    return _make_document(path, *os.path.splitext(os.path.basename(path)), data, settings)


def given_document(data: bytes, settings: Settings) -> Document:
    """Return data from standard input or a client as a document, converted if it begins as HTML or PDF."""
    beginning = data[:200].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    suffix = next((suffix for first, suffix in _BEGINNINGS.items() if beginning.startswith(first)), MARKDOWN)
    return _make_document("-", "", suffix, data, settings)


def _make_document(path: str, stem: str, suffix: str, data: bytes, settings: Settings) -> Document:
    if suffix.lower() not in SUFFIXES:
        return Document(path, stem, data, quotable_text(as_markdown(decode_text(data, path), stem + suffix), path))
    read = _convert_file(data, path, suffix.lower(), settings)
    # A parser may give a null character where a font does not name its character.
    text = quotable_text(read.text.replace("\0", "\ufffd"), path)
    return Document(path, stem, data, text, title=read.title, left_out=read.left_out)


def _read_limited(file: BinaryIO, path: str, settings: Settings) -> bytes:
    # A stream without a size may have no end.
    most = settings.max_document_bytes
    data = file.read(most + 1)
    if len(data) > most:
        raise SourceError(f"larger than {most:,} bytes", path=path, hint="split it, or raise MAX_DOCUMENT_BYTES")
    return data


def _convert_file(data: bytes, path: str, suffix: str, settings: Settings) -> Converted:
    if suffix in _AS_TEXT_READ:
        named = _CHARSET.search(data[:_HEAD]) if PANDOC_FORMATS[suffix] == "html" else None
        data = decode_text(data, path, encoding=named[1].decode() if named else "").encode("utf-8", "replace")
    read = convert(data, path, settings, suffix=suffix)
    if read.left_out.startswith(HTML):
        # A mail without another text.
        body = convert(read.text.encode("utf-8", "replace"), path, settings, suffix=".html")
        left_out = ", ".join(filter(None, (read.left_out[len(HTML) + 2 :], body.left_out)))
        return Converted(body.text, read.title, left_out)
    return read


_BEGINNINGS = {b"%pdf-": ".pdf", b"<!doctype html": ".html", b"<html": ".html"}
"""First bytes of standard input that is not taken for Markdown."""
_AS_TEXT_READ = frozenset({".htm", ".html", ".ipynb", ".latex", ".org", ".rst", ".tex"})
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?([\w-]{1,40})", re.IGNORECASE)
_HEAD = 4_000
"""Bytes of a web page in which it names its encoding."""


def decode_text(data: bytes, path: str, *, encoding: str = "") -> str:
    """Return bytes as text: UTF-8 with or without BOM, UTF-16 with BOM, else in the encoding that a document names.

    Raises SourceError for anything else, and for binary content.
    """
    is_utf_16 = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    if "\0" in data.decode("utf-16" if is_utf_16 else "latin-1", "replace"):
        raise SourceError("binary, not text", path=path, hint="convert it to Markdown or plain text")
    try:
        return data.decode("utf-16" if is_utf_16 else "utf-8-sig")
    except UnicodeDecodeError as err:
        try:
            return data.decode(encoding)
        except (LookupError, ValueError):
            raise in_another_encoding(data, path, err) from err


def in_another_encoding(data: bytes, path: str, err: UnicodeDecodeError) -> SourceError:
    """Return the error for bytes in another encoding: where they are, and how to convert them."""
    return SourceError("not UTF-8", path=path, line=data.count(b"\n", 0, err.start) + 1, hint=_ICONV)


def quotable_text(text: str, path: str) -> str:
    """Return a document's Markdown.  Raises SourceError where nothing of it can be quoted."""
    span = block_span(text)
    # Its own properties can be quoted, too.
    has_properties = span and text[span[0] : span[1]].strip()
    is_empty = not any(map(str.isalnum, text))
    if is_empty or not (has_properties or quotables(text[span[2] if span else 0 :])):
        content = "empty" if is_empty else "only headings and comments"
        raise SourceError(f"{content}: there is nothing to quote", path=path, hint="give a document with text")
    return text


_LONGEST_TITLE = 200


def title_of_document(document: Document) -> str:
    """Return the title of a document: its property, its first heading of level 1, the title in the metadata of its
    file, or the name of the file."""
    named = property_text(split(document.text).properties, "title")
    if not named:
        # A document without a name takes its first heading of any level.
        lowest = 1 if document.name else 6
        firsts = [heading.text for heading in headings_of(document.text) if heading.level <= lowest and heading.text]
        named = bare_heading(firsts[0]) if firsts else document.title
    if not named and document.name:
        # A hyphen may be part of a code: `inc-4310`.
        named = document.name.replace("_", " ").strip()
    return (named or " ".join(document.text.split()[:8]))[:_LONGEST_TITLE]


def distinguishing_suffix(document: Document) -> str:
    """Return the suffix for a source whose title another source has: the folder of its file, else `source`.

    Each project has a changelog, a readme and a quickstart: the folder names the project.
    """
    folder = os.path.basename(os.path.dirname(os.path.abspath(document.origin))) if document.is_file else ""
    return slugify(folder) if any(map(str.isalnum, folder)) else "source"


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
"""The folder of the package, and the folders in it: a checkout names them differently."""
_FILTER = os.path.join(os.path.dirname(PROGRAM), "pandoc.lua")
_MARKDOWN = "gfm-raw_html-tex_math_gfm+tex_math_dollars+hard_line_breaks"
_PASSED_OVER = {
    "chart": re.compile(r"word/charts/chart\d*\.xml"),
    "diagram": re.compile(r"word/diagrams/data\d*\.xml"),
    "formula or chart": re.compile(r"(?:\./)?(?:Object|Formula)[ -]?\d+/content\.xml"),
}
"""Members of DOCX and ODT that the program does not read."""
_WITH_NUMBERS = ("word/styles.xml", "word/document.xml")
_NUMBERED = re.compile(
    rb'<w:(?:name|pStyle) w:val="[Hh]eading ?\d"/>(?:(?!</w:(?:style|pPr)>).){0,2000}<w:numId w:val="[1-9]', re.DOTALL
)
_MOST_READ = 20_000_000
_MOST_ERROR_BYTES = 10_000
"""Bytes of its standard error that are read."""
_LIST_END = re.compile(r"\n\n&nbsp;(?=\n\n)")
"""The text that pandoc writes between two lists."""
BY_HAND = "convert it to Markdown yourself and add that"


class Converted(NamedTuple):
    """The result of a conversion."""

    text: str
    """Markdown."""
    title: str = ""
    """The title in the metadata of the file."""
    left_out: str = ""
    """The parts of the document that its text lacks, as `2 pictures`."""


def convert(data: bytes, path: str, settings: Settings, *, suffix: str = "") -> Converted:
    """Convert a document's bytes; path names it in errors; suffix, by default that of the path, is its kind.

    Raises SourceError when it cannot be converted within the settings, or when its parser crashes; MissingExtraError
    where the library or the program for it is not installed.
    """
    suffix = suffix or os.path.splitext(path)[1].lower()
    name = os.path.basename(path)
    command = _pandoc_command(suffix, name, settings) if suffix in PANDOC_FORMATS else []
    try:
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            exit_code = _run_converter(data, suffix, command, settings, output, errors)
            output.seek(0)
            errors.seek(0)
            text = output.read(settings.max_document_bytes + 1)
            lines = errors.read(_MOST_ERROR_BYTES).decode("utf-8", "replace").splitlines()
    except OSError as err:
        raise SourceError(f"cannot be converted: {err.strerror}", path=path, hint="check free space") from err
    facts = {key: value for key, _, value in (line.partition(": ") for line in lines)}
    if "missing" in facts:
        raise MissingExtraError(f"reading {name}", facts["missing"], "documents")
    if exit_code != 0 or len(text) > settings.max_document_bytes:
        reason, hint = _explain_failure(exit_code, next(iter(lines), "")[:REASON_SHOWN], settings)
        raise SourceError(f"cannot be converted: {reason}", path=path, hint=hint)
    markdown = text.decode("utf-8", "replace")
    if command:
        markdown = safe_markdown(_LIST_END.sub("", markdown))
    left_out = [*filter(None, [facts.get("left-out", "")]), *_parts_left_out(data, suffix)]
    return Converted(markdown, facts.get("title", ""), ", ".join(left_out))


def _parts_left_out(data: bytes, suffix: str) -> list[str]:
    """Return the parts of an archive that pandoc drops silently: charts, diagrams, formulas, numbers of headings."""
    if suffix not in (".docx", ".odt"):
        return []
    with ZipFile(io.BytesIO(data)) as archive:
        counts = {
            kind: sum(map(bool, map(pattern.fullmatch, archive.namelist()))) for kind, pattern in _PASSED_OVER.items()
        }
        parts = [f"{count} {kind}{'s' * (count > 1)}" for kind, count in counts.items() if count]
        if suffix == ".docx" and any(_NUMBERED.search(archive.open(name).read(_MOST_READ)) for name in _WITH_NUMBERS):
            parts.append("the numbers of its headings")
    return parts


def _pandoc_command(suffix: str, name: str, settings: Settings) -> list[str]:
    return [
        _find_pandoc(name),
        # The rest of the address space is for the program itself.
        *("+RTS", f"-M{settings.convert_megabytes // 2}M", "-RTS"),
        "--sandbox",
        *("-f", PANDOC_FORMATS[suffix], "-t", _MARKDOWN),
        *("--wrap=none", "--track-changes=all", "--quiet", f"--lua-filter={_FILTER}"),
        # The title of a page is no part of the text that it shows.
        *(["--metadata=title-beside"] if PANDOC_FORMATS[suffix] == "html" else []),
    ]


def _find_pandoc(name: str) -> str:
    """Return the path of the program: the wheel's, else one on the PATH."""
    spec = find_spec("pypandoc")
    folders = [os.path.join(folder, "files") for folder in (spec and spec.submodule_search_locations) or ()]
    path = shutil.which("pandoc", path=os.pathsep.join([*folders, os.environ.get("PATH", os.defpath)]))
    if not path:
        raise MissingExtraError(f"reading {name}", "pandoc", "documents")
    return path


def _explain_failure(exit_code: int | None, reason: str, settings: Settings) -> tuple[str, str]:
    """Return why a process gave no text, and what to do."""
    name = _signal_name(-exit_code) if exit_code is not None and exit_code < 0 else ""
    if exit_code == 0 or name == "SIGXFSZ":
        return f"its text is larger than {settings.max_document_bytes:,} bytes", BY_HAND
    if exit_code is None or name in ("SIGXCPU", "SIGALRM"):
        reason = f"it takes more than {settings.convert_seconds:g} seconds"
        return reason, f"set COMMONPLACE_CONVERT_SECONDS higher, or {BY_HAND}"
    if exit_code == OUT_OF_MEMORY or name == "SIGKILL":
        reason = f"it takes more than {settings.convert_megabytes:,} MB of memory"
        return reason, f"set COMMONPLACE_CONVERT_MEGABYTES higher, or {BY_HAND}"
    return reason or f"its parser crashed ({name or f'exit code {exit_code}'})", BY_HAND


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _run_converter(
    data: bytes, suffix: str, command: list[str], settings: Settings, output: BinaryIO, errors: BinaryIO
) -> int | None:
    """Run the converter, end it with all it started, and return its exit code; None when it took too long."""
    facts = {
        "suffix": suffix,
        "pandoc": command,
        # The working directory holds no libraries.
        "search_path": [path for path in map(os.path.abspath, filter(None, sys.path)) if path != os.getcwd()],
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
        env=_child_environment(),
        # Of its own, so that it can be ended with whatever it started.
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    try:
        process.communicate(data, timeout=settings.convert_seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        _end_process(process)
    return process.returncode


def _end_process(process: subprocess.Popen[bytes]) -> None:
    if hasattr(os, "killpg"):
        # An error means that all of them have ended.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()
    if process.stdin is not None:
        # Closing flushes what the process did not read; its pipe is gone.
        with contextlib.suppress(OSError):
            process.stdin.close()


def _child_environment() -> dict[str, str]:
    """Return the variables that an interpreter needs to start, and nothing about the person who started it.

    One thread a library: each reserves address space, which is limited.
    """
    needed = ("SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH")
    inherited = {name: os.environ[name] for name in needed if name in os.environ}
    alone = {"MALLOC_ARENA_MAX": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    # A document is read in the same way everywhere.
    return {**inherited, **alone, "LC_ALL": "C.UTF-8"}
