"""Links that the tools add to prose: as the person's vault asks, and as wikilinks in our own home."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.running import done, page, write

ANSWER = "Because of [[the store]], see [[Redis Cluster|it]].\n"


def filed(folder: Path, settings: object, *, adopt: bool = True) -> str:
    """The prose of an answer filed into a vault with these settings."""
    notes = {
        "infra/Session store.md": page("Session store", "text", aliases="[the store]"),
        "infra/redis.md": page("Redis Cluster", "text"),
        ".obsidian/app.json": json.dumps(settings),
    }
    vault = write(folder / "home" / ("Notes" if adopt else "wiki"), notes)
    done("init", folder / "home", *(("--adopt", vault) if adopt else ()))
    done(
        *("file", "-", "--question", "Why?", "--title", "Why", "--cites", "Session store"),
        home=folder / "home",
        stdin=ANSWER,
    )
    (path,) = vault.rglob("why.md")
    return next(line for line in path.read_text("utf-8").splitlines() if line.startswith("Because"))


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, "Because of [[Session store|the store]], see [[redis|it]]."),
        ({"newLinkFormat": "absolute"}, "Because of [[infra/Session store|the store]], see [[infra/redis|it]]."),
        (
            {"newLinkFormat": "relative"},
            "Because of [[../../infra/Session store|the store]], see [[../../infra/redis|it]].",
        ),
        (
            {"useMarkdownLinks": True},
            "Because of [the store](infra/Session%20store.md), see [it](infra/redis.md).",
        ),
        (["broken"], "Because of [[Session store|the store]], see [[redis|it]]."),
    ],
)
def test_new_links_in_a_persons_vault_are_written_as_its_settings_ask(tmp_path, settings, expected):
    assert filed(tmp_path, settings) == expected


def test_in_our_own_home_links_stay_wikilinks(tmp_path):
    settings = {"useMarkdownLinks": True, "newLinkFormat": "relative"}
    assert filed(tmp_path, settings, adopt=False) == "Because of [[Session store|the store]], see [[redis|it]]."


def test_the_links_written_lead_to_the_pages(tmp_path):
    filed(tmp_path, {"useMarkdownLinks": True, "newLinkFormat": "relative"})
    found = done("links", "why", "--json", home=tmp_path / "home").document
    targets = {link["target"] for link in found["links"]}
    assert targets == {"infra/Session store.md", "infra/redis.md"}
