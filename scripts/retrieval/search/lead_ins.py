"""A paragraph that ends with a colon and what it leads to, shown as one: apart, neither says what it means.

A list of `Unsupported options:` without those words is a recommendation.  An embed of a note is shown with what stands
before it, too: its reader would see the text there, and can look it up.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..extracts.windows import says_something
from .ranking import Ranked

if TYPE_CHECKING:
    from ...pages.model import PassageRow
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
    leading = {id for id, row in rows.items() if leads(row)}
    # Before the first passage of a page stands another page.
    wanted = {id + 1 if id in leading else id - 1 for id, row in rows.items() if row.ordinal or id in leading}
    wanted.update(each.row.id + 1 for each in found[:LOOKED_BEHIND] if not each.row.block)
    neighbors = graph.passages(sorted(wanted - rows.keys()))
    rows.update(neighbors)
    leading.update(id for id, row in neighbors.items() if leads(row))
    leading.update(id - 1 for id, row in rows.items() if _embeds(row))
    pairs = {id for id in leading if _are_of_one_section(rows, id)}
    joined: list[Ranked] = []
    shown: set[int] = set()
    for each in found:
        id = each.row.id
        if id in shown:
            continue
        beside = [at for at in (id, id - 1) if at in pairs and shown.isdisjoint((at, at + 1))]
        if not beside:
            shown.add(id)
            joined.append(each)
            continue
        lead = beside[0]
        shown.update((lead, lead + 1))
        if rows[lead].block or rows[lead + 1].block:
            other = rows[lead if lead < id else lead + 1]
            joined += [each, *([Ranked(other, each.score, "beside")] if says_something(other.text) else ())]
        else:
            whole = rows[lead]._replace(text=f"{rows[lead].text}\n\n{rows[lead + 1].text}")
            joined.append(each._replace(row=whole, joined=1))
    return joined


def _are_of_one_section(rows: Mapping[int, PassageRow], first: int) -> bool:
    """Whether a passage and the next one are both known, and stand under the same heading."""
    if first not in rows or first + 1 not in rows:
        return False
    row, following = rows[first], rows[first + 1]
    return (row.page, row.heading) == (following.page, following.heading)


def _embeds(row: PassageRow) -> bool:
    return "![[" in row.text and _EMBED.fullmatch(row.text.strip()) is not None


def leads(row: PassageRow | PassageShown) -> bool:
    """Whether a passage ends with a colon."""
    return row.text.rstrip(_AROUND).endswith(_COLONS)
