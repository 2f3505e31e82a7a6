"""A real run: fifty documents that none of us wrote, registered, extracted, asked.

python -m tests.real.run          prints the transcript; tests/real/transcript.txt is the kept one
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from scripts.knowledge_base import KnowledgeBase
from scripts.verbs import adding, checking, looking, writing
from scripts.verbs.asking import ask
from tests.real.documents import write_documents

HERE = Path(__file__).resolve().parent
NOW = "2026-11-20T12:00:00Z"
QUESTION = "Which algorithm finds shortest paths when edges have negative weights?"
"""The reply to it stands in the transcript."""


class Asked(NamedTuple):
    """One question and where its answer was found: ranks from 1, 0 for not among the first ten."""

    question: str
    expected: tuple[str, ...]
    found: tuple[str, ...]
    rank: int


def build(folder: Path) -> Path:
    """Write the documents, make a home, add and apply everything; returns the home."""
    write_documents(folder / "docs")
    home = folder / "home"
    KnowledgeBase.create(str(home))
    environ = {"COMMONPLACE_NOW": NOW, "COMMONPLACE_QUIET_SECONDS": "0"}
    with KnowledgeBase.open(str(home), environ=environ) as kb:
        added = adding.add(kb, [str(folder / "docs")]).receipt
        assert not added.skipped, added.skipped
        assert {source.state for source in added.sources} == {"new"}
        for path in sorted((HERE / "bundles").glob("*.json")):
            receipt = writing.apply(kb, json.loads(path.read_text(encoding="utf-8"))).receipt
            assert not receipt.rejected, (path.name, receipt.rejected)
    return home


def ask_all(home: Path) -> list[Asked]:
    """Search the wiki for each question."""
    questions = json.loads((HERE / "questions.json").read_text(encoding="utf-8"))
    with KnowledgeBase.open(str(home), environ={}) as kb:
        return [_ask(kb, item["question"], tuple(item["expected"])) for item in questions]


def _ask(kb: KnowledgeBase, question: str, expected: tuple[str, ...]) -> Asked:
    found = tuple(hit.id for hit in looking.search(kb, question, limit=10).hits)
    # The summary of a document is the wiki's page about it.
    right = {*expected, *(f"{slug}-summary" for slug in expected)}
    rank = next((place for place, slug in enumerate(found, 1) if slug in right), 0)
    return Asked(question, expected, found[:3], rank)


def transcript(home: Path) -> str:
    """What the run found: counts, each question with its first three pages, hits, and one reply."""
    with KnowledgeBase.open(str(home), environ={}) as kb:
        status, report = looking.status(kb), checking.lint(kb)
        sample = ask(kb, QUESTION)
    asked = ask_all(home)
    lines = [
        f"pages {dict(status.pages)}, {status.passages} passages, {status.claims} claims, lint {len(report.findings)}",
        *(f"{each.rank:2}  {each.question}  ->  {', '.join(each.found)}" for each in asked),
        f"hit@1 {sum(each.rank == 1 for each in asked)}/20, hit@3 {sum(0 < each.rank <= 3 for each in asked)}/20",
        "",
        QUESTION,
        "",
        sample.text,
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Print the transcript of a fresh run."""
    with tempfile.TemporaryDirectory() as folder:
        sys.stdout.write(transcript(build(Path(folder))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
