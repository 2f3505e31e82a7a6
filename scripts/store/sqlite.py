"""`sqlite3` without the Python around it: that imports datetime, for values that nothing here stores.

A cold call pays 1.6 ms for it.  Connections and errors are those of sqlite3, which takes them from here as well.  Of
`functools` its C code asks for lru_cache, once, to keep statements; where nobody needed `functools` before, that comes
from lru_cache.py.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
else:
    import sys

    from ..lru_cache import lru_cache

    _stand_in = type(sys)("functools")
    _stand_in.lru_cache = lru_cache
    try:
        if sys.modules.setdefault("functools", _stand_in) is _stand_in:
            try:
                import _sqlite3 as sqlite3
            finally:
                del sys.modules["functools"]
        else:
            import _sqlite3 as sqlite3
    except ImportError:
        import sqlite3

__all__ = ["sqlite3"]
