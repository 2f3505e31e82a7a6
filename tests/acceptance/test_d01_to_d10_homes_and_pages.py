"""Promises D01 to D10: where things live, what pages are called, what the catalog and the log say."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scripts.errors import AmbiguousPageError, BundleError, CommonplaceError, DataError, UsageError
from scripts.knowledge_base import KnowledgeBase
from scripts.text.names import normalize_name
from scripts.tools import documents_store, graph_store, index_store, wiki_store
from scripts.verbs import changing, writing
from tests.running import ROOT, done, page, python, run, start, tree, write

HOSTILE_NAMES = [
    "../secret",
    "../../etc/passwd",
    "/etc/passwd",
    "entities/../../secret",
    "..\\secret",
    "C:\\secret",
    "C:/secret",
    "//host/share/secret",
    "~/secret",
    "file:///etc/passwd",
    ".obsidian/app",
    "entities/../.trash/x",
    "./secret",
    "a\0b",
    "..",
    ".",
    "",
    "   ",
    "%2e%2e/secret",
    "\u2024\u2024/secret",
    "\uff0e\uff0e/secret",
]
HOSTILE_CATEGORIES = [
    "",
    ".",
    "..",
    "../entities",
    "/tmp",
    "entitis",
    "Entities",
    "graph",
    "entities/x",
    "entity\n",
    "log",
]


def _skill_data() -> dict[str, str]:
    return {name: sha for part in ("wiki", "graph") for name, sha in tree(ROOT / part, without=()).items()}


def test_d01_one_command_works_from_any_folder_and_never_writes_into_the_skill(tmp_path: Path) -> None:
    before = _skill_data()
    deep = write(tmp_path / "project", {"src/deep/report.md": "The pump failed at noon."}) / "src" / "deep"
    state = str(tmp_path / "state")
    assert start("init", "..", cwd=deep.parent, COMMONPLACE_STATE=state).code == 0
    assert start("add", "report.md", cwd=deep, COMMONPLACE_STATE=state).code == 0
    asked = start("ask", "when did the pump fail?", cwd=deep, COMMONPLACE_STATE=state)
    assert "The pump failed at noon." in asked.out
    assert (tmp_path / "project" / "wiki" / "sources").is_dir()
    assert _skill_data() == before


def test_d01_without_a_home_reading_uses_the_handbook_and_writing_names_the_command_that_makes_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = _skill_data()
    write(tmp_path, {"a.md": "Some words."})
    for verb in (["add", "a.md"], ["apply", "a.md"], ["undo", "x"], ["retract", "x"], ["doctor"]):
        ran = run(*verb)
        assert ran.code == 2, ran
        assert "commonplace init" in ran.err, ran
    read = done("ask", "how does the token budget stay hard?")
    assert "handbook" in read.err
    assert _skill_data() == before
    assert [path.name for path in tmp_path.iterdir()] == ["a.md"]


def test_d02_a_project_with_modules_of_the_same_names_neither_shadows_ours_nor_is_shadowed(tmp_path: Path) -> None:
    broken = "raise SystemExit('the host was imported')\n"
    names = ("config", "tools", "scripts", "model", "errors", "settings", "cli", "pages", "store", "commands", "json5")
    host = write(tmp_path / "host", {f"{name}.py": broken for name in names})
    write(host, {"a.md": "The valve leaks."})
    assert start("init", "kb", cwd=host, PYTHONPATH=str(host)).code == 0
    assert start("add", "a.md", "--home", "kb", cwd=host, PYTHONPATH=str(host)).code == 0
    mine = write(tmp_path / "mine", {"config.py": "MINE = 1\n", "tools.py": "MINE = 2\n", "errors.py": "MINE = 3\n"})
    code = (
        "import sys; sys.path.insert(0, '')\n"
        "from scripts.tools import wiki_store\n"
        f"wiki_store.list_pages(home={str(host / 'kb')!r})\n"
        "import config, errors, tools\n"
        "print(config.MINE, tools.MINE, errors.MINE)"
    )
    ran = python(code, cwd=mine)
    assert ran.out == "1 2 3\n", ran


def test_d03_every_module_is_loaded_under_one_name_by_the_command_line_and_by_the_tools(tmp_path: Path) -> None:
    code = (
        "import sys; from scripts.cli import main\n"
        f"main(['init', {str(tmp_path / 'kb')!r}]); main(['lint', '--home', {str(tmp_path / 'kb')!r}])\n"
        "import scripts.tools, scripts.contextgraph\n"
        f"inside = {str(ROOT / 'scripts')!r}\n"
        "named = [getattr(module, '__file__', None) or '' for module in list(sys.modules.values())]\n"
        "files = [file for file in named if file.startswith(inside)]\n"
        "print(len(files), len(files) - len(set(files)), 'config' in sys.modules, 'tools' in sys.modules)"
    )
    count, twice, *bare = python(code).out.splitlines()[-1].split()
    assert int(count) > 40
    assert (twice, *bare) == ("0", "False", "False")


def test_d04_two_homes_are_used_in_one_process_and_the_one_in_use_is_echoed(home: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    done("init", other)
    wiki_store.write_page("topic", "Here", "Only here.", home=str(home))
    wiki_store.write_page("topic", "There", "Only there.", home=str(other))
    assert [row["title"] for row in wiki_store.list_pages(home=str(home))] == ["Here"]
    assert [row["title"] for row in wiki_store.list_pages(home=str(other))] == ["There"]
    for place in (home, other):
        assert done("status", "--json", home=place).document["home"] == str(place)
        assert str(place) in done("status", home=place).out


_SIGNS = st.characters(exclude_categories=["Cs", "Cc"])
_TITLES = st.lists(
    st.one_of(
        st.text(_SIGNS, min_size=1, max_size=30),
        st.text("aA-_ /+#.!?ßéÉ\u0301ﬁ①Ⅳ日本語", min_size=1, max_size=6),
        st.sampled_from(["日本語", "naïve", "naive", "C", "C++", "C#", "!!!", "???", "con", "index", "log", "x" * 199]),
    ),
    min_size=1,
    max_size=12,
    unique_by=normalize_name,
)


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(titles=_TITLES)
def test_d05_titles_of_any_script_never_share_a_file_and_none_is_lost(titles: list[str], home: Path) -> None:
    pages = [{"category": "topics", "title": t, "content": f"Body number {n}."} for n, t in enumerate(titles)]
    with KnowledgeBase.open(str(home)) as kb:
        outcome = writing.apply(kb, {"pages": pages}, partial=True)
        refused = {int(re.findall(r"\d+", item.item)[0]) for item in outcome.receipt.rejected}
        files = {path.name: path.read_text("utf-8") for path in (home / "wiki" / "topics").glob("*.md")}
        if outcome.op:
            changing.undo(kb, outcome.op)
    # What is refused has no letter, digit or sign that can be seen.
    assert not [titles[n] for n in refused if any(sign.isalnum() for sign in titles[n])]
    kept = [n for n in range(len(titles)) if n not in refused]
    assert len(files) == len(kept)
    assert all(name != ".md" for name in files)
    for n in kept:
        assert sum(f"Body number {n}.\n" in text for text in files.values()) == 1


@pytest.mark.parametrize(
    "titles", [("C", "C++", "C#"), ("a/b", "a b"), ("50%", "50"), ("R&D", "RD", "R D"), ("σ", "Σ-algebra", "algebra")]
)
def test_d06_names_that_differ_in_signs_only_are_different_pages(titles: tuple[str, ...], home: Path) -> None:
    paths = [wiki_store.write_page("topic", title, f"About {title}!", home=str(home)) for title in titles]
    assert len(set(paths)) == len(titles)
    for title in titles:
        assert f"About {title}!" in wiki_store.read_page("topic", title, home=str(home))


def test_d06_a_name_that_belongs_to_a_page_with_another_title_is_refused_with_a_way_on(home: Path) -> None:
    write(home / "wiki", {"topics/cold-start.md": page("Winter tires", "Mine.")})
    before = tree(home)
    bundle = {"pages": [{"category": "topics", "title": "Cold start", "content": "Text."}]}
    refused = run("apply", "-", home=home, stdin=json.dumps(bundle))
    assert refused.code == 3
    assert "topics/cold-start.md" in refused.out
    assert "Winter tires" in refused.out
    assert re.search(r"another title|merge", refused.out)
    assert tree(home) == before
    with pytest.raises(BundleError, match="Winter tires"):
        wiki_store.write_page("topic", "Cold start", "Text.", home=str(home))
    assert tree(home) == before


def test_d07_two_pages_of_one_name_are_two_rows_and_reading_by_that_name_is_refused(home: Path) -> None:
    write(home / "wiki", {"topics/redis.md": page("Redis", "Topic."), "entities/redis.md": page("Redis", "Entity.")})
    wiki_store.write_page("topic", "Another", "Text.", home=str(home))
    rows = wiki_store.list_pages(home=str(home))
    assert [row["path"] for row in rows] == ["entities/redis.md", "topics/another.md", "topics/redis.md"]
    catalog = (home / "wiki" / "index.md").read_text("utf-8")
    assert len(re.findall(r"^- .*redis", catalog, re.MULTILINE)) == 2
    with pytest.raises(AmbiguousPageError, match=re.escape("entities/redis.md, topics/redis.md")):
        wiki_store.read_page_by_slug("redis", home=str(home))
    assert "Entity." in wiki_store.read_page_by_slug("entities/redis", home=str(home))
    told = run("lint", "--rule", "clashing-name", home=home).out
    assert "entities/redis.md" in told
    assert "topics/redis.md" in told


@pytest.mark.parametrize(
    "summary", ["a | b", "two\nlines", "", "[[x|y]] `|` \\|", "- [[forged|row]]", "| --- |", "# H"]
)
def test_d08_the_catalog_has_one_line_a_page_whatever_the_summary_holds(summary: str, home: Path) -> None:
    wiki_store.write_page("topic", "First | page", "Text.", summary, home=str(home))
    wiki_store.write_page("topic", "Second", "Text.", summary, home=str(home))
    lines = (home / "wiki" / "index.md").read_text("utf-8").splitlines()
    assert len([line for line in lines if line.startswith("- ")]) == 2
    assert len([line for line in lines if line.startswith("#")]) == 2
    rows = wiki_store.list_pages(home=str(home))
    assert [row["title"] for row in rows] == ["First | page", "Second"]
    assert run("lint", home=home).out.count("broken-link") == 0


def test_d08_the_catalog_is_made_from_the_pages_and_never_read_back(told: Path) -> None:
    before = wiki_store.list_pages(home=str(told))
    whole = (told / "wiki" / "index.md").read_bytes()
    write(told / "wiki", {"index.md": "| garbage \n- [[forged|Forged]]: row\n"})
    assert wiki_store.list_pages(home=str(told)) == before
    wiki_store.write_page("topic", "New", "Text.", home=str(told))
    rebuilt = (told / "wiki" / "index.md").read_text("utf-8")
    assert "forged" not in rebuilt
    assert set(whole.decode("utf-8").splitlines()) < set(rebuilt.splitlines())


@pytest.fixture(scope="module")
def guarded(build: Callable[[], Path]) -> Path:
    """A home beside which, and in whose hidden folders, lies what nobody may read."""
    hidden = ("secret.md", "../secret.md", "wiki/.obsidian/app.md", "wiki/.trash/x.md")
    return write(build(), dict.fromkeys(hidden, "TOP SECRET"))


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_d09_no_name_reads_a_file_outside_the_vault(name: str, guarded: Path) -> None:
    home = guarded
    for read in (
        lambda: wiki_store.read_page_by_slug(name, home=str(home)),
        lambda: wiki_store.read_page("topic", name, home=str(home)),
        lambda: documents_store.get_document(name, home=str(home)),
        lambda: documents_store.get_chunk(name + "#^p000000", home=str(home)),
    ):
        with pytest.raises(CommonplaceError):
            read()
    if "\0" not in name:
        shown = run("show", "--", name, home=None, COMMONPLACE_HOME=str(home))
        assert shown.code in (2, 3), shown
        assert "TOP SECRET" not in shown.out + shown.err


@pytest.mark.parametrize("category", HOSTILE_CATEGORIES)
def test_d09_a_category_outside_the_list_is_refused_and_nothing_is_written(category: str, guarded: Path) -> None:
    home = guarded
    before = tree(home.parent)
    with pytest.raises(UsageError):
        wiki_store.write_page(category, "Name", "Text.", home=str(home))
    bundle = {"pages": [{"category": category, "title": "Name", "content": "Text."}]}
    assert run("apply", "-", home=home, stdin=json.dumps(bundle)).code == 3
    assert tree(home.parent) == before


@pytest.mark.parametrize("title", ["Index", "index", "LOG", "log", "index.md"])
def test_d09_a_page_called_like_the_catalog_is_a_page_of_its_own(title: str, home: Path) -> None:
    path = wiki_store.write_page("topic", title, "My own text.", home=str(home))
    assert path.startswith("topics/")
    assert Path(path).stem.lower() not in ("index", "log")
    assert "My own text." in wiki_store.read_page("topic", title, home=str(home))
    assert "# Index" in (home / "wiki" / "index.md").read_text("utf-8")
    assert "# Log" in (home / "wiki" / "log.md").read_text("utf-8")


def test_d09_a_link_out_of_the_vault_is_neither_read_nor_written_through(home: Path, tmp_path: Path) -> None:
    outside = write(tmp_path / "outside", {"secret.md": "TOP SECRET"})
    (home / "wiki" / "entities").mkdir()
    os.symlink(outside, home / "wiki" / "topics")
    os.symlink(outside / "secret.md", home / "wiki" / "entities" / "secret.md")
    assert wiki_store.list_pages(home=str(home)) == []
    for name in ("secret", "topics/secret", "entities/secret", "entities/secret.md"):
        with pytest.raises(CommonplaceError):
            wiki_store.read_page_by_slug(name, home=str(home))
    with pytest.raises(DataError, match="link"):
        wiki_store.write_page("topic", "New", "Text.", home=str(home))
    with pytest.raises(CommonplaceError):
        graph_store.add_node("secret", "thing", home=str(home))
    assert tree(outside) == tree(write(tmp_path / "same", {"secret.md": "TOP SECRET"}))


_FORGED = "x\n- 2020-01-01T00:00:00Z 20200101T000000-dead apply by agent: removed everything\r\n\u2028## H\x85"


def test_d10_no_field_of_any_operation_adds_a_line_to_the_log(home: Path, tmp_path: Path) -> None:
    name = "a\n- forged.md" if os.name != "nt" else "a.md"
    write(tmp_path, {name: f"# {_FORGED}\n\nThe text of the document.\n"})
    here = {"home": home, "COMMONPLACE_ACTOR": _FORGED}
    done("add", tmp_path / name, "--title", _FORGED, **here)
    done("add", "-", stdin="Other text.", **here)
    sources = wiki_store.list_pages("source", home=str(home))
    cite = sources[0]["slug"]
    done("file", "--question", _FORGED, "--title", _FORGED, "--cites", cite, "-", stdin=f"Answer {_FORGED}", **here)
    wiki_store.write_page("topic", "T", _FORGED, _FORGED, home=str(home))
    pages = [{"category": "topics", "title": "T2", "content": _FORGED}]
    done("apply", "-", stdin=json.dumps({"pages": pages}), **here)
    for field in ("title", "summary", "category", "expect_sha"):
        assert run("apply", "-", stdin=json.dumps({"pages": [{**pages[0], field: _FORGED}]}), **here).code == 3
    documents_store.add_document("id", _FORGED, _FORGED, "Third text.", home=str(home))
    index_store.add_entity("other\nname", "t", home=str(home))
    count = len(wiki_store.get_log(home=str(home)))
    assert count >= 6
    log = (home / "wiki" / "log.md").read_bytes().decode("utf-8")
    entries = [line for line in re.split(r"[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]", log)[3:] if line]
    assert len(entries) == count
    shape = r"- \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ (\S+) (add|file|apply|alias) by .*(created|updated) \S+"
    assert all(re.match(shape, line) for line in entries), entries
    operations = [entry["op"] for entry in wiki_store.get_log(home=str(home))]
    assert [re.match(shape, line)[1] for line in entries] == operations[::-1]


def test_d10_the_log_tells_time_actor_operation_and_whether_a_page_is_new(home: Path) -> None:
    here = {"home": home, "COMMONPLACE_ACTOR": "kim"}
    wiki = {"pages": [{"category": "topics", "title": "T", "content": "One."}]}
    op = done("apply", "-", "--json", stdin=json.dumps(wiki), **here).document["op"]
    sha = done("show", "t", "--json", **here).document["sha"]
    again = {"pages": [{**wiki["pages"][0], "content": "Two.", "expect_sha": sha}]}
    op2 = done("apply", "-", "--json", stdin=json.dumps(again), **here).document["op"]
    first, second = (home / "wiki" / "log.md").read_text("utf-8").splitlines()[-2:]
    assert first.startswith(f"- 2025-03-04T05:06:07Z {op} apply by kim: created topics/t.md")
    assert second.startswith(f"- 2025-03-04T05:06:07Z {op2} apply by kim: updated topics/t.md")
