"""Filing an answer: a topic page with its question, its evidence, and the hash of each passage it rests on."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from ..clock import local_time_of
from ..errors import DataError, PageChangedError, UsageError
from ..index_store.port import IndexReader
from ..look.lookup import find_part, new_page_path, same_name
from ..model import PageRow
from ..retrieval_engine.filed import FILED_PROPERTY, content_hash, is_same_question, passages_below, question_key
from ..text.block_ids import quotables
from ..text.editing import headings_of, leaves_open, remove_spans, sections_of
from ..text.escaping import first_few
from ..text.frontmatter import add_properties, add_to_list, set_property, split
from ..text.kept import EVIDENCE, kept_name, property_text, questions_of
from ..text.labels import bare_heading
from ..text.language import detect_language
from ..text.links import heading_subpath
from ..text.names import normalize_name, stem_of
from ..text.spans import written_like
from ..text.templates import CitedPassage, topic_page
from ..wiki_store.files import place_of
from ..wiki_store.working_copy import Plan, WorkingCopy
from .pages import link_up

MOST_QUESTIONS, MOST_CITED = 50, 200
"""Most wordings and citations of one call."""
BAD_TOLD = 10
"""Links to no page that an error lists."""


class FiledReceipt(NamedTuple):
    """What `file` did."""

    id: str
    path: str
    title: str
    question: str
    wordings: tuple[str, ...]
    """Further wordings of the question."""
    state: str
    """new, updated or unchanged."""
    cites: tuple[str, ...]


class AnswerDraft(NamedTuple):
    """An answer to be filed."""

    questions: tuple[str, ...]
    """Wordings of one question, all of which are stored; any of them leads to the page."""
    title: str
    text: str
    cites: tuple[str, ...]
    """Labels as `ask` prints them: `page#^block`, `page > heading`, or a page as a whole."""
    expect_sha: str = ""


def plan_answer(
    copy: WorkingCopy, reader: IndexReader, answer: AnswerDraft, *, today: str, now: str
) -> Plan[FiledReceipt]:
    """Write the topic page for an answer.  The same question again updates its page; additions to the page stay.

    now: as `local_time`.  Raises UsageError for a part that is empty or has a null character and a question without a
    word, PageNotFoundError for an unknown citation, DataError if only filed answers are cited or the answer would hide
    its evidence, PageChangedError if the page was edited since and expect_sha is not its hash, or if there is no page.
    """
    asked = _check_parts(answer)
    title = " ".join(answer.title.split())
    evidence = [_find_cited(copy, reader, cite) for cite in answer.cites if cite.strip()]
    if not any(item.category != "topics" for item in evidence):
        raise DataError(
            "an answer must cite a source: other answers are not evidence" if evidence else "no evidence is cited",
            hint="cite passages as `--cites slug#^block`, as `ask` prints them",
        )
    path = _same_question(reader, asked)
    if not path and answer.expect_sha:
        # An answer to one question may be wrong for another: it replaces no page merely by its title.
        topics = (target.path for target in same_name(reader, title) if target.category == "topics")
        path = next((topic for topic in topics if questions_of(copy.page(topic).properties)), "")
    is_free = not path or (copy.is_ours(path) and not answer.expect_sha)
    if not path:
        path = new_page_path(copy, reader, "topics", title, suffix="topic")
        if answer.expect_sha:
            raise PageChangedError(path, answer.expect_sha, "")
    text, bad = link_up(copy, reader, answer.text, path)
    if bad:
        links = [f"{link} (near: {', '.join(near) or 'nothing'})" for link, near in bad]
        what = f"links that lead to no page: {first_few(links, BAD_TOLD)}"
        raise DataError(what, hint="link only to pages that exist")
    # The list of evidence is written again from the citations.
    lists = [section for section in sections_of(text) if section.name == EVIDENCE]
    lists = [section for section in lists if all(line.startswith("- ") for line in section.body.splitlines())]
    text = remove_spans(text, ((section.start, section.end) for section in lists))
    old = copy.sound(path) if copy.exists(path) else ""
    known = copy.page(path) if old else None
    if known and any(normalize_name(title) == normalize_name(alias) for alias in known.aliases):
        # The page was renamed since: its new name stays.
        title = known.title
    properties = dict(known.properties) if known else {}
    # The new wording goes beside the earlier ones.
    language = detect_language(" ".join((*asked, text)))
    questions = _each_once((*questions_of(properties), *asked), language)
    page = topic_page(
        title,
        questions=questions,
        answer=text,
        cites=evidence,
        created=property_text(properties, "created") or today,
        updated=today,
        filed=now,
    )
    if not is_free:
        copy.expect(path, answer.expect_sha)
    if old:
        page = written_like(_with_additions(page, old), old)
        was = property_text(properties, FILED_PROPERTY)
        if was and set_property(page, FILED_PROPERTY, was) == old and not _is_written_since(copy, reader, was):
            page = old
    copy.put(path, page)
    state = "new" if not old else "updated" if page != old else "unchanged"
    first, *further = questions
    cites = tuple(item.cited for item in evidence)
    receipt = FiledReceipt(stem_of(path), path, title, first, tuple(further), state, cites)
    return Plan(receipt, f"{state}: {asked[0][:80]}")


def _check_parts(answer: AnswerDraft) -> list[str]:
    """Return the questions, each on one line.  Raises as plan_answer does for parts that cannot be filed."""
    left_open = leaves_open(answer.text)
    if left_open:
        what = f"the answer's {left_open} is never closed, and would hide the evidence below it"
        raise DataError(what, hint="close it")
    for kind, given, most in (("questions", answer.questions, MOST_QUESTIONS), ("citations", answer.cites, MOST_CITED)):
        if len(given) > most:
            raise UsageError(f"{len(given)} {kind}; at most {most} in one call", hint="make more calls")
    asked = [" ".join(question.split()) for question in answer.questions or ("",)]
    for name, value in (*(("question", one) for one in asked), ("title", answer.title), ("answer", answer.text)):
        has_words = any(map(str.isalnum, value)) if name == "question" else value.strip()
        if not has_words or "\0" in value:
            raise UsageError(f"the {name} is {'no text' if value.strip() else 'empty'}", hint="give it in words")
    return asked


def _find_cited(copy: WorkingCopy, reader: IndexReader, cite: str) -> CitedPassage:
    """Return the page, block or heading that a citation refers to."""
    row, section, block = find_part(reader, cite)
    if section is not None:
        return _cited_section(reader, row, section)
    passages = quotables(copy.read(row.path))
    chosen = [passage for passage in passages if not block or passage.block.lower() == block.lower()]
    if not chosen:
        known = [f"{row.node}#^{passage.block}" for passage in passages if passage.block][:3]
        what = f"{row.node} has no block ^{block}" if block else f"{row.node} holds nothing that can be cited"
        raise DataError(what, path=row.path, hint="it has " + (", ".join(known) or "no blocks"))
    text = "\n".join(passage.text for passage in chosen)
    return CitedPassage(
        cited=f"{row.node}#^{block}" if block else row.node,
        title=row.title,
        text=" ".join(text.split()) if block else "",
        hash=content_hash(text),
        category=_category(row),
    )


def _cited_section(reader: IndexReader, row: PageRow, section: int) -> CitedPassage:
    """Return the text under a heading, cited by the shortest link that leads to it: `page#Heading`."""
    sections, passages = reader.sections(pages=[row.id]), reader.passages(pages=[row.id])
    cited = next(other for other in sections if other.id == section)
    path = (*cited.above, cited.heading)
    for first in range(len(path) - 1, -1, -1):
        subpath = "".join(map(heading_subpath, path[first:]))
        line, below = passages_below(subpath, passages, sections)
        if line == cited.line and below:
            title, text = f"{row.title} > {bare_heading(cited.heading)}", "\n".join(passage.text for passage in below)
            return CitedPassage(row.node + subpath, title, "", content_hash(text), _category(row), subpath)
    what = f"no link leads to the heading {bare_heading(cited.heading)!r}, or nothing stands under it"
    raise DataError(what, path=row.path, line=cited.line, hint="cite the page as a whole")


def _category(row: PageRow) -> str:
    return "topics" if row.category == "topics" and property_text(row.properties, "question") else "evidence"


def _each_once(questions: Sequence[str], language: str) -> list[str]:
    """Return each question once: of those in the same words the last one, in the place of the first."""
    return [*{question_key(question, language) or question: question for question in questions}.values()]


def _same_question(reader: IndexReader, asked: Sequence[str]) -> str:
    """Return the path of the filed answer to these questions; "" for none.  Raises DataError if there are two."""
    found = [
        row.path
        for row in reader.pages(category="topics")
        for known in [questions_of(row.properties)]
        if any(is_same_question(question, filed, row.language) for question in asked for filed in known)
    ]
    if len(found) > 1 and len(_each_once(asked, "")) > 1:
        raise DataError(
            f"these wordings are filed on {len(found)} pages: {', '.join(found)}",
            hint="file them apart, or `commonplace merge` the pages first",
        )
    return found[0] if found else ""


def _is_written_since(copy: WorkingCopy, reader: IndexReader, moment: str) -> bool:
    """Whether a source or a session was written since: filing the answer again confirms it."""
    rows = (*reader.pages(category="sources"), *reader.pages(category="sessions"))
    times = [os.stat(place_of(copy.root, row.path)).st_mtime_ns for row in rows if copy.exists(row.path)]
    return local_time_of(max(times, default=0)) > moment


def _with_additions(page: str, old: str) -> str:
    """Return a new answer with the additions of its old page: properties, tags, and sections below its evidence."""
    before, after = split(old).properties, split(page).properties
    page = add_properties(page, {key: before[key] for key in before if key not in {"tags", "summary", *after}})
    tags = before.get("tags", [])
    page = add_to_list(page, "tags", *(tags if isinstance(tags, list) else [tags]))
    sections = [heading for heading in headings_of(old) if heading.level <= 2]
    evidence = [at for at, heading in enumerate(sections) if kept_name(heading.text) == EVIDENCE]
    below = sections[evidence[-1] + 1 :] if evidence else []
    return page + ("\n" + old[below[0].start :] if below else "")
