"""What commands print for people and agents: few lines, nothing that is not needed, data marked as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .care.graph_export import format_graph
from .retrieval.render import inline, quoted
from .retrieval.tokens import estimate_tokens

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from .care.commit import Outcome
    from .ingest.answers import FiledReceipt
    from .ingest.receipts import ApplyReceipt, Rejection
    from .ingest.register import AddReceipt, Registered
    from .reading.links import FoundLink, LinkList
    from .reading.search import SearchResult
    from .reading.show import Shown
    from .reading.status import Status

OUTLINE_ENTRIES, ENTITIES, FINDINGS, STALE = 10, 8, 4, 5
"""Most entries of each list that `add` prints for one document: 300 tokens hold them."""
BRIEF_FROM = 4
"""From this many documents on, each is one line."""
REJECTED = 40
DOCUMENT_TOKENS, RECEIPT_TOKENS, REJECTION_TOKENS, STATUS_TOKENS = 270, 115, 24, 145
"""What a document that was added, a receipt of `apply`, each rejection in it, and `status` may cost.

The promise is 300, 150, 25 and 150: the line that names the operation and the one that counts rejections are beside.
"""
_ROOMS = (1.0, 0.8, 0.6, 0.45, 0.3, 0.2, 0.1, 0.0)


def text_of(verb: str, value: Any, options: argparse.Namespace) -> str:
    """The text a command prints for its value."""
    if verb == "graph":
        return _graph(value, options)
    if verb in ("add", "apply", "file"):
        body = _RECEIPTS[verb](value.receipt)
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
        "reindex": lambda: (
            f"indexed {value.written} files"
            + (", in memory only: the home cannot be written" if value.in_memory else "")
        ),
    }
    return printers[verb]()


def fitting(build: Callable[[float], list[str]], tokens: int) -> list[str]:
    """The fullest of what build makes, from room 1 down to 0, that costs at most so many tokens; else the barest."""
    lines: list[str] = []
    for room in _ROOMS:
        lines = build(room)
        if estimate_tokens("\n".join(lines) + "\n") <= tokens:
            break
    return lines


def clip(text: str, tokens: int) -> str:
    """A line cut so that it costs at most so many tokens with its line end."""
    if estimate_tokens(text + "\n") <= tokens:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if estimate_tokens(text[:middle] + "…\n") <= tokens:
            low = middle
        else:
            high = middle - 1
    return text[:low] + "…"


def _operation(outcome: Outcome) -> list[str]:
    if outcome.dry_run:
        return ["dry run: nothing was written"]
    return [f"operation {outcome.op}"] if outcome.op else ["nothing to write"]


def _add(receipt: AddReceipt) -> list[str]:
    brief = len(receipt.sources) >= BRIEF_FROM
    lines: list[str] = []
    for source in receipt.sources:
        lines += fitting(lambda room, one=source: _document(one, room, brief=brief), DOCUMENT_TOKENS)  # type: ignore[misc]
    return lines + [f"skipped {inline(item.origin)}: {inline(item.reason)}" for item in receipt.skipped]


def _document(source: Registered, room: float, *, brief: bool) -> list[str]:
    if source.state == "refused":
        head = f"{inline(source.path, 60)} refused: a secret; --redact replaces it, --keep-secrets keeps it"
        return [head, *_warnings(source, room)]
    lines = [f"{source.id} {source.state} ({source.passages} passages, revision {source.revision})"]
    for word, blocks in (("new", source.new_blocks), ("gone", source.gone_blocks)):
        if blocks:
            shown = blocks[: int(12 * room)]
            more = f" … {len(blocks) - len(shown)} more" if len(shown) < len(blocks) else ""
            lines.append(f"{word} passages: " + ", ".join(f"^{block}" for block in shown) + more)
    return [*lines, *(_brief(source, room) if brief else _details(source, room)), *_warnings(source, room)]


def _brief(source: Registered, room: float) -> list[str]:
    known = ", ".join(entity.id for entity in source.entities[: int(3 * room)])
    return [f"  known: {known}"] if known else []


def _details(source: Registered, room: float) -> list[str]:
    shown, width = int(OUTLINE_ENTRIES * room), int(60 * room)
    lines = ["outline:"]
    for entry in source.outline[:shown]:
        blocks = f"^{entry.first}" if entry.first == entry.last else f"^{entry.first} … ^{entry.last}"
        number = f" ({entry.passages})" if entry.passages > 1 else ""
        # The title is known; what stands last tells the sections apart.
        section = entry.text.rpartition(" > ")[2] if entry.first else entry.text
        lines.append(f"  {inline(section, width)}  {blocks}{number}")
    lines += _more(source.outline, shown, "`show` prints all")
    if source.entities:
        shown = int(ENTITIES * room)
        lines.append("known entities:")
        for entity in source.entities[:shown]:
            type_ = f" ({inline(entity.type, 20)})" if entity.type else ""
            lines.append(f"  [[{entity.id}]] {inline(entity.name, 40)}{type_} x{entity.mentions}")
        lines += _more(source.entities, shown, "--json lists all")
    return lines


def _warnings(source: Registered, room: float) -> list[str]:
    shown = int(STALE * room)
    lines = [f"  stale: {inline(c.path)}:{c.line} cites ^{c.block}, gone" for c in source.stale[:shown]]
    lines += _more(source.stale, shown, "`lint` lists all")
    shown = int(FINDINGS * room)
    lines += [f"  warning, line {f.line}: {f.rule}: {inline(f.message, 90)}" for f in source.findings[:shown]]
    return lines + _more(source.findings, shown, "--json lists all")


def _more(items: Sequence[object], shown: int, hint: str) -> list[str]:
    return [f"  … {len(items) - shown} more; {hint}"] if len(items) > shown else []


def _apply(receipt: ApplyReceipt) -> list[str]:
    lines = fitting(lambda room: _written(receipt, room), RECEIPT_TOKENS)
    if receipt.rejected:
        lines.append(f"rejected {len(receipt.rejected)}" + ("" if receipt.written else "; nothing was written") + ":")
        # What the rest of the receipt leaves over, the reasons may use.
        over = RECEIPT_TOKENS - estimate_tokens("\n".join(lines))
        each = REJECTION_TOKENS + max(0, over) // len(receipt.rejected)
        lines += [clip(_rejection(item), each) for item in receipt.rejected[:REJECTED]]
        lines += _more(receipt.rejected, REJECTED, "--json lists all")
    return lines


def _written(receipt: ApplyReceipt, room: float) -> list[str]:
    lines = [
        f"claims: {receipt.claims_added} added, {receipt.claims_updated} updated, {receipt.claims_unchanged} unchanged"
        + (f", {receipt.claims_dropped} dropped: their passage is gone" if receipt.claims_dropped else "")
    ]
    for word, ids in (("created", receipt.created), ("updated", receipt.updated)):
        if ids:
            named = ids[: int(8 * room)]
            more = f"… {len(ids) - len(named)} more" if len(named) < len(ids) else ""
            lines.append(f"{word} {len(ids)}: " + ", ".join(filter(None, (*named, more))))
    notices = receipt.notices[: int(3 * room)]
    lines += [f"  note, {item.item}: {inline(item.message, 100)}" for item in notices]
    return lines + _more(receipt.notices, len(notices), "--json lists all")


def _rejection(item: Rejection) -> str:
    near = f"; nearest: {inline(' | '.join(item.nearest), 60)}" if item.nearest else ""
    return f"  {item.item}: {inline(item.reason, 110)}{near}"


def _file(receipt: FiledReceipt) -> list[str]:
    return [f"{receipt.id} {receipt.state} ({receipt.path})", "cites: " + ", ".join(receipt.cites)]


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
            f"  {inline(c.source)} -{inline(c.relation)}[{c.confidence:g}]-> {inline(c.target)}  [{inline(c.cite)}]"
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
    text = format_graph(value, options.format)
    if not options.out:
        return text
    from .commands import write_argument

    write_argument(options.out, text)
    return f"wrote {options.out}: {len(value.nodes)} nodes, {len(value.edges)} edges"


_RECEIPTS: dict[str, Callable[[Any], list[str]]] = {"add": _add, "apply": _apply, "file": _file}
