"""What new users stumbled over, each named after what went wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.text.tokens import count_tokens
from tests.acceptance.story import entity
from tests.running import done, page, run, tree, write


def test_a_registered_secret_can_be_redacted_afterwards(home: Path, tmp_path: Path) -> None:
    secret = "AKIA" + "ABCDEFGHIJKLMNOP"
    write(tmp_path, {"a.md": f"# A\n\nThe key is {secret} today.\n"})
    assert run("add", tmp_path / "a.md", "--keep-secrets", home=home).code == 0
    assert run("add", tmp_path / "a.md", "--redact", home=home).code == 0
    assert secret not in (home / "wiki/sources/a.md").read_text()


def test_a_comma_in_a_title_leaves_no_hash_in_the_file_name(home: Path, tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "# Weekly, 7 October\n\nText here.\n", "b.md": "# Weekly 7 October\n\nOther text.\n"})
    assert done("add", tmp_path / "a.md", home=home).out.splitlines()[1].startswith("weekly-7-october new")
    assert done("add", tmp_path / "b.md", home=home).out.splitlines()[1].startswith("weekly-7-october-x")


def test_a_name_that_the_vault_links_already_becomes_the_file_those_links_mean(tmp_path: Path) -> None:
    vault = write(tmp_path / "Vault", {"Blade Runner.md": "With [[Harrison Ford]] in it.\n"})
    write(tmp_path, {"memo.md": "# Memo\n\nHarrison Ford plays Deckard.\n"})
    done("add", tmp_path / "memo.md", "--vault", vault)
    items = {"source": "memo", "entities": [entity("Harrison Ford", "Harrison Ford plays Deckard.")]}
    done("apply", "-", "--vault", vault, stdin=json.dumps(items))
    assert (vault / "commonplace/entities/Harrison Ford.md").is_file()
    assert done("links", "--unresolved", "--json", "--vault", vault).document["links"] == []


def test_a_catalog_that_somebody_else_wrote_is_never_replaced(tmp_path: Path) -> None:
    vault = write(tmp_path / "Vault", {"commonplace/commonplace-index.md": "Mine.\n"})
    write(tmp_path, {"memo.md": "# Memo\n\nText of the memo.\n"})
    before = tree(vault)
    assert run("add", tmp_path / "memo.md", "--vault", vault).code == 3
    assert tree(vault) == before


def test_a_link_by_alias_in_a_persons_note_is_told(tmp_path: Path) -> None:
    vault = write(
        tmp_path / "Vault", {"a.md": "See [[Structures]].\n", "Java.md": "---\naliases: [Structures]\n---\nJava.\n"}
    )
    assert "alias-link" in run("lint", "--vault", vault).out


def test_an_embed_alone_is_neither_evidence_nor_an_answer(build: Callable[[], Path]) -> None:
    home = build()
    write(home / "wiki", {"notes/kevin.md": page("Kevin Kelly", "![[Books.base#Author of everything there is]]")})
    reply = done("ask", "who is Kevin Kelly?", "--json", home=home).document
    assert reply["verdict"] != "sufficient"
    assert reply["evidence"] == []


def test_what_is_printed_as_a_link_can_be_shown(build: Callable[[], Path]) -> None:
    home = build()
    write(home / "wiki", {"notes/3. Java.md": page("3. Java", "Java runs on a virtual machine of its own.")})
    line = next(line for line in done("search", "java machine", home=home).out.splitlines() if line[0] == "[")
    name = line.partition("[")[2].partition("]")[0]
    assert name == "3. Java"
    done("show", name, home=home)


@pytest.mark.parametrize("verb", ["ask", "recall"])
def test_a_budget_without_room_was_a_success_with_nothing_in_it(verb: str, build: Callable[[], Path]) -> None:
    home = build()
    done("remember", "The kiln is fired on Monday.", home=home)
    asked = (verb, "when is the kiln fired?", "--budget")
    ran = run(*asked, "3", home=home)
    told = ran.err
    least = int(told.partition("--budget ")[2].partition("`")[0])
    assert (ran.code, "leaves no room" in told) == (2, True)
    assert run(*asked, least - 1, home=home).code == 2
    assert count_tokens(done(*asked, least, home=home).out) <= least
