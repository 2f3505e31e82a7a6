"""PostgreSQL keeps the port's contract: it answers what this machine's index of the vault answers."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from scripts.team.postgres import PostgresReader, connect
from scripts.team.postgres_copy import VaultFiles, copy_index
from tests.index_store.contract import SEEDS, answers, random_index
from tests.team.servers import new_schema

NO_FILES = VaultFiles(read=lambda _: (b"", ""), excluded=(), now="2026-01-01T00:00:00Z")


@pytest.mark.parametrize("server", ["debian-15", "embedded"])
@pytest.mark.parametrize("seed", SEEDS)
def test_both_engines_have_equal_answers(seed: int, server: str, tmp_path: Path) -> None:
    url = new_schema(server)
    with random_index(tmp_path, seed) as index:
        hashes = dict(index.copy_tables(lambda db: db.execute("SELECT path, hash FROM files").fetchall()))
        files = NO_FILES._replace(read=lambda path: (b"", hashes[path]))
        index.copy_tables(lambda tables: copy_index(tables, url, files, lambda *_: None))
        index.refresh()
        with closing(connect(url, read_only=True)) as connection:
            found, expected = answers(PostgresReader(connection, url)), answers(index.reader)
    assert found.keys() == expected.keys()
    assert [kind for kind in expected if found[kind] != expected[kind]] == []
