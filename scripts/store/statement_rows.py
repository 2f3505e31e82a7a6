"""Statements: what the claims of a page come to once it is known where its links lead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ..pages.knowledge.relation_names import canonical_claim

if TYPE_CHECKING:
    from .page_texts import Claims

Statement = tuple[int, int, int, int, str, int, float, int]
"""A row of statements."""

STATE = "INSERT INTO statements VALUES (?, ?, ?, ?, ?, ?, ?, ?)"


def statement_rows(
    file_id: int, own: int, claims: Claims, targets: Mapping[str, int], is_page: Callable[[int], bool]
) -> list[Statement]:
    """The statements of a page whose node is own.

    targets: the node that each of its link paths leads to, 0 for none.  is_page: whether there is a page behind a node.
    """
    nodes = {**targets, "": own}
    rows: list[Statement] = []
    for claim, (_, subject, written, object_, confidence, evidence) in enumerate(claims):
        source, target = nodes.get(subject), nodes.get(object_)
        if not source or not target:
            continue
        first, relation, last = canonical_claim(source, written, target)
        for origin in _origins(own, evidence, nodes, is_page):
            rows.append((file_id, len(rows), claim, first, relation, last, confidence, origin))
    return rows


def _origins(
    own: int, evidence: list[tuple[str, str, str]], nodes: Mapping[str, int], is_page: Callable[[int], bool]
) -> list[int]:
    """The independent sources of a claim: the notes it cites that exist; its own page when it cites none.

    A claim whose every cited source is gone rests on nothing and contributes nothing.
    """
    if not evidence:
        return [own]
    cited = sorted({nodes.get(item[0], 0) for item in evidence})
    return [node for node in cited if node and is_page(node)]
