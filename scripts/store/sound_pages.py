"""Pages that nothing is written into, nor beside under their name, until a person has mended them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import UnsoundPageError
from ..pages.markdown.soundness import fault_of, is_nameless
from ..pages.page import read_page
from ..pages.text.names import normalize_name

if TYPE_CHECKING:
    from .workspace import Workspace


def sound_text(ws: Workspace, path: str) -> str:
    """The text of a page that something is added to.

    Raises UnsoundPageError where properties cannot be read or git left a merge, DataError when it is not UTF-8.
    """
    text = ws.editable_text(path)
    refuse_unsound(path, text)
    return text


def refuse_unsound(path: str, text: str) -> None:
    """Raise UnsoundPageError for the text of a page that is to be mended first."""
    fault = fault_of(text)
    if fault is not None:
        raise UnsoundPageError(path, fault.line, fault.message)


def refuse_beside_nameless(ws: Workspace, path: str, names: tuple[str, ...]) -> None:
    """Raise UnsoundPageError where a page cannot say what it is called, and may be the one of these names."""
    text = ws.vault.read(path).text
    title = read_page(path, text, folder=ws.folder).title
    if is_nameless(text) and normalize_name(title) in map(normalize_name, names):
        refuse_unsound(path, text)
