"""What a client is told when it asks for what is not there: a code of the protocol, in words of tools and arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from scripts.errors import NoHomeError
from scripts.mcp_tools import message_of
from tests.running import done, page, write
from tests.skill.raw_server import RawServer

# The library takes a second to import, and here only the server's own process needs it.
if find_spec("mcp") is None:
    pytest.skip("the extra `mcp` is absent: the server is not tested", allow_module_level=True)


@pytest.fixture(scope="module")
def home(new_folder: Callable[[], Path]) -> Path:
    folder = new_folder()
    done("init", folder)
    write(folder / "wiki", {"notes/a.md": page("A", "The zebra sleeps.")})
    return folder


@pytest.fixture(scope="module")
def server(home: Path) -> Iterator[RawServer]:
    with RawServer("--home", str(home), version="2025-06-18") as server:
        yield server
        assert server.end() == "", "what is wrong with a call was told to the person, too"


@pytest.mark.parametrize(
    ("method", "params", "code"),
    [
        ("tools/call", {"name": "nosuch", "arguments": {}}, -32602),
        ("tools/call", {"name": "init", "arguments": {"home": "/tmp"}}, -32602),
        ("resources/read", {"uri": "commonplace://instructions/absent"}, -32602),
        ("resources/read", {"uri": "commonplace://instructions/..%2Fconfig.py"}, -32602),
        ("resources/read", {"uri": "file:///etc/passwd"}, -32602),
    ],
)
def test_what_is_not_there_has_the_code_of_the_protocol(
    method: str, params: dict[str, Any], code: int, server: RawServer
) -> None:
    error = server.request(method, params)["error"]
    assert error["code"] == code
    assert len(error["message"]) < 500


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("show", {"labels": "zzz"}, "no page 'zzz'; look with `commonplace search WORDS`"),
        ("search", {"words": ["a", "b"]}, "search: words ['a', 'b'] is not of type 'string'; it takes words, "),
        ("add", {}, "nothing is named; name files, folders or -, or --sessions"),
        ("ask", {"question": "?"}, 'the question holds no word; ask in words, e.g. "why did it fail?"'),
        ("file", {"answer": "A."}, "'title' is a required property; 'cites' is a required property; it takes answer, "),
    ],
)
def test_an_error_says_what_to_do(tool: str, arguments: dict[str, Any], words: str, home: Path) -> None:
    from scripts.mcp_server import Session

    session = Session(home=str(home))
    result = session.call(tool, arguments)
    session.close()
    assert result.is_error
    assert words in result.text


def test_no_message_holds_a_command_for_a_shell() -> None:
    said = message_of(NoHomeError("/nowhere"))
    assert "`" not in said
    assert "--" not in said
