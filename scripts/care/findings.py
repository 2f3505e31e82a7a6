"""What lint can find: the rules, and the form of a finding."""

from __future__ import annotations

import re
from shlex import join
from typing import NamedTuple

RULES: dict[str, str] = {
    "addresses-reader": "A source speaks to the program that reads it: an order, a forged role, a tool call.",
    "alias-clash": "An alias of the page is also the name or an alias of another page of its kind and type.",
    "alias-link": "A link names a page by its title or alias: search finds it, Obsidian does not follow it.",
    "ambiguous-link": "Several files answer to the link; Obsidian takes the nearest or shortest path.",
    "broken-link": "A link leads to no file.",
    "case-twin": "Two paths differ only in case or Unicode form: on many systems they are one file.",
    "claim-syntax": "A line under `Claims` is not of the claim form, its confidence is wrong, or a callout hides it.",
    "clashing-name": "Several notes have the same file name, so that a bare link cannot tell them apart.",
    "contradiction": "Claims that cannot well hold together: two objects where one can be, opposites, both directions.",
    "duplicate-block-id": "Two blocks of a page have the same id: links reach only the first.",
    "doubled-section": "A page of ours has `Evidence`, `Claims` or `Mentions` twice.",
    "duplicate-page": "Two pages of one kind and type have the same name, or two sources the same bytes.",
    "illegal-name": "The file name breaks links, or cannot be created on every system.",
    "merge-markers": "Both sides of a merge that git left stand in the page, and both are read.",
    "missing-backlink": "A summary does not link the source it summarizes.",
    "missing-block": "The page a link leads to has no block of this id.",
    "missing-heading": "The page a link leads to has no such heading.",
    "moved-folder": "Pages of ours lie in another folder than ours, and are read as plain notes.",
    "near-duplicate": "Two pages of one kind and type have nearly the same name.",
    "no-evidence": "An entity has no evidence and no claims: its source was revised or retracted.",
    "not-utf8": "The file is not UTF-8: it is read as well as may be, and never written.",
    "orphan": "Nothing leads to the page.",
    "page-size": "The page is larger than MAX_PAGE_BYTES: only its beginning is indexed.",
    "stale-answer": "A passage that a filed answer rests on is gone or has changed.",
    "stale-claim": "The passage that a claim cites is gone.",
    "stale-evidence": "The passage that a page quotes as evidence is gone.",
    "sync-conflict": "A second version that a sync client or a refused write left; it is not indexed.",
    "table-bar": "The bar of a link in a table is not escaped, so it ends the cell.",
    "unanswered-question": "A question that found nothing, finds nothing now, and has no filed answer.",
    "ungrounded-quote": "The quoted words of a claim do not stand in the passage it cites.",
    "unknown-source": "A claim cites a note that does not exist, or that is no evidence.",
    "unreadable-file": "The file cannot be read.",
    "unreadable-frontmatter": "The properties cannot be read; the body is still searched.",
}
"""Each rule with the sentence that explains it."""

_GRAVEST = (
    # What is said is in doubt, or what reads it is attacked.
    ("addresses-reader", "contradiction"),
    # What is said has lost its ground, or cannot be read.
    ("claim-syntax", "stale-answer", "stale-claim", "stale-evidence", "ungrounded-quote", "unknown-source"),
    (
        "doubled-section",
        "merge-markers",
        "moved-folder",
        "not-utf8",
        "sync-conflict",
        "unreadable-file",
        "unreadable-frontmatter",
    ),
    # What leads nowhere, or not where it should.
    (
        *("alias-link", "ambiguous-link", "broken-link", "duplicate-block-id", "missing-block", "missing-heading"),
        "table-bar",
    ),
)
_LEAST = "unanswered-question"

_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")

FIXABLE = frozenset({"alias-link", "doubled-section", "table-bar"})
"""Rules whose findings can be mended without judgment, where the finding says how."""


class Finding(NamedTuple):
    """Something that wants a hand."""

    rule: str
    path: str
    """Vault path; "" for what concerns no page."""
    line: int
    """From 1; 0 for the file as a whole."""
    message: str
    fix: str = ""
    """A command line that mends it, or helps to; "" where there is none."""


def gravity(rule: str) -> int:
    """How far behind others the findings of a rule are listed: 0 for the gravest; questions come last."""
    others = len(_GRAVEST) + (rule == _LEAST)
    return next((place for place, rules in enumerate(_GRAVEST) if rule in rules), others)


def command(verb: str, *words: str) -> str:
    """A command line of this tool; "" for words that no terminal should be shown."""
    if any(_UNSHOWN.search(word) for word in words):
        return ""
    # A page may be called `--force`.
    guard = ("--",) if any(word.startswith("-") for word in words) else ()
    return join(("commonplace", verb, *guard, *words))


FIX = "commonplace lint --fix"
