"""A paragraph that ends with a colon and what it leads to, shown as one: apart, neither says what it means.

A list of `Unsupported options:` without those words is a recommendation.  An embed of a note is shown with what stands
before it, too: its reader would see the text there, and can look it up.
"""

from __future__ import annotations

from ... import regex as re
from ..extracts.windows import says_something
from .ranking import Ranked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...model import PassageRow
    from ..answer_values import PassageShown
    from ..port import GraphReader

_COLONS = (":", "\uff1a")
_AROUND = " \n*_`"
"""What may stand behind the colon: it may be in bold."""
LOOKED_BEHIND = 8
"""Passages, the best ones, behind which an embed is looked for."""
_EMBED = re.compile(r"!\[\[[^\[\]|#^.]+(?:\.md)?(?:#[^\[\]|]*)?(?:\|[^\[\]]*)?\]\]")
"""An embed of a note: of a picture or a query nothing can be quoted."""


def join_lead_ins(graph: GraphReader, found: Sequence[Ranked]) -> list[Ranked]:
    """Passages with what they lead to, or what leads to them; each pair once, where the better of the two stood.

    Two with ids of their own, which are cited one by one, follow each other there, the one that was found first;
    without ids they become one.  Cost: one read of the neighbors.
    """
    rows = {each.row.id: each.row for each in found}
    # Before the first passage of a page stands another page.
    wanted = {id + 1 if leads(row) else id - 1 for id, row in rows.items() if row.ordinal or leads(row)}
    wanted.update(each.row.id + 1 for each in found[:LOOKED_BEHIND] if not each.row.block)
    rows.update(graph.passages(sorted(wanted - rows.keys())))
    joined: list[Ranked] = []
    shown: set[int] = set()
    for each in found:
        id = each.row.id
        if id in shown:
            continue
        lead = next((at for at in (id, id - 1) if shown.isdisjoint((at, at + 1)) and _are_pair(rows, at)), None)
        if lead is None:
            shown.add(id)
            joined.append(each)
            continue
        shown.update((lead, lead + 1))
        if rows[lead].block or rows[lead + 1].block:
            other = rows[lead if lead < id else lead + 1]
            joined += [each, *([Ranked(other, each.score, "beside")] if says_something(other.text) else ())]
        else:
            whole = rows[lead]._replace(text=f"{rows[lead].text}\n\n{rows[lead + 1].text}")
            joined.append(each._replace(row=whole, joined=1))
    return joined


def _are_pair(rows: Mapping[int, PassageRow], lead: int) -> bool:
    """Whether a passage leads to the next one of its section."""
    if lead not in rows or lead + 1 not in rows:
        return False
    first, second = rows[lead], rows[lead + 1]
    return (first.page, first.heading) == (second.page, second.heading) and (leads(first) or _embeds(second))


def _embeds(row: PassageRow) -> bool:
    return _EMBED.fullmatch(row.text.strip()) is not None


def leads(row: PassageRow | PassageShown) -> bool:
    """Whether a passage ends with a colon."""
    return row.text.rstrip(_AROUND).endswith(_COLONS)
