"""`config`: every setting in force, and where its value comes from."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ..named_tuple import NamedTuple
from ..resources import resource_path
from ..settings import unknown_variables

if TYPE_CHECKING:
    import argparse

    from ..knowledge_base import KnowledgeBase


class Setting(NamedTuple):
    """One setting."""

    name: str
    """As config.py writes it; behind COMMONPLACE_ it is the variable."""
    value: int | float | str
    source: str
    """default, a line of config.py, a variable or an option."""


class Config(NamedTuple):
    """What a call from here runs with."""

    file: str
    """The config.py that is read."""
    settings: tuple[Setting, ...]
    unknown: tuple[str, ...]
    """Variables with our prefix that nothing reads."""


def options(_: argparse.ArgumentParser) -> None:
    """None of its own."""


def run(kb: KnowledgeBase, _: argparse.Namespace) -> tuple[Any, int]:
    found = tuple(Setting(name.upper(), getattr(kb.settings, name), source) for name, source in kb.settings.sources)
    unknown = unknown_variables(os.environ)
    return Config(resource_path("config.py"), found, unknown), 1 if unknown else 0


def text(value: Any, _: argparse.Namespace) -> str:
    lines = [f"{each.name} = {each.value}  ({each.source})" for each in value.settings]
    lines += [f"{name}: nothing reads this variable; check its spelling" for name in value.unknown]
    return "\n".join([value.file, *lines])
