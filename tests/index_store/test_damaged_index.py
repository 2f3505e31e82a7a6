"""An index that a disk or a program damaged: noticed, dropped and made again.

What cannot be noticed is a value that is as good as the one it replaced: such an index is believed, and answers.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from .spoiled import Bed, Case, make_bed


@pytest.fixture(scope="module")
def bed(tmp_path_factory: pytest.TempPathFactory) -> Bed:
    return make_bed(tmp_path_factory.mktemp("hostile"))


@pytest.fixture
def case(bed: Bed, tmp_path: Path) -> Case:
    return bed.spoil(tmp_path)


def test_a_sound_index_is_believed(case: Case) -> None:
    assert case.ask() == (case.bed.answer, [])


@pytest.mark.parametrize(
    "assignment",
    ["pages SET title = x'ff00'", "links SET link = x'00'", "claims SET confidence = 7", "mentions SET role = 'hero'"],
)
def test_a_value_that_is_not_of_its_column_is_not_taken(case: Case, assignment: str) -> None:
    assert not case.run(f"UPDATE {assignment}")


@pytest.mark.parametrize("assignment", ["pages SET aliases = '['", "sections SET above = ''"])
def test_text_that_is_no_json_is_noticed_and_the_index_made_again(case: Case, assignment: str) -> None:
    assert case.run(f"UPDATE {assignment}")
    case.check_rebuilt()


@pytest.mark.parametrize("table", ["pages", "sections", "passages", "claims", "names", "links", "files", "meta"])
def test_rows_that_are_gone_lead_to_no_crash(case: Case, table: str) -> None:
    assert case.run(f"DELETE FROM {table}")
    case.check_harmless()


@pytest.mark.parametrize("share", [0.001, 0.1, 0.5])
def test_a_truncated_file_is_made_again(case: Case, share: float) -> None:
    case.path.write_bytes(case.bed.index[: int(len(case.bed.index) * share)])
    case.check_rebuilt()


@pytest.mark.parametrize("content", [b"no database at all", b"SQLite format 3\0" + b"\xff" * 5000, b"\0" * 9999])
def test_what_is_no_database_is_made_again(case: Case, content: bytes) -> None:
    case.path.write_bytes(content)
    case.check_rebuilt()


def test_an_index_of_another_version_is_made_again_without_a_word(case: Case) -> None:
    assert case.run("PRAGMA user_version = 999")
    assert case.ask() == (case.bed.answer, [])


@pytest.mark.parametrize("suffix", ["-journal", "-wal", "-shm"])
@pytest.mark.parametrize("content", [b"", b"\xff" * 4096, b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"\0\0\0\x01" * 200])
def test_a_strange_file_beside_the_index_is_no_harm(case: Case, suffix: str, content: bytes) -> None:
    Path(f"{case.path}{suffix}").write_bytes(content)
    case.check_harmless()


def test_a_link_in_its_place_is_replaced_and_what_it_led_to_stays(case: Case, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious" * 999)
    case.path.unlink()
    case.path.symlink_to(victim)
    case.check_rebuilt()
    assert victim.read_bytes() == b"precious" * 999
    assert not case.path.is_symlink()
