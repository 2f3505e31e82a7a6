"""The shape of the package: imports go down the layers, libraries are met once, modules stay small.

Each rule is a function from a folder of sources to findings; each is shown to find something in a tree made for it.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

# similarity is the one home of rapidfuzz, which both pages (quotes) and store (names) need.
BASE = {"argument_kinds", "arguments", "clock", "digests", "errors", "handbook", "homes"}
BASE |= {"lru_cache", "model", "named_tuple", "page_model", "quick_json", "refusals", "regex"}
BASE |= {"resources", "settings", "shell_words", "similarity", "unanswered", "user_folders"}
LAUNCHER = {"commonplace", "environment"}
# The launcher; and a program of its own, with who starts it: an isolated interpreter is told where the libraries are.
MAY_TOUCH_SEARCH_PATH = {"commonplace", "ingest.converter", "ingest.converting"}
FRONT = {"cli", "code_cache", "kept_code", "one_call", "regex_cache", "contextgraph", "mcp_server", "tools", "verbs"}
# A room is a subpackage, or a module that stands alone.  What a room may import beside itself and BASE:
MAY_IMPORT = {
    "pages": set[str](),
    "retrieval": {"pages"},
    "install": set(),
    "semantic": set(),
    "store": {"pages", "semantic"},
    "memory": {"pages", "retrieval", "store"},
    "care": {"pages", "retrieval", "store"},
    "ingest": {"care", "pages", "retrieval", "store"},
    "reading": {"care", "pages", "retrieval", "store"},
    "bench": {"care", "ingest", "knowledge_base", "memory", "pages", "reading", "retrieval", "store"},
    "knowledge_base": {"care", "ingest", "memory", "outcomes", "pages", "reading", "retrieval", "store"},
    "outcomes": {"care", "ingest", "store"},
}
MAY_IMPORT["bench"] = {*MAY_IMPORT}
MAY_IMPORT |= {room: {*MAY_IMPORT, *FRONT} for room in FRONT}

# Rooms within a room, and what else of it they may import; modules that stand beside them may import all of it.
MAY_IMPORT_WITHIN = {
    "pages.text": set[str](),
    "pages.linking": {"text"},
    "pages.yaml": {"text", "linking"},
    "pages.markdown": {"text", "linking", "yaml"},
    "pages.obsidian": {"text", "linking", "yaml", "markdown"},
    "pages.knowledge": {"text", "linking", "yaml", "markdown"},
    "retrieval.language": {"port"},
    "retrieval.extracts": {"answer_values", "port", "language"},
    "retrieval.lookup": {"answer_values", "port", "language", "extracts"},
    "retrieval.search": {"answer_values", "port", "trace", "language", "extracts", "lookup"},
    "retrieval.budget": {"answer_values", "port", "trace", "language", "extracts", "lookup", "search"},
    "retrieval.reply": {"answer_values", "port", "trace", "language", "extracts", "lookup", "search", "budget"},
}

PURE_ROOMS = {"pages", "retrieval"}
IMPURE = {"glob", "os", "pathlib", "random", "secrets", "shutil", "socket", "sqlite3", "subprocess", "tempfile", "time"}
MAX_LINES = 300
NAMED_IN = {"name", "id", "attr", "arg", "asname"}
BRITISH = re.compile(
    r"(?i)(?:neighb|behavi|col|fav|hon)our|cent(?:re|red)(?![a-z])|(?:al|ar|er|an)is(?:e|ed|ing)(?![a-z])"
)
"""Endings that have another spelling here, so that one thing has one name."""


class Import(NamedTuple):
    importer: str
    """Module path inside the package, with dots."""
    line: int
    target: str
    """Module path inside the package if inner, else the full name of the module."""
    inner: bool
    runs: bool
    """False under `if TYPE_CHECKING`."""


@cache
def _modules(package: Path) -> dict[str, tuple[ast.AST, ...]]:
    """The nodes of each module by its name: reading them takes longer than any rule."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = tuple(_walk(ast.parse(path.read_text(encoding="utf-8"), filename=str(path))))
    return found


def _walk(tree: ast.AST) -> list[ast.AST]:
    """As ast.walk, in a third of the time, without what says only whether a name is read or written."""
    nodes = [tree]
    for node in nodes:
        for field, value in vars(node).items():
            if isinstance(value, list):
                nodes += [each for each in value if isinstance(each, ast.AST)]
            elif isinstance(value, ast.AST) and field != "ctx":
                nodes.append(value)
    return nodes


@cache
def _imports(package: Path) -> tuple[Import, ...]:
    return tuple(_read_imports(package))


def _read_imports(package: Path) -> Iterator[Import]:
    modules = _modules(package)
    for name, nodes in modules.items():
        is_package = (package / Path(*name.split(".")) / "__init__.py").exists()
        here = name.split(".") if is_package and name else name.split(".")[:-1]
        typing_only = {id(node) for test in nodes if _is_typing_block(test) for node in _walk(test)}
        for node in nodes:
            runs = id(node) not in typing_only
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield Import(name, node.lineno, alias.name, False, runs)
            elif isinstance(node, ast.ImportFrom) and not node.level:
                yield Import(name, node.lineno, node.module or "", False, runs)
            elif isinstance(node, ast.ImportFrom):
                if node.level > len(here) + 1:
                    yield Import(name, node.lineno, "<above the package>", True, runs)
                    continue
                base = here[: len(here) - node.level + 1] + (node.module.split(".") if node.module else [])
                for alias in node.names:
                    full = ".".join([*base, alias.name])
                    yield Import(name, node.lineno, full if full in modules else ".".join(base), True, runs)


def _is_typing_block(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _room(module: str) -> str:
    return module.partition(".")[0]


def imports_going_up(package: Path) -> list[str]:
    found = []
    for name, line, target, inner, _ in _imports(package):
        importer, room = _room(name), _room(target)
        if not inner or importer in LAUNCHER or not name:
            continue
        allowed = {importer, *BASE, ""} if importer not in BASE else {*BASE, ""}
        if room not in allowed | MAY_IMPORT.get(importer, set()):
            found.append(f"{name}:{line} imports {target}")
        if importer not in BASE and importer not in MAY_IMPORT:
            found.append(f"{name}: its place in the layers is not stated in MAY_IMPORT")
    return found


def imports_going_up_within(package: Path) -> list[str]:
    found = []
    for name, line, target, inner, _ in _imports(package):
        room, _, rest = name.partition(".")
        within, _, module = rest.partition(".")
        if not inner or not module or _room(target) != room:
            continue
        if f"{room}.{within}" not in MAY_IMPORT_WITHIN:
            found.append(f"{name}: its place in the layers is not stated in MAY_IMPORT_WITHIN")
        elif target.split(".")[1] not in {within} | MAY_IMPORT_WITHIN[f"{room}.{within}"]:
            found.append(f"{name}:{line} imports {target}")
    return found


def imports_from_outside(package: Path) -> list[str]:
    """Absolute imports of our own modules, or of a host's."""
    own = {"scripts", "commonplace", "config", "tools"}
    return [
        f"{name}:{line} imports {target} by an absolute name"
        for name, line, target, inner, _ in _imports(package)
        if not inner and _room(target) in own and not (name in LAUNCHER and _room(target) == "scripts")
    ]


def import_cycles(package: Path) -> list[str]:
    edges: dict[str, set[str]] = {}
    for name, _, target, inner, runs in _imports(package):
        # A package's own name is imported before its modules: only what its __init__ imports could close a circle.
        if inner and runs and name != target:
            edges.setdefault(name, set()).add(target)
    found: list[str] = []
    done: set[str] = set()

    def visit(module: str, path: list[str]) -> None:
        if module in path:
            found.append(" -> ".join([*path[path.index(module) :], module]))
        elif module not in done:
            for target in sorted(edges.get(module, ())):
                visit(target, [*path, module])
            done.add(module)

    for module in sorted(edges):
        visit(module, [])
    return found


def libraries_met_twice(package: Path) -> list[str]:
    users: dict[str, set[str]] = {}
    for name, _, target, inner, _ in _imports(package):
        if not inner and _room(target) not in {*sys.stdlib_module_names, "scripts"}:
            users.setdefault(_room(target), set()).add(name)
    return [
        f"{library} is imported in {', '.join(sorted(names))}" for library, names in users.items() if len(names) > 1
    ]


def impure_modules(package: Path) -> list[str]:
    found = [
        f"{name}:{line} imports {target}"
        for name, line, target, inner, runs in _imports(package)
        if not inner and runs and _room(name) in PURE_ROOMS and _room(target) in IMPURE
    ]
    for name, node in _nodes(package):
        called = node.func if isinstance(node, ast.Call) else None
        if _room(name) in PURE_ROOMS and isinstance(called, ast.Name) and called.id in {"open", "input", "print"}:
            found.append(f"{name}:{called.lineno} calls {called.id}")
    return found


def search_path_users(package: Path) -> list[str]:
    return [
        f"{name}:{node.lineno} touches sys.path"
        for name, node in _nodes(package)
        if name not in MAY_TOUCH_SEARCH_PATH and isinstance(node, ast.Attribute) and _is_search_path(node)
    ]


def _is_search_path(node: ast.Attribute) -> bool:
    return node.attr == "path" and isinstance(node.value, ast.Name) and node.value.id == "sys"


def catch_alls(package: Path) -> list[str]:
    found = []
    for name, node in _nodes(package):
        if isinstance(node, ast.ExceptHandler):
            caught = [] if node.type is None else [ast.unparse(part) for part in ast.walk(node.type)]
            # Cleaning up and passing the error on catches nothing.
            passes_on = isinstance(node.body[-1], ast.Raise) and node.body[-1].exc is None
            if not passes_on and (node.type is None or {"Exception", "BaseException"} & {*caught}):
                found.append(f"{name}:{node.lineno} catches everything")
    return found


def long_modules(package: Path) -> list[str]:
    counts = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in sorted(package.rglob("*.py"))}
    return [f"{path.relative_to(package)} has {count} lines" for path, count in counts.items() if count >= MAX_LINES]


def british_names(package: Path) -> list[str]:
    found = {
        (module, vars(node)[field]) for module, node in _nodes(package) for field in NAMED_IN.intersection(vars(node))
    }
    return sorted(f"{module} has {name}" for module, name in found if name and BRITISH.search(str(name)))


def _nodes(package: Path) -> Iterator[tuple[str, ast.AST]]:
    for name, nodes in _modules(package).items():
        for node in nodes:
            yield name, node


RULES = [
    imports_going_up,
    imports_going_up_within,
    imports_from_outside,
    import_cycles,
    libraries_met_twice,
    impure_modules,
    search_path_users,
    catch_alls,
    long_modules,
    british_names,
]


@pytest.mark.parametrize("rule", RULES)
def test_the_package_keeps(rule, root: Path):
    assert rule(root / "scripts") == []


@pytest.mark.parametrize(
    ("rule", "files", "finding"),
    [
        (imports_going_up, {"pages/a.py": "from ..store import b", "store/b.py": ""}, "pages.a:1 imports store.b"),
        (imports_going_up, {"model.py": "from .pages.a import x", "pages/a.py": ""}, "model:1 imports pages.a"),
        (imports_going_up, {"retrieval/a.py": "def f():\n    from ..store.b import x"}, "retrieval.a:2 imports store"),
        (imports_going_up, {"pages/a.py": "from ...pages import b"}, "pages.a:1 imports <above the package>"),
        (imports_going_up, {"cli.py": "from .. import x"}, "cli:1 imports <above the package>"),
        (imports_going_up, {"shed/a.py": "from ..model import x"}, "shed.a: its place in the layers is not stated"),
        (imports_going_up_within, {"pages/text/a.py": "from ..page import b"}, "pages.text.a:1 imports pages"),
        (imports_going_up_within, {"pages/text/a.py": "from ..yaml.b import c", "pages/yaml/b.py": ""}, "pages.yaml.b"),
        (imports_going_up_within, {"pages/shed/a.py": "from ..page import b"}, "not stated in MAY_IMPORT_WITHIN"),
        (imports_from_outside, {"store/a.py": "import config"}, "store.a:1 imports config"),
        (imports_from_outside, {"store/a.py": "from scripts.pages.model import x"}, "store.a:1 imports scripts.pages.model"),
        (import_cycles, {"store/a.py": "from . import b", "store/b.py": "from .a import x"}, "store.a -> store.b"),
        (import_cycles, {"store/a.py": "from .b import x", "store/b.py": "def f():\n    from . import a"}, "store.b"),
        (libraries_met_twice, {"store/a.py": "import yaml.x", "pages/b.py": "from yaml import y"}, "pages.b, store.a"),
        (impure_modules, {"pages/a.py": "import os.path"}, "pages.a:1 imports os"),
        (impure_modules, {"retrieval/a.py": "x = open('x')"}, "retrieval.a:1 calls open"),
        (search_path_users, {"tools/a.py": "import sys\nsys.path.insert(0, '')"}, "tools.a:2 touches sys.path"),
        (catch_alls, {"store/a.py": "try:\n    x\nexcept Exception:\n    y"}, "store.a:3 catches"),
        (catch_alls, {"store/a.py": "try:\n    x\nexcept (OSError, BaseException):\n    y"}, "store.a:3 catches"),
        (catch_alls, {"store/a.py": "try:\n    x\nexcept:\n    y"}, "store.a:3 catches"),
        (long_modules, {"store/a.py": "x = 1\n" * 300}, "has 300 lines"),
        (british_names, {"store/a.py": "def normalise_name(): ..."}, "store.a has normalise_name"),
        (british_names, {"store/a.py": "from .b import Neighbourhood"}, "store.a has Neighbourhood"),
    ],
)
def test_a_breach_is_found(rule, files: dict[str, str], finding: str, tmp_path: Path):
    for name, text in {"__init__.py": "", "pages/__init__.py": "", "store/__init__.py": "", **files}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert finding in "\n".join(rule(tmp_path))


@pytest.mark.parametrize("rule", RULES)
def test_what_is_allowed_is_not_found(rule, tmp_path: Path):
    files = {
        "__init__.py": "",
        "model.py": "import os\n",
        "errors.py": "from . import model\nfrom .model import x\n",
        "pages/__init__.py": "from ..model import x\n",
        "pages/a.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .b import x\n    import os\n",
        "pages/b.py": "from .a import x\nfrom .text import a\nimport re\n",
        "pages/yaml/c.py": "from . import d\nfrom ..text.b import x\nfrom ...model import y\n",
        "store/a.py": "import yaml\ndef f():\n    import yaml\n    try:\n        x\n    except: raise\n",
        "cli.py": "from . import knowledge_base, pages\nfrom .tools import a\n",
        "knowledge_base.py": "from .store.a import f\nfrom . import __version__\n",
        "tools/a.py": "from .. import knowledge_base\n",
        "commonplace.py": "import sys\nsys.path.insert(0, '')\nfrom scripts import cli\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert rule(tmp_path) == []
