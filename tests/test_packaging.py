"""What an installation gets: the launcher's reading of pyproject.toml, the packages, the files beside the code."""

from __future__ import annotations

import importlib.util
import io
import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from scripts import __version__
from scripts.commonplace import CODE, VERSION, requirements
from scripts.install import lean_copy

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

BESIDE_THE_CODE = ["config.py", "LICENSE", "pyproject.toml", "SKILL.md", "instructions/bundle.schema.json"]


@pytest.fixture
def project(root: Path) -> dict[str, Any]:
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_launcher_reads_pyproject_as_a_toml_parser_does(project: dict[str, Any]):
    dependencies = project["project"]["dependencies"]
    assert requirements(set()) == dependencies
    for extra, listed in project["project"]["optional-dependencies"].items():
        assert requirements({extra}) == dependencies + listed


def test_every_folder_with_code_is_a_package_of_the_installation(root: Path, project: dict[str, Any]):
    folders = {path.parent.relative_to(root / "scripts").as_posix() for path in (root / "scripts").rglob("*.py")}
    ours = {"commonplace" if folder == "." else "commonplace." + folder.replace("/", ".") for folder in folders}
    listed = {name for name in project["tool"]["setuptools"]["packages"] if "._skill" not in name}
    assert listed == ours


def test_every_package_has_an_init(root: Path):
    folders = {path.parent for path in (root / "scripts").rglob("*.py")}
    assert [folder for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []


def test_every_file_beside_the_code_is_part_of_the_package(root: Path, project: dict[str, Any]):
    listed = project["tool"]["setuptools"]["package-data"]["commonplace"]
    found = {path for pattern in listed for path in (root / "scripts").glob(pattern)}
    data = {path for path in (root / "scripts").rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")}
    assert found == data
    assert "py.typed" in listed


def test_requirements_of_the_extras_stand_in_the_test_extra_too(project: dict[str, Any]):
    extras = project["project"]["optional-dependencies"]
    assert {*extras["exact"], *extras["mcp"]} <= set(extras["test"])


def test_what_is_derived_in_a_home_is_ignored_by_git_and_what_marks_it_is_not(root: Path, tmp_path: Path):
    shutil.copy(root / ".gitignore", tmp_path)
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    names = ["graph/index.sqlite", "graph/index.sqlite-wal", "graph/events.jsonl", "graph/home.json", "wiki/index.md"]
    ignored = subprocess.run(["git", "check-ignore", *names], cwd=tmp_path, capture_output=True, text=True)
    assert ignored.stdout.split() == names[:3]


def test_the_package_runs_as_a_module(root: Path):
    done = subprocess.run([sys.executable, "-m", "scripts", "--version"], cwd=root, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"commonplace {__version__}\n", "")


def test_an_installed_package_finds_what_belongs_beside_the_code(tmp_path: Path):
    if importlib.util.find_spec("commonplace") is None:
        pytest.skip("commonplace is not installed in this environment: only the checkout is tested")
    code = (
        "import commonplace, commonplace.homes as r\n"
        f"print(*[len(r.read_resource(name)) > 0 for name in {BESIDE_THE_CODE!r}])"
    )
    done = subprocess.run([sys.executable, "-I", "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert (done.stdout.split(), done.stderr) == (["True"] * len(BESIDE_THE_CODE), "")


def test_every_file_that_names_the_version_names_this_one(root: Path):
    assert __version__ == VERSION
    assert f"## {VERSION}" in (root / "CHANGELOG.md").read_text("utf-8")
    assert f"\nversion: {VERSION}\n" in (root / "CITATION.cff").read_text("utf-8")
    named = [".claude-plugin/plugin.json", "release/manifest.json", "release/server.json"]
    documents = [(root / name).read_text("utf-8") for name in named]
    assert [json.loads(document)["version"] for document in documents] == [VERSION] * 3
    assert set(re.findall(r"\d+\.\d+\.\d+", documents[2])) == {VERSION}


@pytest.mark.long
def test_a_wheel_holds_every_module_and_what_belongs_beside_the_code(root: Path, tmp_path: Path):
    skipped = shutil.ignore_patterns(".*", "__pycache__", "wiki", "graph", "tests", "build", "*.egg-info")
    shutil.copytree(root, tmp_path / "copy", ignore=skipped)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path), "./copy"]
    subprocess.run(command, cwd=tmp_path, check=True)
    (wheel,) = tmp_path.glob("commonplace_skill-*.whl")
    own = zipfile.ZipFile(io.BytesIO(lean_copy()[f"scripts/{CODE}"])).namelist()
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        assert {name for name in names if ".dist-info/" not in name} == {*own}
        scripts = next(archive.read(name).decode() for name in names if name.endswith("entry_points.txt"))
    modules = {"commonplace/" + path.relative_to(root / "scripts").as_posix() for path in root.glob("scripts/**/*.py")}
    assert {*modules, "commonplace/py.typed"} - names == set()
    assert {f"commonplace/_skill/{name}" for name in BESIDE_THE_CODE} - names == set()
    assert re.search(r"^commonplace = commonplace\.cli:run$", scripts, re.MULTILINE)
