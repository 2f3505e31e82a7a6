"""Secrets, hidden characters and hidden text are found; ordinary text is left in peace."""

from __future__ import annotations

import pytest

from scripts.text.hygiene import inspect_text, redact

KEY = "AKIA" + "ABCDEFGHIJKLMNOP"
ANY = "aB3dE6gH9jK2mN5p" * 16


@pytest.mark.parametrize(
    "text",
    # Put together here, so that nobody takes this file for one with keys in it.
    [
        f"the key is {KEY}.",
        "token ghp_" + "a1B2" * 9,
        "Use \\[ghp\\_" + "a1B2" * 9 + "\\] to log in\\.",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
        *(f"{start}{ANY[:size]}" for start, size in (("glpat-", 20), ("sk_live_", 24), ("sk-ant-", 40))),
        f"SG.{ANY[:22]}.{ANY[:43]}",
    ],
)
def test_a_key_of_a_vendor_is_found(text: str) -> None:
    assert [(finding.rule, finding.line) for finding in inspect_text("first line\n" + text)] == [("secret", 2)]


def test_a_secret_inside_another_is_redacted_with_it() -> None:
    key = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----"
    clean = redact(f"a sk-{'a1' * 16}{key} b")
    assert "MIIE" not in clean
    assert (clean[:14], clean[-2:]) == ("a [redacted: O", " b")


def test_a_finding_never_shows_the_whole_secret() -> None:
    assert KEY not in inspect_text(KEY)[0].message
