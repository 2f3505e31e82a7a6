"""The verb that makes a team's index, and keeps it up to date."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from ..errors import IndexUnavailableError, UsageError
from ..index_store.postgres_reader import statements
from ..text.escaping import safe_line
from . import Add, Implementation

if TYPE_CHECKING:
    from ..index_store.postgres_copy import Copied
    from ..knowledge_base import KnowledgeBase

RETRY_MS = 5_000
"""Milliseconds until a refresh that failed is tried again, though nothing was edited."""


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
    # Whether an edit still has to be copied; at first the whole vault.
    is_due = True
    edits = watch(kb.location.vault, rust_timeout=RETRY_MS, yield_on_timeout=True, raise_interrupt=True)
    while True:
        if is_due:
            try:
                _tell(_index_text(kb.share_index(database)))
                is_due = False
            except IndexUnavailableError as err:
                _tell(str(err))
        is_due = bool(next(edits)) or is_due


def _tell(line: str) -> None:
    print(safe_line(line), file=sys.stderr, flush=True)


def _index_text(copied: Copied | str, _: argparse.Namespace | None = None) -> str:
    if isinstance(copied, str):
        return copied
    left = f"; {len(copied.skipped)} edited meanwhile, the next call copies them" if copied.skipped else ""
    counts = f"{copied.pages} pages, {copied.written} written, {copied.removed} removed{left}"
    return f"{copied.database}: revision {copied.revision}: {counts}"


VERBS = {"index": Implementation(_index_options, _index, _index_text)}
