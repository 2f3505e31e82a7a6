"""Which model turns texts into vectors: by the name that a person set, loaded when the first text comes.

A name comes from config.py or the environment, never from a vault: `module:callable` is imported and called.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import DataError, SettingError

if TYPE_CHECKING:
    Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]

OFF = "off"
MINILM = "minilm"


class Embedder:
    """A model by its name; vectors of one name can be compared with each other."""

    def __init__(self, name: str, load: Callable[[], Embed]) -> None:
        self.name = name
        self._load = load
        self._embed: Embed | None = None

    def load(self) -> Embed:
        """The model itself.  Raises MissingExtraError or SettingError when it is not there."""
        if self._embed is None:
            self._embed = self._load()
        return self._embed

    def vectors(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector for each text, all of one length.  Raises DataError where the model gives anything else."""
        given: Any = self.load()(texts)
        try:
            found = [[float(number) for number in vector] for vector in given]
        except (TypeError, ValueError, OverflowError) as err:
            raise self._odd(f"what is no list of vectors ({err})") from err
        if len(found) != len(texts):
            raise self._odd(f"{len(found)} vectors for {len(texts)} texts")
        if len({*map(len, found)}) > 1 or (found and not found[0]):
            raise self._odd("vectors of different lengths, or of none")
        if not all(math.isfinite(number) for vector in found for number in vector):
            raise self._odd("numbers that are not finite")
        return found

    def _odd(self, what: str) -> DataError:
        return DataError(f"the embedder {self.name} gave {what}", hint="mend it, or set COMMONPLACE_EMBEDDER=off")


def embedder_named(name: str) -> Embedder | None:
    """The embedder of the setting's value; None for `off`.  Imports no library yet."""
    if name == OFF:
        return None
    if name == MINILM:
        # What is stored under this name: a change of the model or of how it is run needs another one.
        return Embedder("all-MiniLM-L6-v2", _minilm)
    return Embedder(name, lambda: _callable(name))


def _minilm() -> Embed:
    from .minilm import MiniLM

    return MiniLM()


def _callable(name: str) -> Embed:
    module, _, attribute = name.partition(":")
    wanted = f"{OFF}, {MINILM} or module:callable, a function of an installed module from texts to vectors"
    try:
        found: Any = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as err:
        raise SettingError(
            "embedder", name, f"{wanted} ({err})", where="the call, the environment or config.py"
        ) from err
    if not callable(found):
        raise SettingError("embedder", name, wanted, where="the call, the environment or config.py")
    embed: Embed = found
    return embed
