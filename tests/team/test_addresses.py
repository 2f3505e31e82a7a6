"""The address of a team's index is shown without its password, also where it is written wrongly."""

from __future__ import annotations

import pytest

from scripts.settings import masked
from tests.running import run

WITH_PASSWORD = (
    "postgresql://ada:hunter2@127.0.0.1:1/db",
    "postgresql://ada@127.0.0.1:1/db password=hunter2",
    "postgresql://ada:hunter2#@127.0.0.1:1/db",
    "postgresql://ada:hunter2?@127.0.0.1:1/db",
    "postgresql://ada:hunter2/x@127.0.0.1:1/db",
    "postgresql://ada:x@hunter2@127.0.0.1:1/db",
    "postgresql://ada:x@hunter2?y@127.0.0.1:1/db",
    "postgresql://ada:hunter2%zz@127.0.0.1:1/db",
    "postgresql://ada:hunter2/db",
    "postgresql://127.0.0.1:1/db?password=hunter2",
    "postgresql://127.0.0.1:1/db?password=hunter2%zz",
    "postgresql://127.0.0.1:1/db?password=x@hunter2",
)


@pytest.mark.parametrize("address", WITH_PASSWORD)
def test_no_part_of_a_password_is_shown_whatever_signs_it_has(address: str) -> None:
    pytest.importorskip("psycopg")
    assert "hunter2" not in masked(address)
    ran = run("status", "--index", address)
    assert ran.code in (2, 3)
    assert "hunter2" not in ran.out + ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://ada:pw#@db.example.com/team", "postgresql://ada"),
        ("postgres://db.example.com", "postgres://db.example.com"),
        ("postgresql://ada:pw@db.example.com/team", "postgresql://db.example.com/team"),
        ("postgresql://ada@[::1]:5432,other:5433/team?sslmode=require", "postgresql://::1/team"),
    ],
)
def test_what_is_no_password_in_an_address_is_shown(address: str, shown: str) -> None:
    assert masked(address) == shown


def test_the_settings_in_force_are_printed_without_the_password_of_the_index() -> None:
    ran = run("status", "--settings", COMMONPLACE_INDEX="postgresql://ada:hunter2@127.0.0.1:1/db")
    assert "INDEX = postgresql://127.0.0.1/db" in ran.out
    assert "hunter2" not in ran.out + ran.err
