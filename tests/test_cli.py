"""The contract of the command line: help, options, exit codes, the two outputs, what a dry run leaves alone."""

from __future__ import annotations

import itertools
import json
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts.cli import Progress
from scripts.errors import PageChangedError
from scripts.text.tokens import counter
from scripts.tools import wiki_store
from scripts.verbs import FAMILIES
from tests.acceptance.story import BUNDLES, build_story
from tests.running import LAUNCHER, done, environment, run, tree, write

count = counter("pieces")


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_story(tmp_path_factory.mktemp("cli"))


def test_the_first_page_of_help_lists_every_verb_and_the_exit_codes() -> None:
    pages = {run(*argv) for argv in (["--help"], ["-h"], ["help"], ["-h", "ask"])}
    assert len(pages) == 1
    page = pages.pop()
    assert (page.code, page.err) == (0, "")
    assert all(f"\n    {verb} " in page.out for verb in FAMILIES)
    assert "0 done, 1 findings, 2 usage, 3 data" in page.out
    assert count(page.out) <= 400


def test_the_version_is_printed() -> None:
    assert done("--version").out.startswith("commonplace ")


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([], "no command; `commonplace --help` lists them"),
        (["xyzzy"], "no command 'xyzzy'; `commonplace --help` lists them"),
        (["status", "--bogus"], "unrecognized arguments: --bogus; see `commonplace status --help`"),
        (["status", "surplus"], "unrecognized arguments: surplus"),
        (["ask", "x", "--bud", "7"], "unrecognized arguments: --bud 7"),
        (["ask", "--budgt"], "required: question; see `commonplace ask --help`"),
        (["useful", "memory-leak", "--for", "--not"], "argument --for: expected one argument"),
        (["file", "-"], "required: --question, --title, --cites"),
        (["ask", "x", "--depth", "two"], "argument --depth: invalid int value: 'two'"),
        (["graph", "x", "--direction", "sideways"], "invalid choice: 'sideways'"),
        (["ask", "x", "--budget", "0"], "option --budget is 0; it must be a whole number from 1 to 2,147,483,648"),
        (["ask", "x", "--counter", "abacus"], "abacus"),
        (["ask", "???"], "the question holds no word"),
        (["ask", *[f"what is {n}?" for n in range(9)]], "9 questions; at most 8 in one call"),
        (["search", "x", "--limit", "0"], "limit 0; give a whole number from 1"),
        (["search", "x", "--limit", "3", "--limit", "4"], "--limit is given twice"),
        (["list", "--tasks", "--tags"], "--tasks and --tags exclude each other"),
        (["useful", "--forget", "--for", ""], "the question is empty"),
        (["useful", "--forget", "--not"], "--forget deletes marks and gives none"),
        (["links", "--backlinks"], "--backlinks needs a note"),
        (["lint", "--rule", "nonsense"], "no rule 'nonsense'; one of "),
        (["undo", "x", "--since", "7d"], "two ways to say what"),
        (["recall", "--since", "2026-05-02", "--until", "2026-05-01"], "is after --until 2026-05-01"),
        (["apply", "absent.json"], "cannot read absent.json: No such file or directory; give"),
        (["init", " "], "no folder is named"),
        (["init", "x", "--home", "y"], "unrecognized arguments: --home y"),
        (["ask", "x", "--home", ""], "--home names no folder"),
        (["status", "--vault", "absent"], "absent"),
        (["status", "--home", "absent"], "commonplace init"),
    ],
)
def test_a_wrong_call_exits_2_and_says_what_is_right(argv: list[str], message: str, story: Path) -> None:
    ran = run(*argv, **({} if {"--vault", "--home"} & set(argv) else {"COMMONPLACE_HOME": str(story)}))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("commonplace: ")
    assert message in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    "argv",
    [
        ["file", "--question", " ", "--title", "T", "--cites", "notes", "-"],
        ["file", "--question", "Q", "--title", "T", "--cites", "nowhere", "-"],
        ["file", "--question", "Q", "--title", "T", "--cites", "notes#^p000000", "-"],
        ["file", "--question", "Q", "--title", "T", "--cites", "notes#Heading", "-"],
        ["merge", "memory-leak", "memory-leak"],
        ["merge", "memory-leak", "nowhere"],
        ["rename", "memory-leak", ""],
        ["rename", "memory-leak", "../x.md", "--move"],
        ["rename", "memory-leak", "checkout crash"],
        ["retract", "nowhere"],
        ["forget"],
        ["forget", "nowhere"],
        ["forget", "notes#Notes"],
        ["forget", "notes", "--yes", "--dry-run"],
        ["forget", "--text", "C+"],
        ["forget", "--text", "memory leak"],
        ["graph", "nowhere"],
        ["show", ""],
    ],
    ids=" ".join,
)
def test_a_refusal_is_one_line_that_says_what_next(argv: list[str], story: Path) -> None:
    ran = run(*argv, home=story, stdin="Words.")
    assert (ran.code in (2, 3), ran.out) == (True, "")
    assert ran.err.startswith("commonplace: ")
    assert (ran.err.count("\n"), "; " in ran.err) == (1, True), "what next is missing"


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["ask", "--", "--max-conns"], "occurs nowhere: max, conns"),
        (["ask", "--budget", "300", "--", "--max-conns"], "occurs nowhere: max, conns"),
        (["search", "--", "--max-conns=5"], "no page for --max-conns=5"),
        (["recall", "--", "--max-conns"], "nothing found"),
        (["useful", "memory-leak", "--for=--max-conns", "--dry-run"], "for: --max-conns"),
    ],
)
def test_a_question_may_begin_with_a_dash_behind_two_dashes(argv: list[str], said: str, tmp_path: Path) -> None:
    vault = write(tmp_path, {"memory-leak.md": "Memory that is never given back."})
    assert said in run("--vault", vault, *argv).out


def test_several_questions_are_answered_in_one_call(story: Path) -> None:
    asked = ("why did the checkout crash?", "what is a memory leak?")
    told = done("ask", *asked, home=story).out
    assert [line for line in told.splitlines() if line.startswith("question: ")] == [f"question: {q}" for q in asked]
    assert told.count("\nverdict: ") == 2
    assert done("ask", "-", home=story, stdin="\n".join(asked) + "\n").out == told
    documents = done("ask", *asked, "--json", home=story).document["answers"]
    assert [document["question"] for document in documents] == [*asked]


def test_words_without_quotes_are_one_question_and_names_are_several(story: Path) -> None:
    asked = "what is a memory leak"
    assert done("ask", *asked.split(), home=story) == done("ask", asked, home=story)
    assert done("ask", "memory", "leak", home=story).out.count("question: ") == 2


def test_several_labels_are_shown_in_one_call(story: Path) -> None:
    both = done("show", "memory-leak", "incident-report#^p426463", home=story).out
    assert both.index("[memory-leak]") < both.index("The checkout service crashed at 10:42.")
    shown = done("show", "memory-leak", "incident-report", "--json", home=story).document["pages"]
    assert [page["path"] for page in shown] == ["entities/memory-leak.md", "sources/incident-report.md"]
    outline = done("show", "incident-report", "--outline", home=story).out
    assert "Incident report" in outline
    assert "10:42" not in outline


def test_a_label_that_an_answer_prints_is_shown(story: Path) -> None:
    document = done("ask", "why did the checkout crash?", "--json", "--budget", "600", home=story).document
    labels = [entry["label"] for entry in document["evidence"]] + [entry["label"] for entry in document["more"]]
    assert labels
    for label in labels:
        done("show", label, home=story)


def test_global_options_may_stand_before_the_verb(story: Path) -> None:
    after = done("search", "leak", "--json", "--home", story)
    assert done("--home", story, "search", "leak", "--json") == after
    assert done("--json", "--home", story, "search", "leak") == after
    assert done(f"--home={story}", "--json", "search", "leak") == after
    vault = str(story / "wiki")
    assert (
        done("--vault", vault, "search", "leak", "--json").document
        == done("search", "leak", "--json", "--vault", vault).document
    )


@pytest.mark.parametrize(
    ("argv", "code", "kind", "path"),
    [
        (["show", "nowhere"], 3, "PageNotFoundError", ""),
        (["show", "memory-leak#Absent"], 3, "DataError", "entities/memory-leak.md"),
        (["bogus"], 2, "UsageError", ""),
        ([], 2, "UsageError", ""),
        (["ask"], 2, "UsageError", ""),
        (["ask", "x", "--budget", "0"], 2, "SettingError", ""),
        (["add", "absent.md"], 3, "SourceError", "absent.md"),
        (["apply", "-"], 3, "BundleError", "-"),
        (["retract", "memory-leak"], 3, "DataError", "entities/memory-leak.md"),
    ],
)
def test_with_json_an_error_is_one_document_too(argv: list[str], code: int, kind: str, path: str, story: Path) -> None:
    ran = run(*argv, "--json", stdin="{", COMMONPLACE_HOME=str(story))
    assert (ran.code, ran.err) == (code, "")
    assert ran.out.count("\n") == 1
    error = ran.document["error"]
    assert set(error) == {"type", "message", "path", "line"}
    assert (error["type"], error["path"]) == (kind, path)
    assert error["message"]


def test_exit_codes_tell_done_from_findings_from_a_wrong_call_from_wrong_data(story: Path, tmp_path: Path) -> None:
    done("init", tmp_path / "empty")
    assert run("lint", home=story).code == 0
    assert run("search", "zeppelin", home=story).code == 0
    assert run("search", "zeppelin", "--fail-empty", home=story).code == 1
    assert run("ask", "zeppelin xylophone?", "--fail-empty", home=tmp_path / "empty").code == 1
    assert run("ask", "why did the checkout crash?", "--fail-empty", home=story).code == 0
    assert run("lint", "--bogus", home=story).code == 2
    assert run("show", "zeppelin", home=story).code == 3


def test_a_hyphen_is_standard_input(story: Path) -> None:
    added = done("add", "-", "--title", "Piped", "--dry-run", home=story, stdin="\ufeffPiped words.\r\n")
    assert "piped new (1 passages" in added.out
    applied = done("apply", "-", "--json", home=story, stdin="\ufeff" + json.dumps(BUNDLES["notes"]))
    assert applied.document["receipt"]["claims_unchanged"] == 1
    filed = ("file", "--question", "Q?", "--title", "T", "--cites", "notes", "--dry-run", "-")
    assert "t new (topics/t.md)" in done(*filed, home=story, stdin="Piped answer.").out


def test_a_dry_run_writes_nothing_at_all(story: Path, tmp_path: Path) -> None:
    write(
        tmp_path,
        {"new.md": "New words.", "pages.json": '{"pages": [{"category": "topics", "title": "N", "content": "C."}]}'},
    )
    op = wiki_store.get_log(1, home=str(story))[0]["op"]
    before = tree(story)
    for argv in (
        ("add", tmp_path / "new.md"),
        ("apply", tmp_path / "pages.json"),
        ("file", "--question", "Q?", "--title", "T", "--cites", "notes", tmp_path / "new.md"),
        ("edit", "memory-leak", "--append", "More."),
        ("rename", "memory-leak", "RAM drip"),
        ("merge", "refund-backlog", "checkout-crash"),
        ("retract", "notes"),
        ("forget", "notes", "--text", "zeppelin"),
        ("undo", op),
        ("useful", "memory-leak"),
    ):
        ran = done(*argv, "--dry-run", home=story)
        assert ran.out.startswith("dry run: nothing was written\n"), ran
    assert tree(story) == before


def test_init_takes_no_other_home_and_repeating_it_changes_nothing(tmp_path: Path) -> None:
    first = done("init", tmp_path / "h", "--json")
    assert first.document["home"] == str(tmp_path / "h")
    before = tree(tmp_path)
    assert done("init", tmp_path / "h", "--json") == first
    assert tree(tmp_path) == before
    assert run("--home", tmp_path / "h", "init").code == 2


def test_the_vault_of_a_new_home_is_the_folder_that_the_settings_name(tmp_path: Path) -> None:
    made = done("init", tmp_path / "h", "--json", COMMONPLACE_VAULT_DIR="my/notes")
    assert made.document["vault"] == str(tmp_path / "h" / "my" / "notes")
    assert (tmp_path / "h" / "my" / "notes" / "index.md").is_file()
    assert done("status", "--json", home=tmp_path / "h").document["home"] == str(tmp_path / "h")
    for name in (".", "graph", "Graph/x", "a/../../b"):
        assert run("init", tmp_path / "other", COMMONPLACE_VAULT_DIR=name).code == 2
    assert not (tmp_path / "other").exists()


def test_the_first_write_into_a_new_home_does_not_wait_for_anybody(tmp_path: Path) -> None:
    done("init", tmp_path / "h")
    started = time.monotonic()
    done("add", "-", home=tmp_path / "h", stdin="Words.", COMMONPLACE_QUIET_SECONDS="40")
    assert time.monotonic() - started < 30


def test_progress_in_a_log_is_at_most_a_line_a_second_and_ten_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = itertools.count(step=0.3)
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    show = Progress().count
    for what in ("reading", "indexing"):
        for done_ in range(0, 100_000, 200):
            show(what, done_, 100_000)
    for done_ in range(3):
        show("indexing", done_, 3)
    lines = capsys.readouterr().err.splitlines()
    assert (lines[0], lines[1], lines[-1]) == ("reading 10000/100000", "reading 20000/100000", "indexing 90000/100000")
    assert len(lines) == 18


def test_adding_a_folder_tells_how_far_it_is_and_what_is_left_unless_quiet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done("init", tmp_path / "h")
    write(tmp_path, {f"d/{n}.md": f"Document {n} has its own words.\n" for n in range(6)})
    clock = itertools.count(step=2.0)
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    assert done("add", tmp_path / "d", "--dry-run", "--quiet", home=tmp_path / "h").err == ""
    assert done("add", tmp_path / "d", "--dry-run", home=tmp_path / "h").err.splitlines() == [
        *(f"reading documents {n}/6" for n in range(1, 6)),
        *(f"registering documents {n}/6" for n in range(1, 6)),
    ]


def test_a_reader_that_goes_away_is_no_error(story: Path) -> None:
    words = [sys.executable, str(LAUNCHER), "search", "leak", "--json", "--home", str(story)]
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
    assert running.stdout
    assert running.stderr
    running.stdout.close()
    errors = running.stderr.read()
    running.stderr.close()
    assert (running.wait(), errors) == (0, b"")


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", [("search", "leak"), ("search", "leak", "--json"), ("show", "nowhere", "--json")])
def test_a_full_disk_under_the_output_is_an_error_and_no_traceback(
    words: tuple[str, ...], unbuffered: str, story: Path
) -> None:
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(
            [sys.executable, str(LAUNCHER), *words, "--home", str(story)],
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(PYTHONUNBUFFERED=unbuffered),
        )
    assert ended.returncode == 3
    assert (b"no page 'nowhere'" if "show" in words else b"No space left on device") in ended.stderr
    assert b"Traceback" not in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_init_makes_nothing_in_a_vault_and_says_how_its_notes_are_asked(tmp_path: Path, monkeypatch) -> None:
    vault = write(tmp_path / "up", {"i/Zebra.md": "stripes", "i/.obsidian/app.json": "{}"}) / "i"
    monkeypatch.chdir(vault)
    for argv in ((vault,), (vault, "--adopt", vault), (vault, "--adopt", ".")):
        refused = run("init", *argv)
        assert (refused.code, f"`commonplace init {vault.parent} --adopt i`" in refused.err) == (2, True)
    assert sorted(path.name for path in vault.iterdir()) == [".obsidian", "Zebra.md"]
    assert "Zebra" in done("search", "stripes", "--vault", vault).out
    assert done("init", vault.parent, "--adopt", "i").out
    assert "Zebra" in done("search", "stripes", "--vault", vault).out


def test_init_among_notes_says_that_they_are_not_asked(tmp_path: Path) -> None:
    write(tmp_path, {"plan.md": "Words."})
    told = f"note: {tmp_path} has notes of its own, and only {tmp_path / 'wiki'} is asked"
    assert told in done("init", tmp_path).out
    assert "note:" not in done("init", tmp_path / "new").out


def test_a_home_or_a_page_with_a_blank_is_quoted_where_a_command_shows_it(tmp_path: Path) -> None:
    home = tmp_path / "new home"
    done("init", home)
    (home / ".obsidian").mkdir()
    *_, note, command = done("init", home).out.splitlines()
    assert shlex.split(command) == ["next:", "commonplace", "add", "FILE", "--home", str(home)]
    assert f"--vault '{home}' asks" in note
    assert "`commonplace show 'a b.md'`" in str(PageChangedError("a b.md", "1", "2"))


def test_a_folder_to_adopt_is_named_from_the_home_or_from_here(tmp_path: Path, monkeypatch) -> None:
    write(tmp_path, {"a/v/n.md": "x", "b/v/n.md": "x", "c/n.md": "x"})
    monkeypatch.chdir(tmp_path)
    assert f"vault: {tmp_path / 'a/v'}\n" in done("init", "a", "--adopt", "a/v").out
    assert f"vault: {tmp_path / 'b/v'}\n" in done("init", "b", "--adopt", "v").out
    assert run("init", "d", "--adopt", "c").code == 2
