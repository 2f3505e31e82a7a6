"""Vectors as they are kept: whole numbers of one byte each, compared by the cosine of their angle.

Whole numbers make every sum exact in any order: with NumPy and without it, the same vectors are found with the same
cosines.  Against the model's own numbers a cosine is off by some 0.001.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import sqrt
from operator import mul
from typing import Any

from .numeric import numpy_or_none

LARGEST = 127


def pack(vector: Sequence[float]) -> bytes:
    """A vector as bytes: its largest number becomes 127.  One of zeros is like nothing."""
    largest = max(map(abs, vector), default=0.0)
    return array("b", [round(number / largest * LARGEST) if largest else 0 for number in vector]).tobytes()


def square(packed: bytes) -> int:
    """The square of a packed vector's length."""
    numbers = array("b", packed)
    return sum(map(mul, numbers, numbers))


def cosines(vector: bytes, packed: bytes, squares: Sequence[int]) -> list[float]:
    """The cosine of a vector with each of those that are packed one behind the other; 0 where one has no length."""
    numpy, size = numpy_or_none(), len(vector)
    own = square(vector)
    if numpy is not None:
        return _fast_cosines(numpy, vector, packed, squares, own)
    numbers, found = array("b", vector), []
    for at, other in enumerate(squares):
        dot = sum(map(mul, numbers, array("b", packed[at * size : at * size + size])))
        found.append(dot / sqrt(own * other) if own * other else 0.0)
    return found


def _fast_cosines(numpy: Any, vector: bytes, packed: bytes, squares: Sequence[int], own: int) -> list[float]:
    # The sums stay below 2**53, so that double precision holds each of them exactly.
    rows = numpy.frombuffer(packed, numpy.int8).reshape(len(squares), len(vector)).astype(numpy.float64)
    lengths = numpy.sqrt(numpy.asarray(squares, numpy.float64) * own)
    dots = rows @ numpy.frombuffer(vector, numpy.int8).astype(numpy.float64)
    found: list[float] = numpy.divide(dots, lengths, out=numpy.zeros(len(squares)), where=lengths > 0).tolist()
    return found
