"""Count tokens with a published vocabulary, where the extra `exact` (bpe-openai) is installed."""

from __future__ import annotations

from collections.abc import Callable

from ...errors import MissingExtraError


def exact_counter(encoding: str) -> Callable[[str], int]:
    """Return the counter of a vocabulary: o200k_base or cl100k_base.  Loading it costs about 0.2 s of CPU."""
    try:
        import bpe_openai
    except ImportError as err:
        raise MissingExtraError(f"the token counter {encoding.removesuffix('_base')}", "bpe-openai", "exact") from err
    encode = bpe_openai.get_encoding(encoding).encode_ordinary

    def count(text: str) -> int:
        # The library takes `<|endoftext|>` for one special token; in quoted matter it is text and costs more.
        # A lone surrogate, from a file name say, is sent as a replacement character.
        return len(encode(text.replace("<|", "< |").encode("utf-8", "replace").decode("utf-8")))

    return count
