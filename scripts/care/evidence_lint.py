"""Quotes on pages of ours whose passage is gone: a revision of the source says something else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .findings import Finding, command
from .freshness import LISTING, gone_evidence

if TYPE_CHECKING:
    from .freshness import Listed
    from .survey import Known, Survey

_SHOWN = 60


def evidence_lint(survey: Survey) -> Iterator[Finding]:
    """Findings about lines of evidence, in no particular order."""
    for known in survey.notes():
        for line, target in stale_lines(survey, known):
            quote = line.quote if len(line.quote) <= _SHOWN else line.quote[: _SHOWN - 1] + "…"
            said = f': "{quote}"' if quote else ""
            message = f"[[{line.page}]] has no passage ^{line.block} any more{said}"
            if survey.reader.passage_at(target.id, line.block) is not None:
                message = f"[[{line.page}#^{line.block}]] does not say{said} any more"
            message += survey.standing(line.quote, target, line.block)
            yield Finding("stale-evidence", known.path, line.line, message, command("show", target.id))


def stale_lines(survey: Survey, known: Known) -> list[tuple[Listed, Known]]:
    """The lines of evidence of a page whose source is there and their passage is not; and that source."""
    if known.category not in LISTING:
        return []
    found = []
    for line in gone_evidence(survey.reader, known.id):
        path = survey.resolve(line.page, known.path)
        target = survey.known.get(path) if path else None
        if target is not None and (
            not survey.has_block(target.path, line.block) or survey.reader.passage_at(target.id, line.block) is not None
        ):
            found.append((line, target))
    return found
