"""Lines that are no messages do not end the server."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.running import done
from tests.skill.raw_server import RawServer

if find_spec("mcp") is None:
    pytest.skip("the extra `mcp` is absent: the server is not tested", allow_module_level=True)


@pytest.fixture(scope="module")
def server(new_folder: Callable[[], Path]) -> Iterator[RawServer]:
    home = new_folder()
    done("init", home)
    with RawServer("--home", str(home)) as server:
        yield server


def request(**members: Any) -> bytes:
    """One request, with these members changed."""
    return json.dumps({"jsonrpc": "2.0", "id": 7, "method": "ping", **members}).encode("utf-8")


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{not json",
        b"\xff\xfe{",
        b"5",
        b"[]",
        request(id={}),
        request(jsonrpc="1.0"),
        request(method=5),
        b'{"jsonrpc":"2.0","id":1,"result":{}}',
        b'{"jsonrpc":"2.0","method":"notifications/progress","params":[]}',
        request(params={"a": 1}).replace(b"1", b"[" * 3000 + b"]" * 3000),
        request(params={"a": 1}).replace(b"1", b"1" * 5000),
    ],
)
def test_the_server_goes_on_after_a_line_that_is_no_message(line: bytes, server: RawServer) -> None:
    server.write(line)
    server.send({"jsonrpc": "2.0", "id": "after", "method": "ping"})
    replies = iter(server.next, None)
    assert next(reply for reply in replies if reply["id"] == "after")["result"] == {}


def test_the_server_ends_with_a_client_that_never_said_a_word() -> None:
    server = RawServer(version="")
    assert server.end() == ""
    assert server.process.returncode == 0
