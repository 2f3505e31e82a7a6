"""The speed suite runs whole on a small home and prints every row it promises; no figure is judged here."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scripts.bench import speed_cold
from scripts.bench.generated_home import generate_pages
from scripts.bench.speed import CASES
from scripts.bench.speed_bed import generated_bed
from scripts.bench.speed_processes import Processes
from scripts.bench.speed_questions import look_at, misspell
from scripts.bench.speed_report import Row, percentile, targets_of
from scripts.errors import DataError
from tests.running import done, page, run, tree, write

YARDSTICKS = {"rg": "rg", "git-status": "git"}
ROW = ["case", "how", "rounds", "cpu_ms", "over_python", "over_rg", "peak_mib", "figures"]
WORDS = "Cached entries leave when memory fills: eviction policies decide which requests from clients find theirs kept"
PROMISED = {
    "ask-changed": ["extra_ms"],
    "reindex": ["pages_per_second", "index_over_text"],
    "bare-index": ["pages_per_second", "index_over_text"],
    "warm-words": ["p50_ms", "p95_ms"],
    "warm-ask": ["p50_ms", "p95_ms"],
    "warm-ask-watched": ["p50_ms", "p95_ms"],
    "warm-fuzzy": ["p50_ms", "p95_ms", "over_exhaustive", "recall_at_5", "exhaustive_recall_at_5", "names"],
    "warm-walk": ["p50_ms", "p95_ms", "greatest_hub"],
}


@pytest.fixture(scope="module", autouse=True)
def impatient() -> Iterator[None]:
    """Nothing is judged here by what a sweep mistrusts, so nobody waits for files to grow old."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(speed_cold, "RACY_NS", 0)
        yield


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A run on 12 pages: the JSON document, as the file and as printed, and the table."""
    out = tmp_path_factory.mktemp("bench") / "speed.json"
    ran = done("bench", "speed", "--pages", "12", "--rounds", "1", "--out", out)
    return json.loads(out.read_text("utf-8")), ran.out


def test_every_case_has_a_row_in_the_document_and_in_the_table(small: Any) -> None:
    document, table = small
    (home,) = document["homes"]
    installed = {case for case in CASES if shutil.which(YARDSTICKS.get(case, "sh"))}
    assert [row["case"] for row in home["rows"]] == [row["case"] for row in home["rows"] if row["case"] in installed]
    assert {row["case"] for row in home["rows"]} == installed
    lines = table.splitlines()
    assert all(sum(line.startswith(case + "  ") for line in lines) == 1 for case in installed)
    absent = " ".join(document["left_out"])
    assert all(case in absent for case in set(CASES) - installed)


def test_the_document_has_the_shape_that_the_handbook_tells(small: Any) -> None:
    document, _ = small
    assert list(document) == ["machine", "homes", "left_out"]
    assert list(document["machine"]) == ["system", "processors", "python", "sqlite"]
    (home,) = document["homes"]
    assert list(home) == ["name", "pages", "text_bytes", "rows", "targets"]
    for row in home["rows"]:
        assert list(row) == ROW
        assert row["cpu_ms"] > 0
        is_cold = row["how"] == "cold"
        assert (row["over_python"] is not None, row["peak_mib"] is not None) == (is_cold, is_cold)
        names = [figure["name"] for figure in row["figures"]]
        assert names[: len(PROMISED.get(row["case"], []))] == PROMISED.get(row["case"], [])
    assert [list(target) for target in home["targets"]] == [["case", "figure", "wanted", "found", "is_met"]] * len(
        home["targets"]
    )


def test_the_parts_of_the_index_are_the_whole_of_it(small: Any) -> None:
    (home,) = small[0]["homes"]
    (row,) = [row for row in home["rows"] if row["case"] == "reindex"]
    whole, *parts = [figure["value"] for figure in row["figures"] if figure["name"].endswith("_over_text")]
    # SQLite can be built without the table that tells.
    assert not parts or sum(parts) == pytest.approx(whole)


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A run with everything optional: somebody's vault, peers, homes that are kept; the folder, and the document."""
    folder = tmp_path_factory.mktemp("beside")
    write(folder / "My vault", {f"Note {n}.md": page(f"Note {n}", WORDS) for n in range(4)})
    before = tree(folder / "My vault")
    write(folder / "peers", {"bin/qmd": '#!/bin/sh\necho "$@" >> "${0%/*}/calls"\n'})
    (folder / "peers" / "bin" / "qmd").chmod(0o755)
    named = ("--vault", folder / "My vault", "--peers", folder / "peers", "--keep", folder / "kept")
    ran = done("bench", "speed", "--pages", "20", "--cases", "show", "--rounds", "1", *named, "--json")
    return folder, before, ran.document


def test_a_vault_is_measured_in_a_copy_and_keeps_every_byte(beside: Any) -> None:
    folder, before, document = beside
    home = document["homes"][1]
    assert (home["name"], home["pages"]) == ("copy of My vault", 4)
    assert tree(folder / "My vault") == before


def test_only_the_cases_asked_for_are_run_beside_what_they_are_compared_with(beside: Any) -> None:
    *_, document = beside
    cases = {row["case"] for row in document["homes"][1]["rows"]} - {"rg"}
    assert cases == {"python", "ask", "show", "qmd-index", "qmd-search"}


def test_peers_are_measured_where_a_folder_with_them_is_given(beside: Any) -> None:
    folder, _, document = beside
    calls = (folder / "peers" / "bin" / "calls").read_text("utf-8").splitlines()
    assert [call.split()[0] for call in calls] == ["collection", "search"] * 2
    assert "basic-memory: not in the folder of peers" in document["left_out"]


def test_generated_homes_are_kept_for_the_next_run_when_asked(beside: Any, tmp_path: Path) -> None:
    folder, *_ = beside
    generate_pages(str(tmp_path), 20)
    kept = folder / "kept" / "home-20"
    assert {path: text for path, text in tree(kept / "wiki").items() if "/" in path} == tree(tmp_path)
    (kept / "wiki" / "mine.md").write_text("# mine\n", "utf-8")
    assert generated_bed(str(folder / "kept"), 20, {}).pages == 23


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--cases", "asks"], "no case 'asks'"),
        (["--pages", "0", "--vault", "/nowhere/at/all"], "is no folder"),
        (["--pages", "few"], "'few' is not whole numbers from 1"),
    ],
)
def test_a_wrong_call_is_a_usage_error(argv: list[str], said: str) -> None:
    ran = run("bench", "speed", *argv)
    assert (ran.code, said in ran.err) == (2, True), ran.err


def test_a_vault_without_text_is_refused(tmp_path: Path) -> None:
    ran = run("bench", "speed", "--pages", "0", "--vault", write(tmp_path / "v", {"a.md": "one word\n"}))
    assert (ran.code, "holds no note to ask about" in ran.err) == (2, True), ran.err


def test_a_process_is_charged_with_what_it_and_its_children_cost_and_with_its_own_memory(tmp_path: Path) -> None:
    ballast = bytearray(60 << 20)
    busy = "sum(range(3_000_000))"
    with Processes(str(tmp_path), {}) as processes:
        idle = processes.run([sys.executable, "-S", "-c", "pass"])
        child = processes.run([sys.executable, "-S", "-c", f"import os\nif os.fork(): os.wait()\nelse: {busy}"])
        large = processes.run([sys.executable, "-S", "-c", "x = bytearray(50 << 20); print(len(x))"])
        with pytest.raises(DataError, match="exit code 3: it said nothing"):
            processes.run([sys.executable, "-S", "-c", "raise SystemExit(3)"])
    assert child.cpu_ms > 2 * idle.cpu_ms
    assert idle.peak_mib < 40 < large.peak_mib
    assert large.output == f"{50 << 20}\n"
    assert len(ballast) == 60 << 20


def test_the_same_vault_gives_the_same_questions_and_nothing_matches_the_last(tmp_path: Path) -> None:
    vault = write(
        tmp_path, {f"cache {n}.md": page(f"cache {n}", f"{WORDS} variant{'abcdefgh'[n]} once") for n in range(8)}
    )
    seen = look_at(str(vault))
    assert seen == look_at(str(vault))
    assert seen.pages == 8
    assert len(seen.questions.common.split()) == 10
    assert seen.questions.page in {path.name for path in vault.iterdir()}
    texts = [path.read_text("utf-8") for path in vault.iterdir()]
    assert any(seen.questions.term in text for text in texts)
    assert not any(word in text for word in seen.questions.nothing.split() for text in texts)


def test_a_misspelled_name_has_the_same_letters_in_another_order() -> None:
    assert misspell("token budget") == "token bugdet"
    assert misspell("abc") == "bac"


def test_targets_are_those_of_the_next_size_up() -> None:
    row = Row("ask", "cold", 1, 50.0, 5.0, None, 45.0)
    told = {(pages, target.figure): target for pages in (1_002, 1_003, 400_000) for target in targets_of(pages, [row])}
    assert (told[1_002, "over_python"].wanted, told[1_002, "over_python"].is_met) == ("<= 4", False)
    assert (told[1_003, "over_python"].wanted, told[1_003, "over_python"].is_met) == ("<= 7", True)
    assert told[400_000, "peak_mib"].wanted == "<= 90"
    assert (1_002, "over_rg") not in told


def test_a_percentile_is_a_value_that_was_measured() -> None:
    assert [percentile([4.0, 1.0, 3.0, 2.0], share) for share in (0.25, 0.5, 0.51, 0.95, 1.0)] == [1, 2, 3, 4, 4]
