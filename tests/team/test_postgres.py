"""PostgreSQL keeps the port's contract, and holds what this machine's index of the vault holds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from scripts.team.postgres_copy import VaultFiles, copy_index
from scripts.team.postgres_reader import PostgresReader, connect
from tests.index_store.contract import SEEDS, Contract, Pair
from tests.index_store.tables import random_tables, reader_of
from tests.team.servers import new_schema

NO_FILES = VaultFiles(read=lambda _: (b"", ""), excluded=(), now="2026-01-01T00:00:00Z")


@cache
def copied(server: str, seed: int) -> str:
    """Return the address of a copy of the random tables of a seed."""
    url = new_schema(server)
    source = reader_of(random_tables(Random(seed), pages=seed * 6))
    copy_index(source._connection, url, NO_FILES, lambda *_: None)
    source._connection.close()
    return url


class OnPostgres(Contract):
    """The contract over what was copied from SQLite into a schema of a server."""

    __test__ = False
    server: str

    @pytest.fixture(params=SEEDS)
    def pair(self, request: pytest.FixtureRequest) -> Iterator[Pair]:
        tables = random_tables(Random(request.param), pages=int(request.param) * 6)
        url = copied(self.server, request.param)
        connection = connect(url, read_only=True)
        yield PostgresReader(connection, url), reader_of(tables), tables
        connection.close()


class TestPostgres15(OnPostgres):
    __test__ = True
    server = "debian-15"


class TestPostgres18(OnPostgres):
    __test__ = True
    server = "embedded"
