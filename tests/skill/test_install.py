"""`install`: the copy is lean and works by itself, an upgrade is whole or not at all, and what is a person's stays."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

import pytest

from scripts import install
from scripts.commonplace import CODE
from scripts.install import CLIENTS, lean_copy
from scripts.verbs import load_all
from tests.running import ROOT, done, environment, run, tree


def _started(copy: Path, *argv: object, cwd: Path, stdin: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    """The launcher of an installed copy in a process of its own, with the code of that copy."""
    words = [sys.executable, str(copy / "scripts" / "commonplace.py"), *map(str, argv)]
    with TemporaryDirectory() as code, ZipFile(copy / "scripts" / CODE) as archive:
        archive.extractall(code)
        environ = environment(PYTHONPATH=code, **env)
        return subprocess.run(words, cwd=cwd, input=stdin, env=environ, capture_output=True, text=True, timeout=120)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy installed for a project."""
    project = tmp_path / "project"
    project.mkdir()
    return Path(done("install", "--no-prepare", "--agent", "claude", "--project", project, "--json").document["path"])


def _upgrade(monkeypatch: pytest.MonkeyPatch, **changes: bytes) -> None:
    """From now on `install` brings these files in place of its own; a name with __ for a slash."""
    files = lean_copy() | {
        name.replace("__", "/").replace("_md", ".md").replace("_py", ".py"): data for name, data in changes.items()
    }
    monkeypatch.setattr(install, "lean_copy", lambda: files)
    monkeypatch.setattr(install, "__version__", "9.9.9")


def _again(copy: Path) -> dict[str, object]:
    found: dict[str, object] = done(
        "install", "--no-prepare", "--agent", "claude", "--project", copy.parents[2], "--json"
    ).document
    return found


@pytest.mark.parametrize("agent", CLIENTS)
def test_each_client_gets_its_copy_where_it_looks(agent: str, tmp_path: Path) -> None:
    project = done("install", "--no-prepare", "--agent", agent, "--project", tmp_path, "--json", "--dry-run").document
    assert project["path"] == f"{tmp_path}/{CLIENTS[agent].project}/commonplace"
    user = done(
        "install", "--no-prepare", "--agent", agent, "--user", "--json", "--dry-run", HOME=str(tmp_path)
    ).document
    assert user["path"] == f"{tmp_path}/{CLIENTS[agent].user}/commonplace"
    assert user["state"] == project["state"] == "new"
    assert list(tmp_path.iterdir()) == [], "a dry run writes nothing"


def test_the_user_folder_follows_the_clients_own_variable(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path), "CLAUDE_CONFIG_DIR": str(tmp_path / "else")}
    placed = done("install", "--no-prepare", "--agent", "claude", "--user", "--json", "--dry-run", **env).document
    assert placed["path"] == f"{tmp_path}/else/skills/commonplace"


def test_the_copy_is_lean_and_has_all_that_works(copy: Path) -> None:
    names = {path.relative_to(copy).parts[0] for path in copy.rglob("*")}
    assert names == {
        "SKILL.md", "LICENSE", "config.py", "pyproject.toml", "instructions", "scripts", install.LIST,
    }  # fmt: skip
    assert {path.name for path in (copy / "scripts").iterdir()} == {"commonplace.py", CODE}
    code = ROOT / "scripts"
    files = {path.relative_to(code).as_posix() for path in code.rglob("*") if path.is_file()}
    with ZipFile(copy / "scripts" / CODE) as wheel:
        names = wheel.namelist()
    ours = {f"commonplace/{name}" for name in files if "__pycache__" not in name}
    assert {name for name in names if "/_skill/" not in name} == ours, "a letter was converted without pandoc.lua"
    assert all((copy / "instructions" / f"{row.page}.md").is_file() for row in load_all())
    assert len(list((copy / "instructions").glob("*.md"))) <= 12
    assert len([path for path in copy.rglob("*") if path.is_file()]) <= 20, "clients list each of them to their model"


def test_the_launcher_of_the_copy_works_from_any_directory(copy: Path, tmp_path: Path) -> None:
    here = tmp_path / "elsewhere"
    here.mkdir()
    assert _started(copy, "init", "home", cwd=here).returncode == 0
    added = _started(copy, "add", "-", "--title", "Ops", cwd=here / "home", stdin="Backups are kept for seven days.\n")
    assert (added.returncode, added.stderr) == (0, "")
    asked = _started(copy, "ask", "how long are backups kept?", "--home", "home", cwd=here)
    assert "Backups are kept for seven days." in asked.stdout
    assert _again(copy)["state"] == "unchanged", "using the copy changes nothing in it"


@pytest.mark.parametrize("verb", ["status", "ask", "search"])
def test_without_a_handbook_a_reading_verb_says_that_there_is_no_home(verb: str, copy: Path, tmp_path: Path) -> None:
    words = [] if verb == "status" else ["memory"]
    ran = _started(copy, verb, *words, cwd=tmp_path)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == (
        f"commonplace: no knowledge base at or above {tmp_path}; make one with `commonplace init DIR`, "
        "or name one with --home DIR, --vault DIR or COMMONPLACE_HOME\n"
    )


def test_settings_of_the_copy_are_those_in_force(copy: Path, tmp_path: Path) -> None:
    settings = (copy / "config.py").read_text("utf-8").replace("SEARCH_LIMIT = 10", "SEARCH_LIMIT = 3")
    (copy / "config.py").write_text(settings, "utf-8")
    assert _started(copy, "init", "home", cwd=tmp_path).returncode == 0
    said = _started(copy, "status", "--settings", cwd=tmp_path / "home").stdout
    assert said.startswith(f"{copy}/config.py\n")
    assert "SEARCH_LIMIT = 3" in said


@pytest.mark.parametrize(("options", "extras"), [((), " --extras mcp,meaning,minilm"), (("--lean",), "")])
def test_install_prepares_the_environment_or_says_what_to_run(
    options: tuple[str, ...], extras: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Here without a network: that it works with one is tried by test_launcher.py's long test."""
    offline = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_CONFIG_FILE": os.devnull, "PIP_RETRIES": "0"}
    offline |= {"COMMONPLACE_CACHE": str(tmp_path / "cache"), "HOME": str(tmp_path)}
    ran = run("install", "--agent", "claude", "--project", tmp_path, *options, **offline)
    assert ran.code == 1
    assert "not prepared: " in ran.out
    assert (tmp_path / ".claude/skills/commonplace/SKILL.md").is_file()
    assert f"scripts/commonplace.py{extras} --version\n" in capfd.readouterr().err
    assert not [*(tmp_path / "cache").glob("*")]


@pytest.mark.parametrize("kind", ["network", "home"])
def test_a_copy_in_a_sandbox_says_what_to_run_outside_and_leaves_nothing(kind: str, copy: Path, tmp_path: Path) -> None:
    """Without a network, and where the user's cache cannot be written."""
    (tmp_path / "file").touch()
    cache = tmp_path / "file" / "cache" if kind == "home" else tmp_path / "cache"
    environ = environment() | {"COMMONPLACE_CACHE": str(cache), "PIP_CONFIG_FILE": os.devnull, "PIP_RETRIES": "0"}
    environ |= {"PIP_INDEX_URL": "http://127.0.0.1:9/simple"}
    environ.pop("COMMONPLACE_ENV", None)
    words = [sys.executable, str(copy / "scripts" / "commonplace.py"), "--extras", "mcp", "status"]
    ran = subprocess.run(words, cwd=tmp_path, env=environ, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (3, "")
    again = f"{sys.executable} {copy}/scripts/commonplace.py --extras mcp --version"
    assert f"(in a sandbox: once outside of it):\n  {again}\n" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert not [*cache.glob("*")]


def test_a_copy_can_install_itself_elsewhere(copy: Path, tmp_path: Path) -> None:
    ran = _started(copy, "install", "--no-prepare", "--agent", "cursor", "--json", cwd=tmp_path)
    assert ran.returncode == 0, ran
    # The launcher has left bytecode in the copy it was started from.
    without_bytecode = {path: digest for path, digest in tree(copy).items() if "__pycache__" not in path}
    other = Path(json.loads(ran.stdout)["path"])
    named = (other / "SKILL.md").read_text("utf-8")
    assert named.replace(".cursor/", ".claude/") == (copy / "SKILL.md").read_text("utf-8")
    of_place = {"SKILL.md", ".commonplace-copy.json"}
    assert {path: digest for path, digest in tree(other).items() if path not in of_place} == {
        path: digest for path, digest in without_bytecode.items() if path not in of_place
    }


def test_an_installed_package_gives_a_copy_too(copy: Path, tmp_path: Path) -> None:
    if importlib.util.find_spec("commonplace") is None:
        pytest.skip("commonplace is not installed in this environment: only the checkout is tested")
    code = "import sys; from commonplace.cli import main; sys.exit(main(sys.argv[1:]))"
    words = [sys.executable, "-I", "-c", code, "install", "--no-prepare", "--agent", "claude", "--json"]
    ran = subprocess.run(words, cwd=tmp_path, env=environment(), capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    made = Path(json.loads(ran.stdout)["path"])
    # What is installed may be older than the checkout: its shape is compared, and that it works.
    assert {path.name for path in made.iterdir()} == {path.name for path in copy.iterdir()}
    assert _started(made, "init", "home", cwd=tmp_path).returncode == 0
    assert _started(made, "status", cwd=tmp_path / "home").stdout.startswith(f"home: {tmp_path}/home (by directory)")


def test_installing_again_changes_nothing_and_says_so(copy: Path) -> None:
    before = tree(copy)
    assert _again(copy)["state"] == "unchanged"
    assert tree(copy) == before


def test_an_upgrade_brings_new_files_and_takes_old_ones_away(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _upgrade(monkeypatch, SKILL_md=b"new", instructions__later_md=b"later")
    files = {name: data for name, data in install.lean_copy().items() if name != "instructions/setup.md"}
    monkeypatch.setattr(install, "lean_copy", lambda: files)
    done_again = _again(copy)
    assert (done_again["state"], done_again["version"], done_again["kept"]) == ("upgraded", "9.9.9", [])
    assert (copy / "SKILL.md").read_bytes() == b"new"
    assert (copy / "instructions" / "later.md").is_file()
    assert not (copy / "instructions" / "setup.md").exists()
    assert [path.name for path in copy.parent.iterdir()] == ["commonplace"]


def test_a_client_that_does_not_say_where_the_skill_lies_is_helped_by_the_skill_itself(tmp_path: Path) -> None:
    words = ("install", "--no-prepare", "--agent", "agents")
    done(*words, "--project", tmp_path)
    done(*words, "--user", HOME=str(tmp_path / "é"))
    in_project, of_user = (tmp_path / name / ".agents/skills/commonplace" for name in (".", "é"))
    assert "(`install` put it at .agents/skills/commonplace of the project);" in (in_project / "SKILL.md").read_text()
    assert f"(`install` put it at {of_user});" in (of_user / "SKILL.md").read_text("utf-8")


def test_changed_settings_are_kept_through_an_upgrade(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (copy / "config.py").write_text("BUDGET_TOKENS = 900\n", "utf-8")
    (copy / "instructions" / "ask.md").unlink()
    _upgrade(monkeypatch, SKILL_md=b"new")
    ran = done("install", "--no-prepare", "--agent", "claude", "--project", copy.parents[2])
    assert "kept, changed by you: config.py\nif you did not change config.py yourself, read it" in ran.out
    assert (copy / "SKILL.md").read_bytes() == b"new"
    assert (copy / "config.py").read_text("utf-8") == "BUDGET_TOKENS = 900\n"
    assert (copy / "instructions" / "ask.md").is_file()


@pytest.mark.parametrize("path", ["SKILL.md", "instructions/ours.md", "scripts/json.py"])
def test_a_file_that_a_person_changed_or_added_stops_an_upgrade(copy: Path, path: str) -> None:
    (copy / path).write_text("mine\n", "utf-8")
    before = tree(copy)
    ran = run("install", "--no-prepare", "--agent", "claude", "--project", copy.parents[2])
    assert (ran.code, ran.out, tree(copy)) == (3, "", before)
    assert f"changed or added by you: {path}; move these files away, and try again" in ran.err


def test_an_upgrade_that_was_interrupted_is_finished_by_the_next_try(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _upgrade(monkeypatch, SKILL_md=b"new", config_py=b"SEARCH_LIMIT = 7\n")
    monkeypatch.setattr(install, "write_durably", _write_one_of_two(install.write_durably))
    ran = run("install", "--no-prepare", "--agent", "claude", "--project", copy.parents[2])
    assert ran.code == 3
    assert "No space left on device" in ran.err
    monkeypatch.undo()
    _upgrade(monkeypatch, SKILL_md=b"new", config_py=b"SEARCH_LIMIT = 7\n")
    assert _again(copy)["state"] == "upgraded"
    assert ((copy / "config.py").read_bytes(), (copy / "SKILL.md").read_bytes()) == (b"SEARCH_LIMIT = 7\n", b"new")


def _write_one_of_two(write: Callable[[str, bytes], None]) -> Callable[[str, bytes], None]:
    written: list[str] = []

    def write_one(path: str, data: bytes) -> None:
        if written:
            raise OSError(28, "No space left on device", path)
        written.append(path)
        write(path, data)

    return write_one


def test_what_install_did_not_make_is_never_replaced(copy: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "mine"
    shutil.move(copy, elsewhere)
    for make in (lambda: copy.symlink_to(elsewhere), lambda: copy.write_text("x"), lambda: copy.mkdir()):
        make()
        if copy.is_dir() and not copy.is_symlink():
            (copy / "SKILL.md").write_text("somebody's own skill\n", "utf-8")
        before = tree(copy.parent)
        ran = run("install", "--no-prepare", "--agent", "claude", "--project", copy.parents[2])
        assert (ran.code, ran.out) == (3, "")
        assert "move it away, or remove it" in ran.err
        assert tree(copy.parent) == before
        copy.unlink() if not copy.is_dir() or copy.is_symlink() else shutil.rmtree(copy)


def test_a_home_inside_a_copy_stops_an_upgrade(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done("init", copy / "home")
    _upgrade(monkeypatch, SKILL_md=b"new")
    everything = tree(copy)
    ran = run("install", "--no-prepare", "--agent", "claude", "--project", copy.parents[2])
    assert (ran.code, tree(copy)) == (3, everything)
    assert "changed or added by you: home/" in ran.err


def test_a_linked_folder_of_a_project_led_the_copy_out_of_it(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "project").mkdir()
    (tmp_path / "project/.claude").symlink_to(tmp_path / "outside")
    ran = run("install", "--no-prepare", "--agent", "claude", "--project", tmp_path / "project")
    assert (ran.code, "it is a link" in ran.err) == (3, True)
    assert [*(tmp_path / "outside").iterdir()] == []


def test_the_folder_for_registries_has_the_pages_and_the_launcher_of_today() -> None:
    """`python -m release.skill` makes it."""
    published = ROOT / "skills" / "commonplace"
    files = {path.relative_to(published).as_posix(): path for path in published.rglob("*") if path.is_file()}
    assert {path: file.read_bytes() for path, file in files.items()} == lean_copy(code=False)
