"""Looking through files of any kind for texts: what still holds them, and what cannot be looked into."""

from __future__ import annotations

import io
import os
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ..text.matcher import Sought

GIT = ".git"
_PIECE, _OVERLAP = 1 << 22, 1 << 16
"""Bytes of a large file that are looked at together, and what two pieces share."""
_GZIP_OR_ZLIB, _ZIP = (b"\x1f\x8b", b"\x78"), b"PK\x03\x04"
_SQLITE = (b"SQLite format 3\0", b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83", b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7")
"""How a database begins, its WAL and its journal: what stands in them is text among other bytes."""
_NO_TEXT = ".sqlite-shm"
"""What processes share of a WAL: numbers only."""
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_WHOLE = 1 << 28
"""Bytes that what is compressed may have when it is not; more is not looked into."""
_NOTHING = re.compile(rb"\0+")
_ESCAPED = re.compile(r"\\(?:u([0-9a-fA-F]{4})|[nrt])")


class Remain(NamedTuple):
    """A place that still holds a text; line 0 where the file has none, or its name holds it."""

    path: str
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}" if self.line else self.path


class Look(NamedTuple):
    """What was found, by path and line."""

    remains: tuple[Remain, ...]
    unread: tuple[str, ...]
    """Files that nobody can look into: pictures, encrypted or damaged ones, what may not be read."""
    has_git: bool
    """Whether there is a git repository, whose history was not looked through."""


def look(sought: Sought, folders: Sequence[tuple[str, str]]) -> Look:
    """Look through every file below these folders, each with what its paths are shown below.

    Links are not followed, and what keeps nothing, such as a pipe or a socket, is not opened: it might never answer.
    """
    remains, unread, has_git = list[Remain](), list[str](), False
    for shown, top in folders:
        for here, inner, names in os.walk(top, onerror=lambda err: unread.append(str(err.filename))):
            has_git = has_git or GIT in inner or GIT in names
            inner[:] = sorted(name for name in inner if name != GIT)
            for name in sorted(set(names) - {GIT}):
                full = os.path.join(here, name)
                if os.path.islink(full) or name.endswith(_NO_TEXT):
                    continue
                inside = os.path.relpath(full, top).replace(os.sep, "/")
                path = f"{shown}/{inside}" if shown else inside
                if sought.stands_in(inside):
                    remains.append(Remain(path, 0))
                if not os.path.isfile(full):
                    continue
                try:
                    lines = _lines(sought, full)
                except (OSError, ValueError, zlib.error, zipfile.BadZipFile, NotImplementedError, RuntimeError):
                    unread.append(path)
                    continue
                remains += [Remain(path, line) for line in lines]
    return Look(tuple(sorted(remains)), tuple(sorted(unread)), has_git)


def _lines(sought: Sought, full: str) -> list[int]:
    """Where a file holds it.  Raises ValueError for one that is no text in any way known here."""
    with open(full, "rb") as file:
        head = file.read(_PIECE)
        if len(head) < _PIECE or head.startswith((*_GZIP_OR_ZLIB, _ZIP)):
            return places_in(sought, head + file.read(_WHOLE))
        # A large file, such as an index: piece by piece.
        while len(head) > _OVERLAP:
            if sought.stands_in(head.decode("utf-8", "replace")):
                return [0]
            head = head[-_OVERLAP:] + file.read(_PIECE)
    return []


def places_in(sought: Sought, data: bytes) -> list[int]:
    """The lines of a file that hold it; 0 where it is no plain text.  Raises as texts_of does."""
    for text, is_plain in texts_of(data):
        lines = sought.lines(text)
        if lines:
            return lines if is_plain else [0]
    return []


def texts_of(data: bytes) -> Iterator[tuple[str, bool]]:
    """What a file says in each way that it can be read, and whether that is how it stands there.

    Raises ValueError for what is no text, zlib.error, BadZipFile and others for what is damaged.
    """
    if data.startswith(_ZIP):
        yield from _zipped(data)
        return
    if data.startswith(_GZIP_OR_ZLIB):
        try:
            yield inflated(data).decode("utf-8", "replace"), False
            return
        except zlib.error:
            # Plain text may begin with an x.
            if data[:1] != b"\x78" or not _is_utf8(data):
                raise
    if data.startswith(_UTF_16):
        yield data.decode("utf-16", "replace"), True
        return
    if b"\0" in data[:_OVERLAP] and not data.startswith(_SQLITE):
        raise ValueError("no text")
    is_database = data.startswith(_SQLITE)
    # Most of a small one is nothing, which takes as long to look through as text.
    text = (_NOTHING.sub(b" ", data) if is_database else data).decode("utf-8", "replace")
    yield text, not is_database
    if "\\" in text:
        # JSON may spell out what is not ASCII, and every line break.
        yield _ESCAPED.sub(lambda match: chr(int(match[1], 16)) if match[1] else " ", text), False


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def inflated(data: bytes) -> bytes:
    """What is compressed by zlib or gzip.  Raises zlib.error for what is damaged or torn, ValueError for too much."""
    reader = zlib.decompressobj(wbits=47)
    whole = reader.decompress(data, _WHOLE)
    if not reader.eof:
        raise ValueError("too large") if reader.unconsumed_tail else zlib.error("torn")
    return whole


def _zipped(data: bytes) -> Iterator[tuple[str, bool]]:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        if sum(item.file_size for item in packed.infolist()) > _WHOLE:
            raise ValueError("too large")
        for item in packed.infolist():
            inner = packed.read(item)
            if b"\0" not in inner[:_OVERLAP]:
                yield inner.decode("utf-8", "replace"), False
