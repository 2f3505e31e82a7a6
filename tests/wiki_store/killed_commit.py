"""One operation over a vault, killed at the nth call that makes something durable."""

from __future__ import annotations

import os

CHANGES = (
    ("edited.md", b"old edited", b"new edited"),
    ("made/new.md", None, b"new made"),
    ("removed/gone.md", b"old removed", None),
    ("last.md", b"old last", b"new last"),
)
NOW = "2026-01-01T00:00:00Z"
KILLED = 77


def kill_at(step: int) -> None:
    """Die, as by SIGKILL, in place of the call with this number; counts from 1."""
    count = 0

    def counted(call):
        def wrapper(*args, **options):
            nonlocal count
            count += 1
            if count == step:
                os._exit(KILLED)
            return call(*args, **options)

        return wrapper

    for name in ("replace", "rename", "link", "fsync", "unlink", "write", "mkdir"):
        # Static, for a class of pathlib before Python 3.11 that takes them for methods.
        setattr(os, name, staticmethod(counted(getattr(os, name))))
