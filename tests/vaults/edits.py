"""Random edits of random notes: the intended value, and not one other byte.

Nothing here trusts the editor's own reading: properties are read and cut by `frontmatters`, bodies compared by slices.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from scripts.errors import EditRefusedError
from scripts.text.block_ids import mark_quotables
from scripts.text.editing import append_under, headings_of
from scripts.text.frontmatter import add_to_list, remove_from_list, remove_property, set_property, split
from scripts.text.markdown import read_body
from tests.vaults import frontmatters
from tests.vaults.block_lines import kinds_by_markdown_it, plain_body
from tests.vaults.figures import Figures, figures
from tests.vaults.notes import note_paths, read

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from scripts.model import Heading

VALUES: list[Any] = [
    *("plain", "two words", "[[Target|t]]", "a: b", "# no comment", "it's", '"quoted"', "", "yes", "12:30", "007", "-"),
    *("null", "日本語", "long " * 40, "@at", "{x}", "[y]", "tab\there", " led", "é\u00a0nbsp", "2024-03-12", "~", "\\"),
    *(0, 7, -1.5, 1e300, True, False, None, [], ["one"], ["a, b", "c: d", 3], ["[[Target]]", None, True]),
]
SCALARS = [value for value in VALUES if isinstance(value, (str, int, float))]
NAMES = ["status", "Neuer Name", "標", "a-b", "x:y", "#hash", "yes", "9", "it's"]


def check_edits(vault: Path, rng: Random, count: int) -> Figures:
    """Make count edits, each on the note as it is, and look at every result."""
    result = figures("edits", vault.name)
    paths = note_paths(vault)
    while result.counts["edits"] < count:
        path = rng.choice(paths)
        text = read(vault, path)
        if text is None:
            continue
        edit = rng.choice(EDITS)
        try:
            is_made = edit(_Edit(path, text, rng, result))
        except EditRefusedError as err:
            result.count("refused")
            result.expect(_may_refuse(text, err), f"{path} {edit.__name__} is refused: {err}")
            is_made = True
        result.count("edits", is_made)
        result.count(edit.__name__, is_made)
    return result


def _may_refuse(text: str, err: EditRefusedError) -> bool:
    """Whether the block has what the rules let an editor refuse, or the edit itself asks too much."""
    if "comment (%%)" in str(err):
        return bool(re.search(r"(?m)^%%", text)) and text.count("%%") % 2 == 1
    if "never closed" in str(err):
        body = plain_body(text) + "\n\nlast"
        return kinds_by_markdown_it(body)[body.count("\n")] in ("fence", "html")
    if frontmatters.values(text) is None:
        return True
    block = text[: frontmatters.body_start(text)]
    odd = frontmatters.cuts(text) is None or re.search(r"(?m)^\s*[{\[]|:\s+[&*]\w|^\s*[?&*!]|^[ \t]+\S[^\n]*:", block)
    return bool(odd) or "several lines" in str(err) or "already" in str(err) or "is not a list" in str(err)


class _Edit:
    """One edit of one note."""

    def __init__(self, path: str, text: str, rng: Random, result: Figures) -> None:
        self.path, self.text, self.rng, self.result = path, text, rng, result
        values = frontmatters.values(text)
        self.is_read_twice = values is not None
        self.values = split(text).properties if values is None else values
        """As PyYAML reads them; as we do where it cannot."""
        self.names = list(self.values)

    def expect(self, holds: bool, fault: str) -> None:
        self.result.expect(holds, f"{self.path} {fault}")

    def properties(self, what: str, new: str, name: str, intended: dict[str, Any]) -> None:
        """The block reads as intended; outside the lines of one property each character stays."""
        old = self.text
        read_back = frontmatters.values(new) if self.is_read_twice else intended
        self.result.count("values read twice", self.is_read_twice)
        # By representation: 1, 1.0 and True differ, and the order of names counts.
        self.expect(repr(read_back) == repr(intended), f"{what}: {read_back!r} instead of {intended!r}")
        ours = split(new).properties
        self.expect(repr(ours) == repr(intended), f"{what}: read as {ours!r} instead of {intended!r}")
        start, end = self.lines_of(name)
        self.expect(new.startswith(old[:start]), f"{what}: something before it changed")
        self.expect(new.endswith(old[end:]), f"{what}: something behind it changed")
        self.expect(len(new) >= start + len(old) - end, f"{what}: what stood around it overlaps")
        body = old[frontmatters.body_start(old) :]
        self.expect(new[frontmatters.body_start(new) :] == body, f"{what}: the body changed")

    def lines_of(self, name: str) -> tuple[int, int]:
        """Where the property stands, or where a new one goes."""
        cuts = frontmatters.cuts(self.text)
        if cuts is None:
            # Names that do not begin their lines: the block as a whole is looked at only through its values.
            self.result.count("cut as a whole")
            return 0, frontmatters.body_start(self.text)
        if name in cuts:
            return cuts[name]
        body = frontmatters.body_start(self.text)
        if body <= 1:
            return body, body
        fence = self.text.rindex("---", 0, body)
        return fence, fence

    def headings(self) -> tuple[Heading, ...]:
        return headings_of(self.text)

    def inserted(self, what: str, new: str) -> tuple[int, int]:
        """The span that was inserted; a fault if anything else changed."""
        at = next((at for at, (one, other) in enumerate(zip(self.text, new)) if one != other), len(self.text))
        size = len(new) - len(self.text)
        self.expect(size > 0 and new[at + size :] == self.text[at:], f"{what}: more than an insertion")
        return at, at + size


def _like(names: list[str], wanted: str) -> str | None:
    return next((name for name in names if name == wanted), None) or next(
        (name for name in names if name.lower() == wanted.lower()), None
    )


def set_one(edit: _Edit) -> bool:
    """Another value for a property, or a new one."""
    names = edit.names
    is_new = not names or edit.rng.random() < 0.3
    name = edit.rng.choice(NAMES if is_new else names)
    value = edit.rng.choice(VALUES)
    new = set_property(edit.text, name, value)
    kept = _like(names, name) or name
    edit.properties(f"set {name!r} to {value!r}", new, kept, {**edit.values, kept: value})
    return True


def add_one(edit: _Edit) -> bool:
    """One more item for a list; a single value becomes a list."""
    names = edit.names
    name = edit.rng.choice([*names, "tags", "aliases"])
    kept, value = _like(names, name) or name, edit.rng.choice(SCALARS)
    new = add_to_list(edit.text, name, value)
    before = edit.values
    old = before.get(kept)
    items = list(old) if isinstance(old, list) else [] if old is None else [old]
    intended = before if any(repr(item) == repr(value) for item in items) else {**before, kept: [*items, value]}
    edit.properties(f"add {value!r} to {name!r}", new, kept, intended)
    return True


def remove_item(edit: _Edit) -> bool:
    """One item less."""
    before = edit.values
    lists = [name for name, value in before.items() if isinstance(value, list) and value]
    if not lists:
        return False
    name = edit.rng.choice(lists)
    value = edit.rng.choice(before[name])
    if isinstance(value, (list, dict)):
        return False
    new = remove_from_list(edit.text, name, value)
    rest = [item for item in before[name] if repr(item) != repr(value)]
    edit.properties(f"remove {value!r} from {name!r}", new, name, {**before, name: rest})
    return True


def remove_one(edit: _Edit) -> bool:
    """A property less."""
    names = edit.names
    if not names:
        return False
    name = edit.rng.choice(names)
    new = remove_property(edit.text, name)
    rest = {other: value for other, value in edit.values.items() if other != name}
    edit.properties(f"remove {name!r}", new, name, rest)
    start, end = edit.lines_of(name)
    if frontmatters.cuts(edit.text) is not None:
        edit.expect(new == edit.text[:start] + edit.text[end:], f"remove {name!r}: more or less than its lines went")
    return True


def append_lines(edit: _Edit) -> bool:
    """Lines under a heading, or under a new one at the end."""
    headings = edit.headings()
    heading = edit.rng.choice([*(found.text for found in headings), "Brand new"])
    if not heading.strip():
        return False
    lines = edit.rng.choice([["- appended [[Target]] ^appended"], ["Appended prose."], ["- one", "- two"]])
    new = append_under(edit.text, heading, lines)
    what = f"append {lines[0]!r} under {heading!r}"
    start, end = edit.inserted(what, new)
    edit.expect(
        new[start:end].split()[-len(lines[-1].split()) :] == lines[-1].split(), f"{what}: the lines are not there"
    )
    page = read_body(new, split(new).body_start)
    texts = [found.text for found in headings]
    edit.expect(
        [found.text for found in page.headings] == texts + [heading] * (heading not in texts), f"{what}: headings"
    )
    at = new.index(lines[-1], start)
    above = [found.text for found in page.headings if found.start < at]
    hidden = any(b.start <= at < b.end for b in page.blocks if b.kind in ("fence", "code", "html", "math", "comment"))
    edit.expect(not hidden, f"{what}: it is hidden there")
    edit.expect(heading.casefold() == above[-1].casefold(), f"{what}: under {above[-1:]}")
    _check_newline(edit, what, new[start:end])
    return True


def mark_all(edit: _Edit) -> bool:
    """A block id for every passage; what was inserted is ids and white space."""
    new = mark_quotables(edit.text)
    before, after = (read_body(t, split(t).body_start) for t in (edit.text, new))
    added = [(found.id, span) for found, span in zip(after.block_ids, after.id_spans)]
    for marker in before.block_ids:
        added.remove(next(found for found in added if found[0] == marker.id))
    bare = new
    for _, (start, end) in reversed(added):
        bare = bare[:start] + bare[end:]
    edit.expect(bare.split() == edit.text.split(), "marking changed words")
    edit.expect(mark_quotables(new) == new, "marking twice is not marking once")
    edit.result.count("ids inserted", len(added))
    return True


def _check_newline(edit: _Edit, what: str, added: str) -> None:
    """Added lines end as the lines of the note do."""
    ends = set(re.findall(r"\r?\n", edit.text))
    if len(ends) == 1:
        edit.expect(set(re.findall(r"\r?\n", added)) <= ends, f"{what}: foreign line breaks")


EDITS = [*(set_one, set_one, add_one, remove_item, remove_one), *(append_lines, mark_all)]
