"""Any sequence of refreshes gives the tables that a rebuild gives."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scripts.store import sweep
from scripts.store.index import Index, IndexOptions
from scripts.store.reader import SqliteReader
from scripts.store.vault import Vault
from tests.store.dump import canonical_dump, repeated

OPTIONS = IndexOptions(skipped=frozenset({"index.md", "log.md"}))
PATHS = (
    *("a.md", "b.md", "x/a.md", "x/b.md", "y/a.md", "A.md", "a.md.md", "\u0391\u03a3.md", "index.md"),
    *("sources/s.md", "summaries/s-summary.md", "entities/memory-leak.md", "entities/crash.md"),
    *("img.png", "x/img.png", "a", "x/a (conflicted copy 2026-01-01 120000).md", "bad\udcff.md"),
)
TARGETS = (
    "a",
    "b",
    "x/a",
    "y/a",
    "A",
    "a.md",
    "missing",
    "Missing",
    "x/missing",
    "img.png",
    "s",
    "crash",
    "\u0391\u03a3",
)
LINES = (
    *(f"See [[{target}]] here." for target in TARGETS),
    *(f"A [word](<{target}.md>) and ![[{target}#^p1|shown]]." for target in TARGETS[:5]),
    *(
        f'- [[{one}]] causes [[{two}]] (0.{n}, [[s#^p1]] "quoted words")'
        for n, (one, two) in enumerate(
            (("a", "b"), ("b", "a"), ("memory-leak", "crash"), ("crash", "missing"), ("a", "a")), start=5
        )
    ),
    *(f"- {relation} [[{target}]]" for relation in ("part_of", "similar_to", "contradicts") for target in TARGETS[:4]),
    "The quoted words stand here. ^p1",
    "Plain words, 知识图谱 and tomatoes.",
    "# Heading",
    "- a list item",
)
HEADS = (
    "",
    "---\ntitle: A title\naliases: [leak, other name]\nupdated: 2026-01-02\n---\n",
    '---\ntitle: A title\naliases:\n  - leak\ndepends_on: "[[b]]"\ntags: [t]\n---\n',
    '---\ntitle: "\\ud800 \\0"\naliases: ["\\udfff"]\nlink: "[[\\udead]]"\n---\n',
    "---\ntitle: [unclosed\n---\n",
)
notes = st.builds(
    lambda head, lines: head + "\n\n".join(lines) + "\n",
    st.sampled_from(HEADS),
    st.lists(st.sampled_from(LINES), max_size=5),
)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("write"), st.sampled_from(PATHS), notes),
        st.tuples(st.just("remove"), st.sampled_from(PATHS), st.just("")),
        st.tuples(st.just("rename"), st.sampled_from(PATHS), st.sampled_from(PATHS)),
        st.tuples(st.just("refresh"), st.just(""), st.just("")),
    ),
    min_size=1,
    max_size=14,
)


@given(steps)
@example([("write", "a.md", "[[b]] [[a]]"), ("write", "b.md", "x"), ("refresh", "", ""), ("remove", "b.md", "")])
@example([("write", "x/a.md", "x"), ("write", "y/a.md", "x"), ("refresh", "", ""), ("remove", "y/a.md", "")])
@example([("write", "a.md", "[[x/a]]"), ("refresh", "", ""), ("write", "x/a.md", "- causes [[missing]]")])
def test_refreshes_and_a_rebuild_agree(moves):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "vault")
        root.mkdir()
        kept, made = (Index(Vault(str(root)), os.path.join(folder, name), OPTIONS) for name in ("kept", "made"))
        kept.refresh()
        for move, path, other in moves:
            step(root, kept, move, path, other)
        kept.refresh()
        made.refresh(rebuild=True)
        refreshed, rebuilt = canonical_dump(kept.connection()), canonical_dump(made.connection())
        for table, rows in rebuilt.items():
            assert refreshed[table] == rows, table
        assert answers(kept) == answers(made)
        counted = kept.connection().execute("SELECT count(*) FROM words_docsize").fetchone()[0]
        derived = kept.connection().execute("SELECT count(*) FROM derived_words_docsize").fetchone()[0]
        assert SqliteReader(kept.connection()).passage_count() == (counted or derived)
        assert [table for table in ("edges", "grams", "links", "nodes") if repeated(rebuilt[table])] == []
        kept.close()
        made.close()


def step(root: Path, index: Index, move: str, path: str, other: str) -> None:
    full = root / path
    if move == "refresh":
        index.refresh()
    elif move == "write" and not full.is_dir():
        full.parent.mkdir(exist_ok=True)
        full.write_text(other, encoding="utf-8")
    elif move == "remove" and full.is_file():
        full.unlink()
    elif move == "rename" and full.is_file() and path != other:
        (root / other).parent.mkdir(exist_ok=True)
        full.replace(root / other)


def answers(index: Index) -> list[object]:
    """What questions get, without the ids of passages."""
    reader = SqliteReader(index.connection())
    ids = [row[0] for row in index.connection().execute("SELECT name FROM nodes ORDER BY name")]
    edges = reader.edges_at(ids, min_confidence=0.0)
    return [
        [(hit.page, hit.score) for hit in reader.search(["quoted", "tomatoes", "知识"], limit=5)],
        [(hit.page, hit.score) for hit in reader.search(["words", "leak"], limit=2, pages_only=True)],
        reader.nodes(ids),
        edges,
        [reader.edge_counts(ids, min_confidence=0.0, direction=way, most=1000) for way in ("in", "out", "both")],
        [reader.evidence(found) for found in edges.values()],
        reader.similar_names("memry lek"),
        reader.similar_names("missin"),
        reader.passage_count(),
        index.issues(),
    ]


def index_of(folder: Path, root: Path) -> Index:
    return Index(Vault(str(root)), str(folder), OPTIONS)


def test_a_page_that_is_edited_keeps_the_degree_others_give_it(room):
    room.write("a.md", "text")
    room.write("b.md", "see [[a]]")
    index = room.index()
    index.refresh()
    room.write("a.md", "other text")
    index.refresh()
    assert index.connection().execute("SELECT degree FROM nodes WHERE name = 'a'").fetchone() == (1,)
    index.close()


def test_a_moved_vault_gives_the_same_tables(room, tmp_path):
    for n in range(3):
        room.write(f"{n}.md", f"[[{(n + 1) % 3}]] words")
    shutil.copytree(room.root, tmp_path / "copy", copy_function=shutil.copy2)
    one, two = room.index(), index_of(tmp_path / "graph", tmp_path / "copy")
    one.refresh()
    two.refresh()
    dumps = [canonical_dump(index.connection()) for index in (one, two)]
    for dump in dumps:
        del dump["folders"]
    assert dumps[0] == dumps[1]
    one.close()
    two.close()


def test_one_edit_in_a_large_vault_writes_few_rows(room, monkeypatch):
    for n in range(300):
        room.write(f"{n}.md", f"[[{(n + 1) % 300}]] and [[hub]]")
    room.write("hub.md", "the hub")
    monkeypatch.setattr(sweep, "RACY_NS", 0)
    index = room.index()
    index.refresh()
    room.write("7.md", "[[hub]] and [[9]]")
    writes: list[str] = []
    connect = index.open_writing

    def traced(rebuild, **waiting):
        connection = connect(rebuild, **waiting)
        connection.set_trace_callback(lambda sql: writes.append(sql) if is_write(sql) else None)
        return connection

    monkeypatch.setattr(index, "open_writing", traced)
    assert index.refresh().written == 1
    assert 0 < len(writes) < 60
    index.close()


CLAIM = '- [[b]] causes [[c]] (0.9, [[x]] "secret words")'


def test_what_cannot_be_read_by_a_first_build_is_no_page(open_room, without_rights):
    hidden = open_room.write("x.md", "secret words")
    open_room.write("a.md", f"[[x]] [[y]]\n\n{CLAIM}\n- depends_on [[x]]")
    open_room.write("b.md", "[[c]]")
    open_room.write("c.md", "[[x|y]]")
    index = open_room.index()
    index.refresh()
    hidden.chmod(0)
    if os.geteuid() == 0:
        for path in (open_room.graph, *open_room.graph.iterdir()):
            os.chown(path, 65534, -1)
    with without_rights:
        index.refresh()
        dump = canonical_dump(index.connection())
        assert dump["statements"] == []
        index.refresh(rebuild=True)
        assert canonical_dump(index.connection()) == dump
    index.close()


def test_what_goes_while_a_first_build_reads_is_no_page(room):
    gone = room.write("x.md", "secret words")
    room.write("a.md", f"[[x]]\n\n{CLAIM}\n- depends_on [[x]]")
    room.write("b.md", "[[c]]")
    room.write("c.md", "[[x|y]]")
    index = room.index()
    index.refresh(progress=lambda *_: gone.unlink())
    # Its stamp goes with the next sweep.
    index.refresh()
    dump = canonical_dump(index.connection())
    assert [row[0] for row in dump["pages"]] == ["a.md", "b.md", "c.md"]
    index.refresh(rebuild=True)
    assert canonical_dump(index.connection()) == dump
    index.close()


def is_write(sql: str) -> bool:
    return sql.lstrip().startswith(("INSERT", "UPDATE", "DELETE"))


@pytest.mark.parametrize("path", ["gone.md", "x/gone.md"])
def test_nothing_is_left_of_a_page_that_is_gone(room, path):
    room.write(path, "---\naliases: [alias]\n---\n- causes [[missing]] (0.9)\n\nwords ^p1")
    index = room.index()
    index.refresh()
    (room.root / path).unlink()
    index.refresh()
    dump = canonical_dump(index.connection())
    assert {table: rows for table, rows in dump.items() if rows and table != "folders"} == {}
    index.close()
