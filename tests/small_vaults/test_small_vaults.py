"""Everyday questions to small vaults, and what a reply must and must not say: the rows of the YAML files."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from os import utime
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.running import Ran, run, write

KEYS = {"call", "stdin", "says", "not", "verdict", "first", "pages", "nowhere", "exit"}
VERDICTS = {"sufficient", "likely", "weak", "none"}
WORDS_ALONE = "none"
MANY = 40
_VERDICT = re.compile(r"^verdict: (\w+)", re.MULTILINE)
_NOWHERE = re.compile(r"^occurs nowhere: (.+)", re.MULTILINE)
_PAGE = re.compile(r"^\[(.+?)(?: > .*)?\]|^(\S.*\.md)  ", re.MULTILINE)


@cache
def vaults() -> dict[str, dict[str, Any]]:
    """Every vault by its name."""
    read = [
        vault
        for file in sorted(Path(__file__).parent.glob("*.yaml"))
        for vault in yaml.load(file.read_text(encoding="utf-8"), yaml.CBaseLoader)
    ]
    assert len({vault["vault"] for vault in read}) == len(read), "two vaults have one name"
    return {vault["vault"]: vault for vault in read}


def _texts(row: dict[str, Any], key: str) -> list[str]:
    given = row.get(key, [])
    return [" ".join(text.split()) for text in ([given] if isinstance(given, str) else given)]


def rows() -> Iterator[Any]:
    """Every row with its vault."""
    for name, vault in vaults().items():
        for row in vault["rows"]:
            assert row.keys() <= KEYS, f"{name}: {row['call']}: unknown key {sorted(row.keys() - KEYS)}"
            assert VERDICTS.issuperset(_texts(row, "verdict")), f"{name}: {row['verdict']}"
            yield pytest.param(name, row, id=f"{name}: {row['call']}")


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The vaults that were written to disk, which their rows share."""
    return {"": tmp_path_factory.mktemp("small_vaults")}


@pytest.mark.parametrize(("name", "row"), list(rows()))
def test_a_reply_is_true(name: str, row: dict[str, Any], homes: dict[str, Path]) -> None:
    vault = vaults()[name]
    if name not in homes:
        homes[name] = _written(homes[""] / name, vault)
    ran = _ran(vault, homes[name], row)
    said = " ".join((ran.out + ran.err).split()).casefold()
    wrong = [f"does not say {text!r}" for text in _texts(row, "says") if text.casefold() not in said]
    wrong += [f"says {text!r}" for text in _texts(row, "not") if text.casefold() in said]
    if ran.code != int(row.get("exit", 0)):
        wrong.append(f"ends with {ran.code}")
    verdicts, allowed = _VERDICT.findall(ran.out), _texts(row, "verdict")
    if allowed and (not verdicts or not set(verdicts) <= set(allowed)):
        wrong.append(f"verdict {', '.join(verdicts) or 'missing'}, not {' or '.join(allowed)}")
    pages = list(dict.fromkeys(label or path for label, path in _PAGE.findall(ran.out)))
    if "first" in row and pages[:1] != [row["first"]]:
        wrong.append(f"begins with {pages[:1]}")
    if "pages" in row and pages != _texts(row, "pages"):
        wrong.append(f"has the pages {pages}")
    gaps = ", ".join(_NOWHERE.findall(ran.out))
    if "nowhere" in row and gaps != ", ".join(_texts(row, "nowhere")):
        wrong.append(f"has nowhere {gaps!r}")
    assert not wrong, "\n".join([*wrong, ran.out + ran.err])


def _ran(vault: dict[str, Any], folder: Path, row: dict[str, Any]) -> Ran:
    return run(
        *shlex.split(row["call"]),
        "--home" if "made" in vault else "--vault",
        folder,
        stdin=row.get("stdin", ""),
        COMMONPLACE_NOW=f"{vault['today']}T12:00:00Z",
        COMMONPLACE_EMBEDDER=WORDS_ALONE,
        COMMONPLACE_CACHE=str(folder.with_suffix(".cache")),
    )


def _written(folder: Path, vault: dict[str, Any]) -> Path:
    """Write the notes of a vault, all of them changed on the morning of its day, and do what else makes it."""
    wiki = folder / "wiki" if "made" in vault else folder
    wiki.mkdir(parents=True)
    write(wiki, vault.get("notes", {}))
    for name, text in vault.get("many", {}).items():
        write(wiki, {name.replace("{n}", str(n)): text.replace("{n}", str(n)) for n in range(1, MANY + 1)})
    morning = datetime.fromisoformat(f"{vault['today']}T06:00:00+00:00").timestamp()
    for path in folder.rglob("*"):
        utime(path, (morning, morning))
    for step in vault.get("made", []):
        ran = _ran(vault, folder, step)
        assert ran.code == 0, ran
    return folder
