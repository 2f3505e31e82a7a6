"""Secrets, hidden characters and hidden text are found; ordinary text is left in peace."""

from __future__ import annotations

from scripts.text.hygiene import inspect_text, redact

KEY = "AKIA" + "ABCDEFGHIJKLMNOP"
HEX, ANY = "0a1b2c3d4e5f6789" * 16, "aB3dE6gH9jK2mN5p" * 16
PASSWORD = "Tr0ub4dor99x"


def test_a_secret_inside_another_is_redacted_with_it() -> None:
    key = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----"
    clean = redact(f"a sk-{'a1' * 16}{key} b")
    assert "MIIE" not in clean
    assert (clean[:14], clean[-2:]) == ("a [redacted: O", " b")


def test_a_finding_never_shows_the_whole_secret() -> None:
    assert KEY not in inspect_text(KEY)[0].message
