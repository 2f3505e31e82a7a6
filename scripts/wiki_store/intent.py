"""The note of an operation that is being carried out, by which it is finished after a crash.

It lies in the graph folder, which may come with a stranger's home: an archive, a clone.  So it carries a MAC with a key
that this user's own state folder holds, over its content and the place of the home, and only such a note is carried
out.  Any other one is refused until `doctor` puts it aside.
"""

from __future__ import annotations

import errno
import json
import os
from typing import Any, NamedTuple

from ..errors import DataError
from ..homes import PENDING, parse_json
from .files import open_own
from .journal import OperationRecord, read_record
from .signing import is_signed, sign
from .swap import remove_quietly, write_durably

_MOST_BYTES = 1 << 26
_DOCTOR = "`commonplace doctor` puts it aside and lists the files it names"


class Intent(NamedTuple):
    """An operation that was begun, and what it takes back: "" for nothing."""

    record: OperationRecord
    undoes: str


class IntentRefusedError(DataError):
    """An intent is not carried out: it cannot be read, or is not this user's for this home.  files: what it names."""

    def __init__(self, what: str, path: str, files: tuple[str, ...] = ()) -> None:
        self.files = files
        super().__init__(what, path=path, hint=_DOCTOR)


class IntentNote:
    """The one intent of a home."""

    def __init__(self, graph: str, root: str, state: str) -> None:
        """state: this user's folder with the key; "" where there is none, and then nobody can finish the operation."""
        self.path = os.path.join(graph, PENDING)
        self._graph, self._root, self._state = graph, root, state

    def exists(self) -> bool:
        """Tell whether an operation was interrupted, or is being carried out."""
        return os.path.lexists(self.path)

    def write(self, intent: Intent) -> None:
        """Note what is about to be done.  Raises OSError."""
        facts = {**intent.record.to_facts(), "undoes": intent.undoes}
        facts["mac"] = sign(self._state, self._signed(facts))
        # Half a character, as a path may have on disk, stands as the JSON escape of itself.
        write_durably(self.path, json.dumps(facts, ensure_ascii=False).encode("utf-8", "backslashreplace"))

    def read(self) -> Intent | None:
        """Return the intent; None where there is none.

        Raises IntentRefusedError for one that is not to be carried out, DataError where the disk refuses to read it.
        """
        try:
            with open_own(self.path, _MOST_BYTES) as file:
                facts = parse_json(file.read())
        except FileNotFoundError:
            return None
        except ValueError as err:
            raise IntentRefusedError(f"unreadable ({err})", self.path) from err
        except OSError as err:
            if err.errno in (errno.EINVAL, errno.ELOOP, errno.EFBIG):
                raise IntentRefusedError(f"no note of an operation ({err.strerror})", self.path) from err
            raise DataError(f"cannot read: {err.strerror}", path=self.path, hint="check its permissions") from err
        record = read_record(facts) if isinstance(facts, dict) else None
        if record is None:
            raise IntentRefusedError("not the note of an operation", self.path)
        mac = facts.pop("mac", None)
        if not is_signed(self._state, self._signed(facts), mac):
            what = "an operation was interrupted that this user did not begin here, so it is not carried out"
            raise IntentRefusedError(what, self.path, tuple(change.path for change in record.changes))
        return Intent(record, str(facts.get("undoes", "")))

    def remove(self) -> None:
        """Let go of it: the operation is done, or undone.  Raises OSError."""
        remove_quietly(self.path)

    def put_aside(self) -> str:
        """Give one that cannot be carried out a name of its own, so that writing can go on; return the name."""
        aside = self.path + ".unreadable"
        os.replace(self.path, aside)
        return aside

    def _signed(self, facts: dict[str, Any]) -> list[Any]:
        # Elsewhere the same paths are other files.
        return [facts, os.path.realpath(self._graph), os.path.realpath(self._root)]
