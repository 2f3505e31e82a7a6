"""The hooks of commonplace in the settings of a client: written, found again, and taken out.

Clients whose documentation says how a hook gives context to the model, read in November 2026:

    claude    code.claude.com/docs/en/hooks: settings.json, for one project and person settings.local.json
    codex     developers.openai.com/codex/hooks and the schemas in github.com/openai/codex, codex-rs/hooks: hooks.json;
              the person is asked once to trust them
    gemini    geminicli.com/docs/hooks/reference: settings.json
    qwen      qwenlm.github.io/qwen-code-docs on hooks: settings.json, timeouts in seconds

Claude Code, Codex and Copilot take context before a tool is used, too; Qwen Code 0.24.4 reads it and drops it.  Copilot
CLI's reference says nothing of context.  1.0.102 was tried: it reads the form of Claude Code in the files named here,
and takes the context that hooks.py prints for it.

A settings file is a person's.  It is changed only where json writes what it read byte for byte; of any other file,
such as one with comments, nothing is changed, and the lines to add are printed.
"""

from __future__ import annotations

import json
import os
import re
from shlex import join
from typing import Any, NamedTuple

from .errors import DataError, ReadOnlyError, UsageError
from .wiki_store.swap import bytes_of, write_durably

MARK = ("commonplace.py", " ask --hook --vault ")
"""What the command of a hook of ours holds."""
INDENTS = (2, 4, "\t", None)
"""Those of settings files that are changed."""
_PLAIN = re.compile(r"[\w .:\\/()'-]*[^\\]")


class HookFile(NamedTuple):
    """Where a client reads hooks, and its words for them."""

    project: str
    """Below a project."""
    user: str
    """Below the user's home folder."""
    prompt_event: str
    second: int
    """What a timeout of one second is there."""
    variable: str = ""
    """Environment variable that names another place for the first folder of `user`."""
    tool_event: str = "PreToolUse"
    """"" where nothing can be said before a tool is used."""


HOOK_FILES = {
    "claude": HookFile(
        ".claude/settings.local.json", ".claude/settings.json", "UserPromptSubmit", 1, "CLAUDE_CONFIG_DIR"
    ),
    "codex": HookFile(".codex/hooks.json", ".codex/hooks.json", "UserPromptSubmit", 1, "CODEX_HOME"),
    "copilot": HookFile(
        ".github/copilot/settings.local.json", ".copilot/hooks/commonplace.json", "UserPromptSubmit", 1, "COPILOT_HOME"
    ),
    "gemini": HookFile(".gemini/settings.json", ".gemini/settings.json", "BeforeAgent", 1000, tool_event=""),
    "qwen": HookFile(".qwen/settings.json", ".qwen/settings.json", "UserPromptSubmit", 1, "QWEN_HOME", ""),
}
TOOLS = (
    "Bash|bash|shell|run_shell_command|Edit|edit|MultiEdit|NotebookEdit|Write|WriteFile|write_file|create|apply_patch"
)
"""Tools of these clients that change a file or run a command; JavaScript and Rust read the pattern alike."""
TIMEOUTS = {"SessionStart": 5, "": 2}
"""Seconds after which a client goes on without the answer; a prompt's own limit is shorter, see hooks.py."""


def hook_command(launcher: str, folder: str) -> str:
    """Return the shell command of a hook: it names a home or vault, so that no cloned one is asked unnoticed.

    Raises UsageError on Windows for a name that needs more than quotation marks: clients run hooks there by cmd,
    PowerShell or Git Bash, which agree on nothing else.
    """
    if os.name != "nt":
        return join(["python3", launcher, "ask", "--hook", "--vault", folder])
    for path in (launcher, folder):
        if not _PLAIN.fullmatch(path):
            raise UsageError(f"a shell would run the name of the folder {path!r}", hint="use one of plain letters")
    return f'python3 "{launcher}" ask --hook --vault "{folder}"'


def with_hooks(settings: dict[str, Any], client: HookFile, command: str, *, edits: bool = False) -> dict[str, Any]:
    """Return settings with our hooks, in place of those of an earlier call.  edits: with the one before edits."""
    settings = without_hooks(settings)
    hooks = dict(settings.get("hooks", {}))
    for event in ("SessionStart", client.prompt_event, *([client.tool_event] if edits else [])):
        timeout = TIMEOUTS.get(event, TIMEOUTS[""]) * client.second
        hook = {"type": "command", "command": command, "timeout": timeout}
        group = {"matcher": TOOLS, "hooks": [hook]} if event == client.tool_event else {"hooks": [hook]}
        hooks[event] = [*hooks.get(event, []), group]
    return {**settings, "hooks": hooks}


def without_hooks(settings: dict[str, Any]) -> dict[str, Any]:
    """Return settings without hooks of ours, and without what holds nothing but them."""
    if "hooks" not in settings:
        return settings
    kept = {}
    for event, groups in settings["hooks"].items():
        left = [{**group, "hooks": [hook for hook in group["hooks"] if not _is_ours(hook)]} for group in groups]
        left = [new for new, group in zip(left, groups) if new["hooks"] or not group["hooks"]]
        if left or not groups:
            kept[event] = left
    rest = {name: value for name, value in settings.items() if name != "hooks"}
    return {**settings, "hooks": kept} if kept or not settings["hooks"] else rest


def _is_ours(hook: dict[str, Any]) -> bool:
    return all(mark in str(hook.get("command", "")) for mark in MARK)


def change_hooks(path: str, client: HookFile, command: str, *, edits: bool = False, dry_run: bool = False) -> bool:
    """Write our hooks into a settings file, or with no command take them out; return whether that changes it.

    Raises DataError for a file that is not JSON as json writes it, with what to add by hand; ReadOnlyError where it
    cannot be written.
    """
    # A dotfile may be a link to where its owner keeps such files: that file is changed, and the link stays.
    path = os.path.realpath(path)
    try:
        before = bytes_of(path)
        if before is None and not command:
            return False
        text = (before or b"{}\n").decode("utf-8")
        settings, indent = _parse(text)
        changed = with_hooks(settings, client, command, edits=edits) if command else without_hooks(settings)
    except (ValueError, AttributeError, KeyError, TypeError, RecursionError) as err:
        hooks = (
            json.dumps(with_hooks({}, client, command, edits=edits), indent=2, ensure_ascii=False) if command else ""
        )
        hint = (
            f"add this by hand:\n{hooks}" if command else "take the hooks with `commonplace.py ask --hook` out by hand"
        )
        raise DataError("its form is not one that is changed here, nothing was changed", path=path, hint=hint) from err
    except OSError as err:
        raise ReadOnlyError(path, err.strerror or str(err)) from err
    data = _format(changed, indent, text).encode("utf-8")
    if changed == settings or data == before:
        return False
    if not dry_run:
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            write_durably(path, data)
        except OSError as err:
            raise ReadOnlyError(err.filename or path, err.strerror or str(err)) from err
    return True


def _parse(text: str) -> tuple[dict[str, Any], int | str | None]:
    """Return settings and the indentation with which json writes just this text.  Raises ValueError if none does."""
    settings = json.loads(text)
    for indent in INDENTS:
        if isinstance(settings, dict) and _format(settings, indent, text) == text:
            return settings, 2 if len(settings) == 0 else indent
    raise ValueError("comments, or another form")


def _format(settings: dict[str, Any], indent: int | str | None, like: str) -> str:
    """Return settings as JSON with the line breaks and the end of a text."""
    written = json.dumps(settings, indent=indent, ensure_ascii=False)
    end = like[len(like.rstrip()) :]
    return (written.replace("\n", "\r\n") if "\r\n" in like else written) + end
