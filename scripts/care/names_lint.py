"""Names that clash: pages that may be one thing, file names that cannot be told apart or cannot be everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

from ..errors import UnsafePathError
from ..pages.linking.resolution import link_key
from ..pages.page_facts import differ_in_type, stem_of, text_value
from ..pages.text.names import normalize_name
from ..store.vault import is_note
from ..text.slugs import check_file_name, is_safe_file_name, slugify
from .close_names import CloseNames, Named
from .file_links import is_file_link
from .findings import Finding, command

if TYPE_CHECKING:
    from .survey import Known, Survey

NAMED = ("entities", "notes", "topics")
"""Categories whose pages are things.  A source, its summary and an entity may well have one name."""

_FORBIDDEN = re.compile(r'[*"\\/<>:|?#^\[\]\s]+|%%')
_JOINERS = {0x200C: None, 0x200D: None}


def names_lint(survey: Survey) -> Iterator[Finding]:
    """Findings about names, in no particular order."""
    yield from _same_sources(survey)
    for category in NAMED:
        yield from _same_things(survey, [known for known in survey.known.values() if known.category == category])
    yield from _illegal_names(survey)
    yield from _twins(survey)
    yield from _clashing_names(survey)


def _same_sources(survey: Survey) -> Iterator[Finding]:
    first: dict[str, Known] = {}
    # `Report 1.md`, as sync clients name copies, comes before `Report.md`, which is cited.
    for known in sorted(survey.known.values(), key=lambda each: (len(each.path), each.path)):
        sha = text_value(known.properties, "sha256") if known.category == "sources" else ""
        if sha and first.setdefault(sha, known) is not known:
            other = first[sha]
            yield Finding(
                "duplicate-page", known.path, 1, f"the same bytes as {other.path}", command("retract", known.id)
            )


def _same_things(survey: Survey, pages: list[Known]) -> Iterator[Finding]:
    told: set[tuple[str, str]] = set()
    by_path = {page.path: page for page in pages}
    for clash in (*_duplicates(pages), *_alias_clashes(pages), *_near_duplicates(by_path)):
        pair = (min(clash.page.path, clash.other.path), max(clash.page.path, clash.other.path))
        # Notes whose file names are the same are reported once, as a clash of file names.
        is_twin = link_key(stem_of(clash.page.path)) == link_key(stem_of(clash.other.path))
        # A note and a symbolic link to it are one file.
        is_link = any(is_file_link(survey.ws, path) for path in pair)
        if pair not in told and not is_twin and not is_link:
            yield _finding(survey, clash)
        told.add(pair)


class _Clash(NamedTuple):
    """Two pages that may be one thing, and by which names."""

    rule: str
    page: Known
    name: str
    other: Known
    other_name: str


def _duplicates(pages: list[Known]) -> Iterator[_Clash]:
    """Pages with one title, each with the first that it is not kept apart from."""
    groups: dict[str, list[Known]] = {}
    for page in pages:
        group = groups.setdefault(normalize_name(page.title), [])
        twin = next((other for other in group if not _are_homonyms(page, other)), None)
        if twin is None:
            group.append(page)
        else:
            yield _Clash("duplicate-page", page, page.title, twin, twin.title)


def _alias_clashes(pages: list[Known]) -> Iterator[_Clash]:
    """Pages with an alias that is another's name, or an alias of an earlier one."""
    owners: dict[str, list[tuple[Known, str]]] = {}
    for page in pages:
        for name in (page.title, stem_of(page.path)):
            owners.setdefault(normalize_name(name), []).append((page, name))
    for page in pages:
        for alias in page.aliases:
            group = owners.setdefault(normalize_name(alias), [])
            found = next((o for o in group if o[0].path != page.path and not _are_homonyms(page, o[0])), None)
            if found is not None:
                yield _Clash("alias-clash", page, alias, *found)
            group.append((page, alias))


def _near_duplicates(pages: dict[str, Known]) -> Iterator[_Clash]:
    close = CloseNames(Named(page.path, name) for page in pages.values() for name in (page.title, *page.aliases))
    for first, second in close.pairs():
        early, late = sorted((first, second))
        # Equal names are for the other rules to tell.
        if normalize_name(early.name) == normalize_name(late.name) or _are_homonyms(
            pages[early.owner], pages[late.owner]
        ):
            continue
        yield _Clash("near-duplicate", pages[late.owner], late.name, pages[early.owner], early.name)


def _finding(survey: Survey, clash: _Clash) -> Finding:
    """On the page that clashes; on the other one when only that was asked for."""
    rule, page, name, other, other_name = clash
    if page.path not in survey.selected:
        page, name, other, other_name = other, other_name, page, name
    relation = "nearly the same as" if rule == "near-duplicate" else "the same as"
    message = f"{name!r} is {relation} {other_name!r} of {other.path}: "
    if rule == "alias-clash" and _is_first_name(name, page.title, other.title):
        # Half of two names says nothing: a command that is one key away would make one person of two.
        both = "two things may be called so: a question finds both; take it from `aliases` where it misleads"
        return Finding(rule, page.path, 1, message + both)
    message += "merge them if they are one thing"
    return Finding(rule, page.path, 1, message, command("merge", page.id, other.id))


def _is_first_name(name: str, one: str, other: str) -> bool:
    """Whether a name is part of two fuller titles that go on differently: `Tom` of two people called Tom."""
    short, *full = (normalize_name(each).split() for each in (name, one, other))
    return full[0] != full[1] and all(len(short) < len(title) and {*short} <= {*title} for title in full)


def _are_homonyms(one: Known, other: Known) -> bool:
    """Pages of different types may share a name."""
    return differ_in_type(one.type, other.type)


def _illegal_names(survey: Survey) -> Iterator[Finding]:
    for known in survey.notes():
        name = known.path.rpartition("/")[2]
        try:
            # Joiners belong to the spelling in Persian and in scripts of India: existing names may have them.
            check_file_name(name.translate(_JOINERS))
        except UnsafePathError as err:
            stem = " ".join(_FORBIDDEN.sub(" ", stem_of(name)).split()).strip(". ")
            better = stem if is_safe_file_name(stem) else slugify(stem_of(name))
            yield Finding("illegal-name", known.path, 0, err.what, command("rename", known.path, better))


def _twins(survey: Survey) -> Iterator[Finding]:
    for first, *others in survey.names.twins():
        for path in others:
            same = normalize("NFC", path) == normalize("NFC", first)
            how = ": they look the same, but their accents are stored in two ways" if same else ""
            yield Finding("case-twin", path, 0, f"no link can tell it from {first}, which links reach{how}")


def _clashing_names(survey: Survey) -> Iterator[Finding]:
    """Notes of one file name; the one that a bare link reaches from anywhere is not reported."""
    generated = frozenset(survey.ws.catalog)
    groups: dict[str, list[str]] = {}
    for path in survey.files:
        if is_note(path):
            groups.setdefault(link_key(stem_of(path)), []).append(path)
    for group in groups.values():
        first, *others = sorted(group, key=lambda path: (path not in generated, len(path), path))
        for path in others:
            if link_key(path) != link_key(first):
                shown = f"{len(group)} notes are called {stem_of(path)!r}: a bare link leads to {first}"
                yield Finding("clashing-name", path, 0, shown)
