"""A model on loopback that follows a script: the next step of each conversation is a call of a tool, or the end.

It speaks four protocols with streaming, as agent programs use them: Anthropic Messages, OpenAI Responses, OpenAI Chat
Completions and Gemini's generateContent.  Which step is next is read from the request: as many calls as stand in it
were made.  A request without tools (a title, a summary) gets a word.  It keeps what it was sent.
"""

from __future__ import annotations

import json
import threading
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

END = "That is all."


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a tool, as the script wants it."""

    tool: str
    arguments: dict[str, Any] | str
    """A string is the input of a tool of free form, which OpenAI Responses has."""
    namespace: str = ""
    """The group that the tool stands in, where OpenAI Responses groups tools."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request of a program, in the same form for every protocol."""

    protocol: str
    tools: dict[str, Any]
    """Each tool by its name, as it was sent."""
    instructions: str
    """The system prompt, and what the program and its person say."""
    calls: tuple[Call, ...]
    results: tuple[str, ...]
    """What the tools gave back, in order, as the model reads it."""
    body: dict[str, Any]


Script = Callable[[Asked], Call | None]


@dataclass(slots=True)
class Model:
    """The server: `with Model(script) as model`, then `model.url`."""

    script: Script
    asked: list[Asked] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    """Requests that were none of a model."""
    _server: Any = None

    def __enter__(self) -> Model:
        model = self

        class Handler(_Handler):
            owner = model

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    owner: Model
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing: what was asked is kept."""

    def do_GET(self) -> None:
        self.owner.others.append(f"GET {self.path}")
        models = [{"id": "scripted", "object": "model", "slug": "scripted"}]
        self._send({"object": "list", "data": models, "models": []})

    def do_HEAD(self) -> None:
        self._send({})

    def do_POST(self) -> None:
        path = self.path.partition("?")[0]
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        protocol = next((name for name, (ending, _, _) in PROTOCOLS.items() if path.endswith(ending)), "")
        if not protocol:
            self.owner.others.append(f"POST {path}")
            count = {"input_tokens": 1} if "count" in path else {}
            self._send({**count, **({"totalTokens": 1} if count else {})})
            return
        body = json.loads(raw)
        asked = PROTOCOLS[protocol][1](body)
        self.owner.asked.append(asked)
        call = self.owner.script(asked) if asked.tools else None
        events, whole = PROTOCOLS[protocol][2](call)
        if body.get("stream") or path.endswith(":streamGenerateContent"):
            self._stream(events)
        else:
            self._send(whole)

    def _send(self, value: Any) -> None:
        data = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _stream(self, events: Iterable[tuple[str, Any]]) -> None:
        lines = "".join(
            (f"event: {name}\n" if name else "") + f"data: {value if isinstance(value, str) else json.dumps(value)}\n\n"
            for name, value in events
        )
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(lines.encode())
        self.close_connection = True


def _text_of(content: Any) -> str:
    """Return the text of a message's content in any of the protocols."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(_text_of(part) for part in content)
    if isinstance(content, dict):
        if "functionResponse" in content:
            return _text_of(content["functionResponse"].get("response", {}))
        for key in ("text", "output", "content", "parts", "error"):
            if key in content:
                return _text_of(content[key])
        # An object that is handed over as it is.
        return json.dumps(content, ensure_ascii=False)
    return ""


def _messages_asked(body: dict[str, Any]) -> Asked:
    calls, results, said = [], [], [_text_of(body.get("system", ""))]
    for message in body["messages"]:
        content = message["content"]
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        for part in parts:
            if part["type"] == "tool_use":
                calls.append(Call(part["name"], part["input"]))
            elif part["type"] == "tool_result":
                results.append(_text_of(part.get("content", "")))
            elif message["role"] != "assistant":
                said.append(_text_of(part))
    tools = {tool["name"]: tool for tool in body.get("tools", ())}
    return Asked("messages", tools, "\n".join(said), tuple(calls), tuple(results), body)


def _messages_answer(call: Call | None) -> tuple[list[tuple[str, Any]], Any]:
    usage = {"input_tokens": 1, "output_tokens": 1}
    block: dict[str, Any] = {"type": "text", "text": END}
    if call:
        block = {"type": "tool_use", "id": f"toolu_{uuid.uuid4().hex}", "name": call.tool, "input": call.arguments}
    reason = "tool_use" if call else "end_turn"
    message = {
        "id": f"msg_{uuid.uuid4().hex}", "type": "message", "role": "assistant", "model": "scripted",
        "content": [block], "stop_reason": reason, "stop_sequence": None, "usage": usage,
    }  # fmt: skip
    delta = {"type": "text_delta", "text": END}
    if call:
        delta = {"type": "input_json_delta", "partial_json": json.dumps(call.arguments)}
    first = {**block, "input": {}} if call else {**block, "text": ""}
    events = [
        {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": first},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": None}, "usage": usage},
        {"type": "message_stop"},
    ]
    return [(str(event["type"]), event) for event in events], message


def _responses_asked(body: dict[str, Any]) -> Asked:
    calls, results, said = [], [], [body.get("instructions") or ""]
    tools: dict[str, Any] = {}
    given = body["input"]
    items = [{"type": "message", "role": "user", "content": given}] if isinstance(given, str) else given
    lists = [body.get("tools") or (), *(item["tools"] for item in items if item.get("type") == "additional_tools")]
    for tool in (tool for listed in lists for tool in listed):
        inner = tool.get("tools") if tool.get("type") == "namespace" else None
        for member in inner or (tool,):
            tools[member.get("name") or member["type"]] = {**member, "namespace": tool["name"] if inner else ""}
    for item in items:
        kind = item.get("type", "message")
        if kind in ("function_call", "custom_tool_call"):
            calls.append(Call(item["name"], item.get("arguments") or item.get("input")))
        elif kind in ("function_call_output", "custom_tool_call_output"):
            results.append(_text_of(item["output"]))
        elif kind == "message" and item["role"] != "assistant":
            said.append(_text_of(item["content"]))
    return Asked("responses", tools, "\n".join(said), tuple(calls), tuple(results), body)


def _responses_answer(call: Call | None) -> tuple[list[tuple[str, Any]], Any]:
    item: dict[str, Any] = {
        "type": "message", "id": f"msg_{uuid.uuid4().hex}", "role": "assistant", "status": "completed",
        "content": [{"type": "output_text", "text": END, "annotations": []}],
    }  # fmt: skip
    if call:
        is_free = isinstance(call.arguments, str)
        item = {
            "type": "custom_tool_call" if is_free else "function_call", "id": f"fc_{uuid.uuid4().hex}",
            "call_id": f"call_{uuid.uuid4().hex}", "name": call.tool, "status": "completed",
            "input" if is_free else "arguments": call.arguments if is_free else json.dumps(call.arguments),
            **({"namespace": call.namespace} if call.namespace else {}),
        }  # fmt: skip
    usage = {
        "input_tokens": 1, "output_tokens": 1, "total_tokens": 2,
        "input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0},
    }  # fmt: skip
    whole = {
        "id": f"resp_{uuid.uuid4().hex}", "object": "response", "created_at": 1, "status": "completed",
        "model": "scripted", "output": [item], "usage": usage,
    }  # fmt: skip
    place = {"output_index": 0, "item_id": item["id"]}
    middle: list[dict[str, Any]] = []
    if not call:
        part = item["content"][0]
        middle = [
            {"type": "response.content_part.added", "content_index": 0, "part": {**part, "text": ""}, **place},
            {"type": "response.output_text.delta", "content_index": 0, "delta": END, **place},
            {"type": "response.output_text.done", "content_index": 0, "text": END, **place},
            {"type": "response.content_part.done", "content_index": 0, "part": part, **place},
        ]
    elif "arguments" in item:
        middle = [
            {"type": "response.function_call_arguments.delta", "delta": item["arguments"], **place},
            {"type": "response.function_call_arguments.done", "arguments": item["arguments"], **place},
        ]
    empty = {"arguments": ""} if "arguments" in item else {"content": []} if not call else {"input": ""}
    events = [
        {"type": "response.created", "response": {**whole, "status": "in_progress", "output": []}},
        {"type": "response.output_item.added", "output_index": 0, "item": {**item, **empty, "status": "in_progress"}},
        *middle,
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": whole},
    ]
    numbered = [{**event, "sequence_number": number} for number, event in enumerate(events)]
    return [(str(event["type"]), event) for event in numbered], whole


def _chat_asked(body: dict[str, Any]) -> Asked:
    calls, results, said = [], [], []
    for message in body["messages"]:
        for call in message.get("tool_calls") or ():
            calls.append(Call(call["function"]["name"], call["function"]["arguments"]))
        if message["role"] == "tool":
            results.append(_text_of(message.get("content")))
        elif message["role"] != "assistant":
            said.append(_text_of(message.get("content")))
    tools = {tool["function"]["name"]: tool["function"] for tool in body.get("tools") or ()}
    return Asked("chat", tools, "\n".join(said), tuple(calls), tuple(results), body)


def _chat_answer(call: Call | None) -> tuple[list[tuple[str, Any]], Any]:
    message: dict[str, Any] = {"role": "assistant", "content": None if call else END}
    if call:
        function = {"name": call.tool, "arguments": json.dumps(call.arguments)}
        message["tool_calls"] = [{"id": f"call_{uuid.uuid4().hex}", "type": "function", "function": function}]
    reason = "tool_calls" if call else "stop"
    head = {"id": f"chatcmpl-{uuid.uuid4().hex}", "created": 1, "model": "scripted"}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    delta = {**message, "tool_calls": [{**message["tool_calls"][0], "index": 0}]} if call else message
    chunks = [
        {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
        {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]},
        {"choices": [], "usage": usage},
    ]
    events: list[tuple[str, Any]] = [("", {**head, "object": "chat.completion.chunk", **chunk}) for chunk in chunks]
    choice = {"index": 0, "message": message, "finish_reason": reason}
    return [*events, ("", "[DONE]")], {**head, "object": "chat.completion", "choices": [choice], "usage": usage}


def _gemini_asked(body: dict[str, Any]) -> Asked:
    calls, results, said = [], [], [_text_of(body.get("systemInstruction", ""))]
    for content in body["contents"]:
        for part in content.get("parts", ()):
            if "functionCall" in part:
                calls.append(Call(part["functionCall"]["name"], part["functionCall"].get("args", {})))
            elif "functionResponse" in part:
                results.append(_text_of(part))
            elif content.get("role") != "model":
                said.append(_text_of(part))
    declared = [tool for group in body.get("tools") or () for tool in group.get("functionDeclarations", ())]
    return Asked(
        "gemini", {tool["name"]: tool for tool in declared}, "\n".join(said), tuple(calls), tuple(results), body
    )


def _gemini_answer(call: Call | None) -> tuple[list[tuple[str, Any]], Any]:
    part: dict[str, Any] = {"text": END}
    if call:
        part = {"functionCall": {"name": call.tool, "args": call.arguments, "id": uuid.uuid4().hex}}
    whole = {
        "candidates": [{"index": 0, "content": {"role": "model", "parts": [part]}, "finishReason": "STOP"}],
        "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
        "modelVersion": "scripted",
    }
    return [("", whole)], whole


_Answer = Callable[[Call | None], tuple[list[tuple[str, Any]], Any]]
PROTOCOLS: dict[str, tuple[str | tuple[str, ...], Callable[[dict[str, Any]], Asked], _Answer]] = {
    "messages": ("/messages", _messages_asked, _messages_answer),
    "responses": ("/responses", _responses_asked, _responses_answer),
    "chat": ("/chat/completions", _chat_asked, _chat_answer),
    "gemini": ((":streamGenerateContent", ":generateContent"), _gemini_asked, _gemini_answer),
}
