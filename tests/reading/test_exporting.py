"""`export`: an OKF bundle, the graph, dashboards; and where none of them may go."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from urllib.parse import unquote

import networkx
import pytest
import yaml
from markdown_it import MarkdownIt

from scripts.reading import exporting
from scripts.store.exports import write_file
from tests.acceptance.story import build_story
from tests.running import done, run, tree, write

VAULT = {
    "Home.md": '---\ntype: ["[[Books]]"]\n---\nSee [[a/Index|the index]], ![[pic.png]], [[Missing page]].\n',
    "a/Index.md": "---\nbad: yaml: here\n---\n# In a\n\n[[Home]] and [[#In a]]\n",
    "log.md": "a person's own log, [[Home]]\n",
    "crlf.md": "\ufeff---\r\ntags: [x]\r\n---\r\n[[Home]]\r\n",
    "pic.png": "bytes",
    "unlinked.png": "bytes",
}


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with sources, summaries and entities.  To be read only."""
    return build_story(tmp_path_factory.mktemp("story"))


@pytest.fixture
def home(story: Path, tmp_path: Path) -> Path:
    """The same, to be written into."""
    return Path(shutil.copytree(story.parent, tmp_path / "copy")) / "home"


def concepts(folder: Path) -> dict[str, dict[str, object]]:
    """Path and properties of every file that is no listing and no log."""
    return {
        path.relative_to(folder).as_posix(): yaml.safe_load(path.read_text("utf-8").split("---\n")[1])
        for path in sorted(folder.rglob("*.md"))
        if path.name not in ("index.md", "log.md")
    }


def broken_links(folder: Path) -> list[tuple[str, str]]:
    found = []
    for path in sorted(folder.rglob("*.md")):
        for token in MarkdownIt("commonmark").parse(path.read_text("utf-8")):
            for child in token.children or ():
                url = str(child.attrGet("href") or child.attrGet("src") or "")
                name, _, anchor = url.partition("#")
                target = path.parent / unquote(name) if name else path
                is_there = not anchor or (target.exists() and f'<a id="{anchor}"></a>' in target.read_text("utf-8"))
                if url and not (target.exists() and is_there):
                    found.append((path.name, url))
    return found


def test_every_page_of_a_bundle_is_a_concept_with_a_type(story, tmp_path):
    done("export", "--format", "okf", "--out", tmp_path / "okf", home=story)
    found = concepts(tmp_path / "okf")
    wiki = {p.relative_to(story / "wiki").as_posix() for p in (story / "wiki").rglob("*.md")} - {"index.md", "log.md"}
    assert set(found) == wiki
    assert all(isinstance(properties["type"], str) and properties["type"] for properties in found.values())


def test_every_link_of_a_bundle_leads_to_a_file_and_an_anchor(story, tmp_path):
    done("export", "--format", "okf", "--out", tmp_path / "okf", home=story)
    assert broken_links(tmp_path / "okf") == []
    assert "[[" not in "".join(path.read_text("utf-8") for path in (tmp_path / "okf").rglob("*.md"))


def test_a_claim_of_a_bundle_can_be_read_with_its_quote_and_source(story, tmp_path):
    done("export", "--format", "okf", "--out", tmp_path / "okf", home=story)
    lines = (tmp_path / "okf/summaries/incident-report-summary.md").read_text("utf-8").splitlines()
    claim = next(line for line in lines if line.startswith("- ["))
    assert "](../entities/" in claim
    assert "](../sources/incident-report.md#p" in claim
    assert claim.count('"') == 2
    properties = concepts(tmp_path / "okf")["summaries/incident-report-summary.md"]
    assert properties["sources"] == [
        {"id": "incident-report", "resource": "../sources/incident-report.md", "title": "Incident report"}
    ]


def test_the_root_listing_names_the_version_and_the_folders(story, tmp_path):
    done("export", "--format", "okf", "--out", tmp_path / "okf", home=story)
    root = (tmp_path / "okf" / "index.md").read_text("utf-8")
    assert root.startswith('---\nokf_version: "0.2"\n---\n\n# Folders\n')
    assert "* [sources](sources/) - 3 concepts" in root
    assert not (tmp_path / "okf" / "sources" / "index.md").read_text("utf-8").startswith("---")


def test_two_exports_are_the_same_bytes(story, tmp_path):
    for name in ("one", "two"):
        done("export", "--format", "okf", "--out", tmp_path / name, home=story)
    assert tree(tmp_path / "one") == tree(tmp_path / "two")


def test_any_vault_becomes_a_bundle(tmp_path):
    vault = write(tmp_path / "vault", VAULT)
    before = tree(vault)
    ran = done("export", "--format", "okf", "--out", tmp_path / "okf", "--json", "--vault", vault)
    assert ran.document["notes"] == [
        "concepts: 4",
        "attachments: 1",
        "links to pages that do not exist: 2",
        "renamed, the name is reserved: a/Index.md -> a/Index-page.md",
        "renamed, the name is reserved: log.md -> log-page.md",
    ]
    assert {path: facts["type"] for path, facts in concepts(tmp_path / "okf").items()} == {
        "Home.md": "Books",
        "a/Index-page.md": "note",
        "crlf.md": "note",
        "log-page.md": "note",
    }
    home = (tmp_path / "okf" / "Home.md").read_text("utf-8")
    assert "See [the index](a/Index-page.md), ![pic](pic.png), [Missing page](Missing%20page.md)." in home
    assert "```yaml\nbad: yaml: here\n```" in (tmp_path / "okf/a/Index-page.md").read_text("utf-8")
    assert (tmp_path / "okf/a/Index-page.md").read_text("utf-8").endswith("[Home](../Home.md) and [In a](#in-a)\n")
    assert (tmp_path / "okf" / "pic.png").exists()
    assert not (tmp_path / "okf" / "unlinked.png").exists()
    assert tree(vault) == before


def test_a_bundle_never_goes_into_or_around_the_knowledge_base(home, tmp_path):
    (tmp_path / "link").symlink_to(home / "wiki")
    for out in (home / "wiki" / "okf", home, tmp_path, home / "graph" / "x", tmp_path / "link" / "x"):
        ran = run("export", "--format", "okf", "--out", out, "--force", home=home)
        assert (ran.code, "unsafe path" in ran.err) == (3, True), out


def test_a_bundle_does_not_follow_a_link_out_of_its_folder(home, tmp_path):
    (tmp_path / "okf").mkdir()
    (tmp_path / "okf" / "entities").symlink_to(home / "wiki" / "entities")
    before = tree(home / "wiki")
    assert run("export", "--format", "okf", "--out", tmp_path / "okf", "--force", home=home).code == 3
    assert tree(home / "wiki") == before


def test_a_folder_with_files_in_it_is_written_only_with_force(story, tmp_path):
    write(tmp_path / "okf", {"mine.txt": "mine"})
    ran = run("export", "--format", "okf", "--out", tmp_path / "okf", home=story)
    assert (ran.code, "not empty" in ran.err, len(tree(tmp_path / "okf"))) == (2, True, 1)
    done("export", "--format", "okf", "--out", tmp_path / "okf", "--force", home=story)
    assert (tmp_path / "okf" / "mine.txt").read_text() == "mine"


def test_a_dry_run_writes_nothing(home, tmp_path):
    before = tree(home)
    done("export", "--format", "okf", "--out", tmp_path / "okf", "--dry-run", home=home)
    done("export", "--format", "base", "--dry-run", home=home)
    done("graph", "--format", "canvas", "--out", tmp_path / "x.canvas", "--dry-run", home=home)
    assert (tree(home), (tmp_path / "okf").exists(), (tmp_path / "x.canvas").exists()) == (before, False, False)


@pytest.mark.parametrize("argv", [("export", "--format", "graphml"), ("graph",)])
def test_a_dash_is_standard_output(story, tmp_path, monkeypatch, argv: tuple[str, ...]):
    monkeypatch.chdir(tmp_path)
    assert done(*argv, "--out", "-", home=story).out == done(*argv, home=story).out
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("format", ["okf", "base"])
def test_what_is_more_than_one_file_is_refused_at_standard_output(home, tmp_path, monkeypatch, format: str):
    monkeypatch.chdir(tmp_path)
    before = tree(home)
    assert run("export", "--format", format, "--out", "-", home=home).code == 2
    assert not (tmp_path / "-").exists()
    assert tree(home) == before


def test_graphml_holds_the_whole_graph(story, tmp_path):
    done("export", "--format", "graphml", "--out", tmp_path / "g.graphml", home=story)
    graph = networkx.read_graphml(tmp_path / "g.graphml")
    assert {"incident-report", "memory-leak"} <= set(graph.nodes)
    assert done("export", "--format", "graphml", home=story).out == (tmp_path / "g.graphml").read_text("utf-8")
    assert run("export", "--format", "graphml", "--out", tmp_path / "g.graphml", home=story).code == 2


def test_a_drawing_goes_over_no_file_unless_it_is_told_to(story, tmp_path):
    out = write(tmp_path, {"mine.md": "years of work"}) / "mine.md"
    refused = run("graph", "--out", out, home=story)
    assert (refused.code, out.read_text("utf-8")) == (2, "years of work")
    assert "--force" in refused.err
    done("graph", "--out", out, "--force", "--dry-run", home=story)
    assert out.read_text("utf-8") == "years of work"
    assert done("graph", "--out", out, "--force", home=story).out.startswith(f"wrote {out}: ")
    assert out.read_text("utf-8") == done("graph", home=story).out


def test_a_drawing_that_cannot_be_written_leaves_what_was_there(story, tmp_path, monkeypatch):
    out = write(tmp_path, {"mine.md": "years of work"}) / "mine.md"
    monkeypatch.setattr("os.fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    for argv in (("--out", out, "--force"), ("--out", tmp_path / "new.md")):
        assert "cannot write: No space left on device" in run("graph", *argv, home=story).err
    assert tree(tmp_path) == {"mine.md": tree(tmp_path)["mine.md"]}
    assert out.read_text("utf-8") == "years of work"


def test_a_link_that_came_since_the_look_is_not_followed(story, tmp_path, monkeypatch):
    out = tmp_path / "graph.txt"
    write(tmp_path, {"mine.md": "years of work"})
    real = exporting._text

    def slowly(*args):
        out.symlink_to(tmp_path / "mine.md")
        return real(*args)

    monkeypatch.setattr(exporting, "_text", slowly)
    assert "cannot write: File exists" in run("graph", "--out", out, home=story).err
    assert (tmp_path / "mine.md").read_text("utf-8") == "years of work"


@pytest.mark.parametrize("argv", [("graph",), ("export", "--format", "graphml")])
def test_a_drawing_went_over_the_journal_and_the_marker_of_its_home(home, argv: tuple[str, ...]):
    before = tree(home)
    for name in ("journal.jsonl", "home.json", "objects/new.txt"):
        for force in ((), ("--force",)):
            assert "unsafe path" in run(*argv, "--out", home / "graph" / name, *force, home=home).err
    assert tree(home) == before


def test_a_drawing_in_the_vault_is_an_operation_and_takes_no_note(home):
    board = write(home / "wiki", {"mine.canvas": "{}"}) / "mine.canvas"
    before = tree(home / "wiki")
    for format, name, why in (("canvas", "mine.canvas", "exists"), ("text", "log.md", "end in .txt")):
        assert why in run("graph", "--format", format, "--out", home / "wiki" / name, home=home).err
    assert tree(home / "wiki") == before
    told = done("graph", "--format", "canvas", "--out", board, "--force", home=home).out.splitlines()
    assert told[1].startswith("wrote mine.canvas: ")
    done("undo", told[0].split()[1], home=home)
    assert tree(home / "wiki") == before


def test_a_bundle_needs_a_folder(story):
    assert run("export", "--format", "okf", home=story).code == 2
    assert run("export", home=story).code == 2


def test_dashboards_are_written_once_changed_with_the_pages_and_taken_back(home):
    before = tree(home / "wiki")
    first = done("export", "--format", "base", "--json", home=home).document
    assert set(first["receipt"]["written"]) >= {"sources.base", "summaries.base", "entities.base"}
    for name in first["receipt"]["written"]:
        assert yaml.safe_load((home / "wiki" / name).read_text("utf-8"))["views"]
    again = done("export", "--format", "base", "--json", home=home).document
    assert (again["op"], again["receipt"]["written"]) == ("", [])
    done("undo", first["op"], home=home)
    assert tree(home / "wiki") == before


def test_a_dashboard_that_somebody_changed_is_kept(home):
    done("export", "--format", "base", home=home)
    (home / "wiki" / "entities.base").write_text("views: []\n")
    assert run("export", "--format", "base", home=home).code == 3
    assert (home / "wiki" / "entities.base").read_text() == "views: []\n"
    done("export", "--format", "base", "--force", home=home)
    assert "entities" in (home / "wiki" / "entities.base").read_text()


def test_a_dashboard_takes_no_name_that_a_person_uses(home):
    write(home / "wiki", {"mine/entities.base": "views: []\n"})
    written = done("export", "--format", "base", "--json", home=home).document["receipt"]["written"]
    assert "commonplace-entities.base" in written
    assert "entities.base" not in written


def test_what_is_stopped_midway_left_an_empty_file(tmp_path, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        write_file(str(tmp_path / "out.graphml"), b"<graphml/>", over=False)
    assert list(tmp_path.glob("*out*")) == []
