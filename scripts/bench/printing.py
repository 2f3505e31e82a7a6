"""What `bench` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .memory_run import MemoryRun
    from .retrieval_run import RetrievalRun
    from .speed_report import SpeedReport


def text_of_run(run: RetrievalRun | MemoryRun | SpeedReport) -> str:
    """The text of a benchmark's report."""
    from .memory_run import MemoryRun
    from .retrieval_run import RetrievalRun

    if isinstance(run, MemoryRun):
        return _memory_text(run)
    if not isinstance(run, RetrievalRun):
        from .speed_table import speed_table

        return speed_table(run)
    lines = [
        f"{run.set}: {run.questions} questions over {run.passages} passages in {run.homes} homes, {run.claims} claims"
        + (f", {run.left_out} triples left out" if run.left_out else ""),
        f"CPU: {run.build_cpu_seconds} s to build; per question {run.cpu_ms_mean} ms mean, {run.cpu_ms_median} median, "
        f"{run.cpu_ms_p95} at the 95th percentile",
    ]
    lines += [f"budget {budget}: at most {most} tokens sent, {mean} on average" for budget, most, mean in run.tokens]
    return "\n".join([*lines, f"written: {run.out}"])


def _memory_text(run: MemoryRun) -> str:
    lines = [
        f"{run.set}: {run.questions} questions over {run.turns} turns in {run.notes} notes",
        f"CPU: {run.remember_cpu_ms} ms to remember a turn with its session; {run.cpu_ms_mean} ms a question",
        f"{'type':16} {'n':>5}  {'recall @5':>9} {'@10':>5}  {'words alone @5':>14} {'@10':>5}",
    ]
    lines += [
        f"{row.type:16} {row.questions:5}  {row.recall[0]:9} {row.recall[1]:5}  {row.words_alone[0]:14} "
        f"{row.words_alone[1]:5}"
        for row in run.rows
    ]
    return "\n".join([*lines, *([f"written: {run.out}"] if run.out else [])])
