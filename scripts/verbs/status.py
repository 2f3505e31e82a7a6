"""`status`: what is in the home, and what wants care."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..retrieval.reply.escaping import inline
from .receipt_text import fitting

if TYPE_CHECKING:
    import argparse

    from ..knowledge_base import KnowledgeBase
    from ..reading.status import Status

STATUS_TOKENS = 145
"""The promise is 150."""


def options(_: argparse.ArgumentParser) -> None:
    """None of its own."""


def run(kb: KnowledgeBase, _: argparse.Namespace) -> tuple[Any, int]:
    return kb.status(), 0


def text(found: Status, _: argparse.Namespace) -> str:
    return "\n".join(fitting(lambda room: _lines(found, room), STATUS_TOKENS))


def _lines(found: Status, room: float) -> list[str]:
    pages = ", ".join(f"{count} {category}" for category, count in found.pages.items()) or "empty"
    lines = [
        f"home: {inline(found.home, 40 + int(80 * room))} (by {found.found_by})",
        f"pages: {pages}",
        f"graph: {found.claims} claims, {found.edges} edges, {found.passages} passages, "
        f"{found.missing_pages} names without a page",
    ]
    if found.not_read:
        endings = list(found.not_read.items())[: int(4 * room + 0.9)]
        kinds = ", ".join(f"{count} {inline(ending, 10) or 'without ending'}" for ending, count in endings)
        rest = " …" if len(endings) < len(found.not_read) else ""
        files = sum(found.not_read.values())
        lines.append(f"not read: {files} files, no notes ({kinds}{rest}); `add` registers documents")
    if found.unread_sources:
        lines.append(
            f"unread: {found.unread_sources} sources that nothing was drawn from; `lint --rule orphan` lists them"
        )
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
