"""Names that clash: pages that may be one thing, file names that cannot be distinguished."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from ...model import PageRow
from ...text.links import basename_key, path_key
from ...text.names import differ_in_type, fold_name, normalize_name, stem_of
from ...wiki_store.files import is_note
from .pages import NAMED
from .rules import LintContext, LintFinding, command

_LONG_WORD, _LONGER_WORD, _LONGEST_WORD = 4, 6, 8
"""Longer words are compared without a final `s`.  From the second length on, one letter more or less, or two swapped,
is a slip; from the third on, another letter is."""
_CROWD = 20
"""Most words that one is compared with, among names that differ in one word."""
DIFFERENT = "different_from"
"""The relation of two different things with similar names."""
_ABBREVIATION = re.compile(r"[A-Z][A-Z0-9]{1,5}")

Named = tuple[PageRow, str]


def name_findings(context: LintContext) -> Iterator[LintFinding]:
    """Yield findings about names."""
    for category in NAMED:
        yield from _same_things(context, [page for page in context.pages.values() if page.category == category])
    yield from _clashing_names(context)


class _Clash(NamedTuple):
    """Two pages that may be one thing, and the names that suggest it."""

    rule: str
    page: PageRow
    name: str
    other: PageRow
    other_name: str


def _same_things(context: LintContext, pages: Sequence[PageRow]) -> Iterator[LintFinding]:
    titles = [(page, page.title) for page in pages]
    aliases = [(page, alias) for page in pages for alias in page.aliases]
    # Persons give notes similar names on purpose: of twelve such pairs in six vaults two were one thing.
    near = [(page, name) for page, name in (*titles, *aliases) if page.category != "notes"]
    known = [*titles, *((page, stem_of(page.path)) for page in pages)]
    seen: set[tuple[str, str]] = set()
    for clash in (
        *_clashes("duplicate-page", titles, normalize_name),
        *_clashes("alias-clash", aliases, normalize_name, known),
        *_clashes("near-duplicate", near, near_key),
        *_slips(near),
        *_abbreviations(context, near),
    ):
        pair = (min(clash.page.path, clash.other.path), max(clash.page.path, clash.other.path))
        # Notes with the same file name are reported once, as a clash of file names.
        is_reported = pair in seen or basename_key(clash.page.path) == basename_key(clash.other.path)
        if not is_reported and not _are_distinct(context, clash.page, clash.other):
            yield _finding_on(context, clash)
        seen.add(pair)


def _are_distinct(context: LintContext, one: PageRow, other: PageRow) -> bool:
    """Whether a claim says that the two are different things."""
    claims = context.reader.claims(nodes=[one.node])
    return any(
        claim.relation == DIFFERENT and {claim.subject, claim.object} == {one.node, other.node} for claim in claims
    )


def _clashes(
    rule: str, named: Iterable[Named], key: Callable[[str], str], known: Iterable[Named] = ()
) -> Iterator[_Clash]:
    """Yield pages whose names have the same key, each with the first such page that may be the same by its type.

    known: further names to compare with.
    """
    owners: dict[str, list[Named]] = {}
    for page, name in known:
        owners.setdefault(key(name), []).append((page, name))
    for page, name in named:
        group = owners.setdefault(key(name), [])
        twin = next((other for other in group if other[0] is not page and not _are_homonyms(page, other[0])), None)
        if twin is not None:
            yield _Clash(rule, page, name, *twin)
        # A page may have thousands of names, and the same one many times.
        if not group or group[-1][0] is not page:
            group.append((page, name))


def near_key(name: str) -> str:
    """Return a key that is the same for names that differ in spacing, a final `s`, or order as in `Curie, Marie`."""
    last, comma, given = name.partition(", ")
    words = fold_name(f"{given} {last}" if comma and "," not in given else name).split()
    folded = " ".join(word.removesuffix("s") if len(word) > _LONG_WORD else word for word in words)
    # `Part 1 12` and `Part 11 2` are different.
    return re.sub(r"(?<!\d) | (?!\d)", "", folded)


def _slips(named: Iterable[Named]) -> Iterator[_Clash]:
    """Yield pages whose names of several words differ by a slip in one word, not in its first letter."""
    from rapidfuzz.distance import OSA

    alike: dict[str, dict[str, Named]] = {}
    for page, name in named:
        words = fold_name(name).split()
        for at, word in enumerate(words if len(words) > 1 else ()):
            # In scripts without capitals a character may be a word.
            if not word.isalpha() or word.upper() == word.lower():
                continue
            others = alike.setdefault(" ".join([*words[:at], word[0] + "…", *words[at + 1 :]]), {})
            for other, (twin, called) in islice(others.items(), _CROWD):
                is_other_letter = len(word) == len(other) and sorted(word) != sorted(other)
                is_long = max(len(word), len(other)) >= (_LONGEST_WORD if is_other_letter else _LONGER_WORD)
                if is_long and not _are_homonyms(page, twin) and OSA.distance(word, other, score_cutoff=1) == 1:
                    yield _Clash("near-duplicate", page, name, twin, called)
            others.setdefault(word, (page, name))


def _abbreviations(context: LintContext, named: Sequence[Named]) -> Iterator[_Clash]:
    """Yield pages of which one has the initials of the other as its name, if a page mentions both: `RSC` and `React
    Server Components`; none if several pages have these initials."""
    long: dict[str, dict[str, Named]] = {}
    for page, name in named:
        words = name.replace("-", " ").split()
        # Small words are part of some abbreviations, but not of others.
        large = [word for word in words if len(word) > 3 or word[0].isupper()]
        for letters in {"".join(word[0] for word in some).upper() for some in (words, large) if len(some) > 1}:
            long.setdefault(letters, {})[page.path] = (page, name)
    for page, name in named:
        owners = long.get(name, {}) if _ABBREVIATION.fullmatch(name) else {}
        if len(owners) == 1 and page.path not in owners:
            ((other, full),) = owners.values()
            is_used = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", context.copy.read(other.path))
            if is_used or fold_name(full) in fold_name(context.copy.read(page.path)):
                yield _Clash("near-duplicate", page, name, other, full)


def _finding_on(context: LintContext, clash: _Clash) -> LintFinding:
    """Return the finding on the page of a clash, or on the other page if only that one is selected."""
    rule, page, name, other, other_name = clash
    if page.path not in context.selected:
        page, name, other, other_name = other, other_name, page, name
    relation = "nearly the same as" if rule == "near-duplicate" else "the same as"
    message = f"{name!r} is {relation} {other_name!r} of {other.path}: merge them if they are one thing"
    if rule == "alias-clash" and page.category == "entities":
        message += ", else take the alias from one (`edit PAGE --unset aliases=NAME`)"
    # Two persons may share a first name, and two notes a title: a command at hand would merge them by mistake.
    is_title = rule != "alias-clash" or normalize_name(name) in map(normalize_name, (page.title, other.title))
    is_sure = is_title and page.category != "notes"
    return LintFinding(rule, page.path, 1, message, command("merge", page.node, other.node) if is_sure else "")


def _are_homonyms(one: PageRow, other: PageRow) -> bool:
    """Whether two pages may share a name because their types differ."""
    return differ_in_type(str(one.properties.get("type", "")), str(other.properties.get("type", "")))


def _clashing_names(context: LintContext) -> Iterator[LintFinding]:
    """Yield notes that share a file name, except the one that a bare link leads to from anywhere."""
    groups: dict[str, list[str]] = {}
    for path in context.files:
        if is_note(path):
            groups.setdefault(basename_key(path), []).append(path)
    for group in groups.values():
        first, *others = sorted(group, key=lambda path: (path not in context.copy.catalog, len(path), path))
        for path in others:
            message = f"{len(group)} notes are called {stem_of(path)!r}: a bare link leads to {first}"
            if path_key(path) == path_key(first):
                # On many systems the two are one file: they differ only in case, or in how accents are stored.
                message = f"no link can tell it from {first}: they differ in case, or in how accents are stored"
            yield LintFinding("clashing-name", path, 0, message)
