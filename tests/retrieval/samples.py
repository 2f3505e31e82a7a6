"""Small knowledge bases for tests, as plain values; `write_vault` makes files of the same."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from tests.retrieval.memory_graph import ClaimIn, PageIn

PAGES = (
    PageIn(
        "memory-leak",
        "Memory leak",
        ("A memory leak is memory that a program takes and never gives back.", "See [[valgrind]] for finding one."),
        "entities",
        ("leak", "heap growth"),
        ("valgrind",),
    ),
    PageIn(
        "system-crash", "System crash", ("A system crash stops the whole service without any warning.",), "entities"
    ),
    PageIn("restart", "Restart", ("A restart begins the service again from an empty state.",), "entities"),
    PageIn("cache-layer", "Cache layer", ("The cache layer keeps recent answers in memory.",), "entities"),
    PageIn(
        "incident-report",
        "Incident report",
        (
            "On 3 May the checkout service failed for an hour.",
            "The system crashes due to memory leaks in the cache layer.",
            "Nobody was hurt, and the fix was to bound the cache.",
        ),
    ),
    PageIn("post-mortem", "Post mortem", ("Every restart follows a system crash within minutes.",)),
    PageIn("garden-notes", "Garden notes", ("Tomatoes want sun and water.", "Beans climb on poles.")),
)
CLAIMS = (
    ClaimIn("memory-leak", "causes", "system-crash", 0.9, "incident-report", "p1", "due to memory leaks"),
    ClaimIn("memory-leak", "causes", "system-crash", 0.7, "post-mortem", "p0", "a system crash"),
    ClaimIn("system-crash", "causes", "restart", 0.8, "post-mortem", "p0", "restart follows a system crash"),
    ClaimIn("cache-layer", "contains", "memory-leak", 0.7, "incident-report", "p1", "leaks in the cache layer"),
    ClaimIn("memory-leak", "causes", "slow-disk", 0.3, "incident-report", "p0", "failed for an hour"),
)


def write_vault(folder: Path, pages: Sequence[PageIn], claims: Sequence[ClaimIn]) -> None:
    """The same as notes: a page each, and one summary page for each source that claims rest on."""
    for page in pages:
        head = {"title": page.title, "type": page.type, "summary": page.summary, "aliases": list(page.aliases)}
        lines = [f"{key}: {json.dumps(value)}" for key, value in head.items() if value]
        body = [f"{text} ^p{at}" for at, text in enumerate(page.passages)]
        _write(folder / page.category / f"{page.id}.md", ["---", *lines, "---", "\n\n".join(body)])
    for source in dict.fromkeys(claim.source for claim in claims):
        lines = [
            f"- [[{c.subject}]] {c.relation} [[{c.object}]] "
            f'({c.confidence}, [[{c.source}#^{c.block}|{c.block}]] "{c.quote}")'
            for c in claims
            if c.source == source
        ]
        _write(folder / "summaries" / f"{source}-summary.md", ["## Claims", *lines])


def _write(path: Path, lines: Sequence[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
