"""Ten questions to the handbook, and the paths that a reader would expect: golden_paths.txt is for reading.

A question stands alone; below it, each indented line is a path that must be among those of the answer:

    seed -relation[confidence]-> node <-relation[confidence]- node  = path confidence  source#^block
    passage  "name" as mention, claim  -> passage

An arrow points from subject to object, also where the walk went the other way.  A line taken out of the file is a path
that nobody expects any more; new ones are shown by:  python -m tests.retrieval.test_golden_paths "QUESTION"
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from scripts.knowledge_base import KnowledgeBase
from tests.running import ROOT

FILE = Path(__file__).with_name("golden_paths.txt")


def expected() -> dict[str, list[str]]:
    questions: dict[str, list[str]] = {}
    for line in FILE.read_text("utf-8").splitlines():
        if line.startswith("  "):
            questions[list(questions)[-1]].append(line.strip())
        elif line:
            questions[line] = []
    return questions


def paths(question: str, home: Path) -> list[str]:
    """The paths of claims, the most relevant first, then those of passages."""
    with KnowledgeBase.open(str(home), environ={}) as kb:
        found = kb.ask(question, evidence=True).answer
    claims = sorted(found.claims, key=lambda each: (-each.relevance, each.edge))
    return [*map(claim_path, claims), *(step_line(step) for each in found.passages for step in each.steps)]


def claim_path(each) -> str:
    text = each.path[0]
    for at, edge in zip(each.path, (*each.walked, each.edge)):
        out = edge.source == at
        arrow = f"-{edge.relation}[{edge.confidence:g}]-"
        text += f" {arrow}> {edge.target}" if out else f" <{arrow} {edge.source}"
    first = each.evidence[0]
    return f"{text}  = {each.path_confidence:.3g}  {first.source}#^{first.block}"


def step_line(step) -> str:
    name = f'"{step.name}" as {step.how}' if step.name else f"{step.claimed_in}:{step.line}"
    edge = step.claim
    claim = f", {edge.source} -{edge.relation}[{edge.confidence:g}]-> {edge.target} in {step.cite}" if edge else ""
    start = f"{step.from_page}#^{step.from_block}" if step.from_block else step.from_page
    return f"{start}  {name}{claim}  -> {step.to_page}#^{step.to_block}"


def test_there_are_ten_questions_with_two_paths_at_least():
    assert len(expected()) == 10
    assert min(map(len, expected().values())) >= 2


@pytest.mark.parametrize("question", expected())
def test_the_expected_paths_are_found(question, handbook):
    found = paths(question, handbook)
    assert [line for line in expected()[question] if line not in found] == [], "\n".join(["found:", *found])


if __name__ == "__main__":
    for asked in sys.argv[1:]:
        print(asked, *(f"  {line}" for line in paths(asked, ROOT)), sep="\n")
