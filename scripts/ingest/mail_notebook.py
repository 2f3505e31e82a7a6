"""Mail and notebooks as their reader sees them: formats that need no more than the standard library.

Formats: RFC 5322 and MIME; nbformat 4, and the cells of 3.
"""

from __future__ import annotations

import json
import re
from codecs import lookup
from collections.abc import Callable, Iterator
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.policy import Compat32
from html import escape, unescape
from typing import Any, NamedTuple

from ..text.editing import leaves_open
from .code_blocks import MOST_LINES, code_as_markdown, fenced

SHOWN = ("From", "To", "Cc", "Date", "Subject")
_LONGEST_DECODED = 100_000
"""Characters of a line of the head."""
_LONGEST_DESCRIBED = 4_000
"""Characters of a line that says what a part is (`Content-Type`, `Content-Disposition`)."""
_MOST_NESTED = 40
"""Parts within parts: a mail that was forwarded a dozen times has two or three for each."""
_TEXTS, _ATTACHED = ("text/plain", "text/html"), "attached"
_LIKE_PLAIN = ("text/markdown", "text/csv")
_TAG = re.compile(r"<(?:style|script)\b[^<]*|<[^<>]*>", re.IGNORECASE)
_READ_AS = {
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "iso2022_jp": "iso2022_jp_ext",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
}
"""What is read for an encoding that is named, as every mail program does (WHATWG's Encoding Standard)."""
_WORD = re.compile(r"\w+")
_SIGNATURE = re.compile(r"\n(?=-- ?\n)")

_LANGUAGE = re.compile(r"[\w+#.-]{1,30}")
_COLORS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_NO_TEXT = re.compile(r"<[^<>\n]*>")
"""What Python says of an object without words of its own: `<Figure size 640x480 with 1 Axes>`."""


class Mail(NamedTuple):
    """What a mail says."""

    subject: str
    head: str
    """A line for each of SHOWN that it has, and one with the names of its attachments."""
    text: str
    html: str
    """What of it is HTML, and stands in none of the plain parts; "" for nothing."""
    is_html_first: bool = False


class _Policy(Compat32):
    """How mail is read: the library's time grows with the square of what a line says of a part."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        if name.lower().startswith("content-") and len(value) > _LONGEST_DESCRIBED:
            raise ValueError(f"{name[:40]} has more than {_LONGEST_DESCRIBED:,} characters")
        return name, value


class _Part(Message):
    """A mail or a part of it: the library looks in each line for the end of each part around it."""

    depth = 0

    def attach(self, payload: Any) -> None:
        payload.depth = self.depth + 1
        if payload.depth > _MOST_NESTED:
            raise ValueError(f"its parts are nested too deep: more than {_MOST_NESTED}")
        super().attach(payload)


def read_mail(data: bytes) -> Mail:
    """Read a mail.  Raises ValueError for what is none, and for parts or lines of the head that would take for ever."""
    try:
        mail = message_from_bytes(data, _Part, policy=_Policy())
        parts = [*_parts_of(mail)]
    except RecursionError as err:
        raise ValueError("its parts are nested too deep") from err
    except TypeError as err:
        # The library fails over what the head of a part says of it (RFC 2231).
        raise ValueError("a part of it cannot be read") from err
    values = {name: _header(mail, name) for name in SHOWN}
    if not (values["From"] or values["Subject"]):
        raise ValueError("it has neither From nor Subject")
    attached = ", ".join(said for kind, said in parts if kind == _ATTACHED)
    plain, html = ([said for kind, said in parts if kind == wanted and said.strip()] for wanted in _TEXTS)
    lines = [f"{name}: {value}" for name, value in {**values, "Attachments": attached}.items() if value]
    text = _SIGNATURE.sub("\n\n", "\n\n".join(plain).strip("\n"))
    first = next((kind for kind, said in parts if kind in _TEXTS and said.strip()), "")
    return Mail(values["Subject"], "\n".join(lines), text, "\n".join(html), first == "text/html")


def _parts_of(part: Message) -> Iterator[tuple[str, str]]:
    """Yield the kind and the text of what a mail says, in its order; of what is attached the name.

    Of two forms of the same the plain one is taken, unless most words of the other are not in it: a notice that the
    mail is HTML.
    """
    kind = part.get_content_type()
    inner: Any = part.get_payload()
    if kind == "message/rfc822" and isinstance(inner, list):
        yield from _mail_within(part, inner)
    elif kind == "multipart/alternative" and isinstance(inner, list):
        forms = [[*_parts_of(each)] for each in inner]
        yield from (found for form in forms for found in form if found[0] == _ATTACHED)
        said = {kind: [form for form in forms if any(of == kind for of, _ in form)] for kind in _TEXTS}
        plain, html = (_words(said[kind]) for kind in _TEXTS)
        is_notice = len(plain) <= len(html) and 2 * len(plain & html) < len(html)
        # The last form of a kind is the fullest.
        for form in (said["text/html" if is_notice else "text/plain"] or said["text/html"])[-1:]:
            yield from (found for found in form if found[0] in _TEXTS)
    elif isinstance(inner, list):
        for each in inner:
            yield from _parts_of(each)
    elif kind in (*_TEXTS, *_LIKE_PLAIN) and part.get_content_disposition() != "attachment":
        yield kind if kind in _TEXTS else _TEXTS[0], _text(part)
    if not isinstance(inner, list) and (name := _file_name(part)):
        yield _ATTACHED, name


def _mail_within(part: Message, inner: list[Any]) -> Iterator[tuple[str, str]]:
    """Yield a mail that was forwarded: its head goes before what it says; of one that is attached its name."""
    for mail in inner:
        head = [f"{name}: {value}" for name in SHOWN if (value := _header(mail, name))]
        if part.get_content_disposition() == "attachment":
            yield _ATTACHED, _file_name(part) or _header(mail, "Subject") or "a mail"
            continue
        parts = [*_parts_of(mail)]
        is_html = bool(parts) and parts[0][0] == "text/html"
        yield ("text/html", "<br>".join(map(escape, head))) if is_html else ("text/plain", "\n".join(head))
        yield from parts


def _words(forms: list[list[tuple[str, str]]]) -> set[str]:
    return {word for form in forms for _, said in form for word in _WORD.findall(unescape(_TAG.sub(" ", said)))}


def _header(mail: Message, name: str) -> str:
    # Of bytes that no encoding is named for the library makes an object.
    written = str(mail.get(name, ""))
    try:
        # The library's time grows with the square of the length.
        value = str(make_header(decode_header(written))) if len(written) <= _LONGEST_DECODED else written
    except (LookupError, MessageError, ValueError):
        value = written
    return " ".join(value.split())


def _text(part: Message) -> str:
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return ""
    named = _parameter(part.get_content_charset)
    try:
        codec = lookup(named or "utf-8").name
        if codec == "punycode":
            # An encoding of names: its time grows with the square of the length.
            raise LookupError(named)
        if codec == "ascii" and not data.isascii():
            codec = "utf-8"
        text = data.decode(_READ_AS.get(codec, codec), "replace" if named else "strict")
    except (LookupError, ValueError) as err:
        raise ValueError(f"nothing knows the encoding {named}" if named else "it names no encoding") from err
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _file_name(part: Message) -> str:
    return " ".join(_parameter(part.get_filename).split())


def _parameter(read: Callable[[], str | None]) -> str:
    """Return what the head says of a part; "" where it does not, or in a way that the library fails over (RFC 2231)."""
    try:
        return read() or ""
    except (LookupError, TypeError, ValueError):
        return ""


def notebook_as_markdown(text: str) -> str:
    """Return the cells of a Jupyter notebook: text as it is, code in fences, and below it what it printed.

    Pictures and other outputs that are no text are left out.  Raises ValueError for what is no notebook.
    """
    try:
        notebook = json.loads(text)
        about = notebook.get("metadata", {})
        named = about.get("language_info", {}).get("name") or about.get("kernelspec", {}).get("language") or ""
        language = named if _LANGUAGE.fullmatch(named) else ""
        sheets = [notebook, *notebook.get("worksheets", [])]
        cells = [cell for sheet in sheets for cell in sheet.get("cells", [])]
        parts = [part.strip("\n") for cell in cells for part in _parts(cell, language)]
    except (AttributeError, KeyError, TypeError, RecursionError) as err:
        raise ValueError("not of the shape of a notebook") from err
    return "\n\n".join(filter(None, parts)) + "\n"


def _parts(cell: dict[str, Any], language: str) -> Iterator[str]:
    kind, source = cell["cell_type"], _joined(cell.get("source", cell.get("input", "")))
    if not source.strip():
        return
    if kind == "heading":
        yield f"{'#' * min(cell['level'], 6)} {source}"
    elif kind == "markdown":
        # What it leaves open would swallow the cells below it.
        yield fenced(source, "markdown") if leaves_open(source) else source
    else:
        is_long = source.count("\n") >= MOST_LINES
        named = language if kind == "code" else ""
        yield code_as_markdown(source, named) if is_long else fenced(source.strip("\n"), named)
    for output in cell.get("outputs", []):
        printed = _printed(output).strip("\n")
        if printed.strip() and not _NO_TEXT.fullmatch(printed.strip()):
            yield fenced(printed, "")


def _printed(output: dict[str, Any]) -> str:
    """Return what an output says in words."""
    if output["output_type"] in ("error", "pyerr"):
        return f"{output['ename']}: {output['evalue']}"
    data = output.get("data", output)
    text = _joined(data.get("text/markdown") or data.get("text/plain") or data.get("text") or "")
    lines = _COLORS.sub("", text).split("\n")
    # What a progress bar wrote over is gone.
    return "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in lines)


def _joined(text: str | list[str]) -> str:
    return text if isinstance(text, str) else "".join(text)
