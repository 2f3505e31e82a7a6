"""What a link says: its grammar, its written form, and the headings and blocks it points at.

Where a link leads among the files of a vault is `resolution`, whose public names are offered here too.
"""

from __future__ import annotations

from unicodedata import normalize

from .. import regex as re
from ..errors import UnsafePathError
from .resolution import VaultNames, link_key, resolve, shortest_link

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..model import BlockId, Heading, Link

__all__ = [
    "SCHEME",
    "VaultNames",
    "clean_display",
    "default_display",
    "display_text",
    "find_block",
    "find_heading",
    "format_markdown_link",
    "format_wikilink",
    "heading_key",
    "heading_subpath",
    "is_balanced",
    "link_key",
    "parse_link_text",
    "percent_decode",
    "relative_path",
    "resolve",
    "shortest_link",
    "split_link_text",
    "split_target",
]

SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
"""What a destination that is a URL begins with."""
_NO_BREAK = str.maketrans({"\u00a0": " ", "\u202f": " "})
_NOT_IN_KEYS = str.maketrans(dict.fromkeys('!"#$%&()*+,.:;<=>?@^`{|}~/[]\\\r\n', " "))
_NOT_IN_HEADING_LINKS = re.compile(r"[:|^\\\r\n]|%%|\[\[|\]\]")
_ESCAPED_BYTE = re.compile(r"%(?![0-9A-Fa-f]{2})|%([0-9A-Fa-f]{2})")


def parse_link_text(text: str) -> tuple[str, str, str | None]:
    """Path, subpath and display text of what stands between `[[` and `]]`.

    >>> parse_link_text("Note#Part|shown")
    ('Note', '#Part', 'shown')
    """
    target, display = split_link_text(text)
    return *split_target(target), display


def split_target(target: str) -> tuple[str, str]:
    """Path and subpath of a link text; the first `#` parts them."""
    if not target.isascii():
        target = target.translate(_NO_BREAK)
    path, mark, rest = target.partition("#")
    return path.strip(), (mark + rest).rstrip()


def split_link_text(text: str) -> tuple[str, str | None]:
    """Cut at the first bar with something before it; the backslash of a table's `\\|` is dropped."""
    bar = text.find("|", 1)
    if bar < 0:
        return text, None
    target = text[:bar]
    if target[-1] == "\\":
        target = target[:-1]
        if not target:
            rest, display = split_link_text("|" + text[bar + 1 :])
            return rest, display
    return target, text[bar + 1 :]


def display_text(link: Link) -> str:
    """What a reader sees for the link: its display text, else the link text with ` > ` between its parts."""
    return link.display or default_display(link.path + link.subpath)


def default_display(target: str) -> str:
    """The link text as shown: no leading `#`, each further one as ` > `."""
    return target.removeprefix("#").replace("#", " > ")


def format_wikilink(path: str, *, subpath: str = "", display: str | None = None) -> str:
    """Write `[[path#subpath|display]]`, with display and heading cleaned of what would end the link.

    path is a link path, as `shortest_link` chooses it.  A path with folders shows its base name, as in Obsidian; a
    display text that would be shown anyway is left out.  Raises UnsafePathError for a path no wikilink can hold.
    """
    subpath = _clean_subpath(subpath)
    shown = clean_display(display or "")
    if not shown and "/" in path:
        shown = clean_display(default_display(path.rpartition("/")[2] + subpath))
    target = path + subpath
    content = f"{target}|{shown}" if shown and shown != default_display(target) else target
    ends_early = content.startswith("[") or content.endswith("]") or "[[" in content or "]]" in content
    if not target or ends_early or "\n" in content or parse_link_text(content)[:2] != (path, subpath):
        raise UnsafePathError(path, "a wikilink cannot hold this name")
    return f"[[{content}]]"


def format_markdown_link(path: str, *, subpath: str = "", display: str | None = None) -> str:
    """Write `[display](path#subpath)` as Obsidian does: from the vault root, spaces percent-encoded.

    Raises UnsafePathError for a path that would be read back as another one.
    """
    path = path.lstrip("/")
    subpath = _clean_subpath(subpath)
    shown = " ".join((display or default_display(path.rpartition("/")[2] + subpath)).split())
    # A dollar sign or a backtick in both parts would make math or code of what is between them.
    shown = re.sub(r"([\\\[\]$`])", r"\\\1", shown)
    target = re.sub(r"%(?=[0-9A-Fa-f]{2})", "%25", path + subpath)
    target = target.replace(" ", "%20").replace("$", "%24").replace("`", "%60")
    if not is_balanced(target):
        target = target.replace("(", "%28").replace(")", "%29")
    unholdable = not target or re.search(r"[\s<>\\\x00-\x1f]|^[A-Za-z][A-Za-z0-9+.-]+:", target)
    if unholdable or parse_link_text(percent_decode(target))[:2] != (path, subpath):
        raise UnsafePathError(path, "a Markdown link cannot hold this name")
    return f"[{shown}]({target})"


def clean_display(text: str) -> str:
    """One line that can stand behind the bar of a wikilink: double brackets are parted, comments marks too."""
    text = " ".join(text.split()).replace("%%", "% %")
    while "[[" in text or "]]" in text:
        text = text.replace("[[", "[ [").replace("]]", "] ]")
    return text + " " if text.endswith("]") else text


def heading_subpath(heading: str) -> str:
    """The subpath that leads to a heading with this text."""
    # A bracket at the end would be taken for the end of the link; headings are compared without brackets.
    return "#" + " ".join(_NOT_IN_HEADING_LINKS.sub(" ", heading.replace("#", " ")).rstrip("] ").split())


def _clean_subpath(subpath: str) -> str:
    if not subpath or subpath.startswith("#^"):
        return subpath.strip()
    return "".join(heading_subpath(part) for part in subpath.split("#") if part.strip())


def heading_key(text: str) -> str:
    """The form in which heading texts are compared: no punctuation, single spaces, lower case."""
    text = text.translate(_NOT_IN_KEYS)
    if not text.isascii():
        text = normalize("NFC", text)
    return " ".join(text.split()).lower()


def find_heading(headings: Sequence[Heading], subpath: str) -> Heading | None:
    """The heading that `#A#B` leads to: the first A, then the first deeper B behind it; None for a block or none."""
    parts = [heading_key(part) for part in subpath.split("#") if part.strip()]
    if not parts or subpath.lstrip("#").startswith("^"):
        return None
    level, wanted = 0, 0
    for heading in headings:
        if heading.level > level and heading_key(heading.text) == parts[wanted]:
            level, wanted = heading.level, wanted + 1
            if wanted == len(parts):
                return heading
    return None


def find_block(block_ids: Sequence[BlockId], id: str) -> BlockId | None:
    """The first block with this id, compared without case; a leading `#^` or `^` is not part of the id."""
    wanted = id.lstrip("#").removeprefix("^").lower()
    return next((block for block in block_ids if block.id.lower() == wanted), None)


def percent_decode(text: str) -> str:
    """Decode `%20` and its like; a text with an incomplete escape or with bytes that are no UTF-8 stays as it is."""
    if "%" not in text:
        return text
    if any(not match[1] for match in _ESCAPED_BYTE.finditer(text)):
        return text
    # Bytes above 127 of the text itself survive as UTF-8, beside those that were written as escapes.
    parts = text.encode("utf-8", "surrogatepass").split(b"%")
    decoded = parts[0] + b"".join(bytes((int(part[:2], 16),)) + part[2:] for part in parts[1:])
    try:
        return decoded.decode("utf-8")
    except UnicodeDecodeError:
        return text


def is_balanced(target: str) -> bool:
    """Whether the round brackets of a Markdown destination pair up, as one without `<>` must."""
    depth = 0
    for sign in target:
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            return False
    return depth == 0


def relative_path(target: str, source: str) -> str:
    """target as seen from the folder of source, both vault paths.

    >>> relative_path("a/b/Note", "a/c/Other.md")
    '../b/Note'
    """
    there, here = target.split("/"), source.split("/")[:-1]
    shared = 0
    while shared < min(len(there) - 1, len(here)) and there[shared] == here[shared]:
        shared += 1
    return "/".join([".."] * (len(here) - shared) + there[shared:])
