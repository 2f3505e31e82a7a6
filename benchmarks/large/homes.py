"""The homes of the module large: each with what is asked of it, and how a right reply is known."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.large.generated_home import generate_pages
from scripts.knowledge_base import KnowledgeBase

SIZES = {"links": 200_000, "note": 50_000_000, "pages": 100_000}
_NAMED = 4
"""Links to each name."""
_LINK = re.compile(r"\[\[([^\]|#]+)")
_KETTLE = "It boils water for tea.\n"
_ASKED = "what does the kettle boil?"


class Rename(NamedTuple):
    """What a rename does to the vault."""

    old: str
    """Paths of the page."""
    new: str
    written: tuple[tuple[str, str], ...]
    """In other pages: what is written now, and what was written there before."""
    pages: int
    """Other pages that change."""


class Step(NamedTuple):
    """A verb, and how it is told from one that went wrong."""

    argv: tuple[str, ...]
    is_right: Callable[[Any], bool]
    """Of the JSON document that it prints."""
    rename: Rename | None = None


class Bed(NamedTuple):
    """A home and what is done with it."""

    home: Path
    vault: Path
    steps: tuple[Step, ...]


def make_links(home: Path, size: int) -> Bed:
    """A page with this many links, four to each name; one of the names is a page."""
    vault = Path(KnowledgeBase.create(str(home)).vault)
    names = size // _NAMED
    links = [f"[[t{number % names}]]" for number in range(names * _NAMED)]
    lines = [" ".join(links[at : at + 10]) for at in range(0, len(links), 10)]
    _write(vault / "hub.md", "# Hub\n\n" + "\n\n".join(lines) + "\n")
    _write(vault / "t1.md", "# The kettle\n\n" + _KETTLE)
    found, broken = len(links), len(links) - _NAMED
    return Bed(
        home,
        vault,
        (
            Step(("status",), lambda said: (said["missing_pages"], said["links"]) == (names - 1, found)),
            Step(("ask", _ASKED), _boils),
            Step(("search", "kettle"), lambda said: said["hits"][0]["path"] == "t1.md"),
            Step(("show", "hub"), lambda said: said["text"].startswith("# Hub\n") and said["omitted_tokens"] > 0),
            Step(("links", "hub"), lambda said: (said["found"], said["unresolved"]) == (found, broken)),
            Step(("links", "t1", "--backlinks"), lambda said: (said["found"], said["files"]) == (_NAMED, 1)),
            Step(("lint",), lambda said: sum(each["rule"] == "broken-link" for each in said["findings"]) == broken),
            Step(
                ("rename", "t1", "Goal"),
                lambda said: said["receipt"]["links"] == _NAMED,
                Rename("t1.md", "Goal.md", (("[[Goal]]", "[[t1]]"),), 1),
            ),
        ),
    )


def make_note(home: Path, size: int) -> Bed:
    """A note of this many bytes, and a small one."""
    vault = Path(KnowledgeBase.create(str(home)).vault)
    parts: list[str] = []
    left = size
    while left > 0:
        number = len(parts)
        lines = "\n".join(f"Paragraph {n} of part {number} tells of the river and of a mill.\n" for n in range(60))
        parts.append(f"## Part {number}\n\n{lines}\n")
        left -= len(parts[-1])
    text = "# Large\n\n" + "".join(parts)
    _write(vault / "large.md", text)
    _write(vault / "small.md", "# The kettle\n\n" + _KETTLE)

    def is_beginning(said: Any) -> bool:
        shown: str = said["text"]
        return text.startswith(shown) and said["omitted_tokens"] > said["tokens"] and said["next_line"] > 1

    return Bed(
        home,
        vault,
        (
            Step(("status",), lambda said: said["pages"] == {"notes": 2} and said["passages"] > 60),
            Step(("ask", _ASKED), _boils),
            Step(
                ("ask", "what does the river do at the mill?"), lambda said: said["evidence"][0]["path"] == "large.md"
            ),
            Step(("search", "river"), lambda said: said["hits"][0]["path"] == "large.md"),
            Step(("show", "large"), is_beginning),
            Step(("show", "large#Part 1"), lambda said: "Paragraph 0 of part 1 tells" in said["text"]),
            Step(("lint",), lambda said: {each["rule"] for each in said["findings"]} >= {"orphan"}),
            Step(
                ("rename", "small", "Goal"),
                lambda said: len(said["receipt"]["changed"]) == 1,
                Rename("small.md", "Goal.md", (), 0),
            ),
        ),
    )


def make_pages(home: Path, size: int) -> Bed:
    """A generated home of this many pages, half of which link to the greatest hub."""
    vault = Path(KnowledgeBase.create(str(home)).vault)
    generate_pages(str(vault), size)
    linking: Counter[str] = Counter()
    links = pages = 0
    for path in vault.rglob("*.md"):
        found = [] if path.name in ("index.md", "log.md") else _LINK.findall(path.read_text("utf-8"))
        pages += path.name not in ("index.md", "log.md")
        links += len(found)
        linking.update({*found} - {path.stem})
    hub, others = linking.most_common(1)[0]
    title = _title(vault / "entities" / f"{hub}.md")
    written = (("[[great-hub|Great Hub]]", f"[[{hub}|{title}]]"), ("[[great-hub", f"[[{hub}"))
    graph = home.parent / "all.graphml"
    return Bed(
        home,
        vault,
        (
            Step(("status",), lambda said: sum(said["pages"].values()) == pages),
            Step(("ask", f"what is {title}?"), lambda said: bool(said["evidence"])),
            Step(("ask", f"what is {title}?"), lambda said: bool(said["evidence"])),
            Step(("search", title), lambda said: bool(said["hits"])),
            Step(("show", hub), lambda said: said["path"] == f"entities/{hub}.md"),
            Step(("links", hub, "--backlinks"), lambda said: said["files"] == others),
            Step(("links",), lambda said: said["found"] == links),
            Step(("lint",), lambda said: "findings" in said),
            Step(
                ("graph", "--html", str(graph), "--force"),
                lambda _: graph.is_file(),
            ),
            Step(
                ("rename", hub, "Great Hub"),
                lambda said: len(said["receipt"]["changed"]) == others + 1,
                Rename(f"entities/{hub}.md", "entities/great-hub.md", written, others),
            ),
        ),
    )


BEDS: dict[str, Callable[[Path, int], Bed]] = {"links": make_links, "note": make_note, "pages": make_pages}


def _boils(said: Any) -> bool:
    return "boils water" in said["evidence"][0]["text"]


def _title(page: Path) -> str:
    found = re.search(r"^# (.+)$", page.read_text("utf-8"), re.MULTILINE)
    assert found is not None
    return found[1]


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")
