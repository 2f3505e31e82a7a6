"""The page of a thing ranks high by its name; what answers stands in the source."""

from __future__ import annotations

import json
from pathlib import Path

from tests.running import done, write

SOURCE = """# Types of files

## Layout

Each program that wants to add types to the base puts one file of its own into the folder of packages.

## Order

Start with a match of the name against the globs, and keep those of the biggest weight. If the patterns are different,
keep the longest one.

## Magic

The contents of a file are read where its name says nothing; this is slow.
"""
GLOB = {
    "name": "glob matching",
    "aliases": ["glob patterns", "glob pattern"],
    "type": "method",
    "description": "Matching the name of a file against glob patterns.",
    "supporting_text": "a match of the name against the globs",
}


def test_the_line_on_the_page_of_a_thing_keeps_no_source_out_of_the_answer(tmp_path: Path) -> None:
    done("init", tmp_path / "home")
    write(tmp_path, {"types.md": SOURCE})
    done("add", tmp_path / "types.md", home=tmp_path / "home")
    bundle = {"source": "types-of-files", "entities": [GLOB]}
    done("apply", "-", home=tmp_path / "home", stdin=json.dumps(bundle))
    reply = done("ask", "two glob patterns match the same file: who wins?", home=tmp_path / "home").out
    assert "[glob-matching]" in reply
    assert "keep the longest one" in reply
