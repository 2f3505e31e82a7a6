"""What the reader over SQLite tells, beyond the contract of every reader."""

from __future__ import annotations

import pytest

from scripts.pages.model import Edge
from scripts.store.kept import Shelf
from scripts.store.passage_search import match_expression
from scripts.store.reader import SqliteReader

SOURCE = (
    "---\ntitle: Incident\nupdated: 2026-01-02\n---\nThe system crashes due to leaks. ^p1\n\nNobody was hurt. ^p2\n"
)


@pytest.fixture
def reader_of(room):
    opened = []

    def build(pages):
        for path, text in pages.items():
            room.write(path, text)
        index = room.index()
        index.refresh()
        opened.append(index)
        return SqliteReader(index.connection())

    yield build
    for index in opened:
        index.close()


def ends(edges):
    return [(edge.source, edge.relation, edge.target) for edge in edges]


def claims_at(reader, id_, **options):
    found = reader.edges_at([id_], **{"min_confidence": 0.0, **options}).get(id_, [])
    return ends(edge for edge in found if edge.relation != "links_to")


def test_edges_of_one_weight_stand_by_relation_then_by_the_other_end(reader_of):
    reader = reader_of({"m.md": "- causes [[z]]\n- causes [[b]]\n- contains [[c]]\n", "a.md": "- causes [[m]]\n"})
    expected = [("a", "causes", "m"), ("m", "causes", "b"), ("m", "causes", "z"), ("m", "contains", "c")]
    assert claims_at(reader, "m") == expected


def test_a_symmetric_relation_is_met_from_both_ends_in_both_directions(reader_of):
    reader = reader_of({"a.md": "- similar_to [[b]]\n- causes [[c]]\n", "b.md": "x", "c.md": "x"})
    similar = [edge for edge in claims_at(reader, "a") if edge[1] != "causes"]
    assert len(similar) == 1
    for direction in ("in", "out", "both"):
        assert claims_at(reader, "b", direction=direction) == similar
        assert similar[0] in claims_at(reader, "a", direction=direction)
        assert reader.edge_counts(["b"], min_confidence=0.6, direction=direction, most=1000)["b"] == len(
            reader.edges_at(["b"], min_confidence=0.6, direction=direction)["b"]
        )


def test_d17_direction_tells_causes_from_effects(reader_of):
    reader = reader_of({"a.md": "- causes [[b]]\n", "c.md": "- causes [[b]]\n", "b.md": "- causes [[d]]\n"})
    assert claims_at(reader, "b", direction="out") == [("b", "causes", "d")]
    assert claims_at(reader, "b", direction="in") == [("a", "causes", "b"), ("c", "causes", "b")]


def test_an_edge_to_itself_is_one_edge_in_every_direction(reader_of):
    reader = reader_of({"a.md": "- causes [[a]]\n"})
    for direction in ("in", "out", "both"):
        assert claims_at(reader, "a", direction=direction) == [("a", "causes", "a")]
        assert reader.edge_counts(["a"], min_confidence=0.0, direction=direction, most=1000)["a"] == 1


def test_d16_an_inverse_relation_is_the_same_edge(reader_of):
    reader = reader_of({"engine.md": "- part_of [[car]]\n", "car.md": "- contains [[engine]]\n"})
    edges = [edge for edge in reader.edges_at(["car"], min_confidence=0)["car"] if edge.relation == "contains"]
    assert edges == [Edge("car", "contains", "engine", 1.0, 2)]


def test_d38_claims_below_the_threshold_are_not_told_beside_a_hub_of_links(reader_of):
    pages = {f"{n}.md": "[[hub]]" for n in range(90)}
    weak = "## Claims\n\n- [[hub]] causes [[weak]] (0.55)\n- [[hub]] causes [[strong]] (0.9)\n"
    reader = reader_of({**pages, "hub.md": "x", "c.md": weak})
    edges = reader.edges_at(["hub"], min_confidence=0.6, limit=200)["hub"]
    assert ends(edges[:1]) == [("hub", "causes", "strong")]
    assert {edge.relation for edge in edges[1:]} == {"links_to"}
    assert len(edges) == 92
    assert claims_at(reader, "hub", min_confidence=0.5) == [("hub", "causes", "strong"), ("hub", "causes", "weak")]


def test_a_hub_costs_what_is_asked_of_it(reader_of):
    pages = {f"{n}.md": f"[[hub]] {n}" for n in range(400)}
    reader = reader_of({**pages, "hub.md": "- causes [[effect]]\n"})
    steps = 0

    def count():
        nonlocal steps
        steps += 1

    reader.nodes(["hub"])
    connection = reader._run.__self__
    connection.set_progress_handler(count, 10)
    assert ends(reader.edges_at(["hub"], min_confidence=0.6, limit=1)["hub"]) == [("hub", "causes", "effect")]
    assert claims_at(reader, "hub", min_confidence=0.6, direction="out", limit=2) == [("hub", "causes", "effect")]
    assert claims_at(reader, "hub", min_confidence=0.6, relations=["causes"]) == [("hub", "causes", "effect")]
    connection.set_progress_handler(None, 0)
    assert steps < 60


def test_d19_every_source_of_an_edge_is_kept(reader_of):
    line = '- [[leak]] causes [[crash]] (0.{n}, [[s{n}#^p1]] "due to leaks")\n'
    pages = {f"sources/s{n}.md": SOURCE for n in (7, 8, 9)}
    pages |= {f"summaries/s{n}-summary.md": "## Claims\n\n" + line.format(n=n) for n in (7, 8, 9)}
    reader = reader_of(pages)
    edge = Edge("leak", "causes", "crash", 0.9, 3)
    assert [e for e in reader.edges_at(["leak"], min_confidence=0.6)["leak"] if e.relation == "causes"] == [edge]
    told = [(item.source, item.confidence, item.claimed_in, item.line) for item in reader.evidence([edge])[edge]]
    assert told == [(f"s{n}", n / 10, f"summaries/s{n}-summary.md", 3) for n in (9, 8, 7)]


def test_a_claim_dies_with_its_last_source(room, reader_of):
    claim = '## Claims\n\n- [[leak]] causes [[crash]] (0.9, [[s#^p1]] "due to leaks")\n'
    assert claims_at(reader_of({"sources/s.md": SOURCE, "summaries/s-summary.md": claim}), "leak")
    (room.root / "sources" / "s.md").unlink()
    assert claims_at(reader_of({}), "leak") == []


def test_a_persons_own_claim_rests_on_its_page(reader_of):
    reader = reader_of({"a.md": "---\nupdated: 2026-03-04\n---\n- causes [[b]]\n"})
    edge = Edge("a", "causes", "b", 1.0, 1)
    (item,) = reader.evidence([edge])[edge]
    assert (item.claimed_in, item.line, item.source, item.date) == ("a.md", 4, "a", "2026-03-04")


def test_notes_of_one_stem_are_called_by_their_paths(room, reader_of):
    reader = reader_of({"x/a.md": "one", "y/a.md": "two", "b.md": "[[x/a]] [[y/a]]"})
    assert {id_: node.path for id_, node in reader.nodes(["a", "x/a", "y/a"]).items()} == {
        "x/a": "x/a.md",
        "y/a": "y/a.md",
    }
    assert sorted(edge.target for edge in reader.edges_at(["b"], min_confidence=0)["b"]) == ["x/a", "y/a"]
    (room.root / "y" / "a.md").unlink()
    assert reader_of({}).nodes(["a"])["a"].path == "x/a.md"


def test_a_missing_page_is_one_node_however_it_is_written(reader_of):
    reader = reader_of({"a.md": "[[Slow Disk]]", "b.md": "[x](<slow disk.md>)", "c.md": "[[slow disk]]"})
    node = reader.nodes(["slow disk"])["slow disk"]
    assert (node.name, node.path) == ("Slow Disk", "")
    assert len(reader.edges_at(["Slow Disk"], min_confidence=0)["Slow Disk"]) == 3
    assert [hit.how for hit in reader.names(["slow disk"])["slow disk"]] == ["missing"]


def test_attachments_and_the_catalog_are_no_nodes(room):
    for path in ("img.png", "index.md"):
        room.write(path, "x")
    room.write("a.md", "![[img.png]] [[index]]")
    index = room.index(skipped=frozenset({"index.md"}))
    index.refresh()
    reader = SqliteReader(index.connection())
    assert reader.edges_at(["a"], min_confidence=0) == {"a": []}
    assert reader.nodes(["img.png", "index"]) == {}
    index.close()


def test_ties_in_search_stand_by_page_whatever_the_order_of_writing(room, reader_of):
    for name in ("c", "a", "b"):
        reader = reader_of({f"{name}.md": "same words"})
    assert [hit.page for hit in reader.search(["words"], limit=2)] == ["a", "b"]
    assert (room.root / "c.md").exists()


def test_a_word_that_most_passages_hold_does_not_match_beside_others(reader_of):
    pages = {f"{n}.md": f"common words number {n}" for n in range(20)}
    reader = reader_of({**pages, "rare.md": "common rare thing"})
    assert [hit.page for hit in reader.search(["common", "rare"], limit=50)] == ["rare"]
    assert len(reader.search(["common"], limit=50)) == 21
    assert len(reader.search(["common", "words"], limit=50)) == 21
    assert len(reader.search(["common", "nowhere"], limit=50)) == 21


def test_a_question_is_words_never_operators(reader_of):
    reader = reader_of({"a.md": 'some "quoted" words NEAR here'})
    for term in ('"', "NEAR(a b)", "words NOT here", "title:words", "wor*", "a AND", "-words", "^words", "\0", "{a}"):
        reader.search([term], limit=5)
    assert match_expression(['x" OR "y']) == '"x OR y"'


@pytest.mark.parametrize(("text", "term"), [("知识图谱很好", "图谱"), ("cafe\u0301 re\u0301sume\u0301", "résumé")])
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_d12_words_are_found_in_every_script_and_form(reader_of, text, term, form):
    from unicodedata import normalize

    reader = reader_of({"a.md": text, "b.md": "other"})
    assert [hit.page for hit in reader.search([normalize(form, term)], limit=5)] == ["a"]


def test_a_broken_name_finds_its_neighbors(reader_of):
    reader = reader_of({"kubernetes-cluster.md": "Deployments of containers", "b.md": "containers", "c.md": "x"})
    assert [hit.node for hit in reader.similar_names("kuberntes cluster")] == ["kubernetes-cluster"]
    assert reader.similar_names("zz") == []


def test_a_page_without_text_is_found_by_its_name_and_has_no_passages(reader_of):
    reader = reader_of({"empty-page.md": "", "b.md": "x"})
    (hit,) = reader.search(["empty"], limit=5)
    assert hit.page == "empty-page"
    assert reader.passages([hit.passage])[hit.passage].text == ""
    assert reader.passages_of("empty-page") == []
    assert reader.passages([hit.passage + 1]) == {}


def test_passages_are_counted_without_reading_a_text(room):
    room.write("a.md", "one\n\ntwo")
    room.write("empty.md", "")
    index = room.index()
    index.refresh()
    read: list[str] = []
    index.connection().set_trace_callback(read.append)
    assert SqliteReader(index.connection()).passage_count() == 3
    assert not any("pages" in statement or "texts" in statement or "docsize" in statement for statement in read)
    index.close()


def test_more_passages_than_a_byte_tells_are_counted(reader_of):
    assert reader_of({"many.md": "\n\n".join(f"word {at}" for at in range(300))}).passage_count() == 300


def test_names_begin_with_whole_words(reader_of):
    reader = reader_of({"minute book.md": "x", "minutes 3.md": "x", "other.md": "x"})
    asked = ["minute", "minut", "minute book", "minute boo", "minute 3", "other", "zz"]
    begun = {each: sorted(names.split("\n")[1:-1]) for each, names in reader.names_beginning(asked).items()}
    alone = {each: [each] for each in ("minute book", "minute 3", "other")}
    assert begun == {"minute": ["minute 3", "minute book"], **alone}


def test_names_that_many_begin_like_are_not_listed(reader_of):
    reader = reader_of({f"minutes {day}.md": "x" for day in range(40)})
    asked = ["minute", "minute 7"]
    assert reader.names_beginning(asked) == reader.names_beginning(asked) == {"minute": "", "minute 7": "\nminute 7\n"}


def test_a_hit_has_the_name_of_its_page_also_where_others_share_its_file_name(reader_of):
    reader = reader_of({"a/same.md": "Words of one.", "b/same.md": "Words of another.", "own.md": "Words."})
    assert {hit.page for hit in reader.search(["words"], limit=9)} == {"a/same", "b/same", "own"}


def test_the_names_of_many_neighbors_are_read_at_once(reader_of):
    links = " ".join(f"[[n{n}]]" for n in range(40))
    reader = reader_of({"hub.md": links} | {f"n{n}.md": "x" for n in range(40)})
    read: list[str] = []
    reader._connection.set_trace_callback(read.append)
    edges = reader.edges_at(["hub"], min_confidence=0.0)["hub"]
    assert len(reader.nodes([edge.target for edge in edges])) == 40
    assert reader.edge_counts(["hub"], min_confidence=0.0, most=1000)["hub"] == 40
    assert len(read) <= 10


def test_a_full_shelf_is_emptied():
    shelf = Shelf(3)
    for key in "abcd":
        shelf.put(key, key)
    assert (shelf.get("a"), shelf.get("d")) == (None, "d")
