"""Waiting until a file rests: the app saves two seconds after a keystroke and merges what it did not expect."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

PATIENCE = 1.0
"""Seconds after which whoever waits is told for what."""


def wait_until_quiet(full: str, path: str, seconds: float, tell: Callable[[str], None]) -> None:
    """Return when the file was saved so many seconds ago; one that is gone, or is from the future, rests."""
    try:
        age = time.time() - os.stat(full).st_mtime
    except FileNotFoundError:
        return
    if not 0 <= age < seconds:
        return
    left = seconds - age
    if left > PATIENCE:
        time.sleep(PATIENCE)
        left -= PATIENCE
        saved = age + PATIENCE
        tell(f"waiting: {path} was saved {saved:.0f} s ago, and may be open in an editor; {left:.0f} s to go")
    time.sleep(left)
