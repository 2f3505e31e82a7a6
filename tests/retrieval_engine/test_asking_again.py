"""A process that lives on keeps what it read, and never answers from what is no longer there; gaps are remembered."""

from __future__ import annotations

from pathlib import Path

from scripts.knowledge_base import KnowledgeBase
from scripts.verbs import checking, looking
from scripts.verbs.asking import ask
from tests.running import done, page, write

QUESTION = "when does the reactor melt?"


def test_a_question_asked_again_after_an_edit_is_answered_from_the_page_as_it_is(tmp_path: Path) -> None:
    done("init", tmp_path / "home")
    wiki = tmp_path / "home" / "wiki"
    write(wiki, {"reactor.md": page("reactor", "The reactor melts at 100 degrees."), "b.md": page("b", "Tulips.")})
    with KnowledgeBase.open(str(tmp_path / "home"), environ={}) as kb:
        first = ask(kb, QUESTION).text
        assert ask(kb, QUESTION).text == first
        write(wiki, {"reactor.md": page("reactor", "The reactor melts at 22222 degrees."), "c.md": page("c", "x")})
        assert "22222 degrees" in ask(kb, QUESTION).text


def test_a_question_asked_in_vain_is_off_the_list_once_it_finds_its_answer(tmp_path: Path) -> None:
    home = tmp_path / "home"
    done("init", home)
    write(home / "wiki", {"tulips.md": page("Tulips", "Tulips bloom in April.")})
    for question in (QUESTION, "who baked the zeppelin?"):
        done("ask", question, home=home)
    write(home / "wiki", {"reactor.md": page("Reactor", "The reactor melts at 100 degrees.")})
    with KnowledgeBase.open(str(home), environ={}) as kb:
        found = [each.message for each in checking.lint(kb, rules=["unanswered-question"]).findings]
        assert [message.partition(": ")[2] for message in found] == ["who baked the zeppelin?"]
        assert looking.status(kb).unanswered == ("who baked the zeppelin?",)
        # Looking is not asking: nothing was noted.
        assert "asked once" in found[0]


def test_a_question_whose_rare_word_occurs_nowhere_is_remembered(tmp_path: Path) -> None:
    home = tmp_path / "home"
    done("init", home)
    oven = page("Oven", "The oven of the bakery bakes bread in the month of May. The bakery pays Ida for cleaning it.")
    write(home / "wiki", {"bakery.md": page("Bakery", "The bakery is owned by nine members."), "oven.md": oven})
    for question in (
        "Who owns the bakery?",
        "What does the oven of the bakery bake in May?",
        "What does the electricity cost?",
    ):
        done("ask", question, home=home)
    kept = done("status", "--json", home=home).document["unanswered"]
    assert kept == ["What does the electricity cost?"]


def test_sources_that_nothing_was_drawn_from_are_counted_until_a_page_cites_them(tmp_path: Path) -> None:
    done("init", tmp_path)
    done("add", "-", "--title", "Card", home=tmp_path, stdin="Nora lives in a mill.\n")
    assert "unread: 1 sources that nothing was drawn from; `lint --rule orphan`" in done("status", home=tmp_path).out
    cited = ("--question", "where does Nora live?", "--title", "Home of Nora", "--cites", "card")
    done("file", *cited, "-", home=tmp_path, stdin="In a mill, says the [[card]].\n")
    assert done("status", "--json", home=tmp_path).document["unread_sources"] == 0
