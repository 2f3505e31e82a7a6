"""`links`: what holds of every list of links; what one says is in tests/small_vaults."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.running import done, tree, write
from tests.small_vaults.test_small_vaults import vaults

FILES = vaults()["links of all kinds"]["notes"]
COUNTS = ("found", "files", "unresolved")


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return write(tmp_path / "vault", FILES)


def links(vault: Path, *arguments: str) -> dict[str, Any]:
    found = done("links", *arguments, "--json", "--vault", vault).document
    assert isinstance(found, dict)
    return found


def short(found: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(link["source"], link["link"], link["target"]) for link in found["links"]]


@pytest.mark.parametrize("target", ["Note.md", "a/Twin.md", "b/Twin.md", "pic.png", "c/d/User.md"])
def test_backlinks_are_the_same_as_all_links_turned_around(vault, target):
    assert short(links(vault, target, "--backlinks")) == [link for link in short(links(vault)) if link[2] == target]


def test_a_note_that_is_not_utf8_or_a_broken_canvas_hides_no_other_links(vault):
    (vault / "latin.md").write_bytes(b"caf\xe9 [[Note]]")
    (vault / "broken.canvas").write_text("{")
    assert ("b/Twin.md", "Twin", "b/Twin.md") in short(links(vault))


def test_listing_links_changes_no_byte(vault):
    before = tree(vault)
    links(vault)
    assert tree(vault) == before


@pytest.mark.parametrize("asked", [(), ("--unresolved",), ("Note", "--backlinks")])
@pytest.mark.parametrize("limit", [1, 2, 3, 50])
def test_a_limited_list_is_the_beginning_of_the_whole_with_the_counts_of_the_whole(
    asked: tuple[str, ...], limit: int, vault: Path
) -> None:
    whole = links(vault, *asked)
    cut = links(vault, *asked, "--limit", str(limit))
    assert cut["links"] == whole["links"][:limit]
    assert cut["omitted"] == len(whole["links"][limit:])
    assert [cut[name] for name in COUNTS] == [whole[name] for name in COUNTS]
