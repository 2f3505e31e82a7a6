"""Changing one file only if it still has the bytes that were read: what a person saves in between is never lost.

Between a look at a file and a rename over it somebody may save it.  So what was there is taken out by the same system
call that puts the new version in, looked at afterwards, and put back if it is not what was expected.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache

from .files import new_temporary, remove_quietly

_HERE = -100
"""AT_FDCWD of Linux: paths are relative to the working directory."""
_EXCHANGE = 2
"""RENAME_EXCHANGE of renameat2(2), and RENAME_SWAP of renamex_np(2)."""


def replace_if(temporary: str, path: str, expected: bytes | None) -> bool:
    """Put temporary in the place of path, which has the expected bytes (None: no file); False when it has others.

    After False path is as somebody wrote it, and temporary is still there; after an OSError it may be.  After True
    temporary is gone, or has the version that was replaced: an editor may have it open and write into it yet.
    """
    if expected is None:
        return _place_new(temporary, path)
    try:
        if not exchange(temporary, path):
            # No such call here: the look and the rename are two steps, and a save between them is lost.
            if bytes_of(path) != expected:
                return False
            os.replace(temporary, path)
            return True
    except FileNotFoundError:
        if not os.path.lexists(temporary):
            raise
        return False
    try:
        is_expected = bytes_of(temporary) == expected
    except OSError:
        exchange(temporary, path)
        raise
    if not is_expected:
        exchange(temporary, path)
    return is_expected


def remove_if(path: str, expected: bytes) -> bool:
    """Remove path, which has the expected bytes; False when it has others, which stay, or is gone."""
    aside = new_temporary(path)
    try:
        os.replace(path, aside)
    except FileNotFoundError:
        remove_quietly(aside)
        return False
    except OSError:
        remove_quietly(aside)
        raise
    if bytes_of(aside) == expected:
        try:
            os.unlink(aside)
        except OSError:
            _place_new(aside, path)
            raise
        return True
    # Where it was saved once more meanwhile, the temporary file keeps this one, and recovery makes a copy of it.
    _place_new(aside, path)
    return False


def exchange(one: str, other: str) -> bool:
    """Let two files of one file system change places, atomically; False where the system cannot.

    Raises FileNotFoundError when one is missing, and any other OSError.
    """
    call = _exchange_call()
    if call is None:
        return False
    import ctypes
    import errno

    if call(os.fsencode(one), os.fsencode(other)) == 0:
        return True
    number = ctypes.get_errno()
    if number in (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EPERM):
        return False
    raise OSError(number, os.strerror(number), other)


@cache
def _exchange_call() -> Callable[[bytes, bytes], int] | None:
    """The C library's call; None where it has none."""
    if os.name == "nt":
        return None
    import ctypes

    library = ctypes.CDLL(None, use_errno=True)
    try:
        if sys.platform == "darwin":
            swap = library.renamex_np
            swap.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_uint]
            return lambda one, other: int(swap(one, other, _EXCHANGE))
        rename = library.renameat2
        rename.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
        return lambda one, other: int(rename(_HERE, one, _HERE, other, _EXCHANGE))
    except AttributeError:
        return None


def _place_new(temporary: str, path: str) -> bool:
    """Give temporary the name path, which nobody has; False when somebody has it."""
    try:
        # Fails where the name is taken; a rename would not.
        os.link(temporary, path)
    except FileExistsError:
        return False
    except (PermissionError, NotImplementedError, AttributeError):
        # Storage without hard links.
        if os.path.lexists(path):
            return False
        os.replace(temporary, path)
        return True
    except OSError as err:
        import errno

        if err.errno not in (errno.EOPNOTSUPP, errno.EMLINK, errno.ENOSYS, errno.EXDEV):
            raise
        if os.path.lexists(path):
            return False
        os.replace(temporary, path)
        return True
    with suppress(OSError):
        os.unlink(temporary)
    return True


def bytes_of(path: str) -> bytes | None:
    """What a file holds now; None where there is none."""
    with suppress(FileNotFoundError, IsADirectoryError), open(path, "rb") as file:
        return file.read()
    return None
