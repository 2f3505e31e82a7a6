"""Compiled patterns, kept beside the compiled modules: compiling those of a question costs a cold call 9 ms.

`re` compiles a pattern in Python each time a process starts, while a module's bytecode is read from a file.  Here the
code of the patterns is read from a file as well, and put where `re` keeps what it has compiled.  The file is worth as
much as bytecode: whoever may write the one may write the other.  A Python that keeps its patterns in another way
compiles them as ever.
"""

from __future__ import annotations

import marshal
import re
import sys

from .code_cache import write_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Key = tuple[str, int]
    """A pattern and the flags it is compiled with."""

    Entry = tuple[int, list[int], int, dict[str, int], tuple[Any, ...]]
    """What the engine takes beside the pattern: flags, code, groups, groupindex, indexgroup."""

_METHOD: Any = type("".join)
_ROOMS = (__name__.rpartition(".")[0], "json")
"""Packages whose patterns are kept."""
_FAULTS = (AttributeError, EOFError, ImportError, LookupError, OSError, OverflowError, TypeError, ValueError)


class RegexCache:
    """The patterns that modules keep, with their code, in a file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._known: dict[Key, Entry] = {}

    @property
    def is_kept(self) -> bool:
        """Whether patterns were loaded."""
        return bool(self._known)

    def load(self) -> None:
        """Give `re` what is in the file; without a file of this Python, nothing."""
        try:
            import _sre  # type: ignore[import-not-found]

            with open(self.path, "rb") as file:
                # marshal.load asks a file for a few bytes at a time, which takes ten times as long.
                python, known = marshal.loads(file.read())
            if python != _python():
                return
            held = _held()
            for (pattern, flags), entry in known.items():
                held[str, pattern, flags] = _sre.compile(pattern, *entry)
            self._known = known
        except _FAULTS:
            return

    def store(self) -> None:
        """Write the file where a module has compiled a pattern that is not in it."""
        if sys.dont_write_bytecode:
            return
        try:
            new = {
                id(compiled): (pattern, flags)
                for (kind, pattern, flags), compiled in _held().items()
                if kind is str and (pattern, flags) not in self._known
            }
            found = {new[id(kept)] for kept in _kept_patterns() if id(kept) in new}
            if not found:
                return
            entries = {**self._known, **{key: _entry(*key) for key in sorted(found)}}
            write_cache(self.path, marshal.dumps((_python(), entries)))
        except _FAULTS:
            return


def beside_bytecode() -> RegexCache | None:
    """The cache beside the bytecode of this package; None where a Python keeps none."""
    path = globals().get("__cached__")
    return RegexCache(path.removesuffix(".pyc") + ".patterns") if path else None


def _held() -> dict[Any, re.Pattern[str]]:
    held: dict[Any, re.Pattern[str]] = re._cache  # type: ignore[attr-defined]
    return held


def _python() -> tuple[int, int]:
    import _sre

    return sys.hexversion, _sre.MAGIC


def _kept_patterns() -> Iterator[re.Pattern[str]]:
    """What the loaded modules of these packages hold under a name: a pattern or its method, by itself or among others.

    A pattern that a function makes of a question is in none of them.
    """
    for name, module in sys.modules.copy().items():
        if name.partition(".")[0] in _ROOMS:
            for value in vars(module).values():
                several = value if type(value) is tuple else value.values() if type(value) is dict else (value,)
                for each in several:
                    pattern = each.__self__ if isinstance(each, _METHOD) else each
                    if type(pattern) is re.Pattern:
                        yield pattern


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
    code = [int(word) for word in compiler._code(parsed, flags)]
    return int(flags | parsed.state.flags), code, parsed.state.groups - 1, dict(names), tuple(by_group)
