"""Tables of commas: what is the head of one, and what is none."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.pages.text.records import cells_of, read_records


def head(*lines: str) -> int | None:
    found = read_records(lines)
    return found and found.head


def filled(form: str, separator: str = ",", count: int = 9) -> list[str]:
    return [separator.join(cell.format(n, 10 * n) for cell in form.split("|")) for n in range(3, 3 + count)]


@pytest.mark.parametrize(
    ("first", "form"),
    [
        ("Country,2019,2020", "Peru {0}|{1}|1{1}"),
        ("Country,2019,2020,2021", "Peru {0}|9{0}|20{1}|9{1}"),
        ("Country,2020/21,2021/22", "Peru {0}|{1}|1{1}"),
        ("Country,1/22/20,1/23/20,10/1/20", "Peru {0}|{1}|1{1}|5"),
        (",name,size", "{0}|Ada {0}|{1}"),
        ("Country,,Capital", "Peru {0}|x|Lima {0}"),
        ("Country,Value,Value,Unit", "Peru {0}|{1}|{1}|kg"),
        ("ICD-10,Title (en),%,€/kg", "A{0}|Pest {0}|{1}|{1}"),
        ('"Country","2019 (est.)","Size, total",""', '"Peru {0}"|"{1}"|"{1},5"|"kg"'),
        ("_id,log2 fold,p-value", "{0}|{1}.5|0.{0}"),
        ("Time,How old are you?,Anything else?", "9:0{0}|{1}|It was fine."),
    ],
)
def test_years_empty_cells_and_names_that_stand_twice_were_no_head(first: str, form: str) -> None:
    assert head(first, *filled(form)) == 1


@pytest.mark.parametrize(
    ("first", "form"),
    [
        ("Land00,Person 0,Town 0,free words", "Land{0:02}|Person {0}|Town {0}|free words of number {0}"),
        ("Ada,1950,2010", "Ben {0}|19{1}|20{0:02}"),
        ("Peru,12,14", "Chad {0}|{1}|{1}"),
        ("Peru,2020,2019,2021", "Chad {0}|{1}|{1}|{1}"),
        ("Peru,kg,much", "Chad {0}|kg|some"),
        ("2019,2020,2021", "{0}|{1}|{1}"),
        ("2026-01-02,INFO,all well", "2026-01-0{0}|WARN|low on {1}"),
        (",,,name", "1|2|3|{0}"),
        (f"{'word ' * 20}of it,size", "Ada {0}|{1}"),
    ],
)
def test_a_row_is_not_taken_for_the_head(first: str, form: str) -> None:
    assert head(first, *filled(form)) == 0


@pytest.mark.parametrize(
    "lines",
    [
        ["name,size", "a,1", "b,2"],
        ["He came, saw", "and won, too", "then left, maybe", "and slept, soon"],
        ["so he said,", "and went, then", "and sang, as told.", "at last, all left."],
        ["name,size", "a,1", "b", "c,3"],
        ['name,"size', "a,1", "b,2", "c,3"],
        ["one", "two", "three", "four"],
        [],
    ],
)
def test_what_is_no_table(lines: list[str]) -> None:
    assert head(*lines) is None


def test_the_separator_is_what_parts_all_lines_alike() -> None:
    found = read_records(["Name, first;Age", "Ada, A.;3", "Ben, B.;4", "Cy, C.;5"])
    assert found
    assert (found.separator, found.head) == (";", 1)
    assert head("sep=;", "a;b", "x;1", "y;2", "z;3") == 2


def test_a_row_may_lack_its_last_cell_and_have_lines_in_quotes() -> None:
    rows = filled("Peru {0}|{1}|x", count=20)
    assert head("land,size,note", *rows, "Chad,5") == 1
    found = read_records(["id,said", '1,"one\ntwo ""2"""', '2,"three, four"', "3,five"])
    assert found
    assert found.rows[1] == '1,"one\ntwo ""2"""'
    assert cells_of(found.rows[1], ",") == ["1", 'one\ntwo ""2']


@given(st.lists(st.text(alphabet='ab1,;\t" .', max_size=12), max_size=9))
def test_the_rows_are_the_lines_of_the_text(lines: list[str]) -> None:
    found = read_records(lines)
    if found:
        assert "\n".join(lines).startswith("\n".join(found.rows))
        assert found.head < len(found.rows)


@pytest.mark.parametrize("line", ['"' * 10_000, ",," * 5_000, 'a,"' * 4_000])
def test_hostile_tables_take_linear_time(line: str) -> None:
    started = time.process_time()
    read_records([line] * 20)
    assert time.process_time() - started < 1
