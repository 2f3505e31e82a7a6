"""Commands that are printed: copied into a shell, they say what was meant."""

from __future__ import annotations

import shlex
from pathlib import Path

from scripts.errors import PageChangedError
from tests.running import done, write


def test_a_home_with_a_blank_is_quoted_in_the_next_command(tmp_path: Path) -> None:
    home = tmp_path / "new home"
    done("init", home)
    (home / ".obsidian").mkdir()
    *_, note, command = done("init", home).out.splitlines()
    assert shlex.split(command) == ["next:", "commonplace", "add", "FILE", "--home", str(home)]
    assert f"--vault '{home}' asks" in note


def test_a_page_with_a_blank_is_quoted_where_a_hint_shows_it(tmp_path: Path) -> None:
    vault = write(tmp_path, {"Long page.md": "# One\n\n" + "word " * 900, "long.md": "# One\n\n" + "word " * 900})
    for name in ("Long page", "long"):
        assert "more: the rest of line 3 with --line 3" in done("show", name, "--budget", 40, "--vault", vault).out
    assert "`commonplace show 'a b.md'`" in str(PageChangedError("a b.md", "1", "2"))
