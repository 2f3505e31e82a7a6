"""The port over PostgreSQL: a team's index, for readers anywhere without a copy of the vault.

It only reads; postgres_copy.py writes.  Psycopg is imported late: one person's vault needs none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import DataError, IndexUnavailableError, UsageError
from ..index_store.database import PAGE_WEIGHTS, PLACE_BITS, SCHEMA_VERSION, encode_term, encode_words
from ..index_store.port import IndexDamagedError, Level
from ..index_store.reader import SqlReader
from ..model import Hit
from ..settings import SCHEMES, UNSHOWN, masked

if TYPE_CHECKING:
    import psycopg

POSTGRES_VERSION = f"{SCHEMA_VERSION}.1"
"""Version of these tables, after that of the local index.  `index` drops and makes again those of another version."""

STATEMENT_SECONDS = 30
"""After these the server gives a statement up: a question takes tenths of one."""

LOCK_SECONDS = 30
"""So long a copy waits for readers of the tables that it makes again."""

CONNECT_SECONDS = 10

SILENT_SECONDS = 60
"""After these a server that cannot be reached any more is given up."""

COLUMNS = {
    "page": ("title", "aliases", "headings", "place", "description", "body", "links"),
    "section": ("title", "heading", "above", "text"),
    "passage": ("title", "heading", "text"),
}
"""The columns of the words tables."""

WEIGHTS = {"page": PAGE_WEIGHTS, "section": (1.0,) * 4, "passage": (1.0,) * 3}

_MOST_KEY_BYTES, _KEPT = 2000, 400
"""Bytes of a text in an index, of which PostgreSQL takes 2,704, and characters that are kept of a longer one."""


class IndexState(NamedTuple):
    """The state of a team's index that an answer was made from."""

    revision: str
    """The same for the same vault."""
    made: str
    """When it was last compared with the vault: UTC, `YYYY-MM-DDTHH:MM:SSZ`."""
    age_seconds: int = 0
    """The time since then."""

    def __str__(self) -> str:
        minutes, hours = self.age_seconds // 60, self.age_seconds // 3600
        age = f"{minutes} min" if minutes < 120 else f"{hours} h" if hours < 48 else f"{hours // 24} days"
        return f"from revision {self.revision} of the vault, as it was {age} ago ({self.made})"


@cache
def statements() -> dict[str, str]:
    """Return the statements of postgres.sql by name, without their comments."""
    text = (files(__package__) / "postgres.sql").read_text(encoding="utf-8")
    found = {}
    for part in text.split("-- name: ")[1:]:
        name, _, body = part.partition("\n")
        found[name.strip()] = "\n".join(line for line in body.splitlines() if not line.startswith("--")).strip()
    return found


def storable(value: Any) -> Any:
    """Return a value that an index of PostgreSQL can hold: a text without null characters, and not too long.

    A long text is replaced by its beginning and its hash.
    """
    if not isinstance(value, str):
        return value
    text = value.replace("\0", "\ufffd")
    data = text.encode("utf-8", "replace")
    if len(data) <= _MOST_KEY_BYTES:
        return text
    return f"{text[:_KEPT]}… {blake2b(data, digest_size=16).hexdigest()}"


def connect(url: str, *, read_only: bool) -> psycopg.Connection[Any]:
    """Open a connection.  Raises IndexUnavailableError, and UsageError where psycopg is not installed."""
    try:
        import psycopg
        from psycopg.conninfo import conninfo_to_dict
    except ImportError as err:
        message = "PostgreSQL is spoken by a package that is not installed"
        raise UsageError(message, hint="install the extra `team`") from err
    if not url.startswith(SCHEMES):
        raise UsageError(f"{masked(url)} names no index", hint="e.g. postgresql://user@host/database")
    try:
        conninfo_to_dict(url)
    except (psycopg.ProgrammingError, UnicodeEncodeError):
        # Its message quotes what it could not read, a password as a rule: it goes into no chain of errors either.
        message = f"{masked(url)} is written wrongly"
        raise UsageError(message, hint="write signs such as % / @ in a password as %25 %2F %40") from None
    with database_errors(url):
        connection = psycopg.connect(
            url,
            connect_timeout=CONNECT_SECONDS,
            keepalives_idle=SILENT_SECONDS // 2,
            keepalives_interval=SILENT_SECONDS // 6,
            keepalives_count=3,
            tcp_user_timeout=SILENT_SECONDS * 1000,
        )
        encoding = connection.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            connection.close()
            text = f"the database is kept in {encoding}, which has not all signs"
            raise DataError(text, path=masked(url), hint="make one by `createdb --encoding UTF8 --template template0`")
        # With the server's 4 MB the hits of a common word in a million passages are sorted on its disk.
        reading = f"SET statement_timeout = '{STATEMENT_SECONDS}s'; SET work_mem = '16MB'"
        try:
            connection.execute(statements()["stay"])
            connection.execute(reading if read_only else f"SET lock_timeout = '{LOCK_SECONDS}s'")
            connection.commit()
        except BaseException:
            connection.close()
            raise
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = read_only
    return connection


@contextmanager
def database_errors(url: str) -> Iterator[None]:
    """Turn the errors of psycopg into errors of ours."""
    import psycopg

    try:
        yield
    except psycopg.errors.UndefinedTable as err:
        raise no_index(url) from err
    except psycopg.errors.InsufficientPrivilege as err:
        raise DataError(
            f"the database refuses: {_error_text(err, url)}", path=masked(url), hint="see `index --print-roles`"
        ) from err
    except (psycopg.OperationalError, psycopg.InterfaceError) as err:
        message = f"the database cannot be reached, has no room, or gave up: {_error_text(err, url)}"
        raise IndexUnavailableError(message, path=masked(url)) from err
    except psycopg.Error as err:
        raise DataError(f"the database refuses: {_error_text(err, url)}", path=masked(url)) from err


def _error_text(error: Exception, url: str) -> str:
    text = " ".join(str(error).split())
    if masked(url) == UNSHOWN:
        # The host that libpq quotes there may be a part of the password.
        text = re.sub(r"""(["']).*\1""", '"…"', text)
    return text[:300]


def no_index(url: str) -> DataError:
    """Return the error for a database without an index of this version."""
    hint = "run `commonplace index --index URL` beside the vault"
    return DataError("there is no index of this version in the database", path=masked(url), hint=hint)


class PostgresReader(SqlReader):
    """One consistent state of an index in PostgreSQL: that of the connection's transaction."""

    def __init__(self, connection: psycopg.Connection[Any], url: str = "") -> None:
        super().__init__()
        self._connection, self._url = connection, url
        self._levels: dict[str, tuple[int, int]] = {}

    def _find(self, level: Level, terms: Sequence[str], *, limit: int, pages: Sequence[int] | None) -> list[Hit]:
        name = level[:-1]
        if name not in self._levels:
            self._levels[name] = self._count_level(name)
        documents, words = self._levels[name]
        split = {encode_words(term.split()): [encode_term(word) for word in term.split()] for term in terms}
        single = {text: place for place, (text, parts) in enumerate(split.items()) if len(parts) == 1}
        phrases = [(place, parts) for place, parts in enumerate(split.values()) if len(parts) > 1]
        if not (single or phrases) or not words:
            return []
        values: dict[str, Any] = {"terms": [*single], "places": [*single.values()], "limit": limit}
        values |= {"n": documents, "average": words / documents}
        values["pages"] = None if pages is None else [page for page in pages if 0 <= page < 1 << 62]
        values["shift"] = 0 if level == "pages" else PLACE_BITS
        hits = "".join(f"\n    UNION ALL {_phrase_sql(name, place)}" for place, _ in phrases)
        for place, parts in phrases:
            values |= _phrase_values(place, parts)
        sql = statements()["search"].replace("{level}", name).replace("{phrases}", hits)
        return [Hit(*row) for row in self._fetch(sql, values)]

    def _phrase_count(self, words: Sequence[str]) -> int:
        parts = [encode_term(word) for word in words]
        sql = f"SELECT count(*) FROM ({_phrase_sql('section', 0)}) AS p"
        return int(self._fetch(sql, _phrase_values(0, parts))[0][0])

    def _table(self, values: Sequence[Any]) -> tuple[str, Any]:
        of_type = "text" if isinstance(values[0], str) else "bigint"
        return f"(SELECT unnest(?::{of_type}[]) AS value)", [storable(value) for value in values]

    def _run(self, sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
        values = [storable(value) for value in parameters]
        return fetch(self._connection, sql.replace("{terms}", "terms").replace("?", "%s"), values, self._url)

    def _fetch(self, sql: str, values: dict[str, Any]) -> list[tuple[Any, ...]]:
        return fetch(self._connection, sql, values, self._url)

    def _count_level(self, name: str) -> tuple[int, int]:
        """Return the number of rows of a level, and of words in them."""
        rows = self._fetch(statements()["level"], {"level": name})
        if not rows:
            raise IndexDamagedError(f"nobody counted its {name}s")
        return rows[0][0], rows[0][1]


def fetch(connection: psycopg.Connection[Any], sql: str, values: Any, url: str) -> list[tuple[Any, ...]]:
    """Return the rows of a statement.  Raises what database_errors raises, and IndexDamagedError."""
    try:
        with database_errors(url):
            return connection.execute(sql, values).fetchall()
    except (ValueError, RecursionError) as err:
        # psycopg cannot convert a value of a column with a foreign type.
        raise IndexDamagedError("a row has values that cannot be read") from err


def _phrase_sql(level: str, number: int) -> str:
    """Return the statement for the hits of a phrase, with numbered values."""
    counts = zip(COLUMNS[level], WEIGHTS[level])
    pattern = f"%(pattern_{number})s::text"
    frequency = " + ".join(
        f"{weight}::float8 * regexp_count(' ' || w.{name} || ' ', {pattern})" for name, weight in counts
    )
    sql = statements()["phrase"].replace("{frequency}", f"({frequency})").replace("{level}", level)
    return sql.replace("{number}", str(number))


def _phrase_values(number: int, words: Sequence[str]) -> dict[str, Any]:
    """Return the values of a phrase of encoded words."""
    # An encoded word has letters, digits and underscores of ASCII, and characters that mean nothing in a pattern.
    pattern = f" {re.escape(words[0])}(?= {' '.join(map(re.escape, words[1:]))} )"
    found = {"place": number, "words": sorted(set(words)), "pattern": pattern}
    return {f"{name}_{number}": value for name, value in found.items()}
