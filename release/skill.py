"""Make both forms of the skill: `python -m release.skill` (no input; needs nothing but this checkout's libraries).

    dist/skill/commonplace/   a lean copy with its code as one zip, to put where a client looks; not committed
    skills/commonplace/       what a registry of skills finds: the same without the code, which the launcher fetches

`skills/` is committed.  Run this after a change of SKILL.md, instructions/, config.py, pyproject.toml or the launcher.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from scripts.install import lean_copy

ROOT = Path(__file__).resolve().parents[1]
PUBLISHED = ROOT / "skills" / "commonplace"
COPY = ROOT / "dist" / "skill" / "commonplace"


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Make a folder hold these files alone."""
    shutil.rmtree(folder, ignore_errors=True)
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    print(f"{folder.relative_to(ROOT)}: {len(files)} files, {sum(map(len, files.values())):,} bytes")


def main() -> None:
    write(PUBLISHED, lean_copy(code=False))
    write(COPY, lean_copy())


if __name__ == "__main__":
    main()
