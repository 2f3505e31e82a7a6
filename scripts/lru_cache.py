"""`lru_cache` of `functools` without `functools`, which imports `collections`, `operator`, `reprlib` and `types`.

They cost a cold call 7 million instructions, and all that is used of them is one function in C.  Type checkers see
that of functools.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from functools import lru_cache as lru_cache
else:
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
                return kept

            return keep

        def _cache_info(*counts):
            from functools import _CacheInfo

            return _CacheInfo(*counts)
