"""What secrets look like: the shapes of keys and tokens by their value, and the words that stand before a password.

The shapes here are the floor that needs no library; `add` brings those of a maintained detector library where one is
installed.  Every repetition is bounded, so that no document can make the search slow.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from .escaping import UNSHOWN

_MOST_ROUNDS = 5

Shape = tuple[str, "re.Pattern[str]"]
"""What it is called, and what it looks like; the secret is its group of that name where it has one, else all of it."""

_START = r"(?<![A-Za-z0-9_-])"
_KEYS = (
    r"secret(?:[_-]?(?:access[_-]?)?key)?|(?:api|access|account|auth|private|signing|encryption)[_-]?key"
    r"|(?:api|access|auth|bearer|bot|refresh)[_-]?token"
)
"""Names of what is secret; letters may not stand right before them, as they may before `password` (PGPASSWORD)."""
_PASSWORD = r"pass(?:word|wd|phrase|wort|code)"
_ELSEWHERE = (
    r"kennwort|mot de passe|contrase\u00f1a|senha|wachtwoord"
    r"|\u043f\u0430\u0440\u043e\u043b\u044c|\u5bc6[\u7801\u78bc]|\u30d1\u30b9\u30ef\u30fc\u30c9"
)
_PASSWORDS = f"{_PASSWORD}|{_ELSEWHERE}"
_NONE = r"""(?!(?:your|example)[-_]|changeme\b|redacted|vault:|op:|arn:|[a-z_][\w.]{0,60}[(\[][^\n)\]]{0,99}[)\]])"""
"""What stands for a password, calls for one or says where it lies is none."""
_OF_PASSWORDS = r"\w+=.!@#%^&*-"


def _named(names: str) -> str:
    """A value behind one of these names, in bold or not."""
    return (
        rf"""(?i)(?:{names})["'*_`]{{0,3}}[ \t]{{0,5}}[:=\uff1a]["'*_`]{{0,3}}[ \t]{{0,5}}["'*_`]{{0,3}}{_NONE}"""
        # Where no blanks part words a rule for passwords stands behind the word for one.
        r"""(?=[\x21-\x7e]{10})(?=[^\s"'<>{}]{0,200}\d)(?=[^\s"'<>{}]{0,200}[a-z])"""
        r"""(?P<secret>[^\s"'<>{}$](?:[^\s"'<>{}$]|\$(?![{(])){9,200})"""
    )


def _mixed(signs: str, least: int) -> str:
    """A value that is no word of a language: small and capital letters with digits, or a long hexadecimal number."""
    some = f"[{signs}]{{0,200}}"
    word = r"[A-Za-z]+\d{0,4}(?:-[a-z]{1,40}){1,4}(?:[\s,;.]|$)"
    return rf"(?:(?!{word})(?={some}\d)(?={some}[a-z])(?={some}[A-Z])[{signs}]{{{least},200}}|[0-9a-f]{{24,200}})"


_SERVICES = (
    # Each with what it always begins with and what follows: https://docs.gitguardian.com/secrets-detection/ has more.
    ("gsk_", "[A-Za-z0-9]{40,64}"), ("xai-", "[A-Za-z0-9]{60,100}"), ("pplx-", "[A-Za-z0-9]{40,64}"),
    ("r8_", "[A-Za-z0-9]{37}(?![A-Za-z0-9])"), ("dop_v1_", "[0-9a-f]{64}"), ("shpat_", "[0-9a-fA-F]{32,64}"),
    ("shpss_", "[0-9a-fA-F]{32,64}"), ("sq0atp-", "[A-Za-z0-9_-]{22}"), ("sq0csp-", "[A-Za-z0-9_-]{43}"),
    ("ATATT3x", "[A-Za-z0-9_=-]{100,250}"), ("dapi", "[0-9a-f]{32}(?![0-9a-z])"), ("hvs.", "[A-Za-z0-9_-]{24,200}"),
    ("dp.pt.", "[A-Za-z0-9]{40,44}"), ("NRAK-", "[A-Z0-9]{27}"), ("pscale_tkn_", "[A-Za-z0-9_.=-]{32,64}"),
    ("lin_api_", "[A-Za-z0-9]{40}"), ("ntn_", "[A-Za-z0-9]{40,50}"), ("figd_", "[A-Za-z0-9_-]{40}"),
    ("sntrys_", "[A-Za-z0-9_=+/-]{60,400}"), ("dckr_pat_", "[A-Za-z0-9_-]{27}"), ("PMAK-", "[0-9a-f]{24}-[0-9a-f]{34}"),
    ("tskey-", "[a-z]{2,10}-[A-Za-z0-9]{8,20}-[A-Za-z0-9]{20,40}"), ("rubygems_", "[0-9a-f]{48}"),
    ("glsa_", "[A-Za-z0-9]{32}_[0-9a-f]{8}"), ("AGE-SECRET-KEY-1", "[A-Z0-9]{58}"), ("ABSK", "[A-Za-z0-9+/]{100,270}"),
    ("SK", "[0-9a-f]{32}(?![0-9A-Za-z])"), ("key-", "[0-9a-f]{32}(?![0-9A-Za-z])"),
)  # fmt: skip
_SHAPES = (
    # Up to the end mark; without one, what looks like the key and no prose behind it.
    (
        "private key",
        r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-(?!----)){0,20000}-----END [A-Z ]{0,40}"
        r"PRIVATE KEY(?: BLOCK)?-----|(?:[ \t\r\n\\n]{0,9}[A-Za-z0-9+/=]{16,200}){0,400})",
    ),
    ("AWS access key", _START + r"(?:AKIA|ASIA)[0-9A-Z]{16}(?![0-9A-Za-z])"),
    ("GitHub token", _START + r"(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})"),
    ("GitLab token", _START + r"gl(?:pat|dt|rt|ptt|cbt|soat|agent)-[A-Za-z0-9_-]{20,64}"),
    ("Slack token", _START + r"(?:xox[abeposr]|xapp)-[A-Za-z0-9-]{10,250}"),
    (
        "address with a key",
        r"hooks\.slack\.com/services/T[A-Za-z0-9_]{6,20}/B[A-Za-z0-9_]{6,20}/[A-Za-z0-9_]{16,40}"
        r"|discord(?:app)?\.com/api/webhooks/[0-9]{15,20}/[A-Za-z0-9_-]{50,90}"
        r"|webhook\.office\.com/webhookb2/[A-Za-z0-9@-]{20,100}/IncomingWebhook/[A-Za-z0-9]{20,40}/[A-Za-z0-9-]{8,40}"
        r"|[?&]sig=[A-Za-z0-9%+/]{40,80}%3D",
    ),
    ("Google API key", _START + r"(?:AIza[0-9A-Za-z_-]{35}|GOCSPX-[A-Za-z0-9_-]{28}|ya29\.[A-Za-z0-9_-]{30,500})"),
    ("Stripe key", _START + r"(?:[rs]k_(?:live|test)_[0-9a-zA-Z]{16,255}|whsec_[A-Za-z0-9+/]{32,64})"),
    ("key of a service", _START + r"(?:" + "|".join(f"{re.escape(sign)}{rest}" for sign, rest in _SERVICES) + ")"),
    ("Telegram token", _START + r"[0-9]{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])"),
    ("Azure client secret", _START + r"[A-Za-z0-9_.~-]{3}8Q~[A-Za-z0-9_.~-]{34}"),
    ("Mailchimp key", _START + r"[0-9a-f]{32}-us[0-9]{1,2}(?![0-9A-Za-z])"),
    ("OpenAI or Anthropic key", _START + r"sk-(?:ant-|proj-)?[A-Za-z0-9_-]{32,255}"),
    ("Hugging Face token", _START + r"hf_[A-Za-z0-9]{34,60}(?![A-Za-z0-9])"),
    ("npm token", _START + r"npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])"),
    ("PyPI token", _START + r"pypi-AgE[A-Za-z0-9_-]{50,255}"),
    ("SendGrid key", _START + r"SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}"),
    ("Azure storage key", r"AccountKey=[A-Za-z0-9+/]{86}=="),
    ("JSON web token", _START + r"eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,1000}"),
    ("password in an address", r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@\"]{0,100}:(?!\$|\{|<)[^\s/@\"]{3,100}@[^\s/]"),
    (
        "password of a command",
        r"""\bcurl\b[^\n]{0,300}?[ \t](?:-u|--user)[ =]?(?P<secret>["']?[^\s:"'$<{]{1,100}:"""
        r"""(?!(?:pass(?:word|wd)?|secret|token|x+|\*+|\.+)(?:["'\s]|$))[^\s"'$<>{}*]{3,200}["']?)""",
    ),
    (
        "password of a machine",
        r"\bmachine\s{1,20}\S{1,200}\s{1,20}login\s{1,20}\S{1,200}\s{1,20}password\s{1,20}"
        r"(?=\S{0,200}[a-z\d])(?P<secret>[^\s<>{}$]{6,200})",
    ),
    (
        "key in a header",
        r"""(?i)\bauthorization["']?[ \t]{0,5}[:=][ \t]{0,5}["']?(?:bearer|basic|token)[ \t]{1,5}"""
        r"""(?=[^\s"'<>{}$]{0,200}\d)(?P<secret>[A-Za-z0-9+/=_.~-]{20,2000})""",
    ),
    ("key of a registry", r'"auth"[ \t]{0,5}:[ \t]{0,5}"(?P<secret>[A-Za-z0-9+/]{20,500}={0,2})"'),
    (
        # In a sentence, where a word stands behind it mostly: one that has small and capital letters and digits.
        "password in prose",
        rf"(?i:\b(?:pass(?:word|wd|phrase|wort|code)|(?:api|access|secret) (?:key|token)|{_KEYS})"
        r"[ \t]{1,5}(?:(?:for|of|to|f\u00fcr)[ \t](?:[^\s.]{1,40}[ \t]){1,3})?(?:is|was|ist|lautet)[ \t]{1,5})"
        r"""["'`]?(?!\S{0,60}(?i:hash|encod|crypt|sign|char|digit|letter|symbol|based))"""
        r"""(?=\S{0,60}\d)(?=\S{0,60}[a-z])(?=\S{0,60}[A-Z])(?P<secret>[^\s"'`<>{}$]{8,200}?)(?=[.,;:!?)"'`]{0,3}(?:\s|$))""",
    ),
    ("password or key", _named(rf"{_PASSWORD}|(?<![a-z0-9])(?:{_KEYS})")),
    ("password in another language", _named(_ELSEWHERE)),
    (
        # Names of algorithms, of ways and of keys to press stand behind these words as well.
        "key in words",
        r"(?i:\b(?:(?:api|access|account|auth|private|signing|encryption|secret access) key"
        r"|(?:api|access|auth|bearer|bot|refresh) token))"
        r"""["'*_`]{0,3}[ \t]{0,5}[:=]["'*_`]{0,3}[ \t]{0,5}["'*_`]{0,3}(?!/)"""
        rf"(?P<secret>{_mixed('A-Za-z0-9+/=_-', 20)})",
    ),
    (
        # Names that mean other things as well.
        "password of a setting",
        r"""(?<![A-Za-z])(?:(?i:pwd|pw)["'*_`]{0,3}(?::["'*_`]{0,3}[ \t]{0,3}|=)|(?i:pass|token)["']?=)["'`]{0,3}"""
        rf"""(?P<secret>{_mixed(_OF_PASSWORDS, 12)})(?=["'`*;,\s]|$)""",
    ),
    (
        "token of a setting",
        r"""(?<![A-Za-z])(?i:token)["'*_`]{0,3}:["'*_`]{0,3}[ \t]{0,3}["'`]{0,3}(?P<secret>[0-9a-f]{24,200})""",
    ),
    ("password of an option", rf"""--(?:password|passwd|pass|token)[ ]["']?(?P<secret>{_mixed(_OF_PASSWORDS, 10)})"""),
    (
        "password of an element",
        rf"<(?i:password|passwd|pwd|secret|api[_-]?key)>\s{{0,5}}{_NONE}(?=[^<]{{0,200}}\d)(?=[^<]{{0,200}}[A-Za-z])"
        r"(?P<secret>[^\s<>{}$]{8,200})\s{0,5}</",
    ),
    (
        "password in the next line",
        rf"(?i:{_PASSWORDS})[*_]{{0,3}}:[*_]{{0,3}}[ \t]{{0,5}}\n[ \t]{{0,5}}"
        rf"(?P<secret>{_mixed(_OF_PASSWORDS, 10)})(?=[ \t]{{0,5}}(?:\n|\Z))",
    ),
)
_COLUMN = re.compile(rf"(?:{_PASSWORDS}|(?:api|access|secret)[ _-]?key)", re.IGNORECASE)
_IS_NO_TYPE = re.compile(r"\d[A-Za-z].*\d[A-Za-z]|[!@#%^&*+=]")
"""Of what stands beside a name: `Utf8String` is the type of a column."""
_CELL = re.compile(_mixed(_OF_PASSWORDS, 10))
_SIGNS = {
    "private key": ("PRIVATE KEY",),
    "AWS access key": ("AKIA", "ASIA"),
    "GitHub token": ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
    "GitLab token": ("glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "glsoat-", "glagent-"),
    "Slack token": ("xox", "xapp-"),
    "address with a key": ("hooks.slack.com", "/api/webhooks/", "/webhookb2/", "sig="),
    "Google API key": ("AIza", "GOCSPX-", "ya29."),
    "Stripe key": ("k_live_", "k_test_", "whsec_"),
    "key of a service": tuple(sign for sign, _ in _SERVICES),
    "Telegram token": (":AA",),
    "Azure client secret": ("8Q~",),
    "Mailchimp key": ("-us",),
    "password of a machine": ("machine",),
    "key in a header": ("uthorization", "AUTHORIZATION"),
    "key of a registry": ('"auth"',),
    "OpenAI or Anthropic key": ("sk-",),
    "Hugging Face token": ("hf_",),
    "npm token": ("npm_",),
    "PyPI token": ("pypi-AgE",),
    "SendGrid key": ("SG.",),
    "JSON web token": ("eyJ",),
    "password in an address": ("://",),
    "password of a command": ("curl",),
    "password in another language": (
        "ennwort",
        "KENNWORT",
        "mot de",
        "Mot de",
        "MOT DE",
        "ontrase\u00f1a",
        "CONTRASE",
        "enha",
        "SENHA",
        "achtwoord",
        "\u0430\u0440\u043e\u043b\u044c",
        "\u5bc6",
        "\u30d1\u30b9",
    ),
    "key in words": (" key", " Key", " KEY", " token", " Token", " TOKEN"),
    "password of a setting": ("wd", "WD", "pw", "PW", "Pw", "pass", "PASS", "Pass", "oken=", "OKEN=", 'oken"='),
    "token of a setting": ("oken", "OKEN"),
    "password of an option": ("--pass", "--token"),
    "password of an element": ("</",),
    "password in the next line": (":\n", ": \n", ":*"),
}
"""Of a shape of ours, by its name: one of these stands in each such secret.  Looking for them takes a hundredth."""
SHAPES: tuple[Shape, ...] = tuple((name, re.compile(pattern)) for name, pattern in _SHAPES)


def redact(text: str, more: Sequence[Shape] = ()) -> str:
    """Return the text with every secret replaced by `[redacted: kind]`; more: shapes beside our own."""
    # What stands behind a secret may look like one only when that is gone.
    for _ in range(_MOST_ROUNDS):
        spans = secret_spans(text, more)
        if not spans:
            break
        pieces, done = [], 0
        for name, start, end in spans:
            pieces += [text[done:start], f"[redacted: {name}]"]
            done = end
        text = "".join([*pieces, text[done:]])
    return text


def secret_spans(text: str, more: Sequence[Shape] = ()) -> list[tuple[str, int, int]]:
    """Return (kind, start, end) of secrets, by position; those that overlap are one, called what the first is.

    They are looked for as they stand, and as Markdown shows them, where a backslash may stand before each sign.
    """
    found = list(_spans(text, more))
    shown = UNSHOWN.sub("", text) if "\\" in text else text
    if shown != text:
        escapes = [match.start() for match in UNSHOWN.finditer(text)]
        # How many signs fewer there are before each escape, and so where in the text a sign of the shown one stands.
        places = [at - number for number, at in enumerate(escapes)]
        for start, end, order, name in _spans(shown, more):
            found.append((start + bisect_left(places, start), end + bisect_left(places, end), order, name))
    spans = sorted((start, -end, order, name) for start, end, order, name in found)
    kept: list[tuple[str, int, int]] = []
    for start, end, _, name in spans:
        if kept and start < kept[-1][2]:
            kept[-1] = (*kept[-1][:2], max(kept[-1][2], -end))
        else:
            kept.append((name, start, -end))
    return kept


def _columns(text: str) -> Iterator[tuple[int, int]]:
    """Yield where values stand in tables, or lists with commas: below, or behind, the name of what is secret."""
    column, sign, at = -1, "", 0
    for line in text.splitlines(keepends=True) if _COLUMN.search(text) else ():
        column, start, at = column if sign and sign in line else -1, at, at + len(line)
        if column < 0 and _COLUMN.search(line) is None:
            continue
        sign = sign if column >= 0 else _parting(line)
        cells = line.split(sign) if sign else []
        column = column if column >= 0 else next((n for n, cell in enumerate(cells) if _is_name(cell)), -1)
        value = next((n for n in (column, column + 1) if 0 < n < len(cells) and _CELL.fullmatch(_bare(cells[n]))), 0)
        if value and (value == column or (_is_name(cells[column]) and _IS_NO_TYPE.search(_bare(cells[value])))):
            start += sum(len(cell) + 1 for cell in cells[:value]) + cells[value].index(_bare(cells[value]))
            yield start, start + len(_bare(cells[value]))


def _parting(line: str) -> str:
    """Return what parts the cells of a line; "" for prose, in which a blank stands behind a comma."""
    if line.lstrip().startswith("|"):
        return "|"
    return next((sign for sign in "\t;," if sign in line), "") if re.search(r"[;,] ", line) is None else ""


def _bare(cell: str) -> str:
    return cell.strip("\"'*_`: \r\n")


def _is_name(cell: str) -> bool:
    return _COLUMN.fullmatch(_bare(cell)) is not None


def _spans(text: str, more: Sequence[Shape]) -> Iterator[tuple[int, int, int, str]]:
    for order, (name, pattern) in enumerate((*(shape for shape in SHAPES if _may_be_in(text, shape[0])), *more)):
        for match in pattern.finditer(text):
            start, end = match.span("secret" if "secret" in pattern.groupindex else 0)
            if end > start:
                yield start, end, order, name

    for start, end in _columns(text):
        yield start, end, len(SHAPES), "password or key"


def _may_be_in(text: str, name: str) -> bool:
    signs = _SIGNS.get(name)
    return signs is None or any(sign in text for sign in signs)
