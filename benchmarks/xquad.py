"""Ask the questions of XQuAD: does the paragraph that answers come first, in twelve languages?

    python -m benchmarks.xquad XQUAD_DIR [LANGUAGE …]
    python -m benchmarks.xquad XQUAD_DIR --write FOLDER

XQUAD_DIR holds xquad.LANGUAGE.json of google-deepmind/xquad (240 paragraphs and 1,190 questions a language).  A vault
for each language, a note for each paragraph, without title.  --write makes one vault of all, FOLDER/vault, and
FOLDER/questions.jsonl with each fourteenth question, for `benchmarks.shared_index`.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from scripts.index_store.refresh import open_index
from scripts.retrieval_engine.rank import rank
from scripts.retrieval_engine.understand import understand

EACH = 14


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.xquad", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("languages", nargs="*")
    parser.add_argument("--write", type=Path, metavar="FOLDER")
    options = parser.parse_args(argv)
    files = sorted(options.folder.glob("xquad.*.json"))
    if options.write:
        _write(files, options.write)
        return 0
    rows = []
    for file in files:
        language = file.name.split(".")[1]
        if options.languages and language not in options.languages:
            continue
        rows.append(_measure(file))
        print(f"{language}  R@1 {100 * rows[-1][0]:5.1f}  R@5 {100 * rows[-1][1]:5.1f}", flush=True)
    if rows:
        first, fifth = zip(*rows, strict=True)
        for name, values in (("R@1", first), ("R@5", fifth)):
            print(f"{name} mean {100 * sum(values) / len(values):.1f}, lowest {100 * min(values):.1f}")
    return 0


def _write(files: list[Path], folder: Path) -> None:
    (folder / "vault" / ".obsidian").mkdir(parents=True)
    questions = []
    for file in files:
        paragraphs = _paragraphs(file)
        _write_notes(paragraphs, folder / "vault" / file.name.split(".")[1])
        questions += [question["question"] for paragraph in paragraphs for question in paragraph["qas"]][::EACH]
    lines = [json.dumps({"question": question}, ensure_ascii=False) + "\n" for question in questions]
    (folder / "questions.jsonl").write_text("".join(lines), encoding="utf-8")
    print(f"{len(questions)} questions, {sum(1 for _ in folder.rglob('*.md'))} notes")


def _paragraphs(file: Path) -> list[dict[str, Any]]:
    articles = json.loads(file.read_text(encoding="utf-8"))["data"]
    return [paragraph for article in articles for paragraph in article["paragraphs"]]


def _write_notes(paragraphs: list[dict[str, Any]], folder: Path) -> None:
    folder.mkdir(parents=True)
    for number, paragraph in enumerate(paragraphs):
        (folder / f"{number}.md").write_text(" ".join(paragraph["context"].split()) + "\n", encoding="utf-8")


def _measure(file: Path) -> tuple[float, float]:
    paragraphs = _paragraphs(file)
    at_1 = at_5 = questions = 0
    with tempfile.TemporaryDirectory() as scratch:
        vault = Path(scratch, "vault")
        _write_notes(paragraphs, vault)
        (vault / ".obsidian").mkdir()
        with open_index(str(vault), environ={"COMMONPLACE_CACHE": f"{scratch}/cache"}) as index:
            for number, paragraph in enumerate(paragraphs):
                for question in paragraph["qas"]:
                    query = understand(index.reader, question["question"])
                    ranking, found = rank(index.reader, query)
                    pages = [found.passage_rows[ranked.id].page for ranked in ranking.passages]
                    paths = [found.page_rows[page].path for page in dict.fromkeys(pages)][:5]
                    at_1 += paths[:1] == [f"{number}.md"]
                    at_5 += f"{number}.md" in paths
                    questions += 1
    return at_1 / questions, at_5 / questions


if __name__ == "__main__":
    sys.exit(main())
