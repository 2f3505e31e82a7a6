"""The verbs as tools of a Model Context Protocol server, over standard input and output.

The official library serves; mcp_tools.py defines the tools.  Calls run one at a time in one thread of their own, so
that a long one does not keep the server from answering pings.  Importing this module raises MissingExtraError where the
library is not installed; verbs are imported when a client asks for tools.
"""

from __future__ import annotations

import asyncio
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, TypeVar

from . import __version__
from .cli import errors_of_ours, open_home
from .errors import CommonplaceError, DataError, MissingExtraError, UsageError
from .homes import find_home, read_resource, resource_path
from .knowledge_base import KnowledgeBase, Listener
from .mcp_tools import INSTRUCTIONS, description, input_schema, message_of, parse_call, tools
from .verbs.declaration import Call, Verb

try:
    from mcp import types
    from mcp.server.lowlevel import Server
    from mcp.server.stdio import stdio_server
    from mcp.shared.exceptions import MCPError
except ModuleNotFoundError as err:
    raise MissingExtraError("the verb mcp", "mcp", "mcp") from err

T = TypeVar("T")

_WRONG_DATA = 3
_AT_LEISURE = {"at_once": 4, "most": 2}
"""Pages that are read and sections that are embedded in one step, for which a call waits some 50 ms at most."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a tool."""

    text: str
    is_error: bool = False


class Caller(NamedTuple):
    """A client, and what it may do."""

    actor: str = ""
    """Its name in the journal; "" for the one from the environment."""
    read_only: bool = False
    is_remote: bool = False
    """It may not name files of this machine, and it is not the only one that writes."""
    is_let_in: Callable[[], bool] = lambda: True
    """Whether it still has access, asked when its call begins."""


ANYBODY = Caller()
"""Whoever started the server; may do all that the server may."""


class Session:
    """The options of the server, and the home of the last call, which stays open."""

    def __init__(self, *, home: str | None = None, vault: str | None = None, read_only: bool = False) -> None:
        """Raises NoHomeError or UsageError for a named home that does not exist; without a name it is found later."""
        self.home, self.vault, self.read_only = home, vault, read_only
        self._open: KnowledgeBase | None = None
        self._making: Iterator[object] | None = None
        """Makes vectors in that home, a few in each step."""
        if home or vault:
            find_home(home=home, vault=vault, environ=os.environ, cwd=os.getcwd())

    def tools(self, caller: Caller = ANYBODY) -> dict[str, Verb]:
        """Return the tools on offer by name; the first use imports the verbs."""
        return tools(read_only=self.read_only or caller.read_only)

    def call(
        self, name: str, arguments: Mapping[str, Any], listener: Listener | None = None, caller: Caller = ANYBODY
    ) -> Result:
        """Call a tool.  The result holds the error of a call; only an unknown tool raises UsageError."""
        verbs = self.tools(caller)
        if name not in verbs:
            raise UsageError(f"no tool {name!r}", hint=f"there are {', '.join(verbs)}")
        try:
            with errors_of_ours():
                call = parse_call(verbs[name], arguments, is_remote=caller.is_remote)
                return _run_call(call, self._open_base(call, listener or Listener(), caller))
        except CommonplaceError as err:
            return Result(message_of(err), is_error=True)

    def _open_base(self, call: Call, listener: Listener, caller: Caller) -> KnowledgeBase:
        """Return the open knowledge base for one call; no other function opens one.

        It is found anew each time, so that another home or other settings are seen, and kept open while it stays the
        same one.
        """
        found = open_home(call.verb, call.settings, listener, home=self.home, vault=self.vault)
        if self.read_only or caller.read_only:
            # Not even an unanswered question is recorded.
            found.location = found.location._replace(read_only=True)
        found.actor = caller.actor or found.actor
        if self._open is None or not _is_same(self._open, found):
            self.close()
            self._open = found
        self._open.take_call(found)
        return self._open

    def complete_vectors(self) -> bool:
        """Make a few vectors in the open home, if a question has loaded the model; return whether more are missing."""
        embedder = self._open.loaded_embedder if self._open is not None else None
        if self._open is None or embedder is None:
            return False
        from .verbs.checking import vectors_of_pages  # a client waits for the server's first reply

        # After an error the next step begins again.
        making, self._making = self._making or vectors_of_pages(self._open, embedder, **_AT_LEISURE), None
        has_more = next(making, None) is not None
        self._making = making
        return has_more

    def close(self) -> None:
        """Close the home that was kept open; the next call opens it again."""
        if self._open is not None:
            self._open.close()
            self._open = self._making = None


def _is_same(open_: KnowledgeBase, found: KnowledgeBase) -> bool:
    """Whether a call found the home that is open, with equal settings except those that each call may choose."""
    parameters = [parameter for verb in tools().values() for parameter in verb.parameters]
    named = {"sources", *(parameter.argument for parameter in parameters if parameter.part == "settings")}
    chosen = {name: getattr(found.settings, name) for name in named}
    location = open_.location._replace(read_only=found.location.read_only)
    return location == found.location and open_.settings._replace(**chosen) == found.settings


def _run_call(call: Call, kb: KnowledgeBase) -> Result:
    done = call.run(kb)
    text = done.printed.rstrip("\n")
    if kb.location.found_by == "handbook":
        text = f"no knowledge base here: reading the handbook in {kb.location.home}\n{text}"
    state = kb.index_state()
    if state is not None:
        text = f"{text}\n{state}"
    return Result(text, is_error=done.exit_code == _WRONG_DATA)


_REST_SECONDS = 0.05
"""Between two steps at leisure: other programs want the machine, too."""


class Worker:
    """The one thread in which calls run in turn: SQLite stays in the thread that opened it.

    It is a daemon: a call that still reads when the client goes away ends with the process.
    """

    def __init__(self, at_leisure: Callable[[], bool] = lambda: False, *, quiet_seconds: float = 2.0) -> None:
        """at_leisure: called again and again after quiet_seconds without a call, until it returns False."""
        self._at_leisure, self._quiet_seconds = at_leisure, quiet_seconds
        self._calls: queue.Queue[Callable[[], None]] = queue.Queue()
        self._writing = threading.Lock()
        threading.Thread(target=self._work, name="commonplace", daemon=True).start()

    def _work(self) -> None:
        wait: float | None = None
        while True:
            try:
                call = self._calls.get(timeout=wait)
            except queue.Empty:
                try:
                    wait = _REST_SECONDS if self._at_leisure() else None
                except BaseException:  # an error at leisure fails no call
                    wait = None
            else:
                call()
                wait = self._quiet_seconds

    async def run(self, work: Callable[[], T], *, writes: bool = False) -> T:
        """Run work in the thread and return its result; it is not begun once its caller is cancelled."""
        future = Future[T]()

        def call() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                with self._writing if writes else nullcontext():
                    result = work()
            except BaseException as err:  # every error goes to the caller
                future.set_exception(err)
            else:
                future.set_result(result)

        self._calls.put(call)
        return await asyncio.wrap_future(future)

    def finish_writing(self) -> None:
        """Wait for the end of a write that has begun."""
        with self._writing:
            return


INSTRUCTION_PAGES = "commonplace://instructions/"
MARKDOWN = "text/markdown"
_PROGRESS_SECONDS = 0.2
_LEAST = 0.001
"""The step by which progress grows where nothing is counted."""


def serve(*, home: str | None = None, vault: str | None = None, read_only: bool = False) -> None:
    """Serve over standard input and output until the client goes away.  Raises what Session raises."""
    session = Session(home=home, vault=vault, read_only=read_only)
    worker = Worker(session.complete_vectors)
    desk = Desk(session, worker)
    server = make_server(Requests(desk, desk))

    async def run() -> None:
        async with stdio_server() as (source, sink):
            await server.run(source, sink, server.create_initialization_options())

    asyncio.run(run())
    worker.finish_writing()


def make_server(requests: Requests) -> Server[Any]:
    """Return the library's server for these requests, over any transport."""
    return Server(
        "commonplace",
        version=__version__,
        instructions=INSTRUCTIONS,
        # No argument is to be repeated in a header, which the library would look up before each call.
        get_tool_input_schema=lambda _: None,
        on_list_tools=requests.list_tools,
        on_call_tool=requests.call_tool,
        on_list_resources=requests.list_resources,
        on_read_resource=requests.read_resource,
    )


class Desk(NamedTuple):
    """A session, and the worker in whose thread alone its calls run."""

    session: Session
    worker: Worker


class Requests:
    """The requests of clients: one desk answers reads and one writes, which may be the same."""

    def __init__(
        self,
        reading: Desk,
        writing: Desk,
        *,
        caller_of: Callable[[Any], Caller] = lambda _: ANYBODY,
    ) -> None:
        """caller_of: takes the context of a request."""
        self._reading, self._writing, self._caller_of = reading, writing, caller_of

    async def list_tools(self, context: Any, _: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        caller, offered = self._caller_of(context), []
        for verb in self._reading.session.tools(caller).values():
            # This hint applies to writing tools only.
            destructive = None if verb.reads_only else verb.is_destructive
            hints = types.ToolAnnotations(
                read_only_hint=verb.reads_only, destructive_hint=destructive, open_world_hint=False
            )
            schema = input_schema(verb, is_remote=caller.is_remote)
            offered.append(
                types.Tool(name=verb.name, description=description(verb), input_schema=schema, annotations=hints)
            )
        return types.ListToolsResult(tools=offered)

    async def call_tool(self, context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        progress = _ClientProgress(context, asyncio.get_running_loop())
        listener = Listener(progress.count, progress.send_line)
        caller, writes = self._caller_of(context), params.name not in tools(read_only=True)
        session = (self._writing if writes else self._reading).session
        call = partial(session.call, params.name, params.arguments or {}, listener, caller)
        result = await self._run_work(caller, call, writes=writes)
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=result.text)],
            is_error=result.is_error,
        )

    async def list_resources(self, _: Any, __: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        names = _instruction_names()
        return types.ListResourcesResult(
            resources=[types.Resource(uri=INSTRUCTION_PAGES + name, name=name, mime_type=_mime(name)) for name in names]
        )

    async def read_resource(self, _: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri, names = str(params.uri), _instruction_names()
        name = uri.removeprefix(INSTRUCTION_PAGES)
        if name == uri or name not in names:
            message = f"no resource {uri}; there are {', '.join(names)} below {INSTRUCTION_PAGES}"
            raise MCPError(types.INVALID_PARAMS, message)
        text = read_resource(f"instructions/{name}")
        content = types.TextResourceContents(uri=params.uri, mime_type=_mime(name), text=text)
        return types.ReadResourceResult(contents=[content])

    async def _run_work(self, caller: Caller, work: Callable[[], T], *, writes: bool) -> T:
        """Return the result of work; an error becomes one of the protocol, as no tool has run."""
        worker = (self._writing if writes else self._reading).worker

        def begin() -> T:
            if not caller.is_let_in():
                raise DataError("the token was taken back", hint="nothing was changed")
            return work()

        try:
            return await worker.run(begin, writes=writes)
        except CommonplaceError as err:
            raise MCPError(types.INVALID_PARAMS, message_of(err)) from err
        except OSError as err:
            raise MCPError(types.INVALID_PARAMS, str(err)) from err


def _instruction_names() -> list[str]:
    return sorted(os.listdir(resource_path("instructions")))


def _mime(name: str) -> str:
    return "application/json" if name.endswith(".json") else MARKDOWN


class _ClientProgress:
    """Sends the progress of a call to its client, from the working thread, at most five times a second."""

    def __init__(self, context: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._context, self._loop = context, loop
        self._sent_at, self._last = 0.0, -_LEAST

    def count(self, activity: str, done: int, total: int) -> None:
        now = time.monotonic()
        if total and (now - self._sent_at >= _PROGRESS_SECONDS or done == total):
            self._sent_at = now
            self._send(done, total, activity)

    def send_line(self, line: str) -> None:
        """Send a line of text."""
        self._send(0, None, line)

    def _send(self, done: float, total: float | None, message: str) -> None:
        # The protocol requires each value to be larger than the one before.
        self._last = max(done, self._last + _LEAST)
        asyncio.run_coroutine_threadsafe(self._context.session.report_progress(self._last, total, message), self._loop)
