"""Claims and conflicts as lines of a reply."""

from __future__ import annotations

from collections.abc import Container, Mapping
from itertools import islice
from typing import TYPE_CHECKING

from ...pages.knowledge.ontology import display_relation
from ..budget.claim_worths import newer_than
from .escaping import inline, leading
from .frame import MAX_NAME

if TYPE_CHECKING:
    from ...pages.model import Edge, EvidenceItem
    from ..answer_values import Answer
    from ..search.claim_paths import ClaimShown
    from ..search.conflicts import Conflict

MAX_QUOTE = 160
"""Characters of a claim's quote in a line; the passage itself stands under Evidence."""


def claim_line(each: ClaimShown, answer: Answer) -> str:
    """A claim with what took the place of its ends, and its evidence."""
    return "".join(
        [
            _arrow(each.edge, each.source_name, each.target_name),
            _newer(each, answer),
            *map(_source, islice(each.evidence, 2)),
            f" +{len(each.rests_on) - 2} more" if len(each.rests_on) > 2 else "",
        ]
    )


def cited(each: ClaimShown) -> str:
    """The evidence in the line of a claim, without whether it is stale."""
    return "".join(map(_source, each.rests_on[:2]))


def _newer(each: ClaimShown, answer: Answer) -> str:
    """What took the place of the subject, and, by its name, of the object."""
    subject, object_ = newer_than(each, answer)
    told = [f"replaced by {inline(subject.newest_name, MAX_NAME)}"] if subject else []
    if object_:
        told.append(f"{inline(each.target_name, MAX_NAME)} replaced by {inline(object_.newest_name, MAX_NAME)}")
    return f" ({'; '.join(told)})" if told else ""


def _arrow(edge: Edge, source: str, target: str) -> str:
    relation = inline(display_relation(edge.relation))
    return f"{leading(source, MAX_NAME)} -{relation}[{edge.confidence:g}]-> {inline(target, MAX_NAME)}"


def _cite(item: EvidenceItem) -> str:
    return f"  [{inline(item.source)}{f'#^{inline(item.block)}' if item.block else ''}]"


def _source(item: EvidenceItem) -> str:
    quote = f' "{inline(item.quote, MAX_QUOTE)}"' if item.quote else ""
    return f"{_cite(item)}{' stale' if item.stale else ''}{quote}"


def conflict_line(
    conflict: Conflict, told: Mapping[Edge, ClaimShown], *, unquoted: Container[Edge] = frozenset()
) -> str:
    """The two sides of a conflict with a claim of each; of an unquoted one the citation without the quote."""
    first, second = (_side(edge, told, quoted=edge not in unquoted) for edge in (conflict.first, conflict.second))
    return f"{conflict.kind}: {first} against {second}"


def _side(edge: Edge, told: Mapping[Edge, ClaimShown], *, quoted: bool) -> str:
    each = told.get(edge)
    if each is None:
        return _arrow(edge, edge.source, edge.target)
    cited = map(_source, islice(each.evidence, 1)) if quoted else map(_cite, each.rests_on[:1])
    return _arrow(edge, each.source_name, each.target_name) + "".join(cited)
