"""Small vaults for tests of the index: written to a folder, changed, and an index of them dumped."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from random import Random

import hypothesis.strategies as st

TABLES = (
    "pages",
    "sections",
    "passages",
    "names",
    "mentions",
    "claims",
    "evidence",
    "edges",
    "links",
    "meta",
)
WORDS_TABLES = ("page_words", "section_words", "passage_words")

PATHS = (
    "alpha.md", "beta.md", "sub/alpha.md", "sub/Beta.md", "sub/deep/gamma.md", "gamma.md.md", "Σίσυφος.md", "delta.md",
    "entities/leak.md", "entities/crash.md", "summaries/incident.md", "sources/report.md", "topics/why.md", "ls.md",
    "Brand (play).md", "東京.md", "one.md", "two.md", "three.md", "four.md", "index.md",
)  # fmt: skip

PIECES = (
    "# Alpha\n",
    "# Memory leak\n",
    "## Steps\n\n### More\n",
    "The [[alpha]] leads to [[beta|the beta]] and [[sub/alpha]].\n",
    "Memory leak and system crash of Alpha Beta, says the report on gamma.\n",
    "See [[Nowhere]], [[nowhere]], [[Missing Page|that one]] and ![[picture.png]].\n",
    "A link [home](alpha.md), another [deep](sub/deep/gamma.md#Steps) and [[#Steps]].\n",
    "This boilerplate stands on very many pages.\n",
    "Another boilerplate with [[alpha]].\n",
    "The crash was caused by a memory leak. ^p1\n",
    "- an item\n- another item ^p2\n",
    "| a | b |\n|---|---|\n| leak | crash |\n",
    "```\nls -l | grep beta\n```\n",
    "#tag/inner and text about Brand in 東京都で働く人.\n",
    "Der Speicherverlust führt zu einem Absturz des Systems, und niemand weiß warum.\n",
    "- causes [[crash]] (0.9, [[report#^p1]] \"caused by a memory leak\")\n",
    "- [[leak]] causes [[crash]] (0.7, [[report#^p1]], [[beta#^p2]])\n",
    "- [[leak]] causes [[crash]] (0.7, [[report#^p1]], rests on [[beta#^p2]])\n",
    "- [[crash]] part_of [[Nowhere]]\n",
    "- relates_to [[sub/alpha]]\n",
    "- is caused by [[leak]] (0.8, [[gone#^x]])\n",
    "depends_on:: [[beta]]\n",
)  # fmt: skip

PROPERTIES = (
    "",
    "---\ntitle: Alpha\n---\n",
    "---\ntitle: The Leak (fault)\naliases: [memory leak, Leck]\ntags: [fault, a/b]\n---\n",
    "---\naliases: beta gamma\ndescription: What beta says of system crash\n---\n",
    "---\nquestion: Why does alpha crash?\nquestions: [What is wrong with alpha?]\n---\n",
    "---\ndepends_on: \"[[alpha]]\"\nname: Gamma Ray\n---\n",
    "---\ntitle: \"\\ud83d half\"\nx: .nan\n---\n",
    "---\nbroken: [\n---\n",
)  # fmt: skip

pages = st.builds(
    lambda head, pieces: head + "\n".join(pieces),
    st.sampled_from(PROPERTIES),
    st.lists(st.sampled_from(PIECES), max_size=5),
)

vaults = st.dictionaries(st.sampled_from((*PATHS, "picture.png", "sub/picture.png")), pages, max_size=12)
"""The files of a vault, by path."""


def write_vault(root: Path, files: dict[str, str], before: dict[str, str]) -> None:
    """Make the folder hold these files, writing only what differs from before."""
    for path in before.keys() - files.keys():
        (root / path).unlink()
    for path, text in sorted(files.items()):
        if before.get(path) != text:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(text.encode("utf-8", "surrogateescape"))


def random_files(random: Random, count: int) -> dict[str, str]:
    """Return some random notes by path."""
    return {
        path: random.choice(PROPERTIES) + "\n".join(random.choices(PIECES, k=4)) for path in random.sample(PATHS, count)
    }


def edit(vault: Path, random: Random) -> None:
    """Write, lengthen, shorten, delete or move a note of a vault, as people and programs do that know of no index."""
    note = vault / random.choice(PATHS)
    lines = note.read_text("utf-8").splitlines(keepends=True) if note.exists() else []
    at, what = random.randrange(len(lines) + 1), random.randrange(6)
    if what < 2 or not lines:
        lines[at:at] = ["\n", *random.choices(PIECES, k=2)]
    elif what < 4:
        del lines[at : at + random.randint(1, 6)]
    else:
        note.unlink()
        note = vault / random.choice(PATHS)
        if what == 4:
            return
    write_vault(vault, {note.relative_to(vault).as_posix(): "".join(lines)}, {})


def dump(path: str | os.PathLike[str]) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of an index that depend on nothing but the texts of the vault."""
    connection = sqlite3.connect(path)
    try:
        rows = {table: sorted(connection.execute(f"SELECT * FROM {table}"), key=repr) for table in TABLES}
        rows["files"] = sorted(connection.execute("SELECT path, hash, basename, problem FROM files"))
        # The day of a file's last change is its own, whatever it says.
        for table in WORDS_TABLES:
            rows[table] = sorted(connection.execute(f"SELECT rowid, * FROM {table}"))
            connection.execute(f"INSERT INTO {table}({table}) VALUES ('integrity-check')")
        rows["section_terms"] = sorted(connection.execute("SELECT * FROM section_terms"))
        return rows
    finally:
        connection.close()
