"""The note of an operation that is being carried out, by which it is finished after a crash.

It lies in the graph folder, which may come with a stranger's home: an archive, a clone.  So it carries a MAC with a key
that this user's own state folder holds, over its content and the place of the home, and only such a note is carried
out.  Any other one is refused until `doctor` puts it aside.
"""

from __future__ import annotations

import errno
import hmac
import json
import os
import secrets
from contextlib import suppress
from typing import Any, NamedTuple

from ..errors import DataError
from ..homes import PENDING, parse_json
from .files import open_own
from .journal import OperationRecord, read_record
from .swap import remove_quietly, sync_folder, write_durably

KEY_NAME = "intent.key"
_KEY_BYTES = 32
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
        key = _read_key(self._state) or _make_key(self._state)
        if key:
            facts["mac"] = self._mac(facts, key)
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
        key, mac = _read_key(self._state), facts.pop("mac", None)
        if not key or not isinstance(mac, str) or not hmac.compare_digest(mac.encode(), self._mac(facts, key).encode()):
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

    def _mac(self, facts: dict[str, Any], key: bytes) -> str:
        # Elsewhere the same paths are other files.
        places = [os.path.realpath(self._graph), os.path.realpath(self._root)]
        content = json.dumps([facts, *places], sort_keys=True, separators=(",", ":")).encode("ascii")
        return hmac.new(key, content, "sha256").hexdigest()


def _read_key(state: str) -> bytes:
    """Return the key of this user; nothing where there is none."""
    if not state:
        return b""
    try:
        with open_own(os.path.join(state, KEY_NAME), _KEY_BYTES) as file:
            key = file.read()
    except OSError:
        return b""
    return key if len(key) == _KEY_BYTES else b""


def _make_key(state: str) -> bytes:
    """Make the key of this user, or take the one that another process made; nothing where it cannot be written."""
    if not state:
        return b""
    path, new = os.path.join(state, KEY_NAME), os.path.join(state, f".{KEY_NAME}.{secrets.token_hex(8)}")
    with suppress(OSError):
        os.makedirs(state, mode=0o700, exist_ok=True)
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        try:
            os.write(handle, secrets.token_bytes(_KEY_BYTES))
            os.fsync(handle)
        finally:
            os.close(handle)
        try:
            # Fails where another process was faster: a second key would disown what it began.
            os.link(new, path)
        except (PermissionError, NotImplementedError, AttributeError):
            if not os.path.lexists(path):
                os.replace(new, path)
        except FileExistsError:
            pass
        sync_folder(state)
    with suppress(OSError):
        remove_quietly(new)
    return _read_key(state)
