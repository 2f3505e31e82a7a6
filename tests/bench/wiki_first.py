"""How often a filed answer is found again, and what that costs.

python -m tests.bench.wiki_first SET_DIR [--seed S] [--questions N] [--show]
Makes a home from a development set (corpus.jsonl, queries.jsonl: see the README beside them), files answers to half of
a sample of its questions, then asks: the same, the same in other words, the other half, and filed ones changed a
little.  A row tells how many were answered from the right page, how many only named it as near, how many were answered
from the wiki though they should not (false), and the tokens of the reply beside those of the first asking.  Exit 1 for
any false one.  All pairs of questions of the set are compared as well: two of them are hardly ever the same.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any, NamedTuple

from scripts.knowledge_base import KnowledgeBase
from scripts.pages.text.slugs import slugify
from scripts.retrieval.language.same_question import asks_the_same
from scripts.retrieval.language.statement import read_statement
from scripts.retrieval.language.wording import read_wording
from tests.bench.changes import CHANGES, another_name
from tests.bench.rewordings import REWORDINGS, aliased, names_in

PARAPHRASES = Path(__file__).parent / "paraphrases.tsv"
DISTRACTORS = 400
PER_FRAME = 40
"""Questions asked of each frame: more tell little and take long."""
PLAIN_NAME = re.compile(r"[A-Z][a-z]+ [A-Z][a-z]{3,}")


class Trial(NamedTuple):
    kind: str
    text: str
    filed: str
    """The id of the question it rewords or changes."""
    is_same: bool


class Asked(NamedTuple):
    trial: Trial
    level: str
    reason: str
    page: str
    tokens: int


def read_lines(path: Path) -> list[dict[str, Any]]:
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def paraphrases(name: str) -> list[list[str]]:
    rows = [line.split("\t") for line in PARAPHRASES.read_text("utf-8").splitlines() if not line.startswith("#")]
    return [row[1:] for row in rows if row[0] == name]


def sample(folder: Path, random: Random, size: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Questions to file and questions to leave; those with paraphrases are filed."""
    wanted = {row[0] for row in paraphrases(folder.name)}
    queries = [query for query in read_lines(folder / "queries.jsonl") if query.get("type") != "adversarial"]
    seen: set[str] = set()
    queries = [query for query in queries if not (query["question"] in seen or seen.add(query["question"]))]
    random.shuffle(queries)
    queries.sort(key=lambda query: query["id"] not in wanted)
    queries = queries[: max(size, 2 * len(wanted))]
    half = len(queries) // 2
    return queries[:half], queries[half:]


def write_home(
    folder: Path, home: Path, queries: list[dict[str, Any]], random: Random
) -> tuple[dict[str, str], dict[str, str]]:
    """Sources as notes; gives the note of each passage, and the aliases given to names."""
    corpus = read_lines(folder / "corpus.jsonl")
    gold = {passage for query in queries for passage in query["gold"]}
    others = [row for row in corpus if row["id"] not in gold]
    chosen = [row for row in corpus if row["id"] in gold] + random.sample(others, min(DISTRACTORS, len(others)))
    KnowledgeBase.create(str(home))
    notes = home / "wiki" / "sources"
    notes.mkdir(parents=True)
    asked = "\n".join(query["question"] for query in queries)
    slugs, aliases = {}, {}
    for row in chosen:
        title = " ".join(row["title"].replace(":", " ").split())
        slug = slugify(f"{title} {row['id'].rpartition(':')[2]}")
        slugs[row["id"]] = slug
        named = [title]
        if PLAIN_NAME.fullmatch(title) and title in asked:
            aliases[title] = f"{title[0]}. {title.partition(' ')[2]}"
            named.append(aliases[title])
        head = ["---", f"title: {json.dumps(title)}", f"aliases: {json.dumps(named)}", "type: source", "---"]
        (notes / f"{slug}.md").write_text("\n".join([*head, "", f"{row['text'].strip()} ^p1", ""]), encoding="utf-8")
    return slugs, aliases


def trials(
    filed: list[dict[str, Any]], left: list[dict[str, Any]], aliases: dict[str, str], name: str, random: Random
) -> list[Trial]:
    found = [Trial("the same", query["question"], query["id"], True) for query in filed]
    for kind, frame in REWORDINGS.items():
        found += [Trial(kind, text, q["id"], True) for q in filed if (text := frame(q["question"], random))]
    found += [Trial("alias of a name", text, q["id"], True) for q in filed if (text := aliased(q["question"], aliases))]
    found += [Trial("written by hand", row[2], row[0], True) for row in paraphrases(name) if row[1] == "same"]
    found += [Trial("other half", query["question"], "", False) for query in left]
    names = sorted({each for query in [*filed, *left] for each in names_in(query["question"])})
    for kind, frame in CHANGES.items():
        found += [Trial(kind, text, q["id"], False) for q in filed if (text := frame(q["question"], random))]
    found += [
        Trial("another name", text, q["id"], False)
        for q in filed
        if (text := another_name(q["question"], names, random))
    ]
    found += [Trial("changed by hand", row[2], row[0], False) for row in paraphrases(name) if row[1] == "different"]
    return found


def measure(folder: Path, *, seed: int, size: int) -> tuple[list[Asked], dict[str, int]]:
    """Every trial as it was answered, and the tokens of the first asking of each filed question."""
    random = Random(seed)
    filed, left = sample(folder, random, size)
    with tempfile.TemporaryDirectory() as temporary:
        home = Path(temporary) / "home"
        slugs, aliases = write_home(folder, home, [*filed, *left], random)
        with KnowledgeBase.open(home=str(home), environ={"COMMONPLACE_QUIET_SECONDS": "0"}) as kb:
            first = {query["id"]: kb.ask(query["question"]).tokens_used for query in filed}
            pages = {}
            for query in filed:
                cites = [f"{slugs[passage]}#^p1" for passage in query["gold"]]
                title = "On " + " and ".join(names_in(query["question"])[:2] or [query["id"]])
                answer = f"{query['answer']}."
                done = kb.file(question=query["question"], title=title, answer=answer, cites=cites)
                pages[query["id"]] = done.receipt.id
            asked = []
            taken: dict[str, int] = defaultdict(int)
            texts = {query["question"] for query in filed}
            for trial in trials(filed, left, aliases, folder.name, random):
                taken[trial.kind] += 1
                if taken[trial.kind] > PER_FRAME or (trial.kind != "the same" and trial.text in texts):
                    continue
                reply = kb.ask(trial.text)
                verdict = reply.answer.verdict
                page = verdict.page
                is_right = trial.is_same and page == pages[trial.filed]
                level = verdict.level if verdict.level != "sufficient" or is_right else "FALSE"
                if level == "partial" and verdict.reason.startswith(f"[[{pages.get(trial.filed)}]]"):
                    level = "near"
                asked.append(Asked(trial, level, verdict.reason, page, reply.tokens_used))
    return asked, first


def table(asked: list[Asked], first: dict[str, int]) -> str:
    lines = [f"{'asked':26}{'number':>7}{'from wiki':>10}{'near':>6}{'false':>6}{'tokens':>8}{'first':>7}"]
    for is_same in (True, False):
        rows = [each for each in asked if each.trial.is_same == is_same]
        for kind in dict.fromkeys(each.trial.kind for each in rows):
            lines.append(_row(kind, [each for each in rows if each.trial.kind == kind], first))
        lines.append(_row("all to be answered" if is_same else "all not to be answered", rows, first))
        lines.append("")
    return "\n".join(lines)


def _row(kind: str, rows: list[Asked], first: dict[str, int]) -> str:
    levels = [each.level for each in rows]
    right = [each for each in rows if each.level == "sufficient"]
    tokens = f"{mean(each.tokens for each in right):8.0f}" if right else f"{'-':>8}"
    before = f"{mean(first[each.trial.filed] for each in right):7.0f}" if right else f"{'-':>7}"
    near, false = levels.count("near"), levels.count("FALSE")
    return f"{kind:26}{len(rows):7}{len(right) / max(1, len(rows)):10.1%}{near:6}{false:6}{tokens}{before}"


def same_pairs(folder: Path) -> list[tuple[str, str]]:
    """Different texts among all questions of the set that the rules call the same."""
    texts = list(dict.fromkeys(query["question"] for query in read_lines(folder / "queries.jsonl")))
    wordings = {text: read_wording(text) for text in texts}
    sharing: dict[str, set[str]] = defaultdict(set)
    for text in texts:
        for word in read_statement(wordings[text].tokens).words:
            sharing[word].add(text)
    found = []
    for text in texts:
        words = read_statement(wordings[text].tokens).words
        # Rare words first: the same question shares most of them.
        near = set().union(*sorted((sharing[word] for word in set(words)), key=len)[:2])
        found += [
            (text, other) for other in sorted(near) if text < other and asks_the_same(wordings[text], wordings[other])
        ]
    return found


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set_dir", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--questions", type=int, default=120)
    parser.add_argument("--show", action="store_true", help="list rewordings not recognised and false answers")
    args = parser.parse_args(argv)
    if not (args.set_dir / "queries.jsonl").exists():
        print(f"skipped: {args.set_dir} holds no development set")
        return 0
    asked, first = measure(args.set_dir, seed=args.seed, size=args.questions)
    print(f"{args.set_dir.name}, seed {args.seed}, {len(first)} answers filed")
    print(table(asked, first))
    for pair in same_pairs(args.set_dir):
        print("called the same: {} | {}".format(*pair))
    if args.show:
        for each in asked:
            if each.level == "FALSE" or (each.trial.is_same and each.level != "sufficient"):
                print(f"{each.level:8} {each.trial.kind}: {each.trial.text} | {each.trial.filed} | {each.reason[:90]}")
    return 1 if any(each.level == "FALSE" for each in asked) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
