"""The verbs that read: `ask`, `search`, `show`, `list`, `links`, `graph` and `status`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import UsageError
from ..knowledge_base import CATEGORIES
from ..resources import resource_path
from ..settings import RANGES, unknown_variables
from ..team.postgres_reader import masked
from ..text.language import is_function_word
from . import (
    Add,
    Implementation,
    add_dry_run,
    add_filters,
    add_html,
    add_walk,
    comma_list,
    count,
    filter_of,
    read_text,
    whole,
)

if TYPE_CHECKING:
    from ..drawing.exporting import Exported
    from ..knowledge_base import KnowledgeBase
    from ..look.listing import LinkList
    from ..look.page_lists import NameList, PageList, TaskList
    from ..retrieval_engine.find_pages import PageHits
    from ..retrieval_engine.neighborhood import Neighborhood
    from ..retrieval_engine.reply import AnswerDocument, AnswersDocument, Reply
    from ..retrieval_engine.show import PageDocument, PagesDocument, Shown
    from ..retrieval_engine.status import Status, StatusDocument
    from ..wiki_store.working_copy import Outcome

LISTED = 50
"""Most links or pages listed where nobody says how many; `--json` has all."""
MOST_LABELS = 50
"""Labels that one `show` takes: each is a text of some hundred tokens, and a client waits for all of them."""

# --- ask --------------------------------------------------------------------------------------------------------------


def _ask_options(add: Add) -> None:
    add("question", nargs="+", action=_Questions, help="each in quotes; - reads one a line")
    add("--terms", type=comma_list, default=(), metavar="A,B", help="other words for it")
    add("--budget", type=whole, metavar="N", help="most tokens of the whole reply (by verdict)")
    add_walk(add, "what the question names")
    add("--max-nodes", type=whole, metavar="N", help="most nodes reached (50)")
    add("--counter", metavar="NAME", help="what counts tokens (pieces)")
    add_filters(add)
    add("--evidence", action="store_true", help="quote evidence in any case")
    add_html(add, is_brief=True)
    add("--explain", action="store_true", help="what each stage did")
    add("--no-sweep", action="store_true", help="may miss an edit")
    add("--fail-empty", action="store_true", help="exit 1 when nothing is found")


class _Questions(argparse.Action):
    """Takes words without a blank for one question where a function word (`the`, `how`) shows that they are a sentence.

    Names in quotes reach us without them: `ask "budget" "evidence"` is two questions.
    """

    def __call__(
        self,
        parser: argparse.ArgumentParser,  # noqa: ARG002  # argparse passes it
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        words = [str(word) for word in values or ()]
        is_split = not any(" " in word.strip() for word in words) and any(map(is_function_word, words))
        setattr(namespace, self.dest, [" ".join(words)] if is_split else words)


def _ask(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Reply, int]:
    questions = options.question
    if questions == ["-"]:
        questions = [line.strip() for line in read_text("-", kb.settings).split("\n") if line.strip()]
    reply = kb.ask(
        questions,
        terms=options.terms,
        budget_tokens=options.budget,
        depth=options.depth,
        min_confidence=options.min_confidence,
        max_nodes=options.max_nodes,
        direction=options.direction,
        relations=options.relation,
        evidence=options.evidence,
        explain=options.explain,
        where=filter_of(kb, options),
        sweep=not options.no_sweep,
    )
    if options.html is not None:
        written = kb.answer_page(reply, _named(options.html), text=not options.no_text, force=options.force)
        print(_written(getattr(written, "receipt", written)), file=sys.stderr)
    return reply, 1 if reply.is_empty and options.fail_empty else 0


def _ask_text(reply: Reply, options: argparse.Namespace) -> str:
    if not options.explain:
        return reply.text
    from ..retrieval_engine.explain import format_explanation

    return "\n\n".join([reply.text, *map(format_explanation, reply.explanation)])


def _ask_document(reply: Reply) -> AnswerDocument | AnswersDocument:
    return reply.document


# --- search and list --------------------------------------------------------------------------------------------------


def _search_options(add: Add) -> None:
    add("words", nargs="+")
    add("--limit", type=count, metavar="N", help="most pages (10)")
    add("--offset", type=whole, default=0, metavar="N", help="pass over the N best")
    add("--category", action="append", choices=CATEGORIES, default=[], help="only pages of this kind")
    add_filters(add)
    add("--fail-empty", action="store_true", help="exit 1 when nothing is found")


def _search(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[PageHits, int]:
    where = filter_of(kb, options)
    found = kb.search(" ".join(options.words), limit=options.limit, offset=options.offset, where=where)
    return found, 1 if not found.hits and options.fail_empty else 0


def _search_text(found: PageHits, _: argparse.Namespace) -> str:
    from ..retrieval_engine.find_pages import page_hits_text

    return page_hits_text(found)


def _list_options(add: Add) -> None:
    add("--tasks", action="store_true", help="open tasks instead, with place, day and priority")
    add("--tags", action="store_true", help="tags instead, with the number of their pages")
    add("--properties", action="store_true", help="properties instead, with the number of their pages")
    add("--category", action="append", choices=CATEGORIES, default=[], help="only pages of this kind")
    add_filters(add)
    add(
        "--sort", choices=("path", "title", "changed", "created", "links"), default="path", help="order of pages (path)"
    )
    add("--limit", type=count, metavar="N", help=f"most listed ({LISTED}; with --json all)")
    add("--offset", type=whole, default=0, metavar="N", help="pass over the first N")


def _list(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[PageList | TaskList | NameList, int]:
    if options.tasks + options.tags + options.properties > 1:
        raise UsageError("one list at a time", hint="give one of --tasks, --tags and --properties")
    limit = LISTED if options.limit is None and not options.json else options.limit
    where = filter_of(kb, options)
    if options.tasks:
        return kb.list_tasks(where=where, limit=limit, offset=options.offset), 0
    if options.tags or options.properties:
        kind = "tags" if options.tags else "properties"
        return kb.list_names(kind, where=where, limit=limit, offset=options.offset), 0
    return kb.list_pages(where=where, sort=options.sort, limit=limit, offset=options.offset), 0


def _list_text(found: Any, options: argparse.Namespace) -> str:
    from ..look.page_lists import name_list_text, page_list_text, task_list_text

    if options.tasks:
        return task_list_text(found)
    return name_list_text(found) if options.tags or options.properties else page_list_text(found)


# --- show -------------------------------------------------------------------------------------------------------------


def _show_options(add: Add) -> None:
    add("labels", nargs="+", metavar="LABEL", help="as `ask` prints it, or a slug, title, alias, path or `page#^block`")
    add("--for", default="", metavar="QUESTION", help="what is looked for: chooses the part of a long text")
    add("--outline", action="store_true", help="headings with their sizes alone")
    add("--line", type=count, metavar="N", default=1, help="begin at this line of the file")
    add("--budget", type=count, metavar="N", help="most tokens of each text (300)")


def _show(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[tuple[Shown, ...], int]:
    labels = list(dict.fromkeys(options.labels))
    if len(labels) > MOST_LABELS:
        raise UsageError(f"{len(labels):,} labels; at most {MOST_LABELS} in one call", hint="make more calls")
    # `for` is a word of Python.
    question = vars(options)["for"]
    with kb.in_one_state():
        shown = tuple(
            kb.show(
                label,
                line=options.line,
                budget_tokens=options.budget,
                outline=options.outline,
                question=question,
                # One look at the files is enough for all of them.
                sweep=number == 0,
            )
            for number, label in enumerate(labels)
        )
    return shown, 0


def _show_text(shown: tuple[Shown, ...], _: argparse.Namespace) -> str:
    from ..retrieval_engine.show import shown_text

    return "\n\n".join(shown_text(part) for part in shown)


def _show_document(shown: tuple[Shown, ...]) -> PageDocument | PagesDocument:
    """Return one page as itself, several as `pages`."""
    from ..retrieval_engine.show import shown_document

    documents = [shown_document(part) for part in shown]
    return documents[0] if len(documents) == 1 else {"pages": documents}


# --- links ------------------------------------------------------------------------------------------------------------


def _links_options(add: Add) -> None:
    add("note", nargs="?", default="", help="a note, canvas or other file; none: the whole vault")
    add("--backlinks", action="store_true", help="the links that lead to it")
    add("--unresolved", action="store_true", help="only links that lead nowhere")
    add("--limit", type=count, metavar="N", help=f"most links listed ({LISTED}; with --json all)")


def _links(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[LinkList, int]:
    if options.backlinks and not options.note:
        raise UsageError("--backlinks needs a note", hint="name the one whose backlinks you want")
    limit = LISTED if options.limit is None and not options.json else options.limit
    return kb.links(options.note, backlinks=options.backlinks, unresolved=options.unresolved, limit=limit), 0


def _links_text(found: LinkList, _: argparse.Namespace) -> str:
    from ..look.listing import link_list_text

    return link_list_text(found)


# --- graph ------------------------------------------------------------------------------------------------------------

_STDOUT = (None, "", "-")
_READ = ("text", "mermaid")
"""Formats to be read where they are printed; the others are for programs, which want the graph whole."""


def _graph_options(add: Add) -> None:
    add("page", nargs="?", default="", help="the page in the middle; none: the whole graph")
    add("--format", choices=("text", "mermaid", "json", "graphml", "canvas"), default="text")
    add_walk(add, "the page")
    add("--limit", type=count, metavar="N", help="most nodes (50; all in files and JSON)")
    add("--ignored", action="store_true", help="also what the vault excludes")
    add("--out", metavar="FILE", help="write to a file; - is standard output")
    add_html(add)
    add_dry_run(add)


def _graph(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Neighborhood | Exported | Outcome[Exported], int]:
    is_printed = options.out in _STDOUT and options.html is None
    limit = options.limit
    if limit is None and not options.page and not (is_printed and options.format in _READ and not options.json):
        limit = RANGES["max_nodes"][1]
    graph = kb.graph(
        options.page,
        depth=options.depth,
        min_confidence=options.min_confidence,
        max_nodes=limit,
        direction=options.direction,
        relations=options.relation,
        ignored=options.ignored,
    )
    if is_printed:
        return graph, 0
    if options.html is not None:
        if options.out is not None:
            raise UsageError("one file at a time", hint="give one of --html and --out")
        out, text = _named(options.html), not options.no_text
        return kb.graph_page(graph, out, text=text, force=options.force, dry_run=options.dry_run), 0
    return kb.export(graph, format=options.format, out=options.out, force=options.force, dry_run=options.dry_run), 0


def _named(file: str) -> str:
    if file in _STDOUT:
        raise UsageError("--html names no file", hint="e.g. --html graph.html")
    return file


def _graph_text(value: Any, options: argparse.Namespace) -> str:
    if options.out in _STDOUT and options.html is None:
        from ..drawing.formats import format_graph

        return format_graph(value, options.format)
    from .receipts import receipt_text

    if hasattr(value, "receipt"):
        return receipt_text(value, [_written(value.receipt)] if value.op or value.dry_run else None)
    return ("dry run: nothing was written\n" if options.dry_run else "") + _written(value)


def _written(exported: Any) -> str:
    return f"wrote {exported.out}: {', '.join(exported.notes)}"


# --- status -----------------------------------------------------------------------------------------------------------


class Setting(NamedTuple):
    """One setting."""

    name: str
    """As config.py writes it; behind COMMONPLACE_ it is the variable."""
    value: int | float | str
    source: str
    """default, a line of config.py, a variable or an option."""


class Settings(NamedTuple):
    """What a call from here runs with."""

    file: str
    """The config.py that is read."""
    settings: tuple[Setting, ...]
    unknown: tuple[str, ...]
    """Variables with our prefix that nothing reads."""


def _status_options(add: Add) -> None:
    add("--settings", action="store_true", help="the settings in force, and where each comes from")


def _status(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Status | Settings, int]:
    if not options.settings:
        return kb.status(), 0
    values = kb.settings._asdict()
    if kb.settings.index:
        values["index"] = masked(kb.settings.index)
    settings = tuple(Setting(name.upper(), values[name], source) for name, source in kb.settings.sources)
    unknown = unknown_variables(os.environ)
    return Settings(resource_path("config.py"), settings, unknown), 1 if unknown else 0


def _status_text(status: Status | Settings, _: argparse.Namespace) -> str:
    if isinstance(status, Settings):
        lines = [f"{setting.name} = {setting.value}  ({setting.source})" for setting in status.settings]
        lines += [f"{name}: nothing reads this variable; check its spelling" for name in status.unknown]
        return "\n".join([status.file, *lines])
    from ..retrieval_engine.status import status_text

    return status_text(status)


def _status_document(status: Status | Settings) -> StatusDocument | Settings:
    if isinstance(status, Settings):
        return status
    from ..retrieval_engine.status import status_document

    return status_document(status)


VERBS = {
    "ask": Implementation(_ask_options, _ask, _ask_text, _ask_document),
    "search": Implementation(_search_options, _search, _search_text),
    "show": Implementation(_show_options, _show, _show_text, _show_document),
    "list": Implementation(_list_options, _list, _list_text),
    "links": Implementation(_links_options, _links, _links_text),
    "graph": Implementation(_graph_options, _graph, _graph_text),
    "status": Implementation(_status_options, _status, _status_text, _status_document),
}
