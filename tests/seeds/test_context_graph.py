"""The seeds' names: what the functions take, the shapes they return, and what they raise."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from scripts.contextgraph import ContextGraphSkill
from scripts.errors import (
    AmbiguousPageError,
    BundleError,
    ClaimError,
    DataError,
    NameTakenError,
    PageNotFoundError,
    SourceError,
)
from scripts.knowledge_base import KnowledgeBase
from scripts.tools import (
    documents_store,
    graph_store,
    index_store,
    ontology_store,
    retrieval_engine,
    rrlmgraph,
    wiki_store,
)
from scripts.verbs import writing
from tests.acceptance.story import build_story, entity, relation
from tests.running import NOW, done, page, python, tree, write

NODE = {
    "id",
    "name",
    "type",
    "category",
    "path_in_vault",
    "source_document",
    "source_chunks",
    "depth",
    "path",
    "path_confidence",
}
EDGE = {
    "source",
    "target",
    "type",
    "confidence",
    "sources",
    "source_document",
    "supporting_text",
    "chunk_id",
    "evidence",
}
CHUNK = {"chunk_id", "doc_id", "text", "heading", "line"}


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(build_story(tmp_path_factory.mktemp("tools")))


@pytest.fixture
def home(tmp_path: Path) -> str:
    done("init", tmp_path / "home")
    return str(tmp_path / "home")


@pytest.mark.parametrize(
    ("module", "names"),
    [
        (wiki_store, "search_wiki read_page read_page_by_slug write_page list_pages get_log lint_wiki"),
        (index_store, "search add_entity explain"),
        (retrieval_engine, "retrieve walk_paths"),
        (rrlmgraph, "query_context compute_relevance build_node_context assemble_context_string"),
        (rrlmgraph, "log_task_trace update_task_weights update_task_polarity"),
        (documents_store, "add_document get_document get_chunk list_documents search_chunks"),
        (graph_store, "add_node add_edge get_subgraph find_node_by_name get_neighbors"),
        (ontology_store, "normalize_relation normalize_type relation_direction list_relations"),
    ],
    ids=lambda value: getattr(value, "__name__", "names").rpartition(".")[2],
)
def test_every_inherited_name_is_there_and_takes_a_home(module: object, names: str) -> None:
    for name in names.split():
        function = getattr(module, name)
        assert function.__doc__
        if module is not ontology_store:
            assert inspect.signature(function).parameters["home"].kind is inspect.Parameter.KEYWORD_ONLY


def test_a_page_is_written_as_it_was_read_but_for_what_was_changed(home: str) -> None:
    wiki_store.write_page("topic", "Pumps", "Mine.", "About pumps", home=home)
    text, sha = wiki_store.read_page_with_sha("topic", "Pumps", home=home)
    assert text == wiki_store.read_page("topic", "Pumps", home=home)
    wiki_store.write_page("topic", "Pumps", text.replace("Mine.", "Ours."), expect_sha=sha, home=home)
    written, sha = wiki_store.read_page_with_sha("topic", "Pumps", home=home)
    assert written == text.replace("Mine.", "Ours.")
    for title, given in (("Pumps", text.replace("About", "On")), ("Valves", text)):
        with pytest.raises(BundleError, match="begins with properties: give what stands below them"):
            wiki_store.write_page("topic", title, given, expect_sha=sha if title == "Pumps" else "", home=home)
    assert wiki_store.read_page("topic", "Pumps", home=home) == written


def test_lint_gives_findings_and_the_places_of_each_rule(home: str) -> None:
    write(Path(home) / "wiki", {"topics/a.md": page("A", "[[nowhere]]")})
    report = wiki_store.lint_wiki(home=home)
    assert report["by_rule"] == {"broken-link": ["topics/a.md:6"]}
    assert set(report["findings"][0]) == {"rule", "path", "line", "message", "fix", "since"}
    assert report["checked_pages"] == 1


def test_a_query_names_nodes_and_a_name_can_be_added(story: str, home: str) -> None:
    assert index_store.search("what did the memory leak do?", home=story)[0] == "memory-leak"
    match = index_store.explain("the Speicherleck", home=story)[0]
    assert set(match) == {"id", "name", "mention", "how", "score"}
    assert (match["id"], match["how"]) == ("memory-leak", "alias")
    graph_store.add_node("pump", "device", home=home)
    graph_store.add_node("valve", "device", home=home)
    assert index_store.add_entity("hydraulic thing", "pump", home=home) == "pump"
    assert index_store.add_entity("hydraulic thing", "pump", home=home) == "pump"
    assert index_store.search("hydraulic thing", home=home) == ["pump"]
    with pytest.raises(NameTakenError, match=r"entities/valve\.md"):
        index_store.add_entity("valve", "pump", home=home)
    with pytest.raises(DataError, match="the alias is empty"):
        index_store.add_entity(" \u200b", "pump", home=home)
    with pytest.raises(PageNotFoundError):
        index_store.add_entity("x", "nowhere", home=home)


def test_a_document_is_registered_under_the_callers_id_and_read_by_it(home: str) -> None:
    added = documents_store.add_document("doc-7", "Pump report", "mail://7", "# Pumps\n\nThe pump failed.\n", home=home)
    assert {"doc_id", "id", "title", "source", "state", "revision", "chunks"} <= set(added)
    assert (added["doc_id"], added["id"], added["state"], added["source"]) == (
        "doc-7",
        "pump-report",
        "new",
        "mail://7",
    )
    assert [set(chunk) for chunk in added["chunks"]] == [CHUNK]
    chunk = added["chunks"][0]
    assert (chunk["text"], chunk["heading"]) == ("The pump failed.", "Pumps")
    found = documents_store.get_document("doc-7", home=home)
    assert found["chunks"] == added["chunks"]
    assert documents_store.get_chunk(chunk["chunk_id"], home=home) == chunk
    assert documents_store.list_documents(home=home) == [
        {"doc_id": "pump-report", "title": "Pump report", "source": "mail://7", "revision": 1, "chunk_count": 1}
    ]
    hit = documents_store.search_chunks("pump", home=home)[0]
    assert set(hit) == CHUNK | {"doc_title", "score"}
    assert hit["chunk_id"] == chunk["chunk_id"]
    again = documents_store.add_document("doc-7", "Pump report", "mail://7", "# Pumps\n\nThe pump works.\n", home=home)
    assert (again["id"], again["state"], again["revision"]) == ("pump-report", "changed", 2)


def test_documents_and_passages_that_are_not_there_are_errors(story: str, home: str) -> None:
    for read in (
        lambda: documents_store.get_document("nowhere", home=story),
        lambda: documents_store.get_document("memory-leak", home=story),
        lambda: documents_store.get_chunk("incident-report#^p000000", home=story),
        lambda: documents_store.get_chunk("nowhere#^p000000", home=story),
        lambda: documents_store.get_chunk("incident-report", home=story),
    ):
        with pytest.raises(PageNotFoundError):
            read()
    with pytest.raises(SourceError):
        documents_store.add_document("d", "T", "s", "", home=home)


def test_nodes_and_edges_have_the_inherited_shapes_and_more(story: str) -> None:
    found = graph_store.get_subgraph(["memory-leak", "checkout-crash", "nowhere"], home=story)
    assert sorted(found["nodes"]) == ["checkout-crash", "memory-leak"]
    node = found["nodes"]["memory-leak"]
    assert {"name", "type", "source_document", "source_chunks"} <= set(node)
    assert set(node) <= NODE
    assert (node["name"], node["type"], node["source_document"]) == ("memory leak", "problem", "incident-report")
    assert node["source_chunks"][0].startswith("incident-report#^p")
    edge = found["edges"][0]
    assert set(edge) == EDGE
    assert (edge["source"], edge["target"], edge["type"], edge["confidence"]) == (
        "memory-leak",
        "checkout-crash",
        "causes",
        0.95,
    )
    assert edge["chunk_id"].startswith(edge["source_document"] + "#^p")
    assert graph_store.find_node_by_name("MEMORY leak", home=story) == "memory-leak"
    assert graph_store.find_node_by_name("nothing", home=story) is None
    assert "memory-leak" in graph_store.get_neighbors("checkout-crash", home=story)
    assert graph_store.get_neighbors("nowhere", home=story) == []


def test_an_edge_needs_known_ends_a_relation_and_a_confidence(home: str) -> None:
    for name in ("pump", "valve"):
        graph_store.add_node(name, "device", home=home)
    edge = graph_store.add_edge("pump", "valve", "depends on", 0.8, home=home)
    assert (edge["source"], edge["type"], edge["target"], edge["confidence"]) == ("pump", "depends_on", "valve", 0.8)
    assert edge["source_document"] == "pump"
    before = tree(Path(home))
    for arguments, error in (
        (("pump", "nowhere", "causes", 0.9), PageNotFoundError),
        (("pump", "pump", "causes", 0.9), ClaimError),
        (("pump", "valve", "", 0.9), ClaimError),
        (("pump", "valve", "causes", 1.1), ClaimError),
        (("pump", "valve", "causes", -0.1), ClaimError),
        (("pump", "valve", "causes", float("nan")), ClaimError),
        (("pump", "valve", "causes", 0.1), ClaimError),
    ):
        with pytest.raises(error):
            graph_store.add_edge(*arguments, home=home)
    with pytest.raises(DataError, match="the name is empty"):
        graph_store.add_node(" \u200b ", "device", home=home)
    assert tree(Path(home)) == before


def test_a_claim_made_again_has_the_confidence_given_last(home: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # A person edits the page in between: nobody waits for them here.
    monkeypatch.setenv("COMMONPLACE_QUIET_SECONDS", "0")
    for name in ("pump", "valve", "seal"):
        graph_store.add_node(name, "device", home=home)
    pump = Path(home) / "wiki" / "entities" / "pump.md"
    told = [graph_store.add_edge("pump", "valve", "uses", each, home=home)["confidence"] for each in (0.9, 0.7, 0.65)]
    assert told == [0.9, 0.7, 0.65]
    assert pump.read_text().count("uses") == 1
    write(Path(home) / "wiki", {"entities/pump.md": page("pump", "- uses [[valve]], [[seal]]")})
    assert graph_store.add_edge("pump", "valve", "uses", 0.8, home=home)["confidence"] == 0.8
    assert "- uses [[valve]] (0.8)\n- uses [[seal]]\n" in pump.read_text()


def test_an_ambiguous_name_is_an_error_and_not_a_guess(home: str) -> None:
    write(Path(home) / "wiki", {"entities/redis.md": page("Redis"), "topics/redis.md": page("Redis")})
    with pytest.raises(AmbiguousPageError):
        graph_store.find_node_by_name("redis", home=home)


def test_relations_and_types_are_normalized_and_normalizing_twice_changes_nothing() -> None:
    for name in ("Part of", "leads-to", "is caused by", "orbits", "may cause", "依存する"):
        once = ontology_store.normalize_relation(name)
        assert ontology_store.normalize_relation(once) == once
    assert ontology_store.normalize_type("  Data-Base ") == ontology_store.normalize_type("data base")
    row = ontology_store.list_relations()[0]
    assert {"name", "inverse", "meaning", "synonyms", "symmetric", "opposites"} <= set(row)
    row["synonyms"].append("changed by a caller")
    assert "changed by a caller" not in ontology_store.list_relations()[0]["synonyms"]


def test_the_skill_answers_a_query_with_its_subgraph_and_evidence(story: str) -> None:
    skill = ContextGraphSkill(story)
    found = skill.query("why did the checkout crash?")
    assert {"nodes", "edges", "seeds", "pruned", "depth", "min_confidence", "max_nodes", "home"} == set(found)
    assert {"memory-leak", "checkout-crash"} <= set(found["nodes"])
    proved = skill.query_with_evidence("why did the checkout crash?")
    assert set(proved) == {"query", "subgraph", "supporting_documents", "evidence_chain"}
    assert "memory leak --[causes]--> checkout crash" in proved["evidence_chain"]
    document = next(each for each in proved["supporting_documents"] if each["doc_id"] == "incident-report")
    assert document["doc_title"] == "Incident report"
    assert "caused by a memory leak" in document["supporting_chunks"][0]["text"]
    nothing = skill.query_with_evidence("zeppelin?")
    assert (nothing["subgraph"]["nodes"], nothing["supporting_documents"]) == ({}, [])
    assert nothing["evidence_chain"] == "nothing the question names is known"


def test_the_skill_ingests_all_or_nothing(home: str) -> None:
    skill = ContextGraphSkill(home)
    text = "The pump failed because the valve stuck."
    entities = [entity("pump", "The pump failed"), entity("valve", "the valve stuck")]
    relations = [relation("valve", "pump", text)]
    before = tree(Path(home) / "wiki")
    with pytest.raises(BundleError, match=r"relations\[1\]: quote not found"):
        skill.ingest_with_content(
            "d1", "Report", "mail", text, entities, [*relations, relation("pump", "valve", "invented")]
        )
    assert tree(Path(home) / "wiki") == before
    done_ = skill.ingest_with_content("d1", "Report", "mail", text, entities, relations)
    assert (done_["doc_id"], done_["id"], done_["state"], done_["chunk_count"]) == ("d1", "report", "new", 1)
    assert (done_["nodes_added"], done_["edges_added"]) == (2, 1)
    assert done_["operations"] == [entry["op"] for entry in wiki_store.get_log(2, home=home)][::-1]
    assert skill.add_node("pump", "thing") == "pump"
    assert skill.add_edge("pump", "valve", "uses", 0.9)["type"] == "uses"


BEFORE = "The pump failed because the valve stuck.\n\nThe valve was cleaned.\n"
AFTER = "The pump failed because the valve broke.\n\nThe valve was cleaned.\n"


def _extracted(text: str) -> tuple[list[object], list[object]]:
    first = text.partition("\n")[0]
    entities = [entity("pump", first), entity("valve", "The valve was cleaned"), entity("Report", first)]
    return entities, [relation("valve", "pump", first)]


def test_ingesting_at_once_writes_what_adding_and_applying_write(
    home: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMMONPLACE_NOW", NOW)
    done("init", tmp_path / "other")
    other = str(tmp_path / "other")
    for text in (BEFORE, AFTER):
        entities, relations = _extracted(text)
        ContextGraphSkill(home).ingest_with_content("d1", "Report", "mail", text, entities, relations)
        id_ = documents_store.add_document("d1", "Report", "mail", text, home=other)["id"]
        with KnowledgeBase.open(other) as kb:
            assert not writing.apply(kb, {"source": id_, "entities": entities, "relations": relations}).receipt.rejected
        pages = {path: text for path, text in tree(Path(home) / "wiki").items() if path != "log.md"}
        assert pages == {path: text for path, text in tree(Path(other) / "wiki").items() if path != "log.md"}


@pytest.mark.parametrize("room", [wiki_store, index_store, retrieval_engine])
def test_each_name_of_a_room_is_a_function_with_a_sentence(room: object) -> None:
    for name in room.__all__:  # type: ignore[attr-defined]
        assert getattr(room, name).__doc__.strip().endswith(".")
    with pytest.raises(AttributeError, match="has no attribute 'magic'"):
        room.magic  # type: ignore[attr-defined]  # noqa: B018


def test_importing_a_room_imports_nothing_above_it() -> None:
    program = (
        "import sys; from scripts import wiki_store, index_store, retrieval_engine;"
        "print([name for name in sys.modules if name.startswith('scripts.') and name.count('.') > 0])"
    )
    assert "knowledge_base" not in python(program).out
