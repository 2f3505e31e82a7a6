"""What may happen to a team's database, and to who copies an index to it: a clear line, no wrong answer, equal rows.

The whole, with 200 kills and a cut in each statement, takes half an hour:
python -m pytest -q -s -m long tests/team/test_database_faults.py
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from threading import Thread

import pytest

from scripts.errors import CommonplaceError, DataError, IndexUnavailableError
from scripts.knowledge_base import KnowledgeBase
from scripts.team import sharing
from scripts.team.shared_base import open_shared
from scripts.verbs.asking import ask
from tests.index_store.vaults import PATHS, edit, random_files, write_vault
from tests.running import ROOT, environment

from .servers import address_of, new_schema, own_server, programs_of, rows_of

SERVER = "debian-15"
SERVERS = (SERVER, "embedded")
QUESTION = "what causes the crash?"
COMMAND = (sys.executable, "-m", "scripts.cli", "index")


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMMONPLACE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("COMMONPLACE_EMBEDDER", "none")
    (tmp_path / "vault").mkdir()
    write_vault(tmp_path / "vault", random_files(Random(1), len(PATHS)), {})
    return tmp_path / "vault"


def share(vault: Path, url: str) -> None:
    with KnowledgeBase.open(vault=vault) as kb:
        sharing.index(kb, database=url)


def made_again(vault: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[tuple[object, ...]]]:
    """Return the rows of an index that nobody disturbed, from a cache of its own."""
    url = new_schema(SERVER)
    with monkeypatch.context() as patch:
        patch.setenv("COMMONPLACE_CACHE", mkdtemp())
        share(vault, url)
    return rows_of(url)


def check_kills(vault: Path, monkeypatch: pytest.MonkeyPatch, *, kills: int, seed: int) -> None:
    """Kill the indexer at random moments, of a first copy and of later ones, and let it end after every few."""
    random, url, done = Random(seed), new_schema(SERVER), 0
    started = time.monotonic()
    index(vault, url).wait()
    seconds = time.monotonic() - started
    complete = {revision_of(url)}
    while done < kills:
        if done % 10 == 5:
            url, complete = new_schema(SERVER), set()
            monkeypatch.setenv("COMMONPLACE_CACHE", mkdtemp())
        for _ in range(random.randint(0, 5)):
            edit(vault, random)
        process = index(vault, url)
        with suppress(subprocess.TimeoutExpired):
            process.wait(random.uniform(0.2, 1.2) * seconds)
        process.send_signal(signal.SIGKILL)
        done += process.wait() == -signal.SIGKILL
        # Between two copies that ended nobody reads anything but a state that was complete.
        revision = revision_of(url)
        complete |= {revision} if process.returncode == 0 else set()
        may_have_ended = process.returncode == -signal.SIGKILL and revision not in complete
        if may_have_ended or done % 5 == 0:
            assert end(vault, url) == made_again(vault, monkeypatch), f"seed {seed}, after kill {done}"
            complete.add(revision_of(url))
        print(f"{done} kills", flush=True)


def index(vault: Path, url: str) -> subprocess.Popen[bytes]:
    """Start the indexer in a process of its own."""
    words = [*COMMAND, "--quiet", "--vault", str(vault), "--index", url]
    more = {name: os.environ[name] for name in ("COMMONPLACE_CACHE", "COMMONPLACE_EMBEDDER")}
    return subprocess.Popen(words, cwd=ROOT, env=environment(**more), stdout=subprocess.DEVNULL)


def end(vault: Path, url: str) -> dict[str, list[tuple[object, ...]]]:
    """Let the indexer end; the server may not know yet that the one before is gone."""
    for _ in range(100):
        if index(vault, url).wait() == 0:
            return rows_of(url)
        time.sleep(0.1)
    raise AssertionError("the indexer does not end")


def revision_of(url: str) -> str:
    """Return the revision of the index that is there; "" for none that is complete."""
    with open_shared(url) as kb:
        try:
            kb.query(lambda _: None)
            return kb.index_state().revision
        except CommonplaceError:
            return ""


def test_an_indexer_that_is_killed_goes_on_and_ends_with_the_rows_of_one_that_was_not(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_kills(vault, monkeypatch, kills=2, seed=1)


@pytest.mark.long
def test_an_indexer_that_is_killed_at_many_moments_ends_with_the_rows_of_one_that_was_not(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_kills(vault, monkeypatch, kills=int(os.environ.get("COMMONPLACE_TEST_KILLS", "200")), seed=2)


class Proxy:
    """Stands between who asks and a server, and cuts the connection at what is sent as the nth."""

    def __init__(self, port: int) -> None:
        self._target, self.sent, self.cut_at, self.passes_last_on = port, 0, 0, False
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        Thread(target=self._accept, daemon=True).start()

    def cut(self, at: int, *, passes_last_on: bool = False) -> None:
        """Cut at what is sent as the nth from now on; 0: never.  passes_last_on: only the reply is lost."""
        self.sent, self.cut_at, self.passes_last_on = 0, at, passes_last_on

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        with self._listening, suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, socket.create_connection(("127.0.0.1", self._target)) as server, suppress(OSError):
            while True:
                for one in select.select([client, server], [], [])[0]:
                    data = one.recv(1 << 16)
                    self.sent += one is client
                    is_cut = one is client and self.sent == self.cut_at
                    if data and (not is_cut or self.passes_last_on):
                        (server if one is client else client).sendall(data)
                    if is_cut or not data:
                        # Time for the server to do what it was sent.
                        time.sleep(0.05)
                        return


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    found = Proxy(int(address_of(SERVER).rpartition(":")[2].partition("/")[0]))
    yield found
    found.close()


def through(proxy: Proxy, url: str) -> str:
    return url.replace(address_of(SERVER), f"postgresql://tester@127.0.0.1:{proxy.port}/postgres")


def check_cuts(
    vault: Path, monkeypatch: pytest.MonkeyPatch, proxy: Proxy, *, most: int, is_first: bool, passes_last_on: bool
) -> None:
    """Cut a copy at up to so many places, and see that its state is the one before or the one after."""
    random, url = Random(most), new_schema(SERVER)
    share(vault, url)
    at, sent, errors = 0, 1, 0
    # The first copy is not cut, and tells how much there is to be sent.
    while at <= sent:
        before = {} if is_first else rows_of(url)
        if is_first:
            url = new_schema(SERVER)
            monkeypatch.setenv("COMMONPLACE_CACHE", mkdtemp())
        else:
            edit(vault, random)
        proxy.cut(at, passes_last_on=passes_last_on)
        try:
            share(vault, through(proxy, url))
        except IndexUnavailableError:
            errors += 1
        sent = sent if at else proxy.sent
        left = {} if is_first else rows_of(url)
        share_at_last(vault, url)
        after = rows_of(url)
        assert left in (before, after), at
        assert after == made_again(vault, monkeypatch), at
        at += max(1, sent // most)
    # What is lost while a connection is made is sent again.
    assert errors >= min(most, sent) - 10
    assert errors


def share_at_last(vault: Path, url: str) -> None:
    """Copy; the server may not know yet that the one before is gone."""
    told = ""
    for _ in range(100):
        try:
            return share(vault, url)
        except IndexUnavailableError as err:
            told = str(err)
            time.sleep(0.05)
    raise AssertionError(told)


@pytest.mark.parametrize(("is_first", "passes_last_on"), [(True, False), (False, True)])
def test_a_copy_whose_connection_is_cut_is_told_and_leaves_no_half_state(
    vault: Path, monkeypatch: pytest.MonkeyPatch, proxy: Proxy, is_first: bool, passes_last_on: bool
) -> None:
    check_cuts(vault, monkeypatch, proxy, most=3, is_first=is_first, passes_last_on=passes_last_on)


@pytest.mark.long
@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize("passes_last_on", [True, False])
def test_a_copy_whose_connection_is_cut_anywhere_is_told_and_leaves_no_half_state(
    vault: Path, monkeypatch: pytest.MonkeyPatch, proxy: Proxy, is_first: bool, passes_last_on: bool
) -> None:
    check_cuts(vault, monkeypatch, proxy, most=10_000, is_first=is_first, passes_last_on=passes_last_on)


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.long)])
def test_an_answer_whose_connection_is_cut_is_an_error_or_the_same(vault: Path, proxy: Proxy, step: int) -> None:
    url = new_schema(SERVER)
    share(vault, url)
    with open_shared(url) as kb:
        answer = ask(kb, QUESTION).text
        proxy.cut(0)
    with open_shared(through(proxy, url)) as kb:
        assert ask(kb, QUESTION).text == answer
    errors = 0
    for at in range(1, proxy.sent + 1, step):
        proxy.cut(at)
        with open_shared(through(proxy, url)) as kb:
            try:
                assert ask(kb, QUESTION).text == answer
            except IndexUnavailableError:
                errors += 1
            proxy.cut(0)
            assert ask(kb, QUESTION).text == answer
    # A connection that is lost while it is made is made again.
    assert errors * step > 10


def test_a_database_that_was_stopped_answers_as_before_when_it_is_back(vault: Path) -> None:
    with own_server(SERVER) as server:
        share(vault, server.address)
        with open_shared(server.address) as kb:
            answer = ask(kb, QUESTION).text
            for mode in ("fast", "immediate"):
                server.stop(mode)
                for call in (lambda: ask(kb, QUESTION), lambda: share(vault, server.address)):
                    with pytest.raises(IndexUnavailableError, match="cannot be reached"):
                        call()
                server.start()
                assert ask(kb, QUESTION).text == answer
                share(vault, server.address)


@pytest.mark.parametrize("name", SERVERS)
def test_a_replica_answers_from_the_revision_it_has_and_a_copy_to_it_is_refused(vault: Path, name: str) -> None:
    with own_server(name) as server:
        share(vault, server.address)
        replica = server.replicate(programs_of(name), Path(f"{server.folder}-replica"))
        replica.start()
        try:
            with open_shared(server.address) as first, open_shared(replica.address) as second:
                assert ask(second, QUESTION).text == ask(first, QUESTION).text
                behind = revision_of(replica.address)
                run_sql(replica.address, "SELECT pg_wal_replay_pause()")
                (vault / "crash.md").write_text("# Crash\n\nA cosmic ray causes the crash.\n", encoding="utf-8")
                share(vault, server.address)
                assert "cosmic" in ask(first, QUESTION).text
                assert "cosmic" not in ask(second, QUESTION).text
                assert revision_of(replica.address) == behind != revision_of(server.address)
                run_sql(replica.address, "SELECT pg_wal_replay_resume()")
                wait_until(lambda: revision_of(replica.address) == revision_of(server.address))
                assert ask(second, QUESTION).text == ask(first, QUESTION).text
            with pytest.raises(DataError, match="can only be read") as caught:
                share(vault, replica.address)
            assert "the server that it follows" in caught.value.hint
        finally:
            replica.stop()
            shutil.rmtree(replica.folder, ignore_errors=True)


def run_sql(url: str, statement: str) -> None:
    """Run one statement."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.encode())


def wait_until(holds: Callable[[], bool], seconds: float = 20) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"not after {seconds} s"
        time.sleep(0.02)
