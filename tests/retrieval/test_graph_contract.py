"""What every GraphReader promises: one suite over all of them."""

from __future__ import annotations

import pytest

from scripts.pages.model import Edge
from scripts.pages.text.names import fold_name
from scripts.semantic.embedders import Embedder
from scripts.store.index import Index, IndexOptions
from scripts.store.reader import SqliteReader
from scripts.store.vault import Vault
from scripts.store.vector_update import update_vectors
from tests.retrieval.memory_graph import MemoryGraph, PageIn
from tests.retrieval.samples import CLAIMS, PAGES, write_vault
from tests.semantic.hash_embedder import embed

LONG = PageIn("print", "Print", ("A print.", "Colophon: " + "set in lead by hand, " * 500))
EMBEDDER = Embedder("hash", lambda: embed)
LEAK_CRASH = Edge("memory-leak", "causes", "system-crash", 0.9, 2)
CRASH_RESTART = Edge("system-crash", "causes", "restart", 0.8, 1)
CACHE_LEAK = Edge("cache-layer", "contains", "memory-leak", 0.7, 1)


@pytest.fixture(params=["memory", "sqlite"])
def graph(request, tmp_path):
    if request.param == "memory":
        yield MemoryGraph((*PAGES, LONG), CLAIMS, EMBEDDER)
        return
    write_vault(tmp_path / "wiki", (*PAGES, LONG), CLAIMS)
    (tmp_path / "graph").mkdir()
    index = Index(Vault(str(tmp_path / "wiki")), str(tmp_path / "graph"), IndexOptions())
    index.refresh()
    update_vectors(index, EMBEDDER, None)
    yield SqliteReader(index.connection(), EMBEDDER)
    index.close()


def claims_at(graph, ids, **options):
    found = graph.edges_at(ids, **{"min_confidence": 0.6, **options})
    return {id: [edge for edge in edges if edge.relation != "links_to"] for id, edges in found.items()}


def test_claims_of_one_relation_that_lead_to_nodes_are_read_together(graph):
    ids = ["system-crash", "memory-leak", "restart", "nowhere"]
    found = graph.edges_into(ids, "causes", min_confidence=0.6)
    assert found == {"system-crash": [LEAK_CRASH], "restart": [CRASH_RESTART]}
    assert graph.edges_into(ids, "causes", min_confidence=0.85) == {"system-crash": [LEAK_CRASH]}


def text_of(graph, hits):
    return [graph.passages([hit.passage])[hit.passage].text for hit in hits]


def test_a_page_is_a_node_with_its_names(graph):
    node = graph.nodes(["memory-leak", "nowhere"])["memory-leak"]
    assert (node.name, node.path, node.category) == ("Memory leak", "entities/memory-leak.md", "entities")
    assert node.aliases == ("leak", "heap growth")


def test_unknown_ids_are_left_out(graph):
    assert graph.nodes(["nowhere"]) == {}
    assert graph.passages([-1, 10**15]) == {}
    assert graph.passages_of("nowhere") == []
    assert graph.passage_at("nowhere", "p0") is None
    assert not claims_at(graph, ["nowhere"]).get("nowhere")


def test_a_missing_page_is_a_node_without_a_path(graph):
    assert graph.nodes(["slow-disk"])["slow-disk"].path == ""


def test_edges_come_best_first_and_both_ways(graph):
    assert claims_at(graph, ["memory-leak"]) == {"memory-leak": [LEAK_CRASH, CACHE_LEAK]}


def test_edges_keep_their_direction(graph):
    assert claims_at(graph, ["system-crash"], direction="out")["system-crash"] == [CRASH_RESTART]
    assert claims_at(graph, ["system-crash"], direction="in")["system-crash"] == [LEAK_CRASH]


def test_edges_of_wanted_relations_only(graph):
    assert graph.edges_at(["memory-leak"], min_confidence=0.6, relations=["contains"])["memory-leak"] == [CACHE_LEAK]


def test_no_edge_below_the_threshold(graph):
    assert all(edge.confidence >= 0.6 for edge in claims_at(graph, ["memory-leak"])["memory-leak"])
    low = claims_at(graph, ["memory-leak"], min_confidence=0.2)["memory-leak"]
    assert Edge("memory-leak", "causes", "slow-disk", 0.3, 1) in low


def test_no_more_edges_than_asked_for(graph):
    assert claims_at(graph, ["memory-leak"], limit=1)["memory-leak"] == [LEAK_CRASH]


def test_the_best_edges_are_the_first_of_all(graph):
    for id in ("memory-leak", "system-crash"):
        whole = graph.edges_at([id], min_confidence=0.2)[id]
        for limit in range(1, len(whole) + 1):
            assert graph.edges_at([id], min_confidence=0.2, limit=limit)[id] == whole[:limit]


def test_a_node_is_called_by_its_label_and_an_unknown_one_by_its_id(graph):
    found = graph.labels(["memory-leak", "slow-disk", "nowhere"])
    assert found == {"memory-leak": "Memory leak", "slow-disk": "slow-disk", "nowhere": "nowhere"}
    assert found["slow-disk"] == graph.nodes(["slow-disk"])["slow-disk"].name


def test_untyped_links_are_weaker_than_claims(graph):
    edges = graph.edges_at(["valgrind"], min_confidence=0.6)["valgrind"]
    assert [(edge.source, edge.relation, edge.weight < 1) for edge in edges] == [("memory-leak", "links_to", True)]


def test_edges_are_counted_with_direction(graph):
    def count(least: float = 0.0, direction: str = "both") -> int:
        return graph.edge_counts(["memory-leak"], min_confidence=least, direction=direction, most=1000)["memory-leak"]

    more = count() - count(0.6)
    assert more == 1
    assert count(direction="in") + count(direction="out") == count()


def test_edges_of_a_hub_are_counted_as_far_as_is_asked(graph):
    for direction in ("in", "out", "both"):
        whole = graph.edge_counts(["memory-leak"], min_confidence=0.0, direction=direction, most=1000)["memory-leak"]
        found = graph.edge_counts(["memory-leak"], min_confidence=0.0, direction=direction, most=1)
        assert found == {"memory-leak": min(whole, 1)}


def test_evidence_names_source_passage_and_quote_best_first(graph):
    items = graph.checked(graph.evidence([LEAK_CRASH])[LEAK_CRASH])
    told = [(item.source, item.block, item.quote, item.confidence, item.stale) for item in items]
    assert told == [
        ("incident-report", "p1", "due to memory leaks", 0.9, False),
        ("post-mortem", "p0", "a system crash", 0.7, False),
    ]


def test_evidence_below_the_threshold_is_not_told(graph):
    items = graph.evidence([LEAK_CRASH], min_confidence=0.8)[LEAK_CRASH]
    assert [item.confidence for item in items] == [0.9]


def test_a_passage_tells_the_edges_it_is_evidence_for(graph):
    assert graph.edges_citing("post-mortem", "P0", min_confidence=0.6) == [LEAK_CRASH, CRASH_RESTART]
    assert graph.edges_citing("post-mortem", "p0", min_confidence=0.75) == [CRASH_RESTART]
    assert graph.edges_citing("post-mortem", "", min_confidence=0.0) == []
    assert graph.edges_citing("nowhere", "p0", min_confidence=0.0) == []


def test_search_takes_any_of_the_terms_and_ranks(graph):
    hits = graph.search(["tomatoes", "sun", "beans"], limit=5)
    assert text_of(graph, hits) == ["Tomatoes want sun and water.", "Beans climb on poles."]
    assert hits[0].score > hits[1].score


def test_search_stems_english(graph):
    assert text_of(graph, graph.search(["tomato"], limit=5)) == ["Tomatoes want sun and water."]


def test_search_takes_several_words_as_a_phrase(graph):
    assert "Every restart follows a system crash within minutes." in text_of(
        graph, graph.search(["system crash"], limit=9)
    )
    assert graph.search(["minutes within"], limit=9) == []


def test_search_keeps_its_limit_and_finds_nothing_for_nothing(graph):
    assert len(graph.search(["service"], limit=1)) == 1
    assert graph.search([], limit=5) == []
    assert graph.search(["zzz"], limit=5) == []


def test_search_over_pages_finds_each_page_once(graph):
    pages = [hit.page for hit in graph.search(["memory", "service", "cache"], limit=9, pages_only=True)]
    assert len(pages) == len(set(pages))
    assert "memory-leak" in pages


def test_document_frequency_counts_passages(graph):
    frequency = graph.document_frequency(["beans", "tomato", "zzz", "climb on poles"])
    assert frequency == {"beans": 1, "tomato": 1, "zzz": 0, "climb on poles": 1}


def test_each_hand_is_searched_by_itself(graph):
    terms = ["memory", "service", "cache"]
    hands = {hand: {hit.passage for hit in graph.search(terms, limit=50, hand=hand)} for hand in ("first", "second")}
    categories = {hand: {row.category for row in graph.passages(sorted(ids)).values()} for hand, ids in hands.items()}
    assert categories["first"] == {"sources"}
    assert "entities" in categories["second"]
    assert "sources" not in categories["second"]
    assert {hit.passage for hit in graph.search(terms, limit=50)} == hands["first"] | hands["second"]


def test_search_holding_a_phrase_keeps_the_passages_that_have_it(graph):
    every = graph.search(["service", "crash"], limit=50)
    held = graph.search(["service", "crash"], limit=50, holding="system crash")
    assert 0 < len(held) < len(every)
    rows = graph.passages([hit.passage for hit in held]).values()
    assert all("system crash" in f"{row.title} {row.text}".lower().replace("-", " ") for row in rows)


@pytest.mark.parametrize("hand", ["first", "second"])
def test_of_some_passages_those_that_hold_a_word_or_a_phrase_are_told(graph, hand):
    ids = [hit.passage for hit in graph.search(["service", "restart", "memory"], limit=50, hand=hand)]
    for terms in (["restart"], ["system crash"], ["memories", "service"], ["nothing"], ["nothing", "empty"]):
        wanted = {hit.passage for hit in graph.search(terms, limit=50, hand=hand)} & {*ids}
        assert {*graph.holding(terms, ids, hand=hand)} == wanted
        assert {*graph.holding(terms, ids[:1], hand=hand)} == wanted & {*ids[:1]}
    assert graph.holding(["restart"], [], hand=hand) == []


def test_long_passages_are_known_by_a_word_they_hold(graph):
    (long,) = graph.long_holders(["zzz", "colophon", "service"], limit=9)
    assert graph.passages([long])[long].text.startswith("Colophon:")
    assert graph.long_holders(["colophon"], limit=0) == graph.long_holders(["tomatoes"], limit=9) == []


def test_passages_of_a_page_stand_in_order_with_consecutive_ids(graph):
    rows = graph.passages_of("incident-report")
    assert [row.ordinal for row in rows] == [0, 1, 2]
    assert [row.block for row in rows] == ["p0", "p1", "p2"]
    assert [row.id - rows[0].id for row in rows] == [0, 1, 2]
    assert graph.passages([rows[1].id]) == {rows[1].id: rows[1]}
    assert graph.passage_count() == sum(len(page.passages) for page in (*PAGES, LONG) if page.category == "sources")


def test_a_passage_is_found_by_its_block_without_case(graph):
    row = graph.passage_at("incident-report", "P1")
    assert (row.page, row.category, row.title) == ("incident-report", "sources", "Incident report")
    assert row.text == "The system crashes due to memory leaks in the cache layer."
    assert graph.passage_at("incident-report", "p9") is None


@pytest.mark.parametrize(
    ("name", "node", "how"),
    [
        ("memory leaks", "memory-leak", "exact"),
        ("Heap-Growth", "memory-leak", "alias"),
        ("incident report", "incident-report", "exact"),
    ],
)
def test_names_are_found_by_folded_key(graph, name, node, how):
    key = fold_name(name)
    assert [(hit.node, hit.how) for hit in graph.names([key, "nobody"])[key]] == [(node, how)]
    assert "nobody" not in graph.names([key, "nobody"])


def test_words_are_known_as_beginnings_of_names(graph):
    asked = ["memory", "memory leak", "mem", "memory l", "nothing"]
    assert graph.names_beginning(asked) == {"memory": "\nmemory leak\n", "memory leak": "\nmemory leak\n"}


def test_what_is_expected_and_what_is_noted_changes_no_answer(graph):
    before = graph.passages_of("incident-report")
    graph.expect(passages=[before[0].id, 10**6], pages=["incident-report", "nowhere"])
    assert graph.passages_of("incident-report") == before
    assert graph.notes.get("a text") is None
    assert graph.notes.put("a text", (1,)) == graph.notes.get("a text") == (1,)


def test_similar_names_forgive_a_typo(graph):
    best = graph.similar_names("sytem crash")[0]
    assert (best.node, best.how) == ("system-crash", "fuzzy")
    assert 0.8 <= best.score < 1


def test_similar_terms_are_words_of_the_index(graph):
    near = graph.similar_terms("tomatos", limit=1) or graph.similar_terms("tomatoe", limit=1)
    assert graph.document_frequency(near) == {near[0]: 1}


def test_first_hand_passages_that_are_like_a_text_come_likest_first(graph):
    hits = graph.similar_passages("memory leaks in the cache layer", limit=3)
    assert text_of(graph, hits)[0] == "The system crashes due to memory leaks in the cache layer."
    assert [hit.cosine for hit in hits] == sorted([hit.cosine for hit in hits], reverse=True)
    assert {row.category for row in graph.passages([hit.passage for hit in hits]).values()} == {"sources"}
    assert [hit.page for hit in hits] == ["incident-report", "incident-report", "incident-report"]
    assert graph.similar_passages("", limit=3) == []
