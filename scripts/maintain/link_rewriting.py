"""Rewriting links to pages that move: the files that hold them, and their new texts.

Only the path of a link is replaced, and its display text if the caller asks for it.  Every result is read back and
refused if a link would lead elsewhere.  A canvas is JSON edited by span, so that key order and unknown keys stay.
"""

from __future__ import annotations

import json
import os
import posixpath
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ..errors import DataError, EditRefusedError
from ..index_store.port import NOT_READ, IndexReader
from ..model import Heading, Link
from ..text.canvas import cards, is_canvas, read_canvas
from ..text.characters import normal_form
from ..text.frontmatter import split
from ..text.link_writing import add_display, is_in_table, splice_display, splice_path, tables_of
from ..text.links import Resolver, basename_key, find_heading, path_key
from ..text.markdown import read_body
from ..text.names import category_of, stem_of
from ..text.spans import Spans, Splice, splice
from ..text.templates import escape_inline
from ..wiki_store.files import is_note
from ..wiki_store.working_copy import WorkingCopy

# For a block that cannot be parsed: whatever looks like a wikilink is taken for one.
_WIKILINK = re.compile(r"\[\[([^\[\]|#\n]{1,400})[^\[\]\n]{0,400}\]\]")
_CARD_VALUE = re.compile(r'"(file|text)"(\s*:\s*)"((?:[^"\\]|\\.)*)"')


class Followed(NamedTuple):
    """The target of one link before and after a move, and its new paths."""

    source: str
    """Its target before the move; "" for none."""
    target: str | None
    """Its target after the move; "" for none, None if that was not looked up."""
    paths: tuple[str, ...] | None = None
    """Paths that lead to the target, in order of preference; None for a link that stays as it is written."""


class Moves:
    """A vault before and after some pages moved.

    moves: maps old to new vault paths; if the new path exists already, the old page is merged into it.
    """

    def __init__(self, paths: Iterable[str], moves: Mapping[str, str]) -> None:
        self.moves = dict(moves)
        paths = [*paths]
        self.before = Resolver(paths)
        self.after = Resolver([*(path for path in paths if path not in self.moves), *self.moves.values()])
        # A final sigma folds differently with and without the extension behind it.
        names = (name for path in (*self.moves, *self.moves.values()) for name in (path, stem_of(path)))
        self.bases = frozenset(map(basename_key, names))
        """The folded file names whose links may mean something else after the move."""

    def moved(self, path: str) -> str:
        """Return the path of a page after the move."""
        return self.moves.get(path, path)

    def follow(self, path: str, source: str, *, is_markdown: bool = False) -> Followed:
        """Return the targets and new paths of a link with this path in the page at source before the move.

        is_markdown: programs other than Obsidian read its path from the folder of the page, so it stays relative to it.
        A link that no move affects is not looked up: it stays, and its target is None.
        """
        if path and source not in self.moves and basename_key(path) not in self.bases:
            return Followed("", None)
        target = self.before.resolve(path, source)
        here = self.moved(source)
        now = self.after.resolve(path, here) if path else here
        if not target:
            return Followed("", now)
        wanted = self.moved(target)
        was_beside = is_markdown and "/" in path and _is_whole(_beside(path, source), target)
        is_beside = not was_beside or _is_whole(_beside(path, here), wanted)
        if now == wanted and is_beside and not self._is_outdated(path, target, wanted):
            return Followed(target, wanted)
        paths = (way for way in self._paths(path, target, source) if self.after.resolve(way, here) == wanted)
        return Followed(target, wanted, tuple(dict.fromkeys(paths)))

    def _is_outdated(self, path: str, target: str, wanted: str) -> bool:
        """Whether a link that still works is rewritten: because of another name, an old path or a new namesake."""
        if not path:
            return False
        if "/" not in path:
            if stem_of(target) != stem_of(wanted):
                return True
            return len(self.before.candidates(path)) == 1 and len(self.after.candidates(path)) > 1
        return target != wanted and _is_whole(path, target)

    def _paths(self, path: str, target: str, source: str) -> Iterator[str]:
        """Yield paths to the moved target: first in the style of the written path, then more and more explicit ones."""
        wanted, here = self.moved(target), self.moved(source)
        whole = wanted if path[-3:].lower() == ".md" or not is_note(wanted) else wanted[:-3]
        folder = here.rpartition("/")[0]
        beside = posixpath.relpath("/" + whole, "/" + folder)
        if path.startswith("/"):
            yield "/" + whole
        elif path.startswith(("./", "../")):
            yield beside if beside.startswith("../") else "./" + beside
        elif "/" in path and not _is_whole(path, target):
            if _is_whole(_beside(path, source), target):
                yield beside
            else:
                yield "/".join(whole.split("/")[-1 - path.count("/") :])
        elif "/" not in path:
            name = whole.rpartition("/")[2]
            if self.after.candidates(name) == (wanted,):
                yield name
        yield from (whole, wanted, "/" + wanted)


def _is_whole(path: str, target: str) -> bool:
    """Whether a link path is the vault path of target."""
    return path_key(target) in (path_key(path), path_key(path + ".md"))


def _beside(path: str, source: str) -> str:
    """Return the vault path of a link path that is relative to the folder of its page."""
    return posixpath.normpath(posixpath.join(source.rpartition("/")[0], path))


Names = Mapping[str, Sequence[tuple[str, str]]]
"""Maps the old path of a page to pairs of display texts: a link to it that shows the old text gets the new one."""


def rewrite_vault(
    copy: WorkingCopy,
    reader: IndexReader,
    moves: Moves,
    names: Names,
    *,
    drafts: Mapping[str, str] | None = None,
) -> tuple[dict[str, str], int]:
    """Rewrite every link in the vault to the moved pages; return the new texts, and how many links were changed.

    The texts are those of changed files and of the moved pages, by the path before the move.
    drafts: texts to begin with, for pages that the caller has changed already.
    Raises EditRefusedError with every place of a link that cannot be rewritten with the same target.
    """
    drafts = drafts or {}
    texts: dict[str, str] = {}
    links = 0
    refused: list[str] = []
    for path in [*touched_notes(copy, reader, moves, drafts), *filter(is_canvas, copy.paths())]:
        before = copy.read(path)
        text = drafts.get(path, before)
        is_quoted = category_of(path, copy.folder) == "sources"
        try:
            if is_canvas(path):
                changed, count = _rewrite_canvas(text, path, moves, names)
            else:
                changed, count = _PageRewrite(text, path, moves, names, is_quoted=is_quoted).run()
            if changed != text:
                copy.editable(path)
        except DataError as err:
            place = f"{path}:{err.line}" if err.line else path
            refused.append(f"{place} {err.what.removeprefix('edit refused: ')}")
            continue
        links += count
        if changed != before or path in moves.moves:
            texts[path] = changed
    if refused:
        raise EditRefusedError("links would change their meaning: " + "; ".join(refused))
    return texts, links


class _PageRewrite:
    """Rewrites the links in the text of the page at source before the move.

    is_quoted: the words of the page are quoted elsewhere, so a link keeps its visible text.
    """

    def __init__(self, text: str, source: str, moves: Moves, names: Names, *, is_quoted: bool = False) -> None:
        self.is_quoted = is_quoted
        self.text, self.source, self.moves, self.names = text, source, moves, names
        self.properties = split(text)
        body = read_body(text, self.properties.body_start)
        self.tables = tables_of(body.blocks)
        self.headings = Spans((heading.start, heading.end) for heading in body.headings)
        self.links = (*self.properties.links, *body.links)

    def run(self) -> tuple[str, int]:
        """Return the new text, and how many links were changed.

        Raises EditRefusedError with path and line for a link that cannot follow.
        """
        splices: list[Splice] = []
        links = 0
        targets = []
        self._check_readable()
        for link in self.links:
            found = self.moves.follow(link.path, self.source, is_markdown=link.kind == "markdown")
            targets.append(found.target)
            made = [*self._edits(link, found)]
            links += bool(made)
            splices += made
        changed = splice(self.text, splices)
        if splices:
            self._check(changed, targets)
        return changed, links

    def _check_readable(self) -> None:
        """Raise EditRefusedError for a link to a moved page in properties that cannot be read."""
        for found in _WIKILINK.finditer(self.text, 0, self.properties.body_start) if self.properties.issues else ():
            if self.moves.follow(found[1].strip(), self.source).paths is not None:
                line = self.text.count("\n", 0, found.start()) + 1
                what = f"the properties that hold {found[0]} cannot be read: mend them first"
                raise EditRefusedError(what, path=self.source, line=line)

    def _edits(self, link: Link, found: Followed) -> Iterator[Splice]:
        """Yield the splices that rewrite a link: of its path, and of its display text."""
        name, bare = None, ""
        # The words of a heading are link targets, and those of a source are quoted, so the visible text stays.
        if self.is_quoted or link.start in self.headings:
            bare = link.path if found.paths is not None else ""
        elif link.display and link.path:
            names = self.names.get(found.source, ())
            name = next((new for old, new in names if is_same_text(link.display, old) and new != old), None)
        if found.paths is not None:
            path = next((made for way in found.paths if (made := splice_path(self.text, link, way))), None)
            if path is None:
                raise self._refusal(link)
            yield path
            if not bare and "/" in path.text and "/" not in link.path:
                # A name that becomes a path is shown without folders, as in Obsidian.
                bare = path.text.rpartition("/")[2]
                bare = stem_of(bare) if is_note(bare) else bare
        # The text behind the bar of an embed is a size.
        if not link.is_embed and (name or bare):
            display = splice_display(self.text, link, name) if name else self._add_display(link, bare)
            yield from [display] if display else []

    def _add_display(self, link: Link, path: str) -> Splice | None:
        """Return the splice that adds display text to a wikilink without one: the text that this path would show."""
        return add_display(link._replace(path=path), is_in_table=is_in_table(self.text, link.start, self.tables))

    def _check(self, changed: str, targets: Sequence[str | None]) -> None:
        """Check that the new text has the same links, each with its target, and no other difference."""
        properties = split(changed)
        body = read_body(changed, properties.body_start)
        links = (*properties.links, *body.links)
        here = self.moves.moved(self.source)
        if len(links) != len(self.links) or bool(properties.issues) != bool(self.properties.issues):
            raise EditRefusedError("its links would not read back the same", path=self.source)
        for old, new, target in zip(self.links, links, targets):
            leads = new.path if target is None else self.moves.after.resolve(new.path, here)
            same = (old.kind, old.is_embed, old.property) == (new.kind, new.is_embed, new.property)
            same = same and leads == (old.path if target is None else target)
            if not same or new.subpath != old.subpath:
                raise self._refusal(old)
        # Properties with links, also those that an alias of YAML repeats, are checked above.
        plain = {key: repr(value) for key, value in self.properties.properties.items()}
        plain = {key: value for key, value in plain.items() if "[[" not in value and "](" not in value}
        if any(repr(properties.properties.get(key)) != value for key, value in plain.items()):
            raise EditRefusedError("its properties would not read back the same", path=self.source)

    def _refusal(self, link: Link) -> EditRefusedError:
        what = f"the link {self.text[link.start : link.end]} cannot follow"
        return EditRefusedError(what, path=self.source, line=link.line)


def touched_notes(copy: WorkingCopy, reader: IndexReader, moves: Moves, drafts: Collection[str]) -> list[str]:
    """Return the notes whose links may have another target after the move, with the moved ones; no generated pages.

    If a note has a symbolic link to it, only the note is returned.
    """
    found = {path for path in (*moves.moves, *drafts) if is_note(path)}
    found.update(row.path for row in reader.links(basenames=sorted(moves.bases)) if is_note(row.path))
    # The index has no links of these: copies left by a sync client, pages beyond the size limit, properties that
    # cannot be read, and quoted text.
    partly = {
        issue.path for issue in reader.issues() if issue.rule in (NOT_READ, "page-size", "unreadable-frontmatter")
    }
    quoted = ("sources", "sessions")
    indexed = {row.path for row in reader.pages(everything=True) if row.category not in quoted} - partly
    for path in copy.paths():
        if is_note(path) and path not in indexed:
            folded = path_key(copy.read(path))
            # An encoded destination hides its name.
            if any(base in folded for base in moves.bases) or ("](" in folded and "%" in folded):
                found.add(path)
    return sorted(path for path in found - set(copy.catalog) if not copy.is_link(path))


def is_same_text(one: str, other: str) -> bool:
    """Whether two texts have the same characters, however composed: macOS decomposes the accents in file names."""
    return normal_form("NFC", one) == normal_form("NFC", other)


def title_heading(headings: Sequence[Heading], titles: Iterable[str]) -> Heading | None:
    """Return the first heading of level 1, if it shows one of these titles and links to this text lead to it."""
    first = next((heading for heading in headings if heading.level == 1), None)
    forms = [form for title in titles for form in (title, escape_inline(title))]
    if first is None or not any(is_same_text(first.text, form) for form in forms):
        return None
    return first if find_heading(headings, "#" + first.text) == first else None


def _rewrite_canvas(text: str, path: str, moves: Moves, names: Names) -> tuple[str, int]:
    """Return the canvas with its cards rewritten for the moved pages, and how many links were changed.

    Raises EditRefusedError if more than the cards would change, or if a link in a card cannot be rewritten.
    """
    canvas = read_canvas(text)
    if canvas is None:
        return text, 0
    count = 0
    for node in cards(canvas, "file"):
        new = _moved_card(node["file"], moves)
        count += new != node["file"]
        node["file"] = new
    texts: dict[str, str] = {}
    for node in cards(canvas, "text"):
        old = node["text"]
        if "[[" in old or "](" in old:
            node["text"], links = _PageRewrite(old, path, moves, names).run()
            texts[old], count = node["text"], count + links
    if not count:
        return text, 0

    def replace(match: re.Match[str]) -> str:
        key, old = match[1], json.loads(f'"{match[3]}"', strict=False)
        new = _moved_card(old, moves) if key == "file" else texts.get(old, old)
        # Escaped as much as the string that it replaces.
        written = json.dumps(new, ensure_ascii="\\u" in match[3])
        written = written.replace("/", "\\/") if "\\/" in match[3] else written
        return match[0] if new == old else f'"{key}"{match[2]}{written}'

    changed = _CARD_VALUE.sub(replace, text)
    if read_canvas(changed) != canvas:
        raise EditRefusedError("more than its cards would change", path=path)
    return changed, count


def _moved_card(written: str, moves: Moves) -> str:
    return moves.moves.get(moves.before.at(written), written)


def check_file_links(copy: WorkingCopy, leaving: Iterable[str]) -> None:
    """Raise DataError for a page about to leave its path that is a symbolic link or the target of one in the vault."""
    links = {os.path.realpath(os.path.join(copy.root, path)): path for path in copy.paths() if copy.is_link(path)}
    for path in leaving if links else ():
        link = links.get(os.path.realpath(os.path.join(copy.root, path)))
        if link is not None:
            what = "it is a symbolic link" if link == path else f"the symbolic link {link} leads to it"
            raise DataError(what, path=path, hint="delete the link first, and make it again afterwards")
