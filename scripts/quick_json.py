"""`loads` and `dumps` of `json` without `json`, which imports `re` to do what its C code does alone: 2 ms of a call."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from json import loads as loads
    from typing import Any

    def dumps(value: Any, *, default: Callable[[Any], Any] | None = None, compact: bool = False) -> str: ...

    def listed(values: Sequence[Any]) -> str: ...

else:
    try:
        from _json import encode_basestring, make_encoder, make_scanner
    except ImportError:
        make_encoder = make_scanner = encode_basestring = None
    _NUMBERS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": -float("inf")}

    class _Usual:
        """What json.loads reads with when it is told nothing else."""

        strict = True
        object_hook = object_pairs_hook = array_hook = None
        parse_float, parse_int = float, int
        parse_constant = _NUMBERS.__getitem__

    def _encoder(default, compact):
        items, keys = (",", ":") if compact else (", ", ": ")
        return make_encoder({}, default, encode_basestring, None, keys, items, not compact, False, True)

    try:
        _scan = make_scanner(_Usual)
        # It keeps no track of what it is in: lists hold themselves nowhere.
        _list = make_encoder(None, None, encode_basestring, None, ":", ",", False, False, True)
    except (AttributeError, TypeError):
        # Another Python may ask for more.
        _scan = make_encoder = None

    def loads(text):
        """As json.loads, for text and bytes alike, but for what is nested too deep: that is a ValueError, too.

        What the scanner does not take as a whole is json's to judge.
        """
        if _scan is not None and type(text) is str:
            bare = text.strip(" \t\n\r")
            try:
                value, end = _scan(bare, 0)
            except (RecursionError, StopIteration, ValueError):
                end = -1
            if end == len(bare):
                return value
        import json

        try:
            return json.loads(text)
        except RecursionError as err:
            raise ValueError("nested too deep") from err

    def dumps(value, *, default=None, compact=False):
        """As json.dumps with ensure_ascii=False; compact without blanks, else with sorted keys."""
        if make_encoder is not None:
            return "".join(_encoder(default or _refuse, compact)(value, 0))
        import json

        separators = (",", ":") if compact else None
        return json.dumps(value, ensure_ascii=False, default=default, separators=separators, sort_keys=not compact)

    def listed(values):
        """A list of texts and numbers, or of lists of them, as `dumps` has it when compact, at a third of its cost."""
        return "".join(_list(values, 0)) if make_encoder is not None else dumps(values, compact=True)

    def _refuse(value):
        raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")
