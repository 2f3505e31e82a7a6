"""Hostile documents through the real markitdown: text or an error of one line, within limits, and no connection."""

from __future__ import annotations

import importlib.util
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scripts.errors import SourceError
from scripts.ingest import conversion
from scripts.ingest.conversion import Limits, convert
from scripts.text.block_ids import quotables
from tests.hostile.documents import WORDS, archives, pages, pdf, pdfs
from tests.running import done, write

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("markitdown") is None,
    reason="markitdown is not installed: pip install '.[documents]'",
)
LIMITS = Limits(20, 2_000, 100_000_000)
QUICK = ["actions.pdf", "page-tree-loop.pdf", "picture-from-a-file.docx", "loads.html", "remote.epub"]
WITH_WORDS = {
    "actions.pdf",
    "names-above.docx",
    "remote-template.docx",
    "nested-bomb.docx",
    "loads.html",
    "remote.epub",
}


@pytest.fixture
def called() -> Iterator[tuple[str, Callable[[], bool]]]:
    """An address where nobody may call, and whether somebody did."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)

        def was_called() -> bool:
            try:
                server.accept()
            except BlockingIOError:
                return False
            return True

        yield f"http://127.0.0.1:{server.getsockname()[1]}", was_called


def convert_all(names: list[str], called: tuple[str, Callable[[], bool]]) -> list[str]:
    """Each of the documents with these names, or all; the names of those converted."""
    url, was_called = called
    documents = {**{f"{name}.pdf": data for name, data in pdfs(url).items()}, **archives(url), **pages(url)}
    read = []
    for name in names or documents:
        text, error = "", ""
        try:
            text = convert(documents[name], name, LIMITS).text
            read.append(name)
        except SourceError as err:
            error = str(err)
        assert "root:" not in text, name
        assert name not in WITH_WORDS or WORDS in text, name
        assert "\n" not in error, name
        assert len(error) < 500, name
        assert not was_called(), name
    return read


def test_documents_that_call_outside_are_read_without_calling(called: tuple[str, Callable[[], bool]]) -> None:
    assert convert_all(QUICK, called) == QUICK


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("(Flood report)", "Flood report"),
        ("<FEFF00C9007400E9>", "Été"),
        ("(Microsoft Word - report v3.docx)", ""),
        ("(report.indd)", ""),
        ("7 0 R", ""),
    ],
)
def test_a_pdf_is_called_as_it_says_itself_unless_that_is_a_file_name(title: str, told: str) -> None:
    data = pdf({6: f"<</Title{title}>>"}, trailer="/Root 1 0 R/Info 6 0 R")
    assert convert(data, "a.pdf", LIMITS).title == told


@pytest.mark.long
def test_no_hostile_document_escapes_its_limits(called: tuple[str, Callable[[], bool]]) -> None:
    read = convert_all([], called)
    assert set(read) >= WITH_WORDS
    assert not {"flate-bomb.pdf", "font-map.pdf", "form-laughs.pdf", "far-cell.xlsx", "laughs.docx"} & set(read)


PAGE = """<html><head><title>Lake - Lakepedia</title><meta charset="iso-8859-1"></head><body>
<table><tr><td><h2>Königssee</h2><p>First.</p></td><td><table><tr><th>Area</th><th>Inflow</th></tr>
<tr><td>14 km<sup>2</sup></td><td>Rusa | Vell</td></tr></table></td></tr></table>
<p>H<sub>2</sub>O, 10<sup>-6</sup>, n<sup>th</sup>, note<sup><a href="#n">1</a></sup></p></body></html>"""


def test_a_page_drawn_with_tables_was_one_row_and_raised_numbers_were_digits() -> None:
    text, title, _ = convert(PAGE.encode("latin-1"), "a.html", LIMITS)
    assert title == "Lake - Lakepedia"
    assert [unit.text for unit in quotables(text)] == [
        "First.",
        "| Area | Inflow |\n| --- | --- |\n| 14 km² | Rusa \\| Vell |",
        "H₂O, 10⁻⁶, nth, note¹",
    ]
    assert "## Königssee" in text


def test_the_first_row_of_a_table_without_a_head_stood_below_an_empty_one() -> None:
    page = "<p>A.</p><table><tr><td>Port</td><td>Range</td></tr><tr><td>Ostend</td><td>4.6</td></tr></table>"
    assert "| Port | Range |\n| --- | --- |\n| Ostend | 4.6 |" in convert(page.encode(), "a.html", LIMITS).text


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("<h1>Lake</h1><h2>Data</h2><p>Words.</p>", "Lake"),
        ("<h1>Lake</h1><p>Words.</p><h1>Data</h1><p>Words.</p>", "Lakepedia"),
        ("<h2>Data</h2><p>Words.</p>", "Lakepedia"),
    ],
)
def test_a_page_is_called_by_its_only_heading_of_the_first_level_else_by_its_title(
    tmp_path: Path, page: str, title: str
) -> None:
    done("init", tmp_path / "home")
    write(tmp_path, {"a.html": f"<html><head><title>Lakepedia</title></head><body>{page}</body></html>"})
    added = done("add", tmp_path / "a.html", "--json", home=tmp_path / "home").document["receipt"]["sources"][0]
    assert added["title"] == title


def test_the_package_may_be_called_by_another_name_than_its_folder() -> None:
    """As where a checkout is installed with `pip install -e`: no document was converted there."""
    called_so = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("elsewhere", sys.argv[1], submodule_search_locations=[sys.argv[1][:-12]])
sys.modules["elsewhere"] = importlib.util.module_from_spec(spec)
from elsewhere.ingest.conversion import Limits, convert
print(convert(b"<p>Hello</p>", "a.html", Limits(20, 2_000, 100_000_000)).text)
"""
    package = Path(conversion.__file__).parents[1] / "__init__.py"
    ran = subprocess.run(
        [sys.executable, "-I", "-c", called_so, str(package)], capture_output=True, check=False, text=True
    )
    assert ran.stdout.strip() == "Hello", ran
