"""Looking for a word in the bytes of every file below a folder, in what is compressed, too."""

from __future__ import annotations

import unicodedata
import zlib
from contextlib import suppress
from pathlib import Path


def holding(folder: Path, word: str) -> list[str]:
    """The files that hold a word, whatever its case and composition."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and _holds(path, word))


def _holds(path: Path, word: str) -> bool:
    data = path.read_bytes()
    readings = [data]
    with suppress(zlib.error):
        readings.append(zlib.decompress(data))
    said = [unicodedata.normalize("NFC", each.decode("utf-8", "replace")).lower() for each in readings]
    return any(unicodedata.normalize("NFC", word).lower() in each for each in said)
