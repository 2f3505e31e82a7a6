"""Documents as they come: found on disk or read from standard input, turned into Markdown."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO, NamedTuple

from ..arguments import input_stream
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
from .conversion import PANDOC_FORMATS, SUFFIXES, Converted, convert
from .plain_text import as_markdown
from .readers import HTML

TEXT_SUFFIXES = frozenset({"", ".md", ".markdown", ".mdown", ".txt", ".text", ".log", ".srt", ".vtt"})
MAX_TOGETHER = 500_000_000
"""Bytes of all documents of one call: they are read before the first is registered, or none is."""
MAX_NAMED = 3
"""Hidden names that are told of a folder; the others are counted."""
_AS_TEXT = "convert it to Markdown or plain text"
_ICONV = "convert it: `iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW`, with the name of its encoding if it is another"


class Document(NamedTuple):
    """One document, as text."""

    origin: str
    """Where it came from: a path as given, or `-`."""
    name: str
    """What to call it when it names itself nowhere."""
    data: bytes
    """The bytes it was read as: their hash tells whether it changed."""
    text: str
    """Markdown."""
    id: str = ""
    """A name of the caller's own for it: an alias of its note, by which it is known again."""
    title: str = ""
    """What a converted file says beside its text that it is called."""
    given_title: str = ""
    """What the caller calls it, whatever it says itself."""
    left_out: str = ""
    """What of a converted file its text lacks."""

    @property
    def is_file(self) -> bool:
        """Whether its origin is a path: not standard input, an address, or what a program calls it."""
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

    A file named outright must be readable; inside a folder, what is none of our kinds is skipped with its reason.
    progress takes how many of how many files are done.
    Raises SourceError, or MissingExtraError where a conversion needs a library that is not installed.
    """
    documents: list[Document] = []
    skipped: list[Skipped] = []
    room = MAX_TOGETHER
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
        room -= len(document.data)
        if room < 0:
            told = f"with this file there are more than {MAX_TOGETHER:,} bytes in one call, and nothing was registered"
            raise SourceError(told, path=file, hint="add them in several calls, folder by folder")
        documents.append(document)
    return documents, skipped


def _files_of(path: str, skipped: list[Skipped]) -> list[str]:
    """A path itself, or the files of a folder; what is not looked into is added to skipped."""
    if path == "-" or not os.path.isdir(path):
        return [path]
    files = list(_files_below(path, skipped))
    if not files:
        raise SourceError("no document in this folder", path=path, hint="hidden files are not taken")
    return files


def _check_in_folder(file: str, folder: str) -> None:
    """Raise SourceError for a file of a folder that is none of our documents."""
    led_to = os.path.relpath(os.path.realpath(file), os.path.realpath(folder))
    if any(part.startswith(".") for part in led_to.split(os.sep)):
        # A stranger's folder would bring the user's own files along.
        raise SourceError("a link out of the folder or to a hidden file", path=file, hint="`add FILE` takes it")
    suffix = os.path.splitext(file)[1].lower()
    if suffix not in TEXT_SUFFIXES | SUFFIXES:
        raise SourceError(f"unknown kind {suffix}", path=file, hint="`add FILE` takes it if it is text")
    if not os.path.isfile(file):
        # Reading a pipe that nobody writes to would wait for ever.
        raise SourceError("no regular file", path=file, hint="`add FILE` reads it")


def read_document(path: str, settings: Settings) -> Document:
    """Read one file, or `-`; settings say how far its conversion may go, where it needs one."""
    if not path:
        raise SourceError("a path is empty", hint="name a file, a folder or - for standard input")
    if "\0" in path:
        raise SourceError("a null character in the path", path=path, hint="check the path")
    if path == "-":
        data = _limited(input_stream(), path, settings)
        beginning = data[:200].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
        for sign, kind in _CONVERTED_SIGNS.items():
            if beginning.startswith(sign):
                raise SourceError(f"{kind} on standard input is not converted", path=path, hint="name the file")
        return Document(path, "", data, quotable_text(decode_text(data, path), path))
    try:
        with open(path, "rb") as file:
            data = _limited(file, path, settings)
    except OSError as err:
        raise SourceError(f"cannot read: {err.strerror}", path=path, hint="check the path") from err
    stem, suffix = os.path.splitext(os.path.basename(path))
    if suffix.lower() not in SUFFIXES:
        return Document(path, stem, data, quotable_text(as_markdown(decode_text(data, path), path), path))
    read = _converted(data, path, suffix.lower(), settings)
    # A parser that cannot tell which sign a font means may give a null character.
    text = quotable_text(read.text.replace("\0", "\ufffd"), path)
    return Document(path, stem, data, text, title=read.title, left_out=read.left_out)


def _limited(file: BinaryIO, path: str, settings: Settings) -> bytes:
    # What has no size may have no end.
    most = settings.max_document_bytes
    data = file.read(most + 1)
    if len(data) > most:
        raise SourceError(f"larger than {most:,} bytes", path=path, hint="split it, or raise MAX_DOCUMENT_BYTES")
    return data


def _converted(data: bytes, path: str, suffix: str, settings: Settings) -> Converted:
    if suffix in _AS_TEXT_READ:
        named = _CHARSET.search(data[:_HEAD]) if PANDOC_FORMATS[suffix] == "html" else None
        data = decode_text(data, path, encoding=named[1].decode() if named else "").encode("utf-8", "replace")
    read = convert(data, path, settings, suffix=suffix)
    if read.left_out.startswith(HTML):
        # A mail without another text.
        body = convert(read.text.encode("utf-8", "replace"), path, settings, suffix=".html")
        told = ", ".join(filter(None, (read.left_out[len(HTML) + 2 :], body.left_out)))
        return Converted(body.text, read.title, told)
    return read


_CONVERTED_SIGNS = {b"%pdf-": "a PDF", b"<!doctype html": "HTML", b"<html": "HTML"}
"""How files begin that a conversion reads, and what they are."""
_AS_TEXT_READ = frozenset({".htm", ".html", ".ipynb", ".latex", ".org", ".rst", ".tex"})
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?([\w-]{1,40})", re.IGNORECASE)
_HEAD = 4_000
"""Bytes of a web page in which it names its encoding."""


def decode_text(data: bytes, path: str, *, encoding: str = "") -> str:
    """Return bytes as text: UTF-8 with or without BOM, UTF-16 with BOM, else in the encoding that a document names.

    Raises SourceError for anything else, and for binary content.
    """
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError as err:
        try:
            text = data.decode(encoding)
        except (LookupError, ValueError):
            raise in_another_encoding(data, path, err) from err
    if "\0" in text:
        raise SourceError("binary, not text", path=path, hint=_AS_TEXT)
    return text


def in_another_encoding(data: bytes, path: str, err: UnicodeDecodeError) -> SourceError:
    """Return the error for bytes that are no text as we read it: where, and how to convert them."""
    if b"\0" in data:
        return SourceError("binary, not text", path=path, hint=_AS_TEXT)
    return SourceError("not UTF-8", path=path, line=data.count(b"\n", 0, err.start) + 1, hint=_ICONV)


def quotable_text(text: str, path: str) -> str:
    """Return a document's Markdown.  Raises SourceError where nothing of it can be quoted."""
    if not any(character.isalnum() for character in text):
        raise SourceError("empty: there is nothing to quote", path=path, hint="give a document with text")
    span = block_span(text)
    # Its own properties can be quoted, too.
    if not (span and text[span[0] : span[1]].strip()) and not quotables(text[span[2] if span else 0 :]):
        what = "only headings and comments: there is nothing to quote"
        raise SourceError(what, path=path, hint="give a document with text")
    return text


def _files_below(folder: str, skipped: list[Skipped]) -> Iterator[str]:
    hidden: list[str] = []
    for here, folders, files in os.walk(folder):
        # A knowledge base below is not a document: its sources are here already, its pages rest on them.
        homes = {name for name in folders if os.path.isfile(os.path.join(here, name, *MARKER.split("/")))}
        skipped += [
            Skipped(os.path.join(here, name), "a knowledge base of its own", is_usual=True) for name in sorted(homes)
        ]
        dotted = sorted(name for name in (*folders, *files) if name.startswith("."))
        hidden += [os.path.relpath(os.path.join(here, name), folder) for name in dotted]
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in homes)
        for name in sorted(files):
            if not name.startswith("."):
                yield os.path.join(here, name)
    if hidden:
        reason = f"hidden names are not looked into: {first_few(hidden, MAX_NAMED)}; `add FILE` takes one"
        skipped.append(Skipped(folder, reason, is_usual=True))


# --- What a document is called ----------------------------------------------------------------------------------------

_LONGEST_TITLE = 200


def title_of_document(document: Document) -> str:
    """Return what a document is called: its property, its first heading of the first level, what its file says beside
    its text, or the name of the file."""
    named = property_text(split(document.text).properties, "title")
    if not named:
        # What has no name of its own has the first heading of whatever level.
        lowest = 1 if document.name else 6
        firsts = [heading.text for heading in headings_of(document.text) if heading.level <= lowest and heading.text]
        named = bare_heading(firsts[0]) if firsts else document.title
    if not named and document.name:
        # A hyphen may be part of a code: `inc-4310`.
        named = document.name.replace("_", " ").strip()
    return (named or " ".join(document.text.split()[:8]))[:_LONGEST_TITLE]


def told_apart_by(document: Document) -> str:
    """What is put behind the name of a source whose title another source has: the folder of its file, else `source`.

    Each project has a changelog, a readme and a quickstart: the folder says whose.
    """
    folder = os.path.basename(os.path.dirname(os.path.abspath(document.origin))) if document.is_file else ""
    return slugify(folder) if any(map(str.isalnum, folder)) else "source"
