"""Vectors beside the index: made when asked for, kept while the text is the same, and never needed."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scripts.errors import DataError, MissingExtraError, SettingError
from scripts.knowledge_base import KnowledgeBase
from scripts.semantic import embedders, minilm, vectors
from scripts.semantic.embedders import Embedder, embedder_named
from scripts.store import vector_update
from scripts.store.index import Index
from scripts.store.reader import SqliteReader
from scripts.store.vault import Vault
from scripts.store.vector_rows import count_vectors
from scripts.store.vector_update import PART, embedded_texts, update_vectors
from tests.semantic import hash_embedder
from tests.semantic.hash_embedder import embed
from tests.store.conftest import Room
from tests.store.dump import canonical_dump
from tests.store.test_index_law import OPTIONS, step, steps

HASH = "tests.semantic.hash_embedder:embed"


class Counted(Embedder):
    """The hash embedder, with a record of the texts it was given."""

    def __init__(self, name: str = "hash") -> None:
        super().__init__(name, lambda: self._counted)
        self.texts: list[str] = []

    def _counted(self, texts):
        self.texts += texts
        return embed(texts)


@pytest.fixture
def notes(room: Room) -> Room:
    room.write("ward.md", "---\ntitle: Ward\n---\nThe patient had a cardiac arrest. ^p0\n\nA cat slept. ^p1\n")
    room.write("garden.md", "---\ntitle: Garden\n---\nTomatoes want sun and water.\n")
    room.write("summaries/ward-summary.md", "A cardiac arrest, in short.\n")
    return room


def vectors_of(index: Index, embedder: Embedder) -> int:
    index.refresh()
    return update_vectors(index, embedder, None)


def similar_texts(index: Index, embedder: Embedder, text: str, limit: int = 9) -> list[str]:
    reader = SqliteReader(index.connection(), embedder)
    hits = reader.similar_passages(text, limit=limit)
    return [reader.passages([hit.passage])[hit.passage].text for hit in hits]


def test_a_passage_is_found_that_shares_no_word_with_the_question(notes):
    index, embedder = notes.index(), Counted()
    vectors_of(index, embedder)
    assert SqliteReader(index.connection()).search(["heart", "attack"], limit=9) == []
    assert similar_texts(index, embedder, "heart attack")[0] == "The patient had a cardiac arrest."
    index.close()


@settings(max_examples=15)
@given(st.lists(steps, min_size=1, max_size=3))
def test_vectors_after_any_refreshes_are_those_of_a_rebuild(groups):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "vault")
        root.mkdir()
        kept, made = (Index(Vault(str(root)), str(Path(folder, name)), OPTIONS) for name in ("kept", "made"))
        kept.refresh()
        for moves in groups:
            for move, path, other in moves:
                step(root, kept, move, path, other)
            vectors_of(kept, Counted())
        vectors_of(made, Counted())
        refreshed, rebuilt = canonical_dump(kept.connection()), canonical_dump(made.connection())
        assert refreshed["vectors"] == rebuilt["vectors"]
        kept.close()
        made.close()


def test_only_what_has_changed_is_embedded_again(notes):
    index, embedder = notes.index(), Counted()
    assert vectors_of(index, embedder) == 3
    assert vectors_of(index, embedder) == 0
    notes.write("ward.md", "---\ntitle: Ward\n---\nThe patient had a cardiac arrest. ^p0\n\nA dog barked. ^p1\n")
    (notes.root / "garden.md").rename(notes.root / "moved.md")
    assert vectors_of(index, embedder) == 1
    assert embedder.texts[-1] == "Ward\nA dog barked."
    assert "A cat slept." not in similar_texts(index, embedder, "a cat slept")
    index.close()


def test_a_refresh_without_the_embedder_leaves_no_vector_of_what_was(notes):
    index, embedder = notes.index(), Counted()
    vectors_of(index, embedder)
    notes.write("ward.md", "Something else altogether.\n")
    (notes.root / "garden.md").unlink()
    index.refresh()
    assert similar_texts(index, embedder, "cardiac arrest, tomatoes, sun and water") == []
    index.close()


def test_a_page_that_takes_the_place_of_another_does_not_take_its_vectors(room):
    room.write("a.md", "Some other page.")
    room.write("ward.md", "Words without a title.")
    index, embedder = room.index(), Counted()
    vectors_of(index, embedder)
    (room.root / "ward.md").unlink()
    index.refresh()
    room.write("garden.md", "Words without a title.")
    vectors_of(index, embedder)
    assert embedder.texts[1:] == ["ward\nWords without a title.", "garden\nWords without a title."]
    index.close()


def test_another_model_makes_all_vectors_anew(notes):
    index = notes.index()
    vectors_of(index, Counted("one"))
    assert similar_texts(index, Counted("two"), "cardiac arrest") == []
    assert vectors_of(index, Counted("two")) == 3
    assert count_vectors(index.connection(), "one").passages == 0
    assert count_vectors(index.connection(), "two").passages == 3
    index.close()


def test_an_interrupted_run_goes_on_where_it_stopped(room, monkeypatch):
    monkeypatch.setattr(vector_update, "BATCH", 2)
    for n in range(6):
        room.write(f"{n}.md", f"Note number {n}.")
    index, embedder = room.index(), Counted()

    def interrupt(done, _):
        if done >= 4:
            raise KeyboardInterrupt

    index.refresh()
    with pytest.raises(KeyboardInterrupt):
        update_vectors(index, embedder, interrupt)
    assert vectors_of(index, embedder) == 2
    assert len(embedder.texts) == len({*embedder.texts}) == 6
    index.close()


def test_a_home_that_cannot_be_written_is_read_without_making_vectors(open_room, without_rights):
    open_room.write("a.md", "A cardiac arrest.")
    open_room.graph.chmod(0o555)
    open_room.folder.chmod(0o755)
    index, embedder = open_room.index(), Counted()
    with without_rights:
        assert vectors_of(index, embedder) == 0
        assert similar_texts(index, embedder, "heart attack") == []
        index.close()
    assert embedder.texts == ["heart attack"]


def test_an_index_that_lives_in_this_process_only_is_not_left_for_the_stored_one(notes):
    index, embedder = notes.index(), Counted()
    index.refresh()
    index.close()
    notes.write("new.md", "A page that the stored index does not have.")
    index._update_in_memory(False, None)
    assert update_vectors(index, embedder, None) == 0
    assert SqliteReader(index.connection()).passages_of("new")
    index.close()


@given(st.text(max_size=4 * PART))
def test_a_long_passage_is_embedded_whole_in_parts_that_a_model_can_read(text):
    parts = [part.removeprefix("T\n") for part in embedded_texts("T", text)]
    assert all(len(part) <= PART for part in parts)
    left = [piece for piece in "".join(text.split()) if piece.isalnum()]
    assert [piece for piece in "".join(parts) if piece.isalnum()] == left


def test_a_long_passage_is_as_like_as_its_likest_part(room):
    room.write("long.md", "words of no weight " * 100 + "tomatoes want water " * 20 + "words of no weight " * 100)
    room.write("short.md", "Beans climb on poles.")
    index, embedder = room.index(), Counted()
    vectors_of(index, embedder)
    hits = SqliteReader(index.connection(), embedder).similar_passages("tomatoes want water", limit=9)
    assert (hits[0].page, len([hit.page for hit in hits])) == ("long", len({hit.page for hit in hits}))
    assert hits[0].cosine > 0.5
    index.close()


def test_with_numpy_and_without_it_cosines_are_the_same(monkeypatch):
    pytest.importorskip("numpy", reason="NumPy is not installed: only the plain way is tested")
    packed = [vectors.pack([((n * 7919 + at * 104729) % 2003 - 1001) / 1001 for at in range(384)]) for n in range(50)]
    squares = [*map(vectors.square, packed), 0]
    block = b"".join(packed) + bytes(384)
    fast = vectors.cosines(packed[7], block, squares)
    monkeypatch.setattr(vectors, "numpy_or_none", lambda: None)
    assert vectors.cosines(packed[7], block, squares) == fast


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=40))
def test_a_packed_vector_points_where_the_vector_did(numbers):
    packed = vectors.pack(numbers)
    other = vectors.pack([-number for number in numbers])
    (same, opposite) = vectors.cosines(packed, packed + other, [vectors.square(packed), vectors.square(other)])
    assert (round(same, 9), round(opposite, 9)) == ((1, -1) if any(packed) else (0, 0))


@pytest.mark.parametrize(
    "given_back", [[], [[1.0]], [[1.0], [1.0, 2.0]], [[], []], [[1.0], [float("nan")]], None, ["a", "b"], [None, None]]
)
def test_an_embedder_that_gives_something_odd_is_named(given_back):
    with pytest.raises(DataError, match="the embedder odd gave"):
        Embedder("odd", lambda: lambda _: given_back).vectors(["a", "b"])


@pytest.mark.parametrize("name", ["tests.semantic.no_module:embed", HASH + "s", "tests.semantic.hash_embedder:SIZE"])
def test_a_function_that_is_not_there_is_a_setting_error(name):
    with pytest.raises(SettingError, match="module:callable"):
        embedder_named(name).vectors(["a"])


def test_a_missing_package_is_told_with_the_step_that_installs_it(notes, monkeypatch):
    monkeypatch.setattr(minilm, "numpy_or_none", lambda: None)
    index = notes.index()
    with pytest.raises(MissingExtraError, match="COMMONPLACE_EXTRAS=semantic"):
        vectors_of(index, embedder_named(embedders.MINILM))
    index.reopen()
    assert index.connection().execute("SELECT name FROM sqlite_master WHERE name = 'vectors'").fetchone() is None
    index.close()


def test_a_build_that_another_process_begins_meanwhile_is_not_dropped(tmp_path, monkeypatch):
    KnowledgeBase.create(tmp_path)
    (tmp_path / "wiki" / "ward.md").write_text("The patient had a cardiac arrest.\n", "utf-8")
    begun: list[int] = []

    def embed_while_another_begins(texts):
        if not begun:
            other = Index(Vault(str(tmp_path / "wiki")), str(tmp_path / "graph"), OPTIONS)
            other.open_writing(rebuild=True).close()
            begun.append(os.open(other.path, os.O_RDONLY))
        return embed(texts)

    monkeypatch.setattr(hash_embedder, "embed", embed_while_another_begins)
    with KnowledgeBase.open(tmp_path, overrides={"embedder": HASH}) as kb:
        kb.read(lambda ws: ws.refresh_vectors())
        assert os.path.samestat(os.fstat(begun[0]), os.stat(kb.ws.index.path))
    os.close(begun[0])
