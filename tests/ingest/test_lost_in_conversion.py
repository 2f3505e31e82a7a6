"""What the libraries that read DOCX, PPTX and PDF leave out or run together: it is mended, and what is not is told."""

from __future__ import annotations

import importlib.util
import io
import time
import zipfile
from pathlib import Path

import pytest

from scripts.ingest.conversion import Converted, Limits, convert
from tests.hostile.documents import archive as packed
from tests.hostile.documents import docx, paragraph, pdf, relation, stream
from tests.running import done, run

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("markitdown") is None,
    reason="markitdown is not installed: pip install '.[documents]'",
)

LIMITS = Limits(60, 2_000, 10_000_000)
MATH = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'


def letter(body: str) -> Converted:
    return convert(docx(body), "a.docx", LIMITS)


def formula(inside: str) -> str:
    return f"<w:p><m:oMath {MATH}>{inside}</m:oMath></w:p>"


def said(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


FRACTION = f"<m:f><m:num>{said('1')}</m:num><m:den>{said('2')}</m:den></m:f>"


@pytest.mark.parametrize(
    ("inside", "written"),
    [
        (f"<m:sSup><m:e>{said('10')}</m:e><m:sup>{said('6')}</m:sup></m:sSup>", "$10^{6}$"),
        (FRACTION, "$1/2$"),
        (f"<m:sSub><m:e>{said('x')}</m:e><m:sub>{said('10')}</m:sub></m:sSub>", "$x_{10}$"),
        (f"<m:d><m:e>{said('1')}{said('0')}</m:e></m:d>", "$(10)$"),
        (f"<m:rad><m:radPr/><m:deg/><m:e>{said('81')}</m:e></m:rad>", "$\\sqrt{81}$"),
        (f"<m:borderBox><m:e>{said('7')}</m:e></m:borderBox>", "$7$"),
        (f"<m:limLow><m:e>{said('sup')}</m:e><m:lim>{said('4')}</m:lim></m:limLow>", "$sup\\_4$"),
    ],
)
def test_a_formula_that_markitdown_cannot_write_is_written_in_a_line(inside: str, written: str) -> None:
    """It left out all formulas of a letter for one without properties."""
    found = letter(formula(inside) + paragraph("Words.") + formula(FRACTION))
    assert [line for line in found.text.splitlines() if line] == [written, "Words.", "$1/2$"]
    assert found.left_out == ()


def test_a_simple_field_and_an_end_of_line_are_read() -> None:
    field = '<w:fldSimple w:instr=" SEQ Table "><w:r><w:t>7</w:t></w:r></w:fldSimple>'
    found = letter(f"<w:p><w:r><w:t>Table </w:t></w:r>{field}<w:r><w:cr/><w:t>12 ships</w:t></w:r></w:p>")
    assert (found.text.split(), found.left_out) == (["Table", "7", "12", "ships"], ())


def test_what_a_letter_says_and_its_text_does_not_is_told(tmp_path: Path) -> None:
    """A moved paragraph is there once; what stands in a form of drawing that no reader knows is gone."""
    drawn = f"<w:p><w:unknown><w:r><w:t>Crew of 431</w:t></w:r></w:unknown></w:p>{paragraph('431 guests.')}"
    moved = "<w:p><w:moveFrom><w:r><w:t>Away.</w:t></w:r></w:moveFrom></w:p>"
    (tmp_path / "a.docx").write_bytes(docx(drawn + moved))
    assert letter(drawn + moved).left_out == ("crew", "431")
    done("init", tmp_path / "home")
    told = run("add", tmp_path / "a.docx", home=tmp_path / "home").out
    assert "warning: left-out: 2 words of the document are not in its text: crew, 431" in told


def test_raised_figures_of_slides_are_signs_of_their_own() -> None:
    presentation = pytest.importorskip("pptx").Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[5])
    line = slide.shapes.title.text_frame.paragraphs[0]
    for text, baseline in (
        *(("10", ""), ("6", "30000"), (" H", ""), ("2", "-25000"), ("O n", ""), ("th", "30%")),
        *((" wh", ""), ("ole", "0")),
    ):
        run = line.add_run()
        run.text = text
        if baseline:
            run._r.get_or_add_rPr().set("baseline", baseline)
    data = io.BytesIO()
    presentation.save(data)
    found = convert(data.getvalue(), "a.pptx", LIMITS)
    assert "10⁶ H₂O nth whole" in found.text
    assert found.left_out == ()


def test_raised_figures_of_a_pdf_are_signs_of_their_own() -> None:
    """48½ cents was 481/2, and 10⁶ was 106; a bullet before small type raises nothing."""
    large, small = "/F1 10 Tf 0 Ts", "/F1 7 Tf 3.5 Ts"
    shown = (
        f"{large} (10) Tj {small} (6) Tj {large} ( words, n) Tj {small} (th) Tj {large} (, 48) Tj {small} (1) Tj "
        f"{large} (/2 cents,) Tj ( x) Tj {small} (2) Tj 0 -30 Td {large} (\\225) Tj {small} (2 ships) Tj"
    )
    found = convert(pdf({5: stream(f"BT 50 700 Td {shown} ET")}), "a.pdf", LIMITS)
    assert found.text.split("\n\n")[0] == "10⁶ words, nth, 48 1/2 cents, x²"
    assert "2 ships" in found.text


def test_the_mark_of_a_note_in_a_pdf_is_no_part_of_a_number() -> None:
    """Behind a full stop it made a decimal of a figure, and at the head of a line it made another one."""
    large, small = "/F1 10 Tf 0 Ts", "/F1 7 Tf 3.5 Ts"
    above = f"{large} (It fell to 10.) Tj {small} (6) Tj {large} ( It rose.) Tj"
    shown = f"{above} 0 -30 Td {small} (1) Tj {large} (2,500 euros of it.) Tj"
    found = convert(pdf({5: stream(f"BT 50 700 Td {shown} ET")}), "a.pdf", LIMITS)
    assert found.text.split("\n\n")[:2] == ["It fell to 10.⁶ It rose.", "¹2,500 euros of it."]


def page(*lines: tuple[int, str]) -> bytes:
    """What draws lines at these heights of a page of 792 points."""
    return stream(" ".join(f"BT /F1 10 Tf 50 {height} Td ({text}) Tj ET" for height, text in lines))


def test_of_a_pdf_of_short_pages_only_heads_and_feet_go() -> None:
    """Four patients, a page each: three of them lost their results."""
    pages = [
        page(
            (760, "Ward 7"), (600, f"Patient {name}"), (500, f"Result: {result}"), (400, "Adopted."), (30, f"{number}")
        )
        for number, (name, result) in enumerate((("Ann", "no"), ("Bob", "no"), ("Cid", "yes"), ("Dot", "no")), 1)
    ]
    drawn = "/Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>"
    kids = {10 + 2 * number: f"<<{drawn}/Contents {11 + 2 * number} 0 R>>" for number in range(4)}
    tree = f"<</Type/Pages/Kids[{' '.join(f'{kid} 0 R' for kid in kids)}]/Count 4>>"
    contents = {11 + 2 * number: data for number, data in enumerate(pages)}
    blocks = convert(pdf({2: tree, **kids, **contents}), "a.pdf", LIMITS).text.split("\n\n")
    assert [block for block in blocks if block != "Adopted."] == [
        "Ward 7",
        *("Patient Ann", "Result: no", "Patient Bob", "Result: no", "Patient Cid", "Result: yes"),
        *("Patient Dot", "Result: no"),
    ]
    assert blocks.count("Adopted.") == 4


def test_struck_words_of_slides_are_told_as_struck() -> None:
    presentation = pytest.importorskip("pptx").Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[5])
    run = slide.shapes.title.text_frame.paragraphs[0].add_run()
    run.text = "The fee is five euros. "
    run._r.get_or_add_rPr().set("strike", "sngStrike")
    data = io.BytesIO()
    presentation.save(data)
    assert "~~The fee is five euros.~~" in convert(data.getvalue(), "a.pptx", LIMITS).text


def test_words_of_a_diagram_and_values_of_a_chart_are_told() -> None:
    drawn = {
        "word/diagrams/data1.xml": "<m xmlns:a='a'><a:p><a:r><a:t>Guests 431</a:t></a:r></a:p></m>",
        "word/charts/chart1.xml": "<c xmlns:c='c'><c:v>3.5</c:v><c:v>Berth</c:v></c>",
    }
    found = convert(docx(paragraph("Words here."), more=drawn), "a.docx", LIMITS)
    assert found.left_out == ("guests", "431", "3", "5", "berth")


def test_figures_of_a_letter_that_a_style_raises_are_signs_of_their_own() -> None:
    styles = (
        '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="character" '
    )
    styles += (
        'w:styleId="Up"><w:name w:val="Up"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style></w:styles>'
    )
    body = "".join(
        f'<w:r><w:rPr>{look}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'
        for text, look in (
            ("10", ""),
            ("6", '<w:rStyle w:val="Up"/>'),
            (" or 1,250", ""),
            ("3", '<w:rStyle w:val="Up"/>'),
            (" of 5", ""),
        )
    )
    body += '<w:r><w:ptab w:relativeTo="margin" w:alignment="right" w:leader="none"/><w:t>12 points</w:t></w:r>'
    data = docx(
        f"<w:p>{body}</w:p>",
        relations=relation("s", "styles", "styles.xml"),
        more={"word/styles.xml": styles},
    )
    found = convert(data, "a.docx", LIMITS)
    assert found.text.split() == ["10⁶", "or", "1,250³", "of", "5", "12", "points"]
    assert found.left_out == ()


def test_what_is_typed_into_a_page_is_no_markup_of_the_note() -> None:
    """`&lt;script&gt;` hid what follows it, and `^6` at the end of a line was the name of the passage."""
    page = "<p>Put it into &lt;script&gt; <code>&lt;b&gt;</code>, 5 &lt; 6.</p><p>Its mass is 10 ^6</p>"
    text = convert(page.encode(), "a.html", LIMITS).text
    hidden = "<p>Due on 3 June.<!--[if mso]><table><tr><td><![endif]--></p>"
    hidden = f"<html><head><title>Box&lt;T></title></head><body>{hidden}</body></html>"
    assert convert(hidden.encode(), "a.html", LIMITS) == ("Due on 3 June.", "Box<T>", ())
    assert text.split("\n\n") == ["Put it into \\<script> `<b>`, 5 < 6.", "Its mass is 10 \\^6"]


def test_a_key_that_did_not_come_through_is_not_shown(tmp_path: Path) -> None:
    drawn = {"word/diagrams/data1.xml": "<m xmlns:a='a'><a:p><a:r><a:t>Guests tr0ub4dor3xyzq9</a:t></a:r></a:p></m>"}
    (tmp_path / "a.docx").write_bytes(docx(paragraph("Words here."), more=drawn))
    done("init", tmp_path / "home")
    told = run("add", tmp_path / "a.docx", home=tmp_path / "home").out
    assert "left-out: 2 words of the document are not in its text: guests" in told
    assert "tr0ub4dor3" not in told


def test_a_letter_whose_main_part_has_another_name_is_read_as_well() -> None:
    """Word on the web writes `document2.xml`, of which formulas and raised figures were lost."""
    data = docx(formula(said("4711")) + paragraph("Words."))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name).replace(b"document.xml", b"document2.xml") for name in archive.namelist()}
    renamed = {name.replace("document.xml", "document2.xml"): content for name, content in parts.items()}
    found = convert(packed(renamed), "a.docx", LIMITS)
    assert found == convert(data, "a.docx", LIMITS)
    assert "4711" in found.text


def test_the_figures_of_a_chart_that_markitdown_cannot_write_are_told() -> None:
    pptx = pytest.importorskip("pptx")
    from pptx.chart.data import XyChartData
    from pptx.enum.chart import XL_CHART_TYPE

    points = XyChartData()
    points.add_series("Dose").add_data_point(71.5, 82.5)
    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[6])
    slide.shapes.add_chart(XL_CHART_TYPE.XY_SCATTER, 0, 0, 9_000_000, 5_000_000, points)
    data = io.BytesIO()
    presentation.save(data)
    assert {"71", "82", "5"} <= set(convert(data.getvalue(), "a.pptx", LIMITS).left_out)


def test_a_bar_in_a_cell_of_a_slide_parts_no_cells() -> None:
    presentation = pytest.importorskip("pptx").Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[6])
    table = slide.shapes.add_table(2, 2, 0, 0, 3_000_000, 1_000_000).table
    for row, column, text in ((0, 0, "Fee"), (0, 1, "Day"), (1, 0, "5 | 6 euro"), (1, 1, "Monday")):
        table.cell(row, column).text = text
    data = io.BytesIO()
    presentation.save(data)
    assert "| 5 \\| 6 euro | Monday |" in convert(data.getvalue(), "a.pptx", LIMITS).text


def katex(tex: str, mathml: str, drawn: str) -> str:
    """A formula as KaTeX writes it: for programs that read aloud, and once more as it is drawn."""
    semantics = (
        f'<semantics><mrow>{mathml}</mrow><annotation encoding="application/x-tex">{tex}</annotation></semantics>'
    )
    return (
        f'<span class="katex"><span class="katex-mathml"><math>{semantics}</math></span>'
        f'<span class="katex-html" aria-hidden="true"><span class="base">{drawn}</span></span></span>'
    )


@pytest.mark.parametrize(
    ("html", "said"),
    [
        (f"<p>The dose is {katex('10', '<mn>10</mn>', '10')} mg.</p>", "The dose is 10 mg."),
        (f"<p>It is {katex('-5', '<mo>−</mo><mn>5</mn>', '−5')} degrees.</p>", "It is −5 degrees."),
        (
            "<table><tr><th></th><th><h4>2023</h4></th><th><h4>2024</h4></th></tr>"
            "<tr><td>North</td><td></td><td>5</td></tr><tr><td>South</td><td>7</td><td></td></tr></table>",
            "| | 2023 | 2024 |\n| --- | --- | --- |\n| North | | 5 |\n| South | 7 | |",
        ),
        ('<p>It is 5<a href="#n1" role="doc-noteref">1</a> euros.</p>', "It is 5¹ euros."),
        ('<p>It is 5<a class="noteref" href="#n1">1</a> euros.</p>', "It is 5¹ euros."),
        ("<svg><text>2019</text><text>2020</text><text><tspan>Not</tspan><tspan>approved</tspan></text></svg>",
         "2019 2020 Not approved"),
        (
            '<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td>'
            "<td><pre># limit = 5\nlimit = 7</pre></td></tr></table>",
            "```\n# limit = 5\nlimit = 7\n```",
        ),
        ("<del><ul><li>Smoking<ul><li>outside</li></ul></li></ul>Fee 5.<p>Dogs.</p></del>",
         "* ~~Smoking~~\n+ ~~outside~~\n\n~~Fee 5.~~\n\n~~Dogs.~~"),
        ("<table><tr><td>Max dose</td><td><pre>5</pre></td></tr></table>", "Max dose\n\n```\n5\n```"),
        ('<p>A <span aria-hidden="true">≤</span> <math><mn>5</mn></math></p>', "A ≤ 5"),
        ('<p><span><math><mn>5</mn></math></span><span aria-hidden="true"><math><mn>5</mn></math></span></p>', "5"),
        ("<s>The rent is 5.<br><br>The deposit is 9.</s>", "~~The rent is 5.~~\n\n~~The deposit is 9.~~"),
        ("<p><![if !supportLists]><span>1.</span><![endif]> The fee is not due.</p>", "1. The fee is not due."),
        ("<del><p>The fee is 5.</p><p>The tax is 7.</p></del>", "~~The fee is 5.~~\n\n~~The tax is 7.~~"),
    ],
)  # fmt: skip
def test_a_web_page_says_what_a_reader_sees(html: str, said: str) -> None:
    """Each of these was misread: doubled, glued together, moved to another column, or not told as struck out."""
    text = convert(f"<html><body>{html}</body></html>".encode(), "a.html", LIMITS).text
    assert "\n".join(" ".join(line.split()) for line in text.strip().split("\n")) == said


@pytest.mark.parametrize(
    "html",
    [
        "<del>" * 3_000,
        "<sup>1" * 3_000,
        f"<p>{' ' * 150_000}x</p>",
        f"<p>{'<a href=#x>1</a>' * 15_000}</p>",
        "<del><p>a</p>" * 300,
    ],
)
def test_a_web_page_is_read_in_linear_time(html: str) -> None:
    pytest.importorskip("bs4")
    from scripts.ingest.web_pages import legible

    start = time.process_time()
    legible(html.encode())
    assert time.process_time() - start < 4


def test_what_a_style_strikes_out_and_what_was_chosen_from_a_list_is_said() -> None:
    styles = (
        '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="character" '
        'w:styleId="Old"><w:name w:val="Old"/><w:rPr><w:strike/></w:rPr></w:style></w:styles>'
    )
    choice = (
        '<w:p><w:r><w:t xml:space="preserve">Decision: </w:t></w:r><w:r><w:fldChar w:fldCharType="begin"><w:ffData>'
        '<w:ddList><w:result w:val="1"/><w:listEntry w:val="approved"/><w:listEntry w:val="rejected"/></w:ddList>'
        "</w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMDROPDOWN</w:instrText></w:r>"
        '<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
    )
    fee = '<w:p><w:r><w:rPr><w:rStyle w:val="Old"/></w:rPr><w:t>500</w:t></w:r><w:r><w:t> 700 euros.</w:t></w:r></w:p>'
    found = convert(docx(fee + choice, more={"word/styles.xml": styles}), "a.docx", LIMITS)
    assert found == ("~~500~~ 700 euros.\n\nDecision: rejected", "", ())


def test_what_stands_below_a_chart_is_no_part_of_its_last_row() -> None:
    pptx = pytest.importorskip("pptx")
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE

    points = CategoryChartData()
    points.categories = ["Q1"]
    points.add_series("Share", (2.5,))
    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[6])
    slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, 0, 0, 5_000_000, 3_000_000, points)
    slide.shapes.add_textbox(0, 4_000_000, 5_000_000, 500_000).text_frame.text = "These figures are not audited."
    data = io.BytesIO()
    presentation.save(data)
    assert "| Q1 | 2.5 |\n\nThese figures are not audited." in convert(data.getvalue(), "a.pptx", LIMITS).text


WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def level(at: int, format_: str, text: str, *, more: str = "") -> str:
    shown = f'<w:numFmt w:val="{format_}"/><w:lvlText w:val="{text}"/>'
    return f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/>{shown}{more}</w:lvl>'


def item(text: str, list_: int = 1, at: int = 0) -> str:
    place = f'<w:numPr><w:ilvl w:val="{at}"/><w:numId w:val="{list_}"/></w:numPr>'
    return f"<w:p><w:pPr>{place}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def numbered(body: str) -> str:
    """A letter with lists of decimals, letters, clauses by style, and one that begins at 5."""
    levels = level(0, "decimal", "%1.") + level(1, "lowerLetter", "(%2)") + level(2, "lowerRoman", "%3)")
    clauses = level(0, "upperRoman", "Art. %1", more='<w:pStyle w:val="H1"/>') + level(
        1, "decimal", "%1.%2", more="<w:isLgl/>"
    )
    definitions = "".join(
        f'<w:abstractNum w:abstractNumId="{at}">{each}</w:abstractNum>' for at, each in enumerate((levels, clauses))
    )
    lists = "".join(f'<w:num w:numId="{at}"><w:abstractNumId w:val="{of}"/>{more}</w:num>' for at, of, more in (
        (1, 0, ""), (2, 1, ""),
        (3, 0, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>'),
    ))  # fmt: skip
    style = (
        '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/>'
        '<w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style>'
    )
    more = {
        "word/numbering.xml": f"<w:numbering {WORD}>{definitions}{lists}</w:numbering>",
        "word/styles.xml": f"<w:styles {WORD}>{style}</w:styles>",
    }
    found = convert(docx(body, more=more), "a.docx", LIMITS)
    assert found.left_out == ()
    return found.text


def test_a_list_that_goes_on_behind_a_remark_keeps_its_numbers() -> None:
    text = numbered(item("Rent.") + item("Pets.") + paragraph("A remark.") + item("Notice.") + item("Five.", 3))
    assert text == "1. Rent.\n2. Pets.\n\nA remark.\n\n3. Notice.\n\n5. Five."


def test_clauses_and_letters_have_the_numbers_that_word_shows() -> None:
    head = '<w:p><w:pPr><w:pStyle w:val="H1"/></w:pPr><w:r><w:t>{}</w:t></w:r></w:p>'
    body = head.format("Rent") + item("It is due.", 2, 1) + head.format("Notice") + item("In writing.", 2, 1)
    assert numbered(body) == "# Art. I Rent\n\n1.1 It is due.\n\n# Art. II Notice\n\n2.1 In writing."
    letters = numbered(item("One.") + item("This,", at=1) + item("or that,", at=1) + item("or what.", at=2))
    assert letters == "1. One.\n\n(a) This,\n\n(b) or that,\n\ni) or what."


def test_a_plain_list_stays_one() -> None:
    assert numbered(item("One.") + item("Two.")) == "1. One.\n2. Two."


def test_numbers_that_cannot_be_read_leave_the_text() -> None:
    broken = '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="x"/></w:abstractNum>'
    more = {
        "word/numbering.xml": f"<w:numbering {WORD}>{broken}</w:numbering>",
        "word/styles.xml": f"<w:styles {WORD}/>",
    }
    assert "One." in convert(docx(item("One."), more=more), "a.docx", LIMITS).text


def test_an_item_that_is_a_formula_is_counted_and_one_that_was_moved_away_is_not() -> None:
    place = '<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>'
    equation = f"<w:p>{place}<m:oMath {MATH}>{said('3x')}</m:oMath></w:p>"
    moved = f"<w:p>{place}<w:moveFrom><w:r><w:t>Warranty</w:t></w:r></w:moveFrom></w:p>"
    text = numbered(item("Solve.") + equation + moved + item("Explain.") + paragraph("A remark.") + item("End."))
    assert [line for line in text.split("\n") if line] == [
        "1. Solve.", "2. $3x$", "3. Explain.", "A remark.", "4. End.",
    ]  # fmt: skip


def test_a_list_of_choices_says_what_holds_until_somebody_chooses() -> None:
    choice = (
        '<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:default w:val="1"/>'
        '<w:listEntry w:val="approved"/><w:listEntry w:val="rejected"/></w:ddList></w:ffData></w:fldChar></w:r>'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
    )
    assert letter(choice).text == "rejected"


def test_what_is_no_choice_takes_no_time() -> None:
    start = time.process_time()
    assert letter(paragraph("Words.") + f"<!--{'<w:ddList>' * 50_000}-->").text == "Words."
    assert time.process_time() - start < 5


def definition(levels: str, *, id_: int = 0, more: str = "") -> str:
    return f'<w:abstractNum w:abstractNumId="{id_}">{levels}</w:abstractNum>{more}'


@pytest.mark.parametrize(
    ("levels", "body", "said"),
    [
        (
            level(0, "bullet", "•") + level(1, "decimal", "%2."),
            item("Tenant") + item("pays", at=1) + item("Landlord") + item("repairs", at=1),
            "* Tenant\n  1. pays\n* Landlord\n  1. repairs",
        ),
        (
            level(0, "decimal", "%1"),
            item("The fee is due.") + paragraph("So.") + item("500 EUR is the cap."),
            "1. The fee is due.\n\nSo.\n\n2. 500 EUR is the cap.",
        ),
        (
            level(0, "decimal", "%1."),
            "<w:tbl><w:tblPr/><w:tblGrid/>"
            + "".join(f"<w:tr><w:tc>{item(name)}</w:tc><w:tc><w:p/></w:tc></w:tr>" for name in ("Name", "Seat"))
            + "</w:tbl>",
            "| 1. Name |  |\n| --- | --- |\n| 2. Seat |  |",
        ),
        (
            level(0, "none", ""),
            item("The tenant pays.") + item("The tenant cleans."),
            "The tenant pays.\n\nThe tenant cleans.",
        ),
    ],
)
def test_numbers_are_counted_as_word_counts_them(levels: str, body: str, said: str) -> None:
    lists = '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    more = {
        "word/numbering.xml": f"<w:numbering {WORD}>{definition(levels)}{lists}</w:numbering>",
        "word/styles.xml": f"<w:styles {WORD}/>",
    }
    assert convert(docx(body, more=more), "a.docx", LIMITS).text == said


def test_a_long_cell_of_a_slide_takes_no_time() -> None:
    # Nothing else of the libraries is loaded here: other tests put their own in the place of these.
    from scripts.ingest.converted import readable

    start = time.process_time()
    row = f"| {'word ' * 100_000} |"
    assert readable(f"{row}behind", b"", ".pptx") == f"{row}\n\nbehind"
    assert time.process_time() - start < 2
