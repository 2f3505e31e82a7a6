"""What the verbs' parsers share: their form, their kinds of value, and the options that several have."""

from __future__ import annotations

import sys

from ..errors import UsageError
from .plain_arguments import PlainArguments
from .table import VERBS, fill

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from typing import Any


def read_options(verb: str, words: Sequence[str]) -> Any:
    """The values of a verb's options, by name.  Raises UsageError, or SystemExit once help is printed."""
    plain = PlainArguments()
    fill(plain, verb)
    found = plain.parse(words)
    if found is not None:
        return found
    from .full_parsing import parse_in_full

    return parse_in_full(verb, words)


def top_help() -> str:
    """The first page of help."""
    width = max(map(len, VERBS))
    lines = [f"  {verb:{width}}  {row.summary}" for verb, row in VERBS.items()]
    return "\n".join(
        [
            "usage: commonplace VERB [OPTIONS]",
            "",
            "A knowledge base in plain Markdown: documents in, questions answered with quoted evidence.",
            "",
            *lines,
            "",
            "commonplace VERB --help shows options and an example.  Exit: 0 done, 1 findings, 2 usage, 3 data.",
        ]
    )


def comma_list(text: str) -> tuple[str, ...]:
    """The parts between commas, without blanks."""
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


def share(text: str) -> float:
    """A number from 0 to 1."""
    number = float(text)
    if not 0 <= number <= 1:
        raise ValueError(text)
    return number


def walk_options(parser: argparse.ArgumentParser, start: str) -> None:
    """How far from where, through what and in which direction the graph is followed."""
    parser.add_argument("--depth", type=int, metavar="D", help=f"hops from {start} (2)")
    parser.add_argument("--min-confidence", type=float, metavar="C", help="least confidence (0.6)")
    parser.add_argument(
        "--direction", choices=("out", "in", "both"), default="both", help="follow claims this way (both)"
    )
    parser.add_argument("--relation", type=comma_list, default=(), metavar="R,…", help="only these relations")


def secrets_choice(options: argparse.Namespace) -> str:
    """What becomes of a secret: redact, keep or refuse.  Raises UsageError for two of them."""
    if options.redact and options.keep_secrets:
        raise UsageError("--redact and --keep-secrets exclude each other", hint="give one of them")
    return "redact" if options.redact else "keep" if options.keep_secrets else "refuse"


def add_dry_run(parser: argparse.ArgumentParser) -> None:
    """For verbs that write."""
    parser.add_argument("--dry-run", action="store_true", help="say what would change, change nothing")


def read_argument(path: str) -> str:
    """The text of a file, or of standard input for `-`: UTF-8, or UTF-16 with a byte order mark.

    Raises SourceError for bytes that are neither: what stood there would be lost.
    """
    try:
        if path == "-":
            data = sys.stdin.buffer.read()
        else:
            with open(path, "rb") as file:
                data = file.read()
    except (OSError, ValueError) as err:
        # ValueError: a null character in the path.
        why = err.strerror if isinstance(err, OSError) else err
        raise UsageError(f"cannot read {path}: {why}", hint="give a UTF-8 file, or - for standard input") from err
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError as err:
        from ..ingest.documents import in_another_encoding

        raise in_another_encoding(data, path, err) from err
    # As a file opened as text reads.
    return text.replace("\r\n", "\n").replace("\r", "\n")
