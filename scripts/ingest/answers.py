"""Filing an answer: a topic page with its question, its evidence, and the hash of each passage it rests on."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..care.cited_answers import cited_text, content_hash
from ..care.freshness import FILED
from ..clock import local_time, local_time_of
from ..errors import DataError, PageChangedError, UsageError
from ..pages.kept_lines import EVIDENCE, kept_name
from ..pages.kept_sections import join_doubled
from ..pages.linking.link_text import bare_link, parse_link_text
from ..pages.markdown.scanner import scan
from ..pages.markdown.sections import leaves_open
from ..pages.page_facts import questions_of, text_value
from ..pages.rendering import CitedPassage, topic_page
from ..pages.text.names import fold_name, normalize_name
from ..pages.yaml.frontmatter import read_properties
from ..pages.yaml.properties import add_to_list, set_property
from ..store.operations import Change
from ..store.sound_pages import sound_text
from ..text.splices import written_like
from .linking import link_up, same_name

if TYPE_CHECKING:
    from ..store.workspace import Plan, Workspace


_HASH = re.compile(r"[0-9a-f]{12,64}")
"""As instructions/bundle.schema.json has it: a shorter beginning may be that of any page."""


class FiledReceipt(NamedTuple):
    """What `file` did."""

    id: str
    path: str
    title: str
    question: str
    wordings: tuple[str, ...]
    """Of the question, besides."""
    state: str
    """new, updated or unchanged."""
    cites: tuple[str, ...]
    same_title: str = ""
    """A filed answer to another question with this title, where a page was made beside it."""


def plan_answer(
    ws: Workspace,
    *,
    question: str | Sequence[str],
    title: str,
    answer: str,
    cites: Sequence[str],
    expect_sha: str = "",
) -> Plan:
    """The topic page for an answer.  The same question again updates its page; what was added to it since stays.

    question: or several wordings of one, all of which are kept; any of them leads to the page.

    cites: `page#^block`, or a page as a whole.  Raises UsageError for a part that is empty or has a null character, a
    question without a word and an expect_sha that is no hash, PageNotFoundError for a citation that means nothing,
    DataError when only filed answers are cited or the answer would hide its evidence, PageChangedError with the page as
    it would be when a person edited it since and expect_sha is not its hash, without one where expect_sha is given and
    there is no such page.
    """
    open_ = leaves_open(answer)
    if open_:
        raise DataError(f"the answer's {open_} is never closed, and would hide the evidence below it", hint="close it")
    asked = [" ".join(each.split()) for each in ([question] if isinstance(question, str) else question)]
    for name, value in (*(("question", each) for each in asked or [""]), ("title", title), ("answer", answer)):
        if not value.strip():
            raise UsageError(f"the {name} is empty", hint="give one")
        if name == "question" and not any(map(str.isalnum, value)):
            raise UsageError(f"the question {value!r} holds no word, and cannot be asked", hint="give it in words")
        if "\0" in value:
            raise UsageError(f"the {name} holds a null character", hint="give text")
    if expect_sha and not _HASH.fullmatch(expect_sha):
        raise UsageError(
            f"--expect-sha {expect_sha!r} is no hash",
            hint="give the one that `show` prints: 12 to 64 hexadecimal digits",
        )
    title = " ".join(title.split())
    evidence = [_cited(ws, cite) for cite in cites if cite.strip()]
    if not any(item.category != "topics" for item in evidence):
        raise DataError(
            "an answer must cite a source: other answers are not evidence" if evidence else "no evidence is cited",
            hint="cite passages as `--cites slug#^block`, as `ask` prints them",
        )
    conflict: PageChangedError | None = None
    path, same_title = _same_question(ws, asked), ""
    if path is None:
        # An answer written for one question may be wrong for another: the title alone puts it in nobody's place.
        same_title = _same_title(ws, title)
        if expect_sha and same_title:
            path, same_title = same_title, ""
    before = ws.before(path) if path else None
    if path is None:
        path = ws.new_path("topics", title, suffix="topic")
        if expect_sha:
            raise PageChangedError(path, expect_sha, "")
    elif not ws.is_ours(path) or expect_sha:
        try:
            ws.expect(path, expect_sha)
        except PageChangedError as err:
            conflict = err
    text, bad = link_up(ws, answer, path, new_paths=[path], new_names={})
    if bad:
        shown = "; ".join(f"{link.text} (near: {', '.join(link.nearest) or 'nothing'})" for link in bad)
        raise DataError(f"links that lead to no page: {shown}", hint="link only to pages that exist")
    old = sound_text(ws, path) if before is not None else ""
    known = read_properties(old)
    if any(normalize_name(title) == normalize_name(alias) for alias in known.aliases):
        # The page was renamed since: its new name stays.
        title = ws.page(path).title
    created = text_value(known.values, "created") or ws.today()
    # As asked now; what was asked before stays beside it.
    same = {fold_name(each): each for each in (*questions_of(known.values), *asked)}
    dates = {"created": created, "updated": ws.today(), "filed": local_time(ws.clock)}
    page = join_doubled(topic_page(title, questions=list(same.values()), answer=text, cites=evidence, **dates))
    if conflict is not None:
        raise PageChangedError(path, conflict.expected, conflict.found, text=page)
    if old:
        page = written_like(_with_additions(page, old), old)
        was = text_value(known.values, FILED)
        if was and set_property(page, FILED, was) == old and not _is_told_since(ws, was):
            page = old
    after = page.encode("utf-8")
    state = "new" if before is None else "updated" if before != after else "unchanged"
    receipt = FiledReceipt(
        path.rpartition("/")[2][:-3],
        path,
        title,
        *(next(iter(same.values())), tuple(same.values())[1:]),
        state,
        tuple(item.cited for item in evidence),
        same_title.rpartition("/")[2].removesuffix(".md"),
    )
    return [Change(path, before, after)], f"{state}: {asked[0][:80]}", receipt


def _is_told_since(ws: Workspace, moment: str) -> bool:
    """Whether a source or a session was written since: the answer filed again holds in spite of it."""
    query = "SELECT f.path FROM files f JOIN pages p ON p.id = f.id WHERE p.category IN ('sources', 'sessions')"
    stamps = (ws.vault.stamp(*path.rpartition("/")[::2]) for (path,) in ws.index.connection().execute(query))
    return local_time_of(max((stamp[1] for stamp in stamps if stamp), default=0)) > moment


def _with_additions(page: str, old: str) -> str:
    """A filed answer made anew, with what its old page has besides: properties, tags, sections below its evidence."""
    before, after = read_properties(old), read_properties(page)
    for key, value in before.values.items():
        if key == "tags":
            for tag in value if isinstance(value, list) else [value]:
                page = add_to_list(page, key, tag)
        elif key not in after.values and key != "summary":
            page = set_property(page, key, value)
    sections = [heading for heading in scan(old, body_start=before.body_start).headings if heading.level <= 2]
    evidence = [number for number, heading in enumerate(sections) if kept_name(heading.text) == EVIDENCE]
    below = sections[evidence[-1] + 1 :] if evidence else []
    return page + ("\n" + old[below[0].start :] if below else "")


def _cited(ws: Workspace, cite: str) -> CitedPassage:
    """One citation, checked: the page exists, the block is there."""
    target, subpath, _ = parse_link_text(bare_link(cite))
    path = ws.find(target)
    id_ = ws.slug_of(path)
    cited = id_ + subpath
    text = cited_text(ws.reader, cited)
    if subpath and not subpath.startswith("#^"):
        raise UsageError(f"{cite!r} cites a heading", hint="cite a block, `slug#^block`, or the page as a whole")
    if text is None:
        known = [f"{id_}#^{row.block}" for row in ws.reader.passages_of(id_) if row.block][:3]
        raise DataError(
            f"{id_} has no block {subpath[1:]}", path=path, hint="it has " + (", ".join(known) or "no blocks")
        )
    page = ws.page(path)
    is_answer = page.category == "topics" and bool(text_value(page.properties, "question"))
    return CitedPassage(
        cited=cited,
        title=page.title,
        text=" ".join(text.split()) if subpath else "",
        hash=content_hash(text),
        category="topics" if is_answer else "evidence",
    )


def answers_to(ws: Workspace, asked: Sequence[str]) -> list[str]:
    """The paths of the filed answers to any of these questions, asked in the same words."""
    wanted = {fold_name(question) for question in asked}
    rows = ws.index.connection().execute(
        "SELECT f.path, p.facts FROM pages p JOIN files f ON f.id = p.id WHERE p.category = 'topics' ORDER BY f.path"
    )
    return [
        str(path)
        for path, facts in rows
        if wanted & {fold_name(question) for question in questions_of(json.loads(facts)["properties"])}
    ]


def _same_question(ws: Workspace, asked: Sequence[str]) -> str | None:
    """The path of the filed answer to these questions; raises DataError where they belong to two pages."""
    found = answers_to(ws, asked)
    if len(found) > 1 and len({fold_name(question) for question in asked}) > 1:
        raise DataError(
            f"these wordings are filed on {len(found)} pages: {', '.join(found)}",
            hint="file them apart, or `commonplace merge` the pages first",
        )
    return found[0] if found else None


def _same_title(ws: Workspace, title: str) -> str:
    """The path of a filed answer of this title; "" where there is none."""
    targets = (target for target in same_name(ws, title) if target.category == "topics")
    return next((target.path for target in targets if questions_of(ws.page(target.path).properties)), "")
