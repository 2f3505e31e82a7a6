"""The verb that makes a team's index, and keeps it up to date."""

from __future__ import annotations

import argparse
import sys
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from ..errors import IndexUnavailableError, UsageError
from ..text.escaping import safe_line
from ..verbs import Add, Implementation
from .postgres_reader import statements

if TYPE_CHECKING:
    from ..knowledge_base import KnowledgeBase
    from .postgres_copy import Copied

LOOK_MS = 5_000
"""Milliseconds until a refresh that failed is tried again, though nothing was edited."""

REST_SECONDS = 60.0
"""Seconds until an index is compared with a vault that nobody edited, so that who asks is told that it is not old."""


def _index_options(add: Add) -> None:
    add("--index", dest="database", metavar="URL", default="", help="postgresql://user@host/database (else INDEX)")
    add("--watch", action="store_true", help="go on: copy each edit, until interrupted")
    add("--print-roles", action="store_true", help="print the SQL that makes a writing and a reading role")


def _index(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Copied | str, int]:
    if options.print_roles:
        return statements()["roles"], 0
    if options.watch:
        _watch(kb, options.database)
    return kb.share_index(options.database), 0


def _watch(kb: KnowledgeBase, database: str) -> None:
    """Refresh at once and after each edit; where the database is away, again and again.  Ends by an interrupt."""
    try:
        from watchfiles import watch
    except ImportError as err:
        raise UsageError(
            "files are watched by a package that is not installed", hint="install the extra `team`"
        ) from err
    refreshed = _refresh(kb, database)
    looks = watch(kb.location.vault, rust_timeout=LOOK_MS, yield_on_timeout=True, raise_interrupt=True)
    for number, edits in enumerate(looks):
        # What was edited between the first refresh and the first look is noticed by neither.
        if edits or number == 0 or monotonic() - refreshed > REST_SECONDS:
            refreshed = _refresh(kb, database)


def _refresh(kb: KnowledgeBase, database: str) -> float:
    """Refresh and say so; return when, by time.monotonic, and for a database that is away long ago."""
    try:
        copied = kb.share_index(database)
    except IndexUnavailableError as err:
        _tell(str(err))
        return -inf
    _tell(_index_text(copied))
    return monotonic()


def _tell(line: str) -> None:
    print(safe_line(line), file=sys.stderr, flush=True)


def _index_text(copied: Copied | str, _: argparse.Namespace | None = None) -> str:
    if isinstance(copied, str):
        return copied
    left = f"; {len(copied.skipped)} edited meanwhile, the next call copies them" if copied.skipped else ""
    counts = f"{copied.pages} pages, {copied.written} written, {copied.removed} removed{left}"
    return f"{copied.database}: revision {copied.revision}: {counts}"


VERBS = {"index": Implementation(_index_options, _index, _index_text)}
