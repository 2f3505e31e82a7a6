"""A server's session without the protocol: the home stays open between calls, and yet each sees what is there now."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from scripts.errors import NoHomeError
from scripts.mcp_tools import message_of
from tests.running import done, page, write

if TYPE_CHECKING:
    from scripts.mcp_server import Session

if find_spec("mcp") is None:
    pytest.skip("the extra `mcp` is absent: the server is not tested", allow_module_level=True)


@pytest.fixture
def home(new_folder: Callable[[], Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMMONPLACE_QUIET_SECONDS", "0")
    folder = new_folder() / "home"
    done("init", folder)
    write(folder / "wiki", {"notes/a.md": page("A", "The zebra sleeps.")})
    return folder


@pytest.fixture
def session(home: Path) -> Iterator[Session]:
    from scripts.mcp_server import Session

    session = Session(home=str(home))
    yield session
    session.close()


def test_what_others_write_between_two_calls_is_seen(session: Session, home: Path) -> None:
    assert "The zebra sleeps." in session.call("ask", {"question": "what does the zebra do?"}).text
    write(home / "wiki", {"notes/a.md": page("A", "The zebra runs."), "notes/b.md": page("B", "A giraffe eats.")})
    assert "The zebra runs." in session.call("ask", {"question": "what does the zebra do?"}).text
    assert "[b]" in session.call("search", {"words": "giraffe"}).text
    done("add", "-", "--title", "C", home=home, stdin="The okapi hides.\n")
    assert "The okapi hides." in session.call("ask", {"question": "what does the okapi do?"}).text
    (home / "wiki/notes/b.md").unlink()
    assert session.call("show", {"labels": "b"}).is_error


def test_another_home_in_the_same_place_is_another_home(session: Session, home: Path) -> None:
    assert "1 notes" in session.call("status", {}).text
    shutil.rmtree(home)
    assert session.call("status", {}).is_error
    done("init", home)
    assert "1 notes" not in session.call("status", {}).text


def test_options_of_one_call_are_not_those_of_the_next(session: Session, home: Path) -> None:
    first = session.call("ask", {"question": "what does the zebra do?"})
    short = session.call("ask", {"question": "what does the zebra do?", "budget": 8, "depth": 1})
    assert short.text != first.text
    assert session.call("ask", {"question": "what does the zebra do?"}) == first
    assert done("ask", "what does the zebra do?", home=home).out.rstrip("\n") == first.text


def test_a_reply_to_a_bundle_of_faults_is_bounded(session: Session) -> None:
    session.call("add", {"text": "The okapi hides.", "title": "Okapi"})
    for lacking in ({}, {"name": "a", "type": "b", "supporting_text": "never said, and never will be"}):
        bundle = {"source": "okapi", "entities": [{**lacking, "nmae": "okapi"}] * 300}
        reply = session.call("apply", {"bundle": bundle})
        assert (reply.is_error, "rejected " in reply.text, len(reply.text) < 8000) == (True, True, True)


def test_lists_of_a_reply_are_bounded_unless_more_is_asked_for(session: Session, home: Path) -> None:
    write(home / "wiki", {f"notes/n{number}.md": page(f"N {number}", "[[nowhere]] [[a]]") for number in range(60)})
    graph = session.call("graph", {})
    assert graph.text.endswith("; --limit 62 lists all")
    assert session.call("graph", {"format": "graphml"}).is_error
    assert session.call("lint", {"rule": ["broken-link"]}).text.count(": broken-link: ") == 50
    assert session.call("lint", {"rule": ["broken-link"], "limit": 60}).text.count(": broken-link: ") == 60


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("show", {"labels": "zzz"}, "no page 'zzz'; look with `commonplace search WORDS`"),
        ("search", {"words": ["a", "b"]}, "search: words ['a', 'b'] is not of type 'string'; it takes words, "),
        ("add", {}, "nothing is named; name files or folders, give a text, or --sessions"),
        ("ask", {"question": "?"}, 'the question holds no word; ask in words, e.g. "why did it fail?"'),
        ("file", {"answer": "A."}, "'title' is a required property; 'cites' is a required property; it takes answer, "),
    ],
)
def test_an_error_says_what_to_do(tool: str, arguments: dict[str, Any], words: str, session: Session) -> None:
    result = session.call(tool, arguments)
    assert result.is_error
    assert words in result.text


def test_no_message_holds_a_command_for_a_shell() -> None:
    said = message_of(NoHomeError("/nowhere"))
    assert "`" not in said
    assert "--" not in said
