"""The verbs, by families: a verb is declared and done in the file of its family.

An option of `ask` is added in asking.py: to its declaration `ASK`, and as an argument of the function `ask` (one with
part="settings" overrides a setting instead).  Programs call that function as well:

    from commonplace.verbs.asking import ask

    with KnowledgeBase.open() as kb:
        print(ask(kb, "how does the token budget stay hard?").text)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .declaration import Verb

FAMILIES = {
    "init": ".setup",
    "status": ".looking",
    "add": ".adding",
    "apply": ".writing",
    "ask": ".asking",
    "search": ".looking",
    "show": ".looking",
    "list": ".looking",
    "edit": ".changing",
    "file": ".changing",
    "remember": ".memory",
    "recall": ".memory",
    "useful": ".memory",
    "graph": ".graphing",
    "links": ".looking",
    "lint": ".checking",
    "rename": ".changing",
    "merge": ".changing",
    "retract": ".changing",
    "forget": ".changing",
    "log": ".changing",
    "undo": ".changing",
    "doctor": ".checking",
    "index": "..team.sharing",
    "install": ".setup",
    "mcp": ".setup",
    "token": "..team.sharing",
}
"""Every verb in the order of the help, and the module that declares and does it."""


def load(name: str) -> Verb:
    """Return the declaration of a verb; only the module of its family is imported."""
    verb: Verb = getattr(import_module(FAMILIES[name], __name__), name.upper())
    return verb


def load_all() -> list[Verb]:
    """Return all declarations, in the order of the help; they cost some 0.2 s to import."""
    return [load(name) for name in FAMILIES]
