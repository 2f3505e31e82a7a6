"""The launcher, started as a person starts it: a copy with a small command line of its own, and real pip.

The library that its environment needs is a wheel made here, so that no test but one needs a package index.  Where
the launcher's own part of a first start is what matters, a script stands for uv: a real installer takes a second.
"""

from __future__ import annotations

import ast
import json
import os
import re
import runpy
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

from scripts.commonplace import FULL, cache_folder
from tests.running import write

ROOT = Path(__file__).resolve().parents[1]

PYPROJECT = """[project]
name = "fake"
dependencies = [
    "tinylib>=1",
]

[project.optional-dependencies]
more = [
    "absentlib>=1; python_version < '99'",
]
mcp = [
]
meaning = [
    "tinylib",
]
minilm = [
]
"""

# What the launcher runs: it tells what it sees, as ASCII, so that it needs nothing of the launcher to be readable.
CLI = """
import sys

loaded = sorted(sys.modules)


def run():
    import json

    argv = sys.argv[1:]
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8")
    if argv[:1] == ["say"]:
        print(" ".join(argv[1:]))
        return 0
    seen = {"argv": argv, "path": sys.path, "loaded": loaded, "package": sys.modules["scripts"].__file__}
    seen["prefix"] = sys.prefix
    seen["file names"] = sys.getfilesystemencoding()
    for name in argv:
        try:
            seen[name] = __import__(name).__file__
        except ModuleNotFoundError:
            seen[name] = None
    print(json.dumps(seen))
    return 7
"""


# Half of the library at once, the other half later.
UV = """#!/bin/sh
[ "$1" = venv ] && exec PYTHON -m venv --without-pip "$5"
while [ "$1" != --python ]; do shift; done
site=$("$2" -c "import sysconfig; print(sysconfig.get_path('purelib'))")
echo "half a library" > "$site/tinylib.py"
sleep "${UV_SECONDS:-0}"
echo "value = 1" > "$site/tinylib.py"
"""


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one wheel."""
    folder = tmp_path_factory.mktemp("wheels")
    meta = "tinylib-1.0.dist-info"
    with zipfile.ZipFile(folder / "tinylib-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("tinylib.py", "value = 1\n")
        wheel.writestr(f"{meta}/METADATA", "Metadata-Version: 2.1\nName: tinylib\nVersion: 1.0\n")
        wheel.writestr(f"{meta}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{meta}/RECORD", f"tinylib.py,,\n{meta}/METADATA,,\n{meta}/WHEEL,,\n{meta}/RECORD,,\n")
    return folder


@pytest.fixture
def skill(tmp_path: Path) -> Path:
    """A project with the real launcher, in a folder whose name is not simple."""
    folder = tmp_path / "my skill é 日本"
    (folder / "scripts").mkdir(parents=True)
    for name in ("__init__.py", "commonplace.py"):
        shutil.copy(ROOT / "scripts" / name, folder / "scripts" / name)
    (folder / "scripts" / "cli.py").write_text(CLI, encoding="utf-8")
    (folder / "config.py").write_text("raise SystemExit('config.py must be read, never run')\n", encoding="utf-8")
    (folder / "pyproject.toml").write_text(PYPROJECT, encoding="utf-8")
    return folder


class First(NamedTuple):
    """The first start of all, by real pip."""

    cache: Path
    files: tuple[list[str], list[str]]
    """Those of the skill, before and after."""
    told: str


@pytest.fixture(scope="session")
def first(wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> First:
    cache = tmp_path_factory.mktemp("first") / "cache"
    skill = tmp_path_factory.mktemp("builder")
    shutil.copytree(ROOT / "scripts", skill / "scripts", ignore=lambda _, names: {n for n in names if "." not in n})
    (skill / "scripts" / "cli.py").write_text(CLI, encoding="utf-8")
    (skill / "pyproject.toml").write_text(PYPROJECT, encoding="utf-8")
    before = _files(skill)
    done = _start(skill, "say", "built", COMMONPLACE_CACHE=cache, **_only(wheels))
    assert done.stdout == "built\n", done.stderr
    return First(cache, (before, _files(skill)), done.stderr)


@pytest.fixture(scope="session")
def built(first: First) -> Path:
    """A cache folder in which the environment is made already."""
    return first.cache


@pytest.fixture
def uv(tmp_path: Path) -> dict[str, object]:
    """Settings with which the launcher finds an installer that takes a while over the library."""
    if os.name == "nt":
        pytest.skip("it is a script of sh")
    script = tmp_path / "bin" / "uv"
    script.parent.mkdir()
    script.write_text(UV.replace("PYTHON", sys.executable), encoding="utf-8")
    script.chmod(0o755)
    return {"COMMONPLACE_CACHE": tmp_path / "cache", "PATH": f"{script.parent}{os.pathsep}{os.environ['PATH']}"}


def _only(wheels: Path) -> dict[str, object]:
    return {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": wheels}


def _command(skill: Path, *args: str) -> list[str]:
    return [sys.executable, str(skill / "scripts" / "commonplace.py"), *args]


def _environ(**changes: object) -> dict[str, str]:
    dropped = ("PIP_", "PYTHON", "COMMONPLACE_", "LC_")
    environ = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    return environ | {name: str(value) for name, value in changes.items()}


def _start(skill: Path, *args: str, cwd: Path | None = None, **changes: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        _command(skill, *args), cwd=cwd or "/", env=_environ(**changes), capture_output=True, encoding="utf-8"
    )


def _seen(done: subprocess.CompletedProcess[str]) -> dict[str, object]:
    assert done.returncode == 7, done.stderr
    result = json.loads(done.stdout)
    assert isinstance(result, dict)
    return result


def _files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_the_first_start_makes_the_environment_and_the_second_needs_nothing(skill: Path, first: First):
    assert first.files[0] == first.files[1]
    assert first.told.count("commonplace: ") == 1
    assert "first start" in first.told
    again = _start(skill, "tinylib", COMMONPLACE_CACHE=first.cache, PIP_INDEX_URL="http://127.0.0.1:9")
    assert str(_seen(again)["tinylib"]).startswith(str(first.cache))
    assert again.stderr == ""
    (environment,) = first.cache.iterdir()
    assert _seen(_start(skill, COMMONPLACE_CACHE=first.cache))["prefix"] == str(environment)
    # What lies there is run: nobody else may put a folder of theirs in its place.
    assert first.cache.stat().st_mode & 0o077 == 0


def test_arguments_and_exit_code_pass_unchanged(skill: Path, built: Path):
    args = ["--a b", "", "é 日本", "*", "--", "-"]
    assert _start(skill, "say", *args, COMMONPLACE_CACHE=built).stdout == " ".join(args) + "\n"
    assert _seen(_start(skill, "x y", COMMONPLACE_CACHE=built))["argv"] == ["x y"]


@pytest.mark.parametrize("choice", ["", "current"])
def test_d02_a_host_project_neither_shadows_nor_is_shadowed(skill: Path, built: Path, tmp_path: Path, choice: str):
    host = tmp_path / "host"
    (host / "scripts").mkdir(parents=True)
    for name in ("scripts/__init__.py", "scripts/cli.py", "config.py", "cli.py", "tinylib.py"):
        (host / name).write_text("raise SystemExit('the host was run')\n", encoding="utf-8")
    (host / "settings.py").write_text("", encoding="utf-8")
    done = _start(skill, "settings", cwd=host, PYTHONPATH=host, COMMONPLACE_CACHE=built, COMMONPLACE_ENV=choice)
    seen = _seen(done)
    assert seen["package"] == str(skill / "scripts" / "__init__.py")
    # `current` takes a developer's interpreter with its search path; the environment takes nothing of it.
    assert seen["settings"] == (str(host / "settings.py") if choice else None)
    assert str(skill) not in seen["path"]
    assert str(skill / "scripts") not in seen["path"]
    if not choice:
        assert (
            _seen(_start(skill, "tinylib", "config", cwd=host, PYTHONPATH=host, COMMONPLACE_CACHE=built))["config"]
            is None
        )


@pytest.mark.parametrize("changes", [{}, {"PYTHONDONTWRITEBYTECODE": "1"}])
def test_d01_nothing_is_written_beside_the_code(skill: Path, built: Path, tmp_path: Path, changes: dict[str, object]):
    # What the first start of all leaves beside the code is looked at where there is one anyway, in the first test.
    shutil.copytree(built, tmp_path / "cache", ignore=shutil.ignore_patterns("bytecode"))
    before = _files(skill)
    done = _start(skill, "say", "x", COMMONPLACE_CACHE=tmp_path / "cache", **changes)
    assert done.returncode == 0, done.stderr
    assert _files(skill) == before
    assert len(_compiled(tmp_path / "cache")) == 2


def _compiled(cache: Path) -> list[str]:
    return [path for path in _files(cache) if re.search(r"bytecode.*(scripts/cli|json/decoder)\.", path)]


def test_a_later_start_loads_nothing_but_the_command_line(skill: Path, built: Path):
    loaded = _seen(_start(skill, COMMONPLACE_CACHE=built))["loaded"]
    assert isinstance(loaded, list)
    assert [name for name in loaded if name.startswith("scripts")] == ["scripts", "scripts.cli"]
    assert not {"subprocess", "tempfile", "shutil", "json"} & {*loaded}


def test_two_first_starts_at_once_make_one_environment(skill: Path, uv: dict[str, object], tmp_path: Path):
    environ = _environ(**uv, UV_SECONDS=0.5)
    started = [
        subprocess.Popen(_command(skill, "tinylib"), env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    said = [process.communicate(timeout=120)[1].decode() for process in started]
    assert [process.returncode for process in started] == [7, 7], said
    assert len([*tmp_path.glob("cache/*")]) == 1


def test_a_start_after_a_killed_one_begins_again(skill: Path, uv: dict[str, object], tmp_path: Path):
    cache = tmp_path / "cache"
    killed = subprocess.Popen(
        _command(skill),
        env=_environ(**uv, UV_SECONDS=60),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not list(cache.glob("new-*/**/tinylib.py")) and killed.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait()
    assert list(cache.glob("new-*/**/tinylib.py"))
    assert _seen(_start(skill, "tinylib", **uv))["tinylib"]


def test_an_unreachable_index_is_told_with_pips_words_and_the_next_step(skill: Path, tmp_path: Path):
    done = _start(
        skill,
        COMMONPLACE_CACHE=tmp_path / "cache",
        PIP_CONFIG_FILE=os.devnull,
        PIP_INDEX_URL="http://127.0.0.1:9/simple",
        PIP_RETRIES="0",
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert "ERROR: No matching distribution found for tinylib>=1" in done.stderr
    assert f"{sys.executable} '{skill}/scripts/commonplace.py' --version\n" in done.stderr
    assert "PIP_INDEX_URL" in done.stderr
    assert "Traceback" not in done.stderr
    assert not [*(tmp_path / "cache").glob("*")]


def test_a_cache_that_cannot_be_written_is_told_with_the_next_step(skill: Path, tmp_path: Path):
    (tmp_path / "file").touch()
    done = _start(skill, COMMONPLACE_CACHE=tmp_path / "file" / "cache")
    assert (done.returncode, done.stdout) == (3, "")
    assert "\nor set COMMONPLACE_CACHE" in done.stderr
    assert f"once outside of it):\n  {sys.executable} '{skill}/scripts/commonplace.py' --version\n" in done.stderr
    assert "Traceback" not in done.stderr


def test_extras_may_be_an_option_at_any_place(skill: Path, built: Path, tmp_path: Path):
    done = _start(skill, "--extras", "more,mroe", "say", "x", COMMONPLACE_CACHE=tmp_path)
    assert (done.returncode, done.stdout) == (3, "")
    assert "'mroe'" in done.stderr
    assert _start(skill, "--extras", "", "say", "x", COMMONPLACE_CACHE=built).stdout == "x\n"
    assert _start(skill, "say", "x", "--extras", "", "y", COMMONPLACE_CACHE=built).stdout == "x y\n"


def test_an_environment_with_all_that_install_brings_serves_every_start(skill: Path, built: Path, tmp_path: Path):
    """Words are not waited for: without it the environment of the extras that are named is made."""
    cache = shutil.copytree(built, tmp_path / "cache", symlinks=True)
    (lean,) = cache.iterdir()
    full = cache / _environment_of(skill, FULL)
    shutil.copytree(lean, full, symlinks=True)
    assert _seen(_start(skill, COMMONPLACE_CACHE=cache))["prefix"] == str(full)
    assert _seen(_start(skill, "--extras", "mcp", COMMONPLACE_CACHE=cache))["prefix"] == str(full)


@pytest.mark.parametrize(
    "changes",
    [{}, {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"PYTHONIOENCODING": "latin-1"}],
    ids=["C", "C without the interpreter's help", "latin-1"],
)
def test_d35_output_is_utf8_whatever_the_locale_says(skill: Path, built: Path, changes: dict[str, str]):
    done = _start(skill, "say", "é 日本", COMMONPLACE_CACHE=built, LC_ALL="C", **changes)
    assert (done.stdout, done.stderr) == ("é 日本\n", "")
    assert _seen(_start(skill, COMMONPLACE_CACHE=built, LC_ALL="C", **changes))["file names"] == "utf-8"


def test_an_older_python_gets_a_message(skill: Path):
    ast.parse((ROOT / "scripts" / "commonplace.py").read_text(encoding="utf-8"), feature_version=(3, 6))
    places = [Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python") for minor in (6, 7, 8, 9)]
    older = [str(path) for place in places for path in place]
    if not older:
        pytest.skip("no Python older than 3.10 here to start it with; its syntax was checked")
    for python in older:
        done = subprocess.run([python, *_command(skill)[1:]], env=_environ(), capture_output=True, encoding="utf-8")
        assert (done.returncode, done.stderr.partition(",")[0]) == (3, "commonplace: needs Python 3.10 or newer")


# The parts that need no start


def _environment_of(copy: Path, extras: tuple[str, ...] = ()) -> str:
    launcher = runpy.run_path(str(copy / "scripts/commonplace.py"))
    return Path(launcher["environment_folder"](launcher["requirements"](set(extras)))).name


def test_the_same_code_in_two_copies_has_one_environment(tmp_path: Path):
    """Each copy of its own would fetch 400 MB, and the hooks of one that was not prepared were silent."""
    for name, code in (("one", "the same"), ("two", "the same"), ("three", "other code")):
        write(tmp_path / name, {"pyproject.toml": PYPROJECT, "scripts/code.zip": code})
        shutil.copy(ROOT / "scripts/commonplace.py", tmp_path / name / "scripts")
    assert _environment_of(tmp_path / "one") == _environment_of(tmp_path / "two")
    assert _environment_of(tmp_path / "one") != _environment_of(tmp_path / "three")


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        ("linux", {"HOME": "/h"}, "/h/.cache/commonplace"),
        ("linux", {"HOME": "/h", "XDG_CACHE_HOME": "/c"}, "/c/commonplace"),
        ("darwin", {"HOME": "/h", "XDG_CACHE_HOME": "/c"}, "/h/Library/Caches/commonplace"),
        ("win32", {"HOME": "/h", "LOCALAPPDATA": "/l"}, "/l/commonplace"),
        ("win32", {"HOME": "/h"}, "/h/AppData/Local/commonplace"),
        ("linux", {"HOME": "/h", "COMMONPLACE_CACHE": "~/x"}, "/h/x"),
    ],
)
def test_the_cache_folder_is_the_platforms_own(
    monkeypatch: pytest.MonkeyPatch, platform: str, environ: dict[str, str], expected: str
):
    monkeypatch.setattr("sys.platform", platform)
    for name in ("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA", "COMMONPLACE_CACHE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert cache_folder() == expected


@pytest.mark.long
def test_the_real_requirements_install_from_the_real_index(tmp_path: Path, skill: Path):
    shutil.copy(ROOT / "pyproject.toml", skill / "pyproject.toml")
    names = ("filelock", "frontmatter", "pydantic", "markdown_it", "networkx", "rapidfuzz", "yaml")
    done = subprocess.run(
        _command(skill, *names), env=os.environ | {"COMMONPLACE_CACHE": str(tmp_path)}, capture_output=True, text=True
    )
    seen = _seen(done)
    assert [name for name in names if str(tmp_path) not in str(seen[name])] == []
