"""Read a set of passages and questions, and write it as a vault.

A set is a folder of JSON lines, as `../shared/bench/README.md` describes it: corpus, queries and perhaps triples.  Its
vault has what `add` and `apply` would write: a page in `sources/` for each title, a block for each passage, and a page
in `summaries/` with the claims that its triples make, each with its passage as evidence.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scripts.embedding import open_embedder
from scripts.errors import ClaimError
from scripts.homes import cache_folder
from scripts.index_store.port import IndexReader
from scripts.model import Claim, Evidence
from scripts.retrieval_engine.meaning import Embedder, Likeness
from scripts.text.claims import format_claim
from scripts.text.names import fold_name, safe_display
from scripts.text.ontology import spell_relation

MAX_NAME = 200
"""Characters of a name in a claim: a longer one is a sentence, which its passage says in full."""


@dataclass(frozen=True, slots=True)
class SetPassage:
    id: str
    title: str
    text: str
    """On one line: a passage of the set is one block of its page."""
    group: str
    block: str


@dataclass(frozen=True, slots=True)
class SetQuestion:
    id: str
    text: str
    group: str


@dataclass(frozen=True, slots=True)
class Extracted:
    """What somebody read in a passage."""

    entities: tuple[str, ...] = ()
    triples: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RetrievalSet:
    passages: tuple[SetPassage, ...]
    questions: tuple[SetQuestion, ...]
    extracted: dict[str, Extracted] = field(default_factory=dict)

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups in the order of the corpus; one empty name where there are none."""
        return tuple(dict.fromkeys(passage.group for passage in self.passages))


@dataclass(slots=True)
class WrittenVault:
    """Where the passages of a set stand in a vault."""

    owners: dict[tuple[str, str], str] = field(default_factory=dict)
    """The set's passage, by path and block."""
    pages: int = 0
    claims: int = 0
    left_out: int = 0
    """Triples that no claim line can hold."""


def json_lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8-sig") as file:
        for line in file:
            if line.strip():
                yield json.loads(line)


def read_set(folder: Path, *, triples: bool = True) -> RetrievalSet:
    """Read a set; without triples as if nobody had extracted anything."""
    passages = []
    for row in json_lines(folder / "corpus.jsonl"):
        text = " ".join(str(row["text"]).split())
        block = "p" + hashlib.sha256(row["id"].encode()).hexdigest()[:8]
        passages.append(SetPassage(row["id"], row.get("title") or "Untitled", text, row.get("group") or "", block))
    questions = [
        SetQuestion(row["id"], row["question"], row.get("group") or "") for row in json_lines(folder / "queries.jsonl")
    ]
    extracted = {}
    if triples and (folder / "triples.jsonl").is_file():
        for row in json_lines(folder / "triples.jsonl"):
            told = tuple(tuple(part) for part in row.get("triples") or () if _is_triple(part))
            extracted[row["id"]] = Extracted(tuple(row.get("entities") or ()), told)
    return RetrievalSet(tuple(passages), tuple(questions), extracted)


def _is_triple(parts: Any) -> bool:
    return isinstance(parts, list) and len(parts) == 3 and all(isinstance(part, str) and part for part in parts)


def write_vault(folder: Path, data: RetrievalSet, group: str = "") -> WrittenVault:
    """Write the passages of one group as a vault; those of one title stand on one page, in the set's order."""
    for name in (".obsidian", "sources", "summaries"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    titled: dict[str, list[SetPassage]] = {}
    for passage in data.passages:
        if passage.group == group:
            titled.setdefault(slug(passage.title), []).append(passage)
    slugs = {fold_name(passages[0].title): page for page, passages in titled.items()}
    written = WrittenVault()
    for page, passages in titled.items():
        path = f"sources/{page}.md"
        body = "\n\n".join(f"{_escaped(passage.text)} ^{passage.block}" for passage in passages)
        _write(folder / path, passages[0].title, "source", body)
        written.owners.update({(path, passage.block): passage.id for passage in passages})
        lines, mentions = [], []
        for passage in passages:
            read = data.extracted.get(passage.id, Extracted())
            for triple in read.triples:
                line = _claim_line(triple, Evidence(page, passage.block), slugs)
                written.left_out += not line
                lines += [line] if line else []
            mentions += [
                f"- [[{_page_of(name, slugs)}|{safe_display(name[:MAX_NAME])}]] [[{page}#^{passage.block}]]"
                for name in read.entities
                if fold_name(name)
            ]
        written.pages += 1
        written.claims += len(lines)
        parts = [("## Claims", lines), ("## Mentions", mentions)]
        text = "\n\n".join(f"{heading}\n\n" + "\n".join(dict.fromkeys(listed)) for heading, listed in parts if listed)
        if text:
            _write(folder / f"summaries/{page}-summary.md", f"{passages[0].title} (summary)", "summary", text)
    return written


def slug(name: str) -> str:
    """Return a file name for a title; what cannot stand in one is told apart by a short hash."""
    folded = fold_name(name)
    kept = re.sub(r"[^\w]+", "-", folded).strip("-")[:80]
    if re.sub(r"[\s'’.,:-]", "", folded) == kept.replace("-", ""):
        return kept
    return f"{kept}-x{hashlib.sha256(folded.encode()).hexdigest()[:5]}".lstrip("-")


def _page_of(name: str, slugs: dict[str, str]) -> str:
    return slugs.get(fold_name(name)) or slug(name[:MAX_NAME])


def _claim_line(triple: tuple[str, ...], evidence: Evidence, slugs: dict[str, str]) -> str:
    subject, relation, object_ = triple
    if not (fold_name(subject) and fold_name(object_)):
        return ""
    ends = [(_page_of(name, slugs), safe_display(name[:MAX_NAME])) for name in (subject, object_)]
    try:
        return format_claim(Claim(*ends[0], spell_relation(relation), *ends[1], 1, 0, 0, 1.0, (evidence,)))
    except ClaimError:
        return ""


def _escaped(text: str) -> str:
    """Write a text so that Markdown finds one paragraph in it."""
    text = text.replace("%%", "% %").replace("$$", "$ $").replace("```", "'''")
    if re.match(r"[#>|+*\-=~`_<\[!:]", text):
        return "\\" + text
    return re.sub(r"^(\d+)([.)])", r"\1\\\2", text)


def _write(path: Path, title: str, kind: str, body: str) -> None:
    head = f"---\ntitle: {json.dumps(title, ensure_ascii=False)}\ntype: {kind}\n---\n# {title}\n\n"
    path.write_text(head + body + "\n", encoding="utf-8", newline="\n")


def add_embedder(parser: argparse.ArgumentParser) -> None:
    """Add the option that a measurement takes for meaning."""
    parser.add_argument("--embedder", default="none", help="minilm, a folder or module:callable, as the setting has it")


def likeness_of(reader: IndexReader, embedder: str) -> Likeness | None:
    """Return what compares meanings, however long it takes; None for `none`."""
    found = embedder_of(embedder)
    return Likeness(reader, found, lambda: 0.0) if found else None


def embedder_of(name: str) -> Embedder | None:
    """Return what makes vectors, by the name of a setting or an option; None for `none`."""
    return open_embedder(name, cache_folder(os.environ), where="option --embedder")
