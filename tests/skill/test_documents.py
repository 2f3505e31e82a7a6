"""What README, SKILL.md and instructions/ tell a reader to type works as it stands, from a folder outside the skill."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.text.tokens import count_tokens, counter
from scripts.verbs import FAMILIES, load, load_all
from tests.acceptance.story import BUNDLES, build_story
from tests.running import ROOT, done, environment, python, run, write
from tests.skill.fenced import SHELL, Command, blocks, commands

PAGES = sorted((ROOT / "instructions").glob("*.md"))
DOCUMENTS = [ROOT / "README.md", ROOT / "SKILL.md", *PAGES]
SKILL_CALL = ("python3", "SKILL_DIR/scripts/commonplace.py")
README_CALLS = {("python3", "scripts/commonplace.py"), ("commonplace",)}
NOT_OURS = {"python3 -m venv"}
"""Begins the line that runs the tests; .ci/run runs it."""
NOT_RUN = {"mcp"}
"""Serves until its client goes away: tests/skill/test_mcp.py."""
SHAPES = {"init", "mcp"}
"""Examples that need a folder of the reader's own, or a client."""
GLOBAL = {"--help", "--index", "--json", "--json-schema", "--quiet", "--home", "--vault"}
"""Options of every verb, named once in SKILL.md."""


@pytest.fixture(scope="module")
def story(new_folder: Callable[[], Path]) -> Path:
    folder = new_folder()
    build_story(folder)
    write(
        folder,
        {
            "bundle.json": json.dumps(BUNDLES["incident-report"]),
            "notes-of-the-call.txt": "Nobody knew who was on call.\n",
            "project/docs/a.md": "# A\n\nA note.\n",
            "SET_DIR/corpus.jsonl": '{"id": "p1", "title": "Redis", "text": "Redis keeps backups for seven days."}\n',
            "SET_DIR/queries.jsonl": '{"id": "q1", "question": "How long are backups kept?"}\n',
            "user/reports/incident.md": (folder / "report.md").read_text("utf-8"),
            "user/Obsidian/Work/Redis.md": "Redis is a cache.\n",
            "user/Obsidian/Work/.obsidian/app.json": "{}",
        },
    )
    return folder


@pytest.fixture
def reader(story: Path, new_folder: Callable[[], Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of somebody who follows a document: outside the skill, with a home to ask and files to add."""
    folder = Path(shutil.copytree(story, new_folder() / "project"))
    monkeypatch.chdir(folder)
    return folder


def _arguments(command: Command) -> list[str]:
    """What follows the name of the program."""
    for call in {SKILL_CALL} | README_CALLS:
        if command.words[: len(call)] == call:
            return list(command.words[len(call) :])
    raise AssertionError(f"line {command.line}: {command.words} calls no program of ours")


def _named(arguments: list[str], home: Path) -> list[str]:
    """With the id of the newest operation where the document has a placeholder."""
    operation = done("status", "--json", home=home).document["last_operation"].split()[0]
    return [operation if word == "OPERATION" else os.path.expanduser(word) for word in arguments]


def _follow(path: Path, reader: Path, **env: str) -> list[str]:
    """Run every command of a document in order; those that did not do what they were to, with their output."""
    wrong = []
    for command in commands(path.read_text("utf-8")):
        words = " ".join(command.words)
        if words.startswith(tuple(NOT_OURS)):
            continue
        if command.words[0] == "cd":
            os.chdir(os.path.expanduser(command.words[1]))
            continue
        arguments = _named(_arguments(command), reader / "home")
        if arguments[0] in NOT_RUN:
            continue
        ran = run(*arguments, stdin=command.stdin, **env)
        findings = {"lint", "doctor"} & set(command.words)
        if ran.code not in ((0, 1) if findings else (0,)):
            wrong.append(f"{path.name}:{command.line}: {words}\n{ran}")
    return wrong


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_command_of_a_page_of_the_skill_works(path: Path, reader: Path) -> None:
    assert _follow(path, reader, COMMONPLACE_HOME=str(reader / "home")) == []


def test_every_command_of_the_readme_works(reader: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(reader / "user"))
    write(reader, {"bundle.json": json.dumps(BUNDLES["incident-report"])})
    bundle = reader / "user" / "notes" / "bundle.json"
    bundle.parent.mkdir()
    shutil.copy(reader / "bundle.json", bundle)
    assert _follow(ROOT / "README.md", reader) == []


def test_the_python_of_the_readme_works(tmp_path: Path) -> None:
    for name in ("wiki", "graph"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("index.sqlite*"))
    (code,) = [block.text for block in blocks((ROOT / "README.md").read_text("utf-8")) if block.language == "python"]
    ran = python(code, cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert "keeping-the-token-budget-hard" in ran.out


def test_the_skill_works_in_a_real_shell(reader: Path) -> None:
    """Quotes, here-documents and paths as an agent's shell reads them; the program in a process of its own."""
    text = (ROOT / "SKILL.md").read_text("utf-8")
    script = "set -e\n" + "".join(block.text for block in blocks(text) if block.language in SHELL)
    script = script.replace(SKILL_CALL[0], shlex.quote(sys.executable)).replace("SKILL_DIR", shlex.quote(str(ROOT)))
    env = environment(COMMONPLACE_HOME=str(reader / "home"))
    ended = subprocess.run(["sh", "-c", script], cwd=reader, env=env, capture_output=True, text=True, timeout=120)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith(f"home: {reader}/home (by COMMONPLACE_HOME)\n")
    assert "\nverdict: sufficient\n" in ended.stdout
    assert "[memory-leak > Evidence]" in ended.stdout


# A program of this name notes what the shell gave it.
NOTE = """commonplace() {
  mkdir "$((number += 1))"
  printf '%s\\0' "$@" > "$number/words"
  case " $* " in *" - "*) cat > "$number/stdin" ;; esac
}
"""


def test_the_example_of_every_help_works_on_the_handbook(
    handbook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a shell reads it; the calls themselves are made in this process."""
    examples = [verb.example for verb in load_all() if verb.name not in SHAPES]
    (tmp_path / "calls").mkdir()
    script = "\n".join(["set -e", "number=0", NOTE, *examples])
    subprocess.run(["sh", "-c", script], cwd=tmp_path / "calls", check=True, timeout=120)
    home = Path(shutil.copytree(handbook, tmp_path / "home"))
    shutil.copy(ROOT / "README.md", home)
    monkeypatch.chdir(home)
    for number, verb in enumerate((verb.name for verb in load_all() if verb.name not in SHAPES), 1):
        call = tmp_path / "calls" / str(number)
        words = (call / "words").read_text("utf-8").split("\0")[:-1]
        stdin = (call / "stdin").read_text("utf-8") if (call / "stdin").exists() else ""
        assert words[0] == verb
        ran = done(*words, stdin=stdin, HOME=str(tmp_path), COMMONPLACE_HOME=str(home))
        # On a busy machine it says how far the index is.
        assert [line for line in ran.err.splitlines() if not line.startswith("indexing ")] == [], words


def test_the_reasons_of_a_rejection_are_told_in_the_words_that_are_printed() -> None:
    page = (ROOT / "instructions" / "apply.md").read_text("utf-8")
    table = page[page.index("## What a rejection means") : page.index("## Replace a page")]
    reasons = re.findall(r"^\| ([a-z][^|]*?) \|", table, re.MULTILINE)
    code = "".join(path.read_text("utf-8") for path in sorted((ROOT / "scripts").rglob("*.py")))
    words = [part.strip() for reason in reasons for part in re.split("[…,]", reason)]
    assert len(reasons) >= 8
    assert [part for part in words if part not in code] == []


def test_every_json_example_is_json() -> None:
    examples = [(path, block) for path in DOCUMENTS for block in blocks(path.read_text("utf-8"))]
    read = [json.loads(block.text) for _, block in examples if block.language == "json"]
    assert len(read) >= 2


def _flags(verb: str) -> set[str]:
    own = {parameter.name for parameter in load(verb).parameters if parameter.is_option}
    return own | {"--help", "--json"} | {f"--{name}" for name in load(verb).folders}


@pytest.mark.parametrize("verb", FAMILIES)
def test_a_verb_has_a_page_that_says_when_to_read_it_and_names_its_options(verb: str) -> None:
    page = (ROOT / "instructions" / f"{load(verb).page}.md").read_text("utf-8")
    assert re.match(r"Read when: \S.*\.\n\n# \S", page)
    assert re.search(rf"^# {verb}: \S", page, re.MULTILINE)
    rows = set(re.findall(r"^\| `(--[a-z-]+)", page, re.MULTILINE)) | set(
        re.findall(r"`(--[a-z-]+)", page) if verb == "ask" else []
    )
    assert _flags(verb) - GLOBAL <= rows
    assert counter("pieces")(page) <= 2500


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_option_that_a_document_names_exists(path: Path) -> None:
    known = {flag for verb in FAMILIES for flag in _flags(verb)} | GLOBAL | {"--version", "--extras"}
    text = re.sub(r"^.*(?:python3 -m venv|pip install).*$", "", path.read_text("utf-8"), flags=re.MULTILINE)
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text)) - known == set()


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_option_of_a_command_belongs_to_its_verb(path: Path) -> None:
    for command in commands(path.read_text("utf-8")):
        if " ".join(command.words).startswith(("cd ", *NOT_OURS)):
            continue
        verb, *words = _arguments(command)
        assert {word for word in words if word.startswith("--")} <= _flags(verb), command


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_page_that_a_document_names_is_there(path: Path) -> None:
    text = path.read_text("utf-8")
    named = re.findall(r"`(?:instructions/)?([a-z.-]+\.(?:md|schema\.json))`", text)
    generated = {"index.md", "log.md", "bundle.json"}
    assert {name for name in named if not (ROOT / "instructions" / name).is_file()} <= generated


def test_the_readme_names_every_verb() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    table = "\n".join(re.findall(r"^\| `.*$", text, re.MULTILINE))
    assert {verb for verb in FAMILIES if not re.search(rf"`{verb}\b", table)} == set()


def test_what_an_agent_reads_before_its_first_bundle_is_short() -> None:
    assert count_tokens((ROOT / "instructions" / "apply.md").read_text("utf-8")) <= 2000
