"""Questions as people type them, on a small vault read through the real index."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from scripts.retrieval.answer import answer
from scripts.retrieval.answer_values import AnswerOptions
from scripts.retrieval.language.stems import fold_word
from scripts.store.index import Index, IndexOptions
from scripts.store.reader import SqliteReader
from scripts.store.vault import Vault
from tests.retrieval.memory_graph import MemoryGraph, PageIn
from tests.running import done, write

NOTES = {
    "Ada Lovelace": "---\naliases: [Countess of Lovelace]\n---\nShe wrote the first program for a machine.",
    "Ada Byron": "A teacher of mathematics in Leeds.",
    "José Álvarez": "He keeps the orchard and its bees.",
    "Zoe Muller": "She draws maps of rivers.",
    "Payment gateway": "It refuses cards from abroad. Customers get refunds within a week.",
    "Shop window": "What the shop shows to customers who walk by.",
    "Template for reviews": "A template has headings and no text.",
    "Database of birds": "Each release of the database is larger.",
    "量子计算": "量子计算利用叠加态进行并行运算。",
    "机器学习": "机器学习从数据中学习规律。",
    "2024-03-12": "The orchard flooded, two hives were lost.",
    "2024-03-13": "The hives were set up again in March.",
    "Review of spring": "Planned on 7 April 2024 with everyone.",
    "Runtime 1.5": "It starts in half a second.",
    "Runtime 5.1": "It starts at once.",
    "Disk order": "We ordered 3,000 disks, then 4500 cables.",
    "Hipoteca": "Asciende a 63.240,18 € y el coche a 58\u202f400 €.",
    "Obsidian_to_Anki": "Cards from notes.",
    "Chapter 3": "Two processes may write to each other at the same time, and then both of them wait.",
    "Clocks": "What time is: time and again, some other time.",
    "Hamlet": "To be, or not to be, that is the question.",
}


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hard")
    (folder / "graph").mkdir()
    for name, text in NOTES.items():
        path = folder / "wiki" / f"{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
    index = Index(Vault(str(folder / "wiki")), str(folder / "graph"), IndexOptions())
    index.refresh()
    yield SqliteReader(index.connection())
    index.close()


def ask(graph, question):
    return answer(graph, question, AnswerOptions())


@pytest.mark.parametrize(
    ("question", "page"),
    [
        ("who was Ada Lovelcae?", "Ada Lovelace"),
        ("Adda Lovelace", "Ada Lovelace"),
        ("who was dAa Lovelace?", "Ada Lovelace"),
        ("what did the Countess of Lovlace write?", "Ada Lovelace"),
        ("Lovelace, Ada", "Ada Lovelace"),
        ("Lovelace Ada", "Ada Lovelace"),
        ("apyment gateway", "Payment gateway"),
        ("payment gateways", "Payment gateway"),
        ("Templates for review", "Template for reviews"),
        ("what is refuesd?", "Payment gateway"),
        ("who gets reufnds?", "Payment gateway"),
        ("a temlpate without text", "Template for reviews"),
        ("how large is each releaes?", "Database of birds"),
        ("Jose Alvarez", "José Álvarez"),
        ("JOSE ÁLVAREZ", "José Álvarez"),
        ("what does Zoë Müller draw?", "Zoe Muller"),
        ("Jsoe Alvarez", "José Álvarez"),
        ("请问量子计算的原理是什么", "量子计算"),
        ("什么是机器学习?", "机器学习"),
        ("what happened on 2024-03-12?", "2024-03-12"),
        ("what happened on 12 March 2024?", "2024-03-12"),
        ("what happened on March 12th, 2024?", "2024-03-12"),
        ("what happened on 12.3.2024?", "2024-03-12"),
        ("Que s'est-il passé le 12 mars 2024 ?", "2024-03-12"),
        ("¿Qué pasó el 12 de marzo de 2024?", "2024-03-12"),
        ("Cosa è successo il 12 marzo 2024?", "2024-03-12"),
        ("O que aconteceu em 12 de março de 2024?", "2024-03-12"),
        ("Was geschah am 12. März 2024?", "2024-03-12"),
        ("Что было 12 марта 2024 г.?", "2024-03-12"),
        ("Що було 12 березня 2024 року?", "2024-03-12"),
        ("2024年3月12日", "2024-03-12"),
        ("2024年3月12日に何がありましたか？", "2024-03-12"),
        ("63240,18", "Hipoteca"),
        ("63 240,18 €", "Hipoteca"),
        ("63,240.18", "Hipoteca"),
        ("58400", "Hipoteca"),
        ("58.400", "Hipoteca"),
        ("who ordered 3 000 disks?", "Disk order"),
        ("what was planned on 2024-04-07?", "Review of spring"),
        ("2024-04-07", "Review of spring"),
        ("runtime 1.5", "Runtime 1.5"),
        ("how fast does 5.1 start?", "Runtime 5.1"),
        ("who ordered 3000 disks?", "Disk order"),
        ("4,500 of what?", "Disk order"),
        ("obsidian to anki", "Obsidian_to_Anki"),
        ("to be or not to be", "Hamlet"),
        ("to each other at the same time", "Chapter 3"),
    ],
)
def test_the_page_that_was_meant_comes_first(graph, question, page):
    assert [hit.id for hit in ask(graph, question).pages[:1]] == [page]


@pytest.mark.parametrize(
    "question",
    ["who won the football cup?", "how are you?", "谁发明了电话", "12 June 1999", "7,777,777"],
)
def test_where_nothing_is_found_it_is_said(graph, question):
    found = ask(graph, question)
    assert (found.verdict.level, found.claims) == ("none", ())


def test_a_misspelled_word_is_told_with_what_was_searched(graph):
    assert ask(graph, "a temlpate without text").corrected == (("temlpate", "template"),)


def test_a_word_that_pages_hold_is_not_taken_for_a_misspelled_name():
    graph = MemoryGraph(
        [
            PageIn("causal-relations", "Causal relations", ("What leads to what.",)),
            PageIn("friends", "Friends", ("On casual relations between neighbors.",)),
        ]
    )
    assert ask(graph, "casual relations").pages[0].id == "friends"


@pytest.mark.parametrize(
    ("blank", "word"),
    [
        (" ", lambda n: f"Kubernets{n}"),
        (" ", lambda n: f'"Quartz {n}" on {n},000'),
        ("", lambda n: chr(0x4E00 + n)),
    ],
    ids=["names", "phrases", "unspaced"],
)
def test_a_question_of_five_thousand_words_costs_what_its_first_words_cost(blank, word):
    costs = []
    for words in (400, 5000):
        graph = MemoryGraph([PageIn("kubernetes", "Kubernetes", ("It runs containers.",))])
        ask(graph, blank.join(map(word, range(words))))
        costs.append(dict(graph.calls))
    assert costs[0] == costs[1]


SENTENCES = {
    "german": ("Die große Straße schmerzt dem Fuß.", ("große", "GROSSE", "Fuß", "fuss", "strasse")),
    "russian": ("Который поезд идёт в Йошкар-Олу?", ("который", "Йошкар", "идёт", "идет")),
    "ukrainian": ("Їжак живе у місті Київ, де м\u02bcяч.", ("їжак", "Київ", "м\u02bcяч", "м'яч", "м’яч")),
    "numbered": ("Насос № 3 исправен, котёл №2 прогорел.", ("№3", "№ 3", "№2", "котёл № 2")),
    "greek": ("Η Ελλάδα έχει πολλά νησιά.", ("Ελλάδα", "ΕΛΛΆΔΑ", "νησιά", "νησια")),
    "danish": ("En ø i Østersøen.", ("ø", "Østersøen", "ostersoen")),
    "polish": ("Żółty tramwaj jedzie do Łodzi.", ("żółty", "zolty", "Łodzi", "lodzi")),
    "french": ("Une œuvre ﬁnie.", ("œuvre", "oeuvre", "finie")),
    "arabic": ("هٰذَا كِتَابٌ جَدِيدٌ.", ("كتاب", "كِتَاب")),
    "hebrew": ("זֶה סֵפֶר חָדָשׁ.", ("ספר", "סֵפֶר")),
}


@pytest.mark.parametrize("language", SENTENCES)
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_word_is_found_as_it_is_written_and_as_it_is_typed(tmp_path, language, form):
    text, asked = SENTENCES[language]
    write(tmp_path / "wiki", {"notes/a.md": normalize(form, text), "notes/b.md": "Something else."})
    for word in asked:
        for question in (word, normalize("NFD", word)):
            reply = done("ask", question, home=tmp_path).out
            assert "gaps:" not in reply, reply
            assert "corrected:" not in reply, reply
            assert " ".join(normalize(form, text).split()) in reply


def test_a_claim_is_found_by_any_wording_of_its_relation(tmp_path):
    claims = "\n".join(f"- knows [[Neighbor {n}]] (0.9)" for n in range(30))
    write(
        tmp_path / "wiki",
        {
            "entities/Matthias.md": "# Matthias\n\n## Claims\n\n- parent_of [[Johann]] (0.9)\n",
            "entities/Johann.md": f"# Johann\n\n## Claims\n\n{claims}\n",
            **{f"entities/Neighbor {n}.md": f"# Neighbor {n}\n" for n in range(30)},
            "notes/guild.md": "Johann spoke of the father of the guild. " * 12,
        },
    )
    wanted = "Matthias -parent_of[0.9]-> Johann"
    for question in ("who was the father of Johann?", "whose son is Johann?"):
        assert wanted in done("ask", question, "--budget", "250", home=tmp_path).out
    for budget in ("150", "300"):
        reply = done("ask", "what of Johann?", "--relation", "father of", "--budget", budget, home=tmp_path).out
        assert wanted in reply


@pytest.mark.parametrize("name", ["Theo", "Anden", "Notes", "Tino", "Cara", "Hamas"])
def test_a_name_that_occurs_nowhere_is_no_form_of_a_short_word(tmp_path, name):
    texts = "The tin car and ham, not for Tina.", "And then there was the other one."
    write(tmp_path / "wiki", {f"notes/{n}.md": text for n, text in enumerate(texts)})
    told = done("ask", f"who is {name}?", home=tmp_path).out
    assert f"gaps: occurs nowhere: {name}\n" in told
    assert "corrected" not in told


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("Kirchen", "Kirche"),
        ("Häuser", "Haus"),
        ("Briefen", "Brief"),
        ("druckte", "gedruckt"),
        ("gemalt", "malt"),
        ("libri", "libro"),
        ("muchacho", "muchachas"),
        ("chevaux", "cheval"),
        ("travail", "travaux"),
        ("chapeau", "chapeaux"),
        ("Ковалёву", "Ковалёв"),
        ("проектом", "проект"),
        ("станции", "станция"),
        ("будинків", "будинками"),
        ("temlpate", "template"),
        ("highest", "high"),
    ],
)
def test_a_form_that_occurs_nowhere_finds_the_one_that_does(tmp_path, asked, written):
    write(tmp_path / "wiki", {"notes/a.md": f"Etwas {written} xyz.", "notes/b.md": "Other words."})
    told = done("ask", f"{asked} xyz", home=tmp_path).out
    assert f"corrected: {asked} occurs nowhere, searched also: {fold_word(written)}\n" in told
    assert "gaps:" not in told
