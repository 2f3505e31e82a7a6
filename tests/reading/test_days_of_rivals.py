"""Passages that say as much of a question tell their days where these differ."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.running import done

ASKED = "who leads the platform team?"
MARCH, MAY = "2026-03-01T10:00:00Z", "2026-05-01T10:00:00Z"
LABEL = re.compile(r"^\[(march|may)[^\]]*\](?: \((.*)\))?$", re.MULTILINE)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    done("init", tmp_path)
    _add(tmp_path, "March", "Anna Weber leads the platform team.", MARCH)
    return tmp_path


def _add(home: Path, title: str, text: str, time: str) -> None:
    done("add", "-", "--title", title, home=home, stdin=f"# {title}\n\n{text}\n", COMMONPLACE_NOW=time)


def test_what_says_the_same_on_another_day_tells_which(home: Path) -> None:
    _add(home, "May", "Carlos Ruiz leads the platform team from Monday on.", MAY)
    labels = dict(LABEL.findall(done("ask", ASKED, home=home).out))
    assert labels == {"march": "2026-03-01", "may": "2026-05-01"}
    evidence = done("ask", ASKED, "--json", home=home).document["evidence"]
    assert {each["title"]: each["day"] for each in evidence} == {"March": "2026-03-01", "May": "2026-05-01"}


@pytest.mark.parametrize(
    ("text", "time"), [("Carlos Ruiz leads the platform team.", MARCH), ("Carlos Ruiz has left the team.", MAY)]
)
def test_the_days_of_others_cost_nothing(home: Path, text: str, time: str) -> None:
    _add(home, "May", text, time)
    labels = dict(LABEL.findall(done("ask", ASKED, home=home).out))
    assert (labels.keys() >= {"march"}, set(labels.values())) == (True, {""})
