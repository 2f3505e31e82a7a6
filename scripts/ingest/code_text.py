"""Source code and settings as blocks of code, one for each piece that a reader would quote."""

from __future__ import annotations

from .. import regex as re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_LINES = 60
"""A longer piece is cut at the blank lines in it; one without any, as most JSON, where a line opens a deeper part."""
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
    ".dockerignore": ".conf",
    ".editorconfig": ".ini",
    ".env": ".env",
    ".gitattributes": ".conf",
    ".gitignore": ".conf",
    ".profile": ".sh",
    ".zshrc": ".sh",
    "cmakelists.txt": ".cmake",
    "codeowners": ".conf",
    "constraints.txt": ".conf",
    "containerfile": ".dockerfile",
    "crontab": ".conf",
    "dockerfile": ".dockerfile",
    "gemfile": ".rb",
    "gnumakefile": ".mk",
    "jenkinsfile": ".java",
    "justfile": ".mk",
    "makefile": ".mk",
    "procfile": ".yaml",
    "rakefile": ".rb",
    "requirements.txt": ".conf",
    "vagrantfile": ".rb",
}
"""The ending that a file of this name, in lower case, would have if it had one."""
SCRIPT = "#!"
"""What a script without an ending begins with."""

_DEEPEST = 5
"""Levels of indentation at which a long piece is cut."""
_TICKS = re.compile(r"`{3,}")
_CLOSERS = tuple(")]}")


def code_as_markdown(text: str, language: str) -> str:
    """The text in fences, cut where a blank line stands before a line at the margin."""
    return "\n\n".join(fenced("\n".join(piece), language) for piece in _pieces(text.split("\n"), depth=0)) + "\n"


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
    if not starts and len(lines) > MOST_LINES:
        starts = _openings(lines)
    least = min((indent_of(lines[at]) for at in starts), default=0)
    if not starts or (least and len(lines) <= MOST_LINES) or depth > _DEEPEST:
        if lines:
            yield lines
        return
    ends = [at for at in starts if indent_of(lines[at]) == least]
    for start, end in zip([0, *ends], [*ends, len(lines)]):
        yield from _pieces(lines[start:end], depth=depth + 1)


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
