"""The hooks of commonplace in the settings of a client: written, found again, and taken out.

Clients whose documentation says how a hook gives context to the model, read in November 2026:

    claude    code.claude.com/docs/en/hooks: settings.json, for one project and person settings.local.json
    codex     developers.openai.com/codex/hooks and the schemas in github.com/openai/codex, codex-rs/hooks: hooks.json;
              the person is asked once to trust them
    gemini    geminicli.com/docs/hooks/reference: settings.json
    qwen      qwenlm.github.io/qwen-code-docs on hooks: settings.json, timeouts in seconds

Copilot CLI's reference says nothing of context.  1.0.102 was tried: it reads the form of Claude Code in the files named
here, and takes the context that hooks.py prints for it.  A settings file is a person's: nothing in it changes but the
entries named here.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from shlex import join
from typing import NamedTuple

from .errors import DataError, ReadOnlyError, UsageError
from .text.json_places import Part, append_member, cut_members, parse_places
from .text.splices import written_like
from .wiki_store.swap import bytes_of, replace_file

MARK = ("commonplace.py", " ask --hook --vault ")
"""What the command of a hook of ours holds."""
EMPTY = "{}\n"
_OF_SHELLS = '&|<>^%!$`"'
"""Signs that cmd, PowerShell or Git Bash reads within quotation marks, or might."""


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


HOOK_FILES = {
    "claude": HookFile(
        ".claude/settings.local.json", ".claude/settings.json", "UserPromptSubmit", 1, "CLAUDE_CONFIG_DIR"
    ),
    "codex": HookFile(".codex/hooks.json", ".codex/hooks.json", "UserPromptSubmit", 1, "CODEX_HOME"),
    "copilot": HookFile(
        ".github/copilot/settings.local.json", ".copilot/hooks/commonplace.json", "UserPromptSubmit", 1, "COPILOT_HOME"
    ),
    "gemini": HookFile(".gemini/settings.json", ".gemini/settings.json", "BeforeAgent", 1000),
    "qwen": HookFile(".qwen/settings.json", ".qwen/settings.json", "UserPromptSubmit", 1, "QWEN_HOME"),
}
TIMEOUTS = {"SessionStart": 5, "": 2}
"""Seconds after which a client goes on without the answer; a prompt's own limit is shorter, see hooks.py."""


def hook_command(launcher: str, folder: str) -> str:
    """Return the shell command of a hook: it names a home or vault, so that no cloned one is asked unnoticed.

    Raises UsageError for a name of a folder that a shell of Windows would run.
    """
    if os.name != "nt":
        return join(["python3", launcher, "ask", "--hook", "--vault", folder])
    for path in (launcher, folder):
        # Clients run hooks by cmd, PowerShell or Git Bash, which agree on no way to write these signs.
        if not path.isprintable() or any(sign in path for sign in _OF_SHELLS):
            what = f"a shell would run the name of the folder {path!r}"
            raise UsageError(what, hint=f"hooks need a name without {' '.join(_OF_SHELLS)}")
    return f"python3 {_quoted(launcher)} ask --hook --vault {_quoted(folder)}"


def _quoted(path: str) -> str:
    # A backslash before the last quotation mark would take its meaning away.
    return f'"{path}\\"' if path.endswith("\\") else f'"{path}"'


def with_hooks(text: str, client: HookFile, command: str) -> str:
    """Return the text of a settings file with our two hooks, in place of those of an earlier call.

    Raises ValueError for what is no JSON, or has something else where hooks stand.
    """
    text = without_hooks(text)
    for event in ("SessionStart", client.prompt_event):
        timeout = TIMEOUTS.get(event, TIMEOUTS[""]) * client.second
        group = {"hooks": [{"type": "command", "command": command, "timeout": timeout}]}
        root = parse_places(text)
        hooks = root.get("hooks")
        groups = hooks.get(event) if hooks else None
        if not root.is_object or (hooks and not hooks.is_object) or (groups and groups.members is None):
            raise ValueError("hooks stand there in another form")
        if hooks is None:
            text = append_member(text, root, "hooks", {event: [group]})
        elif groups is None:
            text = append_member(text, hooks, event, [group])
        else:
            text = append_member(text, groups, "", group)
    return text


def without_hooks(text: str) -> str:
    """Return the text of a settings file without hooks of ours, and without what holds nothing but them."""
    root = parse_places(text)
    # By where a container begins: which of its members go.
    gone: dict[int, tuple[Part, set[int]]] = {}
    for chain in _ours(text, root):
        for container, index in reversed(chain):
            places = gone.setdefault(container.start, (container, set()))[1]
            places.add(index)
            # What holds nothing else goes with it, up to the member `hooks` itself.
            if len(places) < len(container.members or ()):
                break
    cuts = [found for found in gone.values() if found[0] is root or len(found[1]) < len(found[0].members or ())]
    return cut_members(text, cuts)


def change_hooks(path: str, client: HookFile, command: str, *, dry_run: bool = False) -> bool:
    """Write our hooks into a settings file, or with no command take them out; return whether that changes it.

    Raises DataError for a file that is no JSON or changed meanwhile, ReadOnlyError where it cannot be written.
    """
    # A dotfile may be a link to where its owner keeps such files: that file is changed, and the link stays.
    path = os.path.realpath(path)
    try:
        before = bytes_of(path)
        if before is None and not command:
            return False
        old = EMPTY if before is None else before.decode("utf-8")
        new = with_hooks(old, client, command) if command else without_hooks(old)
    except ValueError as err:
        raise DataError(f"not the settings of a client: {err}", path=path, hint="mend it, nothing was changed") from err
    except OSError as err:
        raise ReadOnlyError(path, err.strerror or str(err)) from err
    data = written_like(new, old).encode("utf-8")
    if data == before:
        return False
    if not dry_run:
        _write(path, data, before)
    return True


def _write(path: str, data: bytes, before: bytes | None) -> None:
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        is_swapped = replace_file(path, before, data)
    except OSError as err:
        raise ReadOnlyError(err.filename or path, err.strerror or str(err)) from err
    if not is_swapped:
        raise DataError("somebody else changed it at this moment", path=path, hint="try again")


def _ours(text: str, root: Part) -> Iterator[list[tuple[Part, int]]]:
    """Yield for each hook of ours the way to it: containers from the root down, each with a place in it."""
    for at, hooks in enumerate(root.members or ()):
        if hooks.name != "hooks":
            continue
        for event, groups in enumerate(hooks.value.members or ()):
            for number, group in enumerate(groups.value.members or ()):
                listed = group.value.get("hooks")
                for index, hook in enumerate((listed and listed.members) or ()):
                    command = hook.value.get("command")
                    written = text[command.start : command.end] if command else ""
                    if listed and all(mark in written for mark in MARK):
                        yield [(root, at), (hooks.value, event), (groups.value, number), (listed, index)]
