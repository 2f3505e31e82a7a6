"""Source code and settings as blocks of code, one for each piece that a reader would quote."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from zlib import crc32

from ..pages.text.entries import entries
from .json_text import LONG_LINE, broken_json

MOST_LINES = 60
"""A longer piece is cut at the blank lines in it; one without any, as most JSON, where a line opens a deeper part; one
that is flat, as a log or a list, into runs."""
LANGUAGES = {
    ".bash": "bash",
    ".c": "c",
    ".cc": "cpp",
    ".cfg": "ini",
    ".clj": "clojure",
    ".cmake": "cmake",
    ".conf": "ini",
    ".cpp": "cpp",
    ".cs": "csharp",
    ".css": "css",
    ".dart": "dart",
    ".dockerfile": "dockerfile",
    ".el": "lisp",
    ".env": "sh",
    ".ex": "elixir",
    ".go": "go",
    ".h": "c",
    ".hpp": "cpp",
    ".hs": "haskell",
    ".ini": "ini",
    ".java": "java",
    ".js": "js",
    ".json": "json",
    ".jsonl": "json",
    ".jsx": "jsx",
    ".kt": "kotlin",
    ".log": "",
    ".lua": "lua",
    ".mjs": "js",
    ".mk": "make",
    ".ml": "ocaml",
    ".ndjson": "json",
    ".php": "php",
    ".pl": "perl",
    ".properties": "ini",
    ".ps1": "powershell",
    ".py": "python",
    ".pyi": "python",
    ".r": "r",
    ".rb": "ruby",
    ".rs": "rust",
    ".scala": "scala",
    ".sh": "sh",
    ".sql": "sql",
    ".swift": "swift",
    ".tex": "tex",
    ".toml": "toml",
    ".ts": "ts",
    ".tsx": "tsx",
    ".xml": "xml",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".zsh": "zsh",
}
"""What is written behind the fence, by the ending of a file.  CSV is not among them: its rows are read as such."""
NAMES = {
    ".bashrc": ".sh",
    "cargo.lock": ".toml",
    ".dockerignore": ".conf",
    ".editorconfig": ".ini",
    ".env": ".env",
    ".gitattributes": ".conf",
    ".gitignore": ".conf",
    ".profile": ".sh",
    ".zshrc": ".sh",
    "cmakelists.txt": ".cmake",
    "codeowners": ".conf",
    "composer.lock": ".json",
    "constraints.txt": ".conf",
    "containerfile": ".dockerfile",
    "crontab": ".conf",
    "dockerfile": ".dockerfile",
    "gemfile": ".rb",
    "gnumakefile": ".mk",
    "jenkinsfile": ".java",
    "justfile": ".mk",
    "makefile": ".mk",
    "pipfile.lock": ".json",
    "poetry.lock": ".toml",
    "procfile": ".yaml",
    "rakefile": ".rb",
    "requirements.txt": ".conf",
    "uv.lock": ".toml",
    "vagrantfile": ".rb",
    "yarn.lock": ".yaml",
}
"""The ending that a file of this name, in lower case, would have if it had one."""
SCRIPT = "#!"
"""What a script without an ending begins with."""

_DEEPEST = 5
"""Levels of indentation at which a long piece is cut."""
_TICKS = re.compile(r"`{3,}")
_CLOSERS = tuple(")]}")
_BRACED = frozenset(
    ("js", "jsx", "ts", "tsx", "css", "sql", "php", "java", "csharp", "c", "cpp", "go", "rust", "kotlin")
)
_SPAN = 200
"""Characters from which on a statement is cut within."""
_SIGN = re.compile(r"""[()\[\]{};,"'`]""")
_QUOTED = {sign: re.compile(rf"{sign}(?:[^{sign}\\]|\\.)*{sign}") for sign in "\"'`"}
_LEAST_RUN, _MOST_RUN = 500, 6000
"""Characters of a run of flat lines; the first line behind the least that is one of _ONE_IN begins the next."""
_ONE_IN = 8


def code_as_markdown(text: str, language: str) -> str:
    """The text in fences, cut where a blank line stands before a line at the margin."""
    if not language and (told := entries(text.rstrip("\n").split("\n"))):
        return "\n\n".join(fenced("\n".join(run), "") for run in entry_runs(told)) + "\n"
    records = broken_json(text) if language == "json" else _documents(_unfolded(text, language), language)
    pieces = (piece for lines in records for piece in _pieces(lines, depth=0))
    return "\n\n".join(fenced("\n".join(piece), language) for piece in pieces) + "\n"


def part_as_markdown(text: str, language: str) -> str:
    """The same for a part of a document, without the line end behind it; "" for one that is blank."""
    return code_as_markdown(text, language).rstrip("\n") if text.strip() else ""


def _documents(lines: list[str], language: str) -> list[list[str]]:
    """A long file of YAML as its documents: what stands below a row of dashes is no part of what stands above."""
    starts = [at for at, line in enumerate(lines) if at and line.startswith("---")] if language == "yaml" else []
    if not _is_long(lines):
        return [lines]
    return [lines[start:end] for start, end in zip([0, *starts], [*starts, len(lines)])]


def _unfolded(text: str, language: str) -> list[str]:
    """The lines of a text, those broken that no person wrote: minified code, all rows of a table in one statement."""
    if language not in _BRACED:
        return text.split("\n")
    return [part for line in text.split("\n") for part in (_broken(line) if len(line) >= LONG_LINE else [line])]


def _broken(line: str) -> list[str]:
    """A line cut behind what ends a statement or a row, outside of brackets, or anywhere where it grows too long.

    No sign is changed but the blanks at the cuts.
    """
    parts: list[str] = []
    start = depth = 0
    written = len(line.rstrip())
    for sign, end in signs(line):
        depth = max(0, depth + (sign in "([{") - (sign in ")]}"))
        is_end = sign in ";," or (sign == "}" and line[end : end + 1] not in (";", ",", ")"))
        if is_end and (depth == 0 or end - start > _SPAN) and end < written:
            parts.append(line[start:end].strip() if parts else line[start:end].rstrip())
            start = end
    return [*parts, line[start:].strip() if parts else line]


def signs(text: str, at: int = 0) -> Iterator[tuple[str, int]]:
    """Signs that open, close or end something, outside of what is quoted, each with the place behind it.

    at: where to begin.
    """
    unclosed = ""
    while found := _SIGN.search(text, at):
        sign, at = found[0], found.end()
        if sign not in _QUOTED:
            yield sign, at
        elif sign not in unclosed:
            quoted = _QUOTED[sign].match(text, at - 1)
            # Looked for once: else a line of opening quotes would be read again from each.
            at, unclosed = (quoted.end(), unclosed) if quoted else (at, unclosed + sign)


def fenced(code: str, language: str) -> str:
    """A block of code; the fence is longer than any run of backticks in it."""
    fence = fence_around(code)
    return f"{fence}{language}\n{code}\n{fence}"


def fence_around(code: str) -> str:
    """Backticks, three at least, and more than stand in a row in the code."""
    return "`" * max([3, *(len(found[0]) + 1 for found in _TICKS.finditer(code))])


def indent_of(line: str) -> int:
    """How many characters of white space a line begins with."""
    return len(line) - len(line.lstrip())


def _pieces(lines: Sequence[str], *, depth: int) -> Iterator[Sequence[str]]:
    """Runs of lines without the blank ones around them, none of them cut inside an indented part unless it is long."""
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


def runs_of(lines: Sequence[str]) -> Iterator[Sequence[str]]:
    """Flat lines cut into runs, each where the words of a line say so: a line that comes in between moves no other
    cut than those beside it, so that passages keep their ids when a log grows or a list gets an item."""
    start = size = 0
    for at, line in enumerate(lines):
        is_deeper = indent_of(line) > indent_of(lines[at - 1]) or line.lstrip().startswith(_CLOSERS)
        if size >= _LEAST_RUN and not is_deeper and (size >= _MOST_RUN or _begins_run(line)):
            yield lines[start:at]
            start, size = at, 0
        size += len(line) + 1
    yield lines[start:]


def entry_runs(told: Sequence[str]) -> Iterator[Sequence[str]]:
    """Entries of a log or a conversation cut into runs; a short text is one."""
    return ([entry.strip("\n") for entry in run] for run in (runs_of(told) if _is_long(told) else [told]))


def _is_long(lines: Sequence[str]) -> bool:
    return len(lines) > MOST_LINES or sum(map(len, lines)) > _MOST_RUN


def _begins_run(line: str) -> bool:
    return not crc32(line.strip().encode("utf-8", "surrogatepass")) % _ONE_IN


def _openings(lines: Sequence[str]) -> list[int]:
    """Lines below which a deeper part begins, of the least depth at which there are any but the first part."""
    depths = [indent_of(line) for line in lines]
    opening = [
        at
        # What opens the whole goes with the first part of it.
        for at in range(2, len(lines) - 1)
        if depths[at + 1] > depths[at] and not lines[at].lstrip().startswith(_CLOSERS)
    ]
    least = min((depths[at] for at in opening), default=0)
    return [at for at in opening if depths[at] == least]
