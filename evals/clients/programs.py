"""How each agent program is started against the model on loopback, and by which of its tools a step is made."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

KEY = "made-up-key"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a program runs."""

    project: Path
    user: Path
    """Its home folder, which holds nothing of a person's."""
    url: str
    """Of the model."""
    server: tuple[str, ...]
    """The command of `commonplace mcp`."""
    prompt: str


@dataclass(frozen=True, slots=True)
class Start:
    """A command line, with the files of settings that it needs: those that the person makes once."""

    words: tuple[str, ...]
    variables: Mapping[str, str]
    files: Mapping[Path, str]


@dataclass(frozen=True, slots=True)
class Program:
    """One agent program."""

    package: str
    binary: str
    agent: str
    """What `install --agent` calls it."""
    start: Callable[[Place], Start]
    permissions: str
    """What the person allowed, in words."""
    skill: tuple[str, Mapping[str, str]]
    """The tool that activates a skill, or reads a file, with its arguments."""
    shell: tuple[str, Mapping[str, Any]]
    write: tuple[str, Mapping[str, Any] | str]
    ask: tuple[str, Mapping[str, Any]] | None
    """The server's `ask`; None where the program has no servers."""


def _servers(place: Place, **more: object) -> dict[str, Any]:
    return {"commonplace": {"command": place.server[0], "args": list(place.server[1:]), **more}}


def _merged(path: Path, settings: dict[str, Any]) -> str:
    """Return settings with what stands in the file already: hooks, if `install` has put them there."""
    return json.dumps({**(json.loads(path.read_text("utf-8")) if path.is_file() else {}), **settings})


def _claude(place: Place) -> Start:
    config = place.user / "servers.json"
    return Start(
        ("-p", place.prompt, "--permission-mode", "acceptEdits", "--mcp-config", str(config),
         "--allowedTools", "Bash(python3 *)", "mcp__commonplace"),
        {"ANTHROPIC_BASE_URL": place.url, "ANTHROPIC_API_KEY": KEY, "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"},
        {config: json.dumps({"mcpServers": _servers(place)})},
    )  # fmt: skip


def _codex(place: Place) -> Start:
    settings = f"""
model = "gpt-5.1-codex"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "{place.url}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
[projects."{place.project}"]
trust_level = "trusted"
[mcp_servers.commonplace]
command = {json.dumps(place.server[0])}
args = {json.dumps(place.server[1:])}
"""
    return Start(
        ("exec", "--sandbox", "workspace-write", "--dangerously-bypass-hook-trust", place.prompt),
        {"SCRIPTED_KEY": KEY},
        {place.user / ".codex/config.toml": settings},
    )


def _opencode(place: Place) -> Start:
    settings = {
        "provider": {
            "scripted": {
                "npm": "@ai-sdk/openai-compatible",
                "options": {"baseURL": place.url + "/v1", "apiKey": KEY},
                "models": {"scripted": {}},
            }
        },
        "mcp": {"commonplace": {"type": "local", "command": list(place.server)}},
    }
    return Start(
        ("run", "-m", "scripted/scripted", place.prompt),
        {"OPENCODE_DISABLE_MODELS_FETCH": "1", "OPENCODE_DISABLE_AUTOUPDATE": "1"},
        {place.user / ".config/opencode/opencode.json": json.dumps(settings)},
    )


def _qwen(place: Place) -> Start:
    settings = {"security": {"auth": {"selectedType": "openai"}}, "mcpServers": _servers(place)}
    return Start(
        (place.prompt, "--approval-mode", "auto-edit", "--allowed-tools",
         "run_shell_command(python3),mcp__commonplace__ask,skill"),
        {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": place.url + "/v1", "OPENAI_MODEL": "scripted"},
        {place.user / ".qwen/settings.json": json.dumps(settings)},
    )  # fmt: skip


def _gemini(place: Place) -> Start:
    path = place.user / ".gemini/settings.json"
    settings = {
        "security": {"auth": {"selectedType": "gemini-api-key"}},
        "mcpServers": _servers(place, trust=True),
        "privacy": {"usageStatisticsEnabled": False},
    }
    return Start(
        ("-p", place.prompt, "--approval-mode", "auto_edit", "-m", "gemini-2.5-pro",
         "--allowed-tools", "run_shell_command(python3),activate_skill"),
        {"GEMINI_API_KEY": KEY, "GOOGLE_GEMINI_BASE_URL": place.url},
        {
            path: _merged(path, settings),
            # What the program writes when the person trusts a folder; `--skip-trust` leaves the project's hooks out.
            place.user / ".gemini/trustedFolders.json": json.dumps({str(place.project): "TRUST_FOLDER"}),
        },
    )  # fmt: skip


def _copilot(place: Place) -> Start:
    servers = {"mcpServers": _servers(place, type="local", tools=["*"])}
    return Start(
        ("-p", place.prompt, "--trust-folder", "--allow-tool", "shell(python3:*)", "--allow-tool", "write",
         "--allow-tool", "commonplace"),
        {"COPILOT_PROVIDER_BASE_URL": place.url + "/v1", "COPILOT_PROVIDER_API_KEY": KEY, "COPILOT_OFFLINE": "true",
         "COPILOT_MODEL": "scripted"},
        {place.user / ".copilot/mcp-config.json": json.dumps(servers)},
    )  # fmt: skip


def _cline(place: Place) -> Start:
    provider = {"provider": "openai-compatible", "apiKey": KEY, "model": "scripted", "baseUrl": place.url + "/v1"}
    entry = {"settings": provider, "updatedAt": "2026-11-27T00:00:00.000Z", "tokenSource": "manual"}
    providers = {"version": 1, "lastUsedProvider": "openai-compatible", "modes": {}}
    providers["providers"] = {"openai-compatible": entry}
    return Start(
        ("-P", "openai-compatible", "-m", "scripted", place.prompt),
        {},
        {
            place.user / ".cline/data/settings/providers.json": json.dumps(providers),
            place.user / ".cline/data/settings/cline_mcp_settings.json": json.dumps(
                # It waits three seconds for a server's start, which two busy cores may not allow.
                {"mcpServers": _servers(place, timeout=60)}
            ),
        },
    )


def _pi(place: Place) -> Start:
    provider = {
        "baseUrl": place.url + "/v1",
        "api": "openai-completions",
        "apiKey": KEY,
        "models": [{"id": "scripted"}],
    }
    return Start(
        ("-p", "--provider", "scripted", "--model", "scripted", place.prompt),
        {"PI_OFFLINE": "1"},
        {place.user / ".pi/agent/models.json": json.dumps({"providers": {"scripted": provider}})},
    )


SHELL = {"command": "{command}"}
QUESTION = {"question": ["{question}"]}

PROGRAMS = {
    "claude": Program(
        "@anthropic-ai/claude-code", "claude", "claude", _claude,
        "edits accepted, `Bash(python3 *)` allowed",
        ("Skill", {"skill": "commonplace"}), ("Bash", SHELL),
        ("Write", {"file_path": "{path}", "content": "{content}"}),
        ("mcp__commonplace__ask", QUESTION),
    ),
    "codex": Program(
        "@openai/codex", "codex", "codex", _codex,
        "sandbox `workspace-write`, no approvals, project and hooks trusted",
        ("exec_command", {"cmd": "cat {skill}/SKILL.md"}), ("exec_command", {"cmd": "{command}"}),
        ("apply_patch", "*** Begin Patch\n*** Add File: bundle.json\n+{content}\n*** End Patch\n"),
        ("ask", QUESTION),
    ),
    "copilot": Program(
        "@github/copilot", "copilot", "copilot", _copilot,
        "folder trusted, `shell(python3:*)` and `write` allowed",
        ("skill", {"skill": "commonplace"}), ("bash", SHELL),
        ("create", {"path": "{path}", "file_text": "{content}"}),
        ("commonplace-ask", QUESTION),
    ),
    "gemini": Program(
        "@google/gemini-cli", "gemini", "gemini", _gemini,
        "folder trusted, edits accepted, `run_shell_command(python3)` and `activate_skill` allowed",
        ("activate_skill", {"name": "commonplace"}), ("run_shell_command", SHELL),
        ("write_file", {"file_path": "{path}", "content": "{content}"}),
        ("mcp_commonplace_ask", QUESTION),
    ),
    "opencode": Program(
        "opencode-ai", "opencode", "opencode", _opencode,
        "as installed (it asks for folders outside the project alone)",
        ("skill", {"name": "commonplace"}), ("bash", SHELL),
        ("write", {"filePath": "{path}", "content": "{content}"}),
        ("commonplace_ask", QUESTION),
    ),
    "cline": Program(
        "cline", "cline", "agents", _cline,
        "as installed (all approved)",
        ("skills", {"skill": "commonplace"}), ("run_commands", {"commands": ["{command}"]}),
        ("editor", {"path": "{path}", "new_text": "{content}"}),
        ("commonplace__ask", QUESTION),
    ),
    "qwen": Program(
        "@qwen-code/qwen-code", "qwen", "qwen", _qwen,
        "edits accepted, `run_shell_command(python3)` and `skill` allowed",
        ("skill", {"skill": "commonplace"}), ("run_shell_command", {**SHELL, "is_background": False}),
        ("write_file", {"file_path": "{path}", "content": "{content}"}),
        ("mcp__commonplace__ask", QUESTION),
    ),
    "pi": Program(
        "@mariozechner/pi-coding-agent", "pi", "agents", _pi,
        "as installed (it asks for nothing)",
        ("read", {"path": "{skill}/SKILL.md"}), ("bash", SHELL),
        ("write", {"path": "{path}", "content": "{content}"}),
        None,
    ),
}  # fmt: skip
