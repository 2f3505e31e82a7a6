"""A vault that somebody else wrote is asked as it is, and not one byte of it changes."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from scripts.knowledge_base import KnowledgeBase
from scripts.verbs import adding, checking, graphing, looking
from scripts.verbs.asking import ask
from scripts.verbs.looking import show
from tests.running import done, run, write

NOTES = {
    "Home.md": "# Home\n\nSee [[Redis Cluster]] and [[Deep Note|the deep one]], [[Nowhere]].\n",
    "Systems/Redis Cluster.md": (
        '---\naliases: [the cluster]\ndepends_on: "[[Session store]]"\n---\n'
        "Redis Cluster shards its keys over masters. #database\r\n\r\n- part_of [[Checkout]]\r\n"
    ),
    "Systems/Session store.md": "\ufeffThe session store keeps the carts of the shop for two hours.\n",
    "Systems/old/Deep Note.md": "Quorum is lost when two of three replicas restart at once",
    "Journal/2024-03-12.md": "Two replicas restarted at 10:42. ![[graph.png]] [md](../Home.md)\n",
    "Journal/Checkout.md": "---\ntags: x: y\n---\nUnreadable properties, readable body about refunds.\n",
    "日本/純文字.md": "純文字の説明です。セッションは二時間で切れます。\n",
    "Boards/plan.canvas": '{"nodes":[{"id":"1","type":"file","file":"Home.md","x":0,"y":0}],"edges":[]}',
    "graph.png": "not really a picture",
    ".obsidian/app.json": '{"newLinkFormat": "relative"}',
    ".trash/Old.md": "trashed words never appear",
}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    for name, text in NOTES.items():
        path = tmp_path / "Vault" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
    return tmp_path / "Vault"


def _snapshot(vault: Path) -> dict[str, tuple[int, str]]:
    return {
        path.relative_to(vault).as_posix(): (path.stat().st_mtime_ns, hashlib.sha256(path.read_bytes()).hexdigest())
        for path in sorted(vault.rglob("*"))
        if path.is_file()
    }


def test_asking_an_adopted_vault_changes_no_byte_of_it(vault: Path) -> None:
    before = _snapshot(vault)
    with KnowledgeBase.open(vault=str(vault)) as kb:
        ask(kb, "what does the checkout depend on?")
        looking.search(kb, "cluster")
        show(kb, "Redis Cluster")[0]
        checking.lint(kb)
        graphing.graph(kb, "Home")
        looking.status(kb)
    assert _snapshot(vault) == before


@pytest.mark.parametrize(
    ("question", "page"),
    [
        ("how many masters does the cluster shard over?", "Redis Cluster"),
        ("when is the quorum lost?", "Deep Note"),
        ("how long are carts kept?", "Session store"),
        ("what happened to refunds?", "Checkout"),
        ("セッションは", "純文字"),
        ("what is the cluster", "Redis Cluster"),
    ],
)
def test_a_question_finds_the_note(vault: Path, question: str, page: str) -> None:
    with KnowledgeBase.open(vault=str(vault)) as kb:
        assert ask(kb, question).document["pages"][0]["title"] == page


def test_what_we_write_into_an_adopted_vault_goes_into_a_folder_of_its_own(vault: Path, tmp_path: Path) -> None:
    document = tmp_path / "memo.md"
    document.write_text("# Memo\n\nRedis Cluster was upgraded in May.\n", encoding="utf-8")
    before = _snapshot(vault)
    with KnowledgeBase.open(vault=str(vault), overrides={"quiet_seconds": 0}) as kb:
        source = adding.add(kb, [str(document)]).receipt.sources[0]
    assert source.path == "commonplace/sources/memo.md"
    assert [entity.id for entity in source.entities] == ["Redis Cluster"]
    after = _snapshot(vault)
    assert {name: after[name] for name in before} == before
    assert all(name.startswith("commonplace/") for name in after.keys() - before.keys())


def test_the_log_and_the_catalog_that_an_operation_makes_are_listed(vault: Path) -> None:
    log, rename = "commonplace/commonplace-log.md", ("rename", "Session store", "Carts", "--vault", vault)
    assert f"\ngenerated (1): {log}\n" in done(*rename, "--dry-run").out
    assert done(*rename, "--json").document["generated"] == [log]
    assert "generated" not in done("rename", "Carts", "Session store", "--vault", vault).out
    added = done("add", "-", "--title", "Memo", "--vault", vault, stdin="# Memo\n\nRedis was upgraded.\n")
    assert added.out.endswith("generated (1): commonplace/commonplace-index.md\n")


def test_a_folder_outside_the_home_is_told_from_none(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    outside = run("init", tmp_path / "home", "--adopt", tmp_path / "vault")
    assert (outside.code, "is no folder inside" in outside.err) == (2, True)
    absent = run("init", tmp_path / "home", "--adopt", tmp_path / "absent")
    assert (absent.code, "is no folder" in absent.err) == (2, True)


def test_adopting_another_vault_into_a_home_was_passed_over_in_silence(tmp_path: Path) -> None:
    write(tmp_path, {"docs/a.md": "a", "other/b.md": "b"})
    done("init", tmp_path, "--adopt", "docs")
    assert "its vault is docs" in run("init", tmp_path, "--adopt", "other").err
    assert f"vault: {tmp_path / 'docs'}" in done("init", tmp_path, "--adopt", "docs").out


def test_a_home_whose_vault_was_renamed_asked_for_permissions_and_was_lost(tmp_path: Path) -> None:
    done("init", tmp_path / "kb")
    op = done("add", "-", "--title", "Plan", home=tmp_path / "kb", stdin="The importer ships first.").out.split()[1]
    (tmp_path / "kb/wiki").rename(tmp_path / "kb/Notes")
    told = run("status", home=tmp_path / "kb")
    assert (told.code, "permissions" in told.err, "--adopt FOLDER" in told.err) == (3, False, True)
    assert run("init", tmp_path / "kb").code == 3
    done("init", tmp_path / "kb", "--adopt", "Notes")
    assert "importer" in done("show", "plan", home=tmp_path / "kb").out
    done("undo", op, home=tmp_path / "kb")
