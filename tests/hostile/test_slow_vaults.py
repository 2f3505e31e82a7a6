"""No page that somebody sent makes a verb slow: the work does not grow with its square."""

from __future__ import annotations

import random
import string
import time
from pathlib import Path

import pytest

from tests.hostile.growth import findings, times
from tests.running import run, write

MOST_SECONDS = 8
"""Of a processor, for a page that took several times as long when each of its lines was compared with all others."""
RANDOM = random.Random(2)
ALIASES = ["a" + "".join(RANDOM.choices(string.ascii_lowercase, k=7)) for _ in range(24_000)]

DEAD_LINKS = {"n.md": "".join(f"[[zz{number}|cache]]\n\n" for number in range(4_000))}
HEADING_LINKS = {"n.md": "# a\n\n" * 4_000 + "".join(f"[[n#a{number}]]\n\n" for number in range(4_000))}
LOST_EVIDENCE = {
    "commonplace/sources/s.md": "---\ntype: source\n---\n\n" + "".join(f"w{number}\n\n" for number in range(6_000)),
    "commonplace/entities/e.md": "---\ntype: entity\n---\n# E\n\n## Evidence\n\n"
    + "".join(f'- [[s#^a{number}]] "q{number}"\n' for number in range(3_000)),
}
LOST_PROOFS = {
    **LOST_EVIDENCE,
    "commonplace/entities/e.md": "---\ntype: entity\n---\n# E\n\n## Claims\n\n"
    + "".join(f'- [[e]] causes [[n{number}]] (0.9, [[s]] "no{number} w1")\n' for number in range(500)),
}
ALIKE_ALIASES = {
    f"n{number}.md": "---\naliases:\n" + "".join(f"- {alias}\n" for alias in ALIASES[number::2]) + "---\n# n\n\ntext\n"
    for number in range(2)
}
MANY = {
    name: {"a.md": f"---\n{name}:\n" + "".join(f"- alias {n}\n" for n in range(4_000)) + "---\nA\n", "b.md": "B\n"}
    for name in ("aliases", "tags", "things")
}
MANY_LINKS = {"a.md": "A\n\n" + "".join(f"[[p{number}]]\n" for number in range(16_000)), "b.md": "B\n"}
WORDINGS = {
    "commonplace/sources/s.md": "---\ntype: source\n---\n\nThe leak is old. ^p1\n",
    "commonplace/topics/t.md": "---\ntype: topic\nquestion: Why does it leak?\nquestions:\n"
    + "".join(f"- how does item{number} work\n" for number in range(4_000))
    + "---\n# T\n\nOld.\n",
}
ANSWER = {
    "commonplace/sources/s.md": "---\ntype: source\n---\n\nThe leak is old. ^p1\n",
}
SECTIONS = "It is old.\n\n" + "".join(f'## Evidence\n\n- [[s]] "q{number}"\n\n' for number in range(1_500))
FILED = ("file", "--question", "Why does it leak?", "--title", "T", "--cites", "s#^p1", "-")


@pytest.mark.parametrize(
    ("pages", "verb"),
    [
        pytest.param(DEAD_LINKS, ("lint",), id="dead links"),
        pytest.param(HEADING_LINKS, ("lint",), id="links to headings"),
        pytest.param(HEADING_LINKS, ("links", "n"), id="links to headings, listed"),
        pytest.param(LOST_EVIDENCE, ("lint",), id="evidence that is gone"),
        pytest.param(LOST_PROOFS, ("lint",), id="proofs of a whole note"),
        pytest.param(ALIKE_ALIASES, ("lint",), id="aliases that begin alike"),
        *(pytest.param(MANY[name], ("merge", "a", "b"), id=f"{name} that are joined") for name in MANY),
        pytest.param(MANY_LINKS, ("merge", "a", "b"), id="links that are joined"),
        pytest.param(WORDINGS, FILED, id="an answer to thousands of questions"),
        pytest.param(ANSWER, FILED, id="an answer of the tools' own sections"),
    ],
)
def test_a_page_of_many_alike_things_is_looked_through_once(
    tmp_path: Path, pages: dict[str, str], verb: tuple[str, ...]
) -> None:
    write(tmp_path / "v", pages)
    run("status", "--vault", tmp_path / "v")
    start = time.process_time()
    ran = run(*verb, "--vault", tmp_path / "v", stdin=SECTIONS if pages is ANSWER else "New.")
    # An answer that a person wrote stays, and the new one is told beside it.
    assert ran.code == 3 if pages is WORDINGS else ran.code in (0, 1), ran
    assert time.process_time() - start < MOST_SECONDS


@pytest.mark.parametrize("thing", ["claims", "a filed answer of many properties"])
def test_what_looks_for_calls_that_grow_makes_each_of_them(thing: str) -> None:
    """tests.hostile.growth, in small."""
    assert list(findings(thing, 20)) == []
    few, many = (times(thing, count, "") for count in (5, 20))
    assert few.keys() == many.keys()
    assert {code for _, code in few.values()} <= {0, 1, 3}
