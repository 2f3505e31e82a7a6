"""What a check counted and what it found wrong; and the table of all of them."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

MOST_SHOWN = 20


class Figures(NamedTuple):
    """The result of one check on one vault."""

    check: str
    vault: str
    counts: Counter[str]
    faults: list[str]

    def count(self, name: str, number: int = 1) -> None:
        """Add to one of the counts."""
        self.counts[name] += number

    def expect(self, holds: bool, fault: str) -> None:
        """Keep the fault unless what it denies holds."""
        if not holds:
            self.faults.append(fault)

    def confirm(self) -> None:
        """Fail with the first faults, if there are any."""
        shown = "\n".join(self.faults[:MOST_SHOWN])
        assert not self.faults, f"{self.vault}, {self.check}: {len(self.faults)} faults\n{shown}"


def figures(check: str, vault: str) -> Figures:
    """An empty result."""
    return Figures(check, vault, Counter(), [])


def table(rows: list[Figures]) -> str:
    """One line a check and vault, counts in the order they were first made."""
    lines = []
    for row in rows:
        counts = ", ".join(f"{name} {number}" for name, number in row.counts.items())
        lines.append(f"{row.check:<9} {row.vault:<24} faults {len(row.faults):<4} {counts}")
    return "\n".join(lines)
