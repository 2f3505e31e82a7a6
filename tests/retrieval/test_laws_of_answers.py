"""Laws that hold for every answer, whatever is asked: on a generated home, and on real questions where they are.

The questions of the development sets lie beside the repository (`../shared/bench/dev`) and are no part of it.
"""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from scripts.bench.generated_home import generate_pages
from scripts.bench.retrieval_set import read_set
from scripts.bench.set_home import build_home
from scripts.bench.speed_questions import look_at
from scripts.knowledge_base import KnowledgeBase
from scripts.pages.knowledge.ontology import canonical_filter
from scripts.reading.asking import Ask, ask
from scripts.retrieval.answer import answer
from scripts.retrieval.answer_values import AnswerOptions
from scripts.retrieval.budget.tokens import counter
from scripts.retrieval.trace import Trace
from tests.running import ROOT, python

SETS = ROOT.parent / "shared" / "bench" / "dev"
NAMES = ("wiki_mix", "musique_train100", "locomo_turns", "grb_medical", "lihua_world")
PAGES, QUESTIONS, BESIDE = 120, 3, 25
ASKED = (
    Ask(evidence=True),
    Ask(budget_tokens=90, min_confidence=0.85, max_nodes=5),
    Ask(budget_tokens=400, min_confidence=0.95, max_nodes=12, depth=1, direction="out", relations=("causes", "uses")),
)
count = counter("pieces")


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("laws") / "home"
    generate_pages(KnowledgeBase.create(str(home)).vault, PAGES)
    return home


@pytest.fixture(scope="module")
def questions(generated: Path) -> list[str]:
    """About pages, in common words, misspelled, and in words that no page holds."""
    chosen = look_at(str(generated / "wiki")).questions
    return [*chosen.plain[:QUESTIONS], chosen.common, chosen.misspelled, chosen.nothing]


@pytest.fixture(scope="module", params=NAMES)
def sample(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A few questions of a set, and a home of the passages that they need, among others."""
    if not (SETS / request.param).exists():
        pytest.skip(f"no {SETS / request.param}: the development sets lie beside the repository")
    data = read_set(str(SETS / request.param))
    group = data.groups[0]
    asked = [each for each in data.questions if each.group == group][:: max(1, len(data.questions) // QUESTIONS)]
    words = {word for each in asked for word in re.findall(r"[A-Z]\w{3,}", each.text)}
    own = [each for each in data.passages if each.group == group]
    near = [each for each in own if any(word in each.title or word in each.text for word in words)][:BESIDE]
    home = tmp_path_factory.mktemp(request.param) / "home"
    build_home(str(home), [*dict.fromkeys([*near, *own[:BESIDE]])], lambda: None)
    return home, [each.text for each in asked[:QUESTIONS]]


FRAME = 400
"""Tokens in which a document has room for more than its frame."""


def edges(value: Any) -> Iterator[float]:
    """Every confidence of an edge anywhere in a document: of objects, and of lists that end with it."""
    if isinstance(value, dict):
        if "relation" in value and "confidence" in value:
            yield value["confidence"]
        for item in value.values():
            yield from edges(item)
    elif isinstance(value, list):
        if len(value) == 4 and [type(part) for part in value] == [str, str, str, float]:
            yield value[3]
        for item in value:
            yield from edges(item)


def check(kb: KnowledgeBase, question: str, options: Ask) -> int:
    """All laws for one question; returns how many edges were seen."""
    settings = kb.settings
    budget = options.budget_tokens or settings.budget_tokens
    least = options.min_confidence or settings.min_confidence
    most = options.max_nodes or settings.max_nodes
    framed = max(budget, FRAME)
    as_json = options._replace(as_json=True, budget_tokens=framed)
    forms = [ask(kb.ws, question, each) for each in (options, as_json)]
    text, document = forms[0].text, forms[1].document
    assert ask(kb.ws, question, options).text == text

    # The budget is never exceeded.
    assert count(text + "\n") <= budget
    assert forms[0].tokens_used <= budget
    assert forms[1].tokens_used <= framed

    # No edge below the threshold anywhere in the output, nor of another relation.
    explained = ask(kb.ws, question, options._replace(as_json=True, explain=True)).document
    told = [*edges(document), *edges(explained)]
    told += [row["confidence"] for stage in explained["stages"] if stage["stage"] == "claims" for row in stage["rows"]]
    told += [float(found) for found in re.findall(r" -[a-z_ ]+\[([\d.]+)\]-> ", text)]
    assert min(told, default=1.0) >= least
    wanted, _ = canonical_filter(options.relations, options.direction)
    assert not wanted or {path["relation"] for path in document.get("paths", [])} <= {*wanted}

    # Seeds first, then hop by hop, the surest first; never more than the cap; what the cap left out is counted.
    trace = Trace()
    effective = AnswerOptions(
        depth=settings.max_graph_depth if options.depth is None else options.depth,
        min_confidence=least,
        max_nodes=most,
        direction=options.direction,
        relations=options.relations,
        go_on=options.evidence,
    )
    found = answer(kb.ws.reader, question, effective, trace=trace)
    assert trace.walk is not None
    reached = trace.walk.reached
    assert len(reached) <= most
    assert {each.seed for each in reached} <= {each.id for each in reached if each.depth == 0}
    assert all((a.depth, -a.path_confidence) <= (b.depth, -b.path_confidence) for a, b in pairwise(reached))
    assert trace.walk.pruned >= len(trace.walk.left_out)
    hops = [(each.hop, -each.path_confidence) for each in found.claims]
    assert hops == sorted(hops)

    # Every claim has its path from a seed, and the path its confidence.
    for each in found.claims:
        product = 1.0
        for edge in (*each.walked, each.edge):
            product *= edge.confidence * edge.weight
        assert each.path_confidence == pytest.approx(product)
        assert each.path[0] in {one.id for one in reached if one.depth == 0}
        assert len(each.path) == len(each.walked) + 2

    # Every step leads from one passage to the next, and its claim rests on one of the two.
    for passage in found.passages:
        for first, second in pairwise(passage.steps):
            assert (first.to_page, first.to_block) == (second.from_page, second.from_block)
        for step in passage.steps:
            ends = {f"{step.from_page}#^{step.from_block}", f"{step.to_page}#^{step.to_block}"}
            assert step.claim is None or (step.cite in ends and step.claim.confidence >= least)
        assert not passage.steps or (passage.page, passage.block) == passage.steps[-1][4:6]
        assert (passage.why in ("bridge", "claim")) == bool(passage.steps)
    return len(told)


@pytest.mark.parametrize("options", ASKED)
def test_laws_hold_on_a_generated_home(generated: Path, questions: list[str], options: Ask) -> None:
    with KnowledgeBase.open(str(generated), environ={}) as kb:
        kb.refresh()
        seen = [check(kb, question, options) for question in questions]
    assert sum(seen) > 0


def test_laws_hold_on_real_questions(sample: tuple[Path, list[str]]) -> None:
    home, asked = sample
    with KnowledgeBase.open(str(home), environ={}) as kb:
        kb.refresh()
        for number, question in enumerate(asked):
            check(kb, question, ASKED[number % len(ASKED)])


_ASK = """
import sys
from scripts.cli import main
for question in sys.argv[2:]:
    for form in ((), ("--json",), ("--explain",)):
        main(["ask", question, "--evidence", *form, "--home", sys.argv[1]])
"""


def test_the_same_bytes_for_every_hash_seed(generated: Path, questions: list[str]) -> None:
    printed = [python(_ASK, generated, *questions[-3:-1], PYTHONHASHSEED=seed).out for seed in ("0", "4242")]
    assert len(printed[0]) > 5000
    assert printed[0] == printed[1]


def test_the_same_bytes_for_every_order_of_indexing(generated: Path, questions: list[str], tmp_path: Path) -> None:
    told = []
    for seed in (1, 2):
        home = tmp_path / "home"
        shutil.rmtree(home, ignore_errors=True)
        vault = Path(KnowledgeBase.create(str(home)).vault)
        pages = sorted(path.relative_to(generated / "wiki") for path in (generated / "wiki").rglob("*.md"))
        random.Random(seed).shuffle(pages)
        with KnowledgeBase.open(str(home), environ={}) as kb:
            for number, page in enumerate(pages):
                (vault / page).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(generated / "wiki" / page, vault / page)
                if number % 40 == 39:
                    kb.refresh()
            told.append(
                [kb.ask(question, evidence=True, explain=form).text for question in questions[-3:] for form in (0, 1)]
            )
    assert told[0] == told[1]


def test_where_nothing_is_relevant_the_answer_is_empty_and_the_gap_is_kept(generated: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(generated, home)
    with KnowledgeBase.open(str(home), environ={}) as kb:
        reply = kb.ask("zqxvjk wqkjvz xjqkzw?")
        assert reply.answer.is_empty
        assert reply.answer.gaps == ("zqxvjk", "wqkjvz", "xjqkzw")
        assert kb.status().unanswered == ("zqxvjk wqkjvz xjqkzw?",)
