"""Tables and properties in replies: without padding, and of many rows those that answer."""

from __future__ import annotations

import pytest

from scripts.retrieval.extracts.coverage import Asked, weigh
from scripts.retrieval.extracts.rows import matching_columns, matching_rows
from scripts.retrieval.language.question import parse_question
from tests.retrieval.memory_graph import MemoryGraph, PageIn

FILM = """director: [[Ilse Krantz]]
cast: [[Bo Tell]], [[Ada Wynn]]
year: 1998
runtime: 94
rating: 7"""


def asked(text: str, question: str) -> Asked:
    graph = MemoryGraph([PageIn("a", "A", (text,)), PageIn("b", "B", ("Other words.",))])
    return weigh(graph, parse_question(question))


def rows(text: str, question: str, above: str = "") -> tuple[str, float] | None:
    found = matching_rows(text, above, asked(text, question))
    return found and (found.text, found.share)


def columns(text: str, question: str) -> tuple[str, float] | None:
    found = matching_rows(text, "", asked(text, question))
    return found and matching_columns(found, asked(text, question))


def test_properties_that_answer_stand_by_themselves_and_count_with_their_title():
    assert rows(FILM, "rating of Low Water", "Low Water") == ("rating: 7", 1.0)
    assert rows(FILM, "who was in the cast of it in 1998") == ("cast: [[Bo Tell]], [[Ada Wynn]]\nyear: 1998", 1.0)


def test_what_no_row_says_any_row_may_answer():
    found = rows(FILM, "how long is the rating of Low Water, or is it good?", "Low Water")
    assert found
    assert found[0] == "rating: 7"
    assert found[1] < 1
    assert rows(FILM, "how long is Low Water?", "Low Water") is None


@pytest.mark.parametrize(
    "text",
    [
        "Some text: with a colon.\nAnother line.\nrating: 7",
        "> director: a\n> cast: b\n> rating: 7",
        "| Key | Rating |\n|---|---|\n| a | 7 |",
        "year: 1998\nrating: 7",
        "a - b | rating\nnothing below\nno rule",
        "Ann: How is the rating?\nBob: It is seven, I think.\nCy: Good, and the year?\nDan: Ninety.",
        "Ann: rating\nAnn: year\nAnn: cast\nBob: none",
        "03:00:01,120 INFO rating\n03:00:02,140 INFO other\n03:00:03,150 WARN other\n03:00:04,170 INFO seven",
        "rating, as told\nnone, they say\nseven, or eight\nnine, at most",
        "```\n| Key | Rating |\n|---|---|\n| a | 7 |\n| b | 8 |\n| c | 9 |\n```",
        "",
    ],
)
def test_other_texts_and_short_ones_have_no_rows(text):
    assert rows(text, "what rating has it?") is None


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_rows_of_a_csv_file_stand_below_its_head(separator):
    lines = ["key,does what", "ctrl-p,prints orchids", '"ctrl-r","turns, maybe"', "ctrl-s,saves", "ctrl-t,"]
    told = "\n".join(lines if separator == "," else [line.replace(",", separator) for line in lines])
    assert rows(told, "which key prints orchids?") == ("\n".join(told.split("\n")[:2]), 1.0)


LANDS = [("Land", "2019", "2020"), ("Peru", "3", "4"), ("Chad", "5", "6"), ("Oman", "7", "8"), ("Fiji", "9", "10")]
OF_BARS = ["| Land | 2019 | 2020 |", "|---|--:|--:|", *(f"| {a} | {b} | {c} |" for a, b, c in LANDS[1:])]
OF_COMMAS = [",".join(land) for land in LANDS]
OF_HTML = [f"<tr>{''.join(f'<td>{cell}</td>' for cell in land)}</tr>" for land in LANDS]
OF_HTML[0] = OF_HTML[0].replace("td>", "th>")
INSERTED = ["INSERT INTO lands (name, a, b) VALUES", *(f"('{a}', {b}, {c})," for a, b, c in LANDS[1:])]


@pytest.mark.parametrize(
    ("text", "head", "row"),
    [
        ([f"> {line}" for line in OF_BARS], ["> " + line for line in OF_BARS[:2]], f"> {OF_BARS[4]}"),
        (
            ["> [!note] Lands", ">", *(f"> {line}" for line in OF_BARS), ">", "> As counted."],
            ["> [!note] Lands", ">", *(f"> {line}" for line in OF_BARS[:2])],
            f"> {OF_BARS[4]}",
        ),
        (
            ["- item", "", *(f"  {line}" for line in OF_BARS)],
            ["- item", "", *(f"  {line}" for line in OF_BARS[:2])],
            f"  {OF_BARS[4]}",
        ),
        (OF_COMMAS, OF_COMMAS[:1], OF_COMMAS[3]),
        (["sep=,", *OF_COMMAS], ["sep=,", OF_COMMAS[0]], OF_COMMAS[3]),
        (["Lands:", "", "```csv", *OF_COMMAS, "```"], ["Lands:", "", "```csv", OF_COMMAS[0]], f"{OF_COMMAS[3]}\n```"),
        (["```sql", *INSERTED, "```"], ["```sql", INSERTED[0]], f"{INSERTED[3]}\n```"),
        (["<table>", *OF_HTML, "</table>"], ["<table>", OF_HTML[0]], OF_HTML[3]),
        (["<table>" + "".join(OF_HTML) + "</table>"], ["<table>", OF_HTML[0]], OF_HTML[3]),
        (
            ["<TABLE>", *"\n".join(OF_HTML).replace("<t", "\n  <t").upper().split("\n"), "</TABLE>"],
            ["<TABLE>", OF_HTML[0].upper()],
            OF_HTML[3].upper(),
        ),
    ],
)
def test_a_row_of_any_table_stands_below_its_head(text, head, row):
    assert rows("\n".join(text), "what of Oman?") == ("\n".join((*head, row)), 1.0)


def test_what_stands_behind_a_table_in_one_passage_may_answer():
    found = rows(
        "\n".join(("> [!note]", *(f"> {line}" for line in OF_BARS), ">", "> Counted by Ada.")), "counted by whom?"
    )
    assert found == ("> [!note]\n> | Land | 2019 | 2020 |\n> |---|--:|--:|\n\n> Counted by Ada.", 1.0)


@pytest.mark.parametrize(
    "text",
    [
        ["- item", "", *(f"  {line}" for line in OF_BARS), "", *(f"  {line}" for line in OF_BARS)],
        [*("<table>", *OF_HTML, "</table>") * 2],
        ["```python", "print(a,b)", "print(Oman,b)", "print(c,b)", "print(d,b)", "```"],
        ["```sql", "SELECT name, a, b", "FROM lands", "WHERE name IN ('Oman')", "ORDER BY a", "```"],
    ],
)
def test_of_two_tables_and_of_code_no_line_is_taken_for_the_head(text):
    assert rows("\n".join(text), "what of Oman?") is None


@pytest.mark.parametrize(
    ("table", "narrow"),
    [
        (
            "| Key | Does | Since |\n|---|:-:|---|\n| a \\| b | prints | 1 |\n| c | sings | 2 |\n| d | | 3 |",
            "| Key | Does | … |\n| --- | :-: | --- |\n| c | sings | … |",
        ),
        (
            "Key|No|Does\n--|--|--\na|1|prints\nb|2|sings\nc|3|reads",
            "| Key | … | Does |\n| -- | --- | -- |\n| b | … | sings |",
        ),
        ("no;size;word\n1;2;prints\n3;4;sings\n5;6;reads", "no;…;word\n3;…;sings"),
    ],
)
def test_columns_that_answer_stand_with_the_first(table, narrow):
    found = columns(table, "which key sings?")
    assert found is not None
    assert found[0] == narrow


def test_rows_all_of_whose_columns_answer_are_not_cut():
    table = "key,does\n1,sings\n2,reads\n3,writes"
    assert columns(table, "which key sings?") is None
