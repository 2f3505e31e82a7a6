"""`search`: names and words that are misspelled, or that spell out an umlaut."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.running import done, run, write

NOTES = {
    "Anna Öttinger.md": "Ein Bär im Wald.\n",
    "Häberle.md": "Die Tu\u0308r zum Kühlhaus. Äpfel aus Århus.\n",
    "Goethe.md": "Briefe.\n",
    "Gothe.md": "Ein Architekt.\n",
    "Kneipe.md": "A bar is a bar.\n",
    **{f"Notiz {number}.md": f"Wetter am Tag {number}.\n" for number in range(12)},
}


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("search"), NOTES)


def found(vault: Path, *words: str) -> list[str]:
    return [hit["id"] for hit in done("search", *words, "--json", "--vault", vault).document["hits"]]


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("Oettinger", "Anna Öttinger"),
        ("Haeberle", "Häberle"),
        ("Kuehlhaus", "Häberle"),
        ("aepfel", "Häberle"),
        ("Aarhus", "Häberle"),
        ("Ottinger", "Anna Öttinger"),
        ("Otinger", "Anna Öttinger"),
        ("Kuhlhuas", "Häberle"),
    ],
)
def test_a_word_with_its_umlaut_spelled_out_or_misspelled_is_found(vault: Path, words: str, page: str) -> None:
    assert found(vault, words) == [page]


def test_what_is_called_so_is_not_shadowed_by_what_is_nearly_called_so(vault: Path) -> None:
    assert found(vault, "Goethe")[0] == "Goethe"
    assert found(vault, "Gothe")[0] == "Gothe"


def test_what_was_searched_for_beside_an_unknown_word_is_told(vault: Path) -> None:
    told = done("search", "Oettinger", "--vault", vault).out
    assert "[Anna Öttinger]" in told


def test_nothing_to_search_for_is_a_wrong_call(tmp_path: Path) -> None:
    vault = write(tmp_path, {"a.md": "x"})
    for words in ("", "  "):
        refused = run("search", words, "--vault", vault)
        assert (refused.code, refused.out) == (2, "")
        assert "nothing to search for" in refused.err


def test_behind_the_last_page_nothing_is_said_to_be_missing(tmp_path: Path) -> None:
    vault = write(tmp_path, NOTES)
    assert run("search", "Briefe", "--offset", "50", "--vault", vault).out == "no page for Briefe after the first 50\n"


def test_a_page_is_told_by_words_of_its_own_and_not_by_how_it_is_written(tmp_path: Path) -> None:
    box = "# Night lock\n\n/// tip\n\n///\n\nThe door is shut at ten.\n"
    cite = '# Ida\n\n## Evidence\n\n- [[night-lock#^p1|p1]] "it has \\`two\\` keys"\n'
    vault = write(tmp_path, {"night-lock.md": box, "ida.md": cite})
    hits = done("search", "night lock keys", "--json", "--vault", vault).document["hits"]
    assert {hit["id"]: hit["snippet"] for hit in hits} == {
        "night-lock": "The door is shut at ten.",
        "ida": "it has `two` keys",
    }
