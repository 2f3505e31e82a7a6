"""Tells what a team's index costs at several sizes: time to make it, size, and milliseconds of an `ask`.

    python -m benchmarks.shared_scale [--passages 10000 100000] [--home 20000] [--questions 100] [--folder DIR] [--plan]

Each size is a made-up vault (made_notes.py: frequencies of words as in a language, seven passages a note) with a schema
of its own in one database, so that a home of --home passages is asked beside all others.  The server is the newest one
found, started here with the settings that it comes with, but that it does not wait for the disk (fsync=off).  A million
passages take some 40 minutes and 20 GB in --folder.  --plan prints how the server carried out the slowest statement.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any, TypeVar
from unittest.mock import patch

import psycopg

from scripts.knowledge_base import KnowledgeBase
from scripts.team import postgres, sharing
from scripts.team.shared_base import open_shared
from scripts.verbs.asking import ask
from tests.team.servers import found_servers, own_server

from .made_notes import Writer, make_notes

PASSAGES_OF_A_NOTE = 7
OVERRIDES = {"embedder": "none"}

T = TypeVar("T")


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.shared_scale", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--passages", type=int, nargs="*", default=[10_000, 100_000])
    parser.add_argument("--home", type=int, default=20_000, help="passages of a home beside the others (20000)")
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--folder", type=Path, help="where all of it lies, and is taken away again (a temporary one)")
    parser.add_argument("--plan", action="store_true")
    options = parser.parse_args(argv)
    name = [*found_servers()][-1]
    with tempfile.TemporaryDirectory(dir=options.folder, ignore_cleanup_errors=True) as scratch:
        # The server's user has to come in.
        os.chmod(scratch, 0o755)
        os.environ["COMMONPLACE_CACHE"] = os.path.join(scratch, "cache")
        with own_server(name, Path(scratch, "server")) as server:
            print(f"PostgreSQL {name}, {options.questions} questions each", flush=True)
            for passages in (*options.passages, options.home):
                vault = Path(scratch, f"vault-{passages}")
                url = new_schema(server.address, f"of_{passages}")
                measure(vault, url, make_notes(vault, passages // PASSAGES_OF_A_NOTE), options)


def measure(vault: Path, url: str, writer: Writer, options: argparse.Namespace) -> None:
    questions = [writer.question() for _ in range(options.questions)]
    with KnowledgeBase.open(vault=vault, overrides=OVERRIDES) as own:
        held, seconds = timed(lambda: own.query(lambda reader: reader.statistics()))
        print(f"{held.passages:,} passages on {held.pages:,} pages", flush=True)
        print(f"  own index made in {seconds:.0f} s, {size_of_own():,.0f} MB in the cache", flush=True)
        _, seconds = timed(lambda: sharing.index(own, database=url))
        print(f"  copied in {seconds:.0f} s, {size_of_schema(url):,.0f} MB", flush=True)
        note = vault / "folder 0" / f"{writer.titles[0]}.md"
        for what, line in (("no edit", ""), ("a line more", "Quillworts.\n"), ("a link more", "See [[Quillwort]].\n")):
            with open(note, "a", encoding="utf-8") as file:
                file.write(line)
            _, looked = timed(lambda: own.query(lambda reader: reader.statistics()))
            _, copied = timed(lambda: sharing.index(own, database=url))
            print(f"  after {what}: own index {looked:.2f} s, copy {copied:.2f} s", flush=True)
        print(f"  SQLite: {asked(own, questions)}", flush=True)
    with open_shared(url, overrides=OVERRIDES) as shared:
        print(f"  PostgreSQL: {asked(shared, questions)}", flush=True)
        if options.plan:
            print(plan_of_slowest(shared, url, questions), flush=True)


def plan_of_slowest(shared: KnowledgeBase, url: str, questions: list[str]) -> str:
    """Return the plan of the statement that took longest, with its times."""
    slowest: tuple[float, str, Any] = (0.0, "", ())
    fetch = postgres.fetch

    def watched(connection: Any, sql: str, values: Any, address: str) -> list[tuple[Any, ...]]:
        nonlocal slowest
        rows, seconds = timed(lambda: fetch(connection, sql, values, address))
        slowest = max(slowest, (seconds, sql, values), key=lambda item: item[0])
        return rows

    with patch.object(postgres, "fetch", watched):
        asked(shared, questions)
    _, sql, values = slowest
    with psycopg.connect(url) as connection:
        rows = connection.execute(f"EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) {sql}".encode(), values).fetchall()
    return "\n".join([f"  slowest statement, with {str(values)[:200]}", *(f"    {row[0]}" for row in rows)])


def timed(work: Callable[[], T]) -> tuple[T, float]:
    start = perf_counter()
    return work(), perf_counter() - start


def asked(kb: KnowledgeBase, questions: list[str]) -> str:
    ask(kb, questions[0])
    times = [timed(lambda question=question: ask(kb, question))[1] for question in questions]  # type: ignore[misc]
    return f"ask p50 {median(times) * 1000:.0f} ms, p95 {quantiles(times, n=20)[-1] * 1000:.0f} ms"


def new_schema(address: str, name: str) -> str:
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    return f"{address}?options=-csearch_path%3D{name}"


def size_of_schema(url: str) -> float:
    sql = "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
    with psycopg.connect(url) as connection:
        row = connection.execute(sql + " AND relkind = 'r'").fetchone()
    return float(row[0]) / 1e6 if row else 0.0


def size_of_own() -> float:
    """Return the megabytes of the newest index in the cache."""
    files = Path(os.environ["COMMONPLACE_CACHE"]).rglob("index.sqlite")
    return max(files, key=lambda file: file.stat().st_mtime).stat().st_size / 1e6


if __name__ == "__main__":
    main()
