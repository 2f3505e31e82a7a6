"""Compiled patterns, kept beside the compiled modules: compiling those of a question costs a cold call 9 ms.

`re` compiles a pattern in Python each time a process starts, while a module's bytecode is read from a file.  Here the
code of the patterns is read from a file as well, and given to regex.py.  The file is worth as much as bytecode: whoever
may write the one may write the other.  Another Python has another file.
"""

from __future__ import annotations

import marshal
import sys

from . import regex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Key = tuple[str, int]
    """A pattern and the flags it is compiled with."""

    Entry = tuple[int, bytes, int, dict[str, int], tuple[Any, ...]]
    """What the engine takes beside the pattern: flags, code, groups, groupindex, indexgroup.

    Of the code, the words of four bytes that the engine has it in: as numbers they take twice as long to read."""

_FAULTS = (AttributeError, EOFError, ImportError, LookupError, OSError, OverflowError, TypeError, ValueError)


class RegexCache:
    """The patterns that modules keep, with their code, in a file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._known: dict[Key, bytes] = {}

    def load(self) -> None:
        """Give regex.py what is in the file; without a file of this Python, nothing."""
        try:
            with open(self.path, "rb") as file:
                # marshal.load asks a file for a few bytes at a time, which takes ten times as long.
                python, known = marshal.loads(file.read())
            if python == _python():
                regex.kept.update(known)
                self._known = known
        except _FAULTS:
            return

    def store(self) -> None:
        """Write the file where a pattern of a module is not in it."""
        if not regex.new:
            return
        from .kept_code import may_write, write_cache

        if not may_write(self.path):
            return
        try:
            new = {key: marshal.dumps(_entry(*key)) for key in sorted(regex.new)}
            write_cache(self.path, marshal.dumps((_python(), {**self._known, **new})))
        except _FAULTS:
            return


def beside_bytecode() -> RegexCache | None:
    """The cache beside the bytecode of this package; None where a Python keeps none."""
    path = __spec__.cached
    return RegexCache(path.removesuffix(".pyc") + ".patterns") if path else None


def _python() -> tuple[int, int]:
    import _sre  # type: ignore[import-not-found]

    return sys.hexversion, _sre.MAGIC


def _entry(pattern: str, flags: int) -> Entry:
    """A pattern in the engine's code, as `re` itself makes it."""
    try:
        from re import _compiler as compiler  # type: ignore[attr-defined]
        from re import _parser as parser  # type: ignore[attr-defined]
    except ImportError:
        # Their names until Python 3.10.
        import sre_compile as compiler
        import sre_parse as parser
    parsed = parser.parse(pattern, flags)
    names: dict[str, int] = parsed.state.groupdict
    by_group: list[str | None] = [None] * parsed.state.groups
    for name, group in names.items():
        by_group[group] = name
    code = b"".join(int(word).to_bytes(4, sys.byteorder) for word in compiler._code(parsed, flags))
    return int(flags | parsed.state.flags), code, parsed.state.groups - 1, dict(names), tuple(by_group)
