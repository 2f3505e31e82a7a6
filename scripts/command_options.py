"""The options of each command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .pages.page_facts import CATEGORIES

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable


def comma_list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def count(text: str) -> int:
    """A whole number from 1."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def counts(text: str) -> tuple[int, ...]:
    """Whole numbers from 1, with commas between; `0` for none."""
    return () if text == "0" else tuple(map(count, comma_list(text)))


def walk_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--depth", type=int, metavar="D", help="hops from what the question names (2)")
    parser.add_argument("--min-confidence", type=float, metavar="C", help="least confidence (0.6)")
    parser.add_argument(
        "--direction", choices=("out", "in", "both"), default="both", help="follow them this way (both)"
    )
    parser.add_argument("--relation", type=comma_list, default=(), metavar="R,…", help="only these relations")


def add_dry_run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="say what would change, change nothing")


def ask_options(parser: argparse.ArgumentParser) -> None:
    # The usage would name each option once more: 90 of the 400 tokens that help may cost.
    parser.usage = "%(prog)s QUESTION [OPTIONS]"
    parser.add_argument("question", nargs="+")
    parser.add_argument("--terms", type=comma_list, default=(), metavar="A,B", help="other words for what is asked")
    parser.add_argument("--budget", type=int, metavar="N", help="most tokens of the reply (1200)")
    walk_options(parser)
    parser.add_argument("--max-nodes", type=int, metavar="N", help="most nodes reached (50)")
    parser.add_argument("--counter", metavar="NAME", help="what counts tokens (pieces)")
    parser.add_argument("--evidence", action="store_true", help="quote evidence in any case")
    parser.add_argument(
        "--explain", action="store_true", help="how the answer was found: each stage with its candidates and scores"
    )
    parser.add_argument("--no-sweep", action="store_true", help="quicker; may miss an edit")
    parser.add_argument("--fail-empty", action="store_true", help="exit 1 when nothing is found")


def search_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="+")
    parser.add_argument("--limit", type=count, metavar="N", help="most pages (10)")
    parser.add_argument("--offset", type=int, default=0, metavar="N", help="pass over the N best")
    parser.add_argument("--category", choices=(*CATEGORIES, "notes"), default="", help="only pages of this kind")
    parser.add_argument("--fail-empty", action="store_true", help="exit 1 when nothing is found")


def show_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("page", help="id, title, alias or path; `page#Heading` or `page#^block` for a part")
    parser.add_argument("--budget", type=count, metavar="N", help="most tokens of the text (4000)")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="FILE|DIR|-")
    parser.add_argument("--title", default="", help="title of a single document")
    parser.add_argument("--redact", action="store_true", help="replace what looks like a secret")
    parser.add_argument("--keep-secrets", action="store_true", help="register a document with a secret as it is")
    add_dry_run(parser)


def apply_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bundle", metavar="BUNDLE.json|-")
    parser.add_argument("--partial", action="store_true", help="write what holds, list the rest")
    add_dry_run(parser)


def file_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("answer", metavar="FILE|-", help="the answer, in Markdown")
    parser.add_argument("--question", required=True)
    parser.add_argument("--title", required=True)
    parser.add_argument(
        "--cites", type=comma_list, required=True, metavar="A,B", help="what it rests on: slug#^block, …"
    )
    parser.add_argument("--expect-sha", default="", metavar="SHA", help="hash of the page you read, to replace it")
    add_dry_run(parser)


def graph_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("page", nargs="?", default="", help="the page in the middle; none: the whole graph")
    parser.add_argument("--format", choices=("text", "mermaid", "json", "graphml", "canvas"), default="text")
    walk_options(parser)
    parser.add_argument("--limit", type=count, metavar="N", help="most nodes (50)")
    parser.add_argument("--out", metavar="FILE", help="write to a file")


def links_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("note", nargs="?", default="", help="a note, canvas or other file; none: the whole vault")
    parser.add_argument("--backlinks", action="store_true", help="the links that lead to it, not those in it")
    parser.add_argument("--unresolved", action="store_true", help="only links that lead nowhere")
    parser.add_argument("--limit", type=int, metavar="N", help="most links listed (50; with --json all)")


def export_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", nargs="*", help="for canvas: what the evidence is to answer")
    parser.add_argument(
        "--format",
        choices=("okf", "graphml", "canvas", "base"),
        required=True,
        help="Open Knowledge Format, the whole graph, the evidence of one answer, or dashboards in the vault",
    )
    parser.add_argument("--out", default="", metavar="DIR|FILE", help="okf: a folder; graphml, canvas: a file")
    parser.add_argument("--force", action="store_true", help="write into a folder with files in it, or over a file")
    add_dry_run(parser)


def lint_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", metavar="PAGE", help="only these pages")
    parser.add_argument("--rule", type=comma_list, default=(), metavar="R,…", help="only these rules")
    parser.add_argument("--limit", type=count, default=50, metavar="N", help="most findings printed (50)")


def fix_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--safe", action="store_true", required=True, help="mend what needs no judgment")
    add_dry_run(parser)


def rename_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("page")
    parser.add_argument("new", help="new title; with --move the new path")
    parser.add_argument("--move", action="store_true", help="new is a path in the vault")
    add_dry_run(parser)


def merge_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("page", help="the page that goes")
    parser.add_argument("into", help="the page that stays")
    parser.add_argument("--force", action="store_true", help="merge pages of different type")
    add_dry_run(parser)


def one_page_options(name: str) -> Callable[[argparse.ArgumentParser], None]:
    def add(parser: argparse.ArgumentParser) -> None:
        parser.add_argument(name)
        add_dry_run(parser)

    return add


def init_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("home", metavar="HOME")
    parser.add_argument("--adopt", metavar="DIR", help="an existing folder of notes inside HOME to use as the vault")


def share(text: str) -> float:
    """A number from 0 to 1."""
    number = float(text)
    if not 0 <= number <= 1:
        raise ValueError(text)
    return number


def bench_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("retrieval", "speed"), help="passages found, or CPU time and memory")
    parser.add_argument("set", nargs="?", default="", metavar="SET_DIR", help="retrieval: passages and questions")
    add = parser.add_argument
    add("--out", default="", metavar="FILE", help="the run for a scorer; for speed the JSON")
    add("--pack", type=counts, default=(), metavar="N,…", help="also pack contexts of N tokens")
    add("--no-triples", action="store_true", help="as if nobody had drawn claims")
    add("--typos", type=share, default=0.0, metavar="SHARE", help="misspell this share of the words")
    add("--without", type=comma_list, default=(), metavar="PART,…", help="parts of the ranking left out")
    add("--keep", default="", metavar="DIR", help="leave the homes here")
    add("--pages", type=counts, default=(1000, 10_000), metavar="N,…", help="speed: sizes (1000,10000)")
    add("--vault", default="", metavar="DIR", help="speed: a copy of this vault too")
    add("--rounds", type=count, default=7, metavar="N", help="speed: runs of each case (7)")
    add("--cases", type=comma_list, default=(), metavar="A,B", help="speed: only these")
    add("--peers", default="", metavar="DIR", help="speed: where basic-memory and qmd are")


def no_options(_: argparse.ArgumentParser) -> None:
    """A verb without options of its own."""
