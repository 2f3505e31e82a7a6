"""The bytecode of many modules in one file: finding and opening a file for each of them costs a cold call 4 ms.

What a call imported, of this package and of the standard library, stands after it in one file beside the bytecode, and
the next call takes it from there.  It is what the import system keeps in its own files, with the same check: a module
whose source has another time or size is imported as ever, and so is everything where a Python keeps no bytecode.  A
module of the library that was kept goes before one of its name elsewhere on the search path.

Of a module of this package is kept, too, what it is the first to import: that is loaded before it, and there when its
import statements ask for it, which spares most of what the import system does for each.
"""

from __future__ import annotations

import marshal
import os
import sys
from _frozen_importlib_external import ExtensionFileLoader, SourceFileLoader
from _imp import extension_suffixes
from _thread import _count, allocate_lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType, ModuleType
    from typing import Any

_FAULTS = (AttributeError, EOFError, LookupError, OSError, OverflowError, TypeError, ValueError)
_FORM = 3
"""Counts up with what an entry consists of."""
_HEADER = 16
"""Bytes before the code in a bytecode file: magic number, flags, and the time and size of the source, four each."""
_BY_TIME = bytes(4)
"""The flags of bytecode that is checked by time and size."""
_NOTHING = (-1, -1)
_Spec = type(__spec__)
_Module = type(sys)
_OWN = f"{__package__}."

Stamp = tuple[int, int]
"""Time of a source in whole seconds, and its size, as in its bytecode; both below 0 where there is none."""
Entry = tuple[str, str, bool, Stamp, tuple[str, ...], int, int]
"""Paths of source and bytecode, whether it is a package, its stamp, what of this package it is the first to import,
start and length here.  Without a path of bytecode it is compiled to machine code, and only found here."""


class CodeCache:
    """A finder of modules, to stand before the others on sys.meta_path."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._file: Any = None
        self._start = 0
        self._known: dict[str, Entry] = {}
        self._missed: set[str] = set()
        self._imports: dict[str, list[str]] = {}
        self._reading = allocate_lock()

    def install(self) -> None:
        """Offer what is in the file to the import system; without a file of this Python and place, nothing."""
        sys.meta_path.insert(0, self)
        try:
            file = open(self.path, "rb", buffering=0)  # noqa: SIM115  # read from as long as modules are imported
            length = int.from_bytes(file.read(4), "little")
            key, known = marshal.loads(file.read(length))
        except _FAULTS:
            return
        if key == _key():
            self._file, self._start, self._known = file, 4 + length, known

    def find_spec(self, name: str, *_: object) -> Any:
        """The import system asks; None sends it to the next finder."""
        if name.startswith(_OWN):
            # Not what is of the library: `re` is imported by the first call alone, which compiles patterns.
            importing = _importing()
            if importing.startswith(_OWN):
                self._imports.setdefault(importing, []).append(name)
        spec = self._spec_of(name)
        if spec is None:
            self._missed.add(name)
        return spec

    def _spec_of(self, name: str) -> Any:
        entry = self._known.get(name)
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

    def code_of(self, name: str) -> Any:
        """The code of a module that find_spec found.  Raises one of many errors where the file is damaged."""
        *_, start, length = self._known[name]
        return marshal.loads(self._read(start, length))

    def load_imports(self, name: str) -> None:
        """Load what a module that find_spec found imports, so that its import statements find it there.

        The import system takes 120,000 instructions for a module, this 45,000: it guards none against threads that
        would meet it half made, so where there are threads, nothing is done here.
        """
        if not _count():
            for each in self._known[name][4]:
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
        try:
            code = self.code_of(name)
        except _FAULTS:
            return
        module: Any = _Module(name)
        sys.modules[name] = module
        module.__file__, module.__cached__, is_package = self._known[name][:3]
        module.__spec__, module.__loader__, module.__package__ = spec, spec.loader, name if is_package else above
        if is_package:
            module.__path__ = spec.submodule_search_locations
        spec._initializing = True
        try:
            self.load_imports(name)
            exec(code, module.__dict__)
        except BaseException:
            sys.modules.pop(name, None)
            raise
        spec._initializing = False
        setattr(sys.modules[above], own, module)

    def store(self) -> None:
        """Write the file anew where a module was found elsewhere."""
        if not self._missed or not may_write(self.path):
            return
        try:
            added: dict[str, tuple[Entry, bytes]] = {}
            rooms = _rooms()
            for name in sorted(self._missed):
                kept = _found(sys.modules.get(name), tuple(self._imports.get(name, ())), rooms)
                if kept is not None:
                    added[name] = kept
            if added:
                self._write(added)
        except _FAULTS:
            return

    def _write(self, added: dict[str, tuple[Entry, bytes]]) -> None:
        entries, codes, at = {}, [], 0
        for name in sorted({*self._known, *added}):
            if name in added:
                entry, code = added[name]
            else:
                entry = self._known[name]
                code = self._read(*entry[5:])
            entries[name] = (*entry[:5], at, len(code))
            codes.append(code)
            at += len(code)
        index = marshal.dumps((_key(), entries))
        if self._file is not None:
            # Windows replaces no file that is open.  Whoever imports something now finds it elsewhere.
            self._file.close()
            self._file = None
        write_cache(self.path, b"".join([_four(len(index)), index, *codes]))

    def _read(self, start: int, length: int) -> bytes:
        at = self._start + start
        if hasattr(os, "pread"):
            return os.pread(self._file.fileno(), length, at)
        # Threads that import at once share the place in the file.
        with self._reading:
            self._file.seek(at)
            code: bytes = self._file.read(length)
            return code


class _Loader(SourceFileLoader):
    """Loads a module as ever, but for where its code comes from, and after what it imports."""

    def __init__(self, name: str, path: str, cache: CodeCache) -> None:
        super().__init__(name, path)
        self._cache = cache

    def get_code(self, fullname: str) -> CodeType | None:
        try:
            code: CodeType = self._cache.code_of(fullname)
        except _FAULTS:
            return super().get_code(fullname)
        return code

    def exec_module(self, module: ModuleType) -> None:
        self._cache.load_imports(module.__name__)
        super().exec_module(module)


def write_cache(path: str, data: bytes) -> None:
    """Put data at path at once: another call reads the old file or the new one.  Raises OSError."""
    beside = f"{path}.{os.getpid()}"
    try:
        with open(beside, "wb") as file:
            file.write(data)
        os.replace(beside, path)
    except OSError:
        if os.path.exists(beside):
            os.unlink(beside)
        raise


def may_write(path: str) -> bool:
    """Whether this process is to keep a file at path: an installation may be another user's."""
    return not sys.dont_write_bytecode and os.access(os.path.dirname(path), os.W_OK)


def beside_bytecode() -> CodeCache | None:
    """The cache beside the bytecode of this package; None where a Python keeps none."""
    path = __spec__.cached
    return CodeCache(path.removesuffix(".pyc") + ".modules") if path else None


def _found(module: ModuleType | None, imports: tuple[str, ...], rooms: tuple[str, str]) -> tuple[Entry, bytes] | None:
    """Where a module was found, and what the import system keeps of it; None where that is not checked by its time."""
    spec = getattr(module, "__spec__", None)
    kind = type(spec.loader) if spec is not None else None
    if spec is None or kind not in (SourceFileLoader, ExtensionFileLoader) or not _is_in(rooms, spec.origin or ""):
        return None
    stamp = _stamp(spec.origin)
    if kind is ExtensionFileLoader:
        return ((spec.origin, "", False, stamp, (), 0, 0), b"") if stamp != _NOTHING else None
    if not spec.cached:
        return None
    try:
        with open(spec.cached, "rb") as file:
            kept = file.read()
    except OSError:
        return None
    if kept[4:_HEADER] != _BY_TIME + _four(stamp[0]) + _four(stamp[1]):
        return None
    is_package = spec.submodule_search_locations is not None
    return (spec.origin, spec.cached, is_package, stamp, imports, 0, 0), kept[_HEADER:]


def _rooms() -> tuple[str, str]:
    """The folders of this package and of the standard library."""
    own, library = (os.path.dirname(os.path.realpath(path)) + os.sep for path in (__file__, os.__file__))
    return own, library


def _is_in(rooms: tuple[str, str], path: str) -> bool:
    """Whether a module is of this package or of the standard library; where others are hangs on the search path."""
    own, library = rooms
    path = os.path.realpath(path)
    if path.startswith(own):
        return True
    return path.startswith(library) and "-packages" + os.sep not in path[len(library) :]


def _importing() -> str:
    """The module whose import the import system is busy with: the innermost one that is running; "" in a thread."""
    frame = sys._getframe(2)
    while frame.f_code.co_name != "<module>":
        if frame.f_back is None:
            return ""
        frame = frame.f_back
    return str(frame.f_globals.get("__name__"))


def _stamp(path: str) -> Stamp:
    try:
        found = os.stat(path)
    except OSError:
        return _NOTHING
    return int(found.st_mtime), found.st_size


def _key() -> tuple[int, int, str, str, str, str | None]:
    """Of which form a file is, and of which Python and which place the paths in it are."""
    return _FORM, sys.hexversion, "".join(extension_suffixes()), os.__file__, __file__, sys.pycache_prefix


def _four(number: int) -> bytes:
    return (number & 0xFFFFFFFF).to_bytes(4, "little")
