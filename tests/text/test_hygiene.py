"""Secrets, hidden characters and hidden text are found; ordinary text is left in peace."""

from __future__ import annotations

import pytest

from scripts.text.hygiene import inspect_text
from scripts.text.secrets import redact

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


@pytest.mark.parametrize(
    "text",
    [
        "The password policy asks for ten characters.",
        "a \\<!-- seen --> b, and \\<script>seen\\</script>",
        "می‌خواهم 👩‍👩‍👧 क्‍ष",
        "葛\U000e0100飾 ❤\ufe0f 1\ufe0f\u20e3",
        "a -> b, <b>bold</b>, x < y, 100%% of it, 20%% of that, &amp;\ta\x0cb",
        "In code: `<!-- x -->` and ```\n\n```html\n<script>x</script>\n```\n",
        "See https://example.org/a:b@c",
        '{"url":"https://example.org","mail":"me@example.org"}',
        f"token: {HEX[:40]}",
        f"commit {HEX[:40]}",
        "The secret key is Section3OfTheBook.",
        "DB_PASSWORD=${DB_PASSWORD_2}",
        "password: <password1234>",
        "PASSWORD=************",
        "API_KEY=your-key-12345678",
        "secret: vault:secret/data/app1#key",
        "DB_PASSWORD_FILE=/run/secrets/db_password_1",
        "password = read_password_2(user)",
        "api_key = os.environ['API_KEY_2']",
        "private key: /etc/ssl/private/server2.key",
        "| Column | Type |\n| --- | --- |\n| password | varchar(255) |\n",
        "It begins with -----BEGIN PRIVATE KEY----- in a file.\n\nMore.",
    ],
)
def test_ordinary_text_gives_no_finding(text: str) -> None:
    assert inspect_text(text) == []


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        (f"a {KEY} b", "a [redacted: AWS access key] b"),
        (f'x password = "{PASSWORD}" z', 'x password = "[redacted: password or key]" z'),
        ("\\[ghp\\_" + "a1B2" * 9 + "\\]", "\\[[redacted: GitHub token]\\]"),
        ("nothing here", "nothing here"),
    ],
)
def test_redaction_takes_the_secret_and_nothing_else(text: str, redacted: str) -> None:
    assert redact(text) == redacted
    assert redact(redacted) == redacted


def test_a_secret_inside_another_is_redacted_with_it() -> None:
    key = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----"
    clean = redact(f"a sk-{'a1' * 16}{key} b")
    assert "MIIE" not in clean
    assert (clean[:14], clean[-2:]) == ("a [redacted: O", " b")


def test_a_finding_never_shows_the_whole_secret() -> None:
    assert KEY not in inspect_text(KEY)[0].message
