"""Who may reach a home over HTTP: bearer tokens, of which a file in the state folder keeps the hashes.

The file lies outside every vault and home: whoever gets a copy of the notes gets no key to them.
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
from hashlib import sha256
from typing import NamedTuple

from ..errors import DataError, UsageError
from ..homes import HomeLocation, open_regular, outside_graph, parse_json
from ..wiki_store.writing import write_durably, write_lock

PREFIX = "cpt_"
"""By which people and scanners of secrets know a token of ours."""
_RANDOM_BYTES = 32
_MOST_BYTES = 1 << 20
_NAME = re.compile(r"[^\W_][\w.@-]{0,63}")
_OF_OTHERS = 0o077
_FORMAT = 1


class AccessToken(NamedTuple):
    """What is kept of a token: it itself is not."""

    name: str
    """Who writes, in the journal."""
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
        """Return the tokens by name; none where there is no file.  Raises DataError for one that cannot be believed."""
        try:
            with open_regular(self.path, _MOST_BYTES) as file:
                self._check(os.fstat(file.fileno()))
                return _parsed(file.read(), self.path)
        except FileNotFoundError:
            return ()
        except OSError as err:
            raise DataError(f"cannot be read: {err.strerror}", path=self.path, hint="mend its permissions") from err

    def find(self, token: str) -> AccessToken | None:
        """Return whose token it is.  Raises what all raises.  Takes as long for any token of a length."""
        given, found = _hash(token), None
        for kept in self.all():
            if hmac.compare_digest(kept.hash, given):
                found = kept
        return found

    def make(self, name: str, *, read_only: bool, now: str, seconds: float) -> str:
        """Make a token and return it: it is shown this once.  Raises UsageError for a name that is taken or is none."""
        if not _NAME.fullmatch(name):
            raise UsageError(f"{name!r} is no name of a token", hint="letters, digits, `.`, `-`, `_` and `@`, up to 64")
        token = PREFIX + secrets.token_urlsafe(_RANDOM_BYTES)
        with write_lock(self.folder, seconds=seconds):
            tokens = self.all()
            if any(kept.name == name for kept in tokens):
                raise UsageError(f"{name} has a token", hint="choose another name, or take that one back by --revoke")
            self._write([*tokens, AccessToken(name, _hash(token), read_only, now)])
        return token

    def revoke(self, name: str, *, seconds: float) -> None:
        """Let nobody in any more with the token of this name.  Raises UsageError if there is none."""
        with write_lock(self.folder, seconds=seconds):
            tokens = self.all()
            left = [kept for kept in tokens if kept.name != name]
            if len(left) == len(tokens):
                raise UsageError(f"no token {name!r}", hint="`commonplace token` lists them")
            self._write(left)

    def _check(self, found: os.stat_result) -> None:
        if sys.platform != "win32" and (found.st_uid != os.getuid() or found.st_mode & _OF_OTHERS):
            what = "it is another user's, or open to others, who could let themselves in"
            raise DataError(what, path=self.path, hint="make it yours, with mode 0600")

    def _write(self, tokens: Sequence[AccessToken]) -> None:
        rows = [token._asdict() for token in sorted(tokens)]
        text = json.dumps({"format": _FORMAT, "tokens": rows}, ensure_ascii=False, indent=1) + "\n"
        # Closed to others before anything stands in it; what is written over it keeps its mode.
        with suppress(FileExistsError):
            os.close(os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        write_durably(self.path, text.encode("utf-8"))


def _hash(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _parsed(data: bytes, path: str) -> tuple[AccessToken, ...]:
    try:
        rows = parse_json(data)["tokens"]
        return tuple(AccessToken(**row) for row in rows)
    except (ValueError, TypeError, KeyError) as err:
        raise DataError(f"no list of tokens ({err})", path=path, hint="delete it and make the tokens again") from err
