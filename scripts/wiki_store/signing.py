"""What this user wrote, told from what came with a stranger's home: a MAC with a key in the user's own state folder."""

from __future__ import annotations

import hmac
import json
import os
import secrets
from contextlib import suppress

from .files import open_own
from .swap import remove_quietly, sync_folder

KEY_NAME = "intent.key"
_KEY_BYTES = 32


def sign(state: str, content: object) -> str:
    """Return the MAC of a JSON value, with a key that is made if it is missing; "" where none can be kept."""
    key = _read_key(state) or _make_key(state)
    return _mac(content, key) if key else ""


def is_signed(state: str, content: object, mac: object) -> bool:
    """Tell whether a MAC is that of a JSON value, made by this user."""
    key = _read_key(state)
    return bool(key) and isinstance(mac, str) and hmac.compare_digest(mac.encode(), _mac(content, key).encode())


def _mac(content: object, key: bytes) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hmac.new(key, text.encode("ascii"), "sha256").hexdigest()


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
