"""A paragraph that ends with a colon and what it leads to, shown as one: apart, neither says what it means.

A list of `Unsupported options:` without those words is a recommendation.  An embed of a note is shown with what stands
before it, too: its reader would see the text there, and can look it up.
"""

from __future__ import annotations

from .. import regex as re
from .ranking import Ranked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..model import PassageRow
    from .port import GraphReader

_COLONS = (":", "\uff1a")
_AROUND = " \n*_`"
"""What may stand behind the colon: it may be in bold."""
LOOKED_BEHIND = 8
"""Passages, the best ones, behind which an embed is looked for."""
_EMBED = re.compile(r"!\[\[[^\[\]|#^.]+(?:\.md)?(?:#[^\[\]|]*)?(?:\|[^\[\]]*)?\]\]")
"""An embed of a note: of a picture or a query nothing can be quoted."""


def join_lead_ins(graph: GraphReader, found: Sequence[Ranked]) -> list[Ranked]:
    """Passages with what they lead to, or what leads to them; each pair once, where the better of the two stood.

    Passages with an id of their own stay apart: they are cited one by one.  Cost: one read of the neighbors.
    """
    rows = {each.row.id: each.row for each in found}
    wanted = {id + 1 if _leads(row) else id - 1 for id, row in rows.items() if not row.block}
    wanted.update(each.row.id + 1 for each in found[:LOOKED_BEHIND] if not each.row.block)
    rows.update(graph.passages(sorted(wanted - rows.keys())))
    joined: list[Ranked] = []
    shown: set[int] = set()
    for each in found:
        id = each.row.id
        if id in shown:
            continue
        led = id - 1 in rows and _leads(rows[id - 1]) and rows[id - 1].heading == each.row.heading
        lead = id if _leads(each.row) or (not led and id + 1 in rows and _embeds(rows[id + 1])) else id - 1
        whole = None
        if shown.isdisjoint((lead, lead + 1)) and lead in rows and lead + 1 in rows:
            whole = _joined(rows[lead], rows[lead + 1])
        shown.update((lead, lead + 1) if whole else (id,))
        joined.append(each._replace(row=whole, joined=1) if whole else each)
    return joined


def _joined(lead: PassageRow, led: PassageRow) -> PassageRow | None:
    """Two neighbors as one, if the first leads to the second."""
    if lead.block or led.block or (lead.page, lead.heading) != (led.page, led.heading):
        return None
    if not (_leads(lead) or _embeds(led)):
        return None
    return lead._replace(text=f"{lead.text}\n\n{led.text}")


def _embeds(row: PassageRow) -> bool:
    return _EMBED.fullmatch(row.text.strip()) is not None


def _leads(row: PassageRow) -> bool:
    return row.text.rstrip(_AROUND).endswith(_COLONS)
