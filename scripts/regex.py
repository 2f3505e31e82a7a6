"""`re` for modules that keep their patterns: what a call before has compiled is read from a file, without `re`.

Importing `re` costs a cold call 3 ms, and compiling the patterns of a question 9 more.  So modules have this one under
its name: `compile` makes a pattern from the engine's own code where that is known (regex_cache.py) and asks `re` where
it is not; everything else is that of `re`, which is then imported.
"""

from __future__ import annotations

import marshal
import sys

kept: dict[tuple[str, int], bytes] = {}
"""What the engine takes beside a pattern, marshalled, by pattern and flags."""
new: set[tuple[str, int]] = set()
"""Patterns of modules, by pattern and flags, that were compiled because they were not kept."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import DOTALL as DOTALL
    from re import IGNORECASE as IGNORECASE
    from re import MULTILINE as MULTILINE
    from re import VERBOSE as VERBOSE
    from re import Match as Match
    from re import Pattern as Pattern
    from re import compile as compile
    from re import escape as escape
    from re import findall as findall
    from re import finditer as finditer
    from re import fullmatch as fullmatch
    from re import match as match
    from re import search as search
    from re import split as split
    from re import sub as sub

    def compile_fixed(pattern: str, flags: int = 0) -> Pattern[str]: ...
else:
    import _sre

    IGNORECASE, MULTILINE, DOTALL, VERBOSE = 2, 8, 16, 64
    _FAULTS = (EOFError, IndexError, OverflowError, RuntimeError, TypeError, ValueError)

    def compile(pattern, flags=0):
        """As re.compile."""
        return _compiled(pattern, flags, is_fixed=False)

    def compile_fixed(pattern, flags=0):
        """As re.compile, for one of a fixed number of patterns that a module compiles when it first needs it."""
        return _compiled(pattern, flags, is_fixed=True)

    def _compiled(pattern, flags, *, is_fixed):
        entry = kept.get((pattern, flags))
        if entry is not None:
            try:
                all_flags, code, *groups = marshal.loads(entry)
                return _sre.compile(pattern, all_flags, memoryview(code).cast("I").tolist(), *groups)
            except _FAULTS:
                del kept[pattern, flags]
        import re

        if type(pattern) is str and (is_fixed or _is_module(sys._getframe(2))):
            new.add((pattern, int(flags)))
        return re.compile(pattern, flags)

    def _is_module(frame):
        """Whether a frame is that of a module being imported, be it inside a comprehension.

        Other patterns are made of data, and without number.
        """
        while frame.f_code.co_name.startswith("<") and frame.f_code.co_name != "<module>":
            frame = frame.f_back
        return frame.f_code.co_name == "<module>"

    def __getattr__(name):
        if name.startswith("__"):
            # The import system asks for them.
            raise AttributeError(name)
        import re

        return getattr(re, name)
