"""The conformance vectors of Obsidian's link semantics, through frontmatter, scanner and resolution."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from scripts.pages.linking.resolution import VaultNames, resolve
from scripts.pages.linking.subpaths import find_block, find_heading
from scripts.pages.markdown.scanner import scan
from scripts.pages.yaml.frontmatter import read_properties


def answer(vector: dict[str, Any]) -> dict[str, Any]:
    """What we make of a vector, in the terms of its own fields."""
    files, source = vector["files"], vector["source"]
    contents = files if isinstance(files, dict) else dict.fromkeys(files, "")
    text = contents[source] if vector["link"] is None else vector["link"]
    names = VaultNames([*contents, source])
    properties = read_properties(text)
    links = [*properties.links, *scan(text, body_start=properties.body_start).links]
    found: dict[str, Any] = {"expected": [resolve(link.path, source, names) or "unresolved" for link in links]}
    if not links:
        return found
    link = links[0]
    target = scan(contents.get(found["expected"][0], ""))
    heading = find_heading(target.headings, link.subpath)
    return found | {
        "display": link.display,
        "subpath": link.subpath,
        "embed": link.embed,
        "link_text": link.path + link.subpath,
        "heading": heading and heading.text,
        "heading_offset": heading and heading.start,
        "block_exists": find_block(target.block_ids, link.subpath) is not None,
    }


def wanted(vector: dict[str, Any]) -> dict[str, Any]:
    facts = {name: value for name, value in vector.items() if name in answer({**vector, "link": "[[x]]"})}
    expected = vector["expected"]
    facts["expected"] = [] if expected == "not-a-link" else [expected] if isinstance(expected, str) else expected
    return facts


def test_every_vector_is_answered_as_obsidian_answers_it(shared: Path) -> None:
    vectors = json.loads((shared / "obsidian" / "vectors.json").read_text(encoding="utf-8"))["vectors"]
    wrong = []
    for vector in vectors:
        found = answer(vector)
        differing = {name: found.get(name) for name, value in wanted(vector).items() if found.get(name) != value}
        if differing:
            wrong.append((vector["id"], vector["why"], differing))
    assert vectors
    assert wrong == []
