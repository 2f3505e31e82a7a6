"""What still holds a text that was forgotten: every file of some folders, read in each way that it can be.

A word may be compressed, or spelled as HTML, JSON, YAML, RTF, mail or links do; what nobody can look into is named.
"""

from __future__ import annotations

import io
import os
import quopri
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from html import unescape
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from ..text.folding import words_seen
from ..text.matcher import Matcher

GIT = ".git"
_PIECE, _OVERLAP = 1 << 22, 1 << 16
"""Bytes of a large file that are looked at together, and what two pieces share."""
_GZIP, _ZIP = b"\x1f\x8b", b"PK\x03\x04"
_GZIP_OR_ZLIB = (_GZIP, b"\x78")
_SQLITE = (b"SQLite format 3\0", b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83", b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7")
"""How a database begins, its WAL and its journal: what stands in them is text among other bytes."""
_NO_TEXT = ".sqlite-shm"
"""What processes share of a WAL: numbers only."""
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_MOST_BYTES = 1 << 30
"""Of a database that is looked through."""
_WHOLE, _UNPACKED = 1 << 28, 1 << 22
"""Of any other file, and of what is compressed when it is not; more is not looked into."""
_LONGEST_NAME = 1000
"""Bytes before what gzip packed in which its name is looked for."""
_NOTHING = re.compile(rb"\0+")
_ESCAPED = re.compile(r"\\(?:u([0-9a-fA-F]{4})|[x']([0-9a-fA-F]{2})|U([0-9a-fA-F]{8})|[nrt])")
"""As JSON spells out what is not ASCII, and every line break; as YAML does, and RTF."""
_RTF = "{\\rtf"
_RTF_SIGN = re.compile(r"\\(?:'([0-9a-fA-F]{2})|u(-?\d{1,6})[ ?]?)")
_QUOTED_PRINTABLE = re.compile(r"=(?:[0-9A-Fa-f]{2}|\r?\n)")
"""How mail does."""
_HAS_MARKUP = re.compile(r"[*_`~<&\[]|==|%%")
_XML_TAG = re.compile(r"<[^<>]{0,2000}>")


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


def look_for(matcher: Matcher, folders: Sequence[tuple[str, str]], *, is_deep: bool = True) -> Look:
    """Look through every file below these folders, each with what its paths are shown below; or in them alone.

    Links are not followed, and what keeps nothing, such as a pipe or a socket, is not opened: it might never answer.
    """
    remains, unread, has_git = list[Remain](), list[str](), False
    for shown, top in folders:
        for here, inner, names in os.walk(top, onerror=lambda err: unread.append(str(err.filename))):
            has_git = has_git or GIT in inner or GIT in names
            inner[:] = sorted(name for name in inner if name != GIT) if is_deep else []
            for name in sorted({*inner, *names} - {GIT}):
                full = os.path.join(here, name)
                inside = os.path.relpath(full, top).replace(os.sep, "/")
                path = f"{shown}/{inside}" if shown else inside
                is_link = os.path.islink(full)
                said = f"{name} {os.readlink(full)}" if is_link else name
                if any(map(matcher.stands_in, (said, *_spelled_otherwise(said)))):
                    remains.append(Remain(path, 0))
                if is_link or name.endswith(_NO_TEXT) or not os.path.isfile(full):
                    continue
                try:
                    lines = _lines(matcher, full)
                except (OSError, ValueError, zlib.error, zipfile.BadZipFile, NotImplementedError, RuntimeError):
                    unread.append(path)
                    continue
                remains += [Remain(path, line) for line in lines]
    return Look(tuple(sorted(remains)), tuple(sorted(unread)), has_git)


def lines_with(matcher: Matcher, data: bytes) -> list[int]:
    """Return the lines of a file that hold it; 0 where it is no plain text.  Raises as texts_of does."""
    for text, is_plain in texts_of(data):
        lines = matcher.lines(text)
        if lines:
            return lines if is_plain else [0]
    return []


def texts_of(data: bytes) -> Iterator[tuple[str, bool]]:
    """Yield what a file says in each way that it can be read, and whether that is how it stands there.

    Raises ValueError for what is no text, zlib.error, BadZipFile and others for what is damaged.
    """
    if data.startswith(_ZIP):
        yield from _zipped(data)
        return
    if data.startswith(_GZIP_OR_ZLIB):
        try:
            inner = _inflated(data)
            # The name that a packed file had stands before it.
            yield data[:_LONGEST_NAME].decode("cp1252", "replace") if data.startswith(_GZIP) else "", False
            yield from ((text, False) for text, _ in _unpacked_once(inner))
            return
        except zlib.error:
            # Plain text may begin with an x.
            if data[:1] != b"\x78" or not _is_utf8(data):
                raise
    if data.startswith(_UTF_16):
        yield from _readings(data.decode("utf-16", "replace"))
        return
    if b"\0" in data[:_OVERLAP] and not data.startswith(_SQLITE):
        raise ValueError("no text")
    is_database = data.startswith(_SQLITE)
    # Most of a small one is nothing, which takes as long to look through as text.
    data = _NOTHING.sub(b" ", data) if is_database else data
    yield from _readings(data.decode("utf-8", "replace"), is_plain=not is_database)
    if not is_database and not _is_utf8(data):
        yield data.decode("cp1252", "replace"), True


def _unpacked_once(data: bytes) -> Iterator[tuple[str, bool]]:
    if data.startswith((_ZIP, *_GZIP_OR_ZLIB)) and not _is_utf8(data):
        raise ValueError("packed twice")
    yield from texts_of(data)


def _readings(text: str, *, is_plain: bool = True) -> Iterator[tuple[str, bool]]:
    if len(text) > _PIECE:
        # Read as words it takes thirty times its room.
        pieces = (text[start : start + _PIECE] for start in range(0, len(text), _PIECE - _OVERLAP))
        yield from (reading for piece in pieces for reading in _readings(piece, is_plain=False))
        return
    yield text, is_plain
    yield from ((reading, False) for reading in _spelled_otherwise(text))


def _spelled_otherwise(text: str) -> Iterator[str]:
    """Yield a text as it reads where signs of it are spelled out, or markup stands within its words."""
    if "\\" in text:
        # What is spelled as two halves becomes whole again.
        halves = _ESCAPED.sub(_spelled, text).encode("utf-16-le", "surrogatepass")
        yield halves.decode("utf-16-le", "replace")
    if text.startswith(_RTF):
        yield _RTF_SIGN.sub(_spelled_in_rtf, text)
    if "%" in text:
        yield from _decoded(unquote_to_bytes(text.encode("utf-8", "replace")))
    if _QUOTED_PRINTABLE.search(text):
        yield from _decoded(quopri.decodestring(text.encode("utf-8", "replace")))
    if _HAS_MARKUP.search(text):
        yield words_seen(unescape(text))


def _decoded(data: bytes) -> Iterator[str]:
    yield data.decode("utf-8", "replace")
    if not _is_utf8(data):
        yield data.decode("cp1252", "replace")


def _spelled(match: re.Match[str]) -> str:
    if match[2]:
        return bytes.fromhex(match[2]).decode("cp1252", "replace")
    code = int(match[1] or match[3] or "20", 16)
    return chr(code) if code < 0x110000 else " "


def _lines(matcher: Matcher, full: str) -> list[int]:
    """Return where a file holds it.  Raises ValueError for one that is no text in any way known here."""
    size = os.path.getsize(full)
    if size > _MOST_BYTES:
        raise ValueError("too large")
    with open(full, "rb") as file:
        head = file.read(_PIECE)
        if not head.startswith(_SQLITE) or len(head) < _PIECE:
            if size > _WHOLE:
                raise ValueError("too large")
            return lines_with(matcher, head + file.read(_WHOLE))
        # A large index: piece by piece.
        while len(head) > _OVERLAP:
            if matcher.stands_in(head.decode("utf-8", "replace")):
                return [0]
            head = head[-_OVERLAP:] + file.read(_PIECE)
    return []


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _spelled_in_rtf(match: re.Match[str]) -> str:
    if match[1]:
        return bytes.fromhex(match[1]).decode("cp1252", "replace")
    # Numbers of sixteen bits with a sign.
    return chr(int(match[2]) % 0x10000)


def _inflated(data: bytes) -> bytes:
    """Return what is compressed by zlib or gzip.  Raises zlib.error for damage, ValueError for too much."""
    pieces: list[bytes] = []
    left = _UNPACKED
    while data.startswith(_GZIP) or not pieces:
        reader = zlib.decompressobj(wbits=47)
        pieces.append(reader.decompress(data, left))
        if not reader.eof:
            raise ValueError("too large") if reader.unconsumed_tail else zlib.error("torn")
        # A gzip file may have several members, such as a log that another was appended to.
        data, left = reader.unused_data, max(1, left - len(pieces[-1]))
    # Behind the last one may stand anything.
    return b"".join([*pieces, data if data.strip(b"\0") else b""])


def _zipped(data: bytes) -> Iterator[tuple[str, bool]]:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        if sum(item.file_size for item in packed.infolist()) > _UNPACKED:
            raise ValueError("too large")
        items = packed.infolist()
        comments = [packed.comment, *(item.comment for item in items)]
        yield "\n".join([*packed.namelist(), *(text for one in comments for text in _decoded(one))]), False
        is_dark = False
        for item in items:
            inner = packed.read(item)
            if inner.startswith((_ZIP, _GZIP)) or (b"\0" in inner[:_OVERLAP] and not inner.startswith(_UTF_16)):
                is_dark = True
                continue
            for text, _ in texts_of(inner):
                yield text, False
                if text.startswith("<?xml"):
                    # A word processor may part a word by tags.
                    yield from ((_XML_TAG.sub(between, text), False) for between in ("", " "))
    if is_dark:
        raise ValueError("something in it is no text, or packed once more")
