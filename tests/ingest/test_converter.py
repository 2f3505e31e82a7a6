"""What is made of the pages of a PDF, and of a web page around its text: parts that markitdown leaves as they are."""

from __future__ import annotations

import time

import pytest

from scripts.ingest.pdf_pages import with_headings, without_edges, words_whole
from scripts.ingest.web_pages import language_of, legible

PAGES = [
    "The Salt Road\n\nFirst words of\n\n1",
    "The Salt Road\n\nthe report.\n\n•\n\nAn item.\n\n2",
    "The Salt Road\n\nLast words.\n\nTable 1\n\n3",
]


def test_running_heads_and_numbers_of_pages_go_and_a_sentence_goes_on() -> None:
    assert (
        without_edges(PAGES) == "The Salt Road\n\nFirst words of\nthe report.\n\n• An item.\n\nLast words.\n\nTable 1"
    )


@pytest.mark.parametrize("pages", [["Table 1\n\nOne."], ["Table 1\n\nOne.", "Table 2\n\nTwo."]])
def test_what_stands_at_the_edge_of_few_pages_stays(pages: list[str]) -> None:
    assert without_edges(pages) == "\n\n".join(pages)


def test_a_field_of_a_form_is_no_running_head() -> None:
    """The results of half of the units were gone: most of them were the same."""
    results = ["PASS", "PASS", "FAIL", "PASS", "FAIL", "PASS"]
    pages = [
        f"\x01Tests of Ada Inc.\n\nUnit {number}\n\nIt was tested.\n\n\x01Result: {result}\n\n\x01Page: {number}"
        for number, result in enumerate(results, 1)
    ]
    text = without_edges(pages, is_placed=True)
    assert [line for line in text.split("\n") if "Result" in line] == [f"Result: {result}" for result in results]
    assert text.count("Ada Inc.") == 1
    assert "Page" not in text


@pytest.mark.parametrize(
    ("cut", "whole"),
    [
        ("An inter-\nnational aim; international.", "An international\naim; international."),
        ("A well-\nknown aim; the well-known ones.", "A well-known\naim; the well-known ones."),
        ("A new soft\u00ad\nware.\n\nMore.", "A new software.\n\nMore."),
        ("Annalena Meyer-\nLandrut won.", "Annalena Meyer-Landrut\nwon."),
        ("The state-of-the-\nart tool.", "The state-of-the-art\ntool."),
        ("A well-estab-\nlished rule was established.", "A well-established\nrule was established."),
        ("Their data and a driven man: data-\ndriven.", "Their data and a driven man: data-driven."),
        ("EU-\nKommission and HIV-\nnegative: AB-\nX200", "EU-Kommission\nand HIV-negative:\nAB-X200"),
        ("Vor-\nund Nachteile; vor und zu", "Vor-\nund Nachteile; vor und zu"),
        ("The F-\nscore is high.", "The F-score\nis high."),
        ("Vor-\nund Nachteile", "Vor-\nund Nachteile"),
        ("A case inc-\n4310 is open -\nas ever.", "A case inc-\n4310 is open -\nas ever."),
        (
            "Distri-\nbution, distribution: https://a.org/my-\npage",
            "Distribution,\ndistribution: https://a.org/my-\npage",
        ),
        ("Collect arti-\n\ncles; articles of all.", "Collect articles;\narticles of all."),
        ("A dash -\n\nand more. Pre-\n\nThe end.", "A dash -\n\nand more. Pre-\n\nThe end."),
        ("An application-\nspecific rule.", "An application-specific\nrule."),
        ("Distri-\nbution. An impor-\ntant distribution.", "Distribution.\nAn important\ndistribution."),
    ],
)
def test_words_that_the_end_of_a_line_cuts_are_whole(cut: str, whole: str) -> None:
    """`international` was not found, since the text had `inter-` and `national`."""
    assert words_whole(cut) == whole


@pytest.mark.parametrize("text", ["a-" * 100_000 + "\n", "a-\n" * 50_000, "a" * 200_000 + "-\n" + "b" * 200_000])
def test_words_are_made_whole_in_linear_time(text: str) -> None:
    start = time.process_time()
    words_whole(text)
    assert time.process_time() - start < 2


def test_lines_at_the_edge_with_figures_of_their_own_stay() -> None:
    """A total at the end of each page, and a head that says since when it does not hold, went from all of them."""
    head = "Withdrawn since 1 January 2024: not in force."
    pages = [
        f"{head}\n\nText {word}.\n\nTotal: {total} euro.\n\nPage {number + 7} of 40"
        for number, (word, total) in enumerate(zip("abcd", (1674, 900, 12, 1675)))
    ]
    assert without_edges(pages) == "\n\n".join(
        [head, *(f"Text {word}.\n\nTotal: {total} euro." for word, total in zip("abcd", (1674, 900, 12, 1675)))]
    )


def test_a_heading_with_a_figure_that_grows_with_the_page_stays() -> None:
    pages = [
        f"Results for {2019 + number}\n\nSales came to {word}.\n\n{number + 1} | Ada Inc."
        for number, word in enumerate("abcd")
    ]
    assert without_edges(pages).split("\n\n")[::2] == [f"Results for {2019 + number}" for number in range(4)]
    assert "Ada Inc." not in without_edges(pages)


def test_a_line_of_words_for_pages_is_looked_at_once() -> None:
    start = time.process_time()
    without_edges([f"{number} {'pages ' * 2_000}x\n\nText.\n\nMore." for number in range(4)])
    assert time.process_time() - start < 2


OUTLINE = [(1, "1. Scope"), (2, "1.1 Words"), (1, "Non-regular files")]
TEXT = "1. Scope\n\nOf all.\n\n1.1\tWords\n\nScope again.\n\n2 Nonregular files\n\nEnd.\n"


def test_bookmarks_are_headings() -> None:
    assert with_headings(TEXT, OUTLINE) == (
        "\n## 1. Scope\n\nOf all.\n\n### 1.1\tWords\n\nScope again.\n\n## 2 Nonregular files\n\nEnd.\n"
    )


def test_a_table_of_contents_is_no_row_of_headings() -> None:
    contents = "1. Scope\n\n1.1 Words\n\n2 Non-regular files\n\n"
    assert with_headings(contents + TEXT, OUTLINE).startswith(contents)


def test_a_text_without_bookmarks_stays_as_it_is() -> None:
    assert with_headings(TEXT, []) == TEXT


PAGE = b"""<html><head><title>Salt - The Book</title></head><body>
<div class="popup"><h2>Keyboard shortcuts</h2></div><nav><a href="a.html">Menu</a></nav>
<main><nav>Part</nav><h1><a href="#salt">Salt</a><a href="#salt">&para;</a></h1>
<p>See <a href="../rail.html">rails</a>, <a href="https://a.example/b">b</a>, <a href="#x">below</a>.</p></main>
<footer>Imprint</footer></body></html>"""


def test_of_a_web_page_what_stands_beside_its_main_part_is_left_out_and_links_that_lead_nowhere_are_words() -> None:
    bs4 = pytest.importorskip("bs4", reason="LEFT OUT: no page was read, since bs4 (of markitdown) is not installed")
    page = bs4.BeautifulSoup(legible(PAGE), "html.parser")
    assert " ".join(page.body.get_text().split()) == "Salt See rails, b, below."
    assert [link["href"] for link in page("a")] == ["https://a.example/b"]
    assert page.title.get_text() == "Salt - The Book"


def test_a_page_without_a_main_part_loses_its_menus_alone() -> None:
    bs4 = pytest.importorskip("bs4", reason="LEFT OUT: no page was read, since bs4 (of markitdown) is not installed")
    without = PAGE.replace(b"<main>", b"<div>").replace(b"</main>", b"</div>")
    text = " ".join(bs4.BeautifulSoup(legible(without), "html.parser").body.get_text().split())
    assert text == "Keyboard shortcuts Salt See rails, b, below. Imprint"


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ("<pre><code class='language-toml'>a</code></pre>", "toml"),
        ("<div class='highlight-c++'><div><pre>a</pre></div></div>", "c++"),
        ("<pre class='lang-py other'>a</pre>", "py"),
        ("<pre>a</pre>", ""),
    ],
)
def test_a_block_of_code_says_its_language(html: str, language: str) -> None:
    bs4 = pytest.importorskip("bs4", reason="LEFT OUT: no page was read, since bs4 (of markitdown) is not installed")
    assert language_of(bs4.BeautifulSoup(html, "html.parser").pre) == language


def test_a_formula_keeps_its_powers_and_fractions() -> None:
    """Of 10^6 the digits alone were left, and proved 106."""
    soup = pytest.importorskip("bs4").BeautifulSoup
    page = (
        "<p><math><msup><mn>10</mn><mn>6</mn></msup></math> <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>"
        " <math><msqrt><mn>81</mn></msqrt></math> <math alttext='x^{2}'><mi>x</mi></math>"
        " <math><mfrac><mrow><mi>b</mi><mo>-</mo><mn>1</mn></mrow><mn>2</mn></mfrac></math>"
        " <math><mn>1</mn><mn>2</mn><annotation>12</annotation></math> x<sub>max</sub> 1<sup>st</sup>"
        " 10<a href='https://a.example'><sup>6</sup></a> 10<sup><a href='https://a.example'>7</a></sup>"
        " 2<sup><b>3</b></sup></p>"
    )
    assert soup(legible(page.encode()).decode(), "html.parser").get_text() == (
        "10^6 1/2 √81 x^{2} (b - 1)/2 1 2 x_max 1st 10⁶ 10⁷ 2³"
    )


def test_blocks_that_markitdown_does_not_know_do_not_run_together() -> None:
    pytest.importorskip("bs4")
    page = "<details><summary>Fee: 5</summary>20 members</details><template>9</template><select><option>1<option>2"
    assert legible(page.encode()).decode() == (
        "<div><div>Fee: 5</div>20 members</div><select><option>1 </option><option>2 </option></select>"
    )


def test_items_and_cells_end_where_the_next_begins() -> None:
    """Their end tags may be left out: two items made one number."""
    bs4 = pytest.importorskip("bs4")
    page = "<ul><li>Room for 12<li>345 came<ul><li>a<li>b</ul></ul><table><tr><td>1<td>2<tr><td>3<td>4</table><p>x<p>y"
    made = bs4.BeautifulSoup(legible(page.encode()), "html.parser")
    assert [" ".join(item.find_all(string=True, recursive=False)) for item in made("li")] == [
        "Room for 12",
        "345 came",
        "a",
        "b",
    ]
    assert [[cell.get_text() for cell in row(["td", "th"])] for row in made("tr")] == [["1", "2"], ["3", "4"]]
    assert [part.get_text() for part in made("p")] == ["x", "y"]


def test_the_number_of_a_note_is_no_power() -> None:
    soup = pytest.importorskip("bs4").BeautifulSoup
    page = b"<p>12,345<sup>[1]</sup> and 7<sup>(a)</sup>, 10<sup>n</sup></p>"
    assert soup(legible(page).decode(), "html.parser").get_text() == "12,345[1] and 7(a), 10ⁿ"
