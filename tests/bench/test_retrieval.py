"""`commonplace bench retrieval`: a small set of our own through the whole of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts.bench.retrieval_set import read_set
from scripts.bench.set_home import build_home
from scripts.bench.typos import misspell
from scripts.retrieval.search.ranking import PARTS
from tests.running import done, run

CORPUS = [
    {"id": "a1", "title": "Kestrel", "text": "The Kestrel was built by Orla Finch in a shed."},
    {"id": "a2", "title": "Kestrel", "text": "# 3\n\n- It flies twice a day.\n\n- Then it sank."},
    {"id": "b", "title": "Orla Finch", "text": "Orla Finch was born in Port Agnes."},
    {"id": "c", "title": "Port Agnes", "text": "Port Agnes has a lighthouse & 5 % of all [[gulls]]."},
    *({"id": f"f{n}", "title": f"Field {n}", "text": f"Barley {n} grows slowly."} for n in range(8)),
]
QUERIES = [
    {"id": "q1", "question": "Where was the builder of the Kestrel born?", "gold": ["a1", "b"]},
    {"id": "q2", "question": "what flies twice a day", "gold": ["a2"]},
]
TRIPLES = [
    {"id": "a1", "entities": ["Kestrel"], "triples": [["Orla Finch", "built", "Kestrel"], ["only", "two"]]},
    {"id": "b", "entities": [], "triples": [["Orla Finch", "born in", "Port Agnes"], ["", "is", "nothing"]]},
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_set(tmp_path / "made", CORPUS, QUERIES, TRIPLES)


def write_set(folder: Path, corpus: list[dict], queries: list[dict], triples: list[dict] | None = None) -> Path:
    folder.mkdir()
    for name, rows in (("corpus", corpus), ("queries", queries), ("triples", triples)):
        if rows is not None:
            text = "".join(json.dumps(row) + "\n" for row in rows)
            (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
    return folder


def rows(path: Path) -> dict[str, dict]:
    return {row["id"]: row for row in map(json.loads, path.read_text(encoding="utf-8").splitlines())}


def test_every_question_gets_its_ranking_and_packs(folder, tmp_path):
    out = tmp_path / "run.jsonl"
    printed = done("bench", "retrieval", folder, "--out", out, "--pack", "60,2000")
    found = rows(out)
    assert list(found) == ["q1", "q2"]
    assert set(found["q1"]["ranking"][:2]) == {"a1", "b"}
    assert found["q2"]["ranking"][0] == "a2"
    assert set(found["q1"]["packs"]) == {"60", "2000"}
    assert set(found["q1"]["packs"]["60"]) <= set(found["q1"]["packs"]["2000"]) <= {row["id"] for row in CORPUS}
    assert {"a1", "b"} <= set(found["q1"]["packs"]["2000"])
    assert "made: 2 questions over 12 passages in 1 homes, 2 claims, 2 triples left out" in printed.out


def test_a_group_is_a_home_of_its_own(tmp_path):
    corpus = [{**row, "id": f"{group}-{row['id']}", "group": group} for group in ("x", "y") for row in CORPUS]
    queries = [{**QUERIES[0], "id": group, "group": group} for group in ("y", "x")]
    folder, out = write_set(tmp_path / "two", corpus, queries), tmp_path / "run.jsonl"
    done("bench", "retrieval", folder, "--out", out)
    for group, row in rows(out).items():
        assert row["ranking"]
        assert all(id.startswith(group) for id in row["ranking"])


def test_every_part_of_the_ranking_can_be_left_out(folder, tmp_path):
    out = tmp_path / "run.jsonl"
    done("bench", "retrieval", folder, "--out", out, "--no-triples", "--without", ",".join(PARTS))
    assert rows(out)["q2"]["ranking"][0] == "a2"


def test_without_bridges_nothing_leads_to_the_second_fact(tmp_path):
    corpus = [row for row in CORPUS if row["id"] != "b"] + [
        {"id": "b", "title": "Register", "text": "Orla Finch came from Port Agnes."}
    ]
    folder, out = write_set(tmp_path / "made", corpus, QUERIES), tmp_path / "run.jsonl"
    done("bench", "retrieval", folder, "--out", out)
    assert "b" in rows(out)["q1"]["ranking"]
    done("bench", "retrieval", folder, "--out", out, "--without", "bridges")
    assert "b" not in rows(out)["q1"]["ranking"]


def test_the_passages_of_a_set_are_the_passages_of_the_home(folder, tmp_path):
    home = build_home(str(tmp_path / "home"), read_set(str(folder)).passages, lambda: None)
    assert home.blocks()["a1"] == 1
    # A heading is no passage; a short list is one.
    assert {id: number for id, number in home.blocks().items() if number != 1} == {}
    assert {page for page, _ in home.owners} >= {"kestrel", "orla-finch", "port-agnes"}
    assert (
        done(
            "lint",
            "--rule",
            "claim-syntax,missing-block,unknown-source,stale-claim,ungrounded-quote,duplicate-block-id",
            home=tmp_path / "home",
        ).code
        == 0
    )


@pytest.mark.parametrize(
    "opening", ["<!-- a", "```\nb", "$$ c", "%% d", "- e", "| f |\n| --- |", "> g", "    h", "# i"]
)
def test_no_passage_swallows_the_next(opening, tmp_path):
    texts = ["First words.", opening, f"{opening} once more", "- e", "Last words."]
    corpus = [{"id": f"p{n}", "title": "One page", "text": text} for n, text in enumerate(texts)]
    folder = write_set(tmp_path / "made", corpus, QUERIES)
    home = build_home(str(tmp_path / "home"), read_set(str(folder)).passages, lambda: None)
    assert {*home.owners.values()} == {row["id"] for row in corpus}


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["bench", "retrieval", "nowhere", "--out", "x"], "corpus.jsonl is not there"),
        (["bench", "retrieval", "--out", "x"], "needs SET_DIR"),
        (["bench", "retrieval", "{set}"], "needs SET_DIR and --out"),
        (["bench", "retrieval", "{set}", "--out", "{set}/x", "--without", "words"], "no part 'words'"),
        (["bench", "retrieval", "{set}", "--out", "{set}/no/x"], "cannot write"),
    ],
)
def test_a_wrong_call_says_what_is_wrong(argv, said, folder):
    ran = run(*(part.format(set=folder) for part in argv))
    assert ran.code == 2
    assert said in ran.err


def test_a_line_that_cannot_be_read_is_named(folder, tmp_path):
    (folder / "queries.jsonl").write_text('{"id": "q1", "question": 3}\n', encoding="utf-8")
    ran = run("bench", "retrieval", folder, "--out", tmp_path / "x")
    assert ran.code == 3
    assert "queries.jsonl:1: 'question' must be there, and be text" in ran.err


@pytest.mark.parametrize(
    "line", [b'{"id": "q1", "question": "caf\xe9"}', b"{", b"[]", b'{"id": "q1", "question": "\xff"}']
)
def test_a_line_that_is_no_json_is_named(line, folder, tmp_path):
    (folder / "queries.jsonl").write_bytes(b"\n" + line + b"\n")
    ran = run("bench", "retrieval", folder, "--out", tmp_path / "x")
    assert ran.code == 3
    assert "queries.jsonl:2: " in ran.err


def test_a_set_may_begin_with_a_byte_order_mark(folder, tmp_path):
    done("bench", "retrieval", folder, "--out", tmp_path / "plain")
    for name in ("corpus.jsonl", "queries.jsonl"):
        (folder / name).write_bytes(b"\xef\xbb\xbf" + (folder / name).read_bytes())
    done("bench", "retrieval", folder, "--out", tmp_path / "marked")
    assert rows(tmp_path / "marked") == rows(tmp_path / "plain")


def test_a_passage_needs_no_title(tmp_path):
    corpus = [
        {"id": "a", "text": "A basilisk hatched."},
        {"id": "b", "title": None, "text": "The barley grows slowly."},
    ]
    folder = write_set(tmp_path / "plain", corpus, [{"id": "q", "question": "what of the basilisk?"}])
    done("bench", "retrieval", folder, "--out", tmp_path / "run")
    assert rows(tmp_path / "run")["q"]["ranking"][0] == "a"


def test_typing_errors_are_the_same_each_time_and_change_as_many_words_as_asked():
    text = "Where did the builder of the yellow airship spend the winter"
    wrong = misspell(text, 0.2, seed="q1")
    assert wrong == misspell(text, 0.2, seed="q1") != misspell(text, 0.2, seed="q2")
    assert sum(one != two for one, two in zip(text.split(), wrong.split())) == 2
    assert len(wrong.split()) == len(text.split())
