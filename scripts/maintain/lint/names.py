"""Names that clash: pages that may be one thing, file names that cannot be told apart or cannot be everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from ...errors import UnsafePathError
from ...look.lookup import LONGEST
from ...model import PageRow
from ...text.links import basename_key, path_key
from ...text.names import check_file_name, differ_in_type, fold_name, legal_stem, normalize_name, stem_of
from ...wiki_store.files import is_note
from ..link_rewriting import is_file_link
from .pages import NAMED
from .rules import LintContext, LintFinding, command

_JOINERS = {0x200C: None, 0x200D: None}

_SHORT_WORD, _LONG_WORD, _VERY_LONG_WORD = 4, 6, 8
"""Letters of a word with which an `s` behind it is the same; in which one letter more or less, or two swapped, is a
slip; and in which another letter is."""
DIFFERENT = "different_from"
"""The relation of two things that are not one, however alike they are called."""
_CROWD = 20
"""Where more pages than this have one name, each is compared with the next few only."""
_NUMBER = re.compile(r"\d+")


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
    # A person calls two notes nearly the same on purpose: of twelve such pairs in six vaults two were one thing.
    near = _near_duplicates(context, [page for page in pages if page.category != "notes"])
    for clash in (*_duplicates(pages), *_alias_clashes(pages), *near):
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


def _near_duplicates(context: LintContext, pages: Sequence[PageRow]) -> Iterator[_Clash]:
    by_path = {page.path: page for page in pages}
    named = [(name, page.path) for page in pages for name in (page.title, *page.aliases)]
    short = (pair for pair in abbreviations(named) if "." in pair[0][0] or _names_other(context, *pair))
    for one, other in (*close_names(named), *short):
        (early_path, early), (late_path, late) = sorted(pair[::-1] for pair in (one, other))
        # Equal names are for the other rules to tell.
        is_same = normalize_name(early) == normalize_name(late)
        if not is_same and not _are_homonyms(by_path[early_path], by_path[late_path]):
            yield _Clash("near-duplicate", by_path[late_path], late, by_path[early_path], early)


def _names_other(context: LintContext, short: tuple[str, str], long: tuple[str, str]) -> bool:
    """Tell whether the page of an abbreviation has the long form, or that one the abbreviation: many share letters."""
    words = rf"(?<!\w){re.escape(short[0])}(?!\w)"
    in_short = fold_name(long[0]) in fold_name(context.copy.read(short[1]))
    return in_short or re.search(words, context.copy.read(long[1])) is not None


def _finding(context: LintContext, clash: _Clash) -> LintFinding:
    """Return the finding on the page that clashes; on the other one when only that was asked for."""
    rule, page, name, other, other_name = clash
    if page.path not in context.selected:
        page, name, other, other_name = other, other_name, page, name
    relation = "nearly the same as" if rule == "near-duplicate" else "the same as"
    message = f"{name!r} is {relation} {other_name!r} of {other.path}: merge them if they are one thing"
    if rule == "alias-clash" and page.category == "entities":
        message += ", else take the alias from one (`edit PAGE --unset aliases=NAME`)"
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
            fix = command("rename", page.path, legal_stem(stem_of(page.path)))
            yield LintFinding("illegal-name", page.path, 0, err.what, fix)


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

    Of several owners of one name the first is compared with other names.  Names are close as is_close has it.
    """
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    first: dict[str, tuple[str, str]] = {}
    pairs: list[tuple[tuple[str, str], tuple[str, str]]] = []
    for name, owner in named:
        pairs.append((first.setdefault(fold_name(_in_order(name)), (name, owner)), (name, owner)))
    same: dict[str, list[str]] = {}
    beginnings: dict[str, dict[str, str]] = {}
    for key in first:
        words = key.split()
        same.setdefault("".join(words), []).append(key)
        for place, word in enumerate(words if len(key) <= LONGEST else ()):
            if len(word) >= _SHORT_WORD and word.isalpha():
                beginning = " ".join([*words[:place], word[0] + "…", *words[place + 1 :]])
                beginnings.setdefault(beginning, {})[word] = key
    keys = [pair for group in same.values() for pair in combinations(group[:_CROWD], 2)]
    for by_word in beginnings.values():
        words = list(by_word)
        for number, word in enumerate(words, 1):
            slips = process.extract(word, words[number:], scorer=OSA.distance, score_cutoff=1, limit=None)
            keys += [(by_word[word], by_word[other]) for other, *_ in slips]
    pairs += [(first[one], first[other]) for one, other in keys if is_close(one, other)]
    seen: set[tuple[str, str]] = set()
    for early, late in pairs:
        owners = (min(early[1], late[1]), max(early[1], late[1]))
        if early[1] != late[1] and owners not in seen:
            yield early, late
        seen.add(owners)


def is_close(one: str, other: str) -> bool:
    """Tell whether two folded names are close: the same letters in another spacing, or one slip in one word.

    A slip is an `s` at the end of a word of four letters; in a name of several words also a letter more or less or two
    swapped in one of six, another letter in one of eight, not the first letter: `friction` and `fiction` are two words.
    Names that differ in a digit or a sign are different on purpose: `Chapter 1` and `Chapter 2`, `C` and `C#`.
    """
    if one == other or _NUMBER.findall(one) != _NUMBER.findall(other):
        return one == other
    left, right = one.split(), other.split()
    if "".join(left) == "".join(right):
        return True
    different = [pair for pair in zip(left, right) if pair[0] != pair[1]] if len(left) == len(right) else []
    return len(different) == 1 and _is_slip(*sorted(different[0], key=len), is_alone=len(left) == 1)


def _in_order(name: str) -> str:
    """Return `Curie, Marie` as `Marie Curie`."""
    last, comma, given = name.partition(", ")
    return f"{given} {last}" if comma and "," not in given else name


def _is_slip(shorter: str, longer: str, *, is_alone: bool) -> bool:
    from rapidfuzz.distance import OSA

    if longer == shorter + "s":
        return len(shorter) >= _SHORT_WORD
    # In scripts without capitals a sign may be a word.
    if is_alone or shorter.upper() == shorter.lower():
        return False
    is_other_letter = len(shorter) == len(longer) and sum(a != b for a, b in zip(shorter, longer)) == 1
    is_long = len(longer) >= (_VERY_LONG_WORD if is_other_letter else _LONG_WORD)
    is_word = is_long and shorter[0] == longer[0] and (shorter + longer).isalpha()
    return is_word and OSA.distance(shorter, longer, score_cutoff=1) <= 1


_ABBREVIATION = re.compile(r"[A-Z][A-Z0-9]{1,5}")
_INITIALS = re.compile(r"(?:[^\W\d_]\. )+\S{2,}")


def abbreviations(named: Iterable[tuple[str, str]]) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
    """Yield pairs of (name, owner) of which one is the other's first letters, `RSC` and `React Server Components`, or
    has somebody's given names as letters, `J. Smith` and `John Smith`; none where several names could be meant, one of
    its own page among them."""
    short: dict[tuple[str, str], str] = {}
    long: dict[str, dict[str, tuple[str, str]]] = {}
    for name, owner in named:
        words = name.replace("-", " ").split()
        initialed = " ".join([*(word[0] for word in words[:-1]), *words[-1:]]).casefold()
        if _ABBREVIATION.fullmatch(name) or _INITIALS.fullmatch(name):
            short[name, owner] = name if len(words) == 1 else initialed
        elif len(words) > 1:
            # Small words count in some abbreviations, and not in others.
            large = [word for word in words if len(word) > 3 or word[0].isupper()]
            for key in (initialed, *("".join(word[0] for word in some).upper() for some in (words, large))):
                long.setdefault(key, {})[owner] = (name, owner)
    for pair, key in short.items():
        meant = long.get(key, {})
        if len(meant) == 1 and pair[1] not in meant:
            yield pair, next(iter(meant.values()))
