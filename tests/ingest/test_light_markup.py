"""Org mode, TeX, subtitles and records: what heads a part is a heading, a record is a passage, and words stay."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.ingest.formats import as_markdown
from scripts.text.block_ids import quotables
from tests.running import done, run

ORG = "#+TITLE: Garden\n* Beds\nCompost.\n** Tools\n- spade\n#+begin_src python\n* no heading\n#+end_src\n"
TEX = "\\documentclass{article}\n\\title{On Pumps}\n\\section*{Valves}\nOpen.\n\\subsection[c]{Cold}\nShut.\n"
SRT = "1\n00:00:01,000 --> 00:00:03,000\nWe meet\non Thursdays\n\n2\n00:00:03,5 --> 00:00:05,0\nin the <i>hall</i>.\n"
VTT = "WEBVTT\n\nNOTE by hand\n\n00:01.000 --> 00:04.000\n<v Ann>The lease ends.\n\n00:05.000 --> 00:06.000\nIn May.\n"
BIB = "@book{a, title={A}}\n@book{b, title={B}}\n"
ICS = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:One\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:Two\nEND:VEVENT\nEND:VCALENDAR\n"


@pytest.mark.parametrize(
    ("suffix", "text", "expected"),
    [
        (".org", ORG, [("Garden > Beds", "Compost."), ("Garden > Beds > Tools", "- spade")]),
        (".tex", TEX, [("On Pumps > Valves", "Open."), ("On Pumps > Valves > Cold", "Shut.")]),
        (".srt", SRT, [("", "[00:00:01] We meet on Thursdays in the hall.")]),
        (".vtt", VTT, [("", "[00:01] Ann: The lease ends."), ("", "[00:05] In May.")]),
        (".bib", BIB, [("", "@book{a, title={A}}"), ("", "@book{b, title={B}}")]),
        (".ics", ICS, [("", "BEGIN:VEVENT\nSUMMARY:One\nEND:VEVENT")]),
    ],
)
def test_parts_are_headings_and_records_are_passages(suffix: str, text: str, expected: list[tuple[str, str]]) -> None:
    found = [(unit.heading, unit.text) for unit in quotables(as_markdown(text, suffix))]
    assert [each for each in found if each in expected] == expected


def test_code_in_org_stays_code() -> None:
    code = next(unit for unit in quotables(as_markdown(ORG, ".org")) if unit.text.startswith("```"))
    assert code.text == "```python\n* no heading\n```"


def test_subtitles_without_a_cue_stay_as_they_are() -> None:
    assert as_markdown("Only words.\n", ".srt") == "Only words.\n"


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        (
            "0001-pin.md",
            "- Feature Name: `pin_api`\n- Start Date: 2018\n\n# Summary\n\nA.\n\n# Motivation\n\nB.\n",
            "pin_api",
        ),
        ("0002-x.md", "- Feature Name: (fill me in)\n- Date: 1\n\n# Summary\n\nA.\n\n# Motivation\n\nB.\n", "0002-x"),
        ("one.md", "# The title\n\nA.\n\n# Part\n\nB.\n", "The title"),
        ("b.org", ORG, "Garden"),
        ("c.tex", TEX, "On Pumps"),
    ],
)
def test_a_document_gives_its_own_title(name: str, text: str, title: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    done("init", tmp_path / "home")
    added = done("add", tmp_path / name, "--json", home=tmp_path / "home").document
    assert added["receipt"]["sources"][0]["title"] == title


def test_each_document_of_a_call_can_have_its_title(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(f"Words of {name}.\n", "utf-8")
    done("init", tmp_path / "home")
    files = (tmp_path / "a.txt", tmp_path / "b.txt")
    assert run("add", *files, "--title", "One", home=tmp_path / "home").code == 2
    added = done("add", *files, "--title", "One", "--title", "Two", "--json", home=tmp_path / "home").document
    assert [source["title"] for source in added["receipt"]["sources"]] == ["One", "Two"]


def test_a_cell_over_two_rows_stands_in_both_and_shifts_none() -> None:
    bs4 = pytest.importorskip("bs4", reason="the extra `documents` is absent")
    from scripts.ingest.web_pages import legible

    rows = (
        "<th>Zone</th><th>Adult</th><th>Child</th>",
        "<td rowspan=2>A</td><td>3</td><td>1</td>",
        "<td>4</td><td>2</td>",
        "<td rowspan='2' colspan=2>5</td><td>x</td>",
        "<td>y</td>",
        "<td>B</td><td>6</td><td rowspan=99999999999>z</td>",
    )
    html = "".join(f"<tr>{row}</tr>" for row in rows)
    page = bs4.BeautifulSoup(legible(f"<table>{html}</table>".encode()), "html.parser")
    found = [[cell.get_text() for cell in row(["th", "td"])] for row in page("tr")]
    assert found == [
        ["Zone", "Adult", "Child"],
        ["A", "3", "1"],
        ["A", "4", "2"],
        ["5", "x"],
        ["5", "5", "y"],
        ["B", "6", "z"],
    ]


ODD = """1
00:00:01,000 --> 00:00:03,000
The drug is safe

for nobody below twelve.

2
00:00:04 --> 00:00:05
x < y, says <Bob> of <i>5</i>{\\an8}.
3
0:00:11:000-->0:00:12:000
Without blanks.
"""


def test_of_subtitles_nothing_that_is_said_is_left_out() -> None:
    """What stood behind a blank line, or below a time of another form, was dropped without a word."""
    assert as_markdown(ODD, ".srt").split("\n\n") == [
        "[00:00:01] The drug is safe for nobody below twelve.",
        "[00:00:04] x < y, says \\<Bob> of 5.",
        "[0:00:11] Without blanks.\n",
    ]


def test_figures_of_two_subtitles_are_no_one_number() -> None:
    text = "00:01 --> 00:02\nWe moved into room 12\n\n00:03 --> 00:04\n345 guests came.\n"
    assert as_markdown(text, ".srt") == "[00:01] We moved into room 12\n345 guests came.\n"


def test_notes_and_styles_of_webvtt_are_not_said() -> None:
    text = (
        "WEBVTT - Talk\n\nNOTE of the\nmaker\n\nSTYLE\n::cue {}\n\nintro\n00:01.000 --> 00:02.000\nHello.\n\nNOTE x\n"
    )
    assert as_markdown(text, ".vtt") == "[00:01] Hello.\n"


def test_a_long_line_of_a_calendar_goes_on_below() -> None:
    text = as_markdown("BEGIN:VEVENT\nSUMMARY:It shall be 12\n 50 euros\nEND:VEVENT\n", ".ics")
    assert "It shall be 1250 euros" in text


def test_lines_and_signs_within_a_calendar_are_said_as_they_are_meant() -> None:
    """Each word behind a `\\n` was lost to `ask`, and could not be quoted."""
    text = "BEGIN:VEVENT\nDESCRIPTION:Fee is 10\\, or 5\\n\\nParking costs 5\\NC:\\\\new\nEND:VEVENT\n"
    assert "DESCRIPTION:Fee is 10, or 5\nParking costs 5\nC:\\new\nEND" in as_markdown(text, ".ics").replace(
        "\\\\", "\\"
    )


def test_lines_and_letters_within_json_are_said_as_they_are_meant() -> None:
    text = '[{"text": "Fee is 10\\r\\nParking costs M\\u00fcller 5 \\ud83d\\ude00 \\u0007 \\\\new \\"x\\""}]\n'
    assert 'Fee is 10 \nParking costs Müller 5 😀 \\u0007 \\\\new \\"x\\"' in as_markdown(text, ".json")


def test_a_semicolon_parts_values_with_decimal_commas() -> None:
    table = "Ware (kg, netto);Preis\nEisen;1,5\nBlei;2,25\n"
    for text in (table, table + "Zinn\n"):
        assert "| Eisen | 1,5 |" in as_markdown(text, ".csv")


def test_a_power_at_the_end_of_a_line_is_no_name_of_a_passage() -> None:
    assert "10 \\^6" in as_markdown("Its mass is about 10 ^6\n", ".txt")
