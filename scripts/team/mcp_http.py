"""The server over HTTP, for many clients of one vault at once.

Every client has a token, which gives its name and whether it may write.  Reads run one after the other in one thread,
writes in another, so that a long write delays no question.  Encryption is a proxy's task.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial
from typing import Any

from ..errors import DataError, MissingExtraError, UsageError
from ..homes import find_home, resource_path
from ..mcp_server import Caller, Desk, Requests, Session, Worker, make_server
from ..settings import Settings, load_settings
from .sharing import AccessToken, AccessTokens

try:
    import uvicorn
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
    from mcp.server.transport_security import TransportSecuritySettings
except ModuleNotFoundError as err:
    raise MissingExtraError("the verb mcp", "mcp", "mcp") from err

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

PATH = "/mcp"
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_MOST_HEAD_BYTES = 1 << 16
_CONNECTIONS = 1_000
"""Most connections, with those of idle clients."""
_SHUTDOWN_SECONDS = 10
_SOON = (b"retry-after", b"1")
_INVALID_REQUEST = -32600


def serve_http(
    address: str,
    *,
    home: str | None = None,
    vault: str | None = None,
    read_only: bool = False,
    names: Sequence[str] = (),
) -> None:
    """Serve one home over HTTP until the process gets a signal to end.

    address: HOST:PORT, or a port of this machine alone; port 0 takes a free one.  names: what clients may call this
    machine, beside the address.  Raises NoHomeError, UsageError, OSError.
    """
    location = find_home(home=home, vault=vault, environ=os.environ, cwd=os.getcwd())
    settings = load_settings(environ=os.environ, config_path=resource_path("config.py"))
    tokens = AccessTokens(location, os.environ)
    if not tokens.all():
        raise UsageError("nobody has a token", hint="make one with `commonplace token NAME`")
    host, port = _parse_address(address)
    is_vault = home is None and (vault is not None or location.found_by == "COMMONPLACE_VAULT")
    named = {"vault": location.home} if is_vault else {"home": location.home}
    # One handle for each thread: SQLite stays in the thread that opened it.
    sessions = [Session(**named, read_only=read_only) for _ in range(2)]
    reading, writing = Desk(sessions[0], Worker(sessions[0].complete_vectors)), Desk(sessions[1], Worker())
    requests = Requests(reading, writing, caller_of=lambda context: context.request.state.caller)
    with socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET) as listening:
        name = f"[{host}]" if ":" in host else host
        address = f"{name}:{listening.getsockname()[1]}"
        manager = StreamableHTTPSessionManager(
            make_server(requests),
            # Messages are independent: a client that goes away leaves nothing, and a restart goes unnoticed.
            stateless=True,
            security_settings=_transport_security(address, names),
            max_request_body_size=settings.max_message_bytes,
        )

        @asynccontextmanager
        async def living() -> AsyncIterator[None]:
            async with manager.run():
                yield
            writing.worker.finish_writing()

        print(f"serving {location.home} at http://{address}{PATH}", file=sys.stderr, flush=True)
        if host not in _LOOPBACK:
            warning = "not encrypted: put a proxy with TLS before it, or whoever is on the way reads tokens and notes"
            print(warning, file=sys.stderr, flush=True)
        door = Door(manager.handle_request, living, tokens, settings)
        _run_server(door, listening)


def _run_server(door: App, listening: socket.socket) -> None:
    # Messages of strangers must not fill a log.
    logging.getLogger("mcp").setLevel(logging.ERROR)
    config = uvicorn.Config(
        door,
        # h11 bounds the head of a message; others read a head whole before our code runs.
        http="h11",
        h11_max_incomplete_event_size=_MOST_HEAD_BYTES,
        lifespan="on",
        ws="none",
        log_level="error",
        access_log=False,
        server_header=False,
        # A client is known by its token alone.
        proxy_headers=False,
        limit_concurrency=_CONNECTIONS,
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
    )
    uvicorn.Server(config).run(sockets=[listening])


def _parse_address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not (port.isascii() and port.isdecimal() and int(port) < 1 << 16):
        raise UsageError(f"--http {text!r} has no port", hint="give HOST:PORT, e.g. 127.0.0.1:8787")
    return host or _LOOPBACK[0], int(port)


def _transport_security(address: str, names: Sequence[str]) -> TransportSecuritySettings:
    """Return the allowed values of Host and Origin: no page in a browser has access unless its host is named.

    Each has its port: in a pattern for any port the library compares only the beginning.
    """
    port = address.rpartition(":")[2]
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[address, f"localhost:{port}", f"127.0.0.1:{port}", f"[::1]:{port}", *names],
        allowed_origins=[f"{scheme}://{name}" for name in names for scheme in ("https", "http")],
    )


class RefusedError(Exception):
    """A message is refused: the status of HTTP, the reason, and further headers."""

    def __init__(self, status: int, message: str, *headers: tuple[bytes, bytes]) -> None:
        super().__init__(message)
        self.status, self.message, self.headers = status, message, headers


class Door:
    """Passes messages with a token to the library, in bounds of size and time; refuses all others."""

    def __init__(
        self,
        app: App,
        living: Callable[[], AbstractAsyncContextManager[None]],
        tokens: AccessTokens,
        settings: Settings,
    ) -> None:
        """living: makes the context that is entered when the server starts, and left when it ends."""
        self._app, self._living, self._tokens, self._settings = app, living, tokens, settings
        self._pending = 0
        """Messages that are not answered yet."""
        self._reported = ""
        """The last error of the token file that was printed."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._run_lifespan(receive, send)
            return
        self._pending += 1
        try:
            self._check_head(scope)
            body = await self._read_body(scope, receive)
            # Somebody may have taken it back in the meantime.
            token = self._token_of(scope)
            caller = Caller(token.name, token.read_only, is_remote=True, is_let_in=partial(self._is_valid, token))
            scope.setdefault("state", {})["caller"] = caller
            await self._app(scope, _replay(body, receive), send)
        except RefusedError as err:
            await _refuse(err, send)
        except asyncio.CancelledError:
            # The server ends, and waits no longer; an answer that has begun can only break off.
            with suppress(RuntimeError):
                await _refuse(RefusedError(503, "the server ends", _SOON), send)
        finally:
            self._pending -= 1

    def _check_head(self, scope: Scope) -> None:
        """Raise RefusedError for a message that may not be read further, by its head."""
        self._token_of(scope)
        if scope["path"] != PATH:
            raise RefusedError(404, f"there is {PATH} alone")
        if scope["method"] != "POST":
            raise RefusedError(405, "messages come by POST", (b"allow", b"POST"))
        if self._pending > self._settings.server_waiting:
            message = f"{self._settings.server_waiting} messages wait already (SERVER_WAITING)"
            raise RefusedError(503, message, _SOON)

    def _token_of(self, scope: Scope) -> AccessToken:
        """Return the token of a message.  Raises RefusedError."""
        given = [value for name, value in scope["headers"] if name == b"authorization"]
        scheme, _, text = given[0].decode("latin-1").partition(" ") if len(given) == 1 else ("", "", "")
        try:
            token = self._tokens.find(text.strip()) if scheme.lower() == "bearer" else None
        except DataError as err:
            token = None
            if str(err) != self._reported:
                # For the person who serves, not for the client: it has the path of the file.
                self._reported = str(err)
                print(f"commonplace: nobody is let in: {err}", file=sys.stderr, flush=True)
        if token is None:
            raise RefusedError(401, "no token, or none that is known here", (b"www-authenticate", b"Bearer"))
        return token

    def _is_valid(self, token: AccessToken) -> bool:
        """Report whether a token is still there unchanged: a call may wait long for its turn."""
        with suppress(DataError):
            return token in self._tokens.all()
        return False

    async def _read_body(self, scope: Scope, receive: Receive) -> bytes:
        """Return the body of a message.  Raises RefusedError for one that is too large or too slow."""
        most, seconds = self._settings.max_message_bytes, self._settings.server_seconds
        too_large = RefusedError(413, f"a message of more than {most:,} bytes (MAX_MESSAGE_BYTES)")
        head = dict(scope["headers"])
        if b"content-length" in head and b"transfer-encoding" in head:
            raise RefusedError(400, "two ways to say where the message ends: a proxy may have seen another one")
        if int(head.get(b"content-length", b"0")) > most:
            raise too_large

        async def read() -> bytes:
            body, is_more = bytearray(), True
            while is_more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise RefusedError(400, "the message broke off")
                body += message.get("body", b"")
                if len(body) > most:
                    raise too_large
                is_more = message.get("more_body", False)
            return bytes(body)

        try:
            return await asyncio.wait_for(read(), seconds)
        except asyncio.TimeoutError as err:
            raise RefusedError(408, f"the message took more than {seconds:g} s (SERVER_SECONDS)") from err

    async def _run_lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        async with self._living():
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a Receive that gives the body that was read, then later messages, such as a disconnect."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay


async def _refuse(err: RefusedError, send: Send) -> None:
    """Answer with an error of the protocol, which a client shows."""
    error = {"code": _INVALID_REQUEST, "message": err.message}
    body = json.dumps({"jsonrpc": "2.0", "id": None, "error": error}).encode("ascii")
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", b"%d" % len(body)),
        # The rest of the message is not read.
        (b"connection", b"close"),
        *err.headers,
    ]
    await send({"type": "http.response.start", "status": err.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
