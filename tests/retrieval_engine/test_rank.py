"""Ranking over real indexes of small vaults: what comes first, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from scripts.retrieval_engine.rank import CAP, rank
from scripts.retrieval_engine.understand import understand
from scripts.retrieval_engine.values import Found, Ranking
from tests.retrieval_engine.cases import ReadVault

Ask = Callable[[Mapping[str, str], str], tuple[Ranking, Found]]


@pytest.fixture
def ask(read_vault: ReadVault) -> Ask:
    """Rank what a vault of some notes, by path, has for a question."""

    def ranked(notes: Mapping[str, str], question: str) -> tuple[Ranking, Found]:
        reader = read_vault(notes)
        query = understand(reader, question)
        return rank(reader, query)

    return ranked


def paths(ranking: Ranking, found: Found) -> list[str]:
    return [found.page_rows[page].path for page in ranking.pages]


def texts(ranking: Ranking, found: Found) -> list[str]:
    return [found.passage_rows[passage.id].text for passage in ranking.passages]


FILLER = {
    f"filler {number}.md": f"Filler {number} speaks of harbors, ropes and the number {number}." for number in range(40)
}


def test_the_passage_with_the_rare_word_comes_first(ask: Ask) -> None:
    notes = {**FILLER, "tides.md": "Tides follow the moon.\n\nHarbors and ropes wait for the tide."}
    ranking, found = ask(notes, "what do tides follow?")
    assert texts(ranking, found)[0] == "Tides follow the moon."


def test_the_page_that_a_question_is_about_comes_before_pages_that_repeat_its_name(ask: Ask) -> None:
    notes = {
        "Dizzy.md": "# Dizzy\n\n## What it does\n\nA dizzy walker sways and may not run.",
        **{
            f"Rope {number}.md": f"# Rope {number}\n\nWho is dizzy lets go of the rope. The dizzy state ends at noon."
            for number in range(12)
        },
    }
    ranking, found = ask(notes, "What does the dizzy state do?")
    assert paths(ranking, found)[0] == "Dizzy.md"
    assert texts(ranking, found)[0] == "A dizzy walker sways and may not run."


def test_a_page_without_text_is_first_where_its_title_is_asked_for(ask: Ask) -> None:
    notes = {**FILLER, "Gyre.md": "# Gyre\n", "sea.md": "The gyre turns. See [[Gyre]]."}
    ranking, found = ask(notes, "what is the gyre?")
    assert paths(ranking, found)[0] == "Gyre.md"


def test_a_second_page_is_reached_over_a_name_that_the_question_does_not_have(ask: Ask) -> None:
    notes = {
        **FILLER,
        "The Lantern.md": "The Lantern is a play by Ida Norrland about a lighthouse.",
        "Ida Norrland.md": "Ida Norrland was born in Bodø and died in Rome.",
    }
    ranking, found = ask(notes, "in which town did the author of The Lantern grow up?")
    assert paths(ranking, found)[:2] == ["The Lantern.md", "Ida Norrland.md"]
    reached = ranking.passages[1]
    assert reached.via == "ida norrland"
    assert reached.origin == ranking.passages[0].section
    assert reached.score <= CAP * ranking.passages[0].score


def test_what_a_hop_brings_never_takes_the_first_place(ask: Ask) -> None:
    notes = {
        **FILLER,
        "a.md": "The kestrel project uses Quillfast.",
        "Quillfast.md": "Quillfast: kestrel, project, kestrel, project, uses, uses.",
    }
    ranking, _found = ask(notes, "what does the kestrel project use?")
    assert ranking.passages[0].via == ""


def test_a_name_that_stands_everywhere_leads_nowhere(ask: Ask) -> None:
    notes = {
        **{f"filler {number}.md": f"Harbor {number} belongs to Acme." for number in range(60)},
        "Acme.md": "Acme was founded in 1901.",
        "kestrel.md": "The kestrel nests at Acme.",
    }
    ranking, _found = ask(notes, "where does the kestrel nest?")
    assert all(passage.via != "acme" for passage in ranking.passages)


def test_boilerplate_is_not_ranked(ask: Ask) -> None:
    footer = "This page was made by the zephyr generator."
    notes = {f"note {number}.md": f"Note {number} on ropes.\n\n{footer}" for number in range(30)}
    notes["zephyr.md"] = "A zephyr is a mild wind."
    ranking, found = ask(notes, "what is a zephyr?")
    assert footer not in texts(ranking, found)
    assert texts(ranking, found)[0] == "A zephyr is a mild wind."


def test_the_same_vault_and_question_give_the_same_ranking(ask: Ask) -> None:
    notes = {f"twin {number}.md": "The same words about kites stand here." for number in range(9)}
    first, _ = ask(notes, "kites")
    second, _ = ask(notes, "kites")
    assert first == second


def test_a_question_without_a_known_word_ranks_nothing(ask: Ask) -> None:
    ranking, _ = ask(FILLER, "xylophone zebra")
    assert ranking.passages == ()
