"""Each regular expression of ours over repeated pieces of itself: which take more than their share of a longer text.

    python -m benchmarks.patterns [SIZE]

Prints the slow ones with the piece; exit code 1 if there are any.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import scripts

if sys.version_info >= (3, 11):
    from re import _parser as parser
else:
    import sre_parse as parser

FRAMES = (("", "\0"), ("a", "b<"))
"""What stands before and behind the pieces: a match that begins well and fails at its end goes back."""
_SEARCHES = r"\.(search|subn?|finditer|findall|split)\b"


def patterns() -> Iterator[tuple[str, re.Pattern[str], bool]]:
    """Yield the patterns of all modules with their names, and whether they are looked for, not only matched."""
    for module in pkgutil.walk_packages(scripts.__path__, "scripts."):
        if module.name == "scripts.commonplace":
            # The launcher, a program that begins when it is imported.
            continue
        loaded = importlib.import_module(module.name)
        source = Path(str(loaded.__file__)).read_text("utf-8")
        for name, value in vars(loaded).items():
            searched = re.search(rf"\b{name}{_SEARCHES}", source) is not None
            for each in value if isinstance(value, (tuple, list)) else [value]:
                if isinstance(each, re.Pattern) and isinstance(each.pattern, str):
                    yield f"{module.name}.{name}", each, searched


def pieces(pattern: re.Pattern[str]) -> list[str]:
    """Return texts that a pattern and its parts match, and their beginnings."""
    found = dict.fromkeys((" ", "\n", "a", "a "))

    def text_of(items: Any) -> str:
        return "".join(part(str(code), value) for code, value in items)

    def part(code: str, value: Any) -> str:
        match code:
            case "LITERAL":
                return chr(value)
            case "IN":
                return next((text for text in map(one_of, value) if text), "a")
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                found[text := text_of(value[2])] = None
                return text * max(1, min(value[0], 3))
            case "SUBPATTERN":
                return text_of(value[-1])
            case "BRANCH":
                texts = [text_of(branch) for branch in value[1]]
                found.update(dict.fromkeys(texts))
                return texts[0]
            case "ASSERT":
                return text_of(value[1])
            case "ANY" | "NOT_LITERAL":
                return "a"
            case _:
                return ""

    whole = text_of(parser.parse(pattern.pattern, pattern.flags))
    found.update(dict.fromkeys(whole[:end] for end in (*range(1, min(len(whole), 12)), len(whole))))
    return [text for text in found if text][:40]


def one_of(member: tuple[Any, Any]) -> str:
    code, value = str(member[0]), member[1]
    if code == "CATEGORY":
        return {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " "}.get(str(value), "a")
    return chr(value) if code == "LITERAL" else chr(value[0]) if code == "RANGE" else ""


def cost(pattern: re.Pattern[str], text: str, *, searches: bool) -> float:
    start = time.process_time()
    if searches:
        for _ in pattern.finditer(text):
            pass
    else:
        pattern.match(text)
    return time.process_time() - start


def is_slow(pattern: re.Pattern[str], piece: str, size: int, *, searches: bool) -> bool:
    """Tell whether four times the text takes more than ten times as long, on each of three tries."""
    return any(_is_slow_in(pattern, frame, piece, size, searches=searches) for frame in FRAMES)


def _is_slow_in(pattern: re.Pattern[str], frame: tuple[str, str], piece: str, size: int, *, searches: bool) -> bool:
    before, behind = frame
    few, many = (before + (piece * (length // len(piece) + 1))[:length] + behind for length in (size // 4, size))
    # What takes seconds is not tried with more.
    return all(
        (first := cost(pattern, few, searches=searches)) > 0.02
        and (first > 2 or cost(pattern, many, searches=searches) > 10 * first)
        for _ in range(3)
    )


def main(size: int) -> int:
    seen, slow = set(), 0
    for name, pattern, searches in patterns():
        if (pattern.pattern, searches) not in seen:
            seen.add((pattern.pattern, searches))
            for piece in pieces(pattern):
                if is_slow(pattern, piece, size, searches=searches):
                    slow += 1
                    print(f"{name}: {piece!r}", flush=True)
    print(f"{len(seen)} patterns, {slow} slow")
    return bool(slow)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 80_000))
