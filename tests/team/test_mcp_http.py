"""The server over HTTP: who is let in, with what, and that many at once lose nothing."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from scripts.wiki_store.writing import write_lock
from tests.running import done, run, tree, write
from tests.team.http_server import OPERATION, HttpServer, client, load, make_token, missing

if find_spec("mcp") is None:
    pytest.skip("the extra `mcp` is absent: the server is not tested", allow_module_level=True)

PING = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
SMALL = {"COMMONPLACE_MAX_MESSAGE_BYTES": "20000"}


class Team:
    """A home with one who writes and one who reads, and its server."""

    def __init__(self, home: Path) -> None:
        self.home = home
        done("init", home)
        self.ada, self.bob = make_token(home, "ada"), make_token(home, "bob", "--read-only")
        self.server = HttpServer(home, **SMALL)


@pytest.fixture(scope="module")
def team(new_folder: Callable[[], Path]) -> Iterator[Team]:
    made = Team(new_folder() / "home")
    yield made
    said = made.server.end()
    # Whatever was sent to it: no token is in what it says.
    assert not re.search(r"cpt_|Traceback", said), said


def _text(result: Any) -> str:
    (content,) = result.content
    text: str = content.text
    return text


def test_what_is_written_is_in_the_journal_under_the_name_of_its_token_and_can_be_taken_back(team: Team) -> None:
    added = _text(team.server.call(team.ada, "add", text="# Rye\n\nRye rests for a day.\n"))
    operation = OPERATION.match(added)[1]  # type: ignore[index]
    logged = done("log", operation, "--json", home=team.home).document["operations"]
    assert [(row["verb"], row["actor"]) for row in logged] == [("add", "ada")]
    assert "Rye rests for a day." in _text(team.server.call(team.bob, "ask", question="how long must rye rest?"))
    kept = _text(team.server.call(team.ada, "remember", text="We bake on Fridays."))
    assert "ada" in _text(team.server.call(team.bob, "recall", question="when do we bake?"))
    for op in (OPERATION.match(kept)[1], operation):  # type: ignore[index]
        assert not team.server.call(team.ada, "undo", operation=op).is_error
    assert not (team.home / "wiki" / "sources" / "rye.md").exists()


def test_a_reading_token_has_no_writing_tool_and_leaves_no_trace(team: Team) -> None:
    before = tree(team.home)

    async def look() -> list[str]:
        async with client(team.server.url, team.bob) as found:
            return [tool.name for tool in (await found.list_tools()).tools]

    names = asyncio.run(look())
    assert {"ask", "show", "log"} <= {*names}
    from mcp import MCPError

    for tool, arguments in (
        ("add", {"text": "Words."}),
        ("apply", {"bundle": {}}),
        ("edit", {"new": "Note", "append": "x"}),
        ("file", {"question": "q", "title": "t", "answer": "a", "cites": []}),
        ("remember", {"text": "Words."}),
        ("useful", {"names": ["rye"]}),
        ("rename", {"page": "rye", "new": "wheat"}),
        ("merge", {"page": "rye", "into": "wheat"}),
        ("retract", {"source": "rye"}),
        ("undo", {"operation": "last"}),
        ("forget", {"targets": ["rye"]}),
        ("doctor", {}),
    ):
        assert tool not in names
        with pytest.raises(MCPError, match=f"no tool '{tool}'"):
            team.server.call(team.bob, tool, **arguments)
    asked = team.server.call(team.bob, "ask", question="what is a xylophone?")
    assert "none" in _text(asked)
    assert tree(team.home) == before


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"authorization": "Bearer"},
        {"authorization": "Bearer cpt_" + "x" * 43},
        {"authorization": "Basic YWRhOmFkYQ=="},
        {"authorization": "ada"},
        {"authorization": "Bearer ada"},
        {"authorization": "Bearer " + "x" * 30_000},
        {"x_authorization": "Bearer {ada}"},
        {"cookie": "authorization=Bearer {ada}"},
        {"authorization": "Basic {ada}"},
        {"authorization": "Bearer {ada}x"},
        {"authorization": "Bearer {half}"},
        {"authorization": "Bearer {hash}"},
        {"authorization": "Bearer {ada}, Bearer {ada}"},
    ],
)
def test_nobody_is_let_in_without_a_token(team: Team, headers: dict[str, str]) -> None:
    from hashlib import sha256

    known = {"ada": team.ada, "half": team.ada[:-1], "hash": sha256(team.ada.encode()).hexdigest()}
    found = team.server.post(json.dumps(PING), **{name: value.format(**known) for name, value in headers.items()})
    assert (found.status_code, found.headers["www-authenticate"]) == (401, "Bearer")
    assert found.json()["error"]["message"] == "no token, or none that is known here"


def test_a_token_is_not_taken_from_the_address(team: Team) -> None:
    import httpx2

    for address in (f"{team.server.url}?token={team.ada}", f"{team.server.url}?access_token={team.ada}"):
        assert httpx2.post(address, json=PING, verify=False).status_code == 401


def test_a_token_that_is_taken_back_lets_nobody_in_and_a_new_one_does_without_a_new_start(team: Team) -> None:
    eve = make_token(team.home, "eve")
    assert not team.server.call(eve, "status").is_error
    assert done("token", "eve", "--revoke", home=team.home).out == "revoked: eve\n"
    assert team.server.post(json.dumps(PING), eve).status_code == 401
    assert run("token", "eve", "--revoke", home=team.home).code == 2
    again = make_token(team.home, "eve", "--read-only")
    assert again != eve
    assert not team.server.call(again, "status").is_error
    done("token", "eve", "--revoke", home=team.home)


def test_a_message_that_is_too_long_is_refused_with_the_setting_whether_it_says_so_or_not(team: Team) -> None:
    message = json.dumps({**PING, "params": {"_meta": {"filler": "x" * 20_000}}}).encode()

    def in_pieces() -> Iterator[bytes]:
        yield from (message[start : start + 1000] for start in range(0, len(message), 1000))

    for content in (message, in_pieces()):
        found = team.server.post(content, team.ada)
        assert found.status_code == 413
        assert found.json()["error"]["message"] == "a message of more than 20,000 bytes (MAX_MESSAGE_BYTES)"
    assert team.server.post(message, "wrong").status_code == 401


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "notes.example.com"}, 421),
        ({"host": "evil.example:8787"}, 421),
        ({"host": "127.0.0.1:80.evil.example"}, 421),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "http://127.0.0.1:3000"}, 403),
        ({"origin": "null"}, 403),
        ({"content_type": "text/plain"}, 400),
        ({}, 200),
    ],
)
def test_a_page_in_a_browser_is_not_let_in_even_with_a_token(team: Team, headers: dict[str, str], status: int) -> None:
    for version in ({}, {"mcp_protocol_version": "2025-06-18"}):
        found = team.server.post(json.dumps({**PING, "params": {}}), team.ada, **headers, **version)
        assert (headers, found.status_code) == (headers, status)


@pytest.mark.parametrize(
    "head",
    [
        "X-Long: " + "x" * 2_000_000,
        "Content-Length: 2\r\nTransfer-Encoding: chunked",
        "Content-Length: 2\r\nContent-Length: 3",
        "Content-Length: 99999999999999999999",
    ],
)
def test_the_head_of_a_message_is_bounded_and_says_one_thing(team: Team, head: str) -> None:
    host = team.server.url.removeprefix("http://").removesuffix("/mcp")
    sent = f"POST /mcp HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {team.ada}\r\n{head}\r\n\r\n0\r\n\r\n"
    got = b""
    # Who is refused while it still sends may see no answer.
    with team.server.connect() as connection, suppress(ConnectionError):
        connection.sendall(sent.encode())
        got = connection.recv(1000)
    assert got[:12] in (b"HTTP/1.1 400", b"HTTP/1.1 413", b"")


def test_only_messages_by_post_to_the_one_address_are_taken(team: Team) -> None:
    import httpx2

    head = {"authorization": f"Bearer {team.ada}", "accept": "text/event-stream"}
    for method in ("GET", "DELETE", "PUT", "OPTIONS"):
        assert httpx2.request(method, team.server.url, headers=head, verify=False).status_code == 405
    for path in ("/", "/mcp/", "/mcp/..", "/MCP", "//mcp", "/.well-known/oauth-protected-resource"):
        assert httpx2.post(team.server.url[: -len("/mcp")] + path, headers=head, verify=False).status_code == 404


def test_no_file_of_the_server_can_be_named(team: Team, tmp_path: Path) -> None:
    secret = tmp_path / "secret.md"
    secret.write_text("The password is swordfish.\n", encoding="utf-8")
    for tool, arguments in (
        ("add", {"paths": [str(secret)]}),
        ("add", {"paths": [str(secret)], "text": "Words."}),
        ("show", {"labels": [str(secret)]}),
        ("show", {"labels": [f"../../{secret}"]}),
        ("edit", {"note": str(secret), "append": "x"}),
        ("edit", {"new": "Stolen", "template": str(secret)}),
        ("lint", {"paths": [str(secret)]}),
        ("links", {"note": str(secret)}),
        ("file", {"question": "q?", "title": "t", "answer": str(secret), "cites": [str(secret)]}),
        ("apply", {"bundle": str(secret)}),
    ):
        said = _text(team.server.call(team.ada, tool, **arguments))
        assert (tool, "swordfish" in said) == (tool, False)
    assert secret.read_text("utf-8") == "The password is swordfish.\n"
    assert "swordfish" not in "".join(path.read_text("utf-8") for path in (team.home / "wiki").rglob("*.md"))


def test_among_many_who_write_an_operation_is_taken_back_by_its_id_alone(team: Team) -> None:
    for arguments in ({}, {"operation": ""}, {"operation": "last"}, {"operation": " last "}, {"since": "1d"}):
        refused = team.server.call(team.ada, "undo", **arguments)
        assert refused.is_error
        assert "operation" in _text(refused)


def test_a_host_that_is_named_is_let_in(tmp_path: Path) -> None:
    done("init", tmp_path)
    ada = make_token(tmp_path, "ada")
    with HttpServer(tmp_path, "--host", "notes.example.com") as server:
        proxied = {"host": "notes.example.com", "origin": "https://notes.example.com"}
        assert server.post(json.dumps(PING), ada, **proxied).status_code == 200


def test_a_client_is_told_how_far_its_call_is(team: Team) -> None:
    write(team.home / "wiki", {f"notes/{n}.md": f"Note {n} of Monday.\n" for n in range(50)})
    seen: list[tuple[float, float | None, str | None]] = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        seen.append((done, total, message))

    async def ask() -> Any:
        async with client(team.server.url, team.bob) as found:
            return await found.call_tool("ask", {"question": "what is of Monday?"}, progress_callback=progress)

    assert "of Monday" in _text(asyncio.run(ask()))
    assert seen
    assert {message for _, _, message in seen} == {"indexing"}


def test_a_message_that_does_not_come_to_its_end_is_given_up(tmp_path: Path) -> None:
    done("init", tmp_path)
    ada = make_token(tmp_path, "ada")
    with HttpServer(tmp_path, COMMONPLACE_SERVER_SECONDS="0.5") as server:
        with server.begin(ada, json.dumps(PING)) as connection:
            assert b"408" in connection.recv(1000).split(b"\r\n")[0]
        assert server.post(json.dumps(PING), ada).status_code == 200


def test_a_token_that_is_taken_back_while_its_message_comes_lets_nobody_in(tmp_path: Path) -> None:
    done("init", tmp_path)
    ada = make_token(tmp_path, "ada")
    make_token(tmp_path, "bob")
    with HttpServer(tmp_path) as server, server.begin(ada, json.dumps(PING)) as connection:
        done("token", "ada", "--revoke", home=tmp_path)
        connection.sendall(json.dumps(PING)[-1:].encode())
        assert b"401" in connection.recv(1000).split(b"\r\n")[0]


def test_a_token_that_is_taken_back_while_its_call_waits_for_its_turn_writes_nothing(tmp_path: Path) -> None:
    done("init", tmp_path)
    ada, bob = make_token(tmp_path, "ada"), make_token(tmp_path, "bob")
    with HttpServer(tmp_path) as server, ThreadPoolExecutor() as pool:
        with write_lock(str(tmp_path / "graph"), seconds=10):
            first = pool.submit(server.call, ada, "remember", text="We bake on Fridays.")
            time.sleep(1)
            second = pool.submit(server.call, bob, "remember", text="Bob was here.")
            time.sleep(1)
            done("token", "bob", "--revoke", home=tmp_path)
        assert not first.result().is_error
        assert "the token was taken back; nothing was changed" in repr(second.exception())
    assert "Bob" not in done("recall", "who was here?", home=tmp_path).out


def test_without_a_token_or_an_address_nothing_is_served(tmp_path: Path) -> None:
    done("init", tmp_path)
    refused = run("mcp", "--http", "127.0.0.1:0", home=tmp_path)
    assert (refused.code, "nobody has a token; make one with `commonplace token NAME`" in refused.err) == (2, True)
    make_token(tmp_path, "ada")
    for address in ("127.0.0.1", "127.0.0.1:x", "127.0.0.1:70000", ""):
        refused = run("mcp", "--http", address, home=tmp_path)
        assert (refused.code, "has no port" in refused.err) == (2, True)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        refused = run("mcp", "--http", f"127.0.0.1:{taken.getsockname()[1]}", home=tmp_path)
        assert (refused.code, "in use" in refused.err) == (3, True)


@pytest.mark.parametrize("name", ["", "a b", "../x", "a\nb", "a\x1b[31m", "-", "x" * 65, "ada"])
def test_a_name_that_is_taken_or_would_not_stand_in_a_line_of_the_journal_makes_no_token(
    name: str, tmp_path: Path
) -> None:
    done("init", tmp_path)
    make_token(tmp_path, "ada", "--read-only")
    listed = "ada  reads  2025-03-04T05:06:07Z\n"
    assert run("token", name, home=tmp_path).code == 2
    assert done("token", home=tmp_path).out == listed


@pytest.mark.parametrize("place", ["", "wiki/state"])
def test_a_state_folder_inside_the_home_takes_no_token(place: str, tmp_path: Path) -> None:
    done("init", tmp_path)
    before = tree(tmp_path)
    refused = run("token", "ada", home=tmp_path, COMMONPLACE_STATE=str(tmp_path / place))
    assert (refused.code, "set COMMONPLACE_STATE" in refused.err) == (2, True)
    assert tree(tmp_path) == before


def test_a_file_of_tokens_that_others_may_write_lets_nobody_in(tmp_path: Path) -> None:
    done("init", tmp_path)
    ada = make_token(tmp_path, "ada")
    (file,) = Path(os.environ["COMMONPLACE_STATE"]).glob(f"{tmp_path.name}-*/tokens.json")
    assert file.stat().st_mode & 0o777 == 0o600
    assert ada not in file.read_text("utf-8")
    with HttpServer(tmp_path) as server:
        assert server.post(json.dumps(PING), ada).status_code == 200
        for damage in (lambda: file.chmod(0o620), lambda: file.chmod(0o600) or file.write_text("{}"), file.unlink):
            damage()
            assert server.post(json.dumps(PING), ada).status_code == 401
        assert str(file) in server.end()


def test_twenty_who_write_and_a_hundred_who_ask_lose_nothing(tmp_path: Path) -> None:
    done("init", tmp_path)
    writers = {f"writer{number}": make_token(tmp_path, f"writer{number}") for number in range(20)}
    askers = [make_token(tmp_path, f"asker{number}", "--read-only") for number in range(3)]
    with HttpServer(tmp_path) as server:
        seen = asyncio.run(load(server.url, writers, [askers[n % 3] for n in range(100)], seconds=1.0, pause=0.5))
        said = server.end()
    assert (seen.errors, seen.torn) == ([], [])
    assert len({name for name, _ in seen.acknowledged.values()}) == 20
    assert len(seen.asked) >= 100
    assert missing(tmp_path, seen.acknowledged) == []
    assert len(said.splitlines()) == 1, said
