"""Settings: typed, checked, and each able to tell where its value comes from.

Later wins: built-in default, config.py, COMMONPLACE_<NAME> in the environment, option of the call.  There is no module
state: every call of `load_settings` reads what is there now.  config.py is read as text, never imported or run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from .errors import SettingError

if TYPE_CHECKING:
    Value = int | float | str | Callable[[str], int]

PREFIX = "COMMONPLACE_"

OTHER_VARIABLES = ("ACTOR", "CACHE", "ENV", "EXTRAS", "HOME", "NOW", "SKILL", "STATE", "TEST_VAULTS", "VAULT")
"""Variables with our prefix that are no settings: folders, the environment, a frozen clock, who writes."""

UNSHOWN = "the address"
"""What is shown of an address in which it is not plain where a password stands."""

_HOST = r"(?:\[[0-9A-Fa-f:.%]+\]|[^@/?#:,\[\]]*)(?::[0-9]*)?"
_ADDRESS = re.compile(
    rf"(postgres(?:ql)?://)(?:([^:/?#@]*)(?::[^/?@]*)?@)?({_HOST}(?:,{_HOST})*)(/[^?@\s]*)?(?:\?[^@\s]*)?"
)
"""Scheme, user, hosts and database of an address; one @ at most, for what stands before another may be a password."""


class Settings(NamedTuple):
    """What a call runs with; the comments in config.py say what each value means."""

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
    index: str = ""  # type: ignore[assignment]  # a tuple has a method of this name, which nobody asks of settings
    half_life_days: float = 30.0
    relevance_semantic: float = 0.40
    relevance_pagerank: float = 0.25
    relevance_task_trace: float = 0.25
    relevance_cochange: float = 0.10
    sources: tuple[tuple[str, str], ...] = ()
    """For each setting, in this order: its name and where its value comes from."""


NAMES = Settings._fields[:-1]
LONGEST_QUIET = 86_400
"""Seconds that quiet_seconds may be at most."""
# A default of the field's own type stands for it: annotations are text here.
_KINDS = {name: type(Settings._field_defaults[name]) for name in NAMES}

RANGES: dict[str, tuple[float, float]] = {
    "max_graph_depth": (0, 10),
    "min_confidence": (0, 1),
    "max_nodes": (1, 100_000),
    "budget_tokens": (1, 10_000_000),
    "seed_limit": (1, 1000),
    "search_limit": (1, 100_000),
    "quiet_seconds": (0, LONGEST_QUIET),
    "lock_seconds": (0, 86_400),
    "max_page_bytes": (1, 2**31),
    "max_document_bytes": (1, 2**31),
    "max_text_characters": (1, 2**31),
    "max_bundle_entries": (1, 1_000_000),
    "max_question_characters": (1, 10_000_000),
    "max_message_bytes": (1_000, 2**31),
    "server_seconds": (0.1, 86_400),
    "server_waiting": (1, 100_000),
    "convert_seconds": (1, 86_400),
    "convert_megabytes": (500, 1_000_000),
    "half_life_days": (0.01, 100_000),
    "relevance_semantic": (0, 1),
    "relevance_pagerank": (0, 1),
    "relevance_task_trace": (0, 1),
    "relevance_cochange": (0, 1),
}
"""What a number may be; arguments of the same meaning are held to it, too."""
_OPTIONS = {"budget_tokens": "budget", "max_graph_depth": "depth", "token_counter": "counter"}
"""What the command line calls a setting, where that is not its own name."""
_BY_PROGRAM = "overrides"
"""Where a setting comes from that a program hands over."""
_COUNTERS = ("pieces", "o200k", "cl100k", "exact", "bytes3", "chars4", "chars35", "words43")


def load_settings(
    *,
    overrides: Mapping[str, object] | None = None,
    environ: Mapping[str, str],
    config_path: str | None,
    by_program: bool = False,
) -> Settings:
    """Read all settings; raises SettingError for a value that cannot be, naming where it stands.

    overrides: by lower-case name, text or typed; None means "not given".  config_path: a missing file means defaults.
    An empty variable counts as not set.  by_program: overrides are not what somebody wrote on a command line.
    """
    written: dict[str, tuple[Value, str]] = {}
    if config_path is not None:
        for name, text, where in _read_config(config_path):
            written[name] = (_check(name, text, where), where)
    for name in NAMES:
        variable = PREFIX + name.upper()
        text = environ.get(variable, "")
        if text:
            written[name] = (_check(name, text, variable), variable)
    for name, value in (overrides or {}).items():
        if value is not None:
            option = "option --" + _OPTIONS.get(str(name), str(name).replace("_", "-"))
            where = _BY_PROGRAM if by_program else option
            written[name] = (_check(name, value, where), where)
    sources = tuple((name, written[name][1] if name in written else "default") for name in NAMES)
    values = {name: value for name, (value, _) in written.items()}
    return Settings(**values, sources=sources)  # type: ignore[arg-type]  # _check gave each its field's type


def unknown_variables(environ: Mapping[str, str]) -> tuple[str, ...]:
    """Variables with our prefix that nothing reads: most likely misspelled settings."""
    known = {PREFIX + name.upper() for name in (*NAMES, *OTHER_VARIABLES)}
    return tuple(sorted(name for name in environ if name.startswith(PREFIX) and name not in known))


def is_inner_path(text: str) -> bool:
    """True if text names a folder that cannot lie outside the one it is joined to."""
    parts = text.split("/")
    is_name = not any(sign in '\\:\0"' or "\ud800" <= sign <= "\udfff" for sign in text)
    return bool(text) and is_name and not text.startswith("/") and ".." not in parts


def _check(name: str, value: object, where: str) -> Value:
    if name not in NAMES:
        raise _wrong(name, value, f"one of the settings {', '.join(NAMES)}", where=where)
    if name == "token_counter":
        if callable(value):
            return value
        if value in _COUNTERS:
            return str(value)
        more = ", or a function" if where == _BY_PROGRAM else ""
        raise _wrong(name, value, "one of " + ", ".join(_COUNTERS) + more, where=where)
    if name == "index":
        if isinstance(value, str) and (not value or value.startswith(("postgresql://", "postgres://"))):
            return value
        raise _wrong(name, "another text", "postgresql://user@host/database", where=where)
    if name == "embedder":
        if isinstance(value, str) and value and "\0" not in value:
            return value
        raise _wrong(name, value, "minilm, none, a folder with a model, or module:callable", where=where)
    if _KINDS[name] is str:
        if isinstance(value, str) and is_inner_path(value):
            return value
        raise _wrong(name, value, "a relative folder that stays inside the home", where=where)
    return _check_number(name, value, where)


def _wrong(name: str, value: object, wanted: str, *, where: str) -> SettingError:
    return SettingError(name, value, wanted, where=where)


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
        raise _wrong(name, value, wanted, where=where) from None
    return number


def _read_config(path: str) -> Iterator[tuple[str, str, str]]:
    """Yield (lower-case name, text of the value, place) for each assignment in the file."""
    try:
        # The codec that takes a byte order mark off is a module more to import.
        with open(path, encoding="utf-8") as file:
            lines = file.read().removeprefix("\ufeff").split("\n")
    except FileNotFoundError:
        return
    except (OSError, UnicodeDecodeError) as err:
        raise _wrong("config.py", path, f"a readable text file ({err})", where="the skill") from err
    fence = ""
    for number, line in enumerate(lines, 1):
        line = line.rstrip()
        if fence:
            fence = "" if fence in line else fence
        elif line.startswith(('"""', "'''")):
            fence = "" if line[:3] in line[3:] else line[:3]
        elif line and not line.startswith("#"):
            name, _, text = line.partition("=")
            name, where = name.partition(":")[0].rstrip(), f"config.py:{number}"
            if name.lower() not in NAMES or not name.isupper():
                known = ", ".join(known.upper() for known in NAMES)
                raise _wrong(name, line, f"`NAME = value` with one of {known}", where=where)
            yield name.lower(), _literal(name, text.strip(), where), where


def _literal(name: str, text: str, where: str) -> str:
    """The value without quotes and comment; it must be quoted if it is a string, and only then."""
    quoted = text[:1] in ('"', "'")
    if quoted:
        value, closed, rest = text[1:].partition(text[0])
    else:
        value, closed, rest = text.partition("#")[0].rstrip(), "yes", ""
    is_text = _KINDS[name.lower()] is str
    if not closed or quoted != is_text or (rest.strip() and not rest.strip().startswith("#")):
        raise _wrong(name, text, "a quoted string" if is_text else "a plain number", where=where)
    return value


def masked(url: str) -> str:
    """Return the address of a database without its password, to be shown."""
    parts = _ADDRESS.fullmatch(url)
    if parts is None:
        return UNSHOWN
    scheme, user, hosts, database = parts.groups(default="")
    shown = scheme + (f"{user}@" if user else "") + hosts + database
    return shown if shown.isprintable() else UNSHOWN
