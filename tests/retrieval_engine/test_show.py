"""Showing pages and parts of them over a real index."""

from __future__ import annotations

import re
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scripts.index_store.port import IndexReader
from scripts.index_store.refresh import open_index
from scripts.look.lookup import is_title_unique
from scripts.model import to_plain
from scripts.retrieval_engine.show import Shown, show
from scripts.say import shown_text
from scripts.text.labels import heading_labels, page_label
from scripts.text.names import is_opaque, stem_of
from scripts.text.tokens import count_tokens
from tests.running import done, run, write


@contextmanager
def vault(root: Path, files: dict[str, str]) -> Iterator[Callable[..., Shown]]:
    """Give a function that shows a label of a vault with these files."""
    for path, text in files.items():
        (root / "vault" / path).parent.mkdir(parents=True, exist_ok=True)
        (root / "vault" / path).write_bytes(text.encode())
    with open_index(str(root / "vault"), environ={"COMMONPLACE_CACHE": str(root / "cache")}) as index:
        yield lambda label, **options: show(
            index.reader, label, lambda path: (root / "vault" / path).read_bytes(), count=count_tokens, **options
        )


GUIDE = (
    "# Guide\n\nHow to begin.\n\n"
    + "## Linux\n\n"
    + "### Setup\n\nRun the installer for penguins.\n\n"
    + "## Windows\n\n"
    + "### Setup\n\nRun the installer for panes. ^panes\n\n"
    + "## Steps\n\nDo this:\n\n"
    + "".join(f"{n}. Step number {n} turns the wheel a little further to the left.\n" for n in range(1, 60))
)


def test_a_page_that_fits_is_shown_whole_with_its_hash(tmp_path: Path) -> None:
    with vault(tmp_path, {"a/Note.md": "---\ntags: [x]\n---\n# Note\n\nText.\n"}) as shown:
        page = shown("Note")
    assert page.text == "---\ntags: [x]\n---\n# Note\n\nText.\n"
    assert len(page.sha) == 64
    assert (page.path, page.next_line, page.omitted_tokens, page.headings) == ("a/Note.md", 0, 0, ())
    assert shown_text(page).startswith(f"[Note] (a/Note.md, sha {page.sha[:12]})\n---\n")
    assert to_plain(page)["text"] == page.text


def test_a_long_page_ends_between_items_and_lists_what_follows(tmp_path: Path) -> None:
    with vault(tmp_path, {"Guide.md": GUIDE + "## Last\n\nEnd.\n"}) as shown:
        page = shown("Guide")
        text = shown_text(page)
    assert page.tokens <= 300
    assert page.text.rstrip().endswith("left.")
    assert [(heading.label, heading.level) for heading in page.headings] == [("Last", 2)]
    assert f"more: --line {page.next_line}" in text
    assert re.search(r"headings:\n- Last \(\d+\)$", text)


def test_the_question_chooses_where_a_long_text_begins(tmp_path: Path) -> None:
    filler = "".join(f"Paragraph {n} is about nothing that anyone would look for.\n\n" for n in range(60))
    text = f"# Log\n\n{filler}## Late\n\nThe zebra crossed the road.\n\n{filler}"
    with vault(tmp_path, {"Log.md": text}) as shown:
        assert "zebra" not in shown("Log").text
        page = shown("Log", question="where did zebras cross?")
    assert page.text.startswith("## Late\n\nThe zebra")


def test_a_page_of_twice_the_usual_size_is_shown_whole(tmp_path: Path) -> None:
    text = "".join(f"Paragraph {n} is about nothing that anyone would look for.\n\n" for n in range(45))
    with vault(tmp_path, {"Note.md": text}) as shown:
        page = shown("Note")
    assert 500 < page.tokens < 600
    assert (page.next_line, page.omitted_tokens) == (0, 0)


def test_properties_do_not_crowd_out_the_text(tmp_path: Path) -> None:
    properties = "---\n" + "".join(f"key{n}: some value of this property\n" for n in range(60)) + "---\n"
    with vault(tmp_path, {"Guide.md": properties + GUIDE}) as shown:
        page = shown("Guide")
    assert page.text.startswith("# Guide")
    assert page.properties_tokens > 300
    assert f"properties above ({page.properties_tokens} tokens)" in shown_text(page)


def test_an_outline_of_many_headings_has_the_upper_levels(tmp_path: Path) -> None:
    parts = "".join(f"## Part {n}\n\n" + f"### Piece\n\nText {n}.\n\n" * 20 for n in range(20))
    with vault(tmp_path, {"Guide.md": "# Guide\n\n" + parts}) as shown:
        page = shown("Guide", outline=True)
    assert [heading.level for heading in page.headings] == [1, *[2] * 20]
    assert page.more_headings == 400
    assert page.headings[1].tokens > 20


LINES = st.lists(
    st.sampled_from(
        [
            *(
                "a word or two\n",
                "# Heading\n",
                "## Part\n",
                "\n",
                "- item\n",
                "Intro:\n",
                "two\r\n",
                "three \u2028 four\n",
            ),
            *("long " * 60 + "\n", "One sentence here. " * 30 + "\n", "x" * 400 + "\n"),
            "| a | b |\n|---|---|\n| 1 | 2 |\n",
        ]
    ),
    min_size=1,
    max_size=30,
)


@settings(max_examples=25)
@given(LINES, st.integers(5, 80))
def test_going_on_from_the_line_named_reaches_the_end(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], budget: int
) -> None:
    text = "".join(lines)
    with vault(tmp_path_factory.mktemp("v"), {"lines.md": text}) as shown:
        line, read = 1, ""
        while line:
            page = shown("lines", line=line, budget_tokens=budget)
            assert page.line == line
            assert page.text
            assert not page.next_line or page.next_line > line
            assert page.text in text
            # What is left out of a long line is said, and not counted as lost.
            read = text[: _end_of_line(text, page.end_line)] if page.omitted_of_line else read + page.text
            line = page.next_line
    assert text.startswith(read)
    assert text[len(read) :].strip() == ""


def _end_of_line(text: str, number: int) -> int:
    ends = [match.end() for match in re.finditer(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+", text)]
    return ends[number - 1]


def test_what_the_budget_leaves_out_is_shown_from_the_line_that_is_named(tmp_path: Path) -> None:
    text = "".join(f"It was\u2028not\f{n}.\n" for n in range(300)) + "End ^all\n"
    vault = write(tmp_path, {"log.md": text})
    for name in ("log", "log#^all"):
        line, read = 1, ""
        while line:
            shown = done("show", name, "--line", line, "--budget", 500, "--json", "--vault", vault).document
            line, read = shown["next_line"], read + shown["text"]
        assert read in (text, text.replace(" ^all\n", ""))
    told = done("show", "log", "--budget", 500, "--vault", vault).out.splitlines()[-1]
    number = done("show", "log", "--budget", 500, "--json", "--vault", vault).document["next_line"]
    assert told == f"more: --line {number}"
    assert f"\\u000c{number - 1}.\n" in done("show", "log", "--line", number, "--vault", vault).out
    assert "no line 400; what you asked for ends in line 301" in run("show", "log", "--line", 400, "--vault", vault).err


def test_a_long_line_is_cut_at_a_sentence_and_says_how_to_have_the_rest(tmp_path: Path) -> None:
    line = "".join(f"Sentence number {n} stands here. " for n in range(200))
    with vault(tmp_path, {"long.md": line + "\n\nLast line.\n"}) as shown:
        page = shown("long", budget_tokens=100)
        budget = int(re.search(r"the rest of line 1 with --line 1 --budget (\d+)", shown_text(page))[1])  # type: ignore[index]
        rest = shown("long", budget_tokens=budget, line=1)
    assert page.text.endswith("stands here.")
    assert (page.next_line, page.omitted_of_line > 0) == (2, True)
    assert rest.omitted_of_line == 0


def labels_of(reader: IndexReader) -> Iterator[tuple[str, str, int]]:
    """Yield each label of a vault with the path and line that it must lead to."""
    for page in reader.pages(everything=True):
        sections = reader.sections(pages=[page.id])
        is_unique = not is_opaque(stem_of(page.path)) or is_title_unique(reader, page)
        label = page_label(page, is_title_unique=is_unique)
        yield label, page.path, 1
        headings = heading_labels(page, sections)
        for section in sections:
            if section.part == 0 and headings[section.id]:
                yield f"{label} > {headings[section.id]}", page.path, section.line


@pytest.mark.parametrize("name", [pytest.param("help", marks=pytest.mark.long), "help-zh"])
def test_every_label_of_real_vaults_leads_to_its_section(shared: Path, tmp_path: Path, name: str) -> None:
    root = tmp_path / name
    with tarfile.open(shared / "bench" / "vaults" / f"{name}.tar.xz") as archive:
        archive.extractall(root, filter="data")
    wrong = []
    with open_index(str(root), environ={"COMMONPLACE_CACHE": str(tmp_path / "cache")}) as index:
        labels = list(labels_of(index.reader))
        # Every seventeenth: each label costs a look-up.
        for label, path, line in labels[::17]:
            shown = show(index.reader, label, lambda path: (root / path).read_bytes(), outline=True, count=len)
            if (shown.path, shown.line) != (path, line):
                wrong.append((label, path, line, shown.path, shown.line))
    assert len(labels) > 1000
    assert wrong == []
