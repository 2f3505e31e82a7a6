"""Feed one reader hostile texts for a while: `python -m tests.fuzz markdown --seconds 3600`.

With atheris installed (it is no dependency) the texts are chosen by the code they reach; else hypothesis makes them.
`--text FILE` runs one text, as a fuzzer saved it.  What fails becomes a test by name in tests/hostile.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from .pieces import ODD, PIECES

if TYPE_CHECKING:
    from collections.abc import Callable


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("target", choices=(*sorted(PIECES), "all"))
    parser.add_argument("--seconds", type=int, default=600, help="CPU seconds for each target (600)")
    parser.add_argument("--text", help="run the law on this file instead")
    options = parser.parse_args()
    if options.text:
        from .laws import LAWS

        LAWS[options.target](as_text(Path(options.text).read_bytes()))
        return
    if options.target == "all":
        # Atheris ends the process of each.
        for target in sorted(PIECES):
            subprocess.run([sys.executable, "-m", "tests.fuzz", target, "--seconds", str(options.seconds)], check=True)
        return
    (_cover if find_spec("atheris") else _draw)(options.target, options.seconds)


def as_text(data: bytes) -> str:
    """Bytes as the text of a file; half surrogates come through, as JSON escapes can bring them."""
    return (
        data.decode("utf-8", "surrogatepass" if b"\xed" in data else "replace")
        if _decodes(data)
        else (data.decode("utf-8", "replace"))
    )


def _decodes(data: bytes) -> bool:
    try:
        data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def _cover(target: str, seconds: int) -> None:
    import atheris

    with atheris.instrument_imports(include=["scripts"]):
        from .laws import LAWS
    law: Callable[[str], None] = LAWS[target]
    folder = Path(tempfile.gettempdir()) / "commonplace-fuzz" / target
    folder.mkdir(parents=True, exist_ok=True)
    words = folder / "pieces.dict"
    words.write_text("".join(f'"{_hex(piece)}"\n' for piece in (*PIECES[target], *ODD) if piece), encoding="ascii")
    (folder / "corpus").mkdir(exist_ok=True)
    arguments = [
        sys.argv[0],
        f"-max_total_time={seconds}",
        f"-dict={words}",
        f"-artifact_prefix={folder}/",
        "-timeout=20",
        "-max_len=2000",
        "-print_final_stats=1",
        "-verbosity=0",
        str(folder / "corpus"),
    ]
    atheris.Setup(arguments, lambda data: law(as_text(data)))
    print(f"{target}: {seconds} s by coverage, corpus in {folder}", flush=True)
    atheris.Fuzz()


def _hex(piece: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in piece.encode("utf-8", "surrogatepass"))


def _draw(target: str, seconds: int) -> None:
    from hypothesis import HealthCheck, given, settings

    from .laws import LAWS
    from .texts import hostile_texts

    law, until, tried = LAWS[target], time.process_time() + seconds, 0

    @settings(max_examples=5000, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(hostile_texts(target))
    def holds(text: str) -> None:
        nonlocal tried
        tried += 1
        law(text)

    while time.process_time() < until:
        holds()
    print(f"{target}: {tried} texts in {seconds} s, none failed", flush=True)


if __name__ == "__main__":
    main()
