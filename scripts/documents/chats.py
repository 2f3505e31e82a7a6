"""Exports of chats: ChatGPT's `conversations.json` and Claude's, a part for each message with who said it and when."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime, timezone
from typing import Any, NamedTuple

_HEADING = re.compile(r"#{1,6}(?=[ \t])")
_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})")
_BELOW_MESSAGE = 3
"""How many levels the headings within a message go down: it has one of its own."""


class _Message(NamedTuple):
    speaker: str
    when: str
    text: str


def as_chats(text: str) -> str:
    """Return an export as Markdown, a heading for each conversation and each message; "" for any other JSON."""
    try:
        exported = json.loads(text)
        conversations = exported if isinstance(exported, list) else [exported]
        parts = [part for conversation in conversations for part in _conversation(conversation)]
    except (AttributeError, KeyError, OverflowError, RecursionError, TypeError, ValueError):
        return ""
    return "\n\n".join(parts) + "\n" if parts else ""


def _conversation(conversation: dict[str, Any]) -> Iterator[str]:
    if "mapping" in conversation:
        messages = [*_of_chatgpt(conversation)]
        title, began = conversation.get("title"), _moment(conversation.get("create_time"))
    else:
        messages = [*_of_claude(conversation["chat_messages"])]
        title, began = conversation.get("name"), _moment(conversation.get("created_at"))
    if messages:
        yield f"## {' '.join((title or 'Untitled').split())} ({began[:10]})"
    for message in messages:
        yield f"### {message.speaker}, {message.when}\n\n{_below(message.text)}"


def _of_chatgpt(conversation: dict[str, Any]) -> Iterator[_Message]:
    """Yield the messages of the branch that was open last; of a message that was edited the last version."""
    nodes = conversation["mapping"]
    path: list[dict[str, Any]] = []
    at = conversation.get("current_node") or [*nodes][-1]
    while at and len(path) <= len(nodes):
        path.append(nodes[at])
        at = nodes[at].get("parent")
    for node in reversed(path):
        message = node.get("message") or {}
        parts = (message.get("content") or {}).get("parts") or []
        text = "\n\n".join(part for part in parts if isinstance(part, str)).strip()
        role = (message.get("author") or {}).get("role", "")
        if text and role != "system":
            yield _Message(role, _moment(message.get("create_time")), text)


def _of_claude(messages: list[dict[str, Any]]) -> Iterator[_Message]:
    for message in messages:
        pieces = [piece.get("text", "") for piece in message.get("content") or [] if piece.get("type") == "text"]
        text = ("\n\n".join(filter(None, pieces)) or message.get("text") or "").strip()
        if text:
            yield _Message(message["sender"], _moment(message.get("created_at")), text)


def _moment(written: float | str | None) -> str:
    """Return a moment as `2026-03-01 10:02`, UTC."""
    if isinstance(written, (int, float)):
        return datetime.fromtimestamp(written, timezone.utc).strftime("%Y-%m-%d %H:%M")
    return (written or "no date")[:16].replace("T", " ")


def _below(text: str) -> str:
    """Return a message whose headings stand below its own; a fence that it leaves open is closed."""
    lines, is_code = text.split("\n"), False
    for at, line in enumerate(lines):
        if _FENCE.match(line):
            is_code = not is_code
        elif not is_code and (found := _HEADING.match(line)):
            lines[at] = "#" * min(6, len(found[0]) + _BELOW_MESSAGE) + line[found.end() :]
    return "\n".join([*lines, *(["```"] if is_code else [])])
