"""Documents as they come: found on disk or read from standard input, turned into Markdown text."""

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
from ..text.cleaning import clean_heading
from ..text.editing import headings_of
from ..text.escaping import first_few
from ..text.frontmatter import block_span, split
from ..text.property_values import property_text
from ..text.slugs import slugify
from .conversion import Converted, convert, limits_of
from .converter import CONVERTERS
from .formats import MARKDOWN, as_markdown, ending_of
from .mail_notebook import notebook_as_markdown, read_mail

TEXT_SUFFIXES = frozenset(
    {"", ".md", ".markdown", ".mdown", ".txt", ".text", ".rst", ".org", ".log", ".tex", ".srt", ".vtt"}
)
CONVERTED_SUFFIXES = frozenset(CONVERTERS)
UNKNOWN_KIND = "unknown kind"
MAX_TOGETHER = 500_000_000
"""Bytes of all documents of one call: they are read before the first is registered, or none is."""
_BEGINNING = 50_000
MAX_NAMED = 3
"""Hidden names that are told of a folder; the others are counted."""
_AS_TEXT = "convert it to Markdown or plain text"


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
    title: str = ""
    """What a converted file says beside its text that it is called."""
    given_title: str = ""
    """What the caller calls it, whatever it says itself."""
    left_out: tuple[str, ...] = ()
    """Words of a converted file that its text lacks."""

    @property
    def is_file(self) -> bool:
        """Whether its origin is a path: not standard input, an address, or what a program calls it."""
        return not (self.origin == "-" or self.id or "://" in self.origin)

    @property
    def suffix(self) -> str:
        """The ending that says what kind of text it is: that of a file of text, else of Markdown."""
        if not self.is_file:
            return MARKDOWN
        suffix = ending_of(self.origin)
        if suffix in (".eml", ".pdf"):
            # Its text is what is drawn or typed: a `#` in it is that sign.
            return ".txt"
        return MARKDOWN if suffix in CONVERTED_SUFFIXES or suffix in _OPENED else suffix


class Skipped(NamedTuple):
    """A file that is no document, and why."""

    origin: str
    reason: str
    is_usual: bool = False
    """Passed over in every folder, and no reason to look again: hidden names, another knowledge base."""

    @property
    def is_unknown_kind(self) -> bool:
        """Whether only its ending speaks against it."""
        return self.reason.startswith(UNKNOWN_KIND)


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
    files = [(file, folder) for path in paths for file, folder in _files_of(path, skipped)]
    for done, (file, folder) in enumerate(files):
        progress(done, len(files))
        found: Document | Skipped
        if folder:
            found = _document_or_reason(file, settings, folder)
        elif file == "-":
            data = _limited(input_stream(), "-", settings)
            _refuse_unconverted(data)
            found = Document("-", "", data, decode_text(data, "-"))
        else:
            found = read_document(file, settings)
        if isinstance(found, Skipped):
            skipped.append(found)
        else:
            documents.append(found)
            room = _room_behind(found, room, file)
    return documents, skipped


def _files_of(path: str, skipped: list[Skipped]) -> list[tuple[str, str]]:
    """A path itself, or the files of a folder, each with the folder's real path; "" for a path that is none.

    What is not looked into is added to skipped.
    """
    if path == "-" or not os.path.isdir(path):
        return [(path, "")]
    files = list(_files_below(path, skipped))
    if not files:
        raise SourceError("no document in this folder", path=path, hint="hidden files are not taken")
    real = os.path.realpath(path)
    return [(file, real) for file in files]


def _refuse_unconverted(data: bytes) -> None:
    """Raise SourceError for standard input that wants a conversion, which goes by the ending of a file."""
    beginning = data[:200].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    for sign, kind in _CONVERTED_SIGNS.items():
        if beginning.startswith(sign):
            raise SourceError(f"{kind} on standard input is not converted", path="-", hint="name the file")


def _room_behind(document: Document, room: int, path: str) -> int:
    """How many bytes more there may be in this call.  Raises SourceError where there were too many."""
    if len(document.data) > room:
        told = f"with this file there are more than {MAX_TOGETHER:,} bytes in one call, and nothing was registered"
        raise SourceError(told, path=path, hint="add them in several calls, folder by folder")
    return room - len(document.data)


def _document_or_reason(file: str, settings: Settings, folder: str) -> Document | Skipped:
    """A file that was found in a folder, whose real path is given, or why it is none of our documents."""
    led_to = os.path.relpath(os.path.realpath(file), folder)
    if any(part.startswith(".") for part in led_to.split(os.sep)):
        # A stranger's folder would bring the user's own files along.
        return Skipped(file, "a link out of the folder or to a hidden file; `add FILE` takes it")
    suffix = os.path.splitext(file)[1].lower()
    if suffix not in TEXT_SUFFIXES | CONVERTED_SUFFIXES | _OPENED.keys():
        return Skipped(file, f"{UNKNOWN_KIND} {suffix}; `add FILE` takes it if it is text")
    return read_or_skip(file, settings)


def read_or_skip(file: str, settings: Settings) -> Document | Skipped:
    """A file, whatever its ending, or why it cannot be read."""
    if not os.path.isfile(file):
        # Reading a pipe that nobody writes to would wait for ever.
        return Skipped(file, "no regular file")
    try:
        return read_document(file, settings)
    except (SourceError, MissingExtraError) as err:
        return Skipped(file, f"{err.what}; {err.hint}")


def read_document(path: str, settings: Settings) -> Document:
    """Read one file; settings say how far its conversion may go, where it needs one."""
    if not path:
        raise SourceError("a path is empty", hint="name a file, a folder or - for standard input")
    if "\0" in path:
        raise SourceError("a null character in the path", path=path, hint="check the path")
    try:
        with open(path, "rb") as file:
            data = _limited(file, path, settings)
    except OSError as err:
        raise SourceError(f"cannot read: {err.strerror}", path=path, hint="check the path") from err
    stem, suffix = os.path.splitext(os.path.basename(path))
    read = _converted if suffix.lower() in CONVERTED_SUFFIXES else _OPENED.get(suffix.lower())
    if read is None:
        return Document(path, stem, data, decode_text(data, path, suffix=ending_of(path)))
    read_as = read(data, path, settings)
    # A parser that cannot tell which sign a font means may give a null character.
    text = decode_text(read_as.text.replace("\0", "\ufffd").encode("utf-8", "replace"), path)
    title = read_as.title.encode("utf-8", "replace").decode()
    return Document(path, stem, data, text, title=title, left_out=read_as.left_out)


def _limited(file: BinaryIO, path: str, settings: Settings) -> bytes:
    # What has no size may have no end.
    most = settings.max_document_bytes
    data = file.read(most + 1)
    if len(data) > most:
        raise SourceError(f"larger than {most:,} bytes", path=path, hint="split it, or raise MAX_DOCUMENT_BYTES")
    return data


def _converted(data: bytes, path: str, settings: Settings, suffix: str = "") -> Converted:
    return convert(data, path, limits_of(settings, settings.max_document_bytes), suffix=suffix)


def _notebook(data: bytes, path: str, _: Settings) -> Converted:
    try:
        return Converted(notebook_as_markdown(data.decode("utf-8-sig")), "")
    except ValueError as err:
        raise SourceError(f"no notebook: {err}", path=path, hint=_AS_TEXT) from err


def _mail(data: bytes, path: str, settings: Settings) -> Converted:
    try:
        mail = read_mail(data)
    except ValueError as err:
        raise SourceError(f"no mail: {err}", path=path, hint=_AS_TEXT) from err
    html = mail.html.encode("utf-8", "replace")
    texts = [mail.text, _converted(html, path, settings, ".html").text if html.strip() else ""]
    said = "\n\n".join(filter(str.strip, reversed(texts) if mail.is_html_first else texts))
    return Converted(f"{mail.head}\n\n{said}\n", mail.subject)


_CONVERTED_SIGNS = {b"%pdf-": "a PDF", b"<!doctype html": "HTML", b"<html": "HTML"}
"""How files begin that a conversion reads, and what they are."""

_OPENED = {".eml": _mail, ".ipynb": _notebook}
"""Readers of formats that need no more than the standard library: each gives the text, and a title beside it."""


def decode_text(data: bytes, path: str, *, suffix: str = MARKDOWN) -> str:
    """Bytes as text: UTF-8 with or without BOM, UTF-16 with BOM.  suffix says what kind of text it is.

    Raises SourceError for anything else, for binary content, and for a document of which nothing can be quoted.
    """
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError as err:
        raise in_another_encoding(data, path, err) from err
    if "\0" in text:
        raise SourceError("binary, not text", path=path, hint=_AS_TEXT)
    if not any(character.isalnum() for character in text):
        raise SourceError("empty: there is nothing to quote", path=path, hint="give a document with text")
    # Nearly always the beginning tells: of a long text it takes no time.
    beginning = text[:_BEGINNING].rpartition("\n\n")[0]
    if not any(
        _is_quotable(as_markdown(part.replace("\r\n", "\n").replace("\r", "\n"), suffix)) for part in (beginning, text)
    ):
        raise SourceError(
            "only headings and comments: there is nothing to quote", path=path, hint="give a document with text"
        )
    return text


def in_another_encoding(data: bytes, path: str, err: UnicodeDecodeError) -> SourceError:
    """The error for bytes that are no text as we read it: where, and how to convert them."""
    if err.encoding.startswith("utf-16"):
        return SourceError("not the UTF-16 that its first two bytes announce", path=path, hint="save it as UTF-8")
    if b"\0" in data:
        return SourceError("binary, not text", path=path, hint=_AS_TEXT)
    likely = _likely_encoding(data)
    command = f"`iconv -f {likely or 'ENCODING'} -t UTF-8 FILE > NEW`"
    return SourceError(
        "not UTF-8",
        path=path,
        line=data.count(b"\n", 0, err.start) + 1,
        hint=f"convert it, most likely by {command}" if likely else f"find out its encoding and convert it: {command}",
    )


def _is_quotable(text: str) -> bool:
    """Tell whether a source of this text would have something to quote: the document's own properties are, too."""
    span = block_span(text)
    if span is not None and text[span[0] : span[1]].strip():
        return True
    return bool(quotables(text[span[2] if span else 0 :]))


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
_PLAIN = frozenset({"", ".txt", ".text", ".log"})
"""Endings of files in which `# ` may begin a heading, or a comment in a script that the text quotes."""
_WITH_HEADINGS = frozenset({".md", ".markdown", ".mdown", ".mdx", ".rst", ".org", ".tex", ".latex", *_PLAIN})
"""In all others it begins a comment."""
_NAMED = re.compile(
    r"\A\s*(?:%[ \t]+(?P<pandoc>[^\n]+)"
    r"|(?:[-*+][ \t]+)?(?:\*\*)?(?:Feature Name|Title)(?:\*\*)?:(?:\*\*)?[ \t]*`?(?P<field>[^\s`(][^\n`]*)`?[ \t]*\n"
    r"|\+\+\+[ \t]*\n(?:(?!\+\+\+|\[)[^\n]*\n)*?title[ \t]*=[ \t]*(?P<mark>['\"])(?P<toml>[^\n]+?)(?P=mark)[ \t]*\n)"
)


def title_of_document(text: str, document: Document) -> str:
    """The title of a document whose text, as Markdown, is this; of at most _LONGEST_TITLE characters."""
    named = property_text(split(text).properties, "title") or _declared(text, document.suffix)
    if not named and document.suffix in _WITH_HEADINGS:
        named = clean_heading(_heading(text, document))
    if not named and document.name:
        # A hyphen may be part of a code: `inc-4310`.
        named = document.name.replace("_", " ").strip()
    return (named or " ".join(text.split()[:8]))[:_LONGEST_TITLE]


def told_apart_by(document: Document) -> str:
    """What is put behind the name of a source whose title another source has: the folder of its file, else `source`.

    Each project has a changelog, a readme and a quickstart: the folder says whose.
    """
    folder = os.path.basename(os.path.dirname(os.path.abspath(document.origin))) if document.is_file else ""
    return slugify(folder) if any(map(str.isalnum, folder)) else "source"


def _declared(text: str, suffix: str) -> str:
    """What the first lines say that it is called, as Pandoc and Hugo have it; "" for nothing."""
    named = _NAMED.match(text) if suffix == ".md" else None
    return (named["pandoc"] or named["field"] or named["toml"]).strip() if named else ""


def _heading(text: str, document: Document) -> str:
    """The heading of the highest level there is, which is the first; what the file says elsewhere that it is called
    where that level has several; "" for none.

    Below the first level of a file only one that has no other beside it, which would be a section like it; in plain
    text only one that has nothing above it.
    """
    headings = [heading for heading in headings_of(text) if heading.text]
    highest = min((heading.level for heading in headings), default=0)
    titles = [heading for heading in headings if heading.level == highest]
    if document.title and (highest != 1 or len(titles) > 1):
        return document.title
    if not titles or (document.name and highest > 1 and len(titles) > 1):
        return ""
    is_below_text = bool(text[split(text).body_start : titles[0].start].strip())
    if is_below_text and (document.suffix in _PLAIN or (document.name and len(titles) > 1)):
        # One of several parts below an introduction is no title of the whole.
        return document.title
    return titles[0].text


# --- Which encoding a text that is no UTF-8 has, for a message; never to read it by -----------------------------------

_MOST_ACCENTS = 0.3
"""Part of the bytes that are no blanks up to which those beyond ASCII are accents in a Latin text."""
_LEAST_KANA = 0.2
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa]")
_LOOKED_AT = 20_000


def _likely_encoding(data: bytes) -> str:
    """Return the name of an encoding, as iconv knows it; "" where several are as likely, as for Chinese or Russian."""
    sample = data[:_LOOKED_AT]
    seen = [byte for byte in sample if byte > 32]
    if sum(byte > 127 for byte in seen) > _MOST_ACCENTS * len(seen):
        share, name = max((_share_of_kana(sample, name), name) for name in ("SHIFT_JIS", "EUC-JP"))
        return name if share >= _LEAST_KANA else ""
    try:
        data.decode("cp1252")
    except UnicodeDecodeError:
        return "ISO-8859-1"
    return "WINDOWS-1252"


def _share_of_kana(sample: bytes, encoding: str) -> float:
    """Return how much of the text they are when it is read so; what cannot be read so counts against it."""
    text = sample.decode(encoding, "replace")
    return (len(_KANA.findall(text)) - text.count("\ufffd")) / max(1, len(text))
