"""Documents as they come: found on disk or read from standard input, turned into Markdown text."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from ..errors import MissingExtraError, SourceError
from ..homes import MARKER
from ..named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TEXT_SUFFIXES = frozenset({"", ".md", ".markdown", ".mdown", ".txt", ".text", ".rst", ".org", ".log"})
CONVERTED_SUFFIXES = frozenset({".pdf", ".docx", ".pptx", ".xlsx", ".html", ".htm", ".epub"})
MAX_BYTES = 100_000_000
_ARCHIVES = frozenset({".docx", ".pptx", ".xlsx", ".epub"})
_CONVERT_YOURSELF = "convert it to Markdown yourself"


class Document(NamedTuple):
    """One document, as text."""

    origin: str
    """Where it came from: a path as given, or `-`."""
    name: str
    """What to call it when it names itself nowhere."""
    data: bytes
    """The bytes it was read as: their hash tells whether it changed."""
    text: str
    id: str = ""
    """A name of the caller's own for it: an alias of its note, by which it is known again."""


class Skipped(NamedTuple):
    """A file that is no document, and why."""

    origin: str
    reason: str


def read_documents(paths: Sequence[str]) -> tuple[list[Document], list[Skipped]]:
    """Read files, folders (all below, hidden names left out) and `-` for standard input, in the order given.

    A file named outright must be readable; inside a folder, what is none of our kinds is skipped with its reason.
    Raises SourceError, or MissingExtraError where a conversion needs a library that is not installed.
    """
    documents: list[Document] = []
    skipped: list[Skipped] = []
    for path in paths:
        if path == "-":
            data = sys.stdin.buffer.read()
            documents.append(Document("-", "", data, decode_text(data, "-")))
        elif os.path.isdir(path):
            files = list(_files_below(path))
            if not files:
                raise SourceError("no document in this folder", path=path, hint="hidden files are not taken")
            for file in files:
                found = _document_or_reason(file)
                if isinstance(found, Document):
                    documents.append(found)
                else:
                    skipped.append(found)
        else:
            documents.append(read_document(path))
    return documents, skipped


def _document_or_reason(file: str) -> Document | Skipped:
    """A file that was found in a folder, or why it is none of our documents."""
    suffix = os.path.splitext(file)[1].lower()
    if suffix not in TEXT_SUFFIXES | CONVERTED_SUFFIXES:
        return Skipped(file, f"unknown kind {suffix}")
    if not os.path.isfile(file):
        # Reading a pipe that nobody writes to would wait for ever.
        return Skipped(file, "no regular file")
    try:
        return read_document(file)
    except SourceError as err:
        return Skipped(file, err.what)
    except MissingExtraError as err:
        return Skipped(file, f"{err.what}; {err.hint}")


def read_document(path: str) -> Document:
    """Read one file."""
    if "\0" in path:
        raise SourceError("a null character in the path", path=path, hint="check the path")
    try:
        if os.path.getsize(path) > MAX_BYTES:
            raise SourceError(f"larger than {MAX_BYTES:,} bytes", path=path, hint="split it")
        with open(path, "rb") as file:
            data = file.read()
    except OSError as err:
        raise SourceError(f"cannot read: {err.strerror}", path=path, hint="check the path") from err
    stem, suffix = os.path.splitext(os.path.basename(path))
    if suffix.lower() in CONVERTED_SUFFIXES:
        return Document(path, stem, data, _convert(path))
    return Document(path, stem, data, decode_text(data, path))


def decode_text(data: bytes, path: str) -> str:
    """Bytes as text: UTF-8 with or without BOM, UTF-16 with BOM.

    Raises SourceError for anything else, for binary content, and for a document without a word.
    """
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError as err:
        raise SourceError(f"not UTF-8 (byte {err.start})", path=path, hint="convert it to UTF-8") from err
    if "\0" in text:
        raise SourceError("binary, not text", path=path, hint="convert it to Markdown or plain text")
    if not any(character.isalnum() for character in text):
        raise SourceError("empty: there is nothing to quote", path=path, hint="give a document with text")
    return text


def _convert(path: str) -> str:
    """Markdown of a PDF, DOCX, PPTX, XLSX, HTML or EPUB file."""
    _check_archive(path)
    try:
        from markitdown import MarkItDown, MarkItDownException
    except ImportError as err:
        raise MissingExtraError(f"reading {os.path.basename(path)}", "markitdown", "documents") from err
    try:
        text: str = MarkItDown(enable_plugins=False).convert_local(path).text_content
    except MarkItDownException as err:
        first = str(err).strip().splitlines()[0] if str(err).strip() else type(err).__name__
        raise SourceError(f"cannot be converted: {first}", path=path, hint=_CONVERT_YOURSELF) from err
    return decode_text(text.encode("utf-8", "replace"), path)


def _check_archive(path: str) -> None:
    """Raise SourceError for an archive that unpacks to more than MAX_BYTES, or whose XML defines entities.

    A few hundred kilobytes can unpack to gigabytes, and ten entities expand to as much.  What an archive says of the
    size of a member is what zipfile reads of it at most.
    """
    # Imported late: most documents are text.
    from zipfile import BadZipFile, ZipFile, is_zipfile
    from zlib import error as ZlibError

    if not is_zipfile(path):
        return
    if os.path.splitext(path)[1].lower() not in _ARCHIVES:
        raise SourceError("an archive under another name", path=path, hint="unpack it and add what is in it")
    try:
        with ZipFile(path) as archive:
            members = archive.infolist()
            size = sum(member.file_size for member in members)
            if size > MAX_BYTES:
                raise SourceError(f"unpacks to more than {MAX_BYTES:,} bytes", path=path, hint="split it")
            for member in members:
                data = archive.read(member)
                if any("<!ENTITY".encode(code) in data for code in ("utf-8", "utf-16-le", "utf-16-be")):
                    raise SourceError(f"{member.filename!r} in it defines entities", path=path, hint=_CONVERT_YOURSELF)
    except (BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError, ZlibError) as err:
        raise SourceError(f"a damaged or locked archive: {err}", path=path, hint=_CONVERT_YOURSELF) from err


def _files_below(folder: str) -> Iterator[str]:
    for here, folders, files in os.walk(folder):
        # A knowledge base below is not a document: its sources are here already, its pages rest on them.
        homes = {name for name in folders if os.path.isfile(os.path.join(here, name, *MARKER.split("/")))}
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in homes)
        for name in sorted(files):
            if not name.startswith("."):
                yield os.path.join(here, name)
