"""Ask the questions of vaults in one process: are the right notes found, quoted, and judged?

    python -m benchmarks.verdicts ../shared/bench/vaults [SET …] [--budgets 1200,400] [--misses]

The same questions and measures as vaults/measure.py, which starts the program for each of them; this takes a tenth of
the time.  Of each verdict, where no budget is given: how many replies have it, how many of those hold the answer, and
have its note first and among the first five.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tarfile
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

from scripts.index_store.refresh import open_index
from scripts.retrieval_engine.engine import AskOptions, answer
from scripts.retrieval_engine.meaning import Likeness

from .sets import add_embedder, embedder_of

Row = dict[str, float]

VERDICT_FIGURES = ("quote@verdict", "hit@1", "R@5")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.verdicts", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("sets", nargs="*")
    parser.add_argument("--budgets", default="1200,400")
    parser.add_argument("--misses", action="store_true", help="print each question whose note is not among the five")
    add_embedder(parser)
    options = parser.parse_args(argv)
    budgets = [int(budget) for budget in options.budgets.split(",") if budget]
    verdicts: dict[str, list[Row]] = defaultdict(list)
    means = []
    for name in options.sets or sorted(file.stem for file in options.data.glob("*.jsonl")):
        rows = list(_measure(options.data, name, budgets, options.misses, options.embedder))
        for row, verdict in rows:
            verdicts[verdict].append(row)
        answerable = [row for row, _ in rows if row["R@5"] >= 0]
        means.append({key: sum(row[key] for row in answerable) / len(answerable) for key in answerable[0]})
        print(_line(f"{name} ({len(answerable)})", means[-1]), flush=True)
    if len(means) > 1:
        print(_line("mean", {key: sum(mean[key] for mean in means) / len(means) for key in means[0]}))
    for verdict in ("sufficient", "likely", "weak", "none"):
        rows_of = verdicts.get(verdict, [])
        answerable = [row for row in rows_of if row["R@5"] >= 0]
        if rows_of:
            mean = {key: sum(row[key] for row in answerable) / max(1, len(answerable)) for key in VERDICT_FIGURES}
            print(_line(f"{verdict} ({len(answerable)}, and {len(rows_of) - len(answerable)} without an answer)", mean))
    return 0


def _measure(data: Path, name: str, budgets: list[int], misses: bool, embedder: str) -> list[tuple[Row, str]]:
    with tempfile.TemporaryDirectory() as scratch:
        vault = data / name
        if not vault.is_dir():
            with tarfile.open(data / f"{name}.tar.xz") as archive:
                archive.extractall(scratch, filter="data")
            vault = Path(scratch, name)
        lines = (data / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        rows = []
        with open_index(str(vault), environ={"COMMONPLACE_CACHE": f"{scratch}/cache"}) as index:
            likeness = None
            if model := embedder_of(embedder):
                likeness = Likeness(index.reader, model, lambda: 0.0)
                # As after `doctor --vectors`: what is said in other words is found by the vectors of all sections.
                likeness.complete([page.id for page in index.reader.pages(everything=True)])
                index.keep_vectors(model.id, likeness.made())
                index.refresh()
                likeness = Likeness(index.reader, model, lambda: 0.0)
            for line in lines:
                question = json.loads(line)
                replies = {
                    budget: answer(
                        index.reader,
                        question["question"],
                        AskOptions(budget_tokens=budget or None, likeness=likeness),
                    )
                    for budget in [0, *budgets]
                }
                pages = [page["path"] for page in replies[max(replies)].document["pages"]]
                row = _row(question, pages, {budget: reply.text for budget, reply in replies.items()})
                row["tokens"] = float(replies[0].tokens)
                rows.append((row, replies[0].verdict))
                if misses and 0 <= row["R@5"] < 1:
                    print(
                        f"  {question['id']} {replies[0].verdict}: {question['question']}\n    want {question['pages']}"
                    )
                    print(f"    have {pages[:5]}")
        return rows


def _row(question: dict[str, Any], pages: list[str], texts: dict[int, str]) -> Row:
    gold = question["pages"]
    if not gold:
        return {"hit@1": -1.0, "R@5": -1.0}
    found = sum(page in pages[:5] for page in gold)
    recall = found / len(gold) if question["need"] == "all" else float(found > 0)
    row = {"hit@1": float(pages[:1] != [] and pages[0] in gold), "R@5": recall}
    row["MRR"] = next((1 / (place + 1) for place, page in enumerate(pages[:10]) if page in gold), 0.0)
    quotes = [_plain(quote) for quote in question["quotes"].values()]
    for budget, text in texts.items():
        held = [quote in _plain(text) for quote in quotes]
        row[f"quote@{budget or 'verdict'}"] = float((all if question["need"] == "all" else any)(held))
    return row


def _plain(text: str) -> str:
    return re.sub(r"[\s*_`>#|\[\]\\]+", " ", text).strip().lower()


def _line(name: str, row: Row) -> str:
    figures = (f"{key} {value:.0f}" if key == "tokens" else f"{key} {100 * value:.1f}" for key, value in row.items())
    return f"{name:14} " + "  ".join(figures)


if __name__ == "__main__":
    sys.exit(main())
