"""What a conversation's memory keeps in files: JSON documents, written all or none, and read with what may be wrong."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

from ...errors import CommonplaceError, DataError, ReadOnlyError
from ...text.escaping import json_text
from ...wiki_store.swap import remove_quietly, sync_folder, write_temporary

_HINT = "give what save wrote, or begin anew"


def document(path: str, shape: Any) -> bytes:
    """A value as a file of this path holds it.  Raises DataError for what JSON cannot say."""
    try:
        return json_text(shape).encode("utf-8")
    except (TypeError, ValueError) as err:
        raise DataError(f"cannot be written as JSON: {err}", path=path, hint="keep texts, numbers and lists") from err


def save_all(documents: Mapping[str, bytes]) -> None:
    """Replace these files, by path, in their order, once all are written beside them; folders are made.

    Raises ReadOnlyError.  Only a machine that stops between two renames leaves some of them old.
    """
    written: list[tuple[str, str]] = []
    path = ""
    try:
        for path, data in documents.items():
            # The target of a link is replaced, not the link.
            target = os.path.realpath(path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            written.append((write_temporary(target, data), target))
        while written:
            os.replace(*written[0])
            del written[0]
        for folder in {os.path.dirname(os.path.realpath(path)) for path in documents}:
            sync_folder(folder)
    except OSError as err:
        raise ReadOnlyError(path, err.strerror or str(err)) from err
    finally:
        for temporary, _ in written:
            remove_quietly(temporary)


def path_of(path: str | bytes | os.PathLike[str]) -> str:
    """A path as a text, however it is given."""
    return os.fsdecode(path)


def read_bytes(path: str) -> bytes:
    """A file that was saved.  Raises DataError where it is not there or cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as err:
        raise DataError(f"cannot be read: {err.strerror}", path=path, hint=_HINT) from err


def parse_document(path: str, data: bytes, *, schema: int) -> dict[str, Any]:
    """The object that a saved file holds.  Raises DataError for anything else, and for what a later version wrote."""
    with saved_form(path):
        shape: dict[str, Any] = json.loads(data.decode("utf-8"))
        version = shape.get("schema_version", schema)
        if version > schema:
            raise DataError("written by a later version", path=path, hint="upgrade commonplace")
    return shape


@contextmanager
def saved_form(path: str) -> Iterator[None]:
    """Raise DataError where what is read from a saved file is not what save writes."""
    try:
        yield
    except CommonplaceError as err:
        raise err if err.path else DataError(err.what, path=path, hint=_HINT) from err
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as err:
        raise DataError(f"not what save writes: {type(err).__name__}: {err}", path=path, hint=_HINT) from err


def digest(data: bytes) -> str:
    """What tells whether a file is the one that was saved with another."""
    return sha256(data).hexdigest()
