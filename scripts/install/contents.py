"""What a lean copy of the skill holds: what an agent reads, the code, and what the launcher needs.

No tests, no handbook, no history.  The same from a checkout, from another lean copy and from an installed package.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from hashlib import sha256

from ..errors import DataError
from ..resources import package_folder, skill_folder

BESIDE = ("SKILL.md", "LICENSE", "config.py", "pyproject.toml")
"""Files of the skill beside the code.  The launcher reads the list of libraries from pyproject.toml."""


def lean_copy() -> dict[str, bytes]:
    """Every file of a lean copy, by its path with slashes; raises DataError if the installation lacks one."""
    found = dict(_code())
    root = skill_folder()
    for name in (*BESIDE, *(f"instructions/{name}" for name in _names(os.path.join(root, "instructions")))):
        found[name] = _read(os.path.join(root, *name.split("/")))
    return dict(sorted(found.items()))


def hashes(files: Mapping[str, bytes]) -> dict[str, str]:
    """SHA-256 of each file."""
    return {path: sha256(data).hexdigest() for path, data in files.items()}


def _code() -> Iterator[tuple[str, bytes]]:
    package = package_folder()
    for folder, folders, names in os.walk(package):
        # In an installed package what belongs beside the code lies below it, in `_skill`.
        folders[:] = sorted(name for name in folders if name not in ("__pycache__", "_skill"))
        for name in sorted(names):
            if name.endswith((".py", ".json")):
                full = os.path.join(folder, name)
                yield "scripts/" + os.path.relpath(full, package).replace(os.sep, "/"), _read(full)


def _names(folder: str) -> list[str]:
    try:
        return sorted(name for name in os.listdir(folder) if name.endswith((".md", ".json")))
    except OSError as err:
        raise _incomplete(folder, err) from err


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as err:
        raise _incomplete(path, err) from err


def _incomplete(path: str, err: OSError) -> DataError:
    return DataError(f"incomplete installation: {err.strerror}", path=path, hint="install commonplace again")
