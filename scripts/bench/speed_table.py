"""A speed report as a table for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .speed_report import HomeReport, Row, SpeedReport

_HEAD = ("case", "how", "CPU ms", "x python", "x rg", "MiB", "more")


def speed_table(report: SpeedReport) -> str:
    """The whole report: a table for each home, the targets below it, what was left out at the end."""
    machine = report.machine
    lines = [
        f"{machine.system}, {machine.processors} processors, Python {machine.python}, SQLite {machine.sqlite}",
        "CPU: user and system time, median; ratios: within a round, median",
    ]
    for home in report.homes:
        lines += ["", *_home(home)]
    lines += [f"not measured: {what}" for what in report.left_out]
    return "\n".join(lines)


def _home(home: HomeReport) -> list[str]:
    lines = [f"{home.name}: {home.pages:,} pages, {home.text_bytes / 1e6:.1f} MB"]
    cells = [_HEAD, *map(_cells, home.rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(_HEAD))]
    for row in cells:
        texts = [f"{row[0]:<{widths[0]}}", f"{row[1]:<{widths[1]}}"]
        texts += [f"{cell:>{width}}" for cell, width in zip(row[2:-1], widths[2:-1])]
        lines.append("  ".join([*texts, row[-1]]).rstrip())
    for target in home.targets:
        verdict = "met   " if target.is_met else "MISSED"
        lines.append(f"{verdict}  {target.case} {target.figure} {target.wanted}: {_number(target.found)}")
    return lines


def _cells(row: Row) -> tuple[str, ...]:
    more = ", ".join(f"{each.name} {_number(each.value)}" for each in row.figures)
    columns = (row.cpu_ms, row.over_python, row.over_rg, row.peak_mib)
    return (row.case, row.how, *("" if value is None else _number(value) for value in columns), more)


def _number(value: float) -> str:
    """Three digits that tell."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
