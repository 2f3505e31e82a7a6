"""The page that a question names is quoted first, whatever else repeats its name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .cases import Vault, vault

SPELLBOUND = "# Spellbound\n\n## Effect\n\n- The dancer must follow the tune.\n- No step back is allowed.\n"


def creature(name: str) -> str:
    return (
        f"# {name}\n\n## Powers\n\n**Song.** Whoever hears it must pass a test or gains the spellbound state until "
        "dawn. The spellbound state ends when water is poured.\n\n## Answers\n\n"
        f"**Deaf.** The {name.lower()} never gains the spellbound state by a song.\n"
    )


@pytest.fixture(params=[2, 3, 10])
def bestiary(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Vault]:
    names = ["Siren", "Marsh Piper", "Glass Owl", "Cellist", "Reed Cat", "Lark", "Tin Man", "Echo", "Brook", "Bell"]
    files = {f"{name}.md": creature(name) for name in names[: request.param]}
    with vault(tmp_path, {"Spellbound.md": SPELLBOUND, **files}) as small:
        yield small


@pytest.mark.parametrize("question", ["What does the spellbound state do?", "what is spellbound?", "spellbound state"])
@pytest.mark.parametrize("budget", [None, 200, 1200])
def test_the_named_page_comes_before_pages_that_repeat_its_name(
    bestiary: Vault, question: str, budget: int | None
) -> None:
    reply = bestiary.ask(question, budget)
    assert reply.document["pages"][0]["path"] == "Spellbound.md"
    assert reply.document["evidence"][0]["label"] == "Spellbound > Effect"
    assert "No step back is allowed." in reply.document["evidence"][0]["text"]
    assert reply.document["nowhere"] == []


def test_of_passages_that_say_the_same_of_other_things_one_or_two_are_quoted(bestiary: Vault) -> None:
    text = bestiary.ask("What does the spellbound state do?", 1200).text
    assert text.count("never gains the spellbound state") <= 2


def properties(title: str) -> str:
    return (
        f"---\nid: 77120\ntitle: {title}\nkeeper: Ottilie\nkind: tool\ndraft: false\nchanged: 2023081907\n"
        "tags: [tool, brewkit]\n---\n\n"
    )


@pytest.fixture
def brewkit(tmp_path: Path) -> Iterator[Vault]:
    ways = ["mash", "boil", "cool", "rack", "bottle", "label", "store", "taste"]
    notes = {
        f"Brewkit how to {way}.md": properties(f"Brewkit - how to {way}")
        + f"Once the Brewkit tool is set up, one can {way} with one lever.\n"
        for way in ways
    }
    main = (
        properties("Tool: Brewkit")
        + "# Tool: Brewkit\n\nThere are many tools.\n\n## In brief\n\nIt does two things.  It keeps the vat at an even "
        "heat through the night.  It rings a bell when the wort is clear enough to be drawn.\n"
    )
    with vault(tmp_path, {"brewkit.md": main, **notes}) as small:
        yield small


@pytest.mark.parametrize("budget", [None, 400, 1200])
def test_properties_do_not_crowd_out_the_text_of_the_page_that_is_named(brewkit: Vault, budget: int | None) -> None:
    reply = brewkit.ask("what does the Brewkit tool do?", budget)
    assert reply.document["evidence"][0]["path"] == "brewkit.md"
    assert "keeps the vat at an even heat" in reply.text
    assert "77120" not in reply.text
    assert "draft:" not in reply.text


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("who is the keeper of Brewkit how to mash?", 'keeper: "Ottilie"'),
        ("what kind is Brewkit how to cool", 'kind: "tool"'),
    ],
)
def test_a_property_that_is_asked_for_is_quoted(brewkit: Vault, question: str, line: str) -> None:
    reply = brewkit.ask(question)
    assert line in reply.text
    assert reply.document["nowhere"] == []
    assert reply.verdict in ("sufficient", "likely")


def test_a_property_of_a_page_that_is_not_named_is_quoted_by_its_name_and_value(tmp_path: Path) -> None:
    others = {f"b{n}.md": "---\nheals: cough\n---\n\nIt is green.\n" for n in range(5)}
    with vault(tmp_path, {"a.md": "---\nheals: [fever, chills]\n---\n\nIt is red.\n", **others}) as small:
        reply = small.ask("which herb heals chills?")
        assert reply.document["pages"][0]["path"] == "a.md"
        assert 'heals: "fever, chills"' in reply.text
        assert "cough" not in reply.text
        assert reply.document["nowhere"] == ["herb"]


def test_what_is_claimed_of_a_thing_comes_before_a_property_of_another_page(tmp_path: Path) -> None:
    pages = {
        "release date of Avocet.md": "- [[release date of Avocet]] is [[15 June]] (0.9)\n",
        "News on the release date of Avocet.md": "---\ndate: 2026-01-24\n---\n\nIt moved.\n",
    }
    with vault(tmp_path, pages) as small:
        assert small.ask("what is the release date of Avocet?").document["claims"][0]["object_name"] == "15 June"


def test_a_stub_with_the_name_is_first_and_says_what_leads_to_it(tmp_path: Path) -> None:
    files = {"Tidewatch.md": "", "a.md": "The [[Tidewatch]] meets on Mondays.", "b.md": "Tidewatch keeps the gauge."}
    with vault(tmp_path, files) as small:
        reply = small.ask("what is Tidewatch?")
        assert reply.document["pages"][0]["path"] == "Tidewatch.md"


def test_a_row_of_a_table_does_not_hide_the_paragraph_with_the_figure(tmp_path: Path) -> None:
    row = "| Rank | 3 |\n| Damage | - |\n| Reach | 20 |\n"
    files = {
        "Sunburst.md": f"# Sunburst\n\n| Trait | Value |\n| --- | --- |\n{row}\n## Text\n\nEach target takes 8 points "
        "of damage, half of it where it stands in shade.\n",
        **{f"s{n}.md": f"# Spark {n}\n\n| Trait | Value |\n| --- | --- |\n{row}\n" for n in range(6)},
    }
    with vault(tmp_path, files) as small:
        assert "8 points of damage" in small.ask("how much damage does Sunburst do?").text
