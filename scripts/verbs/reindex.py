"""`reindex`: the index built again from the vault."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import argparse

    from ..knowledge_base import KnowledgeBase


def options(_: argparse.ArgumentParser) -> None:
    """None of its own."""


def run(kb: KnowledgeBase, _: argparse.Namespace) -> tuple[Any, int]:
    return kb.reindex(), 0


def text(value: Any, _: argparse.Namespace) -> str:
    if not (value.rebuilt or value.in_memory):
        return "another process has built the index meanwhile"
    where = ", in memory only: the home cannot be written" if value.in_memory else ""
    return f"indexed {value.written} files{where}"
