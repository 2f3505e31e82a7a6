from __future__ import annotations

import zlib
from collections.abc import Sequence

from scripts.model import ClaimRow, Edge, EvidenceRow, Name
from scripts.retrieval_engine.claims import named_nodes, path_nodes, select_claims
from scripts.retrieval_engine.values import Query, QueryName, QueryTerm
from scripts.retrieval_engine.walk import Pruned, Walk, best_first

from .material import words


def query(*asked: str, names: Sequence[str] = ()) -> Query:
    terms = [*asked, *(word for name in names for word in name.split())]
    return Query(
        " ".join(terms),
        tuple(QueryTerm(word, word, 1, 1.0, 1 / len(terms)) for word in terms),
        (),
        tuple(
            QueryName(name, name, (Name(name, name, "title", name, place, 1),), 1.0, 0.5)
            for place, name in enumerate(names)
        ),
        (),
        "en",
        100,
    )


STANDS = EvidenceRow("s", "s.md", "b1", "", 7)


def claim(
    subject: str,
    relation: str,
    object_: str,
    confidence: float = 0.9,
    *,
    id: int = 0,
    evidence: EvidenceRow | None = None,
) -> ClaimRow:
    id = id or zlib.crc32(f"{subject} {relation} {object_}".encode())
    ends = subject, subject, relation, object_, object_
    return ClaimRow(id, 1, "summary.md", 1, *ends, confidence, "", "claim", (evidence,) if evidence else ())


def quoting(quote: str, text: str = "", **changes) -> EvidenceRow:
    return STANDS._replace(quote=quote, text=text, **changes)


def select(query: Query, *rows: ClaimRow):
    groups = named_nodes(query, limit=8)
    seeds = [node for nodes in groups for node in nodes]
    edges = [Edge(row.subject, row.relation, row.object, row.confidence) for row in rows]

    def edges_at(nodes: Sequence[str], *, min_confidence: float, limit: int) -> list[Edge]:
        near = [edge for edge in edges if edge.source in nodes or edge.target in nodes]
        return [edge for edge in near if edge.confidence >= min_confidence][:limit]

    walk = best_first(edges_at, seeds, depth=2, min_confidence=0.6, max_nodes=50)
    ends = path_nodes(walk, query, words, limit=6)
    return select_claims(query, rows, groups, walk, ends, min_confidence=0.6, words=words)


def said(claims) -> list[tuple[str, str, str, str]]:
    return [(claim.reason, claim.subject, claim.relation, claim.object) for claim in claims]


def test_claims_between_two_named_things_come_first():
    rows = claim("pin", "requires", "future"), claim("pin", "contains", "unpin")
    assert said(select(query("contains", names=("pin", "future")), *rows)) == [
        ("between", "pin", "requires", "future"),
        ("named", "pin", "contains", "unpin"),
    ]


def test_a_claim_shares_its_relation_with_the_question():
    rows = claim("rollout", "depends_on", "pin"), claim("pin", "contains", "field")
    assert said(select(query("depends", names=("pin",)), *rows)) == [("named", "rollout", "depends_on", "pin")]


def test_a_claim_shares_words_of_its_evidence_with_the_question():
    text = "Nobody objected. The pin moved to the harbor."
    (shown,) = select(
        query("harbor", names=("pin",)), claim("pin", "contains", "x", evidence=quoting("pin moved", text))
    )
    assert shown.proof.text == "The pin moved to the harbor."


def test_the_surest_claims_are_listed_where_nothing_else_is_asked():
    rows = [claim("pin", "contains", f"part{number}", 0.6 + number / 100) for number in range(9)]
    assert [claim.object for claim in select(query(names=("pin",)), *rows)] == ["part8", "part7", "part6"]


def test_a_path_is_shown_in_its_order_where_its_end_meets_the_question():
    rows = claim("leak", "causes", "crash"), claim("crash", "precedes", "audit"), claim("crash", "precedes", "party")
    assert said(select(query("audit", names=("leak",)), *rows)) == [
        ("path", "leak", "causes", "crash"),
        ("path", "crash", "precedes", "audit"),
    ]


def test_a_claim_below_the_threshold_is_not_shown():
    assert select(query(names=("pin",)), claim("pin", "contains", "x", 0.5)) == ()


def test_equal_claims_are_one_with_the_number_of_their_sources():
    rows = (
        claim("a", "causes", "b", 0.7, id=1, evidence=quoting("", "A causes b.", source="s1")),
        claim("a", "causes", "b", 0.9, id=2, evidence=quoting("", "B is caused by a.", source="s2")),
    )
    (shown,) = select(query(names=("a", "b")), *rows)
    assert (shown.confidence, shown.sources) == (0.9, 2)


def test_evidence_that_is_gone_is_told():
    rows = (
        claim("a", "causes", "b", evidence=quoting("a breaks b", passage=None, is_gone=True)),
        claim("a", "causes", "d", evidence=quoting("a breaks d", passage=None, path="", is_gone=True)),
    )
    shown = select(query(names=("a",)), *rows)
    assert [claim.stale for claim in shown] == ["quote gone", "source gone"]


def test_evidence_that_stands_is_shown_before_evidence_that_is_gone():
    rows = (
        claim("a", "causes", "b", id=1, evidence=quoting("a breaks b", passage=None, is_gone=True)),
        claim("a", "causes", "b", 0.7, id=2, evidence=quoting("a breaks b", "Here a breaks b.")),
    )
    (shown,) = select(query(names=("a", "b")), *rows)
    assert (shown.stale, shown.proof.text) == ("", "Here a breaks b.")


def test_claims_that_contradict_each_other_say_so():
    rows = claim("a", "increases", "b"), claim("a", "decreases", "b")
    shown = select(query(names=("a", "b")), *rows)
    assert [(claim.relation, claim.conflicts) for claim in shown] == [
        ("decreases", ("a increases b",)),
        ("increases", ("a decreases b",)),
    ]


def test_a_name_that_many_notes_have_names_none_of_them():
    notes = tuple(Name("Index", "index", "stem", f"{number}/Index", number, 9) for number in range(4))
    asked = Query("index", (), (), (QueryName("index", "index", notes, 1.0, 1.0),), (), "en", 9)
    assert named_nodes(asked, limit=8) == ((),)


def test_nothing_is_shown_of_an_empty_walk():
    assert select_claims(query("x"), (), (), Walk((), Pruned(), ()), (), min_confidence=0.6, words=words) == ()
