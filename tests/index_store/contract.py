"""What is asked of every implementation of the port: over equal rows it has equal answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from scripts.index_store.port import IndexReader, Level
from scripts.index_store.refresh import Index, open_index
from scripts.model import PageFilter, PropertyTest, VectorRow
from tests.index_store.vaults import PATHS, random_files, write_vault

SEEDS = range(3)
LEVELS: tuple[Level, ...] = ("pages", "sections", "passages")
WORDS = ("leak", "memori", "crash", "c++", "c#", "東京", "naiv", "beta", "see", "the", "0")
NODES = ("leak", "crash", "alpha", "missing-page", "nowhere", "gone", "C++")
STRANGE = (-1, 0, 1 << 63, 1 << 200)
MANY = [f"nowhere{number}" for number in range(1100)]
"""More than the 999 values that a statement of older versions of SQLite may have."""
BEGINNINGS = ("r", "le", "leak", "c+", "zz", "é", "東", "\ud800", "")
FILTERS = (
    PageFilter(),
    PageFilter(categories=("topics", "notes"), folders=("Topics", "sub")),
    PageFilter(tags=("FAULT",)),
    PageFilter(tags=("fault", "a")),
    PageFilter(properties=(PropertyTest("Name", "=", "gamma ray"),)),
    PageFilter(properties=(PropertyTest("name", "!=", "x"), PropertyTest("x", ""))),
    PageFilter(since="2024-01-01T00:00:00Z", excluded=("sub/",)),
    PageFilter(until="2023-12-31"),
)


@contextmanager
def random_index(folder: Path, seed: int) -> Iterator[Index]:
    """Give the index of a vault in the folder: an empty one for seed 0, else one of random notes."""
    vault = folder / "vault"
    vault.mkdir()
    if seed:
        signs = {"signs.md": "C++ and C# of naïve 😀 0 a_2b_ _ ß in 東京, a memory leak.\n"}
        write_vault(vault, {**random_files(Random(seed), len(PATHS)), **signs}, {})
    with open_index(str(vault), environ={"COMMONPLACE_CACHE": str(folder / "cache")}) as index:
        pages = [page.id for page in index.reader.pages(everything=True)]
        sections = [section.id for section in index.reader.sections(pages=pages)]
        index.keep_vectors("a model", [VectorRow(section, b"digest", b"\x01\xff") for section in sections[::2]])
        index.refresh()
        yield index


def answers(reader: IndexReader) -> dict[str, object]:
    """Return what an index answers to every kind of question."""
    pages = reader.pages(everything=True)
    ids, paths, nodes = [page.id for page in pages], [page.path for page in pages], [*NODES]
    sections = [section.id for section in reader.sections(pages=ids)]
    passages = reader.passages(pages=ids)
    phrases = ("memori leak", "leak memori", "the the", "nowhere leak")
    searched = [WORDS, ("leak",), ("memori leak", "crash"), ("the", "gamma"), ("the",), (*MANY, "gamma")]
    searched += [(), ("",), (" ",), ("nowhere",), ('"',), ("nowhere OR leak*",)]
    hits = {
        (level, terms, limit, within): [(hit.id, round(hit.score, 9)) for hit in found]
        for level in LEVELS
        for terms in map(tuple, searched)
        for limit in (0, 3, 1000)
        for within in (None, (), tuple(ids[::2]))
        for found in [reader.search(level, terms, limit=limit, pages=within)]
    }
    return {
        "statistics": [reader.statistics(pages=chosen) for chosen in (None, ids[::2], [])],
        "issues": reader.issues(),
        "counts": reader.document_counts([*WORDS, *phrases, *MANY]),
        "hits": hits,
        "pages": [
            *(pages, reader.pages(ids=[*ids[::2], *STRANGE], paths=[*paths[1::3], "gone.md", "\ud800"])),
            *(reader.pages(nodes=[*nodes, *MANY]), reader.pages(), reader.pages(category="topics")),
        ],
        "matching": [reader.matching(where) for where in FILTERS],
        "sections": [reader.sections(ids=sections[::3], pages=ids[::2]), reader.sections(ids=STRANGE, pages=STRANGE)],
        "passages": [
            *(passages, reader.passages(ids=[*range(40_000), *(row.id for row in passages[::3])], pages=ids[::4])),
            *(
                reader.passages(sections=sections[1::3], beside=[row.id for row in passages[::5]]),
                reader.passages(ids=STRANGE, sections=STRANGE, pages=STRANGE),
            ),
            reader.passages(sections=sections[::5], beside=[row.id for row in passages[::5]]),
            *(reader.passages(holding=text) for text in ("leak", "東京", "C+", "nowhere", "ß", "\ud800")),
        ],
        "names": [
            reader.names([*WORDS, "memori leak", "alpha", "missing page", *MANY]),
            reader.names(["leak", "leak"]),
        ],
        "forms": [reader.name_forms(beginning, lengths=(1, 10)) for beginning in BEGINNINGS],
        "words": [
            reader.words(beginning, lengths=lengths, limit=limit)
            for beginning in BEGINNINGS
            for lengths in (None, (2, 4))
            for limit in (0, 2, 50)
        ],
        "mentions": [
            *(reader.mentions(sections=sections[::2], names=["leak"]), reader.mentions(names=[*WORDS, *MANY])),
            reader.mentions(sections=STRANGE),
        ],
        "edges": [
            reader.edges_at([*nodes, nodes[0], *MANY], min_confidence=least, limit=limit)
            for least in (0.0, 0.8, 1.0)
            for limit in (0, 1, 3, 100)
        ],
        "claims": [
            *(reader.claims(nodes=[*nodes, *MANY]), reader.claims(sections=[*sections[::2], *STRANGE])),
            *(reader.claims(pages=[*ids[::3], *STRANGE], nodes=["crash"]), reader.claims()),
        ],
        "premises": [reader.premises(of=nodes), reader.premises(on=[(node, "") for node in nodes], limit=3)],
        "links": [
            *(reader.links(), reader.links(unresolved=True), reader.links(pages=ids[::2], targets=paths[::3])),
            *(reader.links(basenames=["alpha", "beta"]), reader.links(pages=STRANGE)),
        ],
        "vectors": [
            reader.vectors(model, sections=some) for model in ("a model", "other") for some in (None, sections)
        ],
    }
