"""Compare the default token counter with two vocabularies, by kind of text.

    python -m benchmarks.tokens FOLDER [FOLDER …]

Takes pieces of 200 to 1,200 tokens from the text files below each folder, a folder being one kind, and from made-up
keys, numbers and emoji.  Needs bpe-openai.  Prints estimate over real count: lowest, mean, highest, and the share of
pieces from 3 % below to 15 % above.
"""

from __future__ import annotations

import argparse
import base64
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from scripts.text.tokens import count_tokens, counter

SUFFIXES = {".md", ".txt", ".py", ".json", ".csv", ".html", ".rst", ".js"}
PIECES = 60


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.tokens", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", type=Path, nargs="*")
    options = parser.parse_args(argv)
    o200k, cl100k = counter("o200k"), counter("cl100k")
    kinds = {str(folder): list(_pieces(folder)) for folder in options.folders}
    for name, texts in {**kinds, **_made()}.items():
        ratios = sorted(count_tokens(text) / o200k(text) for text in texts)
        older = sum(count_tokens(text) / cl100k(text) for text in texts) / max(1, len(texts))
        near = sum(0.97 <= ratio <= 1.15 for ratio in ratios)
        if ratios:
            print(
                f"{name[-30:]:30} {len(ratios):4} pieces  o200k {ratios[0]:.2f} {sum(ratios) / len(ratios):.2f}"
                f" {ratios[-1]:.2f}  near {near / len(ratios):.2f}  cl100k {older:.2f}"
            )
    return 0


def _pieces(folder: Path) -> Iterator[str]:
    """Yield pieces of the files below a folder: paragraphs in a row, up to a random size."""
    random = Random(7)
    files = sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES and path.is_file())
    paragraphs = [part for path in files for part in path.read_text(encoding="utf-8", errors="replace").split("\n\n")]
    if not paragraphs:
        return
    for _ in range(PIECES):
        start, size = random.randrange(len(paragraphs)), random.randint(200, 1200)
        text = paragraphs[start]
        for paragraph in paragraphs[start + 1 :]:
            if count_tokens(text) >= size:
                break
            text += "\n\n" + paragraph
        if 150 <= count_tokens(text) <= 1600:
            yield text


def _made() -> dict[str, list[str]]:
    random = Random(7)
    keys = [random.randbytes(random.randint(200, 800)) for _ in range(20)]
    numbers = [
        "\n".join(",".join(f"{random.random() * 10**exponent:.2f}" for exponent in range(6)) for _ in range(15))
        for _ in range(20)
    ]
    emoji = ["".join(chr(random.randint(0x1F600, 0x1F64F)) for _ in range(150)) for _ in range(20)]
    encoded = [base64.b64encode(key).decode() for key in keys]
    return {"(hex)": [key.hex() for key in keys], "(base64)": encoded, "(numbers)": numbers, "(emoji)": emoji}


if __name__ == "__main__":
    sys.exit(main())
