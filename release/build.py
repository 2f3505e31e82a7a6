"""Build a release into dist/ and check it: `python -m release.build [--owner NAME]`.

Needs build, setuptools, twine and check-wheel-contents (`pip install build setuptools twine check-wheel-contents`), and
uses `mcpb` of the npm package @anthropic-ai/mcpb where it is on the path.  Nothing is published.

    *.whl, *.tar.gz        for the package index; checked by twine and check-wheel-contents
    skill/commonplace/     a copy of the skill with its code
    commonplace-*.mcpb     a bundle for desktop clients: that copy and a manifest
    server.json            for the registry of MCP servers, whose names begin with the owner's; left out without --owner
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

from release.skill import COPY, PUBLISHED, ROOT, write
from scripts.commonplace import VERSION
from scripts.install import lean_copy

DIST = ROOT / "dist"
HERE = Path(__file__).parent


def main() -> int:
    options = argparse.ArgumentParser(description="Build a release into dist/ and check it.")
    options.add_argument("--owner", metavar="NAME", help="the account on GitHub that publishes the server")
    owner = options.parse_args().owner
    shutil.rmtree(DIST, ignore_errors=True)
    write(PUBLISHED, lean_copy(code=False))
    build_packages()
    copy = lean_copy()
    write(COPY, copy)
    pack_bundle(copy)
    if owner:
        server = (HERE / "server.json").read_text("utf-8").replace("OWNER", owner)
        (DIST / "server.json").write_text(server, "utf-8", newline="\n")
    packages = [str(path) for path in sorted(DIST.glob("commonplace_skill-*"))]
    _run(sys.executable, "-m", "twine", "check", "--strict", *packages)
    _run(sys.executable, "-m", "check_wheel_contents", *map(str, DIST.glob("*.whl")))
    return 0


def build_packages() -> None:
    """Build wheel and sdist of the files that git knows: what lies beside them stays out, and nothing is left here."""
    with TemporaryDirectory() as work:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
        for name in filter(None, listed.decode("utf-8").split("\0")):
            (Path(work) / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, Path(work) / name)
        _run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(DIST), work)


def pack_bundle(files: Mapping[str, bytes]) -> None:
    """Zip a copy and the manifest, which is what an MCP bundle is."""
    bundle = DIST / f"commonplace-{VERSION}.mcpb"
    with ZipFile(bundle, "w", ZIP_DEFLATED) as archive:
        archive.write(HERE / "manifest.json", "manifest.json")
        for path, data in files.items():
            archive.writestr(path, data)
    if shutil.which("mcpb"):
        _run("mcpb", "validate", str(HERE / "manifest.json"))
    else:
        print("no mcpb here, so the manifest of the bundle is not validated: npm install @anthropic-ai/mcpb")


def _run(*command: str) -> None:
    print(f"$ {' '.join(command)}", flush=True)
    subprocess.run(command, cwd=DIST.parent, check=True)


if __name__ == "__main__":
    sys.exit(main())
