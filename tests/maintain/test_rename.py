"""Renaming and moving: every link follows in the style it was written, and no other byte changes."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scripts.errors import EditRefusedError, NameTakenError, PageNotFoundError, UnsafePathError, UsageError
from scripts.maintain.link_rewriting import cards
from scripts.maintain.rename import RenameReceipt, plan_rename
from scripts.text.page import read_page
from scripts.verbs import changing
from tests.maintain.opened import Opened, moved
from tests.running import done, run, tree, write

STYLES = r"""---
up: "[[Old Note]]"
also: ['[[old note#Part|shown]]', "[[Projects/Old Note]]"]
site: "[x](Old%20Note.md)"
---
[[Old Note]] [[old note]] [[Old Note.md]] [[ Old Note ]] [[Old Note#Part]] [[Old Note#^b1|b1]] ![[Old Note]]
[[Old Note|Old Note]] [[Old Note|other words]] [[Projects/Old Note]] [[/Projects/Old Note.md]]
[a](Old%20Note.md) [b](<Projects/Old Note.md>) [Old Note](Projects/Old%20Note#Part) ![c](/Projects/Old%20Note.md)

| a | b |
|---|---|
| [[Old Note\|Old Note]] | [[Old Note]] |

> [[Old Note]]

`[[Old Note]]` <!-- [[Old Note]] --> %% [[Old Note]] %% \[[Old Note]]

```
[[Old Note]]
```
"""

KEPT = {
    "json.md": '---\n{"title": "J", "up": "[[Bob]]"}\n---\n[[Bob]]\n',
    "twice.md": '---\ntitle: a\ntitle: b\nup: "[[Bob|he]]"\nto: "[[Ann]]"\n---\n[[Bob]]\n',
    "anchor.md": '---\na: &x "[[Bob]]"\nb: *x\n---\n[[Bob]]\n',
}
"""Properties that nobody edits safely."""


@pytest.mark.parametrize("argv", [("rename", "Bob", "Rob"), ("merge", "Bob", "Rob")])
def test_properties_in_json_were_edited_and_those_with_an_anchor_refused_every_rename(
    tmp_path: Path, argv: tuple[str, ...]
) -> None:
    pages = {"Bob.md": "Words.\n", **({"Rob.md": "Other words.\n"} if argv[0] == "merge" else {})}
    vault = write(tmp_path, {**KEPT, **pages})
    told = done(*argv, "--vault", vault, "--dry-run").out
    assert "not followed, twice.md:4 [[Bob|he]]: the properties cannot be read" in told
    receipt = done(*argv, "--vault", vault, "--json").document["receipt"]
    assert [(each["path"], each["line"]) for each in receipt["not_followed"]] == [
        ("anchor.md", 2),
        ("json.md", 2),
        ("twice.md", 4),
    ]
    for name, text in KEPT.items():
        properties = text.rpartition("[[")[0]
        assert (vault / name).read_text("utf-8") == properties + "[[Rob]]\n"


RENAMED = r"""---
up: "[[New Name]]"
also: ['[[New Name#Part|shown]]', "[[Projects/New Name]]"]
site: "[x](New%20Name.md)"
---
[[New Name]] [[New Name]] [[New Name.md]] [[ New Name ]] [[New Name#Part]] [[New Name#^b1|b1]] ![[New Name]]
[[New Name|New Name]] [[New Name|other words]] [[Projects/New Name]] [[/Projects/New Name.md]]
[a](New%20Name.md) [b](<Projects/New Name.md>) [New Name](Projects/New%20Name#Part) ![c](/Projects/New%20Name.md)

| a | b |
|---|---|
| [[New Name\|New Name]] | [[New Name]] |

> [[New Name]]

`[[Old Note]]` <!-- [[Old Note]] --> %% [[New Name]] %% \[[Old Note]]

```
[[Old Note]]
```
"""


def text_of(vault: Opened, path: str) -> str:
    return vault.text(path)


def rename(vault: Opened, old: str, new: str, **options: bool) -> RenameReceipt:
    return vault.write(lambda copy, reader: plan_rename(copy, reader, old, new, **options)).receipt


def test_d31_a_page_is_renamed_and_every_link_follows_as_it_was_written(open_vault):
    ws = open_vault({"Projects/Old Note.md": "# Part\n\ntext ^b1\n", "styles.md": STYLES}, folder="commonplace")
    receipt = rename(ws, "Old Note", "New Name", keep_alias=False)
    assert text_of(ws, "styles.md") == RENAMED
    assert text_of(ws, "Projects/New Name.md") == "# Part\n\ntext ^b1\n"
    assert not (ws.root / "Projects/Old Note.md").exists()
    assert (receipt.new, receipt.links, receipt.pages) == ("Projects/New Name.md", 23, 2)


@pytest.mark.parametrize(
    ("title", "heading", "new"),
    [
        ("Vec<T>", "# Vec\\<T>", "# New"),
        ("Old page", "#  Old page ##", "#  New ##"),
        ("Old page", "Old page\n===", "New\n==="),
        ("Old page", "# Old *page*", "# Old *page*"),
        ("Old page", "# [[other|Old page]]", "# [[other|Old page]]"),
        ("Old page", "# Old page[^1] %% ask Bob %%", "# Old page[^1] %% ask Bob %%"),
    ],
)
def test_a_heading_that_says_the_title_and_nothing_else_gets_the_new_one(open_vault, title, heading, new):
    """Its words were looked for in the whole page, and replaced in what a person had written below."""
    below = "\n\nThe sign pa\ufffdge, a `Vec<T>` and an Old page stand here.\n"
    ws = open_vault({"page.md": f"---\ntitle: {title}\n---\n{heading}{below}", "other.md": "x\n"})
    rename(ws, "page", "New", keep_alias=False)
    assert text_of(ws, "New.md").partition("---\n")[2].partition("---\n")[2] == new + below


HOME = {
    "sources/report.md": "---\ntitle: Report\ntype: source\n---\nIt crashes, see [[memory-leak]]. ^p1\n",
    "summaries/report-summary.md": (
        "---\ntitle: Report (summary)\ntype: summary\n---\n# Report (summary)\n\nSource: [[report|Report]]\n\n"
        '## Claims\n\n- [[memory-leak|memory leak]] causes [[crash]] (0.9, [[report#^p1|p1]] "crashes, see")\n'
    ),
    "entities/memory-leak.md": (
        '---\ntitle: memory leak\ntype: concept\n---\n# memory leak\n\n## Evidence\n\n- [[report#^p1|p1]] "see"\n'
    ),
    "entities/crash.md": "---\ntitle: crash\n---\n- caused_by [[memory-leak#memory leak|memory leak]]\n",
    "topics/why.md": (
        '---\ntitle: Why\nquestion: Why?\nevidence:\n  - "[[report#^p1]]"\n  - "[[memory-leak]]"\nevidence_hashes:\n'
        "  - aa\n  - bb\n---\nBecause of a [[memory-leak|leak]].\n"
    ),
    "board.canvas": (
        '{\n\t"nodes":[\n\t\t{"id":"1","type":"file","file":"entities\\/memory-leak.md","x":0},\n'
        '\t\t{"id":"2","type":"text","text":"{\\"file\\": \\"entities/memory-leak.md\\"}"}\n\t],\n\t"edges":[]\n}'
    ),
}


def test_title_heading_claims_evidence_and_cards_follow_a_new_title(open_vault):
    ws = open_vault(HOME)
    receipt = rename(ws, "memory leak", "Heap leak")
    page = text_of(ws, "entities/heap-leak.md")
    assert page.startswith("---\ntitle: Heap leak\ntype: concept\naliases:\n  - memory leak\n---\n# Heap leak\n")
    claim = '- [[heap-leak|Heap leak]] causes [[crash]] (0.9, [[report#^p1|p1]] "crashes, see")\n'
    assert claim in text_of(ws, "summaries/report-summary.md")
    assert text_of(ws, "entities/crash.md").endswith("- caused_by [[heap-leak#Heap leak|Heap leak]]\n")
    assert '  - "[[heap-leak]]"\n' in text_of(ws, "topics/why.md")
    assert "a [[heap-leak|leak]]" in text_of(ws, "topics/why.md")
    assert text_of(ws, "board.canvas") == HOME["board.canvas"].replace("\\/memory-leak", "\\/heap-leak")
    assert (receipt.alias, ws.find("memory leak")) == ("memory leak", "entities/heap-leak.md")


def test_a_source_goes_on_showing_the_words_that_others_quote(open_vault):
    ws = open_vault(HOME)
    rename(ws, "memory leak", "Heap leak")
    assert "see [[heap-leak|memory-leak]]. ^p1" in text_of(ws, "sources/report.md")


def test_the_text_of_a_renamed_source_stays(open_vault):
    ws = open_vault({"sources/report.md": "---\ntitle: Report\n---\n# Report\n\nWords. ^p1\n"})
    rename(ws, "report", "Outage")
    assert text_of(ws, "sources/outage.md").endswith("\n---\n# Report\n\nWords. ^p1\n")


def test_a_renamed_source_keeps_its_citations_and_takes_its_summary_along(open_vault):
    ws = open_vault(HOME)
    receipt = rename(ws, "report", "Incident 7")
    summary = text_of(ws, "summaries/incident-7-summary.md")
    assert receipt.also == (("summaries/report-summary.md", "summaries/incident-7-summary.md"),)
    assert "title: Incident 7 (summary)\n" in summary
    assert "# Incident 7 (summary)\n\nSource: [[incident-7|Incident 7]]\n" in summary
    assert "[[incident-7#^p1|p1]]" in summary
    assert '  - "[[incident-7#^p1]]"\n' in text_of(ws, "topics/why.md")


def test_only_the_case_of_a_title_changes_its_labels_and_no_file(open_vault):
    ws = open_vault(HOME)
    receipt = rename(ws, "memory leak", "Memory Leak")
    assert (receipt.new, receipt.alias) == ("entities/memory-leak.md", "")
    assert "- [[memory-leak|Memory Leak]] causes" in text_of(ws, "summaries/report-summary.md")


def test_a_name_that_macos_takes_apart_is_the_same_in_its_heading_and_its_links(open_vault):
    apart, composed = "Cafe\u0301", "Caf\u00e9"
    ws = open_vault(
        {f"{apart}.md": f"# {composed}\n", "n.md": f"[[{composed}|{composed}]] [[{composed}#{composed}]]\n"}
    )
    rename(ws, composed, "Bistro")
    assert text_of(ws, "Bistro.md").endswith("# Bistro\n")
    assert text_of(ws, "n.md") == "[[Bistro|Bistro]] [[Bistro#Bistro]]\n"


def test_a_link_that_cannot_follow_refuses_the_whole_and_names_the_place(open_vault):
    files = {"a#b/x.md": "", "c/x2.md": "", "old.md": "", "n.md": "\n[[old]]\n", "m.md": b"\xff [[old]]"}
    ws = open_vault(files, folder="commonplace")
    with pytest.raises(EditRefusedError, match=r"m\.md:1 the link \[\[old\]\] .*; n\.md:2 the"):
        rename(ws, "old", "a#b/x2.md", move=True)


@pytest.mark.parametrize("new", ["a/b:c.md", "con.md", ".hidden.md", "../out.md", "/x.md", "log.md"])
def test_impossible_paths_are_refused(open_vault, new: str):
    ws = open_vault({"n.md": "", "log.md": ""})
    with pytest.raises(UnsafePathError):
        rename(ws, "n", new, move=True)


def test_names_that_others_have_are_refused(open_vault):
    ws = open_vault({**HOME, "notes/heap-leak.md": ""})
    with pytest.raises(NameTakenError, match="notes/heap-leak"):
        rename(ws, "memory leak", "Heap leak")
    with pytest.raises(NameTakenError):
        rename(ws, "memory leak", "entities/Crash.md", move=True)
    with pytest.raises(UsageError):
        rename(ws, "memory leak", " ")
    with pytest.raises(PageNotFoundError):
        rename(ws, "no such page", "x")


def test_no_page_becomes_a_source_and_no_source_another_page(open_vault):
    ws = open_vault(HOME)
    for old, new in (("report", "entities/report.md"), ("crash", "sources/crash.md")):
        with pytest.raises(EditRefusedError, match="quoted matter"):
            rename(ws, old, new, move=True)


def test_links_in_the_text_of_a_canvas_follow_and_no_other_byte_changes(open_vault):
    said = r"See [[old|it]] \u00fc [b](notes\/old.md#A) `[[old]]`\n\n![[old#A]]"
    board = (
        f'{{ "nodes":[\r\n\t{{"id":"1", "text":"{said}", "type" : "text"}},\n'
        '{"type":"group","label":"[[old]]"},{"type":"text","text":"[[other]] [[gone]] [x](https://a.b/old.md)"},\n'
        '{"type":"file","file":"notes/old.md","text":"[[old]]"}], "x":{"text":"[[old]] elsewhere"}}'
    )
    ws = open_vault({"notes/old.md": "# Old\n\n## A\n", "other.md": "x", "maps/a.canvas": board})
    receipt = rename(ws, "old", "new")
    wanted = board.replace("[[old|it]]", "[[new|it]]").replace("notes\\/old.md#A", "notes\\/new.md#A")
    wanted = wanted.replace("![[old#A]]", "![[new#A]]").replace('"notes/old.md"', '"notes/new.md"')
    assert text_of(ws, "maps/a.canvas") == wanted
    assert receipt.links == 4


def test_canvases_without_cards_are_left_alone(open_vault):
    files = {"old.md": "", "a.canvas": "{}", "b.canvas": "", "c.canvas": "[1]", "d.canvas": '{"nodes": 3}'}
    ws = open_vault(files, folder="commonplace")
    assert rename(ws, "old", "new", keep_alias=False).pages == 1
    nodes = [{"type": "file", "file": "x.md"}, {"type": "file"}, 3]
    assert cards({"nodes": nodes}, "file") == nodes[:1]


# Laws ----------------------------------------------------------------------------------------------------------------

STEMS = ("Note", "note 2", "Über", "a.b", "100% (x)")
FOLDERS = ("", "a", "a/b", "b")
PATHS = st.builds(
    lambda folder, stem: f"{folder}/{stem}.md".lstrip("/"), st.sampled_from(FOLDERS), st.sampled_from(STEMS)
)


@st.composite
def link_texts(draw) -> str:
    stem, folder = draw(st.sampled_from(STEMS)), draw(st.sampled_from((*FOLDERS, ".", "..", "../a", "/a")))
    path = (f"{folder}/{stem}" if folder else stem) + draw(st.sampled_from(("", ".md")))
    encoded = path.replace("%", "%25").replace(" ", "%20")
    form = draw(
        st.sampled_from(("[[{}]]", "![[{}]]", "[[{}|{}]]", "[[{}#Part]]", "| [[{}\\|x]] |", "[{1}]({2})", "`[[{}]]`"))
    )
    return form.format(path, stem, encoded)


VAULTS = st.dictionaries(PATHS, st.lists(link_texts(), max_size=5).map("\n".join), min_size=2, max_size=7)


def between_links(text: str) -> list[str]:
    pieces, done = [], 0
    for link in read_page("x.md", text).links:
        pieces.append(text[done : link.start])
        done = link.end
    return [*pieces, text[done:]]


@settings(max_examples=30)
@given(files=VAULTS, data=st.data())
def test_law_a_move_keeps_every_edge_and_every_byte_between_links_and_undo_restores_all(files, data):
    names: dict[str, str] = {}
    files = {path: text for path, text in files.items() if names.setdefault(path.lower(), path) == path}
    with tempfile.TemporaryDirectory() as home, Opened(Path(home), files, folder="commonplace") as vault:
        before, bytes_before = vault.edges(), vault.tree()
        old = data.draw(st.sampled_from(sorted(files)))
        new = data.draw(PATHS.filter(lambda path: path.lower() not in {p.lower() for p in files}))
        outcome = vault.write(lambda copy, reader: plan_rename(copy, reader, old, new, move=True))
        after, expected = vault.edges(), moved(before, {old: new})
        gained = {(new if place.path == old else place.path, place.text) for place in outcome.receipt.gained}
        for path, links in expected.items():
            for wanted, found in zip(links, after[path]):
                assert found == wanted or (not wanted[4] and any(place == path for place, _ in gained))
            source = next(p for p in files if p == path or (p, path) == (old, new))
            assert between_links(vault.text(path)) == between_links(files[source])
        assert {path: len(links) for path, links in after.items()} == {p: len(x) for p, x in expected.items()}
        changing.undo(vault.kb, outcome.op)
        assert vault.tree() == bytes_before


def test_renaming_a_template_to_its_own_name_leaves_its_placeholder(open_vault) -> None:
    ws = open_vault({"Template.md": "---\ntitle: {{title}}\n---\n{{content}}\n"})
    before = ws.tree()
    rename(ws, "Template.md", "Template")
    assert ws.tree() == before


@pytest.mark.parametrize("name", ["two  blanks", "long " * 30 + "name"])
def test_a_page_keeps_a_name_that_we_would_not_give(open_vault, name: str) -> None:
    ws = open_vault({f"{name}.md": f"# {name}\n", "other.md": f"[[{name}]]\n"})
    before = ws.tree()
    assert rename(ws, f"{name}.md", name).new == f"{name}.md"
    assert ws.tree() == before


BASES = {
    "Books.md": "x",
    "Other.md": "[[Books]]",
    "views/Books.base": 'filters: categories.contains(link("Books"))\n',
    "views/Path.base": 'filters: file.path == "Books.md"\n',
    "views/Other.base": 'filters: file.hasLink("Other")\n',
}


@pytest.mark.parametrize("argv", [("rename", "Books", "Volumes"), ("merge", "Books", "Other")])
def test_bases_that_name_the_page_stay_and_are_told(tmp_path, argv: tuple[str, ...]):
    vault = write(tmp_path, BASES)
    told = "named in views/Books.base, not changed: its formulas are yours\nnamed in views/Path.base, not changed"
    assert told in done(*argv, "--dry-run", "--vault", vault).out
    named = done(*argv, "--vault", vault, "--json").document["receipt"]["named_in"]
    assert named == ["views/Books.base", "views/Path.base"]
    assert (vault / "views/Books.base").read_text(encoding="utf-8") == BASES["views/Books.base"]


def test_a_base_that_goes_on_finding_the_page_is_not_told(tmp_path):
    vault = write(tmp_path, BASES)
    moved = done("rename", "Books", "old/", "--move", "--dry-run", "--json", "--vault", vault).document["receipt"]
    assert moved["named_in"] == ["views/Path.base"]


@pytest.mark.parametrize("argv", [("rename", "Books", "Volumes"), ("merge", "Books", "Other")])
def test_a_page_that_a_symbolic_link_leads_to_stays_where_it_is(tmp_path, argv: tuple[str, ...]):
    vault = write(tmp_path, BASES)
    (vault / "views/Inner.md").symlink_to("../Books.md")
    ran = run(*argv, "--vault", vault)
    assert ran.code == 3
    assert "Books.md: the symbolic link views/Inner.md leads to it; delete" in ran.err
    assert (vault / "views/Inner.md").read_text(encoding="utf-8") == "x"


def test_a_symbolic_link_is_not_renamed_as_the_page_that_it_leads_to(tmp_path):
    vault = write(tmp_path, BASES)
    (vault / "Inner.md").symlink_to("Books.md")
    ran = run("rename", "Inner", "Foo", "--vault", vault)
    assert (ran.code, (vault / "Inner.md").is_symlink()) == (3, True)
    assert "Inner.md: it is a symbolic link; delete" in ran.err


def test_a_note_that_a_symbolic_link_leads_to_follows_once(tmp_path):
    vault = write(tmp_path, {"Books.md": "x\n", "views/Q.md": "[[Books]]\n"})
    (vault / "R.md").symlink_to("views/Q.md")
    done("rename", "Books", "Volumes", "--vault", vault)
    assert (vault / "views/Q.md").read_text(encoding="utf-8") == "[[Volumes]]\n"
    assert (vault / "R.md").is_symlink()


def test_the_title_that_a_page_has_already_changes_no_file(tmp_path):
    vault = write(tmp_path, BASES)
    same = done("rename", "Books", "Books", "--json", "--vault", vault).document
    assert (same["op"], same["receipt"]["changed"], same["receipt"]["pages"]) == ("", [], 0)


def test_the_folder_that_the_last_note_leaves_stays(tmp_path: Path) -> None:
    vault = write(tmp_path, {"v/Projects/Plan.md": "# Plan\n", "v/B.md": "x"}) / "v"
    op = done("rename", "--move", "Plan", "Done/2025/", "--vault", vault).out.split()[1]
    assert [*(vault / "Projects").iterdir()] == []
    done("undo", op, "--vault", vault)
    assert (vault / "Projects/Plan.md").is_file()
    assert not (vault / "Done").exists()


def test_the_log_names_some_of_hundreds_of_files(tmp_path: Path) -> None:
    vault = write(tmp_path, {"v/Plan.md": "# Plan\n", **{f"v/L{n:03}.md": "[[Plan]]" for n in range(300)}}) / "v"
    done("rename", "Plan", "Idea", "--vault", vault)
    line = (vault / "commonplace/commonplace-log.md").read_text("utf-8").splitlines()[-1]
    assert "removed Plan.md, created Idea.md, updated L000.md" in line
    assert ", 282 more files; " in line
    done("undo", "last", "--vault", vault)
    assert not (vault / "commonplace").exists()


@pytest.mark.parametrize("begun", ["---\ntitle: Bob\n", "---\nup: x\n", "\ufeff---\r\ndate: 2026-11-23\r\n"])
def test_a_rename_wrote_a_second_block_above_properties_that_never_end(tmp_path: Path, begun: str) -> None:
    vault = write(tmp_path / "v", {"Bob.md": begun + "# Bob\n", "Links.md": "[[Bob]]\n"})
    before = tree(vault)
    ran = run("rename", "Bob.md", "Rob", "--vault", vault)
    assert (ran.code, tree(vault)) == (3, before)
    assert "Bob.md:1: edit refused: properties never end: the line `---` below them is missing" in ran.err
    done("rename", "Bob.md", "Rob.md", "--move", "--vault", vault)
    assert (vault / "Rob.md").read_text("utf-8") == begun.replace("\r", "") + "# Bob\n"
