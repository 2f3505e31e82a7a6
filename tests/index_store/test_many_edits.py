"""Whatever is edited, the indexes that were brought up to date hold the rows of those that are made again.

All, in a copy of the first vault named: COMMONPLACE_TEST_VAULTS=/path/to/vault COMMONPLACE_TEST_EDITS=10000
python -m pytest -q -s -m long tests/index_store/test_many_edits.py
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import mkdtemp

import pytest

from tests.running import done
from tests.team.servers import drop_schema, new_schema, rows_of

from .random_edits import Editor, random_vault
from .vaults import dump

SERVERS = ("debian-15", "embedded")
VAULTS = [name for name in os.environ.get("COMMONPLACE_TEST_VAULTS", "").split(os.pathsep) if name]
EDITS = int(os.environ.get("COMMONPLACE_TEST_EDITS", "10000"))
SEED = int(os.environ.get("COMMONPLACE_TEST_SEED", "1"))
BATCH = 100


def check_edits(vault: Path, *, edits: int, batch: int, seed: int, servers: tuple[str, ...] = SERVERS) -> None:
    """Edit a vault at random; after each batch compare what was brought up to date with what is made again."""
    random = Random(seed)
    editor = Editor(vault, random)
    with cache() as kept:
        urls = [new_schema(server) for server in servers]
        for number in range(0, edits, batch):
            for _ in range(min(batch, edits - number)):
                editor.edit()
            for url in urls:
                share(vault, url, kept)
            with cache() as empty:
                fresh = [new_schema(server) for server in servers]
                for url in fresh:
                    share(vault, url, empty)
                place = f"seed {seed}, after edit {number + batch}"
                assert dump(index_in(kept)) == dump(index_in(empty)), place
                for url, again in zip(urls, fresh):
                    assert rows_of(url) == rows_of(again), place
                    drop_schema(again)
            print(f"{number + batch} edits: equal", flush=True)


@contextmanager
def cache() -> Iterator[Path]:
    folder = Path(mkdtemp())
    yield folder
    shutil.rmtree(folder)


def share(vault: Path, url: str, folder: Path) -> None:
    done("index", "--vault", vault, "--index", url, COMMONPLACE_CACHE=str(folder), COMMONPLACE_EMBEDDER="none")


def index_in(folder: Path) -> Path:
    (path,) = folder.rglob("index.sqlite")
    return path


def test_after_random_edits_both_indexes_equal_those_that_are_made_again(tmp_path: Path) -> None:
    random_vault(tmp_path / "vault", Random(SEED))
    check_edits(tmp_path / "vault", edits=60, batch=15, seed=SEED, servers=SERVERS[:1])


@pytest.mark.long
def test_after_each_batch_of_many_edits_both_indexes_equal_those_that_are_made_again(tmp_path: Path) -> None:
    if not VAULTS:
        pytest.skip("COMMONPLACE_TEST_VAULTS names no vault")
    shutil.copytree(VAULTS[0], tmp_path / "vault")
    check_edits(tmp_path / "vault", edits=EDITS, batch=BATCH, seed=SEED)
