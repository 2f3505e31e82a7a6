"""Our NamedTuple makes what typing's makes."""

from __future__ import annotations

import pickle
from typing import NamedTuple as TypingNamedTuple

import pytest

from scripts.pages.model import Edge
from scripts.named_tuple import NamedTuple


class Ours(NamedTuple):
    """A value."""

    name: str
    size: int = 3
    """With a default."""

    @property
    def is_large(self) -> bool:
        return self.size > 2


class Typings(TypingNamedTuple):
    """A value."""

    name: str
    size: int = 3
    """With a default."""

    @property
    def is_large(self) -> bool:
        return self.size > 2


@pytest.mark.parametrize("made", [lambda a: a._fields, lambda a: a._field_defaults, lambda a: a.__doc__, dir])
def test_a_value_class_has_what_a_typed_one_has(made):
    # Since Python 3.14 annotations are made when they are asked for.
    aside = {"__orig_bases__", "__annotations__", "__annotate_func__"}
    assert set(made(Ours)) - aside == set(made(Typings)) - aside


def test_a_value_is_made_compared_and_pickled():
    assert Ours("a") == ("a", 3)
    assert Ours("a", size=1)._replace(name="b") == ("b", 1)
    assert Ours("a").is_large
    assert not Ours("a", 1).is_large
    edge = Edge("a", "causes", "b", 0.5)
    assert pickle.loads(pickle.dumps(edge)) == edge
    assert type(pickle.loads(pickle.dumps(edge))) is Edge


def test_a_value_is_shown_and_refuses_what_a_typed_one_refuses():
    assert repr(Ours("a")) == repr(Typings("a")).replace("Typings", "Ours")
    assert Ours("a")._asdict() == {"name": "a", "size": 3}
    assert Ours._make(["b", 1]) == ("b", 1)
    match Ours("c", 4):
        case Ours(name, size):
            assert (name, size) == ("c", 4)
    for wrong in (lambda of: of(), lambda of: of("a", 1, 2), lambda of: of("a", length=1), lambda of: of._make([1])):
        for of in (Ours, Typings):
            with pytest.raises(TypeError):
                wrong(of)
    with pytest.raises(ValueError, match="length"):
        Ours("a")._replace(length=1)
