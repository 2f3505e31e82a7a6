"""Past sessions: what clients keep is read, each turn once, and no secret with it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import yaml
from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
from detect_secrets.plugins.base import RegexBasedDetector
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scripts.memory.past_sessions import worth_keeping
from scripts.memory.stores import STORES, sessions_in_export, sessions_of
from scripts.text.hygiene import redact
from scripts.text.turns import parse_turn
from tests.running import done, run, write

CASES = yaml.safe_load((Path(__file__).parents[1] / "fixtures/sessions/clients.yaml").read_text("utf-8"))
CLAUDE = CASES[0]


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty home folder of a user whose clock is in UTC."""
    folder = tmp_path / "user"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    for variable in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "QWEN_HOME"):
        monkeypatch.delenv(variable, raising=False)
    return folder


def _keep(user: Path, case: dict[str, Any]) -> Path:
    for name, text in {**case.get("beside", {}), case["file"]: case["lines"]}.items():
        (user / name).parent.mkdir(parents=True, exist_ok=True)
        (user / name).write_text(text, encoding="utf-8")
    return user / str(case["file"])


def _add(home: Path, *words: str, sessions: str = "all", project: str = "all") -> str:
    return done("add", "--sessions", sessions, "--project", project, *words, home=home).out


def _notes(home: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in (home / "wiki/sessions").glob("*.md")}


def _turns(home: Path) -> list[tuple[str, str]]:
    quotes = [part for text in _notes(home).values() for part in text.split("\n\n") if part.startswith("> ")]
    return sorted((turn.speaker, turn.text) for turn in map(parse_turn, quotes))


@pytest.mark.parametrize("case", CASES, ids=[case["client"] for case in CASES])
def test_a_session_is_read_in_the_words_said(user: Path, case: dict[str, Any]):
    path = _keep(user, case)
    (session,) = sessions_of(case["client"], {}, str(user))
    assert [[*said] for said in session.spoken] == case["turns"]
    assert (session.folder, session.origin) == (case["folder"], str(path))


def test_the_database_of_opencode_is_read(user: Path):
    path = user / ".local/share/opencode/opencode.db"
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE session (id, parent_id, directory)")
        database.execute("CREATE TABLE message (id, session_id, time_created, data)")
        database.execute("CREATE TABLE part (id, message_id, data)")
        database.execute("INSERT INTO session VALUES ('ses_1', NULL, '/work/shop')")
        tool = {
            "type": "tool",
            "tool": "write",
            "callID": "c",
            "state": {"status": "completed", "input": {"filePath": "a"}},
        }
        for id, role, part in (
            ("1", "user", {"type": "text", "text": "Hi."}),
            ("2", "assistant", {"type": "text", "text": "Ho."}),
            ("3", "assistant", tool),
        ):
            database.execute(
                "INSERT INTO message VALUES (?, 'ses_1', 1793696400000, ?)", (id, json.dumps({"role": role}))
            )
            database.execute("INSERT INTO part VALUES (?, ?, ?)", (id, id, json.dumps(part)))
    (session,) = sessions_of("opencode", {}, str(user))
    assert [said[2:] for said in session.spoken] == [("user", "Hi."), ("opencode", "Ho."), ("opencode", "wrote a")]
    assert (session.folder, session.id) == ("/work/shop", "ses_1")


def test_an_export_is_read_without_a_project(user: Path, home: Path):
    chats = [
        {"name": "Trip", "uuid": "u", "created_at": "2026-11-03T09:00:00Z", "chat_messages": [
            {"sender": "human", "created_at": "2026-11-03T09:00:00Z", "text": "Where to?"}]},
        {"title": "Cats", "id": "c", "create_time": 1793696400, "mapping": {"1": {"message": {
            "author": {"role": "user"}, "create_time": 1793696400, "content": {"parts": ["Do cats purr?"]}}}}},
    ]  # fmt: skip
    export = user / "conversations.json"
    export.write_text(json.dumps(chats), encoding="utf-8")
    assert [session.client for session in sessions_in_export(str(export))] == ["claude", "chatgpt"]
    done("add", "--sessions", export, home=home)
    assert _turns(home) == [("user", "Do cats purr?"), ("user", "Where to?")]
    export.write_text("{}", encoding="utf-8")
    assert "no client, and no export of ChatGPT or Claude" in run("add", "--sessions", export, home=home).err


def test_a_note_says_whose_session_of_which_project_and_file_it_is_and_each_turn_its_line(user: Path, home: Path):
    path = _keep(user, CLAUDE)
    _add(home)
    note = _notes(home)["2026-11-03-claude-shop-c3d-1111.md"]
    for said in ("client: claude", "project: shop", "folder: /work/shop", f"origin: {path}", "\n^t2-", "\n^t5-"):
        assert said in note
    assert "2026-11-04-claude-shop-c3d-1111.md" in _notes(home)
    assert "Postgres" in done("recall", "which database do we use?", "--property", "project=shop", home=home).out + (
        done("recall", "Postgres", "--property", "project=shop", home=home).out
    )


@pytest.mark.parametrize("case", CASES, ids=[case["client"] for case in CASES])
def test_reading_twice_changes_nothing(user: Path, home: Path, case: dict[str, Any]):
    _keep(user, case)
    _add(home)
    before = _notes(home)
    assert _turns(home) == sorted((who, text) for _, _, who, text in case["turns"])
    assert "nothing to write" in _add(home)
    assert _notes(home) == before


def test_two_sessions_of_one_name_and_day_are_kept_apart(user: Path, home: Path):
    for folder in ("a", "b"):
        _keep(user, {**CLAUDE, "file": f".claude/projects/{folder}/0a1b2c3d-1111.jsonl"})
        _add(home)
    assert len(_notes(home)) == 4
    assert "nothing to write" in _add(home)


def test_a_session_that_grew_by_a_turn_costs_that_turn(user: Path, home: Path):
    path = _keep(user, CLAUDE)
    _add(home)
    grown = {
        "type": "user",
        "timestamp": "2026-11-04T08:05:00Z",
        "message": {"role": "user", "content": "Good morning."},
    }
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(grown) + "\n" + '{"type": "user", "half a line')
    before = _turns(home)
    assert "1 turns of 1 sessions" in _add(home)
    assert _turns(home) == sorted([*before, ("user", "Good morning.")])


def test_a_record_of_another_form_hides_no_other(user: Path):
    for case in CASES[:5]:
        first, _, rest = case["lines"].partition("\n")
        odd = [{**json.loads(first), name: 7} for name in ("message", "payload", "data", "content", "timestamp")]
        path = _keep(user, {**case, "lines": "\n".join([first, *map(json.dumps, odd), rest])})
        (session,) = sessions_of(case["client"], {}, str(user))
        told = [said[2:] for said in session.spoken]
        assert [pair for _, _, *pair in case["turns"]] == [[*pair] for pair in told][-len(case["turns"]) :]
        path.unlink()


def test_only_projects_that_are_named_are_read(user: Path, home: Path):
    _keep(user, CLAUDE)
    told = done("add", "--sessions", "claude", home=home).out
    assert (_notes(home), "--project all: /work/shop" in told) == ({}, True)
    assert "--project all: /work/shop" in _add(home, project="/work/sho")
    assert _notes(home) == {}
    _add(home, project="/work")
    assert _notes(home)


def test_a_session_without_a_project_is_read_where_every_project_is(user: Path, home: Path):
    case = {**CASES[1], "lines": CASES[1]["lines"].replace('"cwd"', '"dir"')}
    _keep(user, case)
    assert "--project all: none (codex)" in _add(home, project="/work")
    assert "codex: 4 turns of 1 sessions" in _add(home)


def test_a_preview_counts_and_writes_nothing(user: Path, home: Path):
    _keep(user, CLAUDE)
    assert "claude /work/shop: 5 turns of 1 sessions, 1" in _add(home, "--dry-run")
    assert _notes(home) == {}


def test_undo_and_forget_take_sessions_out(user: Path, home: Path):
    _keep(user, CLAUDE)
    _add(home)
    done("undo", home=home)
    assert _notes(home) == {}
    _add(home)
    done("forget", "2026-11-03-claude-shop-c3d-1111", "--yes", home=home)
    assert [*_notes(home)] == ["2026-11-04-claude-shop-c3d-1111.md"]
    _add(home)
    assert [*_notes(home)] == ["2026-11-04-claude-shop-c3d-1111.md"]


def test_a_client_that_is_none_is_told_with_those_there_are(home: Path):
    ran = run("add", "--sessions", "clod", home=home)
    assert (ran.code, all(client in ran.err for client in STORES)) == (3, True)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("We use Postgres from now on.", "decision"),
        ("Let's not cache that.", "decision"),
        ("I tried Redis and it lost the sessions.", "rejected"),
        ("No, not that file.", "correction"),
        ("Please always run the tests first.", "preference"),
        ("I'll send the figures by Friday.", "promise"),
        ("Which database do we use?", ""),
        ("Rename the table.", ""),
    ],
)
def test_what_is_worth_keeping_is_told_from_what_is_not(said: str, kind: str):
    assert next((found for found, _ in worth_keeping(said)), "") == kind


def test_what_a_person_decided_is_offered_until_somebody_keeps_or_drops_it(user: Path, home: Path):
    _keep(user, CLAUDE)
    _add(home)
    (offer,) = done("status", "--json", home=home).document["to_confirm"]
    label = offer[1 : offer.index("]")]
    assert offer == f'[{label}] decision: "We use Postgres from now on."'
    assert offer in done("status", home=home).out
    done("useful", label, "--not", home=home)
    assert done("status", "--json", home=home).document["to_confirm"] == []
    done("useful", "--forget", home=home)
    write(home / "wiki", {"Database.md": f"Postgres, see [[{label}]].\n"})
    assert done("status", "--json", home=home).document["to_confirm"] == []


DETECTORS = [
    detector()
    for name, detector in get_mapping_from_secret_type_to_class().items()
    if issubclass(detector, RegexBasedDetector) and name != "Public IP (ipv4)"
]
SHAPES = [pattern.pattern for detector in DETECTORS for pattern in detector.denylist]
PRINTED = st.characters(min_codepoint=32, max_codepoint=126)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(st.sampled_from(SHAPES).flatmap(lambda shape: st.from_regex(shape, fullmatch=True, alphabet=PRINTED)))
def test_no_secret_of_a_known_shape_is_kept(secret: str):
    kept = redact(f"Use this:\n{secret}\nfor now.", is_strict=True)
    found = [secret for line in kept.split("\n") for detector in DETECTORS for secret in detector.analyze_string(line)]
    assert not found


def test_a_secret_of_a_session_is_replaced_wherever_it_stands(user: Path, home: Path):
    token = "ghp_" + "a1B2c3D4" * 5
    command = f"curl {'-v ' * 60}{token}"
    lines = CLAUDE["lines"].replace("pytest -q", command).replace("Good morning", f"My token is {token}")
    _keep(user, {**CLAUDE, "lines": lines})
    assert "1 with a secret that was replaced" in _add(home)
    assert not any(token[:20] in text for text in _notes(home).values())
    assert ("user", "My token is [redacted: GitHub token].") in _turns(home)


@pytest.mark.parametrize("case", CASES, ids=[case["client"] for case in CASES])
def test_a_file_of_another_form_holds_no_session_and_stops_nothing(user: Path, case: dict[str, Any]):
    for text in ("", "{", "[1]\n", '{"type": 3, "message": [], "payload": 1, "data": "x", "messages": 7, "id": []}\n'):
        _keep(user, {**case, "lines": text})
        assert [said for session in sessions_of(case["client"], {}, str(user)) for said in session.spoken] == []
