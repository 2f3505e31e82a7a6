"""An index brought up to date: equal to one made from nothing, safe from others, and cheap where nothing changed."""

from __future__ import annotations

import tempfile
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

from scripts.index_store.refresh import open_index

from .vaults import PATHS, dump, pages, vaults, write_vault

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    (tmp_path / "vault").mkdir()
    return tmp_path / "vault"


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {"COMMONPLACE_CACHE": str(tmp_path / "cache")}


def fresh_dump(vault: Path, folder: str) -> dict[str, list[tuple[object, ...]]]:
    environ = {"COMMONPLACE_CACHE": tempfile.mkdtemp(dir=folder)}
    with open_index(str(vault), environ=environ) as index:
        return dump(index.path)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(vaults, min_size=2, max_size=4))
def test_after_any_changes_the_index_equals_one_made_from_nothing(states: list[dict[str, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        vault, before = Path(folder, "vault"), dict[str, str]()
        vault.mkdir()
        with open_index(str(vault), environ={"COMMONPLACE_CACHE": folder}) as index:
            for files in states:
                write_vault(vault, files, before)
                before = files
                index.rank_pages()
                assert dump(index.path) == fresh_dump(vault, folder)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.fixed_dictionaries(dict.fromkeys(PATHS[:9], pages)), st.lists(st.tuples(st.sampled_from(PATHS), pages)))
def test_after_single_edits_the_index_equals_one_made_from_nothing(
    start: dict[str, str], edits: list[tuple[str, str]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        vault = Path(folder, "vault")
        vault.mkdir()
        write_vault(vault, start, {})
        before = dict(start)
        with open_index(str(vault), environ={"COMMONPLACE_CACHE": folder}) as index:
            for path, text in edits:
                # The same path twice takes the page away.
                files = {**before, path: text} if path not in before else {**before}
                if path in before:
                    del files[path]
                write_vault(vault, files, before)
                before = files
                index.refresh()
            index.rank_pages()
            assert dump(index.path) == fresh_dump(vault, folder)
