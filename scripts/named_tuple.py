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

    _GLOBALS = {"__builtins__": {}, "_tuple_new": tuple.__new__}
    _constructors = {}
    _getters = []
    """What reads the field at each place, of any class."""

    def _constructor(fields):
        """The function that makes a value; of as many fields, only the first is compiled."""
        code = _constructors.get(len(fields))
        if code is None:
            names = "".join(f"_{at}, " for at in range(len(fields)))
            code = eval(f"lambda _cls, {names}: _tuple_new(_cls, ({names}))", _GLOBALS).__code__
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
        for at in range(len(_getters), len(fields)):
            _getters.append(_tuplegetter(at, f"Alias for field number {at}"))
        return zip(fields, _getters)

    class _Maker(type):
        def __new__(cls, name, bases, namespace):
            if not bases:
                return super().__new__(cls, name, bases, namespace)
            fields = tuple(namespace.get("__annotations__", ()))
            defaults = {field: namespace.pop(field) for field in fields if field in namespace}
            if defaults and fields[-len(defaults) :] != (*defaults,):
                raise TypeError(f"{name}: a field without a default follows one with a default")
            made = {
                "__doc__": f"{name}({', '.join(fields)})",
                **_SHARED,
                **dict(_getters_of(fields)),
                **namespace,
                "_fields": fields,
                "_field_defaults": defaults,
                "__match_args__": fields,
                "__new__": _Function(_constructor(fields), _GLOBALS, "__new__", (*defaults.values(),)),
            }
            made["__new__"].__qualname__ = f"{name}.__new__"
            return type(name, (tuple,), made)

    class NamedTuple(metaclass=_Maker):
        """Base of a value: its annotated names are its fields, in their order; what is assigned is a default."""
