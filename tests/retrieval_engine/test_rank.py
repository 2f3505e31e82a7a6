"""Ranking over real indexes of small vaults: what comes first, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from scripts.retrieval_engine.rank import CAP, rank
from scripts.retrieval_engine.understand import understand
from scripts.retrieval_engine.values import Found, Ranking
from tests.retrieval_engine.conftest import ReadVault

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


FILLER = {
    f"filler {number}.md": f"Filler {number} speaks of harbors, ropes and the number {number}." for number in range(40)
}


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


def test_the_same_vault_and_question_give_the_same_ranking(ask: Ask) -> None:
    notes = {f"twin {number}.md": "The same words about kites stand here." for number in range(9)}
    first, _ = ask(notes, "kites")
    second, _ = ask(notes, "kites")
    assert first == second
