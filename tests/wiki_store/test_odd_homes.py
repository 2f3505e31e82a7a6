"""Homes on storage that is read-only, coarse, full, moved, or blind to case; and clocks that go back."""

from __future__ import annotations

import builtins
import io
import json
import ntpath
import os
import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scripts.errors import DataError, ReadOnlyError
from scripts.homes import HomeLocation
from scripts.knowledge_base import KnowledgeBase
from scripts.settings import Settings
from scripts.verbs import changing, checking
from scripts.verbs.asking import ask
from scripts.verbs.looking import show
from scripts.wiki_store import writing
from tests.faults.cases import last_operation
from tests.running import done, environment, run, write

SECOND = 1_000_000_000


def small(folder: Path) -> Path:
    done("init", folder)
    write(folder / "wiki", {"redis.md": "# Redis\n\nA store of keys.\n", "notes/use.md": "# Use\n\nSee [[redis]].\n"})
    done("doctor", home=folder)
    return folder


def opened(home: Path) -> KnowledgeBase:
    location = HomeLocation(str(home), str(home / "wiki"), str(home / "graph"), "", "test")
    return KnowledgeBase(location, Settings(quiet_seconds=0), environment(COMMONPLACE_NOW="2026-01-01T00:00:00Z"))


def test_a_home_that_moved_answers_and_is_undone_where_it_is_now(tmp_path):
    home = small(tmp_path / "one/home")
    done("rename", "redis", "Valkey", home=home)
    (tmp_path / "two").mkdir()
    moved = Path(shutil.move(str(tmp_path / "one/home"), str(tmp_path / "two/elsewhere")))
    assert "A store of keys" in done("ask", "what is valkey?", home=moved).out
    os.rename(moved, tmp_path / "two/home")
    done("undo", last_operation(tmp_path / "two"), home=tmp_path / "two/home")
    assert (tmp_path / "two/home/wiki/notes/use.md").read_text() == "# Use\n\nSee [[redis]].\n"


def test_nothing_is_made_where_a_home_was_before_it_moved(tmp_path):
    home = small(tmp_path / "home")
    with KnowledgeBase.open(home, environ={}) as kb:
        assert "A store of keys" in ask(kb, "what is redis?").text
        home.rename(tmp_path / "elsewhere")
        for call in (
            lambda: ask(kb, "what is redis?"),
            lambda: changing.rename(kb, "redis", "Valkey"),
            lambda: checking.doctor(kb),
        ):
            with pytest.raises(DataError, match="the vault is not there"):
                call()
            assert not home.exists()
        (tmp_path / "elsewhere").rename(home)
        assert "A store of keys" in ask(kb, "what is redis?").text


def test_a_vault_behind_a_link_is_the_one_that_the_link_leads_to_now(tmp_path):
    home = small(tmp_path / "home")
    (home / "wiki").rename(home / "spring")
    shutil.copytree(home / "spring", home / "autumn")
    (home / "autumn/redis.md").write_text("# Redis\n\nA heap of leaves.\n")
    for season, said in (("spring", "A store of keys"), ("autumn", "A heap of leaves")):
        (home / "wiki").symlink_to(season)
        with opened(home) as kb:
            assert said in ask(kb, "what is redis?").text
        (home / "wiki").unlink()


def test_two_homes_in_one_process_do_not_know_of_each_other(tmp_path):
    one, two = small(tmp_path / "one"), small(tmp_path / "two")
    with opened(one) as first, opened(two) as second:
        changing.rename(first, "redis", "Valkey")
        assert "redis" in ask(second, "what is redis?").text.lower()
        changing.rename(second, "redis", "Memcached")
        assert show(first, "valkey")[0].path != show(second, "memcached")[0].path
        for kb in (first, second):
            changing.undo(kb, changing.log(kb).operations[0].op)
    assert sorted(path.name for path in (one / "wiki").rglob("*.md")) == sorted(
        path.name for path in (two / "wiki").rglob("*.md")
    )


def test_a_vault_that_cannot_be_written_is_read_and_nothing_else(open_room, without_rights):
    home = small(open_room.folder / "home")
    for here, _, names in os.walk(home / "wiki"):
        os.chmod(here, 0o555)
        for name in names:
            os.chmod(os.path.join(here, name), 0o444)
    for here, _, names in os.walk(home / "graph"):
        for path in (here, *(os.path.join(here, name) for name in names)):
            os.chown(path, 65534, -1) if os.geteuid() == 0 else None
    before = {path: path.read_bytes() for path in (home / "wiki").rglob("*.md")}
    with without_rights, opened(home) as kb:
        assert "keys" in ask(kb, "what is redis?").text
        with pytest.raises(ReadOnlyError, match="nothing was changed"):
            changing.rename(kb, "redis", "Valkey")
        assert "keys" in ask(kb, "what is redis?").text
    assert {path: path.read_bytes() for path in (home / "wiki").rglob("*.md")} == before


def test_a_clock_that_is_set_back_hides_no_edit_and_mixes_up_no_operation(tmp_path, monkeypatch):
    home = small(tmp_path / "home")
    times = iter(["2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"])
    real = time.time_ns
    with opened(home) as kb:
        kb.clock = lambda: next(times)
        first = changing.rename(kb, "redis", "Valkey").op
        monkeypatch.setattr(time, "time_ns", lambda: real() - 3600 * SECOND)
        page = home / "wiki/Valkey.md"
        page.write_text(page.read_text() + "\nIt forks.\n")
        os.utime(page, ns=(real() - 3600 * SECOND,) * 2)
        assert "It forks" in show(kb, "valkey")[0].text
        second = changing.rename(kb, "valkey", "Keyval").op
        assert [record.op for record in changing.log(kb).operations][:2] == [second, first]
        changing.undo(kb, second)
        assert changing.log(kb).operations[0].op == first


@pytest.fixture
def blind_to_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below tmp_path a name means whatever entry differs from it in case only, as on macOS and Windows."""

    def actual(path: Any) -> Any:
        path = os.fspath(path) if isinstance(path, os.PathLike) else path
        if not isinstance(path, str) or not path.startswith(str(tmp_path)):
            return path
        here = str(tmp_path)
        for part in path[len(here) :].strip("/").split("/"):
            names = names_in(here)
            same = [name for name in names if name.lower() == part.lower()]
            here = os.path.join(here, part if part in names or not same else same[0])
        return here

    def blind(real: Callable[..., Any], *, count: int = 1) -> Callable[..., Any]:
        return lambda *args, **options: real(*map(actual, args[:count]), *args[count:], **options)

    listdir = os.listdir

    def names_in(folder: str) -> list[str]:
        try:
            return listdir(folder)
        except (FileNotFoundError, NotADirectoryError):
            return []

    for name in ("stat", "lstat", "unlink", "chmod", "open"):
        monkeypatch.setattr(os, name, blind(getattr(os, name)))
    monkeypatch.setattr(os, "link", blind(os.link, count=2))

    def moved(real: Callable[..., Any]) -> Callable[..., Any]:
        return lambda one, two: real(actual(one), two if actual(one) == actual(two) else actual(two))

    for name in ("replace", "rename"):
        monkeypatch.setattr(os, name, moved(getattr(os, name)))
    monkeypatch.setattr(writing, "exchange", blind(writing.exchange, count=2))
    monkeypatch.setattr(builtins, "open", blind(builtins.open))
    monkeypatch.setattr(io, "open", builtins.open)


@pytest.mark.usefixtures("blind_to_case")
def test_a_page_changes_the_case_of_its_name_where_the_file_system_ignores_case(tmp_path):
    home = small(tmp_path / "home")
    assert os.path.exists(home / "wiki/REDIS.md")
    done("rename", "--move", "redis", "Redis", home=home)
    assert sorted(os.listdir(home / "wiki")) == ["Redis.md", "index.md", "log.md", "notes"]
    assert (home / "wiki/notes/use.md").read_text() == "# Use\n\nSee [[Redis]].\n"
    done("undo", last_operation(tmp_path), home=home)
    assert sorted(os.listdir(home / "wiki")) == ["index.md", "log.md", "notes", "redis.md"]


@pytest.mark.usefixtures("blind_to_case")
def test_a_new_page_never_writes_over_one_whose_name_differs_in_case(tmp_path):
    home = small(tmp_path / "home")
    write(home / "wiki", {"sources/REPORT.md": "# Mine\n\nA person's.\n"})
    done("add", "-", "--title", "Report", home=home, stdin="# Report\n\nOther words.\n")
    assert (home / "wiki/sources/REPORT.md").read_text() == "# Mine\n\nA person's.\n"
    assert run("rename", "--move", "redis", "sources/report", home=home).code == 3


DEVICES = ["CON", "nul.txt", "COM1", "com0", "LPT\u00b9", "CONIN$", "C:", "C: drive", "D:x", "a\\b", "..\\x", "end."]


def test_no_file_gets_a_name_that_windows_refuses_or_keeps_for_itself(tmp_path):
    home = small(tmp_path / "home")
    for number, title in enumerate(DEVICES):
        done("add", "-", "--title", title, home=home, stdin=f"Words, number {number}.\n")
        assert run("rename", "redis", title, home=home).code == 3
    names = sorted(path.name for path in (home / "wiki/sources").iterdir())
    assert len(names) == len(DEVICES)
    assert [name for name in names if ntpath.basename(name) != name or re.search(r'[<>:"|?*\\]|[. ]$', name)] == []
    assert [name for name in names if re.match(r"(?i)(con|nul|com\d|lpt\d|conin\$)(\.|$)", name)] == []


def test_a_backslash_is_no_slash_in_links_bundles_and_names(tmp_path):
    """Obsidian and CommonMark say so; whoever wrote it is told, and nothing is taken for what it may have meant."""
    home = small(tmp_path / "home")
    done("add", "-", "--title", "Leak", home=home, stdin="# Leak\n\nThe leak causes the crash.\n")
    text = "# A\n\n[[notes\\use]] [b](notes\\use.md) [[C:\\use]] [d](C:/use.md) [[\\\\srv\\use]] [[notes/use]]\n"
    write(home / "wiki", {"a.md": text})
    told = run("lint", "--rule", "broken-link", home=home).out
    assert told.count("broken-link") == 5
    done("rename", "--move", "use", "other/way", home=home)
    assert (home / "wiki/a.md").read_text() == text.replace("[[notes/use]]", "[[other/way]]")
    for source in ("sources\\leak", "C:\\leak", "..\\leak"):
        ran = run("apply", "-", home=home, stdin=json.dumps({"source": source}))
        assert (ran.code, "no page" in ran.out + ran.err or "rejected" in ran.out) == (3, True)
    page = {"category": "topics", "title": "T", "content": "[[sources\\leak]] and [y](..\\leak.md)"}
    refused = run("apply", "-", home=home, stdin=json.dumps({"source": "leak", "pages": [page]}))
    assert refused.code == 3
    assert refused.out.count("leads to no page") == 2


def test_what_lies_on_another_drive_keeps_its_own_path(tmp_path, monkeypatch):
    """On Windows no path leads from one drive to another: relpath raises there."""
    home = small(tmp_path / "home")
    document = tmp_path / "report.md"
    document.write_text("# Report\n\nWords.\n")

    def no_way(*_: object) -> str:
        raise ValueError("path is on mount 'D:', start on mount 'C:'")

    monkeypatch.setattr(os.path, "relpath", no_way)
    done("add", document, home=home)
    assert done("add", document, home=home).out.splitlines()[1].startswith("report unchanged")
    monkeypatch.undo()
    assert f"source: {document}" in (home / "wiki/sources/report.md").read_text()
