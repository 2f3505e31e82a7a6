"""The one door to NumPy, which nothing needs and which makes long sums fast."""

from __future__ import annotations

from typing import Any


def numpy_or_none() -> Any:
    """The module, or None where it is not installed."""
    try:
        import numpy
    except ImportError:
        return None
    return numpy
