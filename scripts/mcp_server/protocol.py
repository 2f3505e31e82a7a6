"""The server itself: the one module that knows the official library `mcp`.

Importing it raises MissingExtraError where the library is not installed.
"""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote, unquote

from .. import __version__
from .. import regex as re
from ..errors import CommonplaceError
from ..refusals import MissingExtraError
from ..unanswered import PageNotFoundError
from .prompts import INSTRUCTIONS, PROMPTS, READING_PROMPTS
from .session import Told
from .wire import Incoming, Outgoing, Replies, standard_streams
from .worker import Worker

try:
    from mcp import types
    from mcp.server.lowlevel import Server
    from mcp.shared.exceptions import MCPError
    from mcp.shared.message import SessionMessage
    from mcp.types.version import HANDSHAKE_PROTOCOL_VERSIONS
except ModuleNotFoundError as err:
    raise MissingExtraError("the verb mcp", "mcp", "mcp") from err

if TYPE_CHECKING:
    from collections.abc import Callable

    from .session import Session

T = TypeVar("T")

PAGES, INSTRUCTION_PAGES = "commonplace://page/", "commonplace://instructions/"
MARKDOWN = "text/markdown"
_PROGRESS_SECONDS = 0.2
_LEAST = 0.001
"""By which progress grows where nothing is counted."""
_CURSOR = re.compile(r"[0-9]{1,9}")
_NOT_FOUND = -32002
"""A resource that is not there, in the revisions that begin with a handshake; later ones have INVALID_PARAMS for it."""


def serve(session: Session) -> None:
    """Serve a session over standard input and output until the client goes away."""
    asyncio.run(_served(session))


async def _served(session: Session) -> None:
    worker = Worker()
    with standard_streams() as (source, sink):
        server = _server(_Requests(session, worker))
        replies = Replies(sink)
        incoming = Incoming(source, replies, _wanted)
        outgoing = Outgoing(replies, incoming, _message_of)
        await server.run(incoming, outgoing, server.create_initialization_options())
    worker.end(session.close)


def _wanted(message: dict[str, Any]) -> SessionMessage:
    return SessionMessage(types.jsonrpc_message_adapter.validate_python(message, by_name=False))


def _message_of(item: SessionMessage) -> dict[str, Any]:
    dumped: dict[str, Any] = item.message.model_dump(by_alias=True, exclude_unset=True)
    return dumped


def _server(requests: _Requests) -> Any:
    """The library's server over these answers."""
    return Server(
        "commonplace",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=requests.list_tools,
        on_call_tool=requests.call_tool,
        on_list_resources=requests.list_resources,
        on_list_resource_templates=requests.list_templates,
        on_read_resource=requests.read_resource,
        on_list_prompts=requests.list_prompts,
        on_get_prompt=requests.get_prompt,
    )


class _Requests:
    """What a client may ask, answered from a session, whose calls a worker runs."""

    def __init__(self, session: Session, worker: Worker) -> None:
        self._session, self._worker = session, worker
        self._writing = {tool.name for tool in session.tools if not tool.is_reading}
        self._prompts = {name: PROMPTS[name] for name in PROMPTS if name in READING_PROMPTS or not session.read_only}

    async def list_tools(self, _: Any, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        _first_page(params)
        return types.ListToolsResult(
            tools=[
                types.Tool(
                    name=tool.name,
                    description=tool.description,
                    input_schema=tool.schema,
                    annotations=types.ToolAnnotations(
                        read_only_hint=tool.is_reading,
                        # These two say something of writing tools only.
                        destructive_hint=None if tool.is_reading else tool.is_destructive,
                        idempotent_hint=True if tool.is_idempotent else None,
                        open_world_hint=False,
                    ),
                )
                for tool in self._session.tools
            ]
        )

    async def call_tool(self, context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        telling = _Telling(context, asyncio.get_running_loop())
        to = Told(partial(telling.count, "indexing"), partial(telling.count, "reading"), telling.say)
        call = partial(self._session.call, params.name, params.arguments or {}, to)
        done = await self._asked(call, writes=params.name in self._writing)
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=done.text)],
            structured_content=done.document,
            is_error=done.is_error,
        )

    async def list_resources(self, _: Any, params: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        cursor = (params.cursor if params else None) or "0"
        if not _CURSOR.fullmatch(cursor):
            raise _no_cursor(cursor)
        rows, after = await self._asked(lambda: self._session.pages(int(cursor)))
        resources = [
            types.Resource(uri=PAGES + quote(row["slug"]), name=row["slug"], title=row["title"], mime_type=MARKDOWN)
            for row in rows
        ]
        return types.ListResourcesResult(resources=resources, next_cursor=str(after) if after else None)

    async def list_templates(
        self, _: Any, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        _first_page(params)
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    uri_template=PAGES + "{page}",
                    name="page",
                    description="a page by slug, title or alias; page%23Heading or page%23%5Eblock for a part",
                    mime_type=MARKDOWN,
                ),
                types.ResourceTemplate(
                    uri_template=INSTRUCTION_PAGES + "{name}",
                    name="instructions",
                    description="how to use a verb: ask.md, apply.md, …; ontology.md, bundle.schema.json",
                ),
            ]
        )

    async def read_resource(self, context: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = str(params.uri)
        not_found = _NOT_FOUND if context.protocol_version in HANDSHAKE_PROTOCOL_VERSIONS else types.INVALID_PARAMS
        for prefix, reader in ((PAGES, self._session.page), (INSTRUCTION_PAGES, self._session.instructions)):
            if uri.startswith(prefix):
                name = unquote(uri[len(prefix) :])
                text = await self._asked(partial(reader, name), not_found=not_found)
                kind = "application/json" if name.endswith(".json") else MARKDOWN
                content = types.TextResourceContents(uri=params.uri, mime_type=kind, text=text)
                return types.ReadResourceResult(contents=[content])
        raise MCPError(not_found, f"no resource {uri}; there are {PAGES}PAGE and {INSTRUCTION_PAGES}NAME")

    async def list_prompts(self, _: Any, params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        _first_page(params)
        return types.ListPromptsResult(
            prompts=[
                types.Prompt(
                    name=name,
                    description=prompt.description,
                    arguments=[
                        types.PromptArgument(name=prompt.argument, description=prompt.about_argument, required=True)
                    ],
                )
                for name, prompt in self._prompts.items()
            ]
        )

    async def get_prompt(self, _: Any, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        prompt = self._prompts.get(params.name)
        if prompt is None:
            raise MCPError(types.INVALID_PARAMS, f"no prompt {params.name!r}; there are {', '.join(self._prompts)}")
        value = (params.arguments or {}).get(prompt.argument)
        if not value:
            raise MCPError(types.INVALID_PARAMS, f"the prompt {params.name} needs {prompt.argument}")
        content = types.TextContent(type="text", text=prompt.text.replace(f"{{{prompt.argument}}}", value))
        return types.GetPromptResult(
            description=prompt.description, messages=[types.PromptMessage(role="user", content=content)]
        )

    async def _asked(self, work: Callable[[], T], *, writes: bool = False, not_found: int = types.INVALID_PARAMS) -> T:
        """What a call gives back; what is wrong is an error of the protocol, as no tool has run."""
        try:
            return await self._worker.run(work, writes=writes)
        except PageNotFoundError as err:
            raise MCPError(not_found, self._session.told(err)) from err
        except CommonplaceError as err:
            raise MCPError(types.INVALID_PARAMS, self._session.told(err)) from err
        except OSError as err:
            raise MCPError(types.INVALID_PARAMS, str(err)) from err


def _first_page(params: types.PaginatedRequestParams | None) -> None:
    """Nothing but the pages is listed in parts."""
    if params and params.cursor:
        raise _no_cursor(params.cursor)


def _no_cursor(cursor: str) -> MCPError:
    return MCPError(types.INVALID_PARAMS, f"no cursor {cursor[:20]!r}")


class _Telling:
    """What a call does, from the working thread to its client: progress, for one that asked to be told."""

    def __init__(self, context: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._context, self._loop = context, loop
        self._counted_at, self._last = 0.0, -_LEAST

    def count(self, what: str, done: int, total: int) -> None:
        """Tell how far it is, not more than five times a second."""
        now = time.monotonic()
        if total and (now - self._counted_at >= _PROGRESS_SECONDS or done == total):
            self._counted_at = now
            self._send(done, total, what)

    def say(self, line: str) -> None:
        """Tell what is waited for: who resets a timeout by progress goes on waiting as well."""
        self._send(0, None, line)

    def _send(self, done: float, total: float | None, message: str) -> None:
        # The protocol wants each to be larger than the one before, whatever they count.
        self._last = max(done, self._last + _LEAST)
        asyncio.run_coroutine_threadsafe(self._context.session.report_progress(self._last, total, message), self._loop)
