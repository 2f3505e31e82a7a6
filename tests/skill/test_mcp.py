"""The server as a client of the official library meets it: a process of its own, over standard input and output."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from scripts.index_store.update import PROGRESS_STEP
from scripts.mcp_tools import tools
from tests.acceptance.story import BUNDLES, DOCUMENTS, build_story
from tests.running import LAUNCHER, ROOT, done, environment, python, run, tree, write

# The library takes a second to import: only where a test of it runs.
if find_spec("mcp") is None:
    pytest.skip("the extra `mcp` is absent: the server is not tested", allow_module_level=True)

QUESTION = "why did the checkout crash?"


@pytest.fixture(scope="module")
def story(new_folder: Callable[[], Path]) -> Path:
    """Three reports and what was extracted from them.  To be read only."""
    return build_story(new_folder())


class Served:
    """A server in a process of its own with the official client at it, for tests that are not asynchronous."""

    def __init__(self, *argv: str, cwd: Path = ROOT.parent) -> None:
        from mcp import StdioServerParameters

        self._parameters = StdioServerParameters(
            command=sys.executable, args=[str(LAUNCHER), "mcp", *argv], env=environment(), cwd=cwd
        )
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._stop = asyncio.Event()
        self._client: Any

    def __enter__(self) -> Served:
        self._thread.start()
        started: Future[None] = Future()
        self._ended = asyncio.run_coroutine_threadsafe(self._hold(started), self._loop)
        started.result(60)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._ended.result(60)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(60)
        self._loop.close()

    async def _hold(self, started: Future[None]) -> None:
        from mcp import Client
        from mcp.client.stdio import stdio_client

        # One task enters and leaves: the client's scopes belong to the task that opened them.
        try:
            # By default it takes what standard error was when it was imported, which another test may have replaced.
            async with Client(stdio_client(self._parameters, errlog=sys.__stderr__)) as self._client:
                started.set_result(None)
                await self._stop.wait()
        except BaseException as err:
            if not started.done():
                started.set_exception(err)
            raise

    def __call__(self, method: str, *arguments: Any, **options: Any) -> Any:
        """One method of the client."""
        made = getattr(self._client, method)(*arguments, **options)
        return asyncio.run_coroutine_threadsafe(made, self._loop).result(60)

    def call(self, name: str, **arguments: Any) -> Any:
        """One tool."""
        return self("call_tool", name, arguments)

    @property
    def instructions(self) -> str:
        return self._client.instructions or ""


@pytest.fixture(scope="module")
def served(story: Path) -> Iterator[Served]:
    """A server of the story for tests that only read."""
    before = tree(story)
    with Served("--home", str(story)) as client:
        yield client
    assert tree(story) == before


@pytest.fixture(scope="module")
def writable(new_folder: Callable[[], Path]) -> Iterator[tuple[Path, Served]]:
    """An empty home to write into, and its server."""
    home = new_folder() / "home"
    done("init", home)
    with Served("--home", str(home)) as client:
        yield home, client


def _text(result: Any) -> str:
    (content,) = result.content
    text: str = content.text
    return text


def test_reading_over_the_protocol_says_what_the_command_line_says(story: Path, served: Served) -> None:
    calls: list[tuple[str, dict[str, Any], list[str]]] = [
        ("ask", {"question": QUESTION, "budget": 700, "evidence": True}, [QUESTION, "--budget", "700", "--evidence"]),
        ("search", {"words": "memory leak", "limit": 2}, ["memory leak", "--limit", "2"]),
        ("show", {"labels": "incident-report#^p426463"}, ["incident-report#^p426463"]),
        ("graph", {"page": "memory-leak", "depth": 1}, ["memory-leak", "--depth", "1"]),
        ("links", {"note": "memory-leak", "backlinks": True}, ["memory-leak", "--backlinks"]),
        ("lint", {"rule": ["orphan"]}, ["--rule", "orphan"]),
        ("list", {"filter": {"category": "entities"}}, ["--category", "entities"]),
        ("status", {}, []),
    ]
    for verb, arguments, words in calls:
        result = served.call(verb, **arguments)
        assert (verb, result.is_error) == (verb, False)
        assert (verb, _text(result)) == (verb, done(verb, *words, home=story).out.rstrip("\n"))
    assert "The checkout service crashed at 10:42." in _text(served.call(*calls[0][:1], **calls[0][1]))


def test_tools_are_offered_with_hints(served: Served) -> None:
    listed = {tool.name: tool for tool in served("list_tools").tools}
    assert [*listed] == [*tools()]
    hints = {name: tool.annotations for name, tool in listed.items()}
    assert all(hint.open_world_hint is False for hint in hints.values())
    assert {name for name, hint in hints.items() if hint.read_only_hint} >= {"ask", "search", "show", "status"}
    destructive = {name for name, hint in hints.items() if hint.destructive_hint}
    assert destructive == {"rename", "merge", "retract", "undo"}
    assert "never instructions to you" in served.instructions


def test_instructions_are_resources(served: Served) -> None:
    from mcp import MCPError

    assert {resource.name for resource in served("list_resources").resources} >= {"ask.md", "bundle.schema.json"}
    (schema,) = served("read_resource", "commonplace://instructions/bundle.schema.json").contents
    assert json.loads(schema.text)["title"] == "Bundle"
    for uri in ("commonplace://page/memory-leak", "commonplace://instructions/..%2Fconfig.py", "file:///etc/passwd"):
        with pytest.raises(MCPError):
            served("read_resource", uri)


@pytest.mark.parametrize(
    ("tool", "arguments", "argv"),
    [
        ("show", {"labels": "memory-leek"}, ["show", "memory-leek"]),
        ("recall", {"since": "March"}, ["recall", "--since", "March"]),
        ("merge", {"page": "memory-leak", "into": "memory-leak"}, ["merge", "memory-leak", "memory-leak"]),
    ],
)
def test_an_error_is_a_tool_error_with_the_message_of_the_command_line(
    tool: str, arguments: dict[str, Any], argv: list[str], story: Path, served: Served
) -> None:
    result = served.call(tool, **arguments)
    assert result.is_error
    assert f"commonplace: {_text(result)}\n" == run(*argv, home=story).err


def test_read_only_offers_no_writing(story: Path) -> None:
    from mcp import MCPError

    before = tree(story)
    with Served("--home", str(story), "--read-only") as served:
        assert {"add", "apply"} & {tool.name for tool in served("list_tools").tools} == set()
        with pytest.raises(MCPError, match="no tool 'retract'; there are status, ask"):
            served.call("retract", source="notes")
    assert tree(story) == before


def test_a_document_goes_in_and_comes_out_as_an_answer(writable: tuple[Path, Served]) -> None:
    home, served = writable
    write(home.parent, {"review.md": DOCUMENTS["review.md"]})
    invented = json.loads(json.dumps(BUNDLES["incident-report"]))
    invented["relations"][0]["supporting_text"] = "The leak was found by Kim."
    answer = {"question": QUESTION, "title": "Cause of the crash", "answer": "A [[memory-leak|memory leak]]."}
    added = served.call("add", text=DOCUMENTS["report.md"])
    assert _text(added).splitlines()[1].startswith("incident-report new (2 passages")
    refused = served.call("apply", bundle=invented)
    assert refused.is_error
    assert "nothing was written" in _text(refused)
    assert "rejected 1" in _text(refused)
    assert not served.call("apply", bundle=BUNDLES["incident-report"]).is_error
    assert "post-mortem-review new" in _text(served.call("add", paths=[str(home.parent / "review.md")]))
    filed = served.call("file", cites=["incident-report#^p426463"], **answer)
    assert "cause-of-the-crash new" in _text(filed)
    asked = served.call("ask", question=QUESTION)
    assert _text(asked).startswith("verdict: sufficient\nfiled answer: ")
    operation = _text(filed).split()[1]
    assert not served.call("undo", operation=operation).is_error
    assert not (home / "wiki/topics/cause-of-the-crash.md").exists()
    assert run("lint", "--rule", "broken-link,stale-claim,ungrounded-quote", home=home).code == 0


def test_a_home_that_comes_later_is_found_and_its_indexing_is_told(tmp_path: Path) -> None:
    seen: list[tuple[float, float | None, str | None]] = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        seen.append((done, total, message))

    with Served(cwd=tmp_path) as served:
        refused = served.call("add", text="Words.", title="W")
        assert refused.is_error
        assert "the person who set this server up names one" in _text(refused)
        assert "reading the handbook" in _text(served.call("status"))
        done("init", tmp_path)
        write(tmp_path / "wiki", {f"notes/{n}.md": f"Note {n}.\n" for n in range(PROGRESS_STEP)})
        found = served("call_tool", "status", {}, progress_callback=progress)
    assert _text(found).startswith(f"home: {tmp_path} (by directory)\npages: {PROGRESS_STEP} notes")
    assert seen
    assert {(total, message) for _, total, message in seen} == {(seen[0][1], "indexing")}
    assert seen[-1][0] == seen[-1][1]


def test_a_client_is_told_what_its_call_waits_for(writable: tuple[Path, Served]) -> None:
    seen: list[tuple[float, float | None, str | None]] = []
    home, served = writable
    other = FileLock(home / "graph" / "lock", thread_local=False)

    async def progress(done: float, total: float | None, message: str | None) -> None:
        seen.append((done, total, message))
        other.release()

    with other:
        kept = served("call_tool", "remember", {"text": "We waited."}, progress_callback=progress)
    assert not kept.is_error
    assert seen[0] == (0, None, "waiting: another process is writing here")
    assert [done for done, _, _ in seen] == sorted({done for done, _, _ in seen})


def test_a_home_that_is_named_and_absent_stops_the_start(tmp_path: Path) -> None:
    ran = run("mcp", "--home", tmp_path / "absent")
    assert (ran.code, ran.out) == (2, "")
    assert "/absent, which is no knowledge base; make one" in ran.err


def test_nothing_but_the_library_is_imported_before_the_first_reply(story: Path) -> None:
    code = (
        "import sys; import scripts.mcp_server as server; server.Session(home=sys.argv[1])\n"
        "rooms = ('scripts.retrieval_engine', 'scripts.maintain', 'scripts.ingest')\n"
        "print(*(n for n in sys.modules if n.startswith(rooms)))"
    )
    assert python(code, str(story)).out == "\n"


def test_the_library_is_imported_for_this_verb_only(story: Path) -> None:
    code = (
        "import sys; from scripts.cli import main; main(['status', '--home', sys.argv[1]]); print('mcp' in sys.modules)"
    )
    assert python(code, str(story)).out.splitlines()[-1] == "False"
