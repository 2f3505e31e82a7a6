"""A second implementation of the port, in plain Python over the rows of the tables: slow, and easy to believe."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from math import log
from typing import Any

from scripts.index_store.port import NAME_KINDS, Level
from scripts.index_store.schema import PAGE_WEIGHTS, PLACE_BITS
from scripts.model import (
    ClaimRow,
    Edge,
    EvidenceRow,
    Hit,
    Issue,
    LinkRow,
    Mention,
    Name,
    PageFilter,
    PageRow,
    PassageRow,
    SectionRow,
    Statistics,
    VectorRow,
)
from scripts.text.links import basename_key, split_target
from scripts.text.names import fold_name
from scripts.text.quotes import has_words
from tests.index_store.plain_filter import is_meant

K1, B, LEAST_IDF = 1.2, 0.75, 1e-6

Row = Mapping[str, Any]
Tables = Mapping[str, Sequence[Row]]

WEIGHTS = {
    "pages": dict(zip(("title", "aliases", "headings", "place", "description", "body", "links"), PAGE_WEIGHTS)),
    "sections": dict.fromkeys(("title", "heading", "above", "text"), 1.0),
    "passages": dict.fromkeys(("title", "heading", "text"), 1.0),
}


class MemoryReader:
    """The port over tables: rows of schema.py by table and column, words of the words tables as analyzed."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.page_rows = {row["id"]: row for row in tables["pages"]}

    def statistics(self, *, pages: Sequence[int] | None = None) -> Statistics:
        tables = {name: self.tables[name] for name in ("files", "pages", "sections", "passages", "claims", "links")}
        if pages is not None:
            own = [row for row in tables["pages"] if row["id"] in pages]
            below = {name: [row for row in rows if row.get("page") in pages] for name, rows in tables.items()}
            tables = {**below, "files": own, "pages": own}
        languages = Counter(row["language"] for row in tables["pages"] if row["language"])
        counts = {name: len(rows) for name, rows in tables.items()}
        ordered = sorted(languages.items(), key=lambda pair: (-pair[1], pair[0]))
        return Statistics(languages=tuple(ordered), **counts)

    def issues(self) -> list[Issue]:
        found = [Issue("not-read", row["problem"], row["path"]) for row in self.tables["files"] if row["problem"]]
        for page in self.tables["pages"]:
            found += [Issue(rule, message, page["path"], line) for rule, message, line in json.loads(page["issues"])]
        return sorted(found, key=lambda issue: (issue.path, issue.line, issue.rule))

    def document_counts(self, terms: Sequence[str]) -> dict[str, int]:
        rows = self.tables["section_words"]
        columns = WEIGHTS["sections"]
        return {term: sum(any(occurrences(row[c], term) for c in columns) for row in rows) for term in terms}

    def search(
        self, level: Level, terms: Sequence[str], *, limit: int, pages: Sequence[int] | None = None
    ) -> list[Hit]:
        distinct = [term for term in dict.fromkeys(terms) if term.strip()]
        counts = self.document_counts(distinct)
        half = len(self.tables["sections"]) / 2
        chosen = [term for term in distinct if " " in term or counts[term] <= half]
        if not any(" " in term or counts[term] for term in chosen):
            chosen = distinct
        scores = bm25(self.tables[level[:-1] + "_words"], chosen, WEIGHTS[level])
        page_bits = 0 if level == "pages" else PLACE_BITS
        hits = [Hit(id_, score) for id_, score in sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))]
        return [hit for hit in hits if pages is None or hit.id >> page_bits in pages][:limit]

    def pages(
        self,
        *,
        ids: Sequence[int] = (),
        paths: Sequence[str] = (),
        nodes: Sequence[str] = (),
        category: str = "",
        everything: bool = False,
    ) -> list[PageRow]:
        rows = [
            row
            for row in self.page_rows.values()
            if everything
            or row["id"] in ids
            or row["path"] in paths
            or row["node"] in nodes
            or (category and row["category"] == category)
        ]
        return [page_of(row) for row in sorted(rows, key=lambda row: str(row["path"]))]

    def matching(self, where: PageFilter) -> list[int]:
        return sorted(row["id"] for row in self.page_rows.values() if is_meant(page_of(row), where))

    def sections(self, *, ids: Sequence[int] = (), pages: Sequence[int] = ()) -> list[SectionRow]:
        words = {row["id"]: row for row in self.tables["section_words"]}
        rows = [row for row in self.tables["sections"] if row["id"] in ids or row["page"] in pages]
        return [section_of(row, words.get(row["id"], {})) for row in sorted(rows, key=by_id)]

    def passages(
        self, *, ids: Sequence[int] = (), sections: Sequence[int] = (), pages: Sequence[int] = (), holding: str = ""
    ) -> list[PassageRow]:
        return [
            PassageRow(
                row["id"],
                row["page"],
                row["section"],
                row["kind"],
                row["line"],
                row["end_line"],
                row["block"],
                row["text"],
                bool(row["is_boilerplate"]),
            )
            for row in sorted(self.tables["passages"], key=by_id)
            if row["id"] in ids
            or row["section"] in sections
            or row["page"] in pages
            or (holding and holding in row["text"])
        ]

    def names(self, keys: Sequence[str]) -> list[Name]:
        def order(row: Row) -> tuple[str, int, str, str]:
            path = row["node"] if row["page"] is None else self.page_rows[row["page"]]["path"]
            return row["key"], NAME_KINDS.index(row["kind"]), path, row["text"]

        return [
            Name(row["text"], row["key"], row["kind"], row["node"], row["page"], self.standing(row["key"]))
            for row in sorted(self.tables["names"], key=order)
            if row["key"] in keys
        ]

    def name_forms(self, beginning: str, *, lengths: tuple[int, int]) -> list[tuple[str, str]]:
        forms = {(row["key"], fold_name(row["text"])) for row in self.tables["names"]}
        least, most = lengths
        return sorted(form for form in forms if form[0].startswith(beginning) and least <= len(form[1]) <= most)

    def similar_names(self, text: str, *, limit: int) -> list[tuple[Name, float]]:
        from rapidfuzz.distance import OSA

        folded, like = fold_name(text), OSA.normalized_similarity
        scored = []
        for name in self.names([row["key"] for row in self.tables["names"]]):
            other = fold_name(name.text)
            turned = [" ".join(sorted(name.split())) for name in (folded, other)]
            likeness = max(like(folded, other), like(*turned))
            if likeness >= 0.65:
                scored.append((name, likeness))
        return sorted(scored, key=lambda pair: -pair[1])[:limit]

    def similar_words(self, term: str, *, limit: int) -> list[tuple[str, float, int]]:
        from rapidfuzz.distance import OSA

        words = {word for row in self.tables["section_words"] for c in WEIGHTS["sections"] for word in row[c].split()}
        counts = self.document_counts(sorted(words))
        scored = [(word, OSA.normalized_similarity(term, word), counts[word]) for word in words if word != term]
        close = [found for found in scored if found[1] >= 0.65]
        return sorted(close, key=lambda found: (-found[1], found[2], found[0]))[:limit]

    def words(self, beginning: str, *, lengths: tuple[int, int] | None = None, limit: int) -> list[tuple[str, int]]:
        least, most = lengths or (0, 1000)
        words = {word for row in self.tables["section_words"] for c in WEIGHTS["sections"] for word in row[c].split()}
        counts = self.document_counts([w for w in words if w.startswith(beginning) and least <= len(w) <= most])
        return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]

    def mentions(self, *, sections: Sequence[int] = (), names: Sequence[str] = ()) -> list[Mention]:
        return [
            Mention(row["name"], row["section"], row["section"] >> PLACE_BITS, row["role"], self.standing(row["name"]))
            for row in sorted(self.tables["mentions"], key=lambda row: (row["section"], row["name"]))
            if row["section"] in sections or row["name"] in names
        ]

    def edges_at(self, nodes: Sequence[str], *, min_confidence: float, limit: int) -> list[Edge]:
        def order(row: Row) -> tuple[int, float, str, str, str]:
            return -row["is_claim"], -row["confidence"], row["source"], row["relation"], row["target"]

        chosen: list[Row] = []
        for node in dict.fromkeys(nodes):
            here = [row for row in self.tables["edges"] if row["node"] == node and row["confidence"] >= min_confidence]
            chosen += sorted(here, key=order)[:limit]
        columns = ("source", "relation", "target", "confidence", "sources")
        return list(dict.fromkeys(Edge(*[row[c] for c in columns]) for row in sorted(chosen, key=order)))

    def claims(
        self, *, nodes: Sequence[str] = (), sections: Sequence[int] = (), pages: Sequence[int] = ()
    ) -> list[ClaimRow]:
        resting = {row["claim"] for row in self.tables["evidence"] if row["section"] in sections}
        rows = [
            row
            for row in self.tables["claims"]
            if row["subject"] in nodes or row["object"] in nodes or row["page"] in pages or row["id"] in resting
        ]
        return sorted(map(self.claim_of, rows), key=lambda claim: (claim.path, claim.line, claim.id))

    def links(
        self,
        *,
        pages: Sequence[int] = (),
        targets: Sequence[str] = (),
        basenames: Sequence[str] = (),
        unresolved: bool = False,
    ) -> list[LinkRow]:
        everything = not (pages or targets or basenames or unresolved)
        rows = [
            (self.page_rows[row["page"]]["path"], row["place"], row)
            for row in self.tables["links"]
            if everything
            or row["page"] in pages
            or row["target"] in targets
            or basename_key(split_target(row["link"])[0]) in basenames
            or (unresolved and not row["target"])
        ]
        return [
            LinkRow(
                row["page"],
                path,
                row["line"],
                row["kind"],
                bool(row["is_embed"]),
                row["link"],
                row["display"],
                row["target"],
                row["target_page"],
                row["property"],
            )
            for path, _, row in sorted(rows, key=lambda found: found[:2])
        ]

    def standing(self, name: str) -> int:
        """In how many sections a name stands."""
        return sum(row["name"] == name for row in self.tables["mentions"])

    def claim_of(self, row: Row) -> ClaimRow:
        passages = {passage["id"]: passage for passage in self.tables["passages"]}
        found = [
            EvidenceRow(
                rest["source"],
                self.page_rows[rest["page"]]["path"] if rest["page"] in self.page_rows else "",
                rest["block"],
                rest["quote"],
                rest["passage"] if rest["passage"] in passages else None,
                passages.get(rest["passage"], {"text": ""})["text"],
                passages.get(rest["passage"], {"line": 0})["line"],
                passages.get(rest["passage"], {"block": ""})["block"],
            )
            for rest in sorted(self.tables["evidence"], key=lambda rest: int(rest["place"]))
            if rest["claim"] == row["id"]
        ]
        evidence = [
            item._replace(is_gone=not item.path or (item.passage is None and bool(item.block or has_words(item.quote))))
            for item in found
        ]
        columns = ["line", "subject", "subject_name", "relation", "object", "object_name", "confidence", "note", "form"]
        facts = [row[column] for column in columns]
        return ClaimRow(row["id"], row["page"], self.page_rows[row["page"]]["path"], *(*facts, tuple(evidence)))

    def vectors(self, model: str, *, sections: Sequence[int]) -> list[VectorRow]:
        models = [row["value"] for row in self.tables.get("meta", ()) if row["key"] == "vectors"]
        rows = sorted(self.tables["vectors"], key=lambda row: int(row["section"]))
        found = [VectorRow(row["section"], row["digest"], row["vector"]) for row in rows if row["section"] in sections]
        return found if models == [model] else []


def bm25(rows: Sequence[Row], terms: Sequence[str], weights: Mapping[str, float]) -> dict[int, float]:
    """Return the BM25 of each row that holds a term: frequencies weighted by column, lengths over all columns."""
    lengths = {row["id"]: sum(len(row[column].split()) for column in weights) for row in rows}
    average = sum(lengths.values()) / max(1, len(rows))
    scores: dict[int, float] = {}
    for term in terms:
        found = {row["id"]: {column: occurrences(row[column], term) for column in weights} for row in rows}
        found = {id_: counts for id_, counts in found.items() if any(counts.values())}
        idf = max(LEAST_IDF, log((len(rows) - len(found) + 0.5) / (len(found) + 0.5)))
        for id_, counts in found.items():
            frequency = sum(weights[column] * count for column, count in counts.items())
            norm = K1 * (1 - B + B * lengths[id_] / average)
            scores[id_] = scores.get(id_, 0.0) + idf * frequency * (K1 + 1) / (frequency + norm)
    return scores


def occurrences(words: str, term: str) -> int:
    """Return how often a term, a word or a phrase, stands in a column."""
    column, phrase = words.split(), term.split()
    return sum(column[at : at + len(phrase)] == phrase for at in range(len(column) - len(phrase) + 1))


def by_id(row: Row) -> int:
    return int(row["id"])


def page_of(row: Row) -> PageRow:
    return PageRow(
        row["id"],
        row["path"],
        row["node"],
        row["title"],
        row["category"],
        row["type"],
        row["description"],
        row["language"],
        tuple(json.loads(row["aliases"])),
        tuple(json.loads(row["tags"])),
        json.loads(row["properties"]),
        row["changed"],
        row["tokens"],
        row["importance"],
    )


def section_of(row: Row, words: Row) -> SectionRow:
    columns = [words.get(column, "") for column in ("title", "heading", "above", "text")]
    return SectionRow(
        row["id"],
        row["page"],
        row["id"] % (1 << PLACE_BITS),
        row["heading"],
        tuple(json.loads(row["above"])),
        row["level"],
        row["part"],
        row["line"],
        row["end_line"],
        " ".join(column for column in columns if column),
    )
