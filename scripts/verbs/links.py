"""`links`: links and what they lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from ..retrieval.reply.escaping import inline
from .parsing import count

if TYPE_CHECKING:
    import argparse

    from ..knowledge_base import KnowledgeBase
    from ..reading.links import FoundLink, LinkList


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("note", nargs="?", default="", help="a note, canvas or other file; none: the whole vault")
    parser.add_argument("--backlinks", action="store_true", help="the links that lead to it")
    parser.add_argument("--unresolved", action="store_true", help="only links that lead nowhere")
    parser.add_argument("--limit", type=count, metavar="N", help="most links listed (50; with --json all)")


def run(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Any, int]:
    if options.backlinks and not options.note:
        raise UsageError("--backlinks needs a note", hint="name the one whose backlinks you want")
    limit = options.limit if options.limit is not None else 0 if options.json else 50
    return kb.links(options.note, backlinks=options.backlinks, unresolved=options.unresolved, limit=limit), 0


def text(found: LinkList, options: argparse.Namespace) -> str:
    lines = [_link(link) for link in (*found.links, *found.definitions)]
    lines += [f"omitted: {found.omitted} links; --limit {found.found} lists all"] if found.omitted else []
    lines += [f"cannot be read: {inline(path)}" for path in found.unreadable]
    return "\n".join([*lines, _counted(found, only_unresolved=options.unresolved)])


def _counted(found: LinkList, *, only_unresolved: bool) -> str:
    kind = "unresolved link" if only_unresolved else "link"
    where = f"{'to' if found.backlinks else 'in'} {inline(found.note) or 'the vault'}"
    count = len(found.definitions)
    defined = f"; {count} definition{'' if count == 1 else 's'} of reference links listed" if count else ""
    if not found.found:
        return f"no {kind} {where}{defined}"
    held = f"held by {found.files} file{'' if found.files == 1 else 's'}"
    counts = "" if only_unresolved else f", {found.unresolved} unresolved, {found.ambiguous} ambiguous"
    return f"{found.found} {kind}{'' if found.found == 1 else 's'} {where} ({held}){counts}{defined}"


def _link(link: FoundLink) -> str:
    kind = f"{link.kind}{' embed' if link.embed else ''}{f' {inline(link.property)}' if link.property else ''}"
    place = f"{inline(link.source)}:{link.line}:{link.offset}: {kind} {inline(link.text, 160)}"
    target = inline(link.target + (link.subpath if link.part_found else "")) if link.target else "unresolved"
    target += f", {inline('without ' + link.subpath)}" if link.part_found is False else ""
    others = ", ".join(inline(other) for other in link.others[:3]) + (" …" if len(link.others) > 3 else "")
    why = "; ".join(filter(None, (link.reason, ("also " if link.target else "near ") + others if others else "")))
    return f"{place} -> {target}" + (f" ({why})" if why else "")
