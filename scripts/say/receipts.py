"""What verbs that write print: the operation, then as much of its receipt as the tokens allow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..text.escaping import first_few, one_line
from ..text.tokens import count_tokens

if TYPE_CHECKING:
    from ..text.hygiene import Finding
    from ..wiki_store.working_copy import Outcome

PLACES = 3
"""Most lines that are named for one warning."""
GENERATED = 4
"""Most files that are named which follow from the others."""


def receipt_text(outcome: Outcome[Any], lines: Sequence[str] | None = None) -> str:
    """Return the line that names the operation, then these lines, by default the fields of the receipt."""
    if outcome.dry_run:
        head = "dry run: nothing was written"
    else:
        head = f"operation {outcome.op}" if outcome.op else "nothing to write"
    lines = [text_of_fields(outcome.receipt)] if lines is None else lines
    made = [one_line(path, 120) for path in outcome.generated[:GENERATED]]
    more = f", … {len(outcome.generated) - GENERATED} more" if len(outcome.generated) > GENERATED else ""
    generated = [f"generated ({len(outcome.generated)}): {', '.join(made)}{more}"] if made else []
    diff = [outcome.diff] if outcome.diff else []
    return "\n".join([head, *lines, *generated, *diff])


def warning_lines(findings: Sequence[Finding]) -> list[str]:
    """Return what should be known of a text before it is kept; what holds for several lines is said once."""
    places: dict[tuple[str, str], list[int]] = {}
    for finding in findings:
        places.setdefault((finding.rule, finding.message), []).append(finding.line)
    return [f"  warning{_at(lines)}: {rule}: {one_line(said, 90)}" for (rule, said), lines in places.items()]


def _at(lines: Sequence[int]) -> str:
    """Name the first of these lines; 0 is none of the text."""
    if len(lines) < 2:
        return f", line {lines[0]}" if lines[0] else ""
    return f", lines {first_few(lines, PLACES)}"


def text_of_fields(receipt: Any) -> str:
    """Return any receipt: a line for each field that says something, lists shortened."""
    lines = []
    for name, value in receipt._asdict().items():
        if isinstance(value, tuple):
            if value:
                items = ", ".join(_item(item) for item in value[:6])
                rest = f", … {len(value) - 6} more" if len(value) > 6 else ""
                lines.append(f"{name.replace('_', ' ')} ({len(value)}): {items}{rest}")
        elif value not in ("", 0, False):
            lines.append(f"{name.replace('_', ' ')}: {one_line(str(value))}")
    return "\n".join(lines)


def _item(item: Any) -> str:
    if isinstance(item, tuple):
        return " ".join(one_line(str(part), 80) for part in item if part != "")
    return one_line(str(item), 120)


def fitting(first: Sequence[str], others: Sequence[str], tokens: int) -> list[str]:
    """Return the first lines, and as many others as cost at most so many tokens with them; the rest is counted."""
    lines = [*first, *others]
    fits = [count_tokens("\n".join(lines[:end]) + "\n") <= tokens for end in range(len(first) + 1, len(lines) + 1)]
    kept = len(first) + sum(fits)
    return lines[:kept] + ([f"  … {len(lines) - kept} lines more; --json has all"] if kept < len(lines) else [])


def clip(text: str, tokens: int) -> str:
    """Cut a line at the end of a word, if it has any, so that it costs at most so many tokens with its line end."""
    if count_tokens(text + "\n") <= tokens:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if count_tokens(text[:middle] + "…\n") <= tokens:
            low = middle
        else:
            high = middle - 1
    whole = text[:low] if text[low : low + 1] in ("", " ") else text[:low].rpartition(" ")[0]
    return (whole if whole.strip() else text[:low]) + "…"


def more(items: Sequence[object], listed: int, hint: str) -> list[str]:
    """Return the line that counts what is not listed, if anything, with how to see it."""
    return [f"  … {len(items) - listed} more; {hint}"] if len(items) > listed else []
