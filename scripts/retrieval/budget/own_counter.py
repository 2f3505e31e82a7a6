"""Tokens by a function of the caller's own."""

from __future__ import annotations

from collections.abc import Callable
from operator import index

from ...errors import SettingError


def own_counter(given: Callable[[str], int]) -> Callable[[str], int]:
    """A counter that asks this function, and raises SettingError where it counts anything but a whole number from 0."""

    def count(text: str) -> int:
        found = given(text)
        try:
            # Libraries have whole numbers of their own, such as numpy.int64.
            number = index(found)
        except TypeError:
            number = -1
        if number >= 0:
            return number
        called = getattr(given, "__name__", type(given).__name__)
        raise SettingError(
            "token_counter", called, f"a function to whole numbers from 0, not {found!r}", where="the call"
        )

    return count
