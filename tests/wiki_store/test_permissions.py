"""Who may read and write what the tools make: several people over one home, and one person alone."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from scripts.errors import DataError
from scripts.knowledge_base import KnowledgeBase
from scripts.verbs.asking import ask
from tests.running import done, write

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")


def modes(folder: Path) -> dict[str, int]:
    return {str(path.relative_to(folder)): stat.S_IMODE(path.stat().st_mode) for path in folder.rglob("*")}


@pytest.mark.parametrize("umask", [0o002, 0o077])
def test_all_that_a_home_is_made_of_has_the_permissions_of_new_files(tmp_path, umask):
    before = os.umask(umask)
    try:
        done("init", tmp_path / "home")
        done("remember", "We meet on Monday.", "--date", "2026-01-02", home=tmp_path / "home")
        done("useful", "2026-01-02-session", "--for", "when do we meet?", home=tmp_path / "home")
        done("recall", "when do we meet?", home=tmp_path / "home")
        made = modes(tmp_path / "home")
    finally:
        os.umask(before)
    assert {"graph/ops", "graph/lock", "graph/events.lock", "graph/events.jsonl"} <= made.keys()
    assert {name: mode for name, mode in made.items() if mode not in (0o666 & ~umask, 0o777 & ~umask)} == {}


@pytest.mark.parametrize(("vault", "graph"), [(0o700, 0o700), (0o750, 0o750), (0o775, 0o755)])
def test_what_is_derived_from_a_vault_that_is_closed_to_others_is_closed_to_them(tmp_path, vault, graph):
    home = tmp_path / "home"
    done("init", home)
    (home / "graph").chmod(0o755)
    (home / "wiki").chmod(vault)
    done("remember", "We meet on Monday.", home=home)
    assert stat.S_IMODE((home / "graph").stat().st_mode) == graph


def test_what_is_derived_from_a_vault_that_is_only_named_is_for_its_user_alone(tmp_path):
    write(tmp_path, {"vault/diary.md": "# Diary\n\nA secret.\n"})
    done("remember", "We meet on Monday.", "--vault", tmp_path / "vault", COMMONPLACE_STATE=str(tmp_path / "state"))
    assert [path.parent.name for path in tmp_path.glob("state/*/graph/ops")] == ["graph"]
    assert [stat.S_IMODE(path.stat().st_mode) for path in tmp_path.glob("state/*")] == [0o700]


def test_a_home_that_may_not_be_entered_any_more_is_neither_gone_nor_to_be_deleted(open_room, without_rights):
    home = open_room.folder / "home"
    KnowledgeBase.create(home)
    with KnowledgeBase.open(home, environ={}) as kb:
        ask(kb, "when do we meet?")
        home.chmod(0)
        with without_rights:
            with pytest.raises(DataError, match="check its permissions"):
                ask(kb, "when do we meet?")
            with pytest.raises(DataError, match=r"unreadable marker: .*; check its permissions"):
                KnowledgeBase.open(home, environ={})
        home.chmod(0o755)
