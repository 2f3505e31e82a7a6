"""The verbs that read: `search`, `show`, `list`, `links` and `status`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..arguments import SORTS, check_choice, check_numbers, read_texts
from ..clock import days_of, local_time
from ..embedding import HOW_TO_ADD, NONE
from ..errors import UsageError
from ..homes import resource_path
from ..index_store.port import IndexReader
from ..look.listing import (
    LinkList,
    NameList,
    PageList,
    TaskList,
    TaskQuery,
    links_of,
    list_names,
    list_pages,
    list_tasks,
)
from ..model import PageFilter
from ..retrieval_engine.find import PageHits, find_pages
from ..retrieval_engine.show import Shown, ShownPages
from ..retrieval_engine.show import show as show_part
from ..retrieval_engine.status import Status, status_of
from ..say import link_list_text, name_list_text, page_list_text, shown_text, status_text, task_list_text
from ..settings import masked, unknown_variables
from ..text.escaping import one_line, safe_line
from ..text.names import fold_name
from ..text.tasks import PRIORITIES
from ..text.tokens import counter
from ..wiki_store.events import Events
from ..wiki_store.files import links_outside
from ..wiki_store.operations import Operations
from .declaration import CATEGORY, FAIL_EMPTY, FILTERS, LISTED, SHARED, Parameter, Verb, flag

if TYPE_CHECKING:
    from ..knowledge_base import KnowledgeBase

_OFFERED = 20
"""Most things from past sessions that are offered for keeping, the newest."""

_ASKED = 10
"""Unanswered questions, the newest, that a status asks again, which takes most of its time."""
MOST_LABELS = 50
"""Labels that one `show` takes: each is a text of some hundred tokens, and a client waits for all of them."""

TASK_PRIORITIES = tuple(name or "none" for name in PRIORITIES)

TITLE_CHARACTERS = 80
"""Characters of a title in a line."""


def show(
    kb: KnowledgeBase,
    labels: str | Sequence[str],
    *,
    line: int = 1,
    budget_tokens: int | None = None,
    outline: bool = False,
    question: str = "",
) -> tuple[Shown, ...]:
    """Return pages or parts of them (`page`, `page > heading`, `page#Heading`, `page#^block`).

    question: chooses the passages of a part that is too long.  outline: headings alone.
    """
    check_numbers(line=line, budget_tokens=budget_tokens)
    given, (question,) = dict.fromkeys(read_texts(labels)), kb.questions("for", question)
    if len(given) > MOST_LABELS:
        raise UsageError(f"{len(given):,} labels; at most {MOST_LABELS} in one call", hint="make more calls")

    def work(reader: IndexReader) -> tuple[Shown, ...]:
        return tuple(
            show_part(
                reader,
                kb.from_here(label),
                kb.read_file,
                line=line,
                budget_tokens=budget_tokens,
                outline=outline,
                question=question,
                count=counter(kb.settings.token_counter),
                min_confidence=kb.settings.min_confidence,
            )
            for label in given
        )

    return kb.query(work)


def _shown_document(shown: tuple[Shown, ...]) -> Shown | ShownPages:
    """Return one page as itself, several as `pages`."""
    return shown[0] if len(shown) == 1 else ShownPages(shown)


SHOW = Verb(
    name="show",
    page="look",
    summary="Print pages or parts of them.",
    example="commonplace show token-budget --outline",
    folders=SHARED,
    reads_only=True,
    tool_help="Gives the sha that expect_sha wants.",
    parameters=(
        Parameter(
            "labels",
            "as `ask` prints it, or a slug, title, alias, path or `page#^block`",
            "LABEL",
            many="+",
            tool="",
        ),
        Parameter("--for", "what is looked for: chooses the part of a long text", "QUESTION", to="question"),
        flag("--outline", "headings with their sizes alone"),
        Parameter("--line", "begin at this line of the file", "N", int, tool=""),
        Parameter("--budget", "most tokens of each text (300)", "N", int, to="budget_tokens", tool=""),
    ),
    run=show,
    text=lambda shown, _: "\n\n".join(map(shown_text, shown)),
    document=_shown_document,
)


def list_(
    kb: KnowledgeBase,
    what: str = "pages",
    *,
    where: PageFilter | None = None,
    sort: str = "path",
    status: str = "",
    due: str = "",
    priority: str | Sequence[str] = (),
    words: str = "",
    limit: int | None = None,
    offset: int = 0,
) -> PageList | TaskList | NameList:
    """Return pages, tasks, or tags or properties with the number of their pages; limit None for all.

    sort: of pages, one of arguments.SORTS.  status, due, priority and words choose tasks: see listing.TaskQuery; due
    is a day, a week, either behind `<`, `<=`, `>` or `>=`, `overdue`, or `none` for tasks without a day.
    """
    check_numbers(limit=limit, offset=offset)
    check_choice("sort", sort, SORTS)
    check_choice("kind", what, ("pages", "tasks", "tags", "properties"))
    part: dict[str, Any] = {"limit": limit or 0, "offset": offset}
    if what != "tasks" and (status or due or priority or words):
        raise UsageError("--status, --due, --priority and --with choose tasks", hint="give --tasks with them")
    if what == "tasks":
        urgent = read_texts(priority)
        for name in urgent:
            check_choice("priority", name, TASK_PRIORITIES)
        query = TaskQuery(status or "open", days_of(due, kb.clock) if due else ("", ""), urgent, words)
        own = kb.task_statuses()
        return kb.query_pages(
            where, lambda reader, only: list_tasks(reader, query, own=own, **part)._replace(only=only)
        )
    if what == "pages":
        return kb.query_pages(where, lambda reader, only: list_pages(reader, sort=sort, only=only, **part))
    return kb.query_pages(where, lambda reader, only: list_names(reader, what, only=only, **part))


def _list_text(found: PageList | TaskList | NameList, given: Mapping[str, Any]) -> str:
    if isinstance(found, TaskList):
        return task_list_text(found, given.get("status") or "open")
    return page_list_text(found) if isinstance(found, PageList) else name_list_text(found)


LIST = Verb(
    name="list",
    page="ask",
    summary="List pages.",
    example="commonplace list --limit 20",
    folders=SHARED,
    reads_only=True,
    printed={"limit": LISTED},
    parameters=(
        flag("--tasks", "open tasks instead, with place, day and priority", to="what", value="tasks", tool=""),
        Parameter("--due", "tasks of a day: 2026-03-12, <=next week, overdue, none", "DAY", tool=""),
        Parameter("--priority", "tasks with it, e.g. high", "P", tool="", repeatable=True),
        Parameter("--status", "tasks with it: all, done, in progress, …", "NAME", tool=""),
        Parameter("--with", "tasks with these words", "WORDS", to="words", tool=""),
        flag("--tags", "tags instead, with the number of their pages", to="what", value="tags", tool=""),
        flag(
            "--properties", "properties instead, with the number of their pages", to="what", value="properties", tool=""
        ),
        CATEGORY,
        *FILTERS,
        Parameter("--sort", "order of pages (path)", choices=SORTS, tool=""),
        Parameter("--limit", f"most listed ({LISTED}; with --json all)", "N", int, tool=""),
        Parameter("--offset", "pass over the first N", "N", int, tool=None),
    ),
    run=list_,
    text=_list_text,
)


def links(
    kb: KnowledgeBase, note: str = "", *, backlinks: bool = False, unresolved: bool = False, limit: int | None = None
) -> LinkList:
    """Return the links of one note, or of all files, with their targets; with backlinks the links to the note."""
    check_numbers(limit=limit)
    if backlinks and not note:
        raise UsageError("--backlinks needs a note", hint="name the one whose backlinks you want")
    wanted = kb.from_here(note)
    found = kb.query(
        lambda reader: links_of(reader, wanted, backlinks=backlinks, unresolved=unresolved, limit=limit or 0)
    )
    return found._replace(linked=_links_outside(kb)) if found.unresolved or unresolved else found


def _links_outside(kb: KnowledgeBase) -> tuple[str, ...]:
    return () if kb.is_shared else links_outside(kb.location.vault, kb.settings.linked)


LINKS = Verb(
    name="links",
    page="look",
    summary="List links and what they lead to.",
    example="commonplace links token-budget --backlinks",
    folders=SHARED,
    reads_only=True,
    printed={"limit": LISTED},
    parameters=(
        Parameter("note", "a note, canvas or other file; none: the whole vault", many="?"),
        flag("--backlinks", "the links that lead to it", tool=""),
        flag("--unresolved", "only links that lead nowhere", tool=""),
        Parameter("--limit", f"most links listed ({LISTED}; with --json all)", "N", int, tool=None),
    ),
    run=links,
    text=lambda found, _: link_list_text(found),
)


class Setting(NamedTuple):
    """One setting."""

    name: str
    """As config.py writes it; behind COMMONPLACE_ it is the variable."""
    value: int | float | str
    source: str
    """default, a line of config.py, a variable or an option."""


class SettingsInForce(NamedTuple):
    """The settings of a call from here."""

    file: str
    """The config.py that is read."""
    settings: tuple[Setting, ...]
    unknown: tuple[str, ...]
    """Variables with our prefix that nothing reads."""


def status(kb: KnowledgeBase) -> Status:
    """Return the contents of the home, and its problems."""
    # Of the verbs that read, only this one needs memory and asks questions.
    from ..memory.past_sessions import offers
    from ..retrieval_engine.engine import still_open

    questions, last_operation = _read_journal(kb)
    marks = [] if kb.is_shared else Events(kb.location.graph).marks()
    marked = {target for mark in marks for target in mark.targets}

    def work(reader: IndexReader) -> Status:
        return status_of(
            reader,
            home=kb.location.home,
            vault=kb.location.vault,
            found_by=kb.location.found_by,
            paths=kb.paths(),
            linked=_links_outside(kb),
            excluded=kb.excluded(),
            unanswered=still_open(reader, questions, most=_ASKED),
            to_confirm=[
                f'[{offer.link}] {offer.kind}: "{offer.text}"' for offer in offers(reader, marked, most=_OFFERED)
            ],
            last_operation=last_operation,
            meaning=meaning(kb),
            today=kb.clock()[:10],
        )

    return kb.query(work)


def meaning(kb: KnowledgeBase) -> str:
    """Return the model that compares meanings and how many vectors it made, or why there is none."""
    if kb.settings.embedder == NONE:
        return "words alone, as EMBEDDER says"
    embedder = kb.embedder
    if not embedder:
        return HOW_TO_ADD
    made, sections = kb.query(lambda reader: (len(reader.vectors(embedder.id)), reader.statistics().sections))
    known = f" ({', '.join(embedder.languages)} alone)" if embedder.languages else ""
    return f"{embedder.id}{known}, vectors of {made} of {sections} sections"


def _read_journal(kb: KnowledgeBase) -> tuple[list[str], str]:
    """Return the unanswered questions, newest first, each once, and the last operation."""
    if kb.is_shared or not os.path.isdir(kb.location.graph):
        return [], ""
    asked = dict[str, str]()
    for event in Events(kb.location.graph).read():
        if event.get("event") == "unanswered" and isinstance(event.get("question"), str):
            asked.pop(fold_name(event["question"]), None)
            asked[fold_name(event["question"])] = event["question"]
    last = next(Operations(kb.location.graph).standing(), None)
    return [*asked.values()][::-1], f"{last.op} {last.verb}" if last is not None else ""


def _status(kb: KnowledgeBase, *, settings: bool = False) -> Status | SettingsInForce:
    """Return the state of the home and the problems in it, or the settings in force."""
    if not settings:
        return status(kb)
    values = kb.settings._asdict()
    if values["index"]:
        values["index"] = masked(values["index"])
    rows = tuple(Setting(name.upper(), values[name], source) for name, source in kb.settings.sources)
    return SettingsInForce(resource_path("config.py"), rows, unknown_variables(os.environ))


def _status_text(status: Status | SettingsInForce, _: Mapping[str, Any]) -> str:
    if isinstance(status, Status):
        return status_text(status)
    lines = [f"{setting.name} = {setting.value}  ({setting.source})" for setting in status.settings]
    lines += [f"{name}: nothing reads this variable; check its spelling" for name in status.unknown]
    return "\n".join([status.file, *lines])


STATUS = Verb(
    name="status",
    page="look",
    summary="Tell what is in the knowledge base.",
    example="commonplace status",
    folders=SHARED,
    reads_only=True,
    parameters=(flag("--settings", "the settings in force, and where each comes from", tool=None),),
    run=_status,
    text=_status_text,
    exit_code=lambda status, _: int(isinstance(status, SettingsInForce) and bool(status.unknown)),
)


def search(
    kb: KnowledgeBase, words: str, *, limit: int | None = None, offset: int = 0, where: PageFilter | None = None
) -> PageHits:
    """Return pages for some words, best first: by name, alias, heading and text."""
    check_numbers(limit=limit, offset=offset)
    (query,) = kb.questions("query", words)
    most = kb.settings.search_limit if limit is None else limit
    today = local_time(kb.clock)[:10]
    return kb.query_pages(
        where, lambda reader, only: find_pages(reader, query, limit=most, offset=offset, only=only, today=today)
    )


def _hits_text(found: PageHits, _: Mapping[str, Any]) -> str:
    """Return the pages as lines: label, title, category, reason, and a quotation if there is one."""
    lines = [safe_line(found.only)] if found.only else []
    lines += [f"corrected: {safe_line(word)} -> {safe_line(right)}" for word, right in found.corrected]
    if found.nowhere:
        lines.append("occurs nowhere: " + ", ".join(map(safe_line, found.nowhere)))
    if not found.hits:
        after = f" after the first {found.offset}" if found.offset else ""
        return "\n".join([*lines, f"no page for {safe_line(found.query)}{after}"])
    for hit in found.hits:
        title = "" if hit.title == hit.label else f" {one_line(hit.title, TITLE_CHARACTERS)}"
        snippet = f': "{safe_line(hit.snippet)}"' if hit.snippet else ""
        lines.append(f"[{safe_line(hit.label)}]{title} ({hit.category}, {hit.why}){snippet}")
    return "\n".join([*lines, *([f"omitted: {found.omitted}"] if found.omitted else [])])


SEARCH = Verb(
    name="search",
    page="ask",
    summary="Find pages.",
    example="commonplace search token budget",
    folders=SHARED,
    reads_only=True,
    parameters=(
        Parameter("words", many="+", is_joined=True),
        Parameter("--limit", "most pages (10)", "N", int, tool=""),
        Parameter("--offset", "pass over the N best", "N", int, tool=None),
        CATEGORY,
        *FILTERS,
        FAIL_EMPTY,
    ),
    run=search,
    text=_hits_text,
    exit_code=lambda found, given: int(not found.hits and "fail_empty" in given),
)
