"""Analyzed words as FTS5 stores them: one term is one token, whatever characters it has.

The tables' tokenizer (schema.py) splits at each ASCII character that is no letter, digit or underscore, and folds ASCII
capitals.  So those characters are written as their code between underscores: `c++` becomes `c_2b__2b_`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

# Lone surrogates have no UTF-8 form, so SQLite could not store them.
_ENCODED = re.compile("[\x00-/:-`{-\x7f\ud800-\udfff]")
_CODE = re.compile("_([0-9a-f]+)_")


def encode_term(term: str) -> str:
    """Return the token of one analyzed word.  Different words have different tokens."""
    return _ENCODED.sub(lambda match: f"_{ord(match.group()):x}_", term)


def decode_term(token: str) -> str:
    """Return the word of a token: the inverse of encode_term.  A token that encode_term never makes stays as it is."""
    if "_" not in token:
        return token
    return _CODE.sub(_decoded_character, token)


def encode_words(words: Iterable[str]) -> str:
    """Return words in the form of a column of a words table."""
    return " ".join(map(encode_term, words))


def decode_words(column: str) -> str:
    """Return the words of a column, parted by blanks."""
    return column if "_" not in column else " ".join(map(decode_term, column.split(" ")))


def match_expression(terms: Iterable[str]) -> str:
    """Return the FTS5 query for rows that hold any of the terms; a term of several words is a phrase.

    Each term counts once.  Empty where no term has a word.
    """
    phrases = dict.fromkeys(encode_words(term.split()) for term in terms)
    return " OR ".join(f'"{phrase}"' for phrase in phrases if phrase)


def _decoded_character(match: re.Match[str]) -> str:
    code = int(match.group(1), 16)
    return chr(code) if code <= 0x10FFFF else match.group()
