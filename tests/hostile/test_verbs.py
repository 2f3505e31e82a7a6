"""Whatever a stranger names or puts into a vault: no crash, no way out, nothing on the screen but text."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from tests.forks import Forked
from tests.running import done, run, tree

from .attacks import NAMES, SOURCE, bundle, calls_on_files, calls_with, hostile_files

READING = {"ask", "search", "show", "status", "graph", "links", "lint"}
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\U000e0000-\U000e007f]"
)
QUICK = ("../../outside/secret", "a\nb", NAMES[14], NAMES[15], "\udcff")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A home with one source and its claims, and beside it a folder that is none of its business."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/secret.md").write_text("TOP SECRET")
    (tmp_path / "cwd").mkdir()
    done("init", tmp_path / "home")
    run("add", "-", home=tmp_path / "home", stdin=SOURCE)
    done("apply", "-", home=tmp_path / "home", stdin=bundle())
    return tmp_path


TRACED = """
import os, sys
# A cold one would write bytecode.
sys.dont_write_bytecode = True
os.chdir(sys.argv[1] + "/cwd")
from tests.hostile import traced
traced.main(sys.argv[1] + "/home", sys.argv[1] + "/calls.json")
"""


def traced(forked: Forked, place: Path, calls: list[dict[str, Any]]) -> list[dict[str, Any]]:
    (place / "calls.json").write_text(json.dumps(calls))
    ended = forked(TRACED, place)
    assert ended.code == 0, ended.err[-2000:]
    told: list[dict[str, Any]] = ended.document
    return told


def check(place: Path, told: list[dict[str, Any]]) -> None:
    home = os.path.realpath(place / "home")
    # The index lies in the cache, whose folders are made, and in place of which nothing else can be put.
    own = [os.path.realpath(os.environ[f"COMMONPLACE_{name}"]) for name in ("STATE", "CACHE")]
    places = (home + os.sep, *(folder + os.sep for folder in own), os.devnull)
    for call in told:
        assert not call["crash"], (call["argv"], call["crash"])
        ways_out = [at for at in call["touched"] if not at[1].startswith(places) and at[1] not in own]
        assert not ways_out, (call["argv"], ways_out)
        if call["argv"][0] in READING:
            assert not [at for at in call["touched"] if at[1].startswith(os.path.join(home, "wiki"))], call["argv"]
        said = call["out"] + call["err"]
        assert "TOP SECRET" not in said, call["argv"]
        unseen = UNSEEN.search(said)
        assert not unseen, (call["argv"], hex(ord(unseen.group())), said[max(0, unseen.start() - 80) : unseen.end()])
        if call["err"] and call["code"] > 1:
            assert call["err"].count("\n") == 1, (call["argv"], call["err"])
    assert (place / "outside/secret.md").read_text() == "TOP SECRET"
    assert sorted(tree(place / "cwd")) == []


def test_no_name_leads_out_of_the_home_or_speaks_to_the_terminal(place: Path, forked: Forked) -> None:
    check(place, traced(forked, place, [call for name in QUICK for call in calls_with(name)]))


@pytest.mark.long
def test_no_name_of_the_whole_list_does(place: Path, forked: Forked) -> None:
    check(place, traced(forked, place, [call for name in NAMES for call in calls_with(name)]))


def test_no_file_in_the_vault_leads_out_or_stops_a_verb(place: Path, forked: Forked) -> None:
    hostile_files(place / "home/wiki", place / "outside")
    told = traced(forked, place, calls_on_files())
    check(place, told)
    assert [call["argv"] for call in told if call["argv"][0] in ("status", "ask", "search") and call["code"]] == []
