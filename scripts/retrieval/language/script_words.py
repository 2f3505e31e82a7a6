"""What is known of the languages of another script; loaded only where a question has such letters."""

from __future__ import annotations

from typing import NamedTuple


class ScriptWords(NamedTuple):
    """The words of the languages of another script that carry no topic, folded."""

    stop: tuple[frozenset[str], ...]
    """The stop words of each language."""
    today: frozenset[str]
    """Words that say little more than `now`."""
    light: frozenset[str]
    """Words that are not missed where they occur nowhere."""
    defining: frozenset[str]
    """Words around a name in a question that asks only what it is."""
