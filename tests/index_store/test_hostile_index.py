"""An index that somebody crafted, or that a disk damaged: noticed, dropped and made again, never a crash.

What cannot be noticed is a value that is as good as the one it replaced: such an index is believed, and answers.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scripts.index_store.database import open_database
from scripts.index_store.schema import SCHEMA_VERSION, TABLES

from .spoiled import DAMAGED, Bed, Case, make_bed

MARSHAL = b"{\xa9\x01r\0\0\0\0N0"
"""Ten bytes that once killed the interpreter."""

VALUES: tuple[Any, ...] = (
    None,
    MARSHAL,
    b"",
    b"\xff\xfe" * 300,
    "",
    "text",
    "text\0text\x1b[31m",
    "[" * 5_000,
    '["\\ud800", 1]',
    '{"a": NaN}',
    "[]",
    -1,
    0,
    1 << 62,
    -(1 << 63),
    0.5,
    float("inf"),
    "9" * 5000,
)


@pytest.fixture(scope="module")
def bed(tmp_path_factory: pytest.TempPathFactory) -> Bed:
    return make_bed(tmp_path_factory.mktemp("hostile"))


@pytest.fixture
def make(bed: Bed, tmp_path: Path) -> Callable[[], Case]:
    """Give a fresh case at each call."""
    count = iter(range(1_000_000))

    def made() -> Case:
        shutil.rmtree(tmp_path, ignore_errors=True)
        return bed.spoil(tmp_path / str(next(count)))

    return made


@pytest.fixture
def case(make: Callable[[], Case]) -> Case:
    return make()


def test_a_sound_index_is_believed(case: Case) -> None:
    assert case.ask() == (case.bed.answer, [])


def test_hostile_values_in_every_column(bed: Bed, make: Callable[[], Case]) -> None:
    random = Random(29)
    for table, column in bed.columns:
        for value in random.sample(VALUES, 1):
            case = make()
            if case.run(f'UPDATE "{table}" SET "{column}" = ?', (value,)):
                case.check_harmless()


@pytest.mark.long
def test_every_hostile_value_in_every_column(bed: Bed, make: Callable[[], Case]) -> None:
    for table, column in bed.columns:
        for value in VALUES:
            for rows in ("", f' WHERE "{column}" = (SELECT max("{column}") FROM "{table}")'):
                case = make()
                if case.run(f'UPDATE "{table}" SET "{column}" = ?{rows}', (value,)):
                    case.check_harmless()


@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("pages", "aliases"),
        ("pages", "properties"),
        ("pages", "title"),
        ("sections", "above"),
        ("passages", "text"),
        ("claims", "confidence"),
        ("links", "link"),
        ("names", "text"),
        ("mentions", "role"),
        ("edges", "relation"),
        ("section_words_content", "c3"),
    ],
)
def test_a_blob_where_text_belongs_is_noticed_and_the_index_made_again(case: Case, table: str, column: str) -> None:
    assert case.run(f"UPDATE {table} SET {column} = ?", (MARSHAL,))
    case.check_rebuilt()


@pytest.mark.parametrize("value", [MARSHAL, MARSHAL.decode("latin-1"), "", "null", "{}", '{"pages": "many"}'])
def test_what_was_marshal_in_the_table_meta_is_no_program_any_more(case: Case, value: object) -> None:
    assert case.run("UPDATE meta SET value = ?", (value,))
    found, lines = case.ask()
    assert lines in ([], [DAMAGED])
    assert found == case.bed.answer


@pytest.mark.parametrize("table", ["pages", "sections", "passages", "claims", "names", "links", "files", "meta"])
def test_rows_that_are_gone_lead_to_no_crash(case: Case, table: str) -> None:
    assert case.run(f"DELETE FROM {table}")
    case.check_harmless()


def test_changed_bytes(make: Callable[[], Case]) -> None:
    change_bytes(make, Random(7), 60)


@pytest.mark.long
def test_thousands_of_changed_bytes(make: Callable[[], Case]) -> None:
    change_bytes(make, Random(8), int(os.environ.get("COMMONPLACE_TEST_MUTATIONS", "4000")))


def change_bytes(make: Callable[[], Case], random: Random, times: int) -> None:
    for _ in range(times):
        case = make()
        spoiled = bytearray(case.bed.index)
        # Half of them in the first page, where the schema and the header stand.
        most = random.choice((4096, len(spoiled)))
        for _ in range(random.choice((1, 1, 1, 16, 200))):
            spoiled[random.randrange(most)] = random.randrange(256)
        case.path.write_bytes(spoiled)
        case.check_harmless()


def test_an_index_that_sqlite_would_only_read_is_made_again(case: Case) -> None:
    spoiled = bytearray(case.bed.index)
    spoiled[18] = 7
    case.path.write_bytes(spoiled)
    case.check_rebuilt()


@pytest.mark.parametrize("share", [0.0, 0.001, 0.1, 0.5])
def test_a_truncated_file_is_made_again(case: Case, share: float) -> None:
    case.path.write_bytes(case.bed.index[: int(len(case.bed.index) * share)])
    case.check_rebuilt()


@pytest.mark.parametrize("content", [b"no database at all", b"SQLite format 3\0" + b"\xff" * 5000, b"\0" * 9999])
def test_what_is_no_database_is_made_again(case: Case, content: bytes) -> None:
    case.path.write_bytes(content)
    case.check_rebuilt()


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE more (value)",
        "CREATE TRIGGER t AFTER INSERT ON meta BEGIN DELETE FROM pages; END",
        "CREATE VIEW v AS SELECT 1",
        "CREATE INDEX i ON pages (title)",
        "ALTER TABLE pages ADD COLUMN endless GENERATED ALWAYS AS (zeroblob(900000000))",
        "DROP TABLE names",
        "DROP INDEX pages_by_node",
    ],
)
def test_another_schema_is_made_again(case: Case, statement: str) -> None:
    assert case.run(statement)
    case.check_rebuilt()


def test_an_index_of_another_version_is_made_again_without_a_word(case: Case) -> None:
    assert case.run("PRAGMA user_version = 999")
    assert case.ask() == (case.bed.answer, [])


def test_tables_that_are_endless_views_are_never_read(case: Case) -> None:
    case.path.unlink()
    connection = sqlite3.connect(case.path, isolation_level=None)
    for statement in TABLES:
        connection.execute(statement)
    connection.execute("DROP TABLE pages")
    endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id, '' AS path FROM n"
    connection.execute(f"CREATE VIEW pages AS {endless}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    # As a hand would write it that knows how the type is compared.
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute("UPDATE sqlite_master SET type = 'VIEW' WHERE name = 'pages'")
    connection.close()
    case.check_rebuilt()


@pytest.mark.skipif(sys.version_info < (3, 12), reason="SQLite cannot be told from this Python")
@pytest.mark.parametrize("statement", ["UPDATE sqlite_master SET sql = ''", "DELETE FROM page_words_data"])
def test_no_statement_writes_what_sqlite_keeps_for_itself(case: Case, statement: str) -> None:
    connection = open_database(str(case.path))
    connection.execute("PRAGMA writable_schema = ON")
    with pytest.raises(sqlite3.OperationalError, match="may not be modified"):
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize("suffix", ["-journal", "-wal", "-shm"])
@pytest.mark.parametrize("content", [b"", b"\xff" * 4096, b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"\0\0\0\x01" * 200])
def test_a_strange_file_beside_the_index_is_no_harm(case: Case, suffix: str, content: bytes) -> None:
    Path(f"{case.path}{suffix}").write_bytes(content)
    case.check_harmless()


def test_a_pipe_in_its_place_is_replaced(case: Case) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes on this system")
    case.path.unlink()
    os.mkfifo(case.path)
    found, lines = case.ask()
    assert found == case.bed.answer
    assert len(lines) <= 1
    assert case.ask() == (case.bed.answer, [])


def test_a_folder_in_its_place_costs_a_line_and_the_answer_is_right(case: Case) -> None:
    case.path.unlink()
    case.path.mkdir()
    (case.path / "file").write_text("mine", encoding="utf-8")
    found, lines = case.ask()
    assert found == case.bed.answer
    assert len(lines) == 1
    assert (case.path / "file").read_text(encoding="utf-8") == "mine"


def test_a_link_in_its_place_is_replaced_and_what_it_led_to_stays(case: Case, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious" * 999)
    case.path.unlink()
    case.path.symlink_to(victim)
    case.check_rebuilt()
    assert victim.read_bytes() == b"precious" * 999
    assert not case.path.is_symlink()
