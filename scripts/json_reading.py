"""`json.loads` without `json`, which imports `re` and compiles patterns for what its C code does: 2 ms of a call."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from json import loads as loads
else:
    try:
        from _json import make_scanner
    except ImportError:
        from json import loads as loads
    else:

        class _Usual:
            """What json.loads reads with when it is told nothing else."""

            strict = True
            object_hook = object_pairs_hook = None
            parse_float, parse_int = float, int
            parse_constant = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": -float("inf")}.__getitem__

        _scan = make_scanner(_Usual)

        def loads(text):
            """As json.loads, for text and bytes alike; what the scanner does not take as a whole is json's to judge."""
            if type(text) is str:
                text = text.strip(" \t\n\r")
                try:
                    value, end = _scan(text, 0)
                except (StopIteration, ValueError):
                    end = -1
                if end == len(text):
                    return value
            import json

            return json.loads(text)
