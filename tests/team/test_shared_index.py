"""A team's index: equal to one made again, whatever was edited or broke, and asked without the vault."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from scripts.cli import main
from scripts.errors import DataError, IndexUnavailableError, UsageError
from scripts.knowledge_base import KnowledgeBase, Listener
from scripts.mcp_server import Session
from scripts.team import postgres, postgres_copy, sharing
from scripts.team.postgres import connect
from scripts.team.shared_base import open_shared
from scripts.verbs import changing, checking, looking, memory
from scripts.verbs.asking import ask
from scripts.verbs.looking import show
from tests.index_store.vaults import random_files, write_vault
from tests.running import done, run
from tests.team.servers import address_of, new_schema, rows_of

SERVERS = ("debian-15", "embedded")
SERVER = SERVERS[0]


@pytest.fixture(params=SERVERS)
def url(request: pytest.FixtureRequest) -> str:
    return new_schema(request.param)


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMMONPLACE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("COMMONPLACE_EMBEDDER", "none")
    (tmp_path / "vault").mkdir()
    write_vault(tmp_path / "vault", random_files(Random(1), 12), {})
    monkeypatch.setattr(postgres_copy, "BATCH_PAGES", 3)
    return tmp_path / "vault"


def share(vault: Path, url: str, listener: Listener | None = None) -> postgres_copy.Copied:
    with KnowledgeBase.open(vault=vault, listener=listener) as kb:
        return sharing.index(kb, database=url)


@pytest.mark.parametrize("seed", range(2))
def test_what_was_brought_up_to_date_equals_what_is_made_again(vault: Path, seed: int) -> None:
    random, url = Random(seed), new_schema("debian-15")
    share(vault, url)
    files = random_files(Random(1), 12)
    for _ in range(5):
        edited = {**files, **random_files(random, 3)}
        for path in random.sample(sorted(edited), 2):
            del edited[path]
        write_vault(vault, edited, files)
        files = edited
        share(vault, url)
    again = new_schema("debian-15")
    share(vault, again)
    assert rows_of(url) == rows_of(again)


def test_a_text_that_changes_no_row_is_copied(vault: Path, url: str) -> None:
    """A comment was changed within the same second: what stood there could be read for good."""
    page = vault / "one.md"
    page.write_text("# One\n\nA word. %% secret %%\n", encoding="utf-8")
    os.utime(page, (1_700_000_000, 1_700_000_000))
    first = share(vault, url)
    page.write_text("# One\n\nA word. %% public %%\n", encoding="utf-8")
    os.utime(page, ns=(1_700_000_000_000_000_000, 1_700_000_000_500_000_000))
    second = share(vault, url)
    assert (second.written, second.revision != first.revision) == (1, True)
    with open_shared(url) as kb:
        assert "public" in show(kb, "one")[0].text


def test_names_longer_than_an_index_takes_hold_nothing_up(vault: Path, url: str) -> None:
    """One heading of some kilobytes ended every copy with "the database cannot be reached"."""
    letters = Random(2)
    word, tag, link = ("".join(letters.choices("abcdefghijklmnopqrstuvwxyz漢字", k=6000)) for _ in range(3))
    long = f"---\ntitle: {word}\naliases: [{word[1:]}]\ntags: [{tag}]\n---\n# {word}\n\n- is a [[{link}]] (0.9)\n"
    (vault / "long.md").write_text(long, encoding="utf-8")
    (vault / "b.md").write_text("# B\n\nThe quillwort grows.\n", encoding="utf-8")
    for text in (long, long + "\nmore\n", long.replace("(0.9)", "(0.8)")):
        (vault / "long.md").write_text(text, encoding="utf-8")
        share(vault, url)
    with open_shared(url) as kb:
        assert "quillwort" in ask(kb, "where does the quillwort grow?").text
    (vault / "long.md").unlink()
    share(vault, url)
    assert not any("…" in str(row) for row in rows_of(url)["names"])


def test_a_null_character_in_a_page_is_copied_as_a_sign(vault: Path, url: str) -> None:
    head = '---\ntitle: "a\\0b"\nup: "[[c\\0d]]"\ntags: ["j\\0k"]\n"l\\0m": n\n---\n'
    text = head + "# e\0f\n\n- [[g\0h]] causes [[i]]\n\nA \0 residuum.\n"
    (vault / "null.md").write_text(text, encoding="utf-8")
    share(vault, url)
    with open_shared(url) as kb:
        assert len(looking.search(kb, "residuum").hits) == 1


def test_an_index_that_is_damaged_is_made_again_and_copied(vault: Path, url: str) -> None:
    share(vault, url)
    before = rows_of(url)
    (path,) = vault.parent.glob("cache/**/index.sqlite")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM meta")
    share(vault, url)
    assert rows_of(url) == before


class Killed(BaseException):
    """What ends a process at once."""


def killing(at: int) -> Listener:
    def stop(done: int, total: int) -> None:
        if done >= at and total:
            raise Killed

    return Listener(counting=lambda what, *pages: stop(*pages) if what == "copying pages" else None)


def test_a_refresh_that_was_killed_leaves_the_state_before(vault: Path, url: str) -> None:
    share(vault, url)
    before = rows_of(url)
    for path in sorted(vault.glob("*.md")):
        path.write_text(f"# New\n\nNothing as it was in {path.name}.\n", encoding="utf-8")
    with pytest.raises(Killed):
        share(vault, url, killing(3))
    assert rows_of(url) == before


def test_a_lost_connection_is_an_error_and_the_next_call_answers(vault: Path, url: str) -> None:
    share(vault, url)
    with open_shared(url) as kb:
        pages = looking.list_(kb).found
        killer = connect(url, read_only=False)
        killer.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        killer.close()
        with pytest.raises(IndexUnavailableError, match="cannot be reached"):
            looking.list_(kb)
        assert looking.list_(kb).found == pages


def test_a_database_that_is_not_there_is_an_error() -> None:
    pytest.importorskip("psycopg")
    with (
        open_shared("postgresql://nobody:secret@127.0.0.1:9/none") as kb,
        pytest.raises(IndexUnavailableError, match="cannot be reached") as caught,
    ):
        looking.search(kb, "leak")
    assert "secret" not in str(caught.value)


VERBS = (
    ["ask", "what causes the crash?"],
    ["search", "memory leak"],
    ["show", "ls"],
    ["links", "--unresolved"],
    ["graph", "leak"],
    ["list"],
    ["list", "--tag", "fault"],
    ["recall", "leak"],
)


@pytest.mark.parametrize("words", VERBS, ids=" ".join)
def test_a_verb_says_the_same_without_the_vault(
    vault: Path, url: str, words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (vault / "ls.md").write_text("# Ls\n\nA memory leak in [[leak]] causes [[crash]].\n", encoding="utf-8")
    (vault / "leak.md").write_text("---\ntags: [fault]\n---\n- causes [[crash]]\n", encoding="utf-8")
    share(vault, url)
    code = main([*words, "--vault", str(vault)])
    own = capsys.readouterr().out
    vault.rename(vault.parent / "away")
    monkeypatch.chdir(vault.parent)
    assert main([*words, "--index", url]) == code
    told = capsys.readouterr()
    assert told.out == own != ""
    assert "from revision" in told.err


@pytest.mark.parametrize("words", VERBS, ids=" ".join)
def test_a_document_of_a_shared_index_tells_its_revision_and_age(vault: Path, url: str, words: list[str]) -> None:
    (vault / "leak.md").write_text("---\ntags: [fault]\n---\n- causes [[crash]]\n", encoding="utf-8")
    with KnowledgeBase.open(vault=vault, environ={**os.environ, "COMMONPLACE_NOW": "2025-03-04T05:00:00Z"}) as kb:
        copied = sharing.index(kb, database=url)
    ran = run(*words, "--index", url, "--json", COMMONPLACE_NOW="2025-03-04T05:06:07Z", COMMONPLACE_EMBEDDER="none")
    state = {"revision": copied.revision, "made": "2025-03-04T05:00:00Z", "age_seconds": 367}
    assert ran.document["index"] == state
    assert ran.err == f"from revision {copied.revision} of the vault, as it was 6 min ago (2025-03-04T05:00:00Z)\n"


def test_a_tool_tells_the_state_of_a_shared_index_in_its_text(
    vault: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied = share(vault, url)
    monkeypatch.setenv("COMMONPLACE_INDEX", url)
    with closing(Session()) as session:
        result = session.call("list", {})
    assert result.text.splitlines()[-1].startswith(f"from revision {copied.revision} of the vault")


ROLES = ("commonplace_writer", "commonplace_reader")


@pytest.fixture
def with_roles(request: pytest.FixtureRequest, vault: Path) -> Iterator[str]:
    """The address of a database of its own in which the printed roles were made."""
    import psycopg

    server = str(request.param)
    address = address_of(server)
    with psycopg.connect(address, autocommit=True) as admin:
        admin.execute("CREATE DATABASE team")
        with psycopg.connect(address.replace("/postgres", "/team"), autocommit=True) as team:
            team.execute(done("index", "--print-roles", "--vault", vault).out)
        yield address.replace("/postgres", "/team")
        admin.execute("DROP DATABASE team (FORCE)")
        for role in ROLES:
            admin.execute(f"DROP ROLE {role}")


@pytest.mark.parametrize("with_roles", SERVERS, indirect=True)
def test_of_the_printed_roles_one_writes_and_the_other_only_asks(vault: Path, with_roles: str) -> None:
    import psycopg

    writer, reader = (with_roles.replace("tester", role) for role in ROLES)
    share(vault, writer)
    (vault / "residuum.md").write_text("# Residuum\n\nA page about residuum.\n", encoding="utf-8")
    assert share(vault, writer).written == 1
    with open_shared(reader) as kb:
        assert "residuum" in ask(kb, "what is residuum?").text
    with pytest.raises(DataError, match="refuses"):
        share(vault, reader)
    # Whoever reads may not write even where he lets himself: the setting of the role is not what holds him.
    with psycopg.connect(reader, autocommit=True) as connection:
        connection.execute("SET default_transaction_read_only = off")
        statements = [
            f"{what} {name}" for name in postgres_copy.TABLES for what in ("DELETE FROM", "TRUNCATE", "DROP TABLE")
        ]
        for statement in (
            *statements,
            "CREATE TABLE more (x int)",
            "CREATE SCHEMA more",
            "INSERT INTO meta VALUES ('a', 'b')",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement)
    # Whoever writes may do so in his schema alone.
    with psycopg.connect(writer, autocommit=True) as connection:
        for statement in (
            "CREATE TABLE public.more (x int)",
            "CREATE SCHEMA more",
            "CREATE ROLE more",
            "CREATE DATABASE more",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement)


def test_tables_of_others_are_never_dropped(vault: Path, url: str) -> None:
    """An application's `meta` with rows passed for an index of another version."""
    import psycopg

    theirs = "CREATE TABLE meta (key text, value text); INSERT INTO meta VALUES ('version', '7')"
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(theirs)
        admin.execute("CREATE TABLE files (name text); INSERT INTO files VALUES ('precious')")
        with pytest.raises(DataError, match="not made here") as raised:
            share(vault, url)
        assert "--print-roles" in str(raised.value.hint)
        assert admin.execute("SELECT * FROM meta, files").fetchall() == [("version", "7", "precious")]


@pytest.mark.parametrize("kind", ["TABLE levels (name text)", "VIEW levels AS SELECT 1", "SEQUENCE levels"])
def test_a_table_of_others_in_the_place_of_one_that_was_lost_is_not_dropped(vault: Path, url: str, kind: str) -> None:
    import psycopg

    share(vault, url)
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute("DROP TABLE levels, links")
        admin.execute(f"CREATE {kind}")
        with pytest.raises(DataError, match="not made here: levels"):
            share(vault, url)
        admin.execute(f"DROP {kind.split()[0]} levels")
    share(vault, url)


def test_no_function_of_a_stranger_is_called(vault: Path) -> None:
    """In a schema further down the search path, with just the types that a call has, it was taken before that of the
    server, and ran with the rights of whoever copies or asks."""
    import psycopg

    ours, theirs = new_schema(SERVER), new_schema(SERVER)
    traps = (
        ("pg_try_advisory_lock(integer) RETURNS boolean", "SELECT true"),
        ("quote_ident(name) RETURNS text", "SELECT 'nowhere'"),
        ("unnest(text[]) RETURNS SETOF text", "SELECT 'x'"),
        ("unnest(bigint[]) RETURNS SETOF bigint", "SELECT 1::bigint"),
        ("cardinality(text[]) RETURNS integer", "SELECT 9"),
    )
    with psycopg.connect(theirs, autocommit=True) as admin:
        admin.execute("CREATE TABLE ran (what text)")
        schema = theirs.rpartition("%3D")[2]
        for head, body in traps:
            noted = f"INSERT INTO {schema}.ran VALUES ('{head}'); {body}"
            admin.execute(f"CREATE FUNCTION {head} LANGUAGE SQL AS $f$ {noted} $f$")
        both = f"{ours},{schema}"
        share(vault, both)
        with open_shared(both) as kb:
            ask(kb, "why did the leak cause the crash?")
        assert admin.execute("SELECT * FROM ran").fetchall() == []


@pytest.mark.parametrize("damage", ["DROP TABLE meta", "DELETE FROM meta WHERE key = 'made'", "DROP TABLE texts"])
def test_an_index_that_lost_something_is_made_whole(vault: Path, url: str, damage: str) -> None:
    import psycopg

    share(vault, url)
    whole = rows_of(url)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(damage)
    share(vault, url)
    assert rows_of(url) == whole


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_that_has_not_all_signs_takes_no_index(vault: Path, encoding: str) -> None:
    import psycopg

    address = address_of(SERVER)
    with psycopg.connect(address, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE narrow ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")
        try:
            with pytest.raises(DataError, match=f"kept in {encoding}"):
                share(vault, address.replace("/postgres", "/narrow"))
        finally:
            admin.execute("DROP DATABASE narrow (FORCE)")


def test_a_reader_who_does_not_end_holds_a_copy_up_for_a_while(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import psycopg

    url = new_schema(SERVER)
    share(vault, url)
    monkeypatch.setattr(postgres, "LOCK_SECONDS", 1)
    with psycopg.connect(url) as connection:
        connection.execute("UPDATE meta SET value = '0' WHERE key = 'version'")
        connection.commit()
        connection.execute("SELECT * FROM meta")
        with pytest.raises(IndexUnavailableError, match="lock timeout"):
            share(vault, url)
    assert share(vault, url).written


def test_who_has_no_vault_writes_nothing(vault: Path, url: str) -> None:
    share(vault, url)
    with open_shared(url) as kb:
        for call in (
            lambda: checking.lint(kb),
            lambda: changing.log(kb),
            lambda: checking.doctor(kb),
            lambda: memory.useful(kb, "leak"),
            lambda: changing.rename(kb, "leak", "Leck"),
        ):
            with pytest.raises(UsageError, match="needs the vault"):
                call()
