"""Write what is expected of each document in tests/fixtures/documents: `python -m tests.documents.make`.

Read the diff before it is committed.  It needs the extra `documents`.
"""

from __future__ import annotations

from pathlib import Path

from scripts.documents.reading import read_document, title_of_document
from scripts.settings import Settings

FOLDER = Path(__file__).parent.parent / "fixtures/documents"
EXPECTED = ".expected"


def expected(path: Path) -> str:
    """Return what a reader of the document's source note is to see, below its title and what is left out."""
    document = read_document(str(path), Settings())
    return f"title: {title_of_document(document)}\nleft-out: {document.left_out}\n\n{document.text}"


def documents() -> list[Path]:
    return sorted(path for path in FOLDER.iterdir() if path.suffix != EXPECTED)


if __name__ == "__main__":
    for path in documents():
        path.with_name(path.name + EXPECTED).write_text(expected(path))
