"""Which encoding a text that is no UTF-8 has, most likely: for a message, never to read it by."""

from __future__ import annotations

import re

_MOST_ACCENTS = 0.3
"""Part of the bytes that are no blanks up to which those beyond ASCII are accents in a Latin text."""
_LEAST_KANA = 0.2
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa]")
_LOOKED_AT = 20_000


def likely_encoding(data: bytes) -> str:
    """The name of an encoding, as iconv knows it; "" where several are as likely, as for Chinese or Russian."""
    sample = data[:_LOOKED_AT]
    seen = [byte for byte in sample if byte > 32]
    if sum(byte > 127 for byte in seen) > _MOST_ACCENTS * len(seen):
        share, name = max((_share_of_kana(sample, name), name) for name in ("SHIFT_JIS", "EUC-JP"))
        return name if share >= _LEAST_KANA else ""
    try:
        data.decode("cp1252")
    except UnicodeDecodeError:
        return "ISO-8859-1"
    return "WINDOWS-1252"


def _share_of_kana(sample: bytes, encoding: str) -> float:
    """How much of the text they are when it is read so; what cannot be read so counts against it."""
    text = sample.decode(encoding, "replace")
    return (len(_KANA.findall(text)) - text.count("\ufffd")) / max(1, len(text))
