"""`init`: an empty knowledge base."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import argparse

    from ..homes import HomeLocation


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("home", metavar="HOME")
    parser.add_argument("--adopt", metavar="DIR", help="an existing folder of notes inside HOME to use as the vault")


def run(_: Any, options: argparse.Namespace) -> tuple[Any, int]:
    from ..knowledge_base import KnowledgeBase

    return KnowledgeBase.create(options.home, vault=options.adopt), 0


def text(value: HomeLocation, _: argparse.Namespace) -> str:
    return f"home: {value.home}\nvault: {value.vault}\nnext: commonplace add FILE --home {value.home}"
