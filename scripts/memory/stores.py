"""The sessions that clients of agents store on this machine, and exports of chats: one row for each client.

Everything is only read.  The formats are those that the clients wrote in November 2026, by their sources if these are
public.  Thoughts, displays and loaded context are left out; of tools only decisions are read: a command that failed, a
file that was written.  A file of another format has no session in it.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timezone
from glob import glob
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from ..clock import in_zone
from ..errors import SourceError
from ..index_store.database import foreign_rows
from ..text.hygiene import redact

PERSON = "user"
FIRST_LINE = 200
"""Characters of a failed command, and of its output, that are stored."""

MAX_PATH = 4096

_Record = dict[str, Any]


class Spoken(NamedTuple):
    """A text of a session, or the decision of a tool."""

    line: int
    """Line of the file, or number of the message in it, from 1."""
    moment: str
    """Local time, YYYY-MM-DDTHH:MM; "" if unknown."""
    who: str
    """PERSON, or the client."""
    text: str


class ClientSession(NamedTuple):
    """One session of one client, as it is in its file."""

    client: str
    id: str
    folder: str
    """Folder of the project; "" if unknown."""
    title: str
    """"" for none."""
    origin: str
    """Path of the file, with `#` and the id of the conversation if it holds several."""
    spoken: tuple[Spoken, ...]
    is_export: bool = False
    """A person named its file in the call."""


class _RecordPart(NamedTuple):
    """A part of a record: a text, the call of a tool, or the end of a call."""

    role: str = ""
    """user or assistant; "" for a call and its end."""
    text: str = ""
    call: str = ""
    """Id of the call that begins or ends here."""
    has_failed: bool | None = None
    """None for a call that begins."""


class _Store(NamedTuple):
    """How a client stores its sessions."""

    patterns: tuple[str, ...]
    """Patterns of its files, below the user's home folder."""
    parts: Callable[[_Record], Iterator[_RecordPart]]
    variable: str = ""
    """Environment variable that replaces the first folder of a pattern."""
    about: tuple[str, ...] = ("cwd",)
    """Keys of a record that name the project, nested ones separated by dots."""
    records: Callable[[str], Iterator[tuple[int, _Record]]] | None = None
    """Reads the records of a file; None for a file of JSON lines."""


def _lines(path: str) -> Iterator[tuple[int, _Record]]:
    """Yield the records of a file of JSON lines; other lines, such as a half-written one, are skipped."""
    with open(path, encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            try:
                record = json.loads(line) if line.endswith("\n") else None
            except (ValueError, RecursionError):
                continue
            if isinstance(record, dict):
                yield number, record


def _messages(path: str) -> Iterator[tuple[int, _Record]]:
    """Yield the messages of one JSON document, which is their list or contains it."""
    with open(path, encoding="utf-8", errors="replace") as file:
        document = json.load(file)
    listed = document if isinstance(document, list) else document.get("messages", [])
    yield from ((place, record) for place, record in enumerate(listed, 1) if isinstance(record, dict))


def _of_gemini(path: str) -> Iterator[tuple[int, _Record]]:
    """Yield the final messages: one is appended again with each call of a tool, and may be withdrawn."""
    messages: dict[str, tuple[int, _Record]] = {}
    for number, record in (_lines if path.endswith("l") else _messages)(path):
        if "$rewindTo" in record:
            ids = list(messages)
            for id in ids[ids.index(record["$rewindTo"]) if record["$rewindTo"] in messages else 0 :]:
                del messages[id]
        elif "id" in record:
            messages[record["id"]] = (messages.get(record["id"], (number,))[0], record)
    yield from messages.values()


_OF_OPENCODE = """SELECT s.id, s.directory, m.data, p.data, m.time_created FROM part AS p
    JOIN message AS m ON m.id = p.message_id JOIN session AS s ON s.id = m.session_id
    WHERE s.parent_id IS NULL ORDER BY s.id, m.time_created, m.id, p.id"""


def _of_opencode(path: str) -> Iterator[tuple[int, _Record]]:
    for _, rows in groupby(foreign_rows(path, _OF_OPENCODE), key=itemgetter(0)):
        for place, (session, folder, message, part, time) in enumerate(rows, 1):
            role = json.loads(message).get("role", "")
            yield place, {"session": session, "cwd": folder, "role": role, "timestamp": time, **json.loads(part)}


def _blocks(role: str, content: Any) -> Iterator[_RecordPart]:
    """Yield the parts of a message in the format of Anthropic's API: a text, or blocks."""
    if isinstance(content, str):
        yield _RecordPart(role, content)
        return
    for block in content or ():
        kind = block.get("type")
        if kind in ("text", "input_text", "output_text"):
            yield _RecordPart(role, block.get("text", ""))
        elif kind == "tool_use":
            yield _begun(block.get("id", ""), block.get("name", ""), block.get("input"))
        elif kind == "tool_result":
            id, text = block.get("tool_use_id", ""), _flat(block.get("content"))
            yield _RecordPart(text=text, call=id, has_failed=bool(block.get("is_error")))


def _claude(record: _Record) -> Iterator[_RecordPart]:
    if not any(record.get(flag) for flag in ("isSidechain", "isMeta", "isCompactSummary")):
        message = record.get("message") or {}
        role = record.get("type") if record.get("type") in ("user", "assistant") else ""
        yield from _blocks(role or "", message.get("content"))


def _codex(record: _Record) -> Iterator[_RecordPart]:
    item = record.get("payload") or {}
    kind, id = item.get("type") if record.get("type") == "response_item" else "", item.get("call_id", "")
    if kind == "message" and item.get("role") in ("user", "assistant"):
        yield from _blocks(item["role"], item.get("content"))
    elif kind in ("function_call", "custom_tool_call", "local_shell_call"):
        yield _begun(id, item.get("name", "shell"), item.get("arguments") or item.get("input") or item.get("action"))
    elif kind in ("function_call_output", "custom_tool_call_output"):
        output = _flat(item.get("output"))
        yield _ended(id, _OUTPUT.sub("", output), has_failed=bool(_EXIT.search(output)))


def _copilot(record: _Record) -> Iterator[_RecordPart]:
    kind, data = record.get("type"), record.get("data") or {}
    id = data.get("toolCallId", "")
    if kind in ("user.message", "assistant.message"):
        yield _RecordPart(kind.partition(".")[0], data.get("content", ""))
    elif kind == "tool.execution_start":
        yield _begun(id, data.get("toolName", ""), data.get("arguments"))
    elif kind == "tool.execution_complete":
        yield _ended(id, _flat(data.get("error") or data.get("result")), has_failed=not data.get("success"))


def _gemini(record: _Record) -> Iterator[_RecordPart]:
    role = {"user": "user", "gemini": "assistant"}.get(record.get("type", ""), "")
    yield _RecordPart(role, _flat(record.get("content")) if role else "")
    for call in record.get("toolCalls") or ():
        id = call.get("id", "")
        yield _begun(id, call.get("name", ""), call.get("args"))
        # The shell succeeds whatever the command returns; only the output for the model has the exit code.
        output = _flat(call.get("result"), ("functionResponse", "response", *_TEXTS))
        has_failed = call.get("status") == "error" or bool(_EXIT.search(output))
        yield _ended(id, _flat(call.get("resultDisplay")), has_failed=has_failed)


def _qwen(record: _Record) -> Iterator[_RecordPart]:
    role = record.get("type", "")
    for part in (record.get("message") or {}).get("parts") or ():
        if "functionCall" in part:
            call = part["functionCall"]
            yield _begun(call.get("id", ""), call.get("name", ""), call.get("args"))
        elif role in ("user", "assistant") and not part.get("thought"):
            yield _RecordPart(role, part.get("text", ""))
    if result := record.get("toolCallResult"):
        text = _flat(result.get("resultDisplay"))
        yield _ended(result.get("callId", ""), text, has_failed=result.get("status") == "error")


def _opencode(record: _Record) -> Iterator[_RecordPart]:
    if record.get("type") == "text" and not (record.get("synthetic") or record.get("ignored")):
        yield _RecordPart(record.get("role", ""), record.get("text", ""))
    elif record.get("type") == "tool":
        state, id = record.get("state") or {}, record.get("callID", "")
        yield _begun(id, record.get("tool", ""), state.get("input"))
        yield _ended(id, state.get("error") or state.get("output") or "", has_failed=state.get("status") == "error")


def _begun(call: str, name: str, given: Any) -> _RecordPart:
    return _RecordPart(text=_describe_call(name, given), call=call)


def _ended(call: str, text: str, *, has_failed: bool) -> _RecordPart:
    return _RecordPart(text=text, call=call, has_failed=has_failed or bool(_EXIT.search(text)))


_CLINE_IN_EDITOR = "globalStorage/saoudrizwan.claude-dev/tasks/*/api_conversation_history.json"

STORES: Mapping[str, _Store] = {
    "claude": _Store((".claude/projects/*/*.jsonl",), _claude, "CLAUDE_CONFIG_DIR"),
    "codex": _Store(
        (".codex/sessions/**/rollout-*.jsonl", ".codex/archived_sessions/rollout-*.jsonl"), _codex, "CODEX_HOME",
        ("payload.cwd",),
    ),
    "copilot": _Store((".copilot/session-state/*/events.jsonl",), _copilot, "COPILOT_HOME", ("data.context.cwd",)),
    "gemini": _Store((".gemini/tmp/*/chats/session-*.json*",), _gemini, records=_of_gemini),
    "qwen": _Store((".qwen/projects/*/chats/*.jsonl",), _qwen, "QWEN_HOME"),
    "opencode": _Store((".local/share/opencode/opencode.db",), _opencode, records=_of_opencode),
    "cline": _Store(
        (
            ".cline/data/sessions/*/*.messages.json",
            f".config/*/User/{_CLINE_IN_EDITOR}",
            f"Library/Application Support/*/User/{_CLINE_IN_EDITOR}",
        ),
        lambda record: _blocks(record.get("role", ""), record.get("content")),
        records=_messages,
    ),
}  # fmt: skip


def sessions_of(client: str, environ: Mapping[str, str], home: str) -> Iterator[ClientSession]:
    """Yield the sessions that a client stores below a user's home folder, by path."""
    store = STORES[client]
    for pattern in store.patterns:
        first, _, rest = pattern.partition("/")
        root = (environ.get(store.variable) if store.variable else "") or os.path.join(home, first)
        for path in sorted(glob(os.path.join(root, rest), recursive=True)):
            yield from _read_sessions(client, path)


def _read_sessions(client: str, path: str) -> list[ClientSession]:
    """Return the sessions of one file; none if it has another format."""
    try:
        records = [*(STORES[client].records or _lines)(path)]
        return [
            _session(client, path, id, pairs)
            for id, pairs in groupby(records, key=lambda pair: str(pair[1].get("session", "")))
        ]
    except (OSError, ValueError, AttributeError, TypeError, KeyError, RecursionError):
        return []


def _session(client: str, path: str, id: str, records: Iterable[tuple[int, _Record]]) -> ClientSession:
    store, folder, moment = STORES[client], "", ""
    calls, spoken = dict[str, str](), list[Spoken]()
    for line, record in records:
        # A record of another format is skipped; the others are read.
        with suppress(AttributeError, TypeError, KeyError, ValueError):
            moment = _local(record.get("timestamp") or record.get("ts") or "") or moment
            folder = folder or next(filter(None, (_at(record, keys) for keys in store.about)), "")
            for part in store.parts(record):
                who, text = PERSON if part.role == "user" else client, ""
                if part.role:
                    text = _words(part.text)
                elif part.call and part.has_failed is None:
                    calls[part.call] = part.text
                elif part.call:
                    text = _describe_result(calls.pop(part.call, ""), part)
                spoken += [Spoken(line, moment, who, text)] if text else []
    above, name = os.path.split(path)
    stem = name.partition(".")[0]
    stem = os.path.basename(above) if stem in ("events", "api_conversation_history") else stem
    origin = f"{path}#{id}" if id else path
    return ClientSession(client, id or stem, folder or _folder_beside(path), "", origin, tuple(spoken))


def _folder_beside(path: str) -> str:
    """Return the project that Gemini CLI or Cline names in a file beside a session; "" for none."""
    with suppress(OSError, ValueError, AttributeError):
        if ".messages." in path:
            with open(path.replace(".messages.", "."), encoding="utf-8") as file:
                document = json.load(file)
            return str(document.get("cwd") or document.get("workspaceRoot") or document.get("workspace_root") or "")
        root = os.path.join(os.path.dirname(os.path.dirname(path)), ".project_root")
        with open(root, encoding="utf-8") as file:
            return file.read(MAX_PATH).strip()
    return ""


def _at(record: _Record, keys: str) -> str:
    value: Any = record
    for key in keys.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, str) else ""


def _local(moment: str | float) -> str:
    """Return a moment (ISO, or seconds or milliseconds since 1970) as local time; "" for an invalid one."""
    try:
        if isinstance(moment, str):
            when = datetime.fromisoformat(re.sub(r"(?:\.\d+)?Z$", "+00:00", moment))
        else:
            when = datetime.fromtimestamp(moment / 1000 if moment > 1e11 else moment, timezone.utc)
        return in_zone(when).isoformat()[:16]
    except (ValueError, OverflowError, OSError, TypeError):
        return ""


def sessions_in_export(path: str) -> list[ClientSession]:
    """Return the conversations in an export of ChatGPT or Claude (`conversations.json`), each with its last branch.

    Raises SourceError for a file of another format.
    """
    try:
        with open(path, encoding="utf-8-sig") as file:
            exported = json.load(file)
        listed = exported if isinstance(exported, list) else [exported]
        return [_conversation(conversation, os.path.abspath(path)) for conversation in listed]
    except (OSError, AttributeError, KeyError, RecursionError, TypeError, ValueError, IndexError) as err:
        hint = f"name its conversations.json, or clients: {', '.join(STORES)}, or all"
        raise SourceError("no client, and no export of ChatGPT or Claude", path=path, hint=hint) from err


def _conversation(conversation: _Record, path: str) -> ClientSession:
    is_chatgpt = "mapping" in conversation
    client = "chatgpt" if is_chatgpt else "claude"
    messages = _of_chatgpt(conversation) if is_chatgpt else _of_claude(conversation["chat_messages"])
    began = _local(conversation.get("create_time") or conversation.get("created_at") or "")
    spoken = tuple(
        Spoken(place, _local(moment or "") or began, PERSON if role in ("user", "human") else client, text)
        for place, (role, moment, text) in enumerate(messages, 1)
        if text.strip() and role != "system"
    )
    id = str(conversation.get("conversation_id") or conversation.get("id") or conversation.get("uuid") or began)
    title = " ".join(str(conversation.get("title") or conversation.get("name") or "").split())[:60]
    return ClientSession(client, id, "", title, f"{path}#{id}", spoken, is_export=True)


def _of_chatgpt(conversation: _Record) -> Iterator[tuple[str, Any, str]]:
    nodes = conversation["mapping"]
    path: list[_Record] = []
    at = conversation.get("current_node") or [*nodes][-1]
    while at and len(path) <= len(nodes):
        path.append(nodes[at])
        at = nodes[at].get("parent")
    for node in reversed(path):
        message = node.get("message") or {}
        parts = (message.get("content") or {}).get("parts") or []
        text = "\n\n".join(part for part in parts if isinstance(part, str)).strip()
        yield (message.get("author") or {}).get("role", ""), message.get("create_time"), text


def _of_claude(messages: list[_Record]) -> Iterator[tuple[str, Any, str]]:
    for message in messages:
        pieces = [piece.get("text", "") for piece in message.get("content") or [] if piece.get("type") == "text"]
        text = "\n\n".join(filter(None, pieces)) or message.get("text") or ""
        yield message["sender"], message.get("created_at"), text


_LOADED = (
    "system-reminder|environment_details|environment_context|user_instructions|permissions instructions|hook_context"
    "|local-command-stdout|local-command-stderr|local-command-caveat|command-name|command-message|command-args"
    "|skills_instructions|apps_instructions|INSTRUCTIONS|turn_aborted|user_shell_command|skill|current_datetime|reminder|task_progress|task-notification"
)
_WRAPPED = re.compile(r"</?(?:task|feedback|user_message|user_input|user_query|answer)(?: [^<>]*)?>")
_LOADED_BLOCK = re.compile(rf"<({_LOADED})(?: [^<>]*)?>.*?</(?:{_LOADED})>", re.DOTALL)
_NOT_SAID = re.compile(
    r"# AGENTS\.md instructions|Caveat: The messages below|\[Request interrupted|\[ERROR\] You did not use a tool"
)
_WRITES = re.compile(r"(?i)write|edit|patch|replace|create|insert|save")
_PATCHED = re.compile(r"^\*\*\* (?:Add|Update|Delete) File: (.+)$", re.MULTILINE)
_EXIT = re.compile(r'(?im)^(?:process exited with code|exit code:?|<exited with exit code) [1-9]|"exit_code": ?[1-9]')
_ABOUT_RUN = re.compile(
    r"(?i)(?:exit code|command|directory|output|error|signal|process group \w+):? ?(?:\(.*\)|-?\d*|/.*)$|command: "
)
_MARKUP = re.compile(r"</?tool_use_error>|^Output: ", re.MULTILINE)
_OUTPUT = re.compile(r"(?s)\A.*?^Output:\n", re.MULTILINE)


def _words(text: str) -> str:
    """Return the text of a message, without the context that a client loads into it."""
    text = _WRAPPED.sub("", _LOADED_BLOCK.sub("", text)).strip() if "<" in text else text.strip()
    return "" if _NOT_SAID.match(text) else text


def _describe_call(name: str, given: Any) -> str:
    """Return a tool's call in words: `wrote PATH`, or the command."""
    if isinstance(given, str):
        with suppress(ValueError):
            given = json.loads(given)
    given = given if isinstance(given, dict) else {"command": given or ""}
    command = given.get("command") or given.get("cmd") or given.get("commands") or ""
    command = " ".join(map(str, command)) if isinstance(command, list) else str(command)
    if files := _PATCHED.findall(f"{command}\n{given.get('input', '')}"):
        return f"wrote {', '.join(files)}"
    keys = ("file_path", "filePath", "absolute_path", "path", "notebook_path")
    path = next((given[key] for key in keys if given.get(key)), "")
    if path and _WRITES.search(name) and not command.startswith("view"):
        return f"wrote {path}"
    return " ".join((command or f"{name} {path}").split())


def _describe_result(call: str, end: _RecordPart) -> str:
    """Return the decision of a finished call: a file that was written, or a failure; "" for any other."""
    if not end.has_failed:
        return call if call.startswith("wrote ") else ""
    lines = [line.strip() for line in _MARKUP.sub("", end.text).splitlines()]
    lines = [line for line in lines if line and not _ABOUT_RUN.match(line)] or [""]
    first = lines[-1] if "Traceback (most recent call last)" in end.text else lines[0]
    # Secrets are replaced before the text is cut, since half of a secret would not be recognized.
    command, first = (redact(text, is_strict=True)[:FIRST_LINE] for text in (call.removeprefix("wrote "), first))
    return f"failed: {command}: {first}" if call else ""


_TEXTS = ("text", "content", "output", "message", "error")


def _flat(content: Any, keys: Sequence[str] = _TEXTS) -> str:
    """Return the text of a content, at any depth below these keys."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(filter(None, (_flat(part, keys) for part in content)))
    if isinstance(content, dict):
        return next((text for key in keys if (text := _flat(content.get(key), keys))), "")
    return ""
