"""What `bench` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .retrieval_run import RetrievalRun
    from .speed_report import SpeedReport


def text_of_run(run: RetrievalRun | SpeedReport) -> str:
    """The text of either benchmark's report."""
    from .retrieval_run import RetrievalRun

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
