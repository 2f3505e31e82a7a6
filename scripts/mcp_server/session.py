"""One server's calls: each finds the knowledge base, makes one call on it, and gives text and document.

No protocol here.  Calls come one at a time, all in one thread: see protocol.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..cli import error_document, machine_fault, not_text, open_home, printed
from ..errors import CommonplaceError, UsageError
from ..handbook import handbook_notice
from ..homes import find_home
from ..pages.model import to_jsonable
from ..named_tuple import NamedTuple
from ..resources import read_resource, resource_path
from ..retrieval.reply.escaping import one_line
from ..unanswered import PageNotFoundError
from ..verbs.table import module_of
from .schemas import parse_call
from .tools import tools
from .wording import refusal_in_terms_of_tools, result_in_terms_of_tools, told

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Mapping

    from ..knowledge_base import KnowledgeBase

    Counter = Callable[[int, int], None]

LISTED_PAGES = 100
"""Pages of one listing; a client that wants more asks with the cursor."""
_WRONG_DATA = 3
_OF_ONE_CALL = ("budget_tokens", "min_confidence", "max_graph_depth", "max_nodes", "token_counter")
"""Settings that an option overrides: a home that is kept open takes them from each call."""


class Told(NamedTuple):
    """Who is told of a call while it runs."""

    indexing: Counter = lambda *_: None
    """How many of how many files are in the index."""
    reading: Counter = lambda *_: None
    """How many of how many notes have been read, by a tool that reads them all."""
    waiting: Callable[[str], None] = lambda _: None
    """What is waited for."""


_NOBODY = Told()


class CallResult(NamedTuple):
    """What a tool gives back."""

    text: str
    """As the command line prints it: quoted matter behind `> `."""
    document: Any
    """As `--json` prints it."""
    is_error: bool


class Session:
    """What was chosen when the server started."""

    def __init__(self, *, home: str | None = None, vault: str | None = None, read_only: bool = False) -> None:
        """Raises NoHomeError or UsageError if a home is named and not there; one that is not named is found later."""
        self.home, self.vault, self.read_only = home, vault, read_only
        self.tools = tools(read_only=read_only)
        self._arguments = {tool.name: frozenset(tool.schema["properties"]) for tool in self.tools}
        self._kept: KnowledgeBase | None = None
        if home or vault:
            find_home(home=home, vault=vault, environ=os.environ, cwd=os.getcwd())

    def call(self, name: str, arguments: Mapping[str, Any], to: Told | None = None) -> CallResult:
        """Call a tool.  What is wrong is in the result, in terms of tools and arguments; it never raises for that.

        Raises UsageError for a tool that is not offered: there is no result then.
        """
        if name not in self._arguments:
            raise UsageError(f"no tool {name!r}", hint=f"there are {', '.join(self._arguments)}")
        try:
            options, stdin = parse_call(name, arguments)
            with self._opened(name, options, to or _NOBODY) as kb, _given(stdin):
                return _run(name, kb, options)
        except CommonplaceError as err:
            return self._failed(name, err)
        except OSError as err:
            return self._failed(name, machine_fault(err))
        except UnicodeEncodeError as err:
            return self._failed(name, not_text(err))

    def told(self, err: CommonplaceError) -> str:
        """What an error says to a client that called no tool."""
        return told(err, self._arguments)

    def _failed(self, name: str, err: CommonplaceError) -> CallResult:
        said = told(err, self._arguments, self._arguments[name])
        document = error_document(err)
        return CallResult(one_line(said), {"error": {**document["error"], "message": said}}, True)

    def pages(self, start: int = 0) -> tuple[list[dict[str, Any]], int]:
        """Some pages of the home by path, from one on, and where the next listing starts; 0 after the last."""
        from ..reading.library import list_pages

        with self._opened("status", parse_call("status", {})[0]) as kb:
            found = kb.read(list_pages)
        more = start + LISTED_PAGES
        return found[start:more], more if len(found) > more else 0

    def page(self, name: str) -> str:
        """A page, or a part of it, as `show` prints it.  Raises what show raises."""
        options, _ = parse_call("show", {"page": name})
        with self._opened("show", options) as kb:
            return _run("show", kb, options).text

    def instructions(self, name: str) -> str:
        """A page of the skill's instructions; raises PageNotFoundError with the names there are."""
        folder = resource_path("instructions")
        names = sorted(os.listdir(folder))
        if name not in names:
            raise PageNotFoundError(name, names)
        return read_resource(f"instructions/{name}")

    @contextmanager
    def _opened(self, verb: str, options: argparse.Namespace, to: Told = _NOBODY) -> Iterator[KnowledgeBase]:
        """The knowledge base for one call, the only place that opens it.

        It is found anew each time, so that another home or other settings are seen.  While it stays the same it is
        kept open, and the system tells what changes in the vault: a call then looks at what changed, not at every file.
        """
        options.home, options.vault = self.home, self.vault
        found = open_home(verb, options)
        kept = self._kept
        if kept is None or not _is_same(kept, found):
            self.close()
            self._kept = kept = found
            kept.ws.index.watch()
        kept.settings = kept.ws.settings = found.settings
        kept.progress, kept.ws.reading, kept.ws.tell = to
        yield kept

    def close(self) -> None:
        """Let go of the home that was kept open; the next call opens it again."""
        if self._kept is not None:
            self._kept.close()
            self._kept = None


def _is_same(kept: KnowledgeBase, found: KnowledgeBase) -> bool:
    """Whether the home that is kept open is what a call found, but for what each call may choose."""
    chosen = {name: getattr(found.settings, name) for name in _OF_ONE_CALL}
    return kept.location == found.location and kept.settings._replace(**chosen) == found.settings


def _run(verb: str, kb: KnowledgeBase, options: argparse.Namespace) -> CallResult:
    module = module_of(verb)
    if verb == "graph" and options.limit is None:
        # A client has no files: it pays for every node, whatever the format.
        options.limit = kb.settings.max_nodes
    value, code = module.run(kb, options)
    text = result_in_terms_of_tools(printed(verb, module.text(value, options)).rstrip("\n"))
    if verb == "ask":
        from ..reading.asking import document_of

        # The text was asked for; the document has the same answer, cut to the budget by itself.
        document = document_of(value, home=kb.location.home, token_counter=kb.settings.token_counter)
    elif verb == "recall":
        from ..memory.recall_reply import send

        document = send(value.found, kb.settings, as_json=True).document
    elif hasattr(module, "document_for_client"):
        document = module.document_for_client(value)
    else:
        document = module.document(value) if hasattr(module, "document") else to_jsonable(value)
    if kb.location.found_by == "handbook":
        text = f"{handbook_notice(kb.location)}\n{text}"
    is_refused = code == _WRONG_DATA
    return CallResult(refusal_in_terms_of_tools(text) if is_refused else text, document, is_refused)


@contextmanager
def _given(text: str) -> Iterator[None]:
    """A verb that is told `-` reads this.  The protocol reads a descriptor of its own, not sys.stdin."""
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(text.encode("utf-8", "surrogatepass")), "utf-8")
    try:
        yield
    finally:
        sys.stdin = before
