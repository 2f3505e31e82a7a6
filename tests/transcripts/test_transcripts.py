"""Scripted agents: each scenario goes as it is written, and costs no more than it did."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.transcripts.runner import GROWTH, Cost, costs, lacks, play, transcripts

SCENARIOS = transcripts()


@pytest.mark.parametrize("name", SCENARIOS)
def test_an_agent_gets_through(name: str, new_folder: Callable[[], Path]) -> None:
    if lacks(SCENARIOS[name]):
        pytest.skip(f"{SCENARIOS[name]['needs']} is not installed: pip install '.[documents]'")
    played = play(SCENARIOS[name], new_folder())
    assert [found for _, found in played.trees] == [expected for expected, _ in played.trees], "the vault is another"
    before, now = costs()[name], played.cost
    assert now.calls <= before.calls * GROWTH
    assert now.tokens <= before.tokens * GROWTH, f"{now.tokens} tokens of output where it was {before.tokens}"


def test_every_scenario_has_a_cost_and_says_what_the_vault_is_afterwards() -> None:
    assert set(costs()) == set(SCENARIOS)
    assert all(any("tree" in step or "turns" in step for step in scenario["steps"]) for scenario in SCENARIOS.values())


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ({"call": "status", "exit": 1}, "step 2: exit 0"),
        ({"call": "status", "has": ["nowhere"]}, "step 2: lacks 'nowhere'"),
        ({"call": "status", "lacks": ["pages: empty"]}, "step 2: has 'pages: empty'"),
        ({"call": "status", "most": 10}, "characters"),
        ({"call": "status --json", "json": {"claims": 7}}, "step 2: .claims: 0, expected 7"),
        ({"call": "status --json", "json": {"unanswered": ["x"]}}, "nothing matches 'x'"),
        ({"killed": "status", "at": 99}, "step 2: exit 0"),
    ],
)
def test_what_goes_otherwise_is_found(step: dict[str, Any], message: str, new_folder: Callable[[], Path]) -> None:
    with pytest.raises(AssertionError, match="step 2") as caught:
        play({"steps": [{"call": "init home"}, step]}, new_folder())
    assert message in str(caught.value)


def test_a_cost_counts_calls_and_what_they_print(new_folder: Callable[[], Path]) -> None:
    once = play({"steps": [{"call": "init home"}, {"call": "status"}]}, new_folder()).cost
    twice = play({"steps": [{"call": "init home"}, {"call": "status"}, {"call": "status"}]}, new_folder()).cost
    assert once.calls == 2
    assert twice == Cost(3, once.tokens + (twice.tokens - once.tokens))
    assert 10 < twice.tokens - once.tokens < once.tokens
