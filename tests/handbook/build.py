"""Builds the handbook, the repository's own `wiki/` and `graph/graph.json`, from the texts beside this file.

python -m tests.handbook.build          writes wiki/ and graph/graph.json anew
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

from scripts.knowledge_base import KnowledgeBase
from scripts.look.lookup import find_page
from scripts.model import to_plain
from scripts.retrieval_engine.neighborhood import whole_graph
from scripts.text.block_ids import quotables
from scripts.text.escaping import json_text
from scripts.text.quotes import all_places
from scripts.verbs import adding, changing, writing

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
NOW = "2026-11-20T12:00:00Z"


def build(home: Path) -> None:
    """Make the handbook in an empty folder, as a user would: init, add, apply, file."""
    KnowledgeBase.create(str(home))
    # Origins are kept relative to the home, so the texts are registered from where the repository keeps them.
    texts = home / "tests" / "handbook" / "sources"
    if home != ROOT:
        shutil.copytree(HERE / "sources", texts)
    environ = {"COMMONPLACE_NOW": NOW, "COMMONPLACE_ACTOR": "handbook", "COMMONPLACE_QUIET_SECONDS": "0"}
    with KnowledgeBase.open(str(home), environ=environ) as kb:
        for path in sorted(texts.glob("*.md")):
            adding.add(kb, [str(path)])
        for path in sorted((HERE / "bundles").glob("*.json")):
            receipt = writing.apply(kb, json.loads(path.read_text(encoding="utf-8"))).receipt
            assert not receipt.rejected, (path.name, receipt.rejected)
        for path in sorted((HERE / "answers").glob("*.json")):
            item = json.loads(path.read_text(encoding="utf-8"))
            cites = [cite(kb, part["source"], part["quote"]) for part in item["cites"]]
            changing.file(kb, question=item["question"], title=item["title"], answer=item["answer"], cites=cites)
        minimum = kb.settings.min_confidence
        graph = kb.query(lambda reader: whole_graph(reader, min_confidence=minimum))
    text = json_text(to_plain(graph), indent=2) + "\n"
    (home / "graph" / "graph.json").write_text(text, encoding="utf-8", newline="\n")


def cite(kb: KnowledgeBase, source: str, quote: str) -> str:
    """The citation for a quote of a source."""
    path = kb.query(lambda reader: find_page(reader, source).path)
    text = Path(kb.location.vault, path).read_text("utf-8")
    found = next(iter(all_places(quote, quotables(text))), None)
    assert found is not None, (source, quote)
    return f"{source}#^{found.passage.block}"


def main() -> int:
    """Write the handbook into the repository."""
    for path in (ROOT / "wiki", ROOT / "graph"):
        if path.exists():
            shutil.rmtree(path)
    build(ROOT)
    return 0


if __name__ == "__main__":
    sys.exit(main())
