"""How a home stands."""

from __future__ import annotations

from pathlib import Path

from scripts.index_store.refresh import open_index
from scripts.retrieval_engine.status import Status, status_of
from scripts.say import status_text
from scripts.wiki_store.files import list_files


def status_with(root: Path, files: dict[str, bytes], **options: object) -> Status:
    for path, data in files.items():
        (root / "vault" / path).parent.mkdir(parents=True, exist_ok=True)
        (root / "vault" / path).write_bytes(data)
    vault = str(root / "vault")
    with open_index(vault, environ={"COMMONPLACE_CACHE": str(root / "cache")}) as index:
        return index.answer(
            lambda reader: status_of(
                reader, home=vault, vault=vault, found_by="--vault", paths=list_files(vault), **options
            )
        )


FILES = {
    "Plan.md": b"# Plan\n\nSee [[Ghost]] and [[Ghost|it]] and [[Old]].\n",
    "Old.md": b"caf\xe9\n",
    "Merge.md": b"<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n",
    "Plan.sync-conflict-20240102-101112-ABCDEFG.md": b"# Plan\n",
    "board.canvas": b'{"nodes": [{"type": "text", "text": "A card."}]}',
    "broken.canvas": b"{",
    "sources/Paper.md": b"# Paper\n\nNobody links here.\n",
    "scan.PDF": b"%PDF",
    "pic.png": b"",
    "all.base": b"views: []",
    "LICENSE": b"MIT",
    "topics/why.md": b"---\nquestion: Why?\nevidence:\n  - '[[Plan#^gone]]'\nevidence_hashes:\n  - 0123456789ab\n---\n",
}


def test_what_is_read_what_is_not_and_what_wants_care_is_counted(tmp_path: Path) -> None:
    status = status_with(tmp_path, FILES, unanswered=["who pays?", "Who pays?", "when?"], last_operation="o1 add")
    assert dict(status.pages) == {"notes": 4, "sources": 1, "topics": 1}
    assert dict(status.not_read) == {".pdf": 1, ".png": 1, ".base": 1, "": 1}
    assert status.unreadable == {"broken.canvas": "it is no canvas: its JSON cannot be read"}
    assert status.conflict_copies == ("Plan.sync-conflict-20240102-101112-ABCDEFG.md",)
    assert dict(status.issues) == {"merge-markers": 1, "not-utf8": 1}
    assert (status.unresolved_links, status.missing_pages, status.unread_sources) == (2, 1, 1)
    assert status.stale_answers == ("why",)
    text = status_text(status)
    assert "not read: 4 files, no notes" in text
    assert "unreadable: broken.canvas (it is no canvas: its JSON cannot be read)" in text
    assert "second versions left by a sync client (1): Plan.sync-conflict" in text
    assert "findings: 1 merge-markers, 1 not-utf8; `lint` lists them" in text
    assert "last operation: o1 add" in text


def test_a_question_that_has_a_filed_answer_is_not_open(tmp_path: Path) -> None:
    answer = b"---\nquestion: Who pays?\n---\n\nMara does.\n"
    status = status_with(tmp_path, {"topics/who-pays.md": answer}, unanswered=["who pays?", "when?"])
    assert status.unanswered == ("when?",)


def test_an_empty_vault_is_told_in_three_lines(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    assert len(status_text(status_with(tmp_path, {})).splitlines()) == 3
