"""Twenty requests as people word them, on copies of three real vaults under git: the diff is what was asked."""

from __future__ import annotations

import shlex
import subprocess
import tarfile
from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.running import ROOT, Ran, run

VAULTS = ROOT.parent / "shared" / "bench" / "vaults"
REQUESTS: dict[str, list[dict[str, Any]]] = yaml.safe_load((Path(__file__).parent / "requests.yaml").read_text("utf-8"))


@pytest.mark.parametrize("name", ["help", "handbook", pytest.param("hub", marks=pytest.mark.long)])
def test_a_request_changes_what_was_asked_and_nothing_else(name: str, tmp_path: Path) -> None:
    packed = VAULTS / f"{name}.tar.xz"
    if not packed.is_file():
        pytest.skip(f"{packed} is not here: requests on real vaults are not tried")
    with tarfile.open(packed) as archive:
        archive.extractall(tmp_path, filter="data")
    vault = tmp_path / name
    _git(vault, "init", "--quiet")
    _commit(vault)
    for request in REQUESTS[name]:
        ran = _called(request["call"], vault)
        assert ran.code == request.get("exit", 0), (request["request"], ran)
        assert [text for text in request.get("has", ()) if text not in ran.out + ran.err] == [], request["request"]
        assert _diff(vault) == request["lines"], request["request"]
        _commit(vault)


def _called(call: str, vault: Path) -> Ran:
    # Files are as old as the machine's clock says.
    now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return run(*shlex.split(call), "--vault", vault, COMMONPLACE_NOW=now)


def _git(vault: Path, *words: str) -> str:
    who = ("-c", "user.name=A", "-c", "user.email=a@b.example", "-c", "core.quotePath=false")
    words = ("git", *who, "-c", "core.autocrlf=false", "-C", str(vault), *words)
    return subprocess.run(words, check=True, capture_output=True, text=True, encoding="utf-8").stdout


def _commit(vault: Path) -> None:
    _git(vault, "add", "--all")
    _git(vault, "commit", "--quiet", "--allow-empty", "--message", "As it is")


def _diff(vault: Path) -> dict[str, Sequence[str]]:
    """Map each file that differs from the last commit to its lines that went and came."""
    _git(vault, "add", "--all")
    files = _git(vault, "diff", "--cached", "--name-only", "--no-renames", "-z").split("\0")[:-1]
    changed = {}
    for file in files:
        lines = _git(vault, "diff", "--cached", "--unified=0", "--no-renames", "--", file).split("\n")
        body = [line for line in lines[lines.index(next(x for x in lines if x.startswith("@@"))) :] if line]
        changed[file] = [line for line in body if not line.startswith("@@")]
    return changed
