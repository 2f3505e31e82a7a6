"""What code_cache.py reads: made where a call imported something that is not in the file, and no more than then.

The modules of this package are compiled anew for it, without what a call does not read: a seventh of what unpacking
them takes.  Lines and names in a traceback are those of the source.
"""

from __future__ import annotations

import marshal
import os
import sys
from _frozen_importlib_external import ExtensionFileLoader, SourceFileLoader

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    from collections.abc import Callable, Iterable, Mapping
    from types import CodeType

    from .code_cache import Entry, Stamp

_HEADER = 16
"""Bytes before the code in a bytecode file: magic number, flags, and the time and size of the source, four each."""
_BY_TIME = bytes(4)
"""The flags of bytecode that is checked by time and size."""


def found(
    names: Iterable[str], imports: Mapping[str, Iterable[str]], stamp: Callable[[str], Stamp]
) -> dict[str, bytes]:
    """The entries of these modules; imports: what of this package each was the first to import.

    Without those that are of another place, or of which the import system keeps nothing that is checked by its time.
    """
    rooms = _rooms()
    entries = {name: _found(name, tuple(imports.get(name, ())), stamp, rooms) for name in names}
    return {name: marshal.dumps(entry) for name, entry in entries.items() if entry is not None}


def packed(key: tuple[int | str | None, ...], single: Mapping[str, bytes], asked: Iterable[str]) -> bytes:
    """The file: an index, each entry alone, and those of each that was asked for with its imports in one piece."""
    entries: dict[str, Entry] = {name: marshal.loads(data) for name, data in single.items()}
    together = {name: _with_imports(name, entries) for name in sorted({*asked} & {*entries})}
    pieces = {name: marshal.dumps(each) for name, each in together.items() if len(each) > 1}
    places: list[dict[str, tuple[int, int]]] = [{}, {}]
    at = 0
    for kind, parts in zip(places, (single, pieces)):
        for name, data in parts.items():
            kind[name] = at, len(data)
            at += len(data)
    index = marshal.dumps((key, *places))
    return b"".join([_four(len(index)), index, *single.values(), *pieces.values()])


def _with_imports(name: str, entries: Mapping[str, Entry]) -> dict[str, Entry]:
    """The entry of a module, and of what it is the first to import, and so on."""
    met: dict[str, Entry] = {}
    left = [name]
    while left:
        each = left.pop()
        if each in entries and each not in met:
            met[each] = entries[each]
            left += entries[each][4]
    return met


def _found(name: str, imports: tuple[str, ...], stamp: Callable[[str], Stamp], rooms: tuple[str, str]) -> Entry | None:
    spec = getattr(sys.modules.get(name), "__spec__", None)
    kind = type(spec.loader) if spec is not None else None
    if spec is None or kind not in (SourceFileLoader, ExtensionFileLoader) or not _is_in(rooms, spec.origin or ""):
        return None
    stands = stamp(spec.origin)
    if kind is ExtensionFileLoader:
        return (spec.origin, "", False, stands, (), None) if stands[1] >= 0 else None
    if not spec.cached:
        return None
    try:
        with open(spec.cached, "rb") as file:
            kept = file.read()
    except OSError:
        return None
    if kept[4:_HEADER] != _BY_TIME + _four(stands[0]) + _four(stands[1]):
        return None
    is_package = spec.submodule_search_locations is not None
    is_own = os.path.realpath(spec.origin).startswith(rooms[0])
    try:
        code = _lean(spec.origin, spec.parent or "") if is_own else marshal.loads(kept[_HEADER:])
    except (OSError, SyntaxError):
        return None
    # What was edited meanwhile is kept by the next call.
    return (spec.origin, spec.cached, is_package, stands, imports, code) if stamp(spec.origin) == stands else None


def _lean(path: str, package: str) -> CodeType:
    """The code of a source without docstrings, without what type checkers alone import, and without the annotations of
    functions, unless the module has to do with arguments.py, which reads them.  Those of classes are the fields of a
    NamedTuple, and stay.

    What is imported from this package has its whole name, which is found at once.
    """
    import __future__

    import ast

    with open(path, "rb") as file:
        module = ast.parse(file.read(), path)
    nodes = [*ast.walk(module)]
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    # The compiler alone heeds them.
    features = [named.name for each in imports if each.module == "__future__" for named in each.names]
    is_checked = any(each.module == "arguments" for each in imports)
    for each in imports:
        if each.level:
            above = package.rsplit(".", each.level - 1)[0]
            each.module, each.level = f"{above}.{each.module}" if each.module else above, 0
    for node in nodes:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and not is_checked:
            node.returns = None
            kinds = node.args
            for argument in (*kinds.posonlyargs, *kinds.args, *kinds.kwonlyargs, kinds.vararg, kinds.kwarg):
                if argument is not None:
                    argument.annotation = None
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            node.body = _executed(node.body)
    flags = 0
    for name in features:
        flags |= getattr(__future__, name).compiler_flag
    code: CodeType = compile(module, path, "exec", flags, dont_inherit=True)
    return code


def _executed(body: list[ast.stmt]) -> list[ast.stmt]:
    """What of the statements of a module, a class or a function is more than a text, or a word to a compiler."""
    import ast

    left: list[ast.stmt] = []
    for each in body:
        if isinstance(each, ast.If) and isinstance(each.test, ast.Name) and each.test.id == "TYPE_CHECKING":
            left += each.orelse
        elif isinstance(each, ast.ImportFrom) and each.module == "__future__":
            continue
        elif not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)):
            left.append(each)
    return left or [ast.Pass(lineno=1, col_offset=0)]


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


def _four(number: int) -> bytes:
    return (number & 0xFFFFFFFF).to_bytes(4, "little")
