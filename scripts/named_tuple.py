"""`NamedTuple` at a seventh of the price of typing's, for a cold `ask` makes some seventy of them.

typing compiles the annotation of every field as it makes a class, and nobody here asks for them: 93 µs for a class of
six fields, where `collections.namedtuple` takes 37, most of it for a constructor compiled from text, and this takes 12
(CPython 3.11).  Type checkers see typing's own.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    try:
        from _collections import _tuplegetter
    except ImportError:
        from operator import itemgetter

        def _tuplegetter(index, doc):
            return property(itemgetter(index), doc=doc)

    _new = tuple.__new__
    _GLOBALS = {"__builtins__": {}, "_new": _new}
    _COMPILED = (
        lambda _, a: _new(_, (a,)),
        lambda _, a, b: _new(_, (a, b)),
        lambda _, a, b, c: _new(_, (a, b, c)),
        lambda _, a, b, c, d: _new(_, (a, b, c, d)),
        lambda _, a, b, c, d, e: _new(_, (a, b, c, d, e)),
        lambda _, a, b, c, d, e, f: _new(_, (a, b, c, d, e, f)),
        lambda _, a, b, c, d, e, f, g: _new(_, (a, b, c, d, e, f, g)),
        lambda _, a, b, c, d, e, f, g, h: _new(_, (a, b, c, d, e, f, g, h)),
        lambda _, a, b, c, d, e, f, g, h, i: _new(_, (a, b, c, d, e, f, g, h, i)),
        lambda _, a, b, c, d, e, f, g, h, i, j: _new(_, (a, b, c, d, e, f, g, h, i, j)),
        lambda _, a, b, c, d, e, f, g, h, i, j, k: _new(_, (a, b, c, d, e, f, g, h, i, j, k)),
        lambda _, a, b, c, d, e, f, g, h, i, j, k, m: _new(_, (a, b, c, d, e, f, g, h, i, j, k, m)),
        lambda _, a, b, c, d, e, f, g, h, i, j, k, m, n: _new(_, (a, b, c, d, e, f, g, h, i, j, k, m, n)),
        lambda _, a, b, c, d, e, f, g, h, i, j, k, m, n, o: _new(_, (a, b, c, d, e, f, g, h, i, j, k, m, n, o)),
        lambda _, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s, t, u, v: _new(
            _, (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s, t, u, v)
        ),
    )
    """Constructors of as many fields as the values of a question have: one compiled from text takes 350,000
    instructions, and these are in the bytecode of this module."""
    _constructors = {each.__code__.co_argcount - 1: each.__code__ for each in _COMPILED}
    _getters = []
    """What reads the field at each place, of any class."""

    def _constructor(fields):
        """The function that makes a value; of as many fields, only the first is compiled."""
        code = _constructors.get(len(fields))
        if code is None:
            names = "".join(f"_{at}, " for at in range(len(fields)))
            code = eval(f"lambda _, {names}: _new(_, ({names}))", _GLOBALS).__code__
            _constructors[len(fields)] = code
        return code.replace(co_name="__new__", co_varnames=("_cls", *fields))

    def _make(cls, iterable):
        """A value of these, in the order of the fields."""
        made = tuple.__new__(cls, iterable)
        if len(made) != len(cls._fields):
            raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
        return made

    def _replace(self, /, **changes):
        """The value with other values in some of its fields."""
        made = self._make(map(changes.pop, self._fields, self))
        if changes:
            raise ValueError(f"Got unexpected field names: {list(changes)!r}")
        return made

    def _repr(self):
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in zip(self._fields, self))})"

    def _asdict(self):
        """The fields by name."""
        return dict(zip(self._fields, self))

    def _getnewargs(self):
        return tuple(self)

    _SHARED = {
        "__slots__": (),
        "_make": classmethod(_make),
        "_replace": _replace,
        "__repr__": _repr,
        "_asdict": _asdict,
        "__getnewargs__": _getnewargs,
        **({"__replace__": _replace} if sys.version_info >= (3, 13) else {}),
    }
    _Function = type(_make)

    def _getters_of(fields):
        while len(_getters) < len(fields):
            _getters.append(_tuplegetter(len(_getters), f"Alias for field number {len(_getters)}"))
        return zip(fields, _getters)

    class _Maker(type):
        def __new__(cls, name, bases, namespace):
            if not bases:
                return super().__new__(cls, name, bases, namespace)
            fields = tuple(namespace.get("__annotations__", ()))
            defaults = {field: namespace.pop(field) for field in fields if field in namespace}
            if defaults and fields[-len(defaults) :] != (*defaults,):
                raise TypeError(f"{name}: a field without a default follows one with a default")
            made = {"__doc__": f"{name}({', '.join(fields)})", **_SHARED, **namespace}
            made.update(_getters_of(fields))
            made["_fields"] = made["__match_args__"] = fields
            made["_field_defaults"] = defaults
            made["__new__"] = new = _Function(_constructor(fields), _GLOBALS, "__new__", (*defaults.values(),))
            new.__qualname__ = f"{name}.__new__"
            return type(name, (tuple,), made)

    class NamedTuple(metaclass=_Maker):
        """Base of a value: its annotated names are its fields, in their order; what is assigned is a default."""
