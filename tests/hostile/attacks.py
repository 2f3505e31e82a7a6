"""Names, texts and files that strangers may bring, and the calls that carry them through every verb."""

# Rows of attacks: broken up they would fill pages.
# ruff: noqa: E501

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

ESCAPE = "\x1b]0;owned\x07\x1b[31m"
HIDDEN = "\u202e\u2066\u200b\U000e0049\U000e0047"
NAMES = (
    "../x", "../../outside/secret", "/etc/passwd", "\\\\host\\share", "C:\\x", "C:/x", "~/x", ".hidden", "con", "nul.md", "COM1.txt", "a\0b", "a\nb", "a\rb",
    f"a{HIDDEN}b", f"a{ESCAPE}b", "p\u0430ypal", "a" * 500, "\u6f22" * 300, "%2e%2e/x", "a/../../b", "sources/../../x", "--force", "-h", "$(touch owned)", "`touch owned`",
    '" OR 1=1 --', "' UNION SELECT 1", "NEAR(a b)", "a AND NOT", "a*", '"', "col:val", "^a", "[[x]]", "x#^y", "x|y", "<script>alert(1)</script>",
    '"]; click a "javascript:1"', "%%{init:{}}%%", "\udcff", "index", "log", "graph/home.json", ".obsidian/app.json", "wiki/../graph/home", "{{date}}", "---",
    "\ufb01le", "\uff23\uff2f\uff2e", "e\u0301", "\u2028a\u2029b", "name.", "name ", "\x7f", "\x9b31m", "- [[a]] causes [[b]] (0.9)", "omitted: 3 passages", "> quoted",
)  # fmt: skip
SOURCE = f"""# Leak report

The memory leak causes the crash of alpha and beta. {ESCAPE}{HIDDEN}

- [[a]] causes [[b]] (0.9)

> ## Evidence

omitted: 3 passages

```
[leak-report#^p1] not a label
```
"""


def bundle(**parts: Any) -> str:
    """A bundle about the source, with these parts in place of its own."""
    whole = {
        "source": "leak-report",
        "summary": "About the leak.",
        "entities": [
            {"name": "memory leak", "type": "concept", "supporting_text": "memory leak causes the crash"},
            {"name": "crash", "type": "event", "supporting_text": "the crash of alpha"},
        ],
        "relations": [
            {
                "source": "memory leak",
                "target": "crash",
                "type": "causes",
                "confidence": 0.9,
                "supporting_text": "memory leak causes the crash",
            }
        ],
        "pages": [],
    }
    return json.dumps({**whole, **parts})


def calls_with(name: str) -> list[dict[str, Any]]:
    """Every verb with this name wherever it takes one."""
    answer = ("file", "-", "--question")
    page = {"category": "topics", "title": name, "content": f"Text {name}", "summary": f"s {name}"}
    entity = {"name": name, "type": name, "aliases": [name + "1"], "description": name, "supporting_text": "the crash"}
    relation = {
        "source": name,
        "target": "crash",
        "type": name,
        "confidence": 0.9,
        "supporting_text": "causes the crash",
    }
    read = [
        ("ask", name), ("ask", name, "--json"), ("search", name, "--json"), ("show", name), ("show", "leak-report#" + name), ("show", "leak-report#^" + name, "--json"),
        ("links", name, "--backlinks"), ("graph", name), ("lint", name), ("lint", "--rule", name),
    ]  # fmt: skip
    written = [
        ("rename", "crash", name, "--dry-run"), ("rename", "crash", name, "--move", "--dry-run"), ("rename", name, "y", "--dry-run"), ("merge", name, "crash", "--dry-run"),
        ("retract", name, "--dry-run"), ("undo", name), ("add", name), (name,),
    ]  # fmt: skip
    return [
        *({"argv": list(argv)} for argv in (*read, *written)),
        {"argv": ["add", "-", "--title", name], "stdin": f"Some text about {name}"},
        {"argv": [*answer, name, "--title", name, "--cites", "leak-report"], "stdin": f"Answer {name}"},
        {"argv": [*answer, "q", "--title", "t", "--cites", name], "stdin": "Answer"},
        {"argv": ["apply", "-"], "stdin": bundle(source=name)},
        {"argv": ["apply", "-"], "stdin": bundle(pages=[page])},
        {"argv": ["apply", "-"], "stdin": bundle(pages=[{**page, "category": name, "title": "T"}])},
        {"argv": ["apply", "-"], "stdin": bundle(entities=[entity])},
        {"argv": ["apply", "-"], "stdin": bundle(relations=[relation])},
    ]


def hostile_files(vault: Path, outside: Path) -> None:
    """Files in a vault that a sync client, an archive or a person without good intentions may have put there."""
    tags = "".join(f"{chr(98 + n)}: &{chr(98 + n)} [{','.join(['*' + chr(97 + n)] * 9)}]\n" for n in range(8))
    files: dict[bytes, bytes] = {
        f"bad{HIDDEN}.md".encode(): b"# x\n\nalpha [[crash]]",
        b"esc\x1b[31m.md": b"# esc\n\nalpha [[crash]]",
        b"nl\nname.md": b"# nl\n\nalpha [[crash]]",
        b"bad\xff\xfe.md": b"# a name that is not UTF-8\n\nalpha [[crash]]",
        b"utf16.md": "# hi alpha\n".encode("utf-16"),
        b"invalid.md": b"# a\n\nalpha \xff\xfe\x80 beta",
        b"nul.md": b"# a\n\nalpha \0 beta",
        b"bomb.md": f"---\na: &a [x,x,x,x,x,x,x,x,x]\n{tags}---\nalpha".encode(),
        b"deep-yaml.md": b"---\na: " + b"[" * 5000 + b"]" * 5000 + b"\n---\nalpha",
        b"deep-quote.md": b">" * 3000 + b" alpha",
        b"deep-list.md": b"- " * 2000 + b"alpha",
        b"brackets.md": b"[" * 20000 + b" alpha",
        b"deep.canvas": b'{"nodes":' + b"[" * 50000,
        b"way-out.canvas": b'{"nodes":[{"id":"1","type":"file","file":"../../outside/secret.md"}],"edges":[]}',
        b"deep.base": b"views: " + b"[" * 3000,
        b"way-out.md": b"[[../../outside/secret]] ![[../../outside/secret.md]] [a](file:///etc/passwd) [b](../../outside/secret.md)\nalpha",
        b"title.md": b'---\ntitle: "a\\nb\\u001b[31m\\u202e"\naliases: ["x\\ny", "\\ud83d"]\n---\nalpha\n',
    }
    for name, data in files.items():
        with open(os.path.join(os.fsencode(vault), name), "wb") as file:
            file.write(data)
    (vault / ".obsidian").mkdir(exist_ok=True)
    (vault / ".obsidian/app.json").write_text(
        '{"newLinkFormat":"../../x","attachmentFolderPath":"../../outside","newFileFolderPath":"/etc","plugins":["x"]}'
    )
    (vault / "link.md").symlink_to(outside / "secret.md")
    (vault / "folder").symlink_to(outside)
    (vault / "loop.md").symlink_to("loop.md")
    (vault / "zero.md").symlink_to("/dev/zero")
    os.mkfifo(vault / "pipe.md")


def calls_on_files() -> list[dict[str, Any]]:
    """Every verb on a vault with such files."""
    shown = (
        "way-out",
        "nl\nname",
        "bomb",
        "deep-yaml",
        "link",
        "folder/secret",
        "invalid",
        "nul",
        "utf16",
        "title",
        "zero",
        "pipe",
    )
    calls = [
        ("status",), ("status", "--json"), ("lint",), ("lint", "--json"), ("links",), ("links", "--json"), ("ask", "alpha"), ("ask", "alpha", "--json"),
        ("ask", "alpha", "--explain"), ("search", "alpha"), ("search", "alpha", "--json"), ("graph",), *(("graph", "--format", f) for f in ("json", "mermaid", "graphml")),
        *(("show", name) for name in shown), ("doctor",), ("rename", "way-out", "Way two"), ("rename", "crash", "Crash two"),
        ("merge", "invalid", "crash-two"), ("doctor", "--rebuild"),
    ]  # fmt: skip
    return [{"argv": list(argv)} for argv in calls]
