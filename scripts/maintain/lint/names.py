"""Names that clash: pages that may be one thing, file names that cannot be told apart or cannot be everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from ...errors import UnsafePathError
from ...look.names import LONGEST
from ...model import PageRow
from ...text.links import basename_key, path_key
from ...text.names import differ_in_type, fold_name, normalize_name, stem_of
from ...text.slugs import check_file_name, is_safe_file_name, slugify
from ...wiki_store.files import is_note
from ..link_rewriting import is_file_link
from .links import NAMED
from .rules import LintContext, LintFinding, command

_FORBIDDEN = re.compile(r'[*"\\/<>:|?#^\[\]\s]+|%%')
_JOINERS = {0x200C: None, 0x200D: None}

_SHORT_WORD, _LONG_WORD, _VERY_LONG_WORD = 4, 6, 8
"""Letters of a word with which an `s` behind it is the same; in which one letter more or less, or two swapped, is a
slip; and in which another letter is."""
DIFFERENT = "different_from"
"""The relation of two things that are not one, however alike they are called."""
_CROWD = 20
"""Where more pages than this have one name, each is compared with the next few only."""
_NUMBER = re.compile(r"\d+")
_FIRST_WITHOUT_ALPHABET = "\u2e80"


def name_findings(context: LintContext) -> Iterator[LintFinding]:
    """Yield findings about names."""
    yield from _same_sources(context)
    for category in NAMED:
        yield from _same_things(context, [page for page in context.pages.values() if page.category == category])
    yield from _illegal_names(context)
    yield from _clashing_names(context)


def _same_sources(context: LintContext) -> Iterator[LintFinding]:
    first: dict[str, PageRow] = {}
    # `Report 1.md`, as sync clients name copies, comes after `Report.md`, which is cited.
    for page in sorted(context.pages.values(), key=lambda page: (len(page.path), page.path)):
        sha = str(page.properties.get("sha256", "")) if page.category == "sources" else ""
        if sha and first.setdefault(sha, page) is not page:
            message, fix = f"the same bytes as {first[sha].path}", command("retract", page.node)
            yield LintFinding("duplicate-page", page.path, 1, message, fix)


class _Clash(NamedTuple):
    """Two pages that may be one thing, and by which names."""

    rule: str
    page: PageRow
    name: str
    other: PageRow
    other_name: str


def _same_things(context: LintContext, pages: Sequence[PageRow]) -> Iterator[LintFinding]:
    seen: set[tuple[str, str]] = set()
    for clash in (*_duplicates(pages), *_alias_clashes(pages), *_near_duplicates(pages)):
        pair = (min(clash.page.path, clash.other.path), max(clash.page.path, clash.other.path))
        # Notes whose file names are the same are reported once, as a clash of file names.
        is_twin = basename_key(clash.page.path) == basename_key(clash.other.path)
        # A note and a symbolic link to it are one file.
        is_told = is_twin or any(is_file_link(context.copy, path) for path in pair)
        if pair not in seen and not is_told and not _are_told_apart(context, clash.page, clash.other):
            yield _finding(context, clash)
        seen.add(pair)


def _are_told_apart(context: LintContext, one: PageRow, other: PageRow) -> bool:
    """Tell whether somebody said that the two are different things, which settles it."""
    claims = context.reader.claims(nodes=[one.node])
    return any(
        claim.relation == DIFFERENT and {claim.subject, claim.object} == {one.node, other.node} for claim in claims
    )


def _duplicates(pages: Sequence[PageRow]) -> Iterator[_Clash]:
    """Yield pages with one title, each with the first that it is not kept apart from."""
    groups: dict[str, list[PageRow]] = {}
    for page in pages:
        group = groups.setdefault(normalize_name(page.title), [])
        twin = next((other for other in group if not _are_homonyms(page, other)), None)
        if twin is None:
            group.append(page)
        else:
            yield _Clash("duplicate-page", page, page.title, twin, twin.title)


def _alias_clashes(pages: Sequence[PageRow]) -> Iterator[_Clash]:
    """Yield pages with an alias that is another's name, or an alias of an earlier one."""
    owners: dict[str, list[tuple[PageRow, str]]] = {}
    for page in pages:
        for name in (page.title, stem_of(page.path)):
            owners.setdefault(normalize_name(name), []).append((page, name))
    for page in pages:
        for alias in page.aliases:
            group = owners.setdefault(normalize_name(alias), [])
            twin = next((o for o in group if o[0].path != page.path and not _are_homonyms(page, o[0])), None)
            if twin is not None:
                yield _Clash("alias-clash", page, alias, *twin)
            # A page may have thousands of them, and one as often as it likes.
            if not group or group[-1][0] is not page:
                group.append((page, alias))


def _near_duplicates(pages: Sequence[PageRow]) -> Iterator[_Clash]:
    by_path = {page.path: page for page in pages}
    named = [(name, page.path) for page in pages for name in (page.title, *page.aliases)]
    for one, other in (*close_names(named), *abbreviations(named)):
        (early_path, early), (late_path, late) = sorted(pair[::-1] for pair in (one, other))
        # Equal names are for the other rules to tell.
        is_same = normalize_name(early) == normalize_name(late)
        if not is_same and not _are_homonyms(by_path[early_path], by_path[late_path]):
            yield _Clash("near-duplicate", by_path[late_path], late, by_path[early_path], early)


def _finding(context: LintContext, clash: _Clash) -> LintFinding:
    """Return the finding on the page that clashes; on the other one when only that was asked for."""
    rule, page, name, other, other_name = clash
    if page.path not in context.selected:
        page, name, other, other_name = other, other_name, page, name
    relation = "nearly the same as" if rule == "near-duplicate" else "the same as"
    message = f"{name!r} is {relation} {other_name!r} of {other.path}: merge them if they are one thing"
    if rule == "alias-clash" and page.category == "entities":
        message += ", else take the alias from one (`drop_aliases` in a bundle)"
    # Two may have one first name, and two notes one title: a command that is one key away would make one of them.
    is_title = rule != "alias-clash" or normalize_name(name) in map(normalize_name, (page.title, other.title))
    is_sure = is_title and page.category != "notes"
    return LintFinding(rule, page.path, 1, message, command("merge", page.node, other.node) if is_sure else "")


def _are_homonyms(one: PageRow, other: PageRow) -> bool:
    """Tell whether two pages may share a name: their types differ."""
    return differ_in_type(str(one.properties.get("type", "")), str(other.properties.get("type", "")))


def _illegal_names(context: LintContext) -> Iterator[LintFinding]:
    for page in context.notes():
        try:
            # Joiners belong to the spelling in Persian and in scripts of India: existing names may have them.
            check_file_name(page.path.rpartition("/")[2].translate(_JOINERS))
        except UnsafePathError as err:
            stem = " ".join(_FORBIDDEN.sub(" ", stem_of(page.path)).split()).strip(". ")
            better = stem if is_safe_file_name(stem) else slugify(stem_of(page.path))
            yield LintFinding("illegal-name", page.path, 0, err.what, command("rename", page.path, better))


def _clashing_names(context: LintContext) -> Iterator[LintFinding]:
    """Yield notes of one file name; the one that a bare link reaches from anywhere is not reported."""
    groups: dict[str, list[str]] = {}
    for path in context.files:
        if is_note(path):
            groups.setdefault(basename_key(path), []).append(path)
    for group in groups.values():
        first, *others = sorted(group, key=lambda path: (path not in context.copy.catalog, len(path), path))
        for path in others:
            message = f"{len(group)} notes are called {stem_of(path)!r}: a bare link leads to {first}"
            if path_key(path) == path_key(first):
                # On many systems the two are one file: case, or how accents are stored, is all that differs.
                message = f"no link can tell it from {first}: they differ in case, or in how accents are stored"
            yield LintFinding("clashing-name", path, 0, message)


# --- Near duplicates --------------------------------------------------------------------------------------------------


def close_names(named: Iterable[tuple[str, str]]) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
    """Yield pairs of (name, owner) whose names are close and whose owners differ; a pair of owners comes once.

    Two names are close when they fold to the same key, hold the same words in another order or spacing, or differ by
    one slip in one word that begins alike: an `s` at its end, a letter more or less, or two swapped, in a word of at
    least six letters; another letter in one of at least eight.  Short words with another letter are mostly other words.
    Names that differ in a digit or a sign are different on purpose: `Chapter 1` and `Chapter 2`, `C` and `C#`.
    """
    owners: dict[str, list[tuple[str, str]]] = {}
    for name, owner in named:
        owners.setdefault(fold_name(name), []).append((name, owner))
    seen: set[tuple[str, str]] = set()
    for one, other in _close_keys(owners):
        for first in owners[one][:_CROWD]:
            for second in owners[other][:_CROWD]:
                pair = (min(first[1], second[1]), max(first[1], second[1]))
                if first[1] != second[1] and pair not in seen:
                    seen.add(pair)
                    yield first, second


_ABBREVIATION = re.compile(r"[A-Z][A-Z0-9]{1,5}")
_INITIALS = re.compile(r"(?:[^\W\d_]\.? )+")


def abbreviations(named: Iterable[tuple[str, str]]) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
    """Yield pairs of (name, owner) of which one is the other's first letters, `RSC` and `React Server Components`, or
    has somebody's given names as letters, `J. Smith` and `John Smith`; none where several names could be meant."""
    short: list[tuple[str, str, str]] = []
    long: dict[str, dict[str, tuple[str, str]]] = {}
    for name, owner in dict.fromkeys(named):
        words = name.replace("-", " ").split()
        if _ABBREVIATION.fullmatch(name):
            short.append((name, name, owner))
        elif _INITIALS.fullmatch(name.removesuffix(words[-1]) if words else "") and len(words[-1]) > 1:
            short.append((_initialed(words), name, owner))
        elif len(words) > 1:
            # Small words count in some abbreviations, and not in others.
            for some in (words, [word for word in words if len(word) > 3 or word[0].isupper()]):
                long.setdefault("".join(word[0] for word in some).upper(), {})[owner] = (name, owner)
            long.setdefault(_initialed(words), {})[owner] = (name, owner)
    for key, name, owner in short:
        meant = [pair for other, pair in long.get(key, {}).items() if other != owner]
        if len(meant) == 1:
            yield (name, owner), meant[0]


def _initialed(words: Sequence[str]) -> str:
    return " ".join([*(word[0].casefold() for word in words[:-1]), words[-1].casefold()])


def is_close(one: str, other: str) -> bool:
    """Tell whether two folded names are close; see close_names."""
    if one == other:
        return True
    # Before the words are compared in any order: two dates may hold the same words and are two days.
    if _NUMBER.findall(one) != _NUMBER.findall(other):
        return False
    if sorted(one.split()) == sorted(other.split()) or one.replace(" ", "") == other.replace(" ", ""):
        return True
    left, right = one.split(), other.split()
    different = [pair for pair in zip(left, right) if pair[0] != pair[1]] if len(left) == len(right) else []
    return len(different) == 1 and _is_slip(*different[0])


def _is_slip(one: str, other: str) -> bool:
    from rapidfuzz.distance import OSA

    shorter, longer = sorted((one, other), key=len)
    if len(shorter) >= _SHORT_WORD and longer in (shorter + "s", shorter.removesuffix("y") + "ies"):
        return True
    if len(longer) < _LONG_WORD or one[0] != other[0] or not (one.isalpha() and other.isalpha()):
        return False
    if max(one + other) >= _FIRST_WITHOUT_ALPHABET or OSA.distance(one, other, score_cutoff=1) > 1:
        return False
    is_other_letter = len(one) == len(other) and sum(a != b for a, b in zip(one, other)) == 1
    return not is_other_letter or len(one) >= _VERY_LONG_WORD


def _close_keys(owners: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of keys that are close, and each key with itself.

    Compared is what has the same words or letters, or all words alike but for one that begins alike.
    """
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    groups: dict[str, list[str]] = {}
    endings: dict[str, dict[str, str]] = {}
    for key in owners:
        yield key, key
        words = key.split()
        for group in {f"words {' '.join(sorted(words))}", f"letters {''.join(words)}"}:
            groups.setdefault(group, []).append(key)
        for place, word in enumerate(words if len(key) <= LONGEST else ()):
            if len(word) >= _SHORT_WORD and word.isalpha():
                beginning = " ".join([*words[:place], word[0] + "…", *words[place + 1 :]])
                endings.setdefault(beginning, {})[word] = key
    for keys in groups.values():
        yield from ((one, other) for one, other in combinations(keys[:_CROWD], 2) if is_close(one, other))
    for by_word in endings.values():
        words = list(by_word)
        for number, word in enumerate(words, 1):
            slips = process.extract(word, words[number:], scorer=OSA.distance, score_cutoff=1, limit=None)
            found = ((by_word[word], by_word[other]) for other, *_ in slips)
            yield from (pair for pair in found if is_close(*pair))
