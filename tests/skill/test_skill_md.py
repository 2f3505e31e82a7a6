"""SKILL.md by the Agent Skills specification (agentskills.io), and by what we ask of it beyond that."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from scripts.text.tokens import counter
from scripts.verbs import FAMILIES
from tests.running import ROOT, done
from tests.skill.fenced import commands

ALLOWED = {"name", "description", "license", "allowed-tools", "metadata", "compatibility"}
LINES, TOKENS = 100, 900


def _parts() -> tuple[str, dict[str, Any], str]:
    """The frontmatter as written, the same as data, and the body."""
    _, front, body = (ROOT / "SKILL.md").read_text("utf-8").split("---\n", 2)
    return front, yaml.safe_load(front), body


def test_the_frontmatter_is_that_of_the_specification() -> None:
    front, properties, _ = _parts()
    assert set(properties) <= ALLOWED
    assert properties["name"] == "commonplace"
    assert 1 <= len(properties["description"]) <= 1024
    assert len(properties["compatibility"]) <= 500
    written = dict(line.split(": ", 1) for line in front.splitlines())
    assert written == properties, "plain scalars on one line: a client leaves quotes on"
    assert not set("<>") & set(front)


def test_the_description_begins_with_the_words_that_trigger_it() -> None:
    description = _parts()[1]["description"]
    assert re.match(r"(?:Remember|Recall|Look up|Answer)\b", description)
    assert "Use it when" in description[:200]


@pytest.mark.parametrize("name", ["pieces", "o200k"])
def test_the_skill_is_short(name: str) -> None:
    if name == "o200k":
        pytest.importorskip("bpe_openai", reason="the extra `exact` is absent: only our own counter is asked")
    text = (ROOT / "SKILL.md").read_text("utf-8")
    assert len(text.splitlines()) <= LINES
    assert counter(name)(text) <= TOKENS


def test_the_examples_show_what_agents_missed() -> None:
    """Several questions in one call, several labels in one call, and who said it."""
    calls = {command.words[2]: command.words for command in commands(_parts()[2])}
    assert len(calls["ask"]) == 5
    assert len(calls["show"]) == 5
    assert "--speaker" in calls["remember"]


def test_every_verb_is_named() -> None:
    verbs = _parts()[2].partition("## All verbs")[2]
    assert sorted(name for name in re.findall(r"`([a-z]+)`", verbs)) == sorted(FAMILIES)


def test_the_reference_validator_accepts_the_skill_as_it_is_installed(tmp_path: Path) -> None:
    validator = pytest.importorskip(
        "skills_ref", reason="skills-ref is absent (it needs Python 3.11): our own rules are checked above"
    )
    done("install", "--no-prepare", "--agent", "claude", "--project", tmp_path)
    assert validator.validate(tmp_path / ".claude" / "skills" / "commonplace") == []
