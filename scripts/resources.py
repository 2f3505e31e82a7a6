"""Files that belong to the skill and not to the code: config.py, SKILL.md and instructions/.

In a checkout they lie beside the package, in an installed package below it in `_skill`; of a copy that a client loads
the launcher names the folder, since its code is unpacked elsewhere.
"""

from __future__ import annotations

import os

from .errors import DataError

_PACKAGE = os.path.dirname(os.path.realpath(__file__))


def package_folder() -> str:
    """Return the folder of the code: `scripts` in a checkout, `commonplace` when installed."""
    return _PACKAGE


def skill_folder() -> str:
    """Return the folder that holds config.py and instructions/."""
    named = os.environ.get("COMMONPLACE_SKILL")
    if named:
        return named
    installed = os.path.join(_PACKAGE, "_skill")
    return installed if os.path.isdir(installed) else os.path.dirname(_PACKAGE)


def resource_path(name: str) -> str:
    """Return absolute path of a file of the skill, e.g. `instructions/bundle.schema.json`; it need not exist."""
    return os.path.join(skill_folder(), *name.split("/"))


def read_resource(name: str) -> str:
    """Return text of a file of the skill; raises DataError if the installation lacks it."""
    path = resource_path(name)
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as err:
        raise DataError(
            f"incomplete installation: {err.strerror}", path=path, hint="install commonplace again"
        ) from err
