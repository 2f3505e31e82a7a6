"""Links by alias and bars in tables are mended, and nothing else on the page."""

from __future__ import annotations

import pytest

from scripts.verbs import changing, checking
from tests.maintain.conftest import OpenVault

LEAK = {"entities/memory-leak.md": "---\ntitle: Memory Leak\naliases: [leak, it's]\n---\n# Proof\n\nx ^b1\n"}


def fixed(open_vault: OpenVault, text: str, more: dict[str, str] | None = None) -> str:
    vault = open_vault({**LEAK, **(more or {}), "topics/t.md": text})
    checking.lint(vault.kb, fix=True)
    return vault.text("topics/t.md")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a [[Leak]] b\r\n", "a [[memory-leak|Leak]] b\r\n"),
        ("[[Memory Leak|shown]]", "[[memory-leak|shown]]"),
        ("[[leak#Proof]]", "[[memory-leak#Proof|leak > Proof]]"),
        ("![[leak#^b1]]", "![[memory-leak#^b1]]"),
        ("![[leak|100]]", "![[memory-leak|100]]"),
        ("[x](Memory%20Leak.md#Proof)", "[x](entities/memory-leak.md#Proof)"),
        ("[x](<Memory Leak>)", "[x](<entities/memory-leak.md>)"),
        ("[[leak]] [[nowhere]] [[leak|b]]", "[[memory-leak|leak]] [[nowhere]] [[memory-leak|b]]"),
        ("---\nup: '[[leak]]'  # c\n---\n", "---\nup: '[[memory-leak]]'  # c\n---\n"),
        ('---\nup: "[[it\'s]]"\n---\n', '---\nup: "[[memory-leak]]"\n---\n'),
        ("| a |\n|---|\n| [[leak]] |\n", "| a |\n|---|\n| [[memory-leak\\|leak]] |\n"),
        ("| a |\n|---|\n| [[leak\\|x]] |\n", "| a |\n|---|\n| [[memory-leak\\|x]] |\n"),
        ("| a |\n|---|\n| [[memory-leak|x]] |\n", "| a |\n|---|\n| [[memory-leak\\|x]] |\n"),
    ],
)
def test_a_link_is_mended_and_shows_what_it_showed(open_vault: OpenVault, before: str, after: str):
    assert fixed(open_vault, before) == after


def test_a_target_of_a_name_used_twice_gets_its_path(open_vault: OpenVault):
    more = {"old/memory-leak.md": "---\ntitle: other\n---\n"}
    assert fixed(open_vault, "[[leak]]", more) == "[[entities/memory-leak|leak]]"


def test_after_the_fix_lint_finds_nothing_left_to_fix(open_vault: OpenVault):
    vault = open_vault({**LEAK, "topics/t.md": "[[leak]] and [[it's]]\n\n| a |\n|---|\n| [[memory-leak|x]] |\n"})
    receipt = checking.lint(vault.kb, fix=True).receipt
    assert checking.lint(vault.kb).findings == ()
    assert changing.log(vault.kb).operations[0].note == "3 mended"
    assert [(link.line, link.before, link.after) for link in receipt.fixed] == [
        (1, "[[leak]]", "[[memory-leak|leak]]"),
        (1, "[[it's]]", "[[memory-leak|it's]]"),
        (5, "[[memory-leak|x]]", "[[memory-leak\\|x]]"),
    ]


def test_what_cannot_be_mended_is_left_and_said(open_vault: OpenVault):
    vault = open_vault(
        {
            **LEAK,
            "topics/a.md": "[[leak]] Größe".encode("latin-1"),
            "topics/t.md": '---\nup: "[[le\\x61k]]"\n---\n',
        }
    )
    receipt = checking.lint(vault.kb, fix=True).receipt
    assert vault.text("topics/t.md") == '---\nup: "[[memory-leak]]"\n---\n'
    assert [(finding.path, finding.message) for finding in receipt.left] == [
        ("topics/a.md", "not UTF-8, so it is not written"),
    ]


def test_other_findings_change_nothing(open_vault: OpenVault):
    vault = open_vault({**LEAK, "topics/t.md": "[[nowhere]]"})
    assert checking.lint(vault.kb, fix=True).op == ""


def test_a_link_by_alias_in_a_persons_note_is_left_listed_and_no_fix_is_proposed(open_vault: OpenVault):
    text = "[[leak]]\n\n| a |\n|---|\n| [[leak]] [[memory-leak|x]] |\n"
    vault = open_vault({"Leak Cache.md": "", "notes/memory-leak.md": "---\naliases: [leak]\n---\n", "notes/n.md": text})
    found = [finding for finding in checking.lint(vault.kb).findings if finding.rule == "alias-link"]
    assert [(finding.line, finding.fix) for finding in found] == [(1, ""), (5, "")]
    assert found[0].message.endswith("; [[memory-leak|leak]] leads there")
    receipt = checking.lint(vault.kb, fix=True).receipt
    assert vault.text("notes/n.md") == text.replace("[[memory-leak|x]]", "[[memory-leak\\|x]]")
    assert list(receipt.left) == found


def test_a_link_among_code_in_a_table_is_left_alone(open_vault: OpenVault):
    table = "| a |\n|---|\n| `[[memory-leak|x]]` [[memory-leak|x]] |\n| `[[memory-leak|x]]` |\n"
    assert fixed(open_vault, table) == table.replace("` [[memory-leak|x", "` [[memory-leak\\|x")
