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


@pytest.mark.parametrize("is_last", [False, True])
@pytest.mark.parametrize(
    "value", [b'"\\ud800"', b"[" * 3000 + b"]" * 3000, b"1" * 5000], ids=["half a character", "nested", "long number"]
)
def test_a_request_that_cannot_be_read_is_answered(value: bytes, is_last: bool, server: RawServer) -> None:
    params = b'"params":{"name":"ask","arguments":{"question":' + value + b"}}"
    members = [b'"jsonrpc":"2.0"', b'"id":77', b'"method":"tools/call"', params]
    members = [*members[2:], *members[:2]] if is_last else members
    server.write(b"{" + b",".join(members) + b"}")
    server.send({"jsonrpc": "2.0", "id": "after", "method": "ping"})
    replies = {reply["id"]: reply for reply in (server.next(), server.next())}
    assert replies[77]["error"]["code"] == -32700
    assert replies["after"]["result"] == {}


def test_a_request_of_another_form_is_answered(server: RawServer) -> None:
    server.write(request(jsonrpc="1.0", id="other"))
    assert next(reply for reply in iter(server.next, None) if reply["id"] == "other")["error"]["code"] == -32600


def test_the_server_ends_with_a_client_that_never_said_a_word() -> None:
    server = RawServer(version="")
    assert server.end() == ""
    assert server.process.returncode == 0


def test_a_line_that_is_too_long_is_refused_unread_and_the_next_one_is_served(new_folder: Callable[[], Path]) -> None:
    home = new_folder()
    done("init", home)
    with RawServer("--home", str(home), settings={"COMMONPLACE_MAX_MESSAGE_BYTES": "2000"}) as server:
        for wanted, filler in (("long", "x" * 1_000_000), (7, "y" * 1_999)):
            refused = server.request("ping", {"_meta": {"filler": filler}}, wanted=wanted)
            assert refused["id"] == wanted
            assert refused["error"]["message"].endswith("more than 2,000 bytes; send less, or raise MAX_MESSAGE_BYTES")
        for line in (b"[" * 3_000, b'{"method":"ping","params":{"id":7,"x":"' + b"x" * 3_000 + b'"},"id":8}'):
            server.write(line)
            assert server.next()["id"] is None
        assert server.request("ping", {"_meta": {"filler": "z" * 1_800}}, wanted=8)["result"] == {}
