"""What ends with a colon is shown with what it leads to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.running import done, write

SYNC = """# Sync

Some words on how notes travel.

## iPhone

**Unsupported options:**

- Dropbox
- Syncthing with a wizard

They fail in the background.

## Desktop

Any of these works:

## Others

Rsync with a dragon.
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    write(tmp_path / "wiki", {"notes/Sync.md": SYNC, "notes/Other.md": "A dragon guards the hoard, says the wizard."})
    return tmp_path


@pytest.mark.parametrize("question", ["does syncthing have a wizard?", "which options are unsupported?"])
def test_a_list_and_its_lead_in_are_one_whichever_is_found(home: Path, question: str) -> None:
    reply = done("ask", question, home=home).out
    assert "> **Unsupported options:**\n> \n> - Dropbox\n> - Syncthing with a wizard" in reply
    assert reply.count("Unsupported options") == 1


def test_a_lead_in_does_not_reach_into_the_next_section(home: Path) -> None:
    reply = done("ask", "is there a dragon for rsync, and which of these works?", home=home).out
    assert "> Rsync with a dragon." in reply
    assert ":\n> \n> Rsync" not in reply


@pytest.mark.parametrize("question", ["does syncthing have a wizard?", "which options are unsupported?"])
def test_passages_with_ids_follow_each_other_and_are_cited_one_by_one(home: Path, question: str) -> None:
    page = home / "wiki" / "notes" / "Sync.md"
    page.write_text(SYNC.replace("options:**", "options:** ^lead").replace("wizard\n", "wizard\n\n^led\n"), "utf-8")
    for budget in ("60", "600"):
        reply = done("ask", question, "--budget", budget, home=home).out
        pair = "iPhone\n> **Unsupported options:**\n#^led\n> - Dropbox\n> - Syncthing with a wizard"
        assert pair in reply
        assert "#^lead" in reply


def test_a_picture_is_not_what_is_led_to(home: Path) -> None:
    page = home / "wiki" / "notes" / "Sync.md"
    page.write_text("# Sync\n\nThe wizard looks so: ^lead\n\n![](wizard.png) ^led\n", encoding="utf-8")
    reply = done("ask", "how does the wizard look?", home=home).out
    assert "looks so:" in reply
    assert "png" not in reply


def test_what_leads_to_something_that_leads_on_is_shown_once(home: Path) -> None:
    (home / "wiki" / "notes" / "Sync.md").write_text(
        "# Sync\n\nThe wizard says:\n\nThe syncthing asks:\n\nThe dragon knows:\n\nthe hoard of gold\n",
        encoding="utf-8",
    )
    reply = done("ask", "what do wizard, syncthing, dragon and hoard say?", home=home).out
    for text in ("The wizard says", "The syncthing asks", "The dragon knows", "the hoard of gold"):
        assert reply.count(text) == 1, reply


def test_an_embed_of_a_note_is_shown_with_what_stands_before_it(home: Path) -> None:
    text = "The regions are listed elsewhere.\n\n{}\n\nChoose the nearest."
    embeds = "![[Sync#Desktop]]", "![[map.png]]"
    write(home / "wiki", {f"notes/Regions {n}.md": text.format(embed) for n, embed in enumerate(embeds)})
    reply = done("ask", "where are the regions?", home=home).out
    assert "> The regions are listed elsewhere.\n> \n> ![[Sync#Desktop]]" in reply
    assert "map.png" not in reply


STEPS = "# Steps\n\n## Before\n\nThe maps are proofread.\n\n## After\n\nThe drones are charged. ^drones\n"


@pytest.mark.parametrize(
    ("embed", "shown"),
    [
        ("![[Steps#Before]]", ["maps"]),
        ("![[notes/Steps#^drones|here]]", ["drones"]),
        ("![[Steps]]", ["maps", "drones"]),
        ("![[Steps#Nowhere]]", []),
        ("![[Nothing]]", []),
        ("See ![[Steps#Before]]", None),
    ],
)
def test_an_embed_that_is_found_is_followed_by_what_it_shows(tmp_path: Path, embed: str, shown: list[str] | None):
    heron = f"# Heron\n\nA river survey.\n\n## Release checklist\n\n{embed}\n"
    others = {f"notes/Other {n}.md": f"# Other {n}\n\nIn release {n} of the list nothing is new.\n" for n in range(30)}
    write(tmp_path / "wiki", {"notes/Steps.md": STEPS, "notes/Heron.md": heron, **others})
    found = done("ask", "what is on the release checklist of Heron?", "--json", home=tmp_path).document["evidence"]
    texts = [each["text"] for each in found]
    if not shown:
        assert (embed in texts) == (shown is None)
        return
    at = texts.index(embed)
    assert [
        word for word in ("maps", "drones") for text in texts[at + 1 : at + 1 + len(shown)] if word in text
    ] == shown
