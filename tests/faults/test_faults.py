"""Faults at every border to the machine, and races: a sample in the suite, everything with `-m long`."""

from __future__ import annotations

import os

import pytest

from scripts.verbs import load_all
from tests.faults.cases import CASES
from tests.forks import Forked

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="faults are injected into forked processes")


def told_by(forked: Forked, module: str, *words: str) -> str:
    """What a harness prints, run in a process of its own: it forks, which this one, with its threads, must not."""
    code = f"import signal, sys\nsignal.alarm(0)\nfrom tests.faults.{module} import harness\nsys.exit(harness())"
    ended = forked(code, *words)
    assert ended.code == 0, ended.out[-4000:] + ended.err[-2000:]
    return ended.out


def test_a_sample_of_faults_loses_and_tears_nothing(forked: Forked):
    assert "0 findings" in told_by(forked, "sweep", "--every", "2503")


def test_many_writers_and_a_person_lose_no_update(forked: Forked):
    assert "0 findings" in told_by(forked, "race", "--seconds", "1.5")


def test_random_sequences_are_undone_to_the_first_tree_and_lose_no_line(forked: Forked):
    assert "0 findings" in told_by(forked, "sequences", "--examples", "2")


def test_every_verb_that_writes_has_faults_injected():
    # mcp calls the verbs, useful only adds to the journal, as ask does; install, token and index write no home.
    reading = {verb.name for verb in load_all() if verb.reads_only}
    reading |= {"index", "install", "mcp", "token", "useful"}
    assert {verb.name for verb in load_all()} - {case.verb for case in CASES} <= reading


@pytest.mark.long
def test_sequences_of_every_kind_are_undone_to_the_first_tree_and_lose_no_line(forked: Forked):
    assert "0 findings" in told_by(forked, "sequences", "--examples", "300", "--random")


@pytest.mark.long
def test_every_fault_loses_and_tears_nothing(forked: Forked):
    assert "0 findings" in told_by(forked, "sweep")


@pytest.mark.long
def test_writers_and_a_person_lose_no_update_for_minutes(forked: Forked):
    seconds = os.environ.get("COMMONPLACE_TEST_RACE_SECONDS", "180")
    assert "0 findings" in told_by(forked, "race", "--seconds", seconds, "--seed", "7")
