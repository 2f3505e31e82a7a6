"""Names: the forms in which they are compared, and how they become slugs, file names and paths.

The pages of a vault are not known here, so the caller checks for a clash with another page.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

from ..errors import DataError, UnsafePathError
from .characters import fold, is_hidden, normal_form, without_hidden

TYPES = {"sources": "source", "summaries": "summary", "entities": "entity", "topics": "topic", "sessions": "session"}
"""The type of a page of each category, where its `type` property is missing.  Categories are folders of a home."""
_QUALIFIER = re.compile(r"(?<=\S)\s*\([^()]*\)\Z")
_NUMBERED = re.compile(r"[A-Z]{2,10}[ -]?\d+(?::| [-–—|])\s+(?=\S+ )")
"""The number of a series before the subject, as in `KEP-277: Ephemeral containers`."""

APOSTROPHES = "'\u2018\u2019\u02bc\uff07`\u00b4"
_INNER = re.compile(r"(?<=[^ _-])[ _-]+(?=[^ _-])")
_OUTER = re.compile(r"\A[ _-]+|[ _-]+\Z")
"""Separators between the words of a name, and around them."""
_OPENING, _CLOSING = '([{<"¿¡', '.,;:!?)]}>"'
_FOLDED_SIGNS = str.maketrans(dict.fromkeys("-_", " ") | dict.fromkeys(APOSTROPHES, "") | dict.fromkeys("“”„«»", '"'))
_CONFLICT_COPY = re.compile(
    r"\.sync-conflict-\d{8}-"  # Syncthing
    r"|\([^()]*conflicted copy[^()]*\)"  # Obsidian Sync, Dropbox, Nextcloud
    # Dropbox in its user's language, Seafile; a person's own words have no date.
    r"|\([^()]*(?:conflict|conflit|konflikt|конфликт|競合|冲突|衝突|mo[dt]stridende)[^()]*\d{4}-\d\d-\d\d[^()]*\)",
    re.IGNORECASE,
)
_DATE = re.compile(r"\d{4}-\d\d(?:-\d\d)?")
_HASH = re.compile(r"\d+|(?=.*\d)[0-9a-fA-F]{8,}")
_MIXED = re.compile(r"(?=.*[a-z])(?=.*[A-Z])(?=.*\d[A-Za-z])[A-Za-z0-9]{10,}")
"""Letters and digits mixed up, as in `TNAyu2ZTJx4`."""


def normalize_name(name: str) -> str:
    """Return the form in which equal names are compared: NFKC, case-folded, blanks and hyphens one blank, none hidden.

    Hyphens at either end are part of the name: blood type `A-` is not `A`.  Normalizing twice changes nothing.
    """
    plain = _INNER.sub(" ", compatible_form(name).strip())
    return _OUTER.sub(lambda run: run[0].replace(" ", ""), plain)


def fold_name(name: str) -> str:
    """Return the form in which names are searched: without accents, hyphens, case and outer punctuation.

    For finding, not for identity: `Résumé` and `resume` are one.  Folding twice changes nothing.
    """
    if name.isascii() and name.isalnum():
        return name.lower()
    folded = fold(compatible_form(name).translate(_FOLDED_SIGNS))
    words = (word.lstrip(_OPENING).rstrip(_CLOSING) for word in folded.split())
    return " ".join(word for word in words if word) or normalize_name(name)


def compatible_form(name: str) -> str:
    """Return a name NFKC-normalized and case-folded until nothing changes, dashes as `-`, hidden characters dropped."""
    if name.isascii() and name.isprintable():
        return name.lower()
    folded = normal_form("NFKC", normal_form("NFKC", name).casefold())
    shown = (char for char in folded if char.isspace() or not (is_hidden(char) or "\ufe00" <= char <= "\ufe0f"))
    unified = (" " if char.isspace() else "-" if unicodedata.category(char) == "Pd" else char for char in shown)
    result = normal_form("NFKC", "".join(unified))
    return result if result == name else compatible_form(result)


def short_title(title: str) -> str:
    """Return a title without its `(…)` and its number in a series, as `Brand` for `Brand (play)`."""
    short = _QUALIFIER.sub("", title) or title
    number = _NUMBERED.match(short)
    return short[number.end() :] if number else short


def differ_in_type(one: str, other: str) -> bool:
    """Report whether two types of pages exclude each other.

    A page without a type, or with no more than that of its folder (`entity`), differs from none.
    """
    one, other = normalize_name(one), normalize_name(other)
    return one != other and {one, other}.isdisjoint(("", "entity"))


def category_of(path: str, folder: str = "") -> str:
    """Return the category of a vault path: the folder it lies in, below the folder for machine-written notes."""
    if folder:
        path = path[len(folder) + 1 :] if path.startswith(folder + "/") else ""
    first, _, rest = path.partition("/")
    return first if rest and first in TYPES else "notes"


def stem_of(path: str) -> str:
    """Return the name of a page's file without `.md`."""
    return without_md(path.rpartition("/")[2])


def without_md(path: str) -> str:
    """Return the path of a page without `.md`."""
    return path[:-3] if path[-3:].lower() == ".md" else path


def node_ids(paths: Iterable[str]) -> dict[str, str]:
    """Map the path of each page to its node id: its stem where no other page has it, else the path without `.md`.

    Stems are compared as links are, without case.
    """
    pages = list(paths)
    counts = Counter(normal_form("NFC", stem_of(path)).lower() for path in pages)
    nodes = {}
    for path in pages:
        stem = stem_of(path)
        is_unique = counts[normal_form("NFC", stem).lower()] == 1
        nodes[path] = stem if is_unique else without_md(path)
    return nodes


def is_conflict_copy(path: str) -> bool:
    """Report whether a sync client gave the file its name, as the second version of a note.

    iCloud's `Name 2.md` may be a person's own name, so it does not count.
    """
    return _CONFLICT_COPY.search(path.rpartition("/")[2]) is not None


def is_opaque(stem: str) -> bool:
    """Report whether a file name has no meaning: an id (`TNAyu2ZTJx4`), a hash, a number that is no date."""
    characters = re.sub(r"[-_.]", "", stem)
    is_id = _MIXED.fullmatch(stem) or _HASH.fullmatch(characters)
    return not characters or bool(is_id and not _DATE.fullmatch(stem))


MAX_SLUG_CHARACTERS = 80
MAX_SLUG_BYTES = 180
MAX_FILE_NAME_CHARACTERS = 120
MAX_FILE_NAME_BYTES = 200

GENERATED_NAMES = frozenset({"index", "log"})
"""Stems of the generated pages of a home: no title gets one of these as its slug."""

_DEVICE_NAMES = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
)


def slugify(title: str) -> str:
    """Return the file stem for a title: never empty, legal on every system, and different for different titles.

    Titles are different when normalize_name keeps them apart.  Letters and digits of every script stay, `C++` and
    `R&D` are spelled out; where the readable form would also be another title's, it gets a suffix `-x` + 6 hex digits
    of the SHA-256 of the normalized title.
    """
    name = normalize_name(title)
    readable = _spell_slug(name)
    return readable if name == readable.replace("-", " ") and _is_free(readable) else marked_slug(title)


def marked_slug(title: str) -> str:
    """Return the readable form of a title with its mark, even if it needs none."""
    name = normalize_name(title)
    readable = _spell_slug(name)
    from hashlib import sha256

    mark = "x" + sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:6]
    stem = _cut_slug(readable, MAX_SLUG_CHARACTERS - len(mark) - 1, MAX_SLUG_BYTES - len(mark) - 1)
    return f"{stem}-{mark}" if stem else mark


def plain_slug(title: str) -> str:
    """Return the readable file stem for a title, without a mark if it can do without.

    Several titles may share it (`a, b` and `a b`): if another one has it already, the caller uses the marked slug.
    """
    readable = _spell_slug(normalize_name(title))
    return readable if _is_free(readable) else marked_slug(title)


def check_file_name(name: str) -> None:
    """Raise UnsafePathError when a note must not be created under this name (given with or without `.md`)."""
    reason = _name_fault(name)
    if reason:
        raise UnsafePathError(name, reason)


def check_name(what: str, text: str, *, most: int = 200) -> None:
    """Raise DataError for a text that is no name in a bundle: empty, too long, or with a control character."""
    characters = "".join(text.split())
    if not any(map(str.isprintable, characters)):
        raise DataError(f"the {what} is empty", hint="give one that can be seen")
    if len(text) > most or any(unicodedata.category(character) == "Cc" for character in characters):
        what = f"the {what} is too long or has a control character"
        raise DataError(what, hint=f"give one line of at most {most} characters")


def is_safe_file_name(name: str) -> bool:
    """Report whether check_file_name accepts the name."""
    return not _name_fault(name)


def legal_stem(name: str) -> str:
    """Return a name as the stem of a file name that every system takes; its slug where that cannot be."""
    stem = re.sub(r"\s*:\s*", " - ", re.sub(r"[/\\]", "-", name))
    stem = " ".join(re.sub(r'[*?"<>|#^\[\]]|%%', " ", stem).split()).strip(" .-")
    return stem if is_safe_file_name(stem) else slugify(name)


def safe_display(text: str) -> str:
    """Return text as the label of a wikilink: one line, and nothing in it ends the link or starts other markup."""
    shown = without_hidden(text).translate(_DISPLAY_TABLE)
    if "%%" in shown:
        shown = re.sub("%{2,}", "%", shown)
    return " ".join(shown.split())


_SIGN_WORDS = {"+": "plus", "#": "sharp", "&": "and", "@": "at", "%": "percent", "=": "equals", "-": "minus"}
_MARKED = re.compile(r"(?:^|-)x[0-9a-f]{6}$")


def _spell_slug(name: str) -> str:
    """Return the readable slug of a normalized name; several names may have the same."""
    out: list[str] = []
    for character in name:
        kind = unicodedata.category(character)
        if kind[0] in "LN" or (kind in ("Mn", "Mc") and out and out[-1][-1] != "-"):
            out.append(character)
        elif character in _SIGN_WORDS:
            out.append(f"-{_SIGN_WORDS[character]}-")
        elif character not in APOSTROPHES:
            out.append("-")
    return normal_form("NFC", re.sub("-{2,}", "-", "".join(out)).strip("-"))


def _is_free(slug: str) -> bool:
    """Report whether a slug needs no mark."""
    is_taken = not slug or _MARKED.search(slug) or slug in _DEVICE_NAMES or slug in GENERATED_NAMES
    return not is_taken and _fits_limits(slug, MAX_SLUG_CHARACTERS, MAX_SLUG_BYTES)


def _fits_limits(text: str, characters: int, size: int) -> bool:
    return len(text) <= characters and len(text.encode("utf-8", "surrogatepass")) <= size


def _cut_slug(slug: str, characters: int, size: int) -> str:
    """Return the longest beginning that fits, ending with a whole word where one ends in its last third."""
    if _fits_limits(slug, characters, size):
        return slug
    end = min(len(slug), characters)
    while not _fits_limits(slug[:end], characters, size) or unicodedata.combining(slug[end]):
        end -= 1
    dash = slug.rfind("-", 0, end + 1)
    return slug[: dash if dash > end * 2 // 3 else end].strip("-")


_FORBIDDEN = frozenset('*"\\/<>:|?#^[]')
"""Characters that Windows or Obsidian refuses, or that end or part a link."""
_DISPLAY_TABLE = str.maketrans(
    {"[": "(", "]": ")", "|": "/", "`": "'", "\\": "/", "<": "\u2039", ">": "\u203a", "$": "\uff04"}
)


def _name_fault(name: str) -> str:
    """Return the reason why a file name may not be created; "" when it may."""
    stem = without_md(name)
    if not stem.strip():
        return "it is empty"
    for character in stem:
        if character in _FORBIDDEN or (character != " " and (is_hidden(character) or character.isspace())):
            return f"it holds {character!a}: Windows, Obsidian or a link cannot"
    if "%%" in stem:
        return "it holds '%%': it breaks links"
    if stem != stem.strip(" ."):
        return "it begins or ends with a blank or a dot"
    if normal_form("NFKC", stem.split(".")[0].rstrip()).lower() in _DEVICE_NAMES:
        return "it is the name of a device on Windows"
    if not _fits_limits(stem, MAX_FILE_NAME_CHARACTERS, MAX_FILE_NAME_BYTES):
        return f"it is longer than {MAX_FILE_NAME_CHARACTERS} characters or {MAX_FILE_NAME_BYTES} bytes"
    return ""
