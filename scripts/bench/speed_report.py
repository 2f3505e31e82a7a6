"""What a speed measurement found, as values; how it prints is speed_table's."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple


class Figure(NamedTuple):
    """A number with its name; the unit stands in the name."""

    name: str
    value: float


class Row(NamedTuple):
    """One case in one home.  Medians over the rounds; ratios are taken within a round, then their median."""

    case: str
    how: str
    """cold: a process of its own, from start to end; warm: inside one process that lives on."""
    rounds: int
    cpu_ms: float
    over_python: float | None
    """Times the CPU of `python -c pass` in the same round; None for warm cases."""
    over_rg: float | None
    """Times the CPU of `rg -l WORD VAULT` in the same round; None without ripgrep and for warm cases."""
    peak_mib: float | None
    """None for warm cases: their process has run others before."""
    figures: tuple[Figure, ...] = ()


class Target(NamedTuple):
    """A promise about one figure of a case, and what was found."""

    case: str
    figure: str
    wanted: str
    """As written: `<= 4`, `>= 2000`."""
    found: float
    is_met: bool


class HomeReport(NamedTuple):
    """All cases in one home."""

    name: str
    pages: int
    text_bytes: int
    rows: tuple[Row, ...]
    targets: tuple[Target, ...]


class Machine(NamedTuple):
    """Where it was measured: absolute times mean nothing without it."""

    system: str
    processors: int
    python: str
    sqlite: str


class SpeedReport(NamedTuple):
    """One run of the suite."""

    machine: Machine
    homes: tuple[HomeReport, ...]
    left_out: tuple[str, ...]
    """What was not measured, and why."""


_SIZES = (1_000, 10_000, 100_000)
_TARGETS: tuple[tuple[str, str, str, tuple[float | None, ...]], ...] = (
    ("ask", "over_python", "<=", (4, 7, 35)),
    ("ask", "over_rg", "<=", (None, 1.0, 0.6)),
    ("ask", "peak_mib", "<=", (40, 50, 90)),
    ("ask-no-sweep", "over_python", "<=", (4, 5, 7)),
    ("ask-changed", "extra_ms", "<=", (10, 10, 15)),
    ("ask-nothing", "over_ask", "<=", (1.05, 1.05, 1.05)),
    ("reindex", "pages_per_second", ">=", (None, 2_500, 2_000)),
    ("reindex", "index_over_text", "<=", (None, 1.5, 1.5)),
    ("warm-ask-watched", "p95_ms", "<=", (5, 15, 60)),
    ("warm-sweep", "over_git_status", "<=", (2, 2, 2)),
    ("warm-fuzzy", "over_exhaustive", "<=", (None, None, 0.04)),
    ("warm-walk", "p50_ms", "<=", (1, 1, 1)),
)
"""Case, figure, sign, and the bound at 1,000, 10,000 and 100,000 pages; None where there is none."""


def targets_of(pages: int, rows: Sequence[Row]) -> tuple[Target, ...]:
    """The targets for a home of this size, its rows held against them; a size in between counts as the next one up."""
    # A home has its catalog and its log beside the pages that were asked for.
    column = next((at for at, size in enumerate(_SIZES) if pages <= size + 2), len(_SIZES) - 1)
    found = []
    for case, figure, sign, bounds in _TARGETS:
        bound = bounds[column]
        for row in rows:
            value = value_of(row, figure) if row.case == case else None
            if bound is not None and value is not None:
                is_met = value <= bound if sign == "<=" else value >= bound
                found.append(Target(case, figure, f"{sign} {bound:g}", value, is_met))
    return tuple(found)


def value_of(row: Row, figure: str) -> float | None:
    """A figure of a row by name, its own columns included."""
    if figure in Row._fields:
        value: float | None = getattr(row, figure)
        return value
    return next((each.value for each in row.figures if each.name == figure), None)


def summarized(case: str, how: str, times: Sequence[float], **figures: float) -> Row:
    """A row for a case without ratios."""
    more = tuple(Figure(name, value) for name, value in figures.items())
    return Row(case, how, len(times), median(times), None, None, None, more)


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that this share of all values does not exceed."""
    return sorted(values)[max(0, -int(-len(values) * share // 1) - 1)]
