"""Filed answers and moved pages: when only links in a cited passage follow, the passage says what it said.

An answer that was fresh stays fresh: its hash of that passage is made anew.  One that was stale stays stale.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from ..pages.linking.link_text import bare_link, parse_link_text
from ..pages.linking.resolution import resolve
from ..pages.model import EVIDENCE_KEY, HASHES_KEY
from ..pages.page import read_page
from ..pages.yaml.frontmatter import read_properties
from ..pages.yaml.properties import set_property
from .cited_answers import cited_text, content_hash

if TYPE_CHECKING:
    from ..store.workspace import Workspace
    from .link_shift import Shift


def carry_hashes(
    ws: Workspace, shift: Shift, texts: Mapping[str, str], *, rewritten: Collection[str] = ()
) -> dict[str, str]:
    """texts, by path before the move, with the hashes of fresh answers carried over to the new passages.

    rewritten: pages whose words changed, too; what cites them gets stale.
    """
    carried = dict(texts)
    citable = {path: texts[path] for path in texts if path not in rewritten and path[-3:].lower() == ".md"}
    for answer in _answers(ws):
        old = read_properties(ws.vault.read(answer).text).values
        text = texts.get(answer) or ws.vault.read(answer).text
        hashes = _new_hashes(ws, shift, citable, answer, old)
        if hashes is not None and hashes != old.get(HASHES_KEY):
            carried[answer] = set_property(text, HASHES_KEY, hashes)
    return carried


def _answers(ws: Workspace) -> list[str]:
    query = """SELECT f.path FROM pages p JOIN files f ON f.id = p.id
               WHERE p.category = 'topics' AND instr(p.facts, ?) ORDER BY f.path"""
    return [row[0] for row in ws.index.connection().execute(query, (f'"{HASHES_KEY}"',))]


def _new_hashes(
    ws: Workspace, shift: Shift, citable: Mapping[str, str], answer: str, old: Mapping[str, object]
) -> list[str] | None:
    """The hashes of an answer with these properties, those of passages in citable carried over; None for no answer."""
    cited, hashes = old.get(EVIDENCE_KEY), old.get(HASHES_KEY)
    if not isinstance(cited, list) or not isinstance(hashes, list):
        return None
    new = []
    for link, known in zip(cited, hashes):
        path, subpath, _ = parse_link_text(bare_link(str(link)))
        target = resolve(path, answer, shift.before)
        text = cited_text(ws.reader, str(link)) if target in citable else None
        if target is not None and text is not None and content_hash(text) == known:
            now = _cited_in(ws, shift.moved(target), citable[target], subpath)
            new.append(known if now is None else content_hash(now))
        else:
            new.append(known)
    return [*new, *hashes[len(new) :]]


def _cited_in(ws: Workspace, path: str, text: str, subpath: str) -> str | None:
    """As `cited_text`, of a text that is not written yet."""
    passages = read_page(path, text, folder=ws.folder).passages
    if not subpath.startswith("#^"):
        return "\n".join(passage.text for passage in passages)
    return next((p.text for p in passages if p.block.lower() == subpath[2:].lower()), None)
