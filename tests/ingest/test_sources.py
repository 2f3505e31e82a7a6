"""Registering documents: one note for one document, however it is named."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from scripts.text.block_ids import block_hash
from tests.running import done, run, write


def _sources(home: Path) -> list[str]:
    return sorted(path.name for path in (home / "wiki" / "sources").iterdir())


def test_a_changed_document_named_twice_in_one_call_is_one_revision(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "new.md"
    for text in ("# New\n\nA text.\n", "# New\n\nAnother text.\n"):
        write(tmp_path, {"new.md": text})
        receipt = done("add", path, f"{tmp_path}/./new.md", "--json", home=home).document["receipt"]
    assert [(each["state"], each["revision"]) for each in receipt["sources"]] == [("changed", 2), ("unchanged", 2)]


def test_what_has_no_end_is_not_read_to_it(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"d/a.md": "One text.\n", "d/b.md": "Another text.\n"})
    before = _sources(home)
    monkeypatch.setattr("scripts.documents.reading.MAX_TOGETHER", 20)
    ran = run("add", tmp_path / "d", home=home)
    assert (ran.code, "b.md: with this file there are more than 20 bytes in one call, and nothing" in ran.err) == (
        3,
        True,
    )
    assert run("add", tmp_path / "d/a.md", tmp_path / "d/b.md", home=home).code == 3
    ran = run("add", "-", home=home, stdin="One text.\n", COMMONPLACE_MAX_DOCUMENT_BYTES="5")
    assert (ran.code, "larger than 5 bytes" in ran.err, _sources(home)) == (3, True, before)


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        ("guide.md", "## Part\n\nIt reads.\n\n# User guide\n\nEnd.\n", "User guide"),
        ("minutes_may.md", "## Present\n\nAda.\n\n## Decisions\n\nNone.\n", "minutes may"),
        ("-", "## Present\n\nAda.\n\n## Decisions\n\nNone.\n", "Present"),
        ("ci.yml", "name: x\n\n# Needed to drop it\non: push\n", "ci"),
        ("app.conf", "[server]\n# Old value was 8080\nport = 80\n", "app"),
    ],
)
def test_a_title_is_the_first_heading_of_the_first_level_and_no_comment_of_a_settings_file(
    home: Path, tmp_path: Path, name: str, text: str, title: str
) -> None:
    path = "-" if name == "-" else write(tmp_path, {name: text}) / name
    assert done("add", path, "--json", home=home, stdin=text).document["receipt"]["sources"][0]["title"] == title


@pytest.mark.parametrize(
    "text", ["# Budget of 2025 is 84,000 euros\n", "# A\r\n\r\n<!-- note -->\r\n", "---\n---\n## B\n"]
)
def test_a_document_of_headings_was_a_source_without_a_passage(home: Path, tmp_path: Path, text: str) -> None:
    write(tmp_path / "in", {"heads.md": text, "text.md": "# T\n\nWords.\n"})
    ran = run("add", tmp_path / "in/heads.md", home=home)
    assert (ran.code, "nothing to quote" in ran.err) == (3, True)
    ran = run("add", tmp_path / "in", home=home)
    assert (ran.code, "skipped" in ran.out, "t new (1 passages" in ran.out) == (1, True, True)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"One line.\nCaf\xe9 two.\n", "l 1.txt:2: not UTF-8; convert it: `iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW`"),
        (b"PNG\x89\0\xff\xd9", "binary"),
    ],
)
def test_a_document_in_another_encoding_was_refused_without_its_line_and_what_to_do(
    home: Path, tmp_path: Path, data: bytes, told: str
) -> None:
    (tmp_path / "l 1.txt").write_bytes(data)
    ran = run("add", tmp_path / "l 1.txt", home=home)
    assert (ran.code, told in ran.err) == (3, True), ran.err


def test_the_end_of_a_long_document_was_not_searched_and_nobody_told(home: Path, tmp_path: Path) -> None:
    write(tmp_path, {"long.txt": "One word.\n\n" * 90})
    ran = run("add", tmp_path / "long.txt", home=home, COMMONPLACE_MAX_PAGE_BYTES="900")
    assert ran.code == 1
    assert "warning: page-size: only its first 900 characters are searched: split it" in ran.out


def test_a_document_of_properties_alone_is_quoted(home: Path, tmp_path: Path) -> None:
    write(tmp_path, {"card.md": "---\ntitle: Card\nphone: 12345\n---\n"})
    assert "card new (1 passages" in done("add", tmp_path / "card.md", home=home).out


RULES = "# Rules\n\nThe first rule is about bread and its crust.\n\nThe second rule is about the oven.\n\n{}\n"


def test_a_new_version_at_another_path_is_a_revision_of_the_source_it_is_added_as(home: Path, tmp_path: Path) -> None:
    write(tmp_path, {"a/rules.md": RULES.format("Noor bakes."), "b/new.md": RULES.format("Ida bakes.")})
    done("add", tmp_path / "a/rules.md", home=home)
    before = _sources(home)
    added = done("add", "--as", "rules", tmp_path / "b/new.md", "--json", home=home).document["receipt"]["sources"][0]
    assert (added["id"], added["state"], added["revision"]) == ("rules", "changed", 2)
    assert (len(added["new_runs"]), len(added["gone_blocks"])) == (1, 1)
    assert _sources(home) == before
    again = done("add", tmp_path / "b/new.md", "--json", home=home).document["receipt"]["sources"][0]
    assert (again["id"], again["state"]) == ("rules", "unchanged")
    pasted = done("add", "-", "--as", "rules", "--json", home=home, stdin=RULES.format("Kim bakes.")).document
    assert pasted["receipt"]["sources"][0]["revision"] == 3
    assert "b/new.md" in (home / "wiki/sources/rules.md").read_text("utf-8")


def test_what_a_document_cannot_be_added_as_is_said(home: Path, tmp_path: Path) -> None:
    write(tmp_path, {"d/a.md": "# A\n\nOne text.\n", "d/b.md": "# B\n\nOther text.\n"})
    assert run("add", "--as", "notes", tmp_path / "d", home=home).code == 2
    assert "is no source" in run("add", "--as", "memory-leak", tmp_path / "d/a.md", home=home).err
    done("add", tmp_path / "d", home=home)
    assert "a source of its own already" in run("add", "--as", "a", tmp_path / "d/b.md", home=home).err


def test_a_new_document_like_a_registered_one_is_added_and_says_so(home: Path, tmp_path: Path) -> None:
    write(tmp_path, {"a.md": RULES.format("Noor bakes."), "b.md": RULES.format("Ida bakes."), "c.md": "# C\n\nElse.\n"})
    done("add", tmp_path / "a.md", home=home)
    told = done("add", tmp_path / "b.md", tmp_path / "c.md", "--json", home=home).document["receipt"]["sources"]
    assert [each["state"] for each in told] == ["new", "new"]
    assert [each["like"] for each in told] == [["rules"], []]
    printed = done("add", "-", home=home, stdin=RULES.format("Kim bakes.")).out
    assert "like [[rules]]: the same title" in printed
    assert "`add --as rules`" in printed


def test_a_moved_document_takes_its_source_with_it_and_a_copy_does_not(home: Path, tmp_path: Path) -> None:
    write(tmp_path, {"a/rules.md": RULES.format("Noor bakes.")})
    done("add", tmp_path / "a/rules.md", home=home)
    before = _sources(home)
    write(tmp_path, {"copy.md": RULES.format("Noor bakes.")})
    states = []
    for path in ("copy.md", "copy.md", "b.md"):
        if path == "b.md":
            (tmp_path / "a/rules.md").rename(tmp_path / "b.md")
        states.append(done("add", tmp_path / path, "--json", home=home).document["receipt"]["sources"][0]["state"])
    assert states == ["unchanged", "unchanged", "moved"]
    write(tmp_path, {"b.md": RULES.format("Ida bakes.")})
    changed = done("add", tmp_path / "b.md", "--json", home=home).document["receipt"]["sources"][0]
    assert (changed["id"], changed["revision"]) == ("rules", 2)
    assert _sources(home) == before


def test_hidden_names_and_another_home_in_a_folder_are_told_and_are_no_fault(home: Path, tmp_path: Path) -> None:
    folder = write(
        tmp_path / "in", {"a.md": "Words.\n", ".env": "X\n", ".git/HEAD": "x\n", "b/.c": "x\n", "b/.d": "x\n"}
    )
    done("init", folder / "mine")
    told = done("add", folder, home=home).out
    assert f"skipped {folder}/mine: a knowledge base of its own" in told
    assert (
        f"skipped {folder}: hidden names are not looked into: .env, .git, b/.c and 1 more; `add FILE` takes one" in told
    )


def test_a_revision_hid_passages_that_were_to_be_read(home: Path, tmp_path: Path) -> None:
    lines = [f"The budget of month {n} is {1000 + n} euros." for n in range(90)]
    write(tmp_path, {"b.md": "\n\n".join(lines)})
    done("add", tmp_path / "b.md", home=home)
    changed = [f"{line} {'Agreed.' * (at % 3 == 0)}" for at, line in enumerate(lines)]
    write(tmp_path, {"b.md": "\n\n".join(changed)})
    told = done("add", tmp_path / "b.md", home=home).out
    new = next(line for line in told.splitlines() if line.startswith("new passages: "))
    assert new.count("^p") == 30
    assert re.search(r"gone passages: .* and \d+ more\n", told)


def test_a_secret_in_a_title_is_refused_or_replaced_and_never_told(home: Path, tmp_path: Path) -> None:
    key = "AKIAIOSFODNN7EXAMPLE"
    write(tmp_path, {"a.md": f"# aws {key} of prod\n\nA text.\n", "b.md": "# B\n\nAnother text.\n"})
    before = _sources(home)
    for words in ((tmp_path / "a.md",), (tmp_path / "b.md", "--title", f"B {key}")):
        told = run("add", *words, "--json", home=home)
        assert (told.code, key in told.out) == (3, False)
        assert told.document["receipt"]["sources"][0]["state"] == "refused"
    assert _sources(home) == before
    added = done("add", tmp_path / "b.md", "--title", f"B {key}", "--redact", "--json", home=home).out
    assert key not in added
    assert key not in "".join(path.read_text() for path in (home / "wiki").rglob("*.md"))


def test_of_equal_passages_the_one_whose_section_changed_is_gone_and_what_cites_it_is_stale(home: Path) -> None:
    text = "# Vote\n\n## Alder\n\nApproved.\n\n## Birch\n\nApproved.\n\n## Cedar\n\nApproved.\n"
    done("add", "-", "--title", "Vote", home=home, stdin=text)
    second = f"{block_hash('Approved.')}-2"
    filed = ("file", "--question", "was Birch approved?", "--title", "Birch", "--cites", f"vote#^{second}", "-")
    done(*filed, home=home, stdin="It was.")
    changed = text.replace("## Birch\n\nApproved.", "## Birch\n\nRefused.")
    told = done("add", "-", "--as", "vote", "--json", home=home, stdin=changed).document["receipt"]["sources"][0]
    assert (told["gone_blocks"], [each["block"] for each in told["stale"]]) == ([second], [second])
    # Another passage with the same words must not make the answer fresh again.
    again = changed + "\n## Dogwood\n\nApproved.\n"
    done("add", "-", "--as", "vote", home=home, stdin=again)
    told = done("ask", "was Birch approved?", home=home).out
    assert "sufficient" not in told.splitlines()[0]
    assert f"stale: vote#^{second} is gone" in told


@pytest.mark.parametrize("end", ["```yaml\nlimit: 5\n", "~~~\nlimit: 5\n"])
def test_what_a_document_leaves_open_at_its_end_can_be_cited(home: Path, end: str) -> None:
    """No block id can stand behind it, and `show`, `file` and `apply` had no name for it."""
    done("add", "-", "--title", "Open", home=home, stdin=f"# Open\n\nText.\n\n{end}")
    bundle = {"source": "open", "entities": [{"name": "limit", "type": "setting", "supporting_text": "limit: 5"}]}
    assert done("apply", "-", home=home, stdin=json.dumps(bundle)).code == 0


def test_what_rests_on_a_passage_that_comes_back_is_fresh_again(home: Path) -> None:
    """It came back under another id: claims and answers on the very same words stayed stale."""
    text = "# Rules\n\nAudit logs are kept for seven years, because the law of the state asks for it.\n"
    done("add", "-", "--title", "Rules", home=home, stdin=text)
    cite = f"rules#^{block_hash(text.split(chr(10))[2])}"
    asked = "how long are audit logs kept?"
    done("file", "--question", asked, "--title", "Logs", "--cites", cite, "-", home=home, stdin="Seven years.")
    done("add", "-", "--as", "rules", home=home, stdin=text.replace("seven", "six"))
    assert f"stale: {cite} is gone" in done("ask", asked, home=home).out
    told = done("add", "-", "--as", "rules", home=home, stdin=text).out
    again = done("ask", asked, home=home).out
    assert ("stale:" in told, "stale:" in again, again.startswith("verdict: sufficient")) == (False, False, True)


def test_a_passage_that_was_split_takes_its_quotes_along_and_what_is_gone_is_told_once(home: Path) -> None:
    one, two = "Logs are kept for 30 days.", "Backups are kept for 90 days."
    done("add", "-", "--title", "Rules", home=home, stdin=f"# Rules\n\n{one} {two}\n")
    entities = [
        {"name": name, "type": "thing", "supporting_text": text} for name, text in (("shelf", one), ("tape", two))
    ]
    done("apply", "-", home=home, stdin=json.dumps({"source": "rules", "entities": entities}))
    told = done("add", "-", "--as", "rules", home=home, stdin=f"# Rules\n\n{one}\n\nNone else.\n").out
    assert f'#^{block_hash(one)}|{block_hash(one)}]] "{one}"' in (home / "wiki/entities/shelf.md").read_text("utf-8")
    assert f"  stale: entities/tape.md:13 cites ^{block_hash(f'{one} {two}')}, gone\n" in told
    assert (
        "entities/tape.md:13: stale-evidence: [[rules]] has no passage"
        in run("lint", "--rule", "stale-evidence", home=home).out
    )
    # What was stale before is no news; `lint` has it.
    assert "stale:" not in done("add", "-", "--as", "rules", home=home, stdin=f"# Rules\n\n{one}\n\nMore.\n").out


def test_a_second_changelog_is_called_by_its_folder(home: Path, tmp_path: Path) -> None:
    """It was `changelog-source`, the third `changelog-2`: nothing told whose."""
    files = {f"{name}/CHANGELOG.md": f"# Changelog\n\nOf {name}.\n" for name in ("a_app", "b app", "c")}
    write(tmp_path, files)
    told = done("add", tmp_path / "a_app", tmp_path / "b app", tmp_path / "c", "--json", home=home).document
    assert [each["id"] for each in told["receipt"]["sources"]] == ["changelog", "changelog-b-app", "changelog-c"]
    pasted = done("add", "-", "--title", "Changelog", "--json", home=home, stdin="Of nobody.\n").document
    assert pasted["receipt"]["sources"][0]["id"] == "changelog-source"


def test_words_that_a_person_wrote_into_a_source_went_with_the_next_revision_in_silence(
    home: Path, tmp_path: Path
) -> None:
    write(tmp_path, {"new.md": "# New\n\nThe lost dough cost 312 euros.\n\nIt was rye.\n"})
    done("add", tmp_path / "new.md", home=home)
    note = home / "wiki/sources/new.md"
    id = block_hash("The lost dough cost 312 euros.")
    by_hand = note.read_text("utf-8").replace("cost 312", "cost 321").replace("It was", "> I was there.\n\nIt was")
    note.write_text(by_hand, "utf-8")
    write(tmp_path, {"new.md": "# New\n\nThe lost dough cost 312 euros.\n\nIt was rye.\n\nA filter is ordered.\n"})
    ran = run("add", tmp_path / "new.md", "--json", home=home)
    (one,) = ran.document["receipt"]["sources"]
    assert [(each["rule"], each["line"]) for each in one["findings"]] == [("by-hand", 15), ("by-hand", 17)]
    assert "`undo` brings them back: '> I was there.'" in one["findings"][1]["message"]
    assert (ran.code, one["gone_blocks"], one["gone_words"]) == (1, [], [])
    # What the document says has its id again.
    assert f"cost 312 euros. ^{id}\n" in note.read_text("utf-8")
    done("undo", "last", home=home)
    assert note.read_text("utf-8") == by_hand


@pytest.mark.skipif(find_spec("pypandoc") is None, reason="LEFT OUT: the extra `documents` is absent")
def test_a_web_page_from_standard_input_is_read_as_one(home: Path) -> None:
    told = done(
        "add", "-", "--json", home=home, stdin="\n<!DOCTYPE html>\n<head><title>Rye</title></head><p>It <b>is</b> rye."
    ).document
    assert told["receipt"]["sources"][0]["title"] == "Rye"
    assert "It **is** rye." in (home / "wiki/sources/rye.md").read_text("utf-8")
