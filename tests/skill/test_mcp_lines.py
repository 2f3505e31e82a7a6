"""Lines that are no messages are answered, so that no client waits for ever; batches are served."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.mcp_server.lines import MAX_DEPTH, read_line
from tests.running import done
from tests.skill.raw_server import RawServer

DEEP = b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":' + b"[" * 3000 + b"]" * 3000 + b"}}"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
MESSAGES = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.just("2.0") | JSON,
        "id": st.integers() | st.text() | JSON,
        "method": st.just("ping") | JSON,
        "params": st.dictionaries(st.text(), JSON, max_size=3) | JSON,
    },
)


@pytest.fixture(scope="module")
def server(new_folder: Callable[[], Path]) -> Iterator[RawServer]:
    if find_spec("mcp") is None:
        pytest.skip("the extra `mcp` is absent: the server is not tested")
    home = new_folder()
    done("init", home)
    with RawServer("--home", str(home)) as server:
        yield server


def request(**members: Any) -> bytes:
    """One request, with these members changed."""
    return json.dumps({"jsonrpc": "2.0", "id": 7, "method": "ping", **members}).encode("utf-8")


@pytest.mark.parametrize(
    ("line", "wanted", "code"),
    [
        (b"{not json", None, -32700),
        (b"\xff\xfe{", None, -32700),
        (request(params={"a": 1}).replace(b"1", b'"\xe9"'), None, -32700),
        (request(params={"a": 1}).replace(b"1", b"NaN"), None, -32700),
        (b"5", None, -32600),
        (b"[]", None, -32600),
        (request(id=None), None, -32600),
        (request(id=1.5), None, -32600),
        (request(id={}), None, -32600),
        (request(id=True), None, -32600),
        (request(jsonrpc="1.0"), 7, -32600),
        (b'{"id":7,"method":"ping"}', 7, -32600),
        (request(method=5), 7, -32600),
        (b'{"jsonrpc":"2.0","id":7}', 7, -32600),
        (request(params=[]), 7, -32602),
        (request(params={"words": "a\ud83d b"}), 7, -32600),
        (request(params={"\udc00": 1}), 7, -32600),
        (request(id="\ud83d"), None, -32600),
        (DEEP, 7, -32600),
        (DEEP.replace(b"[" * 3000, b"[" * 500).replace(b"]" * 3000, b"]" * 500), 7, -32600),
        (request(params={"a": 1}).replace(b"1", b"1" * 5000), 7, -32600),
    ],
)
def test_a_line_that_is_no_message_is_answered(line: bytes, wanted: int | None, code: int, server: RawServer) -> None:
    server.write(line)
    reply = server.next()
    assert (reply["id"], reply["error"]["code"]) == (wanted, code)
    assert server.request("ping", wanted="after") == {"jsonrpc": "2.0", "id": "after", "result": {}}


def test_a_batch_is_answered_as_one(server: RawServer) -> None:
    ping, unknown = {"jsonrpc": "2.0", "id": "a", "method": "ping"}, {"jsonrpc": "2.0", "id": "b", "method": "no/such"}
    server.send([ping, {"jsonrpc": "2.0", "method": "notifications/progress"}, 5, unknown])
    replies = {reply["id"]: reply for reply in server.next()}
    assert replies["a"]["result"] == {}
    assert (replies["b"]["error"]["code"], replies[None]["error"]["code"]) == (-32601, -32600)


def test_a_batch_does_not_wait_for_what_was_cancelled(server: RawServer) -> None:
    asked = {"name": "status", "arguments": {}}
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "a"}}
    server.send(
        [
            {"jsonrpc": "2.0", "id": "a", "method": "tools/call", "params": asked},
            {"jsonrpc": "2.0", "id": "b", "method": "ping"},
            cancel,
        ]
    )
    assert [reply["id"] for reply in server.next()] == ["b"]


def test_a_batch_of_notifications_and_a_blank_line_are_not_answered(server: RawServer) -> None:
    server.send([{"jsonrpc": "2.0", "method": "notifications/progress"}])
    server.write(b"")
    server.write(b'{"jsonrpc":"2.0","method":"notifications/progress","params":[]}')
    server.write(b'{"jsonrpc":"2.0","id":1,"result":{}}')
    assert server.request("ping")["result"] == {}


def test_a_message_may_be_as_deep_as_is_said() -> None:
    deepest = json.loads("[" * (MAX_DEPTH - 2) + "]" * (MAX_DEPTH - 2))
    assert read_line(request(params={"a": deepest})).faults == ()
    assert read_line(request(params={"a": [deepest]})).messages == ()


@given(st.lists(MESSAGES, min_size=1, max_size=3))
def test_whatever_has_an_id_and_a_method_is_passed_on_or_answered(messages: list[dict[str, Any]]) -> None:
    line = read_line(json.dumps(messages).encode("utf-8"))
    asking = [message for message in messages if "id" in message and "method" in message]
    passed = [message for message in line.messages if "id" in message]
    assert len(passed) + len(line.faults) >= len(asking)
    assert len(line.messages) + len(line.faults) <= len(messages)


@given(MESSAGES)
def test_the_library_takes_what_is_passed_on(message: dict[str, Any]) -> None:
    types = pytest.importorskip("mcp.types")
    for passed in read_line(json.dumps(message).encode("utf-8")).messages:
        assert types.jsonrpc_message_adapter.validate_python(passed, by_name=False).method == message["method"]


@given(st.binary())
def test_any_bytes_are_read(raw: bytes) -> None:
    assert len(read_line(raw).messages) <= 1


def test_the_server_ends_with_a_client_that_never_said_a_word() -> None:
    server = RawServer(version="")
    assert server.end() == ""
    assert server.process.returncode == 0
