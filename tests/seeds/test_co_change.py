"""Which pages were written together, and that a vault's own repository runs nothing of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.seeds import co_change
from scripts.seeds.co_change import MOST_MEMORY, MOST_PAGES, CoChange, commits
from tests.running import write


def git(folder: Path, *words: str) -> None:
    settings = ("-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(folder), *settings, *words], check=True, capture_output=True)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault below the top of a repository, with three commits."""
    folder = tmp_path / "repository/wiki"
    write(folder, {"a.md": "a", "b ü.md": "b", "../outside.md": "o"})
    git(folder.parent, "init", "-q")
    git(folder.parent, "add", ".")
    git(folder.parent, "commit", "-q", "-m", "one")
    git(folder.parent, "commit", "-q", "-m", "nothing", "--allow-empty")
    write(folder, {"c\nd.md": "c", "a.md": "more"})
    git(folder.parent, "add", ".")
    git(folder.parent, "commit", "-q", "-m", "two")
    return folder


def test_the_files_of_each_commit_are_named_from_the_vault(vault: Path):
    assert commits(str(vault)) == [["a.md", "c\nd.md"], ["a.md", "b ü.md"]]


def test_without_a_repository_there_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, vault: Path):
    assert commits(str(tmp_path)) == []
    monkeypatch.setenv("PATH", str(tmp_path))
    assert commits(str(vault)) == []


@pytest.mark.skipif(os.name == "nt", reason="the traps are shell scripts")
def test_a_repository_runs_no_program_of_its_own(vault: Path, monkeypatch: pytest.MonkeyPatch):
    sprung = vault.parent / "sprung"
    trap = vault.parent / "trap"
    trap.write_text(f"#!/bin/sh\ntouch '{sprung}'\n")
    trap.chmod(0o755)
    hooks = vault.parent / ".git/hooks"
    for name in ("post-index-change", "reference-transaction", "fsmonitor-watchman", "post-checkout"):
        (hooks / name).write_text(trap.read_text())
        (hooks / name).chmod(0o755)
    for key in (
        *(
            "core.fsmonitor",
            "core.pager",
            "pager.log",
            "diff.external",
            "gpg.program",
            "core.sshCommand",
            "core.editor",
        ),
        *("alias.log", "core.gitProxy", "core.alternateRefsCommand", "diff.trap.textconv", "diff.trap.command"),
        *("filter.trap.smudge", "filter.trap.clean", "credential.helper"),
    ):
        git(vault, "config", key, f"!{trap}" if key in ("alias.log", "credential.helper") else str(trap))
    git(vault, "config", "log.showSignature", "true")
    git(vault, "config", "core.hooksPath", str(hooks))
    (vault.parent / ".git/info/attributes").write_text("* diff=trap filter=trap\n")
    # A signed commit, or what looks like one, and a promise to fetch what is missing by a program.
    body = subprocess.run(
        ["git", "-C", str(vault), "cat-file", "commit", "HEAD"], check=True, capture_output=True
    ).stdout
    head, _, message = body.partition(b"\n\n")
    signed = head + b"\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n" + message
    made = subprocess.run(
        ["git", "-C", str(vault), "hash-object", "-t", "commit", "-w", "--stdin"],
        input=signed,
        check=True,
        capture_output=True,
    )
    git(vault, "update-ref", "HEAD", made.stdout.decode().strip())
    sprung.unlink(missing_ok=True)
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", str(trap))
    monkeypatch.setenv("GIT_PAGER", str(trap))
    monkeypatch.setenv("GIT_SSH_COMMAND", str(trap))
    assert commits(str(vault)) == [["a.md", "c\nd.md"], ["a.md", "b ü.md"]]
    assert not sprung.exists()
    git(vault, "config", "core.repositoryFormatVersion", "1")
    git(vault, "config", "extensions.partialClone", "origin")
    git(vault, "config", "remote.origin.promisor", "true")
    git(vault, "config", "remote.origin.url", f"ext::{trap}")
    git(vault, "config", "protocol.ext.allow", "always")
    for folder in (vault.parent / ".git/objects").glob("??"):
        for path in folder.iterdir():
            kind = ["git", "-C", str(vault), "cat-file", "-t", folder.name + path.name]
            if subprocess.run(kind, check=True, capture_output=True).stdout == b"tree\n":
                path.unlink()
    sprung.unlink(missing_ok=True)
    assert commits(str(vault)) == []
    assert not sprung.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a child is limited on Linux only")
def test_a_small_repository_of_endless_trees_takes_no_memory_without_end(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """25 kB that name 16 to the 12th files: git took all it could get in its five seconds."""
    import resource

    limits, bound = [], co_change._bound

    def looked_at(pid: int) -> None:
        bound(pid)
        limits.append(resource.prlimit(pid, resource.RLIMIT_AS)[0])

    def made(kind: str, lines: str) -> str:
        words = ["git", "-C", str(vault), *kind.split()]
        return subprocess.run(words, input=lines.encode(), check=True, capture_output=True).stdout.decode().strip()

    monkeypatch.setattr(co_change, "_bound", looked_at)
    entry = f"100644 blob {made('hash-object -w --stdin', '')}"
    tree = made("mktree", "".join(f"{entry}\t{number:02d}{'n' * 240}.md\n" for number in range(16)))
    for _ in range(12):
        tree = made("mktree", "".join(f"040000 tree {tree}\t{number:02d}{'d' * 240}\n" for number in range(16)))
    identity = ["-c", "user.name=n", "-c", "user.email=e"]
    commit = ["git", "-C", str(vault), *identity, "commit-tree", tree, "-m", "x"]
    done = subprocess.run(commit, check=True, capture_output=True).stdout.decode().strip()
    git(vault, "update-ref", "HEAD", done)
    assert (commits(str(vault.parent)), limits) == ([], [MOST_MEMORY])


def test_pairs_of_few_count_more_than_pairs_of_many_and_crowds_nothing():
    crowd = [f"x{at}" for at in range(MOST_PAGES + 1)]
    together = CoChange([["a", "b"], ["a", "c", "d", "e"], ["b"], crowd])
    assert together.share("a", "b") == together.share("b", "a") == pytest.approx(1 / (4 / 3 + 2 - 1))
    assert together.share("a", "c") == pytest.approx((1 / 3) / (4 / 3))
    assert together.share("c", "d") == 1.0
    assert together.share("b", "c") == together.share("x0", "x1") == together.share("a", "nowhere") == 0.0
