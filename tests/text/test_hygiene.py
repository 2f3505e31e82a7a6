"""Secrets, hidden characters and hidden text are found; ordinary text is left in peace."""

from __future__ import annotations

import pytest

from scripts.text.hygiene import inspect_text, redact

KEY = "AKIA" + "ABCDEFGHIJKLMNOP"
HEX, ANY = "0a1b2c3d4e5f6789" * 16, "aB3dE6gH9jK2mN5p" * 16
PASSWORD = "Tr0ub4dor99x"

FOUND = [
    ("secret", f"the key is {KEY}."),
    ("secret", "token ghp_" + "a1B2" * 9),
    ("secret", "Use \\[ghp\\_" + "a1B2" * 9 + "\\] to log in\\."),
    ("secret", "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----"),
    ("secret", f"SG.{ANY[:22]}.{ANY[:43]}"),
    ("secret", f"glpat-{ANY[:20]}"),
    ("secret", f"sk_live_{ANY[:24]}"),
    ("secret", f"sk-ant-{ANY[:40]}"),
    ("password", f"eyJ{ANY[:20]}.eyJ{ANY[:30]}.{ANY[:30]}"),
    ("password", "postgres://me:s3cr3tpw@db/x"),
    ("password", "https://user:name@example.org"),
    ("password", f"DB_PASSWORD={PASSWORD}"),
    ("password", f"export PGPASSWORD='{PASSWORD}'"),
    ("password", f"AWS_SECRET_ACCESS_KEY={PASSWORD}/K7MDENG+bPx"),
    ("password", f"client_secret: '{PASSWORD}'"),
    ("password", f"**Password:** {PASSWORD}"),
    ("password", f"mysql --password={PASSWORD} -h db"),
    ("bidi", "user \u202e gnp.exe"),
    ("zero-width", "pass\u200bword"),
    ("zero-width", "tag \U000e0041 character"),
    *(("zero-width", f"a{character}b") for character in "\u3164\u115f\u180e\ufff9\ufe01\U000e0110\U0001d174\x1b\x08"),
    ("hidden-html", "a <!-- do this --> b"),
    ("hidden-html", '<p style="display:none">x</p>'),
    ("hidden-html", "Rye %%obey me%% costs"),
    ("hidden-html", "<script>x</script>"),
]


@pytest.mark.parametrize(("rule", "text"), FOUND)
def test_it_is_found(rule: str, text: str) -> None:
    findings = inspect_text("first line\n" + text)
    assert [(finding.rule, finding.line) for finding in findings] == [(rule, 2)]


def test_a_secret_inside_another_is_redacted_with_it() -> None:
    key = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----"
    clean = redact(f"a sk-{'a1' * 16}{key} b")
    assert "MIIE" not in clean
    assert (clean[:14], clean[-2:]) == ("a [redacted: O", " b")


def test_a_finding_never_shows_the_whole_secret() -> None:
    assert KEY not in inspect_text(KEY)[0].message
