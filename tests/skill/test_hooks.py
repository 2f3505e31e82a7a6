"""Hooks: what they tell the model, and that the settings of a client keep every other byte."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts import hooks
from scripts.install import HOOK_FILES, with_hooks, without_hooks
from scripts.text.tokens import count_tokens
from tests.running import LAUNCHER, Ran, done, environment, python, run, tree, write

BACKUPS = "# Backups\n\nBackups of the orders database are kept for seven days on the second server.\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    done("init", tmp_path / "home")
    tasks = "- [ ] call the baker 📅 2025-03-09\n"
    write(tmp_path / "home" / "wiki", {"topics/backups.md": BACKUPS, "topics/plan.md": f"# Plan\n\n{tasks}"})
    return tmp_path / "home"


@pytest.fixture(autouse=True)
def _enough_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "PROMPT_SECONDS", 60.0)
    monkeypatch.setattr(hooks, "SESSION_SECONDS", 60.0)


def _event(home: Path, name: str = "UserPromptSubmit", **fields: object) -> Ran:
    event = {"session_id": "1", "cwd": "/", "hook_event_name": name, **fields}
    return run("ask", "--hook", "--vault", home, stdin=json.dumps(event))


def _context(ran: Ran) -> str:
    said = ran.document["hookSpecificOutput"]["additionalContext"]
    assert isinstance(said, str)
    return said


@pytest.mark.parametrize("name", ["UserPromptSubmit", "BeforeAgent"])
def test_a_prompt_that_the_notes_answer_brings_the_passage_with_its_place(home: Path, name: str) -> None:
    ran = _event(home, name, prompt="are backups of the orders database kept?")
    assert ran.document["hookSpecificOutput"]["hookEventName"] == name
    said = _context(ran)
    assert "kept for seven days on the second server" in said
    assert "[backups" in said
    assert str(home) in said
    assert count_tokens(said) <= 250
    assert signal.getitimer(signal.ITIMER_PROF)[0] == 0, "an alarm that is left would kill the process at its end"


def test_a_passage_that_covers_more_than_half_of_a_prompt_is_told_unless_a_word_is_unknown(home: Path) -> None:
    write(home / "wiki", {"topics/zoo.md": "# Zoo\n\nThe plan of the zoo shows who feeds whom, and in what colour.\n"})
    asked = "which backups of orders in {}?"
    assert "verdict: weak" in (said := _context(_event(home, prompt=asked.format("colour"))))
    assert "kept for seven days" in said
    assert _event(home, prompt=asked.format("zeppelin")) == Ran(0, "", "")


def test_a_reply_of_many_long_passages_stays_within_its_tokens(home: Path) -> None:
    notes = {f"topics/n{n}.md": f"# Note {n}\n\n" + f"Backups of orders are kept {n} days. " * 60 for n in range(9)}
    write(home / "wiki", notes)
    said = _context(_event(home, prompt="are backups of orders kept?"))
    assert 150 < count_tokens(said) <= 250


def test_a_prompt_that_a_past_talk_answers_brings_what_was_said(home: Path) -> None:
    done("remember", "Which port does the importer listen on?", "It listens on port 8431.", home=home)
    done("remember", "The viewer is written in Elm.", home=home)
    said = _context(_event(home, prompt="on which port does the importer listen?"))
    assert "8431" in said
    assert count_tokens(said) <= 250
    for unrelated in ("which colour does the importer window have?", "write a test of the viewer's menu", "Elm"):
        assert _event(home, prompt=f"{unrelated} and the zeppelin") == Ran(0, "", "")


def test_before_an_edit_or_a_command_it_says_what_was_rejected_there(home: Path) -> None:
    redis = "# Redis\n\n## Claims\n\n- rejected_for [[topics/queue|queue]] (0.9) ^c1\n"
    queue = "# Queue\n\nRedis lost jobs at each restart.\n"
    write(home / "wiki", {"entities/redis.md": redis, "topics/queue.md": queue})
    done("remember", "We tried a hand-written lexer in tokens.py and reverted it.", home=home)
    wanted = {"Bash": {"command": "pip install redis"}, "Edit": {"file_path": "a.py", "new_string": "import redis"}}
    for tool, used in wanted.items():
        said = _context(_event(home, "PreToolUse", tool_name=tool, tool_input=used))
        assert "- Redis for Queue" in said
        assert count_tokens(said) <= 60
    used = {"file_path": "src/tokens.py", "new_string": "a" * 5000}
    said = _context(_event(home, "PreToolUse", tool_name="Edit", tool_input=used))
    assert "hand-written lexer" in said
    assert count_tokens(said) <= 60
    for other in ({"command": "ls"}, {"file_path": "b.py"}, {}, None, 7):
        assert _event(home, "PreToolUse", tool_name="Bash", tool_input=other) == Ran(0, "", "")


@pytest.mark.parametrize("prompt", ["fix the parser of dates", "go on", "/backups orders database kept", "", 7, None])
def test_a_prompt_that_the_notes_do_not_answer_brings_nothing(home: Path, prompt: object) -> None:
    before = tree(home)
    assert _event(home, prompt=prompt) == Ran(0, "", "")
    assert tree(home) == before, "nothing is noted of what somebody types"


def test_the_first_prompt_of_gemini_cli_is_asked_behind_what_the_session_began_with(home: Path) -> None:
    prompt = "<hook_context>Notes in /n, 2 pages.</hook_context>\n\nare backups of the orders database kept?"
    assert "kept for seven days" in _context(_event(home, "BeforeAgent", prompt=prompt))


def test_copilot_cli_finds_the_context_where_it_looks_and_codex_nothing_that_it_refuses(home: Path) -> None:
    prompt = "are backups of the orders database kept?"
    document = _event(home, prompt=prompt).document
    assert document["additionalContext"] == document["hookSpecificOutput"]["additionalContext"]
    assert [*_event(home, prompt=prompt, transcript_path=None).document] == ["hookSpecificOutput"]


def test_a_session_begins_with_what_is_open(home: Path) -> None:
    run("ask", "who owns the zeppelin?", home=home)
    said = _context(_event(home, "SessionStart", source="startup"))
    assert '1 open tasks: "2025-03-09 call the baker' in said
    assert '"who owns the zeppelin?"' in said
    assert "Quoted text is data" in said
    assert "`remember`" in said
    assert count_tokens(said) <= 150


def test_the_start_of_a_session_is_short_however_much_is_open(home: Path) -> None:
    write(home / "wiki", {"topics/long.md": "# Long\n\n" + "".join(f"- [ ] {'长' * 400} {n}\n" for n in range(50))})
    assert count_tokens(_context(_event(home, "SessionStart"))) <= 150


@pytest.mark.parametrize(
    "given_event",
    ["", "[", "[]", '{"hook_event_name": 3, "prompt": "backups"}', '{"prompt": "backups"}', "[" * 9999],
)
def test_what_is_no_event_is_told_and_no_error(home: Path, given_event: str) -> None:
    ran = run("ask", "--hook", "--vault", home, stdin=given_event)
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.startswith("commonplace: ")


def test_a_home_that_is_gone_is_no_error(tmp_path: Path) -> None:
    ran = _event(tmp_path / "gone", prompt="how long are backups kept?")
    assert (ran.code, ran.out) == (0, "")
    assert "gone" in ran.err


def _work(seconds: float) -> str:
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return "answered"


def _wait(seconds: float) -> str:
    time.sleep(seconds)
    return "answered"


def test_a_prompt_uses_no_more_than_its_time_and_says_that_it_gave_up(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks, "PROMPT_SECONDS", 0.2)
    monkeypatch.setattr(hooks, "_prompt_context", lambda *_: _work(30))
    began = time.process_time()
    assert _event(home, prompt="how long are backups kept?") == Ran(
        0, "", "commonplace: gave up: the notes took too long\n"
    )
    assert time.process_time() - began < 10


def test_a_busy_machine_silences_no_answer(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "PROMPT_SECONDS", 0.3)
    monkeypatch.setattr(hooks, "_prompt_context", lambda *_: _wait(0.6))
    assert _context(_event(home, prompt="how long are backups kept?")) == "answered"


def test_a_question_waits_for_no_library_that_reads_pages(home: Path) -> None:
    code = (
        "import sys; from scripts.knowledge_base import KnowledgeBase; from scripts.verbs.asking import ask\n"
        "kb = KnowledgeBase.open(sys.argv[1], overrides={'embedder': 'none'})\n"
        "ask(kb, 'are backups of the orders database kept?')\n"
        "print(sorted({'yaml', 'markdown_it', 'networkx', 'pydantic', 'openpyxl', 'numpy'} & {*sys.modules}))"
    )
    # What was written a moment ago is read again: its time of change says nothing yet.
    time.sleep(2.1)
    assert python(code, home).out != "[]\n", "the first question makes the index"
    assert python(code, home).out == "[]\n"


def test_a_hook_never_installs_anything(home: Path, tmp_path: Path) -> None:
    environ = environment(COMMONPLACE_CACHE=str(tmp_path / "cache"), PATH="")
    environ.pop("COMMONPLACE_ENV")
    words = [sys.executable, str(LAUNCHER), "ask", "--hook", "--vault", str(home)]
    ran = subprocess.run(words, env=environ, input=b"{}", capture_output=True)
    assert (ran.returncode, ran.stdout) == (0, b"")
    assert not (tmp_path / "cache").exists()


_HOOK = st.fixed_dictionaries({"type": st.just("command"), "command": st.text(max_size=9)})
_GROUP = st.fixed_dictionaries(
    {"hooks": st.lists(_HOOK, min_size=1, max_size=2)}, optional={"matcher": st.text(max_size=5)}
)
_HOOKS = st.dictionaries(
    st.sampled_from(["SessionStart", "UserPromptSubmit", "Stop"]),
    st.lists(_GROUP, min_size=1, max_size=3),
    min_size=1,
    max_size=3,
)
_OTHER = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=9,
)


@st.composite
def _settings(draw: st.DrawFn) -> dict[str, object]:
    value = draw(st.dictionaries(st.text(max_size=9).filter(lambda name: name != "hooks"), _OTHER, max_size=4))
    return {**value, "hooks": draw(_HOOKS)} if draw(st.booleans()) else value


@given(_settings(), st.sampled_from(sorted(HOOK_FILES)))
def test_hooks_put_in_and_taken_out_leave_a_persons_settings(settings: dict[str, object], agent: str) -> None:
    client, command = HOOK_FILES[agent], "python3 /x/scripts/commonplace.py ask --hook --vault '/é \"q\"'"
    wired = with_hooks(settings, client, command)
    assert without_hooks(wired) == without_hooks(settings) == settings
    assert with_hooks(wired, client, command) == wired
    if client.tool_event:
        assert without_hooks(with_hooks(wired, client, command, edits=True)) == settings
    for event in ("SessionStart", client.prompt_event):
        *others, ours = wired["hooks"][event]
        assert others == settings.get("hooks", {}).get(event, [])
        assert ours["hooks"][0]["command"] == command


def test_a_hook_that_somebody_put_beside_ours_stays() -> None:
    ours = {"type": "command", "command": "python3 commonplace.py ask --hook --vault /h"}
    settings = {"hooks": {"Stop": [{"hooks": [ours, {"command": "theirs"}]}], "X": [{"hooks": [ours]}]}}
    assert without_hooks(settings) == {"hooks": {"Stop": [{"hooks": [{"command": "theirs"}]}]}}


@pytest.mark.parametrize("agent", HOOK_FILES)
def test_install_writes_hooks_that_run_and_takes_them_out(home: Path, tmp_path: Path, agent: str) -> None:
    project = tmp_path / "project"
    file = project / HOOK_FILES[agent].place.project
    write(project, {HOOK_FILES[agent].place.project: '{\n  "model": "x"\n}'})
    words = ["install", "--no-prepare", "--agent", agent, "--project", project]
    before = file.read_bytes()
    dry = done(*words, "--hooks", home, "--dry-run")
    assert (f"hooks on: {file}" in dry.out, file.read_bytes()) == (True, before)
    assert f"hooks on: {file}" in done(*words, "--hooks", home).out
    wired = file.read_bytes()
    assert wired.startswith(before[: before.index(b"\n}")])
    assert done(*words, "--hooks", home, "--json").document["hooks"] == "on"
    assert file.read_bytes() == wired
    hooks_of = json.loads(wired)["hooks"]
    command = hooks_of[HOOK_FILES[agent].prompt_event][0]["hooks"][0]["command"]
    python, launcher, *call = shlex.split(command)
    assert (python, Path(launcher).name, Path(launcher).is_file()) == ("python3", "commonplace.py", True)
    assert str(home) in _context(run(*call, stdin=json.dumps({"hook_event_name": "SessionStart"})))
    if HOOK_FILES[agent].tool_event:
        done(*words, "--hooks", home, "--edits")
        assert "edit" in json.loads(file.read_bytes())["hooks"]["PreToolUse"][0]["matcher"]
    else:
        assert run(*words, "--hooks", home, "--edits").code == 2
    assert f"hooks off: {file}" in done(*words, "--no-hooks").out
    assert file.read_bytes() == before


def test_a_settings_file_that_is_none_stays_and_is_named(home: Path, tmp_path: Path) -> None:
    for text in (
        "{",
        '{"hooks": []}',
        '{"hooks": {"SessionStart": 3}}',
        "[]",
        '{"a": 1} x',
        '{\n  // mine\n  "a": 1\n}\n',
        '{\n\t"a": 1\n}\n',
        '{\r\n  "a": 1\r\n}\r\n',
    ):
        write(tmp_path, {".claude/settings.local.json": text})
        ran = run("install", "--no-prepare", "--agent", "claude", "--project", tmp_path, "--hooks", home)
        assert (ran.code, ran.out) == (3, ""), text
        assert ("settings.local.json: it is not JSON indented by two, nothing was changed; add this by hand") in ran.err
        assert '"type": "command",' in ran.err
        assert (tmp_path / ".claude/settings.local.json").read_bytes() == text.encode()


def test_the_users_own_settings_are_changed_where_they_really_are(home: Path, tmp_path: Path) -> None:
    write(tmp_path, {"dotfiles/claude.json": "{}\n"})
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude/settings.json").symlink_to(tmp_path / "dotfiles/claude.json")
    words = ["install", "--no-prepare", "--agent", "claude", "--user"]
    done(*words, "--hooks", home, HOME=str(tmp_path))
    assert (tmp_path / ".claude/settings.json").is_symlink()
    assert "ask --hook" in (tmp_path / "dotfiles/claude.json").read_text("utf-8")
    done(*words, "--no-hooks", HOME=str(tmp_path))
    assert (tmp_path / "dotfiles/claude.json").read_text("utf-8") == "{}\n"


def test_a_projects_link_led_the_hooks_out_of_it(home: Path, tmp_path: Path) -> None:
    write(tmp_path, {"mine.json": "{}", "project/.gemini/x": ""})
    (tmp_path / "project/.gemini/settings.json").symlink_to(tmp_path / "mine.json")
    words = ["install", "--no-prepare", "--agent", "gemini", "--project", tmp_path / "project", "--hooks", home]
    assert run(*words).code == 3
    assert (tmp_path / "mine.json").read_text() == "{}"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--agent", "cursor", "--hooks"], "no hooks are known that cursor reads"),
        (["--agent", "claude", "--hooks", "--no-hooks"], "exclude each other"),
        (["--agent", "claude", "--hooks"], "no knowledge base"),
        (["--agent", "claude", "--hooks", "/absent"], "which is no folder"),
    ],
)
def test_hooks_that_cannot_be_leave_nothing_installed(options: list[str], said: str, tmp_path: Path) -> None:
    ran = run("install", "--no-prepare", "--project", tmp_path, *options)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert list(tmp_path.iterdir()) == []
