"""Modules come from the file of the calls before only while their source is what it was."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from scripts.kept_code import _is_in, _rooms
from tests.running import ROOT, python

CODE = """
import sys
sys.dont_write_bytecode = False
from small.code_cache import beside_bytecode
cache = beside_bytecode()
cache.install()
from small import room, word
from small.room import name
print(word.SAID, name.SAID, [type(each.__loader__).__name__ for each in (room, word, name)])
print(word.__file__, word.__cached__, room.__path__, word.__spec__.parent)
cache.store()
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A package with the cache in it, and two modules to load."""
    package = tmp_path / "small"
    (package / "room").mkdir(parents=True)
    for folder in (package, package / "room"):
        (folder / "__init__.py").write_text("", encoding="utf-8")
    for name in ("code_cache.py", "kept_code.py"):
        shutil.copy(ROOT / "scripts" / name, package)
    (package / "word.py").write_text("SAID = 'one'\n", encoding="utf-8")
    (package / "room" / "name.py").write_text("SAID = 'a name'\n", encoding="utf-8")
    return package


def _said(package: Path) -> list[str]:
    ran = python("import sys; sys.path.insert(0, '.')" + CODE, cwd=package.parent, PYTHONPYCACHEPREFIX="")
    assert ran.code == 0, ran.err
    return ran.out.splitlines()


def test_the_second_call_takes_its_modules_from_one_file_and_they_are_the_same(small: Path) -> None:
    first, second = _said(small), _said(small)
    assert first[0] == "one a name ['SourceFileLoader', 'SourceFileLoader', 'SourceFileLoader']"
    assert second[0] == "one a name ['_Loader', '_Loader', '_Loader']"
    assert first[1] == second[1]


def test_a_module_that_was_edited_is_read_again_and_kept_again(small: Path) -> None:
    _said(small)
    (small / "word.py").write_text("SAID = 'another'\n", encoding="utf-8")
    assert _said(small)[0] == "another a name ['_Loader', 'SourceFileLoader', '_Loader']"
    assert _said(small)[0] == "another a name ['_Loader', '_Loader', '_Loader']"


def test_a_module_of_the_same_size_with_another_time_is_read_again(small: Path) -> None:
    _said(small)
    (small / "word.py").write_text("SAID = 'two'\n", encoding="utf-8")
    os.utime(small / "word.py", (1, 1))
    assert _said(small)[0].startswith("two")


def test_a_package_that_was_copied_loads_its_own_modules(small: Path, tmp_path: Path) -> None:
    _said(small)
    copy = shutil.copytree(small, tmp_path / "elsewhere" / "small")
    (copy / "word.py").write_text("SAID = 'copied'\n", encoding="utf-8")
    assert _said(copy)[0].startswith("copied")
    assert str(copy) in _said(copy)[1].replace("/./", "/")


@pytest.mark.parametrize("kept", [0, 3, 100, -40])
def test_a_damaged_file_of_modules_costs_nothing_but_time(small: Path, kept: int) -> None:
    _said(small)
    [path] = small.parent.rglob("*.modules")
    path.write_bytes(path.read_bytes()[:kept])
    assert _said(small)[0].startswith("one a name")
    assert _said(small)[0].startswith("one a name")


OUTER = """
import sys
sys.dont_write_bytecode = False
from small.code_cache import beside_bytecode
cache = beside_bytecode()
cache.install()
{imports}
for name in ("small.room", "small.word", "small.room.name", "small.outer"):
    each = sys.modules[name]
    print(sorted(vars(each)), each.__spec__, each.__loader__, each.__package__, each.__file__, each.__cached__)
print(sys.modules["small"].outer.TOLD, sys.modules["small"].room.name.SAID)
cache.store()
"""
IMPORTS = "import small.outer"
IN_A_THREAD = """
import threading
thread = threading.Thread(target=lambda: __import__("small.outer"))
thread.start()
thread.join()
"""
ASKED = """
asked = []
find = cache.find_spec
cache.find_spec = lambda name, *_: asked.append(name) or find(name)
import small.outer
print([name for name in asked if name.startswith("small.")])
sys.exit()
"""
FAILING = """
try:
    import small.outer
except KeyError:
    print([name for name in sys.modules if name.startswith("small.")])
    sys.exit()
"""


@pytest.fixture
def outer(small: Path) -> Path:
    """The package with a module that imports others, one of which is not there."""
    text = "from . import word\nfrom .room.name import SAID\ntry:\n    from . import absent\n"
    text += "except ImportError:\n    TOLD = word.SAID + SAID\n"
    (small / "outer.py").write_text(text, encoding="utf-8")
    return small


def _told(package: Path, imports: str = IMPORTS, **env: str) -> list[str]:
    code = "import sys; sys.path.insert(0, '.')" + OUTER.format(imports=imports)
    ran = python(code, cwd=package.parent, PYTHONPYCACHEPREFIX="", **env)
    assert ran.code == 0, ran.err
    return re.sub(r"<[^ ]*Loader object at 0x[0-9a-f]+>", "", ran.out).splitlines()


@pytest.mark.parametrize("imports", [IMPORTS, IN_A_THREAD])
def test_what_a_kept_module_imports_is_as_the_import_system_leaves_it(outer: Path, imports: str) -> None:
    first, second = _told(outer, imports), _told(outer, imports)
    assert first[4] == "onea name a name"
    assert second == first


def test_the_import_system_is_asked_for_no_module_that_a_kept_one_imports(outer: Path) -> None:
    _told(outer)
    assert _told(outer, ASKED) == ["['small.outer', 'small.absent']"]


@pytest.mark.parametrize("then", ["", "raise KeyError('then')"])
def test_import_statements_name_what_they_name_and_are_the_systems_own_again_afterwards(outer: Path, then: str) -> None:
    above = "from __future__ import annotations\nfrom __future__ import division\ndef made() -> NoSuchName: ...\n"
    above += "from ..word import SAID as SAYS\nfrom .. import word\nfrom . import __name__ as ROOM\n"
    (outer / "room" / "name.py").write_text(f"{above}SAID = SAYS + word.SAID + ROOM\n{then}", encoding="utf-8")
    told = """
import builtins
system = builtins.__import__
try:
    import small.outer
except KeyError as err:
    print(err)
print(builtins.__import__ is system, sys.modules.get("small.outer") and sys.modules["small.outer"].TOLD)
cache.store()
sys.exit()
"""
    first, second = _told(outer, told), _told(outer, told)
    assert first == (["'then'", "True None"] if then else ["True oneoneonesmall.room"])
    assert second == first


def test_what_a_kept_module_imports_may_be_edited(outer: Path) -> None:
    _told(outer)
    for said in ("another", "a third one"):
        (outer / "word.py").write_text(f"SAID = {said!r}\n", encoding="utf-8")
        assert [_told(outer)[4] for _ in range(2)] == [f"{said}a name a name"] * 2


def test_what_a_thread_imports_is_not_loaded_before_the_module_of_threads(small: Path) -> None:
    (small / "word.py").write_text("from threading import RLock\nSAID = 'locked'\n", encoding="utf-8")
    threaded = """
import sys
sys.path.insert(0, '.')
sys.dont_write_bytecode = False
sys.modules.pop('threading', None)
from small.code_cache import beside_bytecode
cache = beside_bytecode()
cache.install()
from threading import Thread
thread = Thread(target=__import__, args=('small.word',))
thread.start()
thread.join()
print(sys.modules['small.word'].SAID)
cache.store()
"""
    for _ in range(2):
        ran = python(threaded, cwd=small.parent, PYTHONPYCACHEPREFIX="")
        assert (ran.out, ran.err) == ("locked\n", "")


def test_what_a_kept_module_imports_may_fail_and_is_not_left_half_made(outer: Path) -> None:
    (outer / "word.py").write_text("import os\nSAID = os.environ['SAID']\n", encoding="utf-8")
    _told(outer, SAID="one")
    assert _told(outer, FAILING) == ["['small.code_cache']"]
    assert _told(outer, SAID="two")[4] == "twoa name a name"


LEAN = '''"""What it is for."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from nowhere import Kind
else:
    from .room.name import SAID as Kind


class Value:
    """A value."""

    field: int = 0
    """Its field."""


def fails(word: Kind, *words: Kind, more: int = 1, **others: Kind) -> Value:
    """Fail."""
    def inner() -> Kind:
        """Nothing."""

    return inner() or word.said
'''
READ_LEAN = """
import traceback
from small import lean
for each in (lean, lean.Value, lean.fails):
    print(repr(each.__doc__))
print(lean.fails.__annotations__, lean.Value.__annotations__, lean.Kind, lean.fails.__kwdefaults__)
try:
    lean.fails("")
except AttributeError:
    print(traceback.format_exc().splitlines()[2:])
cache.store()
sys.exit()
"""


@pytest.mark.parametrize("checked", ["", "from .arguments import name\n"])
def test_kept_code_is_without_what_a_call_does_not_read_and_its_lines_are_those_of_the_source(
    small: Path, checked: str
) -> None:
    (small / "arguments.py").write_text("name = 1\n", encoding="utf-8")
    (small / "lean.py").write_text(LEAN + checked, encoding="utf-8")
    first, second = _told(small, READ_LEAN), _told(small, READ_LEAN)
    assert first[:3] == ["'What it is for.'", "'A value.'", "'Fail.'"]
    assert second[:3] == ["None"] * 3
    kinds = "{'word': 'Kind', 'words': 'Kind', 'more': 'int', 'others': 'Kind', 'return': 'Value'}"
    assert first[3] == f"{kinds} {{'field': 'int'}} a name {{'more': 1}}"
    assert second[3] == (first[3] if checked else first[3].replace(kinds, "{}"))
    assert "line 23, in fails" in first[4]
    assert second[4:] == first[4:]


LIBRARY = """
import colorsys, math, sys, xml.dom
sys.path.insert(0, 'elsewhere/some-packages')
import beside
loaded = colorsys, xml, xml.dom, beside
print([type(each.__loader__).__name__ for each in loaded])
print([(each.__file__, each.__cached__, each.__package__) for each in loaded], xml.__path__)
print(math.sqrt(4), math.__spec__.origin, math.__loader__)
cache.store()
"""


def test_the_standard_library_is_kept_and_nothing_that_hangs_on_where_a_call_looks(small: Path) -> None:
    others = small.parent / "elsewhere" / "some-packages"
    others.mkdir(parents=True)
    (others / "beside.py").write_text("", encoding="utf-8")
    code = "import sys; sys.path.insert(0, '.')" + CODE.partition("from small import")[0] + LIBRARY

    def said() -> list[str]:
        ran = python(code, cwd=small.parent, PYTHONPYCACHEPREFIX="")
        assert ran.code == 0, ran.err
        return ran.out.splitlines()

    first, second = said(), said()
    assert first[0] == "['SourceFileLoader', 'SourceFileLoader', 'SourceFileLoader', 'SourceFileLoader']"
    assert second[0] == "['_Loader', '_Loader', '_Loader', 'SourceFileLoader']"
    assert [line.partition(" at 0x")[0] for line in second[1:]] == [line.partition(" at 0x")[0] for line in first[1:]]
    library = Path(os.__file__).parent
    assert _is_in(_rooms(), str(library / "json" / "__init__.py"))
    assert not _is_in(_rooms(), str(library / "site-packages" / "rapidfuzz" / "__init__.py"))
