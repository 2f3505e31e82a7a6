"""Vectors that could not all be made or kept: what is there stays, and questions are answered."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from pathlib import Path

import pytest

from scripts.knowledge_base import KnowledgeBase
from scripts.verbs import checking
from tests.retrieval_engine.test_meaning import QUESTION, concepts
from tests.running import Ran, page, python, write

MODEL = f"{__name__}:dying"
CLI = "import sys; from scripts.cli import main; sys.exit(main(sys.argv[1:]))"


def dying(texts: Sequence[str]) -> list[list[float]]:
    """A model whose process is killed at the text with a certain word, or finds the disk full after it."""
    last = os.environ.get("LAST_TEXT", "")
    if last and any(last in text for text in texts):
        os.kill(os.getpid(), signal.SIGKILL)
    if os.environ.get("FULL_DISK"):
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (0, -1))
    return concepts(texts)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    notes = {f"note{number}.md": page(f"Note {number}", f"A loop, number {number}.") for number in range(60)}
    notes["near.md"] = page("Counting", "A cycle of references is never dropped from the heap by counting.")
    return write(tmp_path / "vault", notes)


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return {
        "COMMONPLACE_CACHE": str(tmp_path / "cache"),
        "COMMONPLACE_STATE": str(tmp_path / "state"),
        "COMMONPLACE_EMBEDDER": MODEL,
    }


def completed(vault: Path, env: dict[str, str]) -> int:
    """Make all vectors; return how many were still lacking."""
    with KnowledgeBase.open(vault=vault, environ=env) as kb:
        return int(checking.doctor(kb, vectors=True).checks[-1].message.split()[0])


def asked(ran: Ran) -> str:
    assert ran.code == 0, ran.err
    return ran.out


def test_what_was_made_before_a_kill_is_kept_and_the_rest_is_made_later(vault: Path, env: dict[str, str]) -> None:
    killed = python(CLI, "doctor", "--vectors", "--vault", vault, **env, LAST_TEXT="Note 50")
    assert killed.code == -signal.SIGKILL
    assert "[near]" in asked(python(CLI, "ask", QUESTION, "--vault", vault, **env))
    assert 0 < completed(vault, env) < 60
    assert completed(vault, env) == 0


def test_a_disk_that_takes_no_vectors_takes_no_answer_away(vault: Path, env: dict[str, str]) -> None:
    asked(python(CLI, "ask", "nothing of it", "--vault", vault, **(env | {"COMMONPLACE_EMBEDDER": "none"})))
    reply = python(CLI, "ask", QUESTION, "--vault", vault, **env, FULL_DISK="1")
    assert "[near]" in asked(reply)
    assert asked(python(CLI, "ask", QUESTION, "--vault", vault, **env)) == reply.out
    assert completed(vault, env) == 60
