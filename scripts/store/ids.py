"""Ids that depend only on what they name."""

from __future__ import annotations

from hashlib import blake2b

from ..pages.linking.resolution import link_key


def node_id(key: str) -> int:
    """The id of a node, 63 bits of a hash of its key: `p:` and a page's path, or `m:` and the key of a missing one."""
    return int.from_bytes(blake2b(key.encode("utf-8"), digest_size=8).digest(), "big") >> 1


def missing_key(path: str) -> str:
    """What names a page that is not there: the link path folded, without `.md`.

    The extension is put on before folding, as resolution does: a sigma is final only at the end of a word.
    """
    key = link_key(path if path[-3:].lower() == ".md" else path + ".md")
    return key[:-3] if len(key) > 3 else key
