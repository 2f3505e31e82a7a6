"""The verbs of a team: `index` makes its index and keeps it up to date, `token` says who may call its server."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ..clock import clock_of
from ..errors import UsageError
from ..homes import find_home, resource_path
from ..settings import load_settings
from ..verbs.declaration import Parameter, Verb, flag
from ..wiki_store.files import read_text
from .access_tokens import AccessTokens
from .postgres_copy import Copied, VaultFiles, copy_index
from .postgres_reader import statements

if TYPE_CHECKING:
    from ..knowledge_base import KnowledgeBase


def index(kb: KnowledgeBase, *, database: str = "", print_roles: bool = False) -> Copied | str:
    """Bring a team's index up to date with the vault; make it where there is none.

    database: its address, else the setting INDEX.  print_roles: only return the SQL for its users.
    Raises UsageError, IndexUnavailableError.
    """
    if print_roles:
        return statements()["roles"]
    database = database or kb.settings.index
    if not database:
        raise UsageError("no database is named", hint="give --index postgresql://user@host/database, or set INDEX")

    def read(path: str) -> tuple[bytes, str]:
        try:
            file = read_text(kb.location.vault, path, kb.settings.max_page_bytes, kb.settings.linked)
        except FileNotFoundError:
            return b"", ""
        return file.text.encode(), file.hash

    vault = VaultFiles(read, kb.excluded(), kb.clock())
    copying = partial(kb.listener.counting, "copying pages")
    with kb.using_index() as index:
        return index.copy_tables(lambda tables: copy_index(tables, database, vault, copying))


def _index_text(copied: Copied | str, _: Mapping[str, Any] | None = None) -> str:
    if isinstance(copied, str):
        return copied
    left = f"; {len(copied.skipped)} edited meanwhile, the next call copies them" if copied.skipped else ""
    counts = f"{copied.pages} pages, {copied.written} written, {copied.removed} removed{left}"
    return f"{copied.database}: revision {copied.revision}: {counts}"


INDEX = Verb(
    name="index",
    page="team",
    summary="Copy the index to a team's database.",
    example="commonplace index --print-roles",
    no_tool="where a team's index lies is a person's choice",
    parameters=(
        Parameter("--index", "postgresql://user@host/database (else INDEX)", "URL", to="database"),
        flag("--print-roles", "print the SQL that makes a writing and a reading role"),
    ),
    run=index,
    text=_index_text,
)


class TokenReceipt(NamedTuple):
    """What became of a token, and which there are."""

    made: str
    """The token itself, this once; "" where none was made."""
    revoked: str
    """The name of the one that lets nobody in any more."""
    tokens: tuple[TokenRow, ...]


class TokenRow(NamedTuple):
    """A token by its name, and what it lets do."""

    name: str
    read_only: bool
    made: str


def token(
    _: None,
    name: str | None = None,
    *,
    read_only: bool = False,
    revoke: bool = False,
    home: str | None = None,
    vault: str | None = None,
) -> TokenReceipt:
    """Make a token by which somebody is let in over HTTP, take one back, or list them all."""
    if name is None and (read_only or revoke):
        raise UsageError("a token needs a name", hint="give NAME, too")
    if read_only and revoke:
        raise UsageError("--revoke and --read-only exclude each other", hint="give one of them")
    location = find_home(home=home, vault=vault, environ=os.environ, cwd=os.getcwd())
    seconds = load_settings(environ=os.environ, config_path=resource_path("config.py")).lock_seconds
    tokens = AccessTokens(location, os.environ)
    made = ""
    if revoke and name is not None:
        tokens.revoke(name, seconds=seconds)
    elif name is not None:
        made = tokens.make(name, read_only=read_only, now=clock_of(os.environ)(), seconds=seconds)
    rows = tuple(TokenRow(token.name, token.read_only, token.made) for token in tokens.all())
    return TokenReceipt(made, name if revoke and name else "", rows)


def _token_text(receipt: TokenReceipt, _: Mapping[str, Any]) -> str:
    if receipt.made:
        return receipt.made
    if receipt.revoked:
        return f"revoked: {receipt.revoked}"
    return "\n".join(
        f"{token.name}  {'reads' if token.read_only else 'writes'}  {token.made}" for token in receipt.tokens
    )


TOKEN = Verb(
    name="token",
    page="team",
    summary="Let somebody in over HTTP, or no more.",
    example="commonplace token ada --read-only",
    opens_home=False,
    no_tool="whom to let in is a person's to say",
    parameters=(
        Parameter("name", "whom operations name for what is written with it; none: list the tokens", "NAME", many="?"),
        flag("--read-only", "it lets read only"),
        flag("--revoke", "let nobody in with it any more; a server need not be started again"),
    ),
    run=token,
    text=_token_text,
)
