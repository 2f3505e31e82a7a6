"""`mcp`: the verbs as tools of a server of the Model Context Protocol, over standard input and output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import argparse


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--home", metavar="DIR", help="the knowledge base to serve (else found for each call)")
    parser.add_argument("--vault", metavar="DIR", help="an Obsidian vault of any layout")
    parser.add_argument("--read-only", action="store_true", help="leave the writing tools out")


def run(_: Any, options: argparse.Namespace) -> tuple[Any, int]:
    from ..mcp_server.protocol import serve
    from ..mcp_server.session import Session

    serve(Session(home=options.home, vault=options.vault, read_only=options.read_only))
    return None, 0


def text(_: Any, __: argparse.Namespace) -> str:
    return ""
