"""`lru_cache` of `functools` without `functools`, which imports `collections`, `operator`, `reprlib` and `types`.

They cost a cold call 7 million instructions, and all that is used of them is one function in C.  Type checkers see
that of functools.  It bounds entries, not letters: who is asked without end lets go by asked_for().
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from functools import lru_cache as lru_cache

LETTERS = 8_000_000
"""Of what a process was asked for, before all is let go: caches hold as many only of words and names without end."""
_MANY = 1000
_large: list[Callable[[], None]] = []
"""What empties each cache of so many entries: they are of words and texts, whoever wrote those."""
_asked = 0


def asked_for(letters: int) -> bool:
    """Tell how long the words and names were that something new was kept by; whether all of it is let go now."""
    global _asked
    _asked += letters
    if _asked <= LETTERS:
        return False
    _asked = 0
    for empty in _large:
        empty()
    return True


if not TYPE_CHECKING:
    try:
        from _functools import _lru_cache_wrapper
    except ImportError:
        from functools import lru_cache as lru_cache
    else:
        _TOLD = ("__module__", "__name__", "__qualname__", "__doc__")

        def lru_cache(maxsize=128, typed=False):
            """As functools.lru_cache, called with a number or None."""

            def keep(function):
                kept = _lru_cache_wrapper(function, maxsize, typed, _cache_info)
                for name in _TOLD:
                    setattr(kept, name, getattr(function, name, None))
                kept.__wrapped__ = function
                if maxsize and maxsize >= _MANY:
                    _large.append(kept.cache_clear)
                return kept

            return keep

        def _cache_info(*counts):
            from functools import _CacheInfo

            return _CacheInfo(*counts)
