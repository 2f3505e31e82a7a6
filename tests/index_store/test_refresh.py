"""An index brought up to date: equal to one made from nothing, safe from others, and cheap where nothing changed."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

from scripts.errors import DataError, IndexUnavailableError
from scripts.index_store.refresh import drop_index, open_index

from .vaults import PATHS, dump, pages, vaults, write_vault

# Each example makes several indexes: a third of the examples find what all of them do.
LAW = settings(max_examples=settings().max_examples // 3, suppress_health_check=[HealthCheck.too_slow])

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    (tmp_path / "vault").mkdir()
    return tmp_path / "vault"


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {"COMMONPLACE_CACHE": str(tmp_path / "cache")}


def _unexpected(line: str) -> None:
    """Fail where an index is made again though nothing damaged it."""
    raise AssertionError(line)


def fresh_dump(vault: Path, folder: str) -> dict[str, list[tuple[object, ...]]]:
    environ = {"COMMONPLACE_CACHE": tempfile.mkdtemp(dir=folder)}
    with open_index(str(vault), environ=environ) as index:
        return dump(index.path)


@LAW
@given(st.lists(vaults, min_size=2, max_size=4))
def test_after_any_changes_the_index_equals_one_made_from_nothing(states: list[dict[str, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        vault, before = Path(folder, "vault"), dict[str, str]()
        vault.mkdir()
        with open_index(str(vault), environ={"COMMONPLACE_CACHE": folder}, tell=_unexpected) as index:
            for files in states:
                write_vault(vault, files, before)
                before = files
                index.refresh()
                assert dump(index.path) == fresh_dump(vault, folder)


@LAW
@given(st.fixed_dictionaries(dict.fromkeys(PATHS[:9], pages)), st.lists(st.tuples(st.sampled_from(PATHS), pages)))
def test_after_single_edits_the_index_equals_one_made_from_nothing(
    start: dict[str, str], edits: list[tuple[str, str]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        vault = Path(folder, "vault")
        vault.mkdir()
        write_vault(vault, start, {})
        before = dict(start)
        with open_index(str(vault), environ={"COMMONPLACE_CACHE": folder}, tell=_unexpected) as index:
            for path, text in edits:
                # The same path twice takes the page away.
                files = {**before, path: text} if path not in before else {**before}
                if path in before:
                    del files[path]
                write_vault(vault, files, before)
                before = files
                index.refresh()
            assert dump(index.path) == fresh_dump(vault, folder)


def test_a_passage_ceases_to_be_boilerplate_when_the_vault_grows(vault: Path, environ: dict[str, str]) -> None:
    write_vault(vault, {f"{number}.md": f"Page {number} of many.\n" for number in range(593)}, {})
    write_vault(vault, {f"b{number}.md": f"The same alpha.\n\nOwn {number}.\n" for number in range(6)}, {})
    with open_index(str(vault), environ=environ) as index:
        assert index.reader.document_counts(["alpha"]) == {"alpha": 0}
        write_vault(vault, {"one.md": "One more.\n"}, {})
        index.refresh()
        assert index.reader.document_counts(["alpha"]) == {"alpha": 6}
        assert dump(index.path) == fresh_dump(vault, environ["COMMONPLACE_CACHE"])


def test_pages_read_by_several_processes_are_the_same(vault: Path, environ: dict[str, str]) -> None:
    files = {
        f"{number}.md": f"# Page {number}\n\nLinks to [[{number + 1}]] and [[none {number}]].\n"
        for number in range(200)
    }
    half = dict(list(files.items())[:100])
    write_vault(vault, half, {})
    with open_index(str(vault), environ=environ) as index:
        write_vault(vault, files, half)
        index.refresh()
        assert dump(index.path) == fresh_dump(vault, environ["COMMONPLACE_CACHE"])


def test_a_vault_that_did_not_change_is_not_written_and_no_parser_is_loaded(
    vault: Path, environ: dict[str, str]
) -> None:
    write_vault(vault, {"a.md": "# A\n", "b.md": "[[a]]\n"}, {})
    with open_index(str(vault), environ=environ) as index:
        path = index.path
    # Until then a file could change unnoticed within the tick of a coarse clock, and is read once more.
    time.sleep(2.1)
    open_index(str(vault), environ=environ).close()
    before = Path(path).read_bytes()
    program = (
        "import sys; from scripts.index_store.refresh import open_index\n"
        "index = open_index(sys.argv[1]); assert index.reader.statistics().pages == 2; index.close()\n"
        "print(sorted({'markdown_it', 'yaml', 'networkx', 'filelock', 'rapidfuzz', 'tempfile'} & set(sys.modules)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, str(vault)], cwd=ROOT, env={**os.environ, **environ}, capture_output=True
    )
    assert run.stderr == b""
    assert run.stdout.strip() == b"[]"
    assert Path(path).read_bytes() == before


def test_a_state_that_is_read_stays_until_the_next_refresh(vault: Path, environ: dict[str, str]) -> None:
    write_vault(vault, {"a.md": "alpha\n"}, {})
    with open_index(str(vault), environ=environ) as first, open_index(str(vault), environ=environ) as second:
        write_vault(vault, {"b.md": "beta\n"}, {})
        second.refresh()
        assert [page.path for page in first.reader.pages(everything=True)] == ["a.md"]
        first.refresh(sweep=False)
        assert [page.path for page in first.reader.pages(everything=True)] == ["a.md", "b.md"]


def test_an_edit_that_keeps_size_and_time_of_a_file_is_seen(vault: Path, environ: dict[str, str]) -> None:
    page = vault / "a.md"
    page.write_text("alpha\n", encoding="utf-8")
    future = time.time() + 3600
    os.utime(page, (future, future))
    with open_index(str(vault), environ=environ) as index:
        page.write_text("gamma\n", encoding="utf-8")
        os.utime(page, (future, future))
        index.refresh()
        assert index.reader.document_counts(["gamma"]) == {"gamma": 1}


def _overwrite(path: str, start: int, data: bytes) -> None:
    with open(path, "rb+") as file:
        file.seek(start)
        file.write(data)


DAMAGES = {
    "empty": lambda path: Path(path).write_bytes(b""),
    "no database": lambda path: Path(path).write_bytes(b"no database at all" * 100),
    "cut": lambda path: os.truncate(path, os.path.getsize(path) // 2),
    "zeros in the middle": lambda path: _overwrite(path, 8192, bytes(40_000)),
    "another version": lambda path: sqlite3.connect(path).execute("PRAGMA user_version = 999").connection.close(),
    "a link": lambda path: (os.replace(path, path + ".x"), os.symlink(path + ".x", path), os.truncate(path, 100)),
    "foreign": lambda path: (os.unlink(path), sqlite3.connect(path).execute("CREATE VIEW pages AS SELECT 1").close()),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_index_is_made_again(vault: Path, environ: dict[str, str], damage: str) -> None:
    write_vault(vault, {f"{number}.md": f"alpha {number}\n" for number in range(20)}, {})
    with open_index(str(vault), environ=environ) as index:
        path = index.path
    DAMAGES[damage](path)
    told: list[str] = []
    with open_index(str(vault), environ=environ, tell=told.append) as index:
        assert index.answer(lambda reader: reader.document_counts(["alpha"])) == {"alpha": 20}
    assert all("damaged" in line for line in told)


def test_damage_that_only_reading_shows_costs_one_answer_more(vault: Path, environ: dict[str, str]) -> None:
    write_vault(vault, {"a.md": "alpha\n"}, {})
    with open_index(str(vault), environ=environ) as index:
        path = index.path
    connection = sqlite3.connect(path)
    connection.execute("UPDATE pages SET tags = '['")
    connection.commit()
    connection.close()
    told: list[str] = []
    with open_index(str(vault), environ=environ, tell=told.append) as index:
        found = index.answer(lambda reader: reader.pages(everything=True), sweep=False)
    assert [page.path for page in found] == ["a.md"]
    assert told == ["the index was damaged and is made again"]


def test_an_index_that_is_deleted_while_it_is_open_is_made_again(vault: Path, environ: dict[str, str]) -> None:
    write_vault(vault, {"a.md": "alpha\n"}, {})
    with open_index(str(vault), environ=environ) as index:
        drop_index(str(vault), environ)
        write_vault(vault, {"b.md": "alpha\n"}, {})
        assert index.answer(lambda reader: reader.document_counts(["alpha"])) == {"alpha": 2}
        assert os.path.exists(index.path)


def test_a_build_that_is_killed_starts_again(vault: Path, environ: dict[str, str]) -> None:
    write_vault(vault, {f"{number}.md": f"# Page {number}\n\nalpha [[{number + 1}]]\n" for number in range(400)}, {})
    program = "import sys; from scripts.index_store.refresh import open_index; open_index(sys.argv[1])"
    process = subprocess.Popen([sys.executable, "-c", program, str(vault)], cwd=ROOT, env={**os.environ, **environ})
    indexes = Path(environ["COMMONPLACE_CACHE"])
    deadline = time.monotonic() + 30
    while not list(indexes.rglob("new.sqlite")) and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    process.kill()
    process.wait()
    with open_index(str(vault), environ=environ) as index:
        assert index.reader.statistics().pages == 400


def test_two_processes_at_once_make_one_right_index(vault: Path, environ: dict[str, str]) -> None:
    write_vault(vault, {f"{number}.md": f"# Page {number}\n\nalpha [[{number + 1}]]\n" for number in range(60)}, {})
    program = (
        "import sys; from scripts.index_store.refresh import open_index\n"
        "print(open_index(sys.argv[1]).reader.statistics().pages)"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(vault)],
            cwd=ROOT,
            env={**os.environ, **environ},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for _ in range(3)
    ]
    outputs = [process.communicate(timeout=120) for process in processes]
    assert [output.strip() for output, _ in outputs] == [b"60"] * 3
    with open_index(str(vault), environ=environ) as index:
        assert dump(index.path) == fresh_dump(vault, environ["COMMONPLACE_CACHE"])


def test_without_a_folder_that_can_be_written_it_is_said_what_to_do(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    environ = {"COMMONPLACE_CACHE": str(tmp_path / "file" / "cache")}
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    write_vault(vault, {"a.md": "alpha\n"}, {})
    with open_index(str(vault), environ=environ) as index:
        assert index.path.startswith(str(tmp_path / "commonplace-"))
        assert index.answer(lambda reader: reader.document_counts(["alpha"])) == {"alpha": 1}
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "file" / "below"))
    with pytest.raises(IndexUnavailableError, match="can be written") as caught:
        open_index(str(vault), environ=environ)
    assert "COMMONPLACE_CACHE" in (caught.value.hint or "")


FULL_DISK = """
import resource, sys
from scripts.errors import IndexUnavailableError
from scripts.index_store.refresh import open_index
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    open_index(sys.argv[1])
except IndexUnavailableError as err:
    print(err.what, err.hint)
"""


@pytest.mark.skipif(os.name == "nt", reason="no such limit")
@pytest.mark.parametrize("is_made_before", [False, True])
def test_on_a_full_disk_it_is_said_that_there_is_no_room(
    vault: Path, environ: dict[str, str], is_made_before: bool
) -> None:
    write_vault(vault, {f"{number}.md": f"alpha {number}\n" * 50 for number in range(20)}, {})
    if is_made_before:
        open_index(str(vault), environ=environ).close()
    write_vault(vault, {f"new {number}.md": f"alpha {number}\n" * 50 for number in range(20)}, {})
    run = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(vault), "20000"],
        cwd=ROOT,
        env={**os.environ, **environ},
        capture_output=True,
    )
    assert b"make room there" in run.stdout, run.stderr.decode()
    with open_index(str(vault), environ=environ) as index:
        assert index.reader.document_counts(["alpha"]) == {"alpha": 40}


def test_reading_writes_nothing_into_the_vault(vault: Path, environ: dict[str, str]) -> None:
    write_vault(vault, {"a.md": "alpha\n", "sub/b.md": "beta\n"}, {})
    (vault / "graph").mkdir()
    (vault / "graph" / "index.sqlite").write_bytes(b"a stranger's")
    before = sorted((str(path), path.stat().st_mtime_ns) for path in vault.rglob("*"))
    open_index(str(vault), environ=environ).close()
    assert sorted((str(path), path.stat().st_mtime_ns) for path in vault.rglob("*")) == before


def test_a_vault_that_is_gone_is_an_error_and_not_an_empty_one(vault: Path, environ: dict[str, str]) -> None:
    write_vault(vault, {"a.md": "alpha\n"}, {})
    with open_index(str(vault), environ=environ) as index:
        shutil.rmtree(vault)
        with pytest.raises(DataError, match="not there"):
            index.refresh()
    with pytest.raises(DataError, match="not there"):
        open_index(str(vault), environ=environ)


def test_a_home_s_catalog_and_log_are_files_and_no_pages(vault: Path, environ: dict[str, str]) -> None:
    write_vault(vault, {"index.md": "- [[a]]\n", "log.md": "x\n", "a.md": "[[index]] [[log]]\n"}, {})
    with open_index(str(vault), environ=environ) as index:
        assert [page.path for page in index.reader.pages(everything=True)] == ["a.md"]
        assert [link.target for link in index.reader.links()] == ["index.md", "log.md"]


def test_an_index_for_other_options_is_made_again(vault: Path, environ: dict[str, str]) -> None:
    write_vault(vault, {"sources/a.md": "alpha\n"}, {})
    with open_index(str(vault), environ=environ) as index:
        assert index.reader.pages(everything=True)[0].category == "sources"
    with open_index(str(vault), environ=environ, folder="commonplace") as index:
        assert index.reader.pages(everything=True)[0].category == "notes"
