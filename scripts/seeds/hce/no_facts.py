"""The empty dict that values have where nothing is given: all of them share it, so nothing can be put into it."""

from __future__ import annotations

from typing import Any, NoReturn


class _Empty(dict[Any, Any]):
    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this dict is shared by all values made without one: give the value a dict of its own")

    __setitem__ = __ior__ = setdefault = update = _refuse


NO_FACTS: dict[Any, Any] = _Empty()
