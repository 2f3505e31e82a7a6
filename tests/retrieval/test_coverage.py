"""What a text covers of a question."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

import pytest

from scripts.pages.text.sentences import sentences
from scripts.retrieval.extracts import held
from scripts.retrieval.extracts.coverage import weigh
from scripts.retrieval.language import irregular_forms
from scripts.retrieval.language.question import parse_question
from scripts.retrieval.language.stems import stem
from scripts.retrieval.language.stopwords import stop_words
from tests.retrieval.memory_graph import MemoryGraph, PageIn


def covered(question, text):
    graph = MemoryGraph([PageIn("a", "A", ("Some text.",)), PageIn("b", "B", ("Other text.",))])
    return set(weigh(graph, parse_question(question)).covered(text))


@pytest.mark.parametrize(
    ("question", "text", "held"),
    [
        ("modern art", "At the start of modernity, the arts.", {"modern", "art"}),
        ("modern art", "To start smartly.", set()),
        ("the artist's cities", "a_city and an artistic artist", {"city", "art"}),
        ("version 1.5 of Café", "Version 1-5, in the CAFE", {"version", "1 5", "cafe"}),
        ("东京 tower", "Der Tower von 东京塔", {"东京", "tower"}),
    ],
)
def test_a_word_is_covered_by_its_forms_and_not_by_words_that_hold_it(question, text, held):
    assert covered(question, text) == {stem(word) if word.isascii() else word for word in held}


def test_a_part_of_a_text_covers_what_it_holds_of_the_whole():
    graph = MemoryGraph([PageIn("a", "A", ("Some text.",))])
    asked = weigh(graph, parse_question("red tower in Paris"))
    whole = asked.covered("A tower. It stands in Paris.")
    assert asked.covered("It stands in Paris.", whole) == asked.covered("It stands in Paris.")


@pytest.mark.parametrize(
    "question", ["red towers in Paris", "version 1.5, red", "红塔 tower", "who bought the towers?"]
)
@pytest.mark.parametrize(
    "text",
    [
        "A red tower. It stands in Paris, red_tower 1.5!\n\nThe towers were bought. Nothing of it.",
        "Tür – “red” towers. Ærø’s Paris… red. 红塔在这里。红塔 tower",
        "",
    ],
)
def test_what_each_sentence_covers_is_told_from_the_whole_as_from_itself(question, text):
    pages = [PageIn(f"p{n}", "P", (line,)) for n, line in enumerate(("Towers of Paris.", "They bought it.", "塔"))]
    asked = weigh(MemoryGraph(pages), parse_question(question))
    spans = sentences(text)
    assert asked.covered_within(text, spans) == [asked.covered(text[start:end]) for start, end in spans]


def test_what_hits_cover_is_told_by_word_search_as_their_texts_do(monkeypatch):
    texts = ("A red tower in Paris.", "Red wine.", "The towers of Paris were bought.", "Nothing of it.", "Red, red.")
    graph = MemoryGraph(
        [
            *(PageIn(f"p{n}", "Paris" if n == 1 else "P", (text,)) for n, text in enumerate(texts)),
            PageIn("own", "Own", ("Red Paris.",), "entities"),
        ]
    )
    question = parse_question("who would buy a red tower in Paris")
    for told, scanned in ((100, 100), (2, 100), (0, 100), (0, 0)):
        # Looked up, held by more than are counted, looked for among the hits, and read.
        monkeypatch.setattr(held, "TOLD", told)
        monkeypatch.setattr(held, "SCANNED", scanned)
        asked = weigh(graph, question, {"red": 2})
        ids = [hit.passage for hit in asked.hits]
        assert len(ids) == 5
        assert ({*asked.known} == {*ids}) == bool(scanned)
        for id, row in graph.passages(ids).items():
            assert asked.covers(graph, [id]) == {id: asked.covered(f"{row.title}\n{row.text}")}


def test_a_word_that_is_added_stands_for_one_of_the_question_and_makes_it_no_longer():
    graph = MemoryGraph([PageIn(f"p{n}", "P", (text,)) for n, text in enumerate(("ribbon strip icons left", "other"))])
    plain = weigh(graph, parse_question("strip of icons"))
    added = weigh(graph, parse_question("strip of icons", ("ribbon", "sidebar")))
    for text in ("a strip", "strip of icons", "nothing", "icons"):
        assert added.share(added.covered(text)) == pytest.approx(plain.share(plain.covered(text)))
    assert added.share(added.covered("the ribbon")) > 0
    assert added.share(added.covered("a strip: the ribbon, in the sidebar")) > added.share(added.covered("a strip"))
    assert added.share(added.covered("strip of icons, ribbon, sidebar")) == 1


def test_a_word_meets_its_irregular_forms_where_they_are_the_usual_ones():
    pages = [
        PageIn(f"p{n}", "P", (text,)) for n, text in enumerate(("He bought a boat.", "She bought it.", "A goose."))
    ]
    asked = weigh(MemoryGraph(pages), parse_question("which geese did they buy?"))
    assert asked.covered("Anna bought a goose") == {"gees", "buy"}
    assert {"bought", "goose"} <= {*asked.matched}
    assert asked.frequency["buy"] == 2
    german = [PageIn(f"p{n}", "P", (text,)) for n, text in enumerate(("Die Donau", "die Berge", "He died in Ulm."))]
    assert weigh(MemoryGraph(german), parse_question("where did Kim die?")).frequency["die"] == 1
    drives = [PageIn(f"p{n}", "P", (text,)) for n, text in enumerate(("Google Drive.", "A drive.", "Driven by rain."))]
    assert "driven" not in weigh(MemoryGraph(drives), parse_question("where is the drive?")).matched


def test_no_irregular_form_is_found_where_a_word_of_no_weight_stands():
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE VIRTUAL TABLE words USING fts5(text, tokenize = 'porter')")
        # Of `won't` the index has `won`, which is a word of its own.
        stops = {*re.findall(r"\w+", " ".join(stop_words(())))} - {"won"}
        db.execute("INSERT INTO words VALUES (?)", (" ".join(stops),))
        for word in re.findall(r"[a-z]+", irregular_forms._ROWS):
            for form in irregular_forms.irregular_forms(word):
                assert not db.execute("SELECT 1 FROM words WHERE words MATCH ?", (f'"{form}"',)).fetchall(), form


@pytest.mark.parametrize("word", ["today", "currently", "nowadays", "lately", "actuellement", "heute", "сегодня"])
def test_a_word_that_says_no_more_than_now_is_hardly_missed(word):
    asked = weigh(
        MemoryGraph([PageIn("a", "A", ("Nora lives here.", "It rains."))], []), parse_question(f"Nora {word}")
    )
    assert asked.share(asked.covered("Nora")) > 0.9
