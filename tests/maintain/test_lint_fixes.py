"""Links by alias and bars in tables are mended, and nothing else on the page."""

from __future__ import annotations

from scripts.verbs import changing, checking
from tests.maintain.conftest import OpenVault

LEAK = {"entities/memory-leak.md": "---\ntitle: Memory Leak\naliases: [leak, it's]\n---\n# Proof\n\nx ^b1\n"}


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
        }
    )
    receipt = checking.lint(vault.kb, fix=True).receipt
    assert [(finding.path, finding.message) for finding in receipt.left] == [
        ("topics/a.md", "not UTF-8, so it is not written"),
    ]


def test_a_link_by_alias_in_a_persons_note_is_left_listed_and_no_fix_is_proposed(open_vault: OpenVault):
    text = "[[leak]]\n\n| a |\n|---|\n| [[leak]] [[memory-leak|x]] |\n"
    vault = open_vault({"Leak Cache.md": "", "notes/memory-leak.md": "---\naliases: [leak]\n---\n", "notes/n.md": text})
    found = [finding for finding in checking.lint(vault.kb).findings if finding.rule == "alias-link"]
    assert [(finding.line, finding.fix) for finding in found] == [(1, ""), (5, "")]
    receipt = checking.lint(vault.kb, fix=True).receipt
    assert vault.text("notes/n.md") == text.replace("[[memory-leak|x]]", "[[memory-leak\\|x]]")
    assert list(receipt.left) == found
