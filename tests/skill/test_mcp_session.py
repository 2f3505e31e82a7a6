"""A server's session without the protocol: the home stays open between calls, and yet each sees what is there now."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scripts.mcp_server.session import Session
from tests.running import done, page, write


@pytest.fixture
def home(new_folder: Callable[[], Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMMONPLACE_QUIET_SECONDS", "0")
    folder = new_folder() / "home"
    done("init", folder)
    write(folder / "wiki", {"notes/a.md": page("A", "The zebra sleeps.")})
    return folder


@pytest.fixture
def session(home: Path) -> Iterator[Session]:
    session = Session(home=str(home))
    yield session
    session.close()


def test_what_others_write_between_two_calls_is_seen(session: Session, home: Path) -> None:
    assert "The zebra sleeps." in session.call("ask", {"question": "what does the zebra do?"}).text
    write(home / "wiki", {"notes/a.md": page("A", "The zebra runs."), "notes/b.md": page("B", "A giraffe eats.")})
    assert "The zebra runs." in session.call("ask", {"question": "what does the zebra do?"}).text
    assert "[[b]]" in session.call("search", {"words": "giraffe"}).text
    done("add", "-", "--title", "C", home=home, stdin="The okapi hides.\n")
    assert "The okapi hides." in session.call("ask", {"question": "what does the okapi do?"}).text
    (home / "wiki/notes/b.md").unlink()
    assert session.call("show", {"page": "b"}).is_error


def test_what_is_recalled_is_told_as_text_and_as_document(session: Session, home: Path) -> None:
    done("remember", "The okapi hides in the reeds.", home=home)
    asked = ["recall", "where does the okapi hide?"]
    recalled = session.call(asked[0], {"question": asked[1]})
    assert recalled.text == done(*asked, home=home).out.rstrip("\n")
    assert recalled.document == done(*asked, "--json", home=home).document


@pytest.mark.parametrize("tool", ["ask", "recall"])
def test_a_budget_that_holds_the_text_and_not_the_document_gave_an_empty_document(session: Session, tool: str) -> None:
    asked = {"question": "what does the zebra do?", "budget": 20}
    text = done(tool, asked["question"], "--budget", "20", home=session.home).out
    short = session.call(tool, asked)
    assert text
    assert (short.is_error, short.document["error"]["type"]) == (True, "NoRoomError")
    assert "give at least `budget " in short.text


def test_an_index_that_was_deleted_is_made_again(session: Session, home: Path) -> None:
    before = session.call("ask", {"question": "what does the zebra do?"})
    for path in (home / "graph").glob("index.sqlite*"):
        path.unlink()
    assert session.call("ask", {"question": "what does the zebra do?"}) == before


def test_another_home_in_the_same_place_is_another_home(session: Session, home: Path) -> None:
    assert session.call("status", {}).document["pages"] == {"notes": 1}
    shutil.rmtree(home)
    assert session.call("status", {}).is_error
    done("init", home)
    assert session.call("status", {}).document["pages"] == {}


def test_options_of_one_call_are_not_those_of_the_next(session: Session, home: Path) -> None:
    first = session.call("ask", {"question": "what does the zebra do?"})
    short = session.call("ask", {"question": "what does the zebra do?", "budget": 40, "depth": 1})
    assert short.text != first.text
    assert session.call("ask", {"question": "what does the zebra do?"}) == first
    assert done("ask", "what does the zebra do?", home=home).out.rstrip("\n") == first.text


def test_the_home_is_kept_open_and_told_what_changed(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    session.call("status", {})
    kept = session._kept
    assert kept is not None
    assert kept.ws.index._watching is not None
    session.call("search", {"words": "zebra", "limit": 1})
    assert session._kept is kept
    monkeypatch.setenv("COMMONPLACE_LINK_WEIGHT", "0.4")
    session.call("search", {"words": "zebra"})
    assert session._kept is not kept, "a setting that the index depends on"


def test_what_a_tool_gives_back_names_its_arguments_and_no_options(session: Session, home: Path) -> None:
    long = "\n\n".join(f"## Part {number}\n\nThe okapi --limit {number} hides." for number in range(90))
    write(
        home / "wiki",
        {"notes/n.md": page("N", "".join(f"[[no-{n}]] " for n in range(58))), "notes/long.md": page("Long", long)},
    )
    told = [
        session.call("lint", {}).text,
        session.call("useful", {"names": ["a"]}).text,
        session.call("show", {"page": "long", "budget": 100}).text,
        session.call("add", {"text": long, "title": "Okapi"}).text,
        session.call("lint", {"rule": ["orphan"]}).text,
    ]
    said = [line for text in told for line in text.split("\n") if not line.startswith(">")]
    assert [line for line in said if " --" in line and "okapi" not in line] == []
    assert "; limit 61 prints all" in told[0]
    assert told[1].endswith("; give it by the argument for")
    assert "> The okapi --limit 0 hides." in told[2]


def test_a_reply_to_a_bundle_of_faults_is_bounded(session: Session) -> None:
    session.call("add", {"text": "The okapi hides.", "title": "Okapi"})
    for lacking in ({}, {"name": "a", "type": "b", "supporting_text": "never said, and never will be"}):
        bundle = {"source": "okapi", "entities": [{**lacking, "nmae": "okapi"}] * 300}
        reply = session.call("apply", {"bundle": bundle})
        assert (reply.is_error, "rejected " in reply.text, len(reply.text) < 8000) == (True, True, True)
        receipt = reply.document["receipt"]
        assert (len(receipt["rejected"]), receipt["rejected_omitted"] >= 260) == (40, True)


def test_a_reply_has_no_more_in_its_document_than_in_its_text(session: Session, home: Path) -> None:
    write(home / "wiki", {f"notes/n{number}.md": page(f"N {number}", "[[nowhere]] [[a]]") for number in range(60)})
    graph, lint = session.call("graph", {}), session.call("lint", {"rule": ["broken-link"]})
    assert (len(graph.document["nodes"]), graph.document["omitted"]) == (50, 12)
    assert graph.text.endswith("omitted: 12 nodes; limit 62 lists all")
    assert session.call("graph", {"format": "graphml"}).text.count("<node ") == 50
    assert (len(lint.document["findings"]), lint.document["found"], lint.document["omitted"]) == (50, 60, 10)
    assert len(session.call("graph", {"limit": 62}).document["nodes"]) == 62
    assert len(session.call("lint", {"rule": ["broken-link"], "limit": 60}).document["findings"]) == 60
