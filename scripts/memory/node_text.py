"""What is told of a node: its page in full, or its summary, its claims and the sentences that answer best.

Everything that a page says is shown as a quotation, whatever it holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ..pages.knowledge.ontology import display_relation
from ..pages.model import LINKS_TO
from ..retrieval.extracts.windows import says_something, windows
from ..retrieval.reply.escaping import inline, leading, quoted

if TYPE_CHECKING:
    from ..pages.model import Edge, Node, PassageRow
    from ..retrieval.extracts.coverage import Asked
    from ..retrieval.port import GraphReader

CLAIMS = 3
"""Claims told with a node that is not the seed."""
MAX_NAME = 80
MAX_SUMMARY = 240
MAX_QUESTION = 200
"""Characters of a name, a summary and the question in a line."""
EDGES = 16
"""Edges looked at for claims: the surest."""


class NodeText:
    """Texts of nodes for one question.  Claims below min_confidence are not told."""

    def __init__(self, graph: GraphReader, asked: Asked, *, min_confidence: float) -> None:
        self._graph, self._asked, self._least = graph, asked, min_confidence

    def head(self) -> str:
        """The first line of a context."""
        question = inline(self._asked.question.text, MAX_QUESTION)
        return f"# Context for: {question}" if question else "# Context"

    def label(self, id_: str, *, note: str = "") -> str:
        """The line above a node."""
        node = self._node(id_)
        kind = node.category if node and node.path else "no page"
        name = f" {inline(node.name, MAX_NAME)}" if node and node.name.casefold() != id_.casefold() else ""
        return f"## [[{inline(id_)}]]{name} ({kind}{', ' + note if note else ''})"

    def full(self, id_: str) -> str:
        """The whole page, in its order; what is claimed of a name that has no page."""
        rows = self._graph.passages_of(id_)
        return self._joined(rows) if rows else "\n".join(self._claims(id_))

    def fullest(self, id_: str) -> Iterator[tuple[str, str]]:
        """Texts of a node from the whole page to nothing, longest first, each with what its label is to say of it."""
        whole = self.full(id_)
        yield whole, ""
        rows = self._telling(id_)
        best = sorted(rows, key=lambda row: (-self._asked.share(self._asked.covered_by(row)), row.ordinal))
        size = len(best) - 1
        while size > 0:
            yield self._joined(sorted(best[:size], key=lambda row: row.ordinal)), "cut"
            size = size * 2 // 3
        for row in best[:1]:
            for text, _ in windows(row.text, self._asked):
                yield quoted(text), "cut"
        for text in self.compressed(id_):
            yield text, "cut"
        yield "", "cut"

    def compressed(self, id_: str) -> list[str]:
        """Short texts of a node, longest first: summary, claims and best sentences; the first two; the last; the first.

        Empty where there is nothing to tell.
        """
        node = self._node(id_)
        summary = [leading(node.summary, MAX_SUMMARY)] if node and node.summary else []
        claims = self._claims(id_)[:CLAIMS]
        said = self._best_sentences(id_, node.summary if node else "")
        forms = [[*summary, *claims, *said], [*summary, *claims], [*summary, *said], summary or said or claims[:1]]
        texts = dict.fromkeys("\n".join(form) for form in forms)
        return sorted((text for text in texts if text), key=lambda text: -len(text))

    def _node(self, id_: str) -> Node | None:
        return self._graph.nodes([id_]).get(id_)

    def _joined(self, rows: Iterable[PassageRow]) -> str:
        """Passages under their headings, of which the page's own title is not repeated."""
        lines: list[str] = []
        heading = ""
        for row in rows:
            first, _, rest = row.heading.partition(" > ")
            here = rest if first == row.title else row.heading
            if here and here != heading:
                lines.append(f"### {inline(here, MAX_NAME)}")
            heading = here
            lines.append(quoted(row.text))
        return "\n".join(lines)

    def _claims(self, id_: str) -> list[str]:
        """What is claimed of a node, by what it says of the question, then by confidence."""
        edges = self._graph.edges_at([id_], min_confidence=self._least, limit=EDGES).get(id_, [])
        claims = [edge for edge in edges if edge.relation != LINKS_TO]
        names = self._graph.nodes([end for edge in claims for end in (edge.source, edge.target)])
        lines = {edge: _claim_line(edge, names) for edge in claims}
        return [
            lines[edge]
            for edge in sorted(
                claims, key=lambda each: (-self._asked.share(self._asked.covered(lines[each])), -each.confidence, each)
            )
        ]

    def _telling(self, id_: str) -> Sequence[PassageRow]:
        """The passages of a page that say something; all of a page that has none."""
        rows = self._graph.passages_of(id_)
        return [row for row in rows if says_something(row.text)] or rows

    def _best_sentences(self, id_: str, summary: str) -> list[str]:
        """The sentences of a page that cover most of the question; nothing where the summary covers as much."""
        rows = self._telling(id_)
        if not rows:
            return []
        best = max(rows, key=lambda row: (self._asked.share(self._asked.covered(row.text)), -row.ordinal))
        covered = self._asked.covered(best.text)
        if summary and covered <= self._asked.covered(summary):
            return []
        found = windows(best.text, self._asked)
        return [quoted(found[-1][0] if found else best.text)]


def _claim_line(edge: Edge, names: dict[str, Node]) -> str:
    ends = [inline(names[end].name if end in names else end, MAX_NAME) for end in (edge.source, edge.target)]
    return f"- {ends[0]} -{inline(display_relation(edge.relation))}[{edge.confidence:g}]-> {ends[1]}"
