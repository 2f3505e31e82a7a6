"""Lines that the tools keep on pages: what was written is read again, and what a person made of it is told apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.model import Evidence
from scripts.text.characters import plain_line, unescape
from scripts.text.kept import EVIDENCE_LISTS, parse_evidence_line, stands_under
from scripts.text.templates import cited_quote

WORDS = st.text("ab \"'\\[]|#^$%<>*_`é日\n", max_size=20)


@given(WORDS.filter(lambda words: plain_line(words)), WORDS)
def test_a_line_of_evidence_is_read_as_it_was_written(quote: str, title: str) -> None:
    line = parse_evidence_line(cited_quote(Evidence("src", "p1", quote), title))
    assert line is not None
    assert (line.page, line.block, unescape(line.quote), line.rest) == ("src", "p1", plain_line(quote), "")


def test_of_the_headings_above_a_passage_the_nearest_counts() -> None:
    assert stands_under("Pump > Evidence", ("Evidence",))
    assert not stands_under("Evidence > Pump", ("Evidence",))


@pytest.mark.parametrize("heading", ["evidence", "Pump > EVIDENCE", "Pump >  Evidence "])
def test_a_kept_heading_is_known_however_a_person_writes_it(heading: str) -> None:
    assert stands_under(heading, EVIDENCE_LISTS)
