"""What `add`, `apply` and `file` print: as much as the tokens of one document or one receipt allow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .retrieval.escaping import inline
from .retrieval.tokens import estimate_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .ingest.answers import FiledReceipt
    from .ingest.receipts import ApplyReceipt, Rejection
    from .ingest.registered import AddReceipt, Registered

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


RECEIPTS: dict[str, Callable[[Any], list[str]]] = {"add": _add, "apply": _apply, "file": _file}
