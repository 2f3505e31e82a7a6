"""What a copy of the skill holds: what an agent reads, what the launcher needs, and the code in one zip."""

from __future__ import annotations

import os
from collections.abc import Iterator
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from .commonplace import CODE
from .errors import DataError
from .resources import package_folder

LAUNCHER = "scripts/commonplace.py"
BESIDE = ("SKILL.md", "LICENSE", "config.py", "pyproject.toml")
"""Files of the skill beside the code.  The launcher reads the list of libraries from pyproject.toml."""
CODE_FILES = (".py", ".json", ".sql", "py.typed", ".js", ".css", ".html", ".txt")


def lean_copy(*, code: bool = True) -> dict[str, bytes]:
    """Return every file of a copy, by its path with slashes; the same code gives the same bytes.

    Without the code the launcher takes its version from the package index: this is what a registry of skills gets.
    Raises DataError if the installation lacks a file.
    """
    pages = dict(_pages())
    files = {**pages, LAUNCHER: read_file(os.path.join(package_folder(), "commonplace.py"))}
    if code:
        whole = BytesIO()
        with ZipFile(whole, "w", ZIP_DEFLATED) as archive:
            for path, data in _code():
                archive.writestr(ZipInfo(f"commonplace/{path}"), data, ZIP_DEFLATED)
            # Pages as they were shipped: a copy that installs itself elsewhere does not carry a person's settings.
            for path, data in pages.items():
                archive.writestr(ZipInfo(f"commonplace/_skill/{path}"), data, ZIP_DEFLATED)
        files[f"scripts/{CODE}"] = whole.getvalue()
    return dict(sorted(files.items()))


def read_file(path: str) -> bytes:
    """Return a file of this installation.  Raises DataError if it lacks it."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as err:
        raise _incomplete(path, err) from err


def _pages() -> Iterator[tuple[str, bytes]]:
    """Yield what lies beside the code, as it was shipped."""
    package = package_folder()
    installed = os.path.join(package, "_skill")
    root = installed if os.path.isdir(installed) else os.path.dirname(package)
    folder = os.path.join(root, "instructions")
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith((".md", ".json")))
    except OSError as err:
        raise _incomplete(folder, err) from err
    for path in (*BESIDE, *(f"instructions/{name}" for name in names)):
        yield path, read_file(os.path.join(root, *path.split("/")))


def _code() -> Iterator[tuple[str, bytes]]:
    package = package_folder()
    for folder, folders, names in os.walk(package):
        # In an installed package what belongs beside the code lies below it, in `_skill`.
        folders[:] = sorted(name for name in folders if name not in ("__pycache__", "_skill"))
        for name in sorted(names):
            if name.endswith(CODE_FILES):
                full = os.path.join(folder, name)
                yield os.path.relpath(full, package).replace(os.sep, "/"), read_file(full)


def _incomplete(path: str, err: OSError) -> DataError:
    return DataError(f"incomplete installation: {err.strerror}", path=path, hint="install commonplace again")
