"""A mail as its reader sees it: From, To, Cc, Date, Subject, the names of what is attached, and its text."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import EmailMessage
from html import escape

from .plain_text import prose

SHOWN = ("From", "To", "Cc", "Date", "Subject")
HTML = "its HTML"
"""Stands first among what is left out of a mail whose only text is HTML: that is given instead, to be converted."""


def load() -> None:
    """Load what reading needs: nothing."""


def read(data: bytes) -> tuple[str, str, list[str]]:
    """Return the text of a mail, its subject, and what is left out; of one that is HTML only its HTML, as HTML says.

    Raises ValueError for what is no mail.
    """
    mail = message_from_bytes(data, EmailMessage, policy=policy.default)
    if not isinstance(mail, EmailMessage) or not (mail["From"] or mail["Subject"]):
        raise ValueError("no mail: it has neither From nor Subject")
    values = {name: " ".join(str(mail[name] or "").split()) for name in SHOWN}
    names = [part.get_filename() or part.get_content_type() for part in mail.iter_attachments()]
    lines = [f"{name}: {value}" for name, value in {**values, "Attachments": ", ".join(names)}.items() if value]
    body = mail.get_body(("plain", "html"))
    try:
        text = str(body.get_content()).replace("\r\n", "\n") if body else ""
    except LookupError as err:
        raise ValueError(f"no mail that can be read: {err}") from err
    left_out = [f"{len(names)} attachment{'s' * (len(names) > 1)}"] if names else []
    if body and body.get_content_type() == "text/html":
        return f"<p>{'<br>'.join(map(escape, lines))}</p>\n{text}", values["Subject"], [HTML, *left_out]
    # Two dashes above a signature are no line below a heading.
    text = text.replace("\n-- \n", "\n\n\\-- \n")
    return prose("\n".join(lines) + "\n\n" + text), values["Subject"], left_out
