"""What commands print for people and agents: few lines, nothing that is not needed, data marked as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .pages.ontology import display_relation
from .receipt_text import RECEIPTS, STATUS_TOKENS, fitting
from .retrieval.escaping import inline, quoted

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from .care.commit import Outcome
    from .reading.links import FoundLink, LinkList
    from .reading.search import SearchResult
    from .reading.show import Shown
    from .reading.status import Status


def text_of(verb: str, value: Any, options: argparse.Namespace) -> str:
    """The text a command prints for its value."""
    if verb == "graph":
        return _graph(value, options)
    if verb in ("add", "apply", "file"):
        body = RECEIPTS[verb](value.receipt)
        return "\n".join([*_operation(value), *body])
    if verb in ("rename", "merge", "retract", "undo") or hasattr(value, "receipt"):
        return "\n".join([*_operation(value), *_fields(value.receipt)])
    printers: dict[str, Callable[[], str]] = {
        "ask": lambda: value.text,
        "search": lambda: _search(value),
        "show": lambda: _show(value),
        "status": lambda: "\n".join(fitting(lambda room: _status(value, room), STATUS_TOKENS)),
        "lint": lambda: _lint(value, options),
        "links": lambda: _links(value),
        "export": lambda: value.text or "\n".join(_fields(value)),
        "doctor": lambda: "\n".join(f"{check.state:6}  {check.name}: {check.message}" for check in value.checks),
        "init": lambda: f"home: {value.home}\nvault: {value.vault}\nnext: commonplace add FILE --home {value.home}",
        "bench": lambda: _bench(value),
        "reindex": lambda: (
            f"indexed {value.written} files"
            + (", in memory only: the home cannot be written" if value.in_memory else "")
        ),
    }
    return printers[verb]()


def _bench(report: Any) -> str:
    from .bench.printing import text_of_run

    return text_of_run(report)


def _operation(outcome: Outcome) -> list[str]:
    if outcome.dry_run:
        return ["dry run: nothing was written"]
    return [f"operation {outcome.op}"] if outcome.op else ["nothing to write"]


def _fields(receipt: Any) -> list[str]:
    """Any receipt: a line a field that says something, lists shortened."""
    lines = []
    for name, value in receipt._asdict().items():
        if isinstance(value, tuple):
            if value:
                shown = ", ".join(_item(item) for item in value[:6])
                more = f", … {len(value) - 6} more" if len(value) > 6 else ""
                lines.append(f"{name.replace('_', ' ')} ({len(value)}): {shown}{more}")
        elif value not in ("", 0, False):
            lines.append(f"{name.replace('_', ' ')}: {inline(str(value))}")
    return lines


def _item(item: Any) -> str:
    if isinstance(item, tuple):
        return " ".join(inline(str(part), 80) for part in item if part != "")
    return inline(str(item), 120)


def _search(found: SearchResult) -> str:
    if not found.hits:
        return f"no page for {inline(found.query)}"
    lines = []
    for hit in found.hits:
        snippet = f': "{inline(hit.snippet, 160)}"' if hit.snippet else ""
        lines.append(f"[[{inline(hit.id)}]] {inline(hit.title, 80)} ({hit.category}, {hit.why}){snippet}")
    return "\n".join([*lines, *([f"omitted: {found.omitted}"] if found.omitted else [])])


def _show(shown: Shown) -> str:
    head = f"{shown.path}{shown.part}  sha {shown.sha[:12]}"
    lines = [head, *(f"stale: {reason}" for reason in shown.stale), quoted(shown.text.rstrip("\n"))]
    if shown.claims:
        lines.append("claims:")
        lines += [
            f"  {inline(c.source)} -{inline(display_relation(c.relation))}[{c.confidence:g}]-> {inline(c.target)}"
            f"  [{inline(c.cite)}]"
            for c in shown.claims
        ]
    if shown.omitted_characters:
        lines.append(f"omitted: {shown.omitted_characters} characters; show {shown.id}#Heading for a part of:")
        lines += [f"  {inline(heading)}" for heading in shown.outline[:30]]
    return "\n".join(lines)


def _status(found: Status, room: float) -> list[str]:
    pages = ", ".join(f"{count} {category}" for category, count in found.pages.items()) or "empty"
    lines = [
        f"home: {inline(found.home, 40 + int(80 * room))} (by {found.found_by})",
        f"pages: {pages}",
        f"graph: {found.claims} claims, {found.edges} edges, {found.passages} passages, "
        f"{found.missing_pages} names without a page",
    ]
    for name, items in (("stale answers", found.stale_answers), ("unanswered", found.unanswered)):
        if items:
            shown = [inline(item, int(60 * room)) for item in items[: int(2 * room + 0.9)]]
            lines.append(f"{name} ({len(items)}): {'; '.join(shown)}{' …' if len(items) > len(shown) else ''}")
    if found.embedder != "off":
        waiting = (
            f", {found.passages_without_vector} wait for the next question" if found.passages_without_vector else ""
        )
        lines.append(f"vectors: {found.vectors} passages by {inline(found.embedder)}{waiting}")
    if found.issues:
        lines.append(f"issues: {found.issues}; `lint` lists them")
    if found.last_operation:
        lines.append(f"last operation: {found.last_operation}")
    return lines


def _lint(report: Any, options: argparse.Namespace) -> str:
    shown = report.findings[: options.limit]
    lines = [_finding(finding) for finding in shown]
    left = len(report.findings) - len(shown)
    lines += [f"omitted: {left} findings; --limit {len(report.findings)} prints all"] if left else []
    return "\n".join([*lines, f"{report.checked_pages} pages, {len(report.findings)} findings"])


def _finding(finding: Any) -> str:
    # A finding about a question concerns no page.
    place = f"{finding.path}:{finding.line}" if finding.line else finding.path or "(no page)"
    return f"{inline(place)}: {finding.rule}: {inline(finding.message)}" + (
        f"\n  fix: {finding.fix}" if finding.fix else ""
    )


def _links(found: LinkList) -> str:
    lines = [_link(link) for link in found.links]
    lines += [f"omitted: {found.omitted} links; --limit {found.found} lists all"] if found.omitted else []
    lines += [f"cannot be read: {inline(path)}" for path in found.unreadable]
    what = f"{found.found} links {'to' if found.backlinks else 'in'} {inline(found.note) or 'the vault'}"
    counts = f"{found.unresolved} unresolved, {found.ambiguous} ambiguous"
    held = f"held by {found.files} file{'' if found.files == 1 else 's'}"
    return "\n".join([*lines, f"{what} ({held}), {counts}"])


def _link(link: FoundLink) -> str:
    kind = f"{link.kind}{' embed' if link.embed else ''}{f' {inline(link.property)}' if link.property else ''}"
    place = f"{inline(link.source)}:{link.line}:{link.offset}: {kind} {inline(link.text, 160)}"
    target = inline(link.target + (link.subpath if link.part_found else "")) if link.target else "unresolved"
    target += f", {inline('without ' + link.subpath)}" if link.part_found is False else ""
    others = ", ".join(inline(other) for other in link.others[:3]) + (" …" if len(link.others) > 3 else "")
    why = "; ".join(filter(None, (link.reason, ("also " if link.target else "near ") + others if others else "")))
    return f"{place} -> {target}" + (f" ({why})" if why else "")


def _graph(value: Any, options: argparse.Namespace) -> str:
    if not options.out:
        from .care.graph_export import format_graph

        return format_graph(value, options.format)
    return f"wrote {options.out}: {len(value.nodes)} nodes, {len(value.edges)} edges"
