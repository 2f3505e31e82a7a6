"""Faithful to the byte: on a small vault of every kind of note, and, with -m long, on real ones.

COMMONPLACE_TEST_VAULTS names real vaults; COMMONPLACE_TEST_EDITS and COMMONPLACE_TEST_RENAMES how many random edits and
renames are made over all of them, COMMONPLACE_TEST_SEED which.  A real vault is read in place and written to in a copy.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.vaults.edits import check_edits
from tests.vaults.figures import Figures, table
from tests.vaults.moves import check_moves
from tests.vaults.noops import check_noops
from tests.vaults.note_edits import check_note_edits
from tests.vaults.notes import copy_vault
from tests.vaults.positions import check_positions, check_resolution
from tests.vaults.small_vault import write_small_vault

# Read here: a fixture takes every setting out of the environment before a test runs.
VAULTS = [name for name in os.environ.get("COMMONPLACE_TEST_VAULTS", "").split(os.pathsep) if name]
EDITS = int(os.environ.get("COMMONPLACE_TEST_EDITS", "10000"))
RENAMES = int(os.environ.get("COMMONPLACE_TEST_RENAMES", "300"))
SEED = int(os.environ.get("COMMONPLACE_TEST_SEED", "1"))
SMALL_EDITS, SMALL_VERB_EDITS, SMALL_RENAMES = 300, 60, 20

real_vaults = pytest.mark.parametrize(
    "name", VAULTS or [""], ids=[os.path.basename(name) for name in VAULTS] or ["none"]
)


@pytest.fixture(scope="module")
def results() -> Iterator[list[Figures]]:
    """What the checks of this module found; the table is printed at the end, `-s` shows it."""
    found: list[Figures] = []
    yield found
    if any(row.vault != "small" for row in found):
        print("\n" + table(sorted(found, key=lambda row: (row.check, row.vault))))


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return write_small_vault(tmp_path / "small")


@pytest.fixture
def no_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    """A vault of a test need not survive a power cut; waiting for the disk is most of what a rename costs."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


@pytest.fixture
def real(name: str) -> Path:
    if not name:
        pytest.skip("COMMONPLACE_TEST_VAULTS names no vault")
    return Path(name)


@pytest.fixture
def copied(real: Path, tmp_path: Path) -> Path:
    return copy_vault(real, tmp_path / real.name)


def _share(total: int, vault: Path) -> int:
    """This vault's part of a total; the first vaults take what does not divide."""
    index = [Path(name) for name in VAULTS].index(vault)
    return total // len(VAULTS) + (index < total % len(VAULTS))


def test_everything_stands_where_it_says(small: Path) -> None:
    found = check_positions(small)
    found.confirm()
    kinds = ("wikilink", "markdown", "property link", "tag", "heading", "block id", "brackets in code, HTML or math")
    assert all(found.counts[kind] >= 5 for kind in kinds), found.counts


def test_every_link_leads_where_the_rules_say_or_is_listed(small: Path, tmp_path: Path) -> None:
    found = check_resolution(small, tmp_path / "state")
    found.confirm()
    assert found.counts["resolved"] > 100
    assert found.counts["unresolved"] > 5


def test_what_changes_nothing_leaves_every_byte(small: Path, tmp_path: Path) -> None:
    found = check_noops(small, tmp_path / "state", Random(SEED), renames=40)
    found.confirm()
    assert found.counts["set"] >= 40
    assert found.counts["renames to the same name"] >= 40


def test_random_edits_change_nothing_else(small: Path) -> None:
    found = check_edits(small, Random(SEED), SMALL_EDITS)
    found.confirm()
    assert found.counts["refused"] < SMALL_EDITS / 3


@pytest.mark.usefixtures("no_sync")
def test_edits_by_the_verb_change_one_place_and_are_undone_to_the_byte(small: Path, tmp_path: Path) -> None:
    found = check_note_edits(small, tmp_path / "state", Random(SEED), SMALL_VERB_EDITS)
    found.confirm()
    refused = sum(count for name, count in found.counts.items() if name.startswith("refused"))
    assert refused < SMALL_VERB_EDITS / 3


@pytest.mark.usefixtures("no_sync")
def test_random_renames_lead_no_link_elsewhere(small: Path, tmp_path: Path) -> None:
    found = check_moves(small, tmp_path / "state", Random(SEED), SMALL_RENAMES)
    found.confirm()
    assert found.counts["links rewritten"] > SMALL_RENAMES


@pytest.mark.long
@real_vaults
def test_real_notes_are_read_right(real: Path, tmp_path: Path, results: list[Figures]) -> None:
    results += (rows := [check_positions(real), check_resolution(real, tmp_path / "state")])
    for row in rows:
        row.confirm()


@pytest.mark.long
@real_vaults
def test_real_notes_keep_every_byte_when_nothing_changes(copied: Path, tmp_path: Path, results: list[Figures]) -> None:
    results.append(found := check_noops(copied, tmp_path / "state", Random(SEED), renames=50))
    found.confirm()


@pytest.mark.long
@real_vaults
def test_random_edits_of_real_notes_change_nothing_else(real: Path, results: list[Figures]) -> None:
    results.append(found := check_edits(real, Random(SEED), _share(EDITS, real)))
    found.confirm()


@pytest.mark.long
@real_vaults
@pytest.mark.usefixtures("no_sync")
def test_edits_of_real_notes_by_the_verb_are_undone_to_the_byte(
    real: Path, copied: Path, tmp_path: Path, results: list[Figures]
) -> None:
    results.append(found := check_note_edits(copied, tmp_path / "state", Random(SEED), _share(EDITS, real)))
    found.confirm()


@pytest.mark.long
@real_vaults
@pytest.mark.usefixtures("no_sync")
def test_random_renames_in_real_vaults_lead_no_link_elsewhere(
    real: Path, copied: Path, tmp_path: Path, results: list[Figures]
) -> None:
    results.append(found := check_moves(copied, tmp_path / "state", Random(SEED), _share(RENAMES, real)))
    found.confirm()
