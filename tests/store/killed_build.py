"""Run as a script: an index of a vault, built in short batches and killed as the nth begins; ended where n is 0."""

from __future__ import annotations

import os
import signal
import sys


def build(folder: str, killed_at: int) -> None:
    from scripts.store import indexing, updating
    from scripts.store.index import Index, IndexOptions
    from scripts.store.vault import Vault

    indexing.PROGRESS_STEP, updating.BATCH_SECONDS = 5, 0.0
    pause, calls = updating.Update._pause, 0

    def counted(update, flush):
        nonlocal calls
        pause(update, flush)
        calls += 1
        if calls == killed_at:
            # Inside the next transaction, with rows that nobody committed.
            flush()
            os.kill(os.getpid(), signal.SIGKILL)

    updating.Update._pause = counted
    index = Index(Vault(os.path.join(folder, "vault")), os.path.join(folder, "graph"), IndexOptions())
    index.refresh()
    index.close()


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    build(sys.argv[2], int(sys.argv[3]))
