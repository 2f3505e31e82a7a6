"""An old figure that another took the place of: whoever is told the old one is told that, and the quote only once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.running import done

OLD = "# March\n\nThe rental fee for the hall is 180 euros a day from April.\n"
NEW = "# October\n\nThe rental fee for the hall is 210 euros a day from November. It replaces the fee of March.\n"
LINE = "stale: hall fee of April was replaced by hall fee of November (october#^"


def _fee(month: str, text: str) -> dict[str, object]:
    return {"name": f"hall fee of {month}", "type": "price", "supporting_text": text}


def _claim(subject: str, relation: str, target: str, quote: str, **more: object) -> dict[str, object]:
    return {"source": subject, "type": relation, "target": target, "confidence": 0.9, "supporting_text": quote} | more


@pytest.fixture
def hall(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    done("init", home)
    old, new = "is 180 euros a day from April", "is 210 euros a day from November"
    first = _claim("hall fee of April", "has_value", "180 euros a day", old, as_text=True)
    second = _claim("hall fee of November", "has_value", "210 euros a day", new, as_text=True)
    replaces = _claim("hall fee of November", "replaces", "hall fee of April", "It replaces the fee of March.")
    for title, text, fee, claims in (
        ("march", OLD, _fee("April", old), [first]),
        ("october", NEW, _fee("November", new), [second, replaces]),
    ):
        done("add", "-", "--title", title, home=home, stdin=text)
        done("apply", "-", home=home, stdin=json.dumps({"source": title, "entities": [fee], "relations": claims}))
    return home


def test_of_an_old_figure_it_is_said_what_replaced_it(hall: Path) -> None:
    told = done("ask", "from when is the rental fee 180 euros?", home=hall).out
    assert LINE in told
    assert "180 euros a day from April" in told


def test_it_is_said_once_where_the_claim_itself_is_shown(hall: Path) -> None:
    told = done("ask", "what is the hall fee of April?", home=hall).out
    assert "hall fee of November replaces hall fee of April" in told
    assert "was replaced" not in told


def test_what_nothing_replaces_is_not_stale(hall: Path) -> None:
    done("retract", "october", home=hall)
    assert "stale" not in done("ask", "from when is the rental fee 180 euros?", home=hall).out


def test_a_quote_on_the_page_of_a_thing_is_not_printed_beside_its_source(hall: Path) -> None:
    told = done("ask", "from when is the rental fee 180 euros?", home=hall).out
    assert told.count("180 euros a day") == 1
    assert "Evidence" not in told
