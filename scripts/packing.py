"""What a copy of the skill holds: what an agent reads, what the launcher needs, and the code as one wheel.

The same code gives the same wheel byte for byte, from a checkout, from an installed package and from a copy, so that
`install` needs no build tool and no network.  pip installs it like any other; a release is built by setuptools, from
pyproject.toml, and holds the same files.
"""

from __future__ import annotations

import os
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from .commonplace import DISTRIBUTION, VERSION, WHEEL, read_requirements
from .errors import DataError
from .resources import package_folder

LAUNCHER = "scripts/commonplace.py"
BESIDE = ("SKILL.md", "LICENSE", "config.py", "pyproject.toml")
"""Files of the skill beside the code.  The launcher reads the list of libraries from pyproject.toml."""
CODE_FILES = (".py", ".json", ".sql", "py.typed", ".js", ".css", ".html", ".txt")
EXTRAS = ("documents", "exact", "mcp", "meaning", "minilm")
"""Those that a user of the wheel may name; `test` is a developer's."""


def lean_copy(*, wheel: bool = True) -> dict[str, bytes]:
    """Return every file of a lean copy, by its path with slashes.

    Without the wheel the launcher takes its version from the package index: this is what a registry of skills gets.
    Raises DataError if the installation lacks a file.
    """
    files = {**_pages(), LAUNCHER: read_file(os.path.join(package_folder(), "commonplace.py"))}
    if wheel:
        files[f"scripts/{WHEEL}"] = build_wheel()
    return dict(sorted(files.items()))


def build_wheel() -> bytes:
    """Return the package as a wheel (PyPA's binary distribution format): a zip with the list of its files."""
    pages = _pages()
    files = {f"commonplace/{path}": data for path, data in _code()}
    files |= {f"commonplace/_skill/{path}": data for path, data in pages.items()}
    meta = WHEEL.removesuffix("-py3-none-any.whl") + ".dist-info/"
    files[meta + "METADATA"] = _metadata(pages["pyproject.toml"].decode("utf-8")).encode("utf-8")
    files[meta + "WHEEL"] = b"Wheel-Version: 1.0\nGenerator: commonplace\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[meta + "entry_points.txt"] = (
        b"[console_scripts]\ncommonplace = commonplace.cli:run\ncommonplace-skill = commonplace.cli:run\n"
    )
    files[meta + "licenses/LICENSE"] = pages["LICENSE"]
    files[meta + "RECORD"] = _record(files, meta + "RECORD").encode("utf-8")
    whole = BytesIO()
    with ZipFile(whole, "w", ZIP_DEFLATED) as archive:
        for path, data in files.items():
            archive.writestr(ZipInfo(path), data, ZIP_DEFLATED)
    return whole.getvalue()


def read_file(path: str) -> bytes:
    """Return a file of this installation.  Raises DataError if it lacks it."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as err:
        raise _incomplete(path, err) from err


def _pages() -> dict[str, bytes]:
    """Return what lies beside the code, as it was shipped: settings that a person changed in a copy stay there."""
    package = package_folder()
    installed = os.path.join(package, "_skill")
    root = installed if os.path.isdir(installed) else os.path.dirname(package)
    folder = os.path.join(root, "instructions")
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith((".md", ".json")))
    except OSError as err:
        raise _incomplete(folder, err) from err
    paths = (*BESIDE, *(f"instructions/{name}" for name in names))
    return {path: read_file(os.path.join(root, *path.split("/"))) for path in paths}


def _code() -> Iterator[tuple[str, bytes]]:
    package = package_folder()
    for folder, folders, names in os.walk(package):
        # In an installed package what belongs beside the code lies below it, in `_skill`.
        folders[:] = sorted(name for name in folders if name not in ("__pycache__", "_skill"))
        for name in sorted(names):
            if name.endswith(CODE_FILES):
                full = os.path.join(folder, name)
                yield os.path.relpath(full, package).replace(os.sep, "/"), read_file(full)


def _metadata(pyproject: str) -> str:
    """Return the core metadata of the wheel, from the text of pyproject.toml."""
    summary = re.search(r'^description = "(.*)"$', pyproject, re.MULTILINE)
    python = re.search(r'^requires-python = "(.*)"$', pyproject, re.MULTILINE)
    own = read_requirements(pyproject)
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {DISTRIBUTION}",
        f"Version: {VERSION}",
        f"Summary: {summary[1] if summary else ''}",
        f"Requires-Python: {python[1] if python else ''}",
        "License-Expression: MIT",
        "License-File: LICENSE",
        *(f"Requires-Dist: {requirement}" for requirement in own),
    ]
    for extra in EXTRAS:
        lines.append(f"Provides-Extra: {extra}")
        for requirement in read_requirements(pyproject, extra)[len(own) :]:
            library, _, marker = requirement.partition(";")
            condition = f"({marker.strip()}) and " if marker else ""
            lines.append(f"Requires-Dist: {library.strip()}; {condition}extra == '{extra}'")
    return "\n".join(lines) + "\n"


def _record(files: Mapping[str, bytes], own: str) -> str:
    hashes = {path: urlsafe_b64encode(sha256(data).digest()).rstrip(b"=").decode() for path, data in files.items()}
    return "".join(f"{path},sha256={hashes[path]},{len(files[path])}\n" for path in files) + f"{own},,\n"


def _incomplete(path: str, err: OSError) -> DataError:
    return DataError(f"incomplete installation: {err.strerror}", path=path, hint="install commonplace again")
