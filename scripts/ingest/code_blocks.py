"""Source code, settings, logs and JSON as blocks of code, one for each piece that a reader would quote.

No sign of a text is changed but white space in JSON that a program wrote in one line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from zlib import crc32

MOST_LINES = 60
"""A longer piece is cut at the blank lines in it; one without any where a line opens a deeper part; a flat one, as a
log, into runs."""

LANGUAGES = {
    ending: language
    for language, endings in {
        "": ".log",
        "bash": ".bash",
        "c": ".c .h",
        "clojure": ".clj",
        "cmake": ".cmake",
        "cpp": ".cc .cpp .hpp",
        "csharp": ".cs",
        "css": ".css",
        "dart": ".dart",
        "dockerfile": ".dockerfile",
        "elixir": ".ex",
        "go": ".go",
        "haskell": ".hs",
        "ini": ".cfg .conf .ini .properties",
        "java": ".java",
        "js": ".js .mjs",
        "json": ".json .jsonl .ndjson",
        "jsx": ".jsx",
        "kotlin": ".kt",
        "lisp": ".el",
        "lua": ".lua",
        "make": ".mk",
        "ocaml": ".ml",
        "perl": ".pl",
        "php": ".php",
        "powershell": ".ps1",
        "python": ".py .pyi",
        "r": ".r",
        "ruby": ".rb",
        "rust": ".rs",
        "scala": ".scala",
        "sh": ".env .sh",
        "sql": ".sql",
        "swift": ".swift",
        "tex": ".tex",
        "toml": ".toml",
        "ts": ".ts",
        "tsx": ".tsx",
        "xml": ".xml",
        "yaml": ".yaml .yml",
        "zsh": ".zsh",
    }.items()
    for ending in endings.split()
}
"""What is written behind the fence, by the ending of a file."""
NAMES = {
    name: ending
    for ending, names in {
        ".cmake": "cmakelists.txt",
        ".conf": ".dockerignore .gitattributes .gitignore codeowners constraints.txt crontab requirements.txt",
        ".dockerfile": "containerfile dockerfile",
        ".env": ".env",
        ".ini": ".editorconfig",
        ".java": "jenkinsfile",
        ".json": "composer.lock pipfile.lock",
        ".mk": "gnumakefile justfile makefile",
        ".rb": "gemfile rakefile vagrantfile",
        ".sh": ".bashrc .profile .zshrc",
        ".toml": "cargo.lock poetry.lock uv.lock",
        ".yaml": "procfile yarn.lock",
    }.items()
    for name in names.split()
}
"""The ending that a file of this name, in lower case, would have if it had one."""

_JSON_ESCAPE = re.compile(r"\\(?:u((?:[dD][89abAB][0-9a-fA-F]{2}\\u)?[0-9a-fA-F]{4})|(.))")
_DEEPEST = 5
"""Levels of indentation at which a long piece is cut."""
_TICKS = re.compile(r"`{3,}")
_CLOSERS = tuple(")]}")
_LEAST_RUN, _MOST_RUN = 500, 6000
"""Characters of a run of flat lines; the first line behind the least that is one of _ONE_IN begins the next."""
_ONE_IN = 8


def code_as_markdown(text: str, language: str) -> str:
    """Return the text in fences, cut where a blank line stands before a line at the margin."""
    if not language and (log := entries_of(text.rstrip("\n").split("\n"))):
        return "\n\n".join(fenced("\n".join(run), "") for run in entry_runs(log)) + "\n"
    records = _json_records(text) if language == "json" else _documents(text.split("\n"), language)
    pieces = ("\n".join(piece) for lines in records for piece in _pieces(lines, depth=0))
    shown = map(_without_escapes, pieces) if language == "json" else pieces
    return "\n\n".join(fenced(piece, language) for piece in shown) + "\n"


def _without_escapes(text: str) -> str:
    """Return JSON with its letters and line breaks as they are meant: `\\nParking` is no word, nor `M\\u00fcller`."""
    return _JSON_ESCAPE.sub(_meant, text)


def _meant(escape: re.Match[str]) -> str:
    if escape[2]:
        return {"n": "\n", "r": " ", "t": " "}.get(escape[2], escape[0])
    signs = bytes.fromhex(escape[1].replace("\\u", "")).decode("utf-16-be", "replace")
    return signs if signs.isprintable() and "\ufffd" not in signs and signs not in '\\"' else escape[0]


def fenced(code: str, language: str) -> str:
    """Return a block of code; the fence is longer than any run of backticks in it."""
    fence = "`" * max([3, *(len(found[0]) + 1 for found in _TICKS.finditer(code))])
    return f"{fence}{language}\n{code}\n{fence}"


def indent_of(line: str) -> int:
    """Return how many characters of white space a line begins with."""
    return len(line) - len(line.lstrip())


def runs_of(lines: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield flat lines cut into runs, each where the words of a line say so.

    A line that comes in between moves no other cut than those beside it, so that passages keep their ids when a log
    grows or a list gets an item.
    """
    start = size = 0
    for at, line in enumerate(lines):
        is_deeper = indent_of(line) > indent_of(lines[at - 1]) or line.lstrip().startswith(_CLOSERS)
        if size >= _LEAST_RUN and not is_deeper and (size >= _MOST_RUN or _begins_run(line)):
            yield lines[start:at]
            start, size = at, 0
        size += len(line) + 1
    yield lines[start:]


def _begins_run(line: str) -> bool:
    return not crc32(line.strip().encode("utf-8", "surrogatepass")) % _ONE_IN


def _documents(lines: list[str], language: str) -> list[list[str]]:
    """Return a long file of YAML as its documents: what stands below a row of dashes is no part of what is above."""
    starts = [at for at, line in enumerate(lines) if at and line.startswith("---")] if language == "yaml" else []
    if not _is_long(lines):
        return [lines]
    return [lines[start:end] for start, end in zip([0, *starts], [*starts, len(lines)])]


def _pieces(lines: Sequence[str], *, depth: int) -> Iterator[Sequence[str]]:
    """Yield runs of lines without the blank ones around them, none cut inside an indented part unless it is long."""
    first = next((at for at, line in enumerate(lines) if line.strip()), len(lines))
    last = next((at for at in range(len(lines), first, -1) if lines[at - 1].strip()), first)
    lines = lines[first:last]
    # What closes a bracket goes with what opened it.
    starts = [
        at
        for at in range(1, len(lines))
        if lines[at].strip() and not lines[at - 1].strip() and not lines[at].lstrip().startswith(_CLOSERS)
    ]
    is_long = _is_long(lines)
    if not starts and is_long:
        starts = _openings(lines)
    least = min((indent_of(lines[at]) for at in starts), default=0)
    if not starts or (least and len(lines) <= MOST_LINES) or depth > _DEEPEST:
        if lines:
            yield from runs_of(lines) if is_long else [lines]
        return
    ends = [at for at in starts if indent_of(lines[at]) == least]
    for start, end in zip([0, *ends], [*ends, len(lines)]):
        yield from _pieces(lines[start:end], depth=depth + 1)


def _is_long(lines: Sequence[str]) -> bool:
    return len(lines) > MOST_LINES or sum(map(len, lines)) > _MOST_RUN


def _openings(lines: Sequence[str]) -> list[int]:
    """Return lines below which a deeper part begins, of the least depth at which there are any but the first part."""
    depths = [indent_of(line) for line in lines]
    opening = [
        at
        # What opens the whole goes with the first part of it.
        for at in range(2, len(lines) - 1)
        if depths[at + 1] > depths[at] and not lines[at].lstrip().startswith(_CLOSERS)
    ]
    least = min((depths[at] for at in opening), default=0)
    return [at for at in opening if depths[at] == least]


# --- JSON -------------------------------------------------------------------------------------------------------------

_LONG_LINE = 300
"""Characters of a line from which on it is broken; a person who writes JSON breaks it long before."""
_SHORT = 80
"""Characters up to which the innermost list or object stays on its line."""
_DEEPEST_JSON = 20
"""Levels up to which deeper parts are indented more: what is nested a thousand deep would be blanks."""
_TOKEN = re.compile(
    r"""(?P<inner>[\[{][^\[\]{}"]{0,80}(?:"(?:[^"\\]|\\.){0,80}"[^\[\]{}"]{0,80}){0,8}[\]}])"""
    r"""|(?P<text>"(?:[^"\\]|\\.)*")|(?P<open>[\[{])|(?P<close>[\]}])|(?P<comma>,)|[^"\[\]{},\s]+|\s+"""
)


def _json_records(text: str) -> list[list[str]]:
    """Return the lines of each record: of a text that is one value, all of them.  A record a line is a piece."""
    records: list[list[str]] = []
    for line in text.split("\n"):
        begins = line[:1] in ("{", "[") and bool(records) and records[-1][-1][-1:] in ("}", "]")
        if begins or not records:
            records.append([])
        records[-1] += _broken(line)
        if not line.strip() and len(records[-1]) > 1 and records[-1][-2][:1] in ("}", "]"):
            # Blank lines between records.
            records[-1].pop()
    return records


def _broken(line: str) -> list[str]:
    """Return a line, or the lines it is broken into where it is a long value."""
    if len(line) < _LONG_LINE:
        return [line]
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return [line]
    return "".join(_tokens(line)).split("\n")


def _tokens(line: str) -> Iterator[str]:
    depth, at = 0, 0
    while at < len(line):
        token = _TOKEN.match(line, at)
        if token is None or (token.lastgroup == "inner" and len(token[0]) > _SHORT):
            sign, kind = line[at], "open"
        else:
            sign, kind = token[0], token.lastgroup or ""
        at += len(sign)
        depth += {"open": 1, "close": -1}.get(kind, 0)
        new_line = "\n" + "  " * min(depth, _DEEPEST_JSON)
        if kind in ("open", "comma"):
            yield sign + new_line
        elif kind == "close":
            yield new_line + sign
        elif not sign.isspace():
            yield sign
        elif line[at - len(sign) - 1] == ":":
            yield " "


# --- Logs and conversations -------------------------------------------------------------------------------------------

_FEWEST = 4
"""Entries of a text that has any."""
_STAMPED, _NAMED = 0.25, 0.6
"""Part of the lines that begin with a time, or with a name, where they are entries."""
_LONGEST = 12
"""Lines of an entry that stay together."""
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_STAMP = re.compile(
    r"(?:[A-Z]{3,8} +)?[^\w\s]{0,3}(?:[A-Z][a-z][a-z],? )?(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}:\d\d"
    rf"|{_MONTH} [ \d]?\d\b|\d{{1,2}}[ /-]{_MONTH}\b)"
)
_NAME = re.compile(r"([^\W\d_a-z][\w'’.-]*(?: [^\W\d_a-z][\w'’.-]*){0,3}):\s")


def entries_of(lines: Sequence[str]) -> list[str]:
    """Return the entries of a log or a chat: a line with a time or a name at its beginning, and those that go on with
    it, as a stack trace; nothing where the text has no entries.

    Names tell only where they come back: each line with another one is a list of properties.
    """
    filled = sum(not line.isspace() for line in lines if line)
    starts = [at for at, line in enumerate(lines) if _STAMP.match(line)]
    if len(starts) < max(_FEWEST, _STAMPED * filled):
        named = [(at, found[1]) for at, line in enumerate(lines) if (found := _NAME.match(line))]
        if len(named) < max(_FEWEST, _NAMED * filled) or 2 * len({name for _, name in named}) > len(named):
            return []
        starts = [at for at, _ in named]
    joined = list(lines[: starts[0]])
    for start, end in pairwise([*starts, len(lines)]):
        joined += ["\n".join(lines[start : min(end, start + _LONGEST)]), *lines[start + _LONGEST : end]]
    return joined


def entry_runs(log: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield entries cut into runs; a short text is one."""
    return ([entry.strip("\n") for entry in run] for run in (runs_of(log) if _is_long(log) else [log]))
