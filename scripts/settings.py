"""Settings: typed and checked, each with the source of its value.

Later wins: built-in default, config.py, COMMONPLACE_<NAME> in the environment, option of the call.  There is no module
state: every call of `load_settings` reads what is there now.  config.py is read as text, never imported or run.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from .errors import SettingError

if TYPE_CHECKING:
    Value = int | float | str | Callable[[str], int]

PREFIX = "COMMONPLACE_"

OTHER_VARIABLES = ("ACTOR", "CACHE", "ENV", "HOME", "NOW", "SKILL", "STATE", "TEST_VAULTS", "VAULT")
"""Variables with our prefix that are no settings: folders, the environment, a frozen clock, who writes."""

SCHEMES = ("postgresql://", "postgres://")
"""The beginnings of a team's index address."""
UNSHOWN = "the address"
"""Shown in place of an address in which the password cannot be located."""


class Settings(NamedTuple):
    """The settings of one call; the comments in config.py explain each value."""

    max_graph_depth: int = 2
    min_confidence: float = 0.6
    max_nodes: int = 50
    budget_tokens: int = 1200
    seed_limit: int = 8
    search_limit: int = 10
    token_counter: str | Callable[[str], int] = "pieces"
    """A name, or in Python a function of one's own."""
    quiet_seconds: float = 10.0
    lock_seconds: float = 30.0
    max_page_bytes: int = 4_000_000
    max_document_bytes: int = 100_000_000
    max_text_characters: int = 8_000_000
    max_bundle_entries: int = 5_000
    max_question_characters: int = 10_000
    max_message_bytes: int = 16_000_000
    server_seconds: float = 60.0
    server_waiting: int = 200
    convert_seconds: float = 300.0
    convert_megabytes: int = 2_000
    embedder: str = "minilm"
    vault_dir: str = "wiki"
    linked_folders: str = ""
    index: str = ""  # type: ignore[assignment]  # a tuple has a method of this name, which nobody asks of settings
    half_life_days: float = 30.0
    sources: tuple[tuple[str, str], ...] = ()
    """For each setting, in this order: its name and where its value comes from."""

    @property
    def linked(self) -> tuple[str, ...]:
        """The real paths of the folders in linked_folders."""
        named = filter(None, self.linked_folders.split(os.pathsep))
        return tuple(os.path.realpath(os.path.expanduser(name)) for name in named)


NAMES = Settings._fields[:-1]
LONGEST_QUIET = 86_400
"""Seconds that quiet_seconds may be at most."""
# From the default, as annotations are texts here.
_KINDS = {name: type(Settings._field_defaults[name]) for name in NAMES}

RANGES: dict[str, tuple[float, float]] = {
    **{name: (1, 2**31) for name, kind in _KINDS.items() if kind is int},
    "max_graph_depth": (0, 10),
    "min_confidence": (0, 1),
    "max_nodes": (1, 100_000),
    "search_limit": (1, 100_000),
    "quiet_seconds": (0, LONGEST_QUIET),
    "lock_seconds": (0, 86_400),
    "server_seconds": (0.1, 86_400),
    "convert_seconds": (1, 86_400),
    "convert_megabytes": (500, 1_000_000),
    "half_life_days": (0.01, 100_000),
}
"""The range of each number, for sizes from 1; arguments of the same meaning have it, too."""
_OPTIONS = {"budget_tokens": "budget", "max_graph_depth": "depth", "token_counter": "counter"}
"""The options of settings that have another name on the command line."""
_COUNTERS = ("pieces", "o200k", "cl100k")


def load_settings(
    *,
    overrides: Mapping[str, object] | None = None,
    environ: Mapping[str, str],
    config_path: str | None,
) -> Settings:
    """Read all settings.  Raises SettingError for a wrong value, with its source.

    overrides: by lower-case name, text or typed; None means "not given".  config_path: a missing file means defaults.
    An empty variable counts as not set.
    """
    written: dict[str, tuple[Value, str]] = {}
    if config_path is not None:
        for name, given, where in _read_config(config_path):
            written[name] = (_check_value(name, given, where), where)
    for name in NAMES:
        variable = PREFIX + name.upper()
        text = environ.get(variable, "")
        if text:
            written[name] = (_check_value(name, text, variable), variable)
    for name, value in (overrides or {}).items():
        if value is not None:
            where = "option --" + _OPTIONS.get(name, name.replace("_", "-"))
            written[name] = (_check_value(name, value, where), where)
    sources = tuple((name, written[name][1] if name in written else "default") for name in NAMES)
    values = {name: value for name, (value, _) in written.items()}
    return Settings(**values, sources=sources)  # type: ignore[arg-type]  # _check_value gave each its field's type


def unknown_variables(environ: Mapping[str, str]) -> tuple[str, ...]:
    """Return the variables with our prefix that nothing reads: most likely misspelled settings."""
    known = {PREFIX + name.upper() for name in (*NAMES, *OTHER_VARIABLES)}
    return tuple(sorted(name for name in environ if name.startswith(PREFIX) and name not in known))


def is_inner_path(text: str) -> bool:
    """Whether a text names a folder that cannot lie outside the one it is joined to."""
    parts = text.split("/")
    is_name = not any(character in '\\:\0"' or "\ud800" <= character <= "\udfff" for character in text)
    return bool(text) and is_name and not text.startswith("/") and ".." not in parts


_TEXTS: Mapping[str, tuple[Callable[[str], bool], str]] = {
    "token_counter": (lambda text: text in _COUNTERS, "one of " + ", ".join(_COUNTERS)),
    "embedder": (
        lambda text: bool(text) and "\0" not in text,
        "minilm, none, a folder with a model, or module:callable",
    ),
    "vault_dir": (is_inner_path, "a relative folder that stays inside the home"),
    "linked_folders": (
        lambda text: not text or all(os.path.isabs(os.path.expanduser(part)) for part in text.split(os.pathsep)),
        f"whole paths of folders, with {os.pathsep} between them",
    ),
    "index": (
        lambda text: not text or text.startswith(SCHEMES),
        "postgresql://user@host/database",
    ),
}
"""For each setting that is a text: a check of its value, and the wording of the right ones in errors."""


def _check_value(name: str, value: object, where: str) -> Value:
    if name not in NAMES:
        raise SettingError(name, value, f"one of the settings {', '.join(NAMES)}", where=where)
    if name == "token_counter" and callable(value):
        return value
    if name not in _TEXTS:
        return _check_number(name, value, where)
    is_right, wanted = _TEXTS[name]
    if isinstance(value, str) and is_right(value):
        return value
    # An address may hold a password.
    raise SettingError(name, "another text" if name == "index" else value, wanted, where=where)


def _check_number(name: str, value: object, where: str) -> Value:
    whole = _KINDS[name] is int
    low, high = RANGES[name]
    try:
        if isinstance(value, bool) or not isinstance(value, (int, float, str)) or (whole and isinstance(value, float)):
            raise ValueError
        number = int(value) if whole else float(value)
        # Not a number fails both comparisons, so it is refused here too.
        if not low <= number <= high:
            raise ValueError
    except (ValueError, OverflowError):
        wanted = f"a {'whole ' if whole else ''}number from {low:,} to {high:,}"
        raise SettingError(name, value, wanted, where=where) from None
    return number


def _read_config(path: str) -> Iterator[tuple[str, Value, str]]:
    """Yield (lower-case name, value, place) for each assignment in the file."""
    try:
        with open(path, "rb") as file:
            body = ast.parse(file.read()).body
    except FileNotFoundError:
        return
    except (OSError, SyntaxError, ValueError) as err:
        where = f"config.py:{getattr(err, 'lineno', None) or 1}"
        raise SettingError("config.py", path, f"lines `NAME = value` ({err})", where=where) from err
    for node in body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        where, wanted = f"config.py:{node.lineno}", f"`NAME = value` with one of {', '.join(NAMES).upper()}"
        target = node.target if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [None])[0]
        name = target.id if isinstance(target, ast.Name) else ""
        if not name.isupper() or name.lower() not in NAMES:
            raise SettingError(name or "?", ast.unparse(node), wanted, where=where)
        is_text = _KINDS[name.lower()] is str
        try:
            value = ast.literal_eval(node.value)  # type: ignore[attr-defined]  # an assignment has one
        except ValueError:
            value = None
        if value is None or isinstance(value, str) != is_text:
            raise SettingError(name, ast.unparse(node), "a quoted string" if is_text else "a plain number", where=where)
        yield name.lower(), value, where


def masked(url: str) -> str:
    """Return the address of a database without user and password, to be shown."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return UNSHOWN
    # Before a second @ a password may be in any part.
    if url.count("@") > 1 or not parts.hostname or not parts.hostname.isprintable():
        return UNSHOWN
    return f"{parts.scheme}://{parts.hostname}" + (parts.path if parts.path[1:].isidentifier() else "")
