"""What a reply quotes of everyday notes, and what it says of it."""

from __future__ import annotations

import pytest

from scripts.retrieval_engine.engine import answer
from tests.retrieval_engine.conftest import ReadVault

OTHERS = {f"Note {number}.md": f"# Note {number}\n\nThe garden of house {number} was dug." for number in range(18)}
ELM = """# Elm Mill

status: reading
- author: Mo
- started 2026-01-08 and finished 2026-02-01
- genre crime
"""
PINE = """# Pine Street

Bought from a friend.

It was started on 2026-01-08 and at long last, after much ado with the council, finished on 2026-02-01.
"""
CHAIRS = """# Chairs

I use a Windsor chair in the office.

## Links

- [Stool](https://example.org/a) - Office chair for a desk.
- [Bench](https://example.org/b) - An office chair, too.
- [Which office chair?](https://example.org/c)
"""


@pytest.mark.parametrize(
    ("notes", "question", "quoted"),
    [
        ({"E.md": ELM, **OTHERS}, "when was Elm Mill finished?", "finished 2026-02-01"),
        ({"E.md": ELM, **OTHERS}, "what genre is Elm Mill?", "genre crime"),
        ({"P.md": PINE}, "when was Pine Street finished?", "finished on 2026-02-01"),
        ({"P.md": PINE, "Note 1.md": OTHERS["Note 1.md"]}, "when was Pine Street finished?", "finished on 2026-02-01"),
        ({"Chairs.md": CHAIRS, **OTHERS}, "which office chair do I have?", "I use a Windsor chair"),
    ],
)
def test_what_answers_is_quoted(read_vault: ReadVault, notes: dict[str, str], question: str, quoted: str) -> None:
    assert quoted in answer(read_vault(notes), question).text


def test_a_full_answer_is_followed_by_nothing_of_another_matter(read_vault: ReadVault) -> None:
    (said,) = answer(read_vault({"E.md": ELM, **OTHERS}), "when was Elm Mill finished?").answers
    assert {quotation.path for quotation in said.evidence} == {"E.md"}
