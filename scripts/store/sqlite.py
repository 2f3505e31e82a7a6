"""`sqlite3` without the Python around it: that imports datetime, for values that nothing here stores.

A cold call pays 1.6 ms for it.  Connections and errors are those of sqlite3, which takes them from here as well.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
else:
    try:
        import _sqlite3 as sqlite3
    except ImportError:
        import sqlite3

__all__ = ["sqlite3"]
