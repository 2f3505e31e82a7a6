"""`doctor`: what is derived, checked and mended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import argparse

    from ..knowledge_base import KnowledgeBase


def options(_: argparse.ArgumentParser) -> None:
    """None of its own."""


def run(kb: KnowledgeBase, _: argparse.Namespace) -> tuple[Any, int]:
    found = kb.doctor()
    return found, 0 if found.is_well else 1


def text(value: Any, _: argparse.Namespace) -> str:
    return "\n".join(f"{check.state:6}  {check.name}: {check.message}" for check in value.checks)
