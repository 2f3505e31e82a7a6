"""What is read in part is told, and what stands in odd places is read."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from scripts.retrieval_engine.show import show
from scripts.say import shown_text
from scripts.text.tokens import count_tokens

from .cases import Vault, vault


def test_cards_and_labels_of_a_canvas_are_passages(tmp_path: Path) -> None:
    nodes = [
        {"id": "1", "type": "text", "text": "The grant limit is 7500 florins.", "x": 0, "y": 0},
        {"id": "2", "type": "group", "label": "Unsettled matters", "x": 0, "y": 0},
    ]
    files = {"start.md": "We begin in Turku.", "plans.canvas": json.dumps({"nodes": nodes, "edges": []})}
    with vault(tmp_path, files) as small:
        assert small.found("florins") == small.found("unsettled matters") == ["plans.canvas"]
        reply = small.ask("what is the grant limit?")
        assert reply.document["evidence"][0]["label"] == "plans.canvas"
        assert "7500 florins" in reply.text
        assert reply.document["nowhere"] == []


def long_line() -> str:
    pick = random.Random(5)
    said = ["they spoke of the lighthouse rent", "the ferry wants paint", "Ivo put off the count"]
    said += ["the bill from Turku came late", "no one reads the board"]
    text = "".join(pick.choice(said) + ", " for _ in range(600))
    place = text.index(", ", 14000) + 2
    return f"# Talk\n\n{text[:place]}the rent holds until May 2033, {text[place:]}\n"


@pytest.mark.parametrize("budget", [None, 100, 200, 400, 1200])
def test_of_a_text_in_one_line_the_window_that_answers_is_quoted(tmp_path: Path, budget: int | None) -> None:
    with vault(tmp_path, {"talk.md": long_line()}) as small:
        assert "the rent holds until May 2033" in small.ask("until when does the rent hold?", budget).text


def shown(small: Vault, line: int) -> str:
    return shown_text(
        show(small.index.reader, "talk", lambda path: (small.root / path).read_bytes(), line=line, count=count_tokens)
    )


def test_show_prints_what_fits_of_a_long_line_and_says_how_to_go_on(tmp_path: Path) -> None:
    with vault(tmp_path, {"talk.md": long_line()}) as small:
        for line in (1, 3):
            text = shown(small, line)
            assert "they spoke of the lighthouse rent" in text or "the ferry wants paint" in text
            assert "--line 3 --budget " in text


def test_both_sides_of_a_merge_are_quoted(tmp_path: Path) -> None:
    text = "# Fee\n<<<<<<< HEAD\nThe fee is 30.\n=======\nThe fee is 35.\n>>>>>>> laptop\n"
    with vault(tmp_path, {"fee.md": text}) as small:
        (evidence,) = small.ask("what is the fee?").document["evidence"]
        assert evidence["label"] == "fee"
        assert "The fee is 30." in evidence["text"]
        assert "The fee is 35." in evidence["text"]
        assert "<<<<<<<" in evidence["text"]


def test_a_question_that_finds_something_is_not_unanswered(tmp_path: Path) -> None:
    with vault(tmp_path, {"choir.md": "The weekly choir moved to Fridays."}) as small:
        reply = small.ask("which day is the weekly choir?")
        assert "Fridays" in reply.text
        assert reply.unanswered == ()
