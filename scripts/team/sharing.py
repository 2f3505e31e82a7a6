"""The verbs of a team: `index` makes its index and keeps it up to date, `token` gives access to its server over HTTP.

Bearer tokens: a file in the state folder keeps their hashes, outside every vault and home, so that whoever gets a copy
of the notes gets no key to them.
"""

from __future__ import annotations

import hmac
import json
import os
import re
import secrets
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from ..clock import clock_of
from ..errors import DataError, UsageError
from ..homes import HomeLocation, find_home, open_regular, outside_graph, parse_json, resource_path
from ..settings import load_settings
from ..verbs.declaration import Parameter, Verb, flag
from ..wiki_store.files import read_text
from ..wiki_store.writing import write_durably, write_lock
from .postgres import statements
from .postgres_copy import Copied, VaultFiles, copy_index

if TYPE_CHECKING:
    from ..knowledge_base import KnowledgeBase

PREFIX = "cpt_"
"""By this, people and scanners for secrets recognize a token of ours."""
_RANDOM_BYTES = 32
_MOST_BYTES = 1 << 20
_NAME = re.compile(r"[^\W_][\w.@-]{0,63}")
_OF_OTHERS = 0o077


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
    """The token that was made or revoked, and all that there are."""

    made: str
    """The token itself, this once; "" where none was made."""
    revoked: str
    """The name of the revoked token; "" if none was revoked."""
    tokens: tuple[TokenRow, ...]


class TokenRow(NamedTuple):
    """A token by its name, and what it allows."""

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
    """Make a token for access over HTTP, revoke one, or list them all."""
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


class AccessToken(NamedTuple):
    """A token as it is stored, without its text."""

    name: str
    """The name of its writer in the journal."""
    hash: str
    """SHA-256.  No salt and no slow hash: 256 random bits are guessed by nobody."""
    read_only: bool
    made: str


class AccessTokens:
    """The tokens of one home, read anew for each call."""

    def __init__(self, location: HomeLocation, environ: Mapping[str, str]) -> None:
        """Raises UsageError if the state folder lies in the home."""
        self.folder = os.path.dirname(outside_graph(location.home, environ))
        self.path = os.path.join(self.folder, "tokens.json")
        for inside in (location.home, location.vault):
            if os.path.join(self.folder, "").startswith(os.path.join(inside, "")):
                raise UsageError(f"the state folder {self.folder} lies in {inside}", hint="set COMMONPLACE_STATE")

    def all(self) -> tuple[AccessToken, ...]:
        """Return the tokens by name; none where there is no file.  Raises DataError for one that cannot be trusted."""
        try:
            with open_regular(self.path, _MOST_BYTES) as file:
                found = os.fstat(file.fileno())
                if sys.platform != "win32" and (found.st_uid != os.getuid() or found.st_mode & _OF_OTHERS):
                    message = "it is another user's, or open to others, who could let themselves in"
                    raise DataError(message, path=self.path, hint="make it yours, with mode 0600")
                return tuple(AccessToken(**row) for row in parse_json(file.read())["tokens"])
        except FileNotFoundError:
            return ()
        except OSError as err:
            raise DataError(f"cannot be read: {err.strerror}", path=self.path, hint="mend its permissions") from err
        except (ValueError, TypeError, KeyError) as err:
            hint = "delete it and make the tokens again"
            raise DataError(f"no list of tokens ({err})", path=self.path, hint=hint) from err

    def find(self, token: str) -> AccessToken | None:
        """Return the stored token of this text; None if there is none.  Takes equal time for texts of equal length."""
        given, found = _hash(token), None
        for stored in self.all():
            if hmac.compare_digest(stored.hash, given):
                found = stored
        return found

    def make(self, name: str, *, read_only: bool, now: str, seconds: float) -> str:
        """Make a token and return its text, which is shown once.  Raises UsageError for a taken or wrong name."""
        if not _NAME.fullmatch(name):
            raise UsageError(f"{name!r} is no name of a token", hint="letters, digits, `.`, `-`, `_` and `@`, up to 64")
        token = PREFIX + secrets.token_urlsafe(_RANDOM_BYTES)
        with write_lock(self.folder, seconds=seconds):
            tokens = self.all()
            if any(stored.name == name for stored in tokens):
                raise UsageError(f"{name} has a token", hint="choose another name, or take that one back by --revoke")
            self._write([*tokens, AccessToken(name, _hash(token), read_only, now)])
        return token

    def revoke(self, name: str, *, seconds: float) -> None:
        """Remove the token of this name.  Raises UsageError if there is none."""
        with write_lock(self.folder, seconds=seconds):
            tokens = self.all()
            left = [stored for stored in tokens if stored.name != name]
            if len(left) == len(tokens):
                raise UsageError(f"no token {name!r}", hint="`commonplace token` lists them")
            self._write(left)

    def _write(self, tokens: Sequence[AccessToken]) -> None:
        rows = [token._asdict() for token in sorted(tokens)]
        text = json.dumps({"format": 1, "tokens": rows}, ensure_ascii=False, indent=1) + "\n"
        # Closed to others before it has content; overwriting it keeps its mode.
        with suppress(FileExistsError):
            os.close(os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        write_durably(self.path, text.encode("utf-8"))


def _hash(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


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
