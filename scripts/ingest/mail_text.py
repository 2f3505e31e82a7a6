"""Mail as its reader sees it: From, To, Date and Subject, then its text; attachments are named, not read.

Format: RFC 5322 and MIME, as the standard library reads them.
"""

from __future__ import annotations

import re
from codecs import lookup
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from typing import NamedTuple

SHOWN = ("From", "To", "Cc", "Date", "Subject")
_LONGEST_DECODED = 100_000
"""Characters of a line of the head."""
_SIGNATURE = re.compile(r"\n(?=-- ?\n)")


class Mail(NamedTuple):
    """What a mail says."""

    subject: str
    head: str
    """A line for each of SHOWN that it has, and one with the names of its attachments."""
    text: str
    html: str
    """Its text as HTML where it has no other; "" otherwise."""


def read_mail(data: bytes) -> Mail:
    """Read a mail.  Raises ValueError for what is none."""
    try:
        mail = message_from_bytes(data)
        parts = [part for part in mail.walk() if not part.is_multipart()]
    except RecursionError as err:
        raise ValueError("its parts are nested too deep") from err
    told = {name: _header(mail, name) for name in SHOWN}
    if not (told["From"] or told["Subject"]):
        raise ValueError("it has neither From nor Subject")
    texts = {
        kind: "\n\n".join(_text(part) for part in parts if part.get_content_type() == kind and not _is_attached(part))
        for kind in ("text/plain", "text/html")
    }
    attached = ", ".join(filter(None, (_file_name(part) for part in parts)))
    lines = [f"{name}: {value}" for name, value in {**told, "Attachments": attached}.items() if value]
    text = _SIGNATURE.sub("\n\n", texts["text/plain"].strip("\n"))
    return Mail(told["Subject"], "\n".join(lines), text, "" if text.strip() else texts["text/html"])


def _header(mail: Message, name: str) -> str:
    written = mail.get(name, "")
    try:
        # The library's time grows with the square of the length.
        told = str(make_header(decode_header(written))) if len(written) <= _LONGEST_DECODED else written
    except (LookupError, MessageError, ValueError):
        told = str(written)
    return " ".join(told.split())


def _text(part: Message) -> str:
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return ""
    named = part.get_content_charset("")
    try:
        if named and lookup(named).name == "punycode":
            # An encoding of names: its time grows with the square of the length.
            raise LookupError(named)
        text = data.decode(named, "replace") if named else data.decode("utf-8")
    except (LookupError, ValueError) as err:
        raise ValueError(f"nothing knows the encoding {named}" if named else "it names no encoding") from err
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _is_attached(part: Message) -> bool:
    return part.get_content_disposition() == "attachment"


def _file_name(part: Message) -> str:
    return " ".join((part.get_filename() or "").split())
