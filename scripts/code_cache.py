"""The bytecode of many modules in one file: finding and opening a file for each of them costs a cold call 4 ms.

What a call imported, of this package and of the standard library, stands after it in one file beside the bytecode, and
the next call takes it from there.  It is what the import system keeps in its own files, with the same check: a module
whose source has another time or size is imported as ever, and so is everything where a Python keeps no bytecode.  A
module of the library that was kept goes before one of its name elsewhere on the search path.

Of a module of this package is kept, too, what it is the first to import: that is loaded before it, and there when its
import statements ask for it, which spares most of what the import system does for each.  Where no module of this
package imported it, but a function or a program, its code and theirs are kept a second time in one piece: together
they are unpacked for a quarter less, because a name that many of them have is made once.

This is what a cold call needs; kept_code.py makes the file.
"""

# This module and one_call.py do without `from __future__ import annotations`: that is a module of its own, which makes
# a class and ten values of it.  What is kept needs it no more.

import builtins
import marshal
import os
import sys
from _frozen_importlib_external import ExtensionFileLoader, SourceFileLoader
from _imp import extension_suffixes
from _thread import _count, allocate_lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import CodeType, ModuleType
    from typing import Any

_FAULTS = (AttributeError, EOFError, LookupError, OSError, OverflowError, TypeError, ValueError)
_FORM = 5
"""Counts up with what an entry consists of."""
_NOTHING = (-1, -1)
_Spec = type(__spec__)
_Module = type(sys)
_system_import = builtins.__import__
_plain: set[str] = set()
"""Modules that were loaded here to their end and are no packages."""
_OWN = f"{__package__}."

Stamp = tuple[int, int]
"""Time of a source in whole seconds, and its size, as in its bytecode; both below 0 where there is none."""
Entry = tuple[str, str, bool, Stamp, tuple[str, ...], "CodeType | None"]
"""Paths of source and bytecode, whether it is a package, its stamp, what of this package it is the first to import, and
its code.  Without a path of bytecode it is compiled to machine code, and only found here."""
Place = tuple[int, int]
"""Start and length in the file, behind its index."""


class CodeCache:
    """A finder of modules, to stand before the others on sys.meta_path."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._file: Any = None
        self._start = 0
        self._single: dict[str, Place] = {}
        self._pieces: dict[str, Place] = {}
        """Where a module stands together with what it imports."""
        self._entries: dict[str, Entry] = {}
        """What was read and is not yet loaded."""
        self._missed: set[str] = set()
        self._asked: set[str] = set()
        """What no module of this package was importing."""
        self._imports: dict[str, list[str]] = {}
        self._reading = allocate_lock()

    def install(self) -> None:
        """Offer what is in the file to the import system; without a file of this Python and place, nothing."""
        sys.meta_path.insert(0, self)
        try:
            file = open(self.path, "rb", buffering=0)  # noqa: SIM115  # read from as long as modules are imported
            length = int.from_bytes(file.read(4), "little")
            key, single, pieces = marshal.loads(file.read(length))
        except _FAULTS:
            return
        if key == _key():
            self._file, self._start, self._single, self._pieces = file, 4 + length, single, pieces

    def find_spec(self, name: str, *_: object) -> "Any":
        """The import system asks; None sends it to the next finder."""
        if name.startswith(_OWN):
            # Not what is of the library: `re` is imported by the first call alone, which compiles patterns.
            importing = _importing()
            if importing.startswith(_OWN):
                self._imports.setdefault(importing, []).append(name)
            else:
                self._asked.add(name)
                if name in self._pieces and not _count():
                    self._read_piece(name)
        spec = self._spec_of(name)
        if spec is None:
            self._missed.add(name)
        return spec

    def _spec_of(self, name: str) -> "Any":
        entry = self._entry_of(name)
        if entry is None or entry[3] != _stamp(entry[0]):
            return None
        source, bytecode, is_package = entry[:3]
        loader = _Loader(name, source, self) if bytecode else ExtensionFileLoader(name, source)
        spec = _Spec(name, loader, origin=source, is_package=is_package)
        spec.has_location = True
        if bytecode:
            spec.cached = bytecode
        if is_package:
            spec.submodule_search_locations = [os.path.dirname(source)]
        return spec

    def _entry_of(self, name: str) -> "Entry | None":
        if name not in self._entries and name in self._single:
            try:
                self._entries[name] = marshal.loads(self._read(self._single[name]))
            except _FAULTS:
                return None
        return self._entries.get(name)

    def _read_piece(self, name: str) -> None:
        try:
            self._entries.update(marshal.loads(self._read(self._pieces[name])))
        except _FAULTS:
            # Each by itself, then.
            return

    def take_code(self, name: str) -> "CodeType | None":
        """The code of a module that find_spec found, once; None where the file has become unreadable."""
        entry = self._entry_of(name)
        self._entries.pop(name, None)
        return entry and entry[5]

    def load_imports(self, name: str) -> None:
        """Load what a module that find_spec found imports, so that its import statements find it there.

        The import system takes 120,000 instructions for a module, this 40,000: it guards none against threads that
        would meet it half made, so where there are threads, nothing is done here.
        """
        entry = None if _count() else self._entry_of(name)
        for each in entry[4] if entry else ():
            if each not in sys.modules:
                try:
                    self._load(each)
                except ImportError:
                    # Who imports it meets that, too, or can do without.
                    return

    def _load(self, name: str) -> None:
        """Load a module of this package; what is not here, or not as it was, is left to the import system."""
        above, _, own = name.rpartition(".")
        spec = self._spec_of(name) if above in sys.modules else None
        if spec is None:
            return
        code: Any
        source, bytecode, is_package, _, imports, code = self._entries[name]
        module = sys.modules[name] = _Module(name)
        made = vars(module)
        made["__file__"], made["__cached__"] = source, bytecode
        made["__spec__"], made["__loader__"], made["__package__"] = spec, spec.loader, name if is_package else above
        if is_package:
            made["__path__"] = spec.submodule_search_locations
        spec._initializing = True
        try:
            if imports:
                self.load_imports(name)
            self._entries.pop(name, None)
            exec(code, made)
        except BaseException:
            sys.modules.pop(name, None)
            raise
        spec._initializing = False
        if not is_package:
            _plain.add(name)
        setattr(sys.modules[above], own, module)

    def store(self) -> None:
        """Write the file anew where a module was found elsewhere."""
        if not self._missed:
            return
        from . import kept_code

        if not kept_code.may_write(self.path):
            return
        try:
            added = kept_code.found(sorted(self._missed), self._imports, _stamp)
            if added:
                single = {name: self._read(place) for name, place in self._single.items()}
                data = kept_code.packed(_key(), {**single, **added}, {*self._pieces, *self._asked})
                if self._file is not None:
                    # Windows replaces no file that is open.  Whoever imports something now finds it elsewhere.
                    self._file.close()
                    self._file = None
                kept_code.write_cache(self.path, data)
        except _FAULTS:
            return

    def _read(self, place: "Place") -> bytes:
        at = self._start + place[0]
        if hasattr(os, "pread"):
            return os.pread(self._file.fileno(), place[1], at)
        # Threads that import at once share the place in the file.
        with self._reading:
            self._file.seek(at)
            data: bytes = self._file.read(place[1])
            return data


class _Loader(SourceFileLoader):
    """Loads a module as ever, but for where its code comes from, and after what it imports."""

    def __init__(self, name: str, path: str, cache: "CodeCache") -> None:
        # All that SourceFileLoader does, without its call.
        self.name, self.path, self._cache = name, path, cache

    def get_code(self, fullname: str) -> "CodeType | None":
        return self._cache.take_code(fullname) or super().get_code(fullname)

    def exec_module(self, module: "ModuleType") -> None:
        before = builtins.__import__
        builtins.__import__ = _import
        try:
            self._cache.load_imports(module.__name__)
            super().exec_module(module)
        finally:
            builtins.__import__ = before
        if not hasattr(module, "__path__"):
            _plain.add(module.__name__)


def _import(
    name: str,
    globals: "Mapping[str, Any] | None" = None,
    locals: "Mapping[str, Any] | None" = None,
    fromlist: "Sequence[str] | None" = (),
    level: int = 0,
) -> "ModuleType":
    """As __import__, for the import statements of what is loaded here, in which names are whole.

    That takes 10,000 instructions for a module that is there, most of them to find that it is no package.
    """
    if fromlist and name in _plain and not level:
        module = sys.modules.get(name)
        if module is not None:
            return module
    return _system_import(name, globals, locals, fromlist, level)


def beside_bytecode() -> "CodeCache | None":
    """The cache beside the bytecode of this package; None where a Python keeps none."""
    path = __spec__.cached
    return CodeCache(path.removesuffix(".pyc") + ".modules") if path else None


def _importing() -> str:
    """The module whose import the import system is busy with: the innermost one that is running; "" in a thread."""
    frame = sys._getframe(2)
    while frame.f_code.co_name != "<module>":
        if frame.f_back is None:
            return ""
        frame = frame.f_back
    return str(frame.f_globals.get("__name__"))


def _stamp(path: str) -> "Stamp":
    try:
        found = os.stat(path)
    except OSError:
        return _NOTHING
    # As a tuple, it has whole seconds.
    return int(found[8]), found[6]


def _key() -> "tuple[int, int, str, str, str, str | None]":
    """Of which form a file is, and of which Python and which place the paths in it are."""
    return _FORM, sys.hexversion, "".join(extension_suffixes()), os.__file__, __file__, sys.pycache_prefix
