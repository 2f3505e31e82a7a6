"""Meaning finds and orders, never vouches, and never makes anybody wait for long."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from scripts.embedding import ModelEmbedder, is_installed, open_embedder
from scripts.errors import SettingError
from scripts.index_store.database import PLACE_BITS
from scripts.index_store.port import IndexReader
from scripts.index_store.refresh import Index, open_index
from scripts.knowledge_base import KnowledgeBase, Listener
from scripts.look.selection import PageSelection
from scripts.memory.remembering import Said
from scripts.model import VectorRow
from scripts.retrieval_engine.meaning import BATCH, Likeness
from scripts.retrieval_engine.rank import POOL, rank
from scripts.retrieval_engine.understand import understand
from scripts.verbs import asking, changing, checking, memory
from tests.running import page, write

CONCEPTS = (("loop", "cycle", "circle"), ("release", "free", "drop"), ("memory", "heap", "storage"))
QUESTION = "how is a loop of references freed?"


def concepts(texts: Sequence[str]) -> list[list[float]]:
    """A model that knows three things, and their other names."""
    return [[0.1] + [float(sum(text.lower().count(word) for word in words)) for words in CONCEPTS] for text in texts]


class Counting(ModelEmbedder):
    """Remembers what it was asked."""

    def __init__(self, id: str = "toy", languages: tuple[str, ...] = ()) -> None:
        super().__init__(id, concepts, languages=languages)
        self.texts: list[str] = []

    def passages(self, texts: Sequence[str]) -> list[bytes]:
        self.texts += texts
        return super().passages(texts)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    notes = {
        "far.md": page("References", "References of a book, and what a book is about. References again."),
        "near.md": page("Counting", "A cycle of references is never dropped from the heap by counting."),
    }
    notes |= {f"other{number}.md": page(f"Other {number}", "Nothing of it.") for number in range(8)}
    return write(tmp_path / "vault", notes)


@pytest.fixture
def index(vault: Path, tmp_path: Path) -> Index:
    with open_index(str(vault), environ={"COMMONPLACE_CACHE": str(tmp_path / "cache")}) as opened:
        yield opened


def ask(index: Index, embedder: Counting, clock: Callable[[], float] = lambda: 0.0, *, keep: bool = True) -> list[str]:
    """Return the pages of a question in their order, and keep the vectors that it made."""
    made: list[Likeness] = []

    def work(reader: IndexReader) -> list[str]:
        likeness = Likeness(reader, embedder, clock)
        made.append(likeness)
        query = understand(reader, QUESTION)
        ranking, found = rank(reader, query, likeness)
        return [found.page_rows[number].path for number in ranking.pages]

    paths = index.answer(work)
    if keep:
        index.keep_vectors(embedder.id, made[-1].made())
    return paths


def stored(index: Index, model: str) -> set[int]:
    """Return the sections whose vectors are kept."""
    index.refresh()
    return _vectors(index.reader, model)


def _vectors(reader: IndexReader, model: str) -> set[int]:
    return {row.section for row in _rows(reader, model)}


def _kept(index: Index) -> list[VectorRow]:
    index.refresh()
    return index.reader.vectors("toy")


def _rows(reader: IndexReader, model: str) -> list[VectorRow]:
    pages = [row.id for row in reader.pages(everything=True)]
    sections = [row.id for row in reader.sections(pages=pages)]
    return reader.vectors(model, sections=sections)


def test_a_section_that_says_it_in_other_words_comes_first(index: Index) -> None:
    query = understand(index.reader, QUESTION)
    by_words, found = rank(index.reader, query)
    assert found.page_rows[by_words.pages[0]].path == "far.md"
    assert ask(index, Counting())[0] == "near.md"


def test_a_passage_that_says_it_in_other_words_comes_first(index: Index, vault: Path) -> None:
    listed = "- References of a book, and what a book is about.\n- References again."
    write(vault, {"far.md": page("References", f"{listed}\n\nA cycle is never dropped from the heap.")})
    index.refresh()
    query = understand(index.reader, "how is a loop of references freed?")
    likeness = Likeness(index.reader, Counting(), lambda: 0.0)
    ranking, found = rank(index.reader, query, likeness)
    of_page = [
        found.passage_rows[ranked.id].text
        for ranked in ranking.passages
        if "far" in str(found.page_rows[ranked.page].path)
    ]
    assert of_page[0] == "A cycle is never dropped from the heap."


def test_a_section_without_a_word_of_the_question_is_found_once_it_has_a_vector(index: Index, vault: Path) -> None:
    write(vault, {"other words.md": page("Circles", "What goes round holds storage, and lets it drop.")})
    index.refresh()
    assert "other words.md" not in ask(index, Counting())
    index.refresh()
    likeness = Likeness(index.reader, Counting(), lambda: 0.0)
    likeness.complete([page.id for page in index.reader.pages(everything=True)])
    index.keep_vectors("toy", likeness.made())
    index.refresh()
    assert "other words.md" in ask(index, Counting())[:3]
    index.refresh()
    chosen = PageSelection(index.reader, [page.id for page in index.reader.pages(paths=["far.md"])])
    assert len(Likeness(chosen, Counting(), lambda: 0.0).nearest(QUESTION, 10)) == 1


def test_a_language_that_the_model_does_not_know_is_ranked_by_words(index: Index) -> None:
    embedder = Counting(languages=("fr",))
    assert ask(index, embedder)[0] == "far.md"
    assert embedder.texts == []


def test_a_vector_is_made_once(index: Index) -> None:
    first, second = Counting(), Counting()
    assert ask(index, first) == ask(index, second)
    assert len(first.texts) == 2
    assert second.texts == []


def test_a_note_that_changed_has_a_new_vector_and_one_that_is_gone_has_none(index: Index, vault: Path) -> None:
    ask(index, Counting())
    before = stored(index, "toy")
    assert len(before) == 2
    write(vault, {"near.md": page("Counting", "A circle of references.")})
    (vault / "far.md").unlink()
    embedder = Counting()
    ask(index, embedder)
    assert [text.partition("\n")[2] for text in embedder.texts] == ["A circle of references."]
    assert len(stored(index, "toy")) == 1
    assert stored(index, "toy") <= before


def test_an_index_made_again_keeps_the_vectors_of_pages_that_are_as_they_were(index: Index, vault: Path) -> None:
    ask(index, Counting())
    before = {row.section: row for row in _kept(index)}
    assert len(before) == 2
    write(vault, {"far.md": page("References", "Something else about references.")})
    index.rebuild()
    assert [row.section for row in _kept(index)] == [
        section for section in before if section >> PLACE_BITS == index.reader.pages(paths=["near.md"])[0].id
    ]


def test_vectors_of_two_models_never_meet(index: Index) -> None:
    ask(index, Counting("one"))
    other = Counting("other")
    ask(index, other)
    assert len(other.texts) == 2
    assert (len(stored(index, "one")), len(stored(index, "other"))) == (0, 2)


def test_nobody_waits_longer_than_a_second(tmp_path: Path) -> None:
    notes = {f"n{number}.md": page(f"Note {number}", f"Loop {number}.") for number in range(3 * POOL)}
    vault = write(tmp_path / "vault", notes)
    times = iter(range(1000))
    with open_index(str(vault), environ={"COMMONPLACE_CACHE": str(tmp_path / "cache")}) as index:
        embedder = Counting()
        likeness = Likeness(index.reader, embedder, lambda: next(times) / 2)
        query = understand(index.reader, QUESTION)
        rank(index.reader, query, likeness)
    # The clock moves half a second with each look: at the end of the second one nothing more is begun.
    assert len(embedder.texts) == BATCH
    assert (likeness.compared, likeness.lacking) == (BATCH, POOL - BATCH)


def test_an_answer_is_never_sufficient_by_meaning(index: Index, vault: Path, tmp_path: Path) -> None:
    environ = {"COMMONPLACE_CACHE": str(tmp_path / "cache"), "COMMONPLACE_STATE": str(tmp_path / "state")}
    model = {"embedder": f"{__name__}:concepts"}
    with KnowledgeBase.open(vault=vault, environ=environ, overrides=model) as kb:
        reply = asking.ask(kb, "does the cycle free storage?", explain=True)
        assert reply.document["pages"][0]["path"] == "near.md"
        assert reply.verdict != "sufficient"
    assert index.answer(lambda reader: reader.statistics().pages) == 10


def test_doctor_makes_all_vectors_and_then_none(vault: Path, tmp_path: Path) -> None:
    environ = {"COMMONPLACE_CACHE": str(tmp_path / "cache"), "COMMONPLACE_STATE": str(tmp_path / "state")}
    told: list[tuple[str, int, int]] = []
    listener = Listener(counting=lambda *counted: told.append(counted))
    model = {"embedder": f"{__name__}:concepts"}
    with KnowledgeBase.open(vault=vault, environ=environ, overrides=model, listener=listener) as kb:
        assert checking.doctor(kb, vectors=True).checks[-1].message.startswith("10 made")
        assert checking.doctor(kb, vectors=True).checks[-1][1:] == ("good", f"0 made ({__name__}:concepts)")
    assert [counted for counted in told if counted[0] != "indexing"] == [("vectors of pages", 10, 10)] * 2


def test_what_is_forgotten_takes_its_vector_along(tmp_path: Path) -> None:
    environ = {"COMMONPLACE_CACHE": str(tmp_path / "cache"), "COMMONPLACE_STATE": str(tmp_path / "state")}
    KnowledgeBase.create(tmp_path / "home")
    model = f"{__name__}:concepts"
    with KnowledgeBase.open(tmp_path / "home", environ=environ, overrides={"embedder": model}) as kb:
        kept = memory.remember_turns(kb, [Said("A loop in the heap is private.", "Ada")], session="one").receipt
        memory.remember_turns(kb, [Said("A cycle of storage is not.", "Ada")], session="other")
        checking.doctor(kb, vectors=True)
        rows = kb.query(lambda reader: _rows(reader, model))
        assert any(row.digest in _index_bytes(tmp_path) for row in rows)
        changing.forget(kb, kept.turns[0].link, dry_run=False)
        checking.doctor(kb, vectors=True)
        left = kb.query(lambda reader: _rows(reader, model))
    assert left
    gone = {row.digest for row in rows} - {row.digest for row in left}
    assert gone
    assert not [digest for digest in gone if digest in _index_bytes(tmp_path)]


def _index_bytes(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in (folder / "cache").rglob("*") if path.is_file())


def test_a_filed_answer_is_compared_by_the_questions_that_it_answers(vault: Path, tmp_path: Path) -> None:
    filed = page("Later", "No. References of it.", question='"does counting drop a cycle of references from the heap?"')
    write(vault, {"later.md": filed})
    with open_index(str(vault), environ={"COMMONPLACE_CACHE": str(tmp_path / "cache")}) as index:
        assert ask(index, Counting())[0] == "later.md"


def test_whoever_is_idle_completes_the_vectors_a_few_at_a_time(vault: Path, tmp_path: Path) -> None:
    environ = {"COMMONPLACE_CACHE": str(tmp_path / "cache"), "COMMONPLACE_STATE": str(tmp_path / "state")}
    write(vault, {"long.md": "".join(f"# Part {number}\n\nNothing.\n\n" for number in range(3 * BATCH))})
    model = {"embedder": f"{__name__}:concepts"}
    counts = []
    with KnowledgeBase.open(vault=vault, environ=environ, overrides=model) as kb:
        assert kb.loaded_embedder is None
        asking.ask(kb, QUESTION)
        for _ in checking.vectors_of_pages(kb, kb.loaded_embedder, at_once=4, most=2):
            counts.append(kb.query(lambda reader: len(_vectors(reader, f"{__name__}:concepts"))))
        assert checking.doctor(kb, vectors=True).checks[-1].message.startswith("0 made")
    assert counts == sorted(counts)
    assert max(later - before for before, later in zip([2, *counts], counts)) <= 2


def test_a_turn_that_says_it_in_other_words_is_recalled_first(tmp_path: Path) -> None:
    turns = [
        Said("References of a book, and what a book is about. References again.", "Ada"),
        Said("A cycle of references is never dropped from the heap by counting.", "Ada"),
    ]
    environ = {"COMMONPLACE_CACHE": str(tmp_path / "cache"), "COMMONPLACE_STATE": str(tmp_path / "state")}
    home = KnowledgeBase.create(tmp_path / "home").home
    first = {}
    for model in ("none", f"{__name__}:concepts"):
        with KnowledgeBase.open(home, environ=environ, overrides={"embedder": model}) as kb:
            for number, turn in enumerate(turns):
                memory.remember_turns(kb, [turn], session=f"talk {number}")
            first[model] = memory.recall(kb, QUESTION).document.turns[0].text
    assert [*first.values()] == [turn.text for turn in turns]


def test_words_answer_where_the_model_cannot_be_kept(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    environ = {"COMMONPLACE_CACHE": str(tmp_path / "cache"), "COMMONPLACE_STATE": str(tmp_path / "state")}
    write(tmp_path, {"model_on_a_full_disk.py": "raise OSError(28, 'No space left on device')"})
    monkeypatch.syspath_prepend(str(tmp_path))
    model, listener = {"embedder": "model_on_a_full_disk:embed"}, Listener(waiting=told.append)
    with KnowledgeBase.open(vault=vault, environ=environ, overrides=model, listener=listener) as kb:
        assert asking.ask(kb, QUESTION).document["pages"][0]["path"] == "far.md"
    assert told == ["meaning is left out, its model cannot be read or kept: No space left on device"]


def test_without_a_model_words_rank(vault: Path, tmp_path: Path) -> None:
    environ = {"COMMONPLACE_CACHE": str(tmp_path / "cache"), "COMMONPLACE_STATE": str(tmp_path / "state")}
    with KnowledgeBase.open(vault=vault, environ=environ, overrides={"embedder": "none"}) as kb:
        assert asking.ask(kb, QUESTION).document["pages"][0]["path"] == "far.md"


@pytest.mark.parametrize("name", ["no such folder", "tests.running:nothing", "nothing_of_that_name:x", ".x:y"])
def test_a_model_that_is_not_there_is_told(name: str, tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="module:callable"):
        open_embedder(name, str(tmp_path), where="config.py:3")


@pytest.mark.skipif(not is_installed(), reason="the extra `meaning` is not installed: no real model is run")
def test_the_real_model_tells_what_is_meant(index: Index, tmp_path: Path) -> None:
    embedder = open_embedder("minilm", str(tmp_path), where="default")
    assert embedder is not None
    texts = ["Users sign in with a password.", "Apples are sweet."]
    asked = "how do people log on?"
    (first, second) = Likeness(index.reader, embedder, lambda: 0.0).of(asked, {1: texts})[1]
    assert first > second + 0.2
    alone = Likeness(index.reader, embedder, lambda: 0.0).of(asked, {1: texts[:1]})[1]
    assert alone == [pytest.approx(first, abs=0.01)]


@pytest.mark.skipif(not is_installed(), reason="the extra `meaning` is not installed: no folder is loaded")
@pytest.mark.parametrize("missing", ["config.json", "model.safetensors"])
def test_a_folder_that_lacks_a_file_is_told(missing: str, tmp_path: Path) -> None:
    for name in {"config.json", "model.safetensors"} - {missing}:
        (tmp_path / name).write_text('{"model_type": "bert"}')
    with pytest.raises(SettingError, match=missing):
        open_embedder(str(tmp_path), str(tmp_path / "cache"), where="COMMONPLACE_EMBEDDER")
