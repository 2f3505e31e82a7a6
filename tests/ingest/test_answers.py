"""Filing an answer again: what came to its page since stays."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import pytest

from tests.running import Ran, done, run, tree, write


def _file(home: Path, answer: str, *, question: str = "Why did it crash?", title: str = "The crash", **env: str) -> Ran:
    argv = ("file", "--question", question, "--title", title, "--cites", "notes", "--json", "-")
    return run(*argv, home=home, stdin=answer, **env)


def test_an_answer_filed_again_keeps_the_new_name_of_its_page(home: Path) -> None:
    _file(home, "A leak.")
    done("rename", "the-crash", "The leak", home=home)
    path = home / "wiki" / "topics" / "the-leak.md"
    before = path.read_text("utf-8")
    assert _file(home, "A leak.").document["receipt"]["state"] == "unchanged"
    assert _file(home, "Two leaks.").document["receipt"]["path"] == "topics/the-leak.md"
    assert path.read_text("utf-8") == before.replace("A leak.", "Two leaks.")


@pytest.mark.parametrize(("noted", "state"), [("2025-03-03", "unchanged"), ("2025-03-05", "updated")])
def test_the_same_answer_holds_anew_where_something_was_told_since(home: Path, noted: str, state: str) -> None:
    _file(home, "A leak.", COMMONPLACE_NOW="2025-03-04T09:00:00Z")
    told = datetime.fromisoformat(noted).timestamp()
    for path in [*(home / "wiki/sources").iterdir(), *(home / "wiki/sessions").glob("*")]:
        os.utime(path, (told, told))
    again = _file(home, "A leak.", COMMONPLACE_NOW="2025-03-04T17:00:00Z")
    assert again.document["receipt"]["state"] == state


@pytest.mark.parametrize("answer", ["Text\n\n```\ncode", "Text\n\n<!-- x"])
def test_an_answer_that_would_hide_its_evidence_is_refused(answer: str, home: Path) -> None:
    before = tree(home)
    assert _file(home, answer).code == 3
    assert tree(home) == before


def test_a_filed_answer_is_sent_without_the_quotes_and_settings_that_had_no_part_in_it(home: Path) -> None:
    argv = ("--question", "Why did checkout crash?", "--title", "The leak", "--cites", "notes#^p0d393b")
    done("file", *argv, "-", home=home, stdin="A leak took all there was.")
    lines = done("ask", "Why did the checkout crash?", home=home).out.splitlines()
    assert lines[0] == "verdict: sufficient"
    assert lines[1].startswith("filed answer: topics/the-leak, ")
    assert lines[2:5] == ["", "[the-leak]", "A leak took all there was."]
    assert not any("Question" in line or line.startswith("- [[") for line in lines)
    assert "Restarting frees the memory" in done("ask", "why did checkout crash", "--evidence", home=home).out


def test_behind_a_stale_answer_comes_first_what_changed(tmp_path: Path) -> None:
    vault = tmp_path / "v"
    write(vault, {".obsidian/app.json": "{}", "Retro.md": "# Retro\n\nThe go-live moved to 16 January.\n"})
    argv = ("--question", "When is the go-live?", "--title", "Go-live", "--cites", "Retro", "-")
    done("file", *argv, "--vault", vault, stdin="The go-live is on 16 January.")
    write(vault, {"Retro.md": "# Retro\n\nThe go-live moved to 23 January.\n"})
    said = done("ask", "When is the go-live?", "--vault", vault).out
    assert "stale: Retro has changed" in said
    assert "23 January" in said.partition("[go-live]")[0]


def test_an_answer_that_brings_its_evidence_has_one_such_section(home: Path) -> None:
    path = home / "wiki" / _file(home, "A leak.").document["receipt"]["path"]
    before = path.read_text("utf-8")
    body = before.partition("---\n")[2].partition("---\n")[2].partition("\n\n")[2]
    _file(home, "A leak.\n\n" + body[body.index("## Evidence") :])
    assert path.read_text("utf-8") == before


def test_what_stands_below_the_evidence_stays_whatever_the_case_of_that_heading(home: Path) -> None:
    """A person had written `## EVIDENCE`, and lost what stood below it when the answer was filed again."""
    path = home / "wiki" / _file(home, "A leak.").document["receipt"]["path"]
    text = path.read_text("utf-8").replace("## Evidence", "## EVIDENCE") + "\n## Mine\n\nA person's words.\n"
    path.write_text(text, "utf-8")
    sha = done("show", "the-crash", "--json", home=home).document["sha"]
    asked = ("--question", "Why did it crash?", "--title", "The crash", "--cites", "notes", "--expect-sha", sha)
    done("file", *asked, "-", home=home, stdin="Two leaks.")
    assert "A person's words." in path.read_text("utf-8")


def test_an_answer_filed_with_other_wordings_is_found_by_each_of_them(home: Path) -> None:
    wordings = ("Why did checkout crash?", "What brought the shop down?", "Which fault ended sales on Tuesday?")
    argv = [word for question in wordings for word in ("--question", question)]
    answer = "A leak took all the memory there was, and the service ended."
    filed = done("file", *argv, "--title", "The leak", "--cites", "notes", "--json", "-", home=home, stdin=answer)
    assert filed.document["receipt"]["wordings"] == list(wordings[1:])
    for question in wordings:
        assert done("ask", question, home=home).out.startswith("verdict: sufficient\nfiled answer: topics/the-leak, ")
    text = (home / "wiki/topics/the-leak.md").read_text("utf-8")
    assert [text.count(question) for question in wordings] == [2, 2, 2]
    # Filed again by one of them, the page keeps them all.
    assert _file(home, "Two leaks took the memory.", question=wordings[2], title="The leak").document["receipt"][
        "wordings"
    ] == list(wordings[1:])
    _file(home, "Another answer.", question="Who was paged?", title="Paging")
    both = ("--question", wordings[0], "--question", "Who was paged?", "--title", "X", "--cites", "notes", "-")
    assert "filed on 2 pages" in run("file", *both, home=home, stdin=answer).err


def test_an_answer_under_the_title_of_another_one_has_a_page_of_its_own(home: Path) -> None:
    _file(home, "A leak.")
    argv = ("--title", "the crash", "--cites", "notes")
    done("file", "--question", "Who paid?", *argv, "-", home=home, stdin="Kim.")
    assert "A leak." in (home / "wiki/topics/the-crash.md").read_text("utf-8")
    sha = done("show", "the-crash", "--json", home=home).document["sha"][:12]
    meant = ("--title", "The crash", "--cites", "notes", "--expect-sha", sha, "--json", "-")
    filed = done("file", "--question", "Who called?", *meant, home=home, stdin="A leak; Kim.").document["receipt"]
    assert (filed["path"], filed["state"], filed["wordings"]) == ("topics/the-crash.md", "updated", ["Who called?"])


HEALTH = {
    ".obsidian/app.json": "{}",
    "Health.md": "# Health\n\n## Glasses\n\nSince 2024.\n\n## Dentist [new]\n\nOn 8 December.\n\n### Before\n\n"
    "Nobody.\n\n## Doctor\n\n### Before\n\nDr Bo.\n",
}
ASKED = ("file", "--question", "When?", "--title", "The day", "--cites")


@pytest.mark.parametrize(
    ("cite", "link", "changed", "is_stale"),
    [
        ("Health > Dentist [new]", "[[Health#Dentist [new]]", "Since 2024", False),
        ("Health > Dentist [new]", "[[Health#Dentist [new]]", "Dr Bo", False),
        ("[[health#dentist new]]", "[[Health#Dentist [new]]", "8 December", True),
        ("Health > Dentist [new]", "[[Health#Dentist [new]]", "Nobody", True),
        ("Health > Dentist [new]", "[[Health#Dentist [new]]", "## Dentist [new]", True),
        ("Health > Doctor > Before", "[[Health#Doctor#Before]]", "Nobody", False),
        ("Health > Doctor > Before", "[[Health#Doctor#Before]]", "Dr Bo", True),
        ("Health", "[[Health]]", "Since 2024", True),
    ],
)
def test_an_answer_rests_on_what_stands_under_the_heading_that_it_cites(
    tmp_path: Path, cite: str, link: str, changed: str, is_stale: bool
) -> None:
    vault = write(tmp_path / "v", HEALTH)
    done(*ASKED, cite, "-", "--vault", vault, stdin="On the 8th.")
    filed = (vault / "commonplace/topics/the-day.md").read_text("utf-8")
    assert f'evidence:\n  - "{link}"\n' in filed
    assert f"\n- {link[:-2]}" in filed
    assert "stale:" not in done("ask", "When?", "--vault", vault).out
    write(vault, {"Health.md": HEALTH["Health.md"].replace(changed, "## Or" if changed.startswith("#") else "Else")})
    assert ("stale:" in done("ask", "When?", "--vault", vault).out) is is_stale


def test_a_heading_that_is_not_there_is_told_with_those_that_are(tmp_path: Path) -> None:
    vault = write(tmp_path / "v", HEALTH)
    ran = run(*ASKED, "Health > Dentists", "-", "--vault", vault, stdin="On the 8th.")
    assert (ran.code, "no heading 'Dentists'; it has 'Dentist [new]'" in ran.err) == (3, True)
