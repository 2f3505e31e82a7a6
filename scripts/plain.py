"""Values as JSON has them: what `--json`, the server's documents and the plain forms of the Python API are made of."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any


def to_plain(value: Any) -> Any:
    """Turn data classes and named tuples into objects, other tuples into arrays.

    A field that is None by default and None now is left out: it says nothing here.
    """
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        absent = {field.name for field in dataclasses.fields(value) if field.default is None}
        fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    elif hasattr(value, "_field_defaults"):
        absent = {name for name, default in value._field_defaults.items() if default is None}
        fields = value._asdict()
    elif isinstance(value, Mapping):
        return {str(name): to_plain(item) for name, item in value.items()}
    elif isinstance(value, (list, tuple)):
        return [to_plain(item) for item in value]
    else:
        return value
    return {name: to_plain(item) for name, item in fields.items() if item is not None or name not in absent}
