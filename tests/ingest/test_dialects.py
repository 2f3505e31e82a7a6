"""Texts that are no Markdown: what a reader would quote is a passage, whatever Markdown would have made of it."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from scripts.ingest.dialects import as_markdown, ending_of
from scripts.pages.page import read_page
from tests.running import done, run, write


def _passages(text: str, suffix: str) -> list[str]:
    return [passage.text for passage in read_page("sources/it.md", as_markdown(text, suffix)).passages]


def _headings(text: str, suffix: str) -> list[tuple[int, str]]:
    return [(each.level, each.text) for each in read_page("sources/it.md", as_markdown(text, suffix)).headings]


def test_markdown_is_taken_as_it_stands() -> None:
    text = "# A\r\n\r\nWords\r\n---\r\n\r\n    code\r\n\r\n    more\r\n"
    assert as_markdown(text, ".md") == text


def test_a_settings_file_above_a_row_of_dashes_was_a_heading_that_nobody_could_quote() -> None:
    text = "# Gateway\nkind: Deployment\nreplicas: 7\n---\nkind: Service\n"
    assert _passages(text, ".yaml") == [f"```yaml\n{text.strip()}\n```"]
    assert _headings(text, ".yaml") == []


def test_of_several_documents_in_one_file_a_passage_held_the_end_of_one_and_the_beginning_of_the_next() -> None:
    form = "kind: Deployment\nmetadata:\n  name: svc-{0}\nspec:\n  replicas: {0}\n  limits:\n    memory: {0}Mi\n"
    made = [form.format(n) for n in range(20)]
    found = _passages("# gates\n" + "---\n".join(made), ".yaml")
    assert found[0] == f"```yaml\n# gates\n{made[0]}```"
    assert found[1:] == [f"```yaml\n---\n{each}```" for each in made[1:]]


def test_code_is_cut_at_the_margin_and_a_comment_in_it_is_no_heading() -> None:
    text = '"""Tolls."""\n\nRATE = 14.5\n\n\ndef toll(axles):\n    a = 1\n\n    # at night\n    return a\n\n# End\n'
    assert _passages(text, ".py") == [
        '```python\n"""Tolls."""\n```',
        "```python\nRATE = 14.5\n```",
        "```python\ndef toll(axles):\n    a = 1\n\n    # at night\n    return a\n```",
        "```python\n# End\n```",
    ]
    assert _headings(text, ".py") == []


def test_a_long_piece_of_code_is_cut_inside_and_a_closing_bracket_goes_with_its_opening() -> None:
    method = "    def of(self):\n" + "        pass\n" * 40
    assert len(_passages(f"class A:\n{method}\n{method}", ".py")) == 2
    assert len(_passages("a = [\n    1,\n\n]\n\nb = 2\n", ".py")) == 2


def test_json_was_one_passage_in_which_one_changed_word_left_all_claims_stale() -> None:
    """It is cut where a deeper part begins, every line as it was; a short one stays whole."""
    data = {"name": "lock", "packages": {f"p{n}": {"version": f"1.{n}", "needs": ["a", "b"]} for n in range(40)}}
    text = json.dumps(data, indent=2)
    before, after = _passages(text, ".json"), _passages(text.replace('"1.7"', '"2.0"'), ".json")
    assert (len(before), sum(one != other for one, other in zip(before, after))) == (41, 1)  # The name; each package.
    assert [line for one in before for line in one.split("\n")[1:-1]] == text.split("\n")
    assert [before[1].split("\n")[1:3], before[8].split("\n")[1]] == [['  "packages": {', '    "p0": {'], '    "p7": {']
    assert len(_passages("\n".join(text.split("\n")[:50]), ".json")) == 1


def _changed(before: str, after: str, suffix: str) -> tuple[int, int, int]:
    """Passages of a text, and how many of it are not in another one and the other way round."""
    old, new = _passages(before, suffix), _passages(after, suffix)
    return len(old), len({*old} - {*new}), len({*new} - {*old})


def test_records_and_one_long_line_of_json_were_one_passage() -> None:
    records = [{"name": f"n{n}", "said": "A sentence of some length. " * 12, "tags": ["a", "b"]} for n in range(20)]
    for text in ("\n".join(map(json.dumps, records)), json.dumps(records, separators=(",", ":"))):
        other = text.replace('n4"', 'n4, later"')
        assert _changed(text, other, ".json") == (20, 1, 1)
    assert json.loads("".join(line for one in _passages(text, ".json") for line in one.split("\n")[1:-1])) == records
    assert _passages('{"a": 1}\n{"a": 2}\n', ".jsonl") == ['```json\n{"a": 1}\n```', '```json\n{"a": 2}\n```']


@pytest.mark.parametrize(
    ("suffix", "form", "joint"),
    [
        (".sql", "('P{0}', 'a; b', {0})", ", "),
        (".js", "function f{0}(a){{if(a>{0}){{return 'x}};'}}return[a,{0}]}}", ""),
        (".css", ".c{0}{{color:#fff;margin:{0}px}}", ""),
    ],
)
def test_rows_of_one_statement_and_minified_code_were_one_passage(suffix: str, form: str, joint: str) -> None:
    pieces = [form.format(n) for n in range(200)]
    text = joint.join(pieces) + ";\n"
    passages, gone, new = _changed(text, joint.join([*pieces[:90], form.format(999), *pieces[90:]]) + ";\n", suffix)
    assert passages > 5
    assert max(gone, new) <= 3
    lines = [line for one in _passages(text, suffix) for line in one.split("\n")[1:-1]]
    assert [line.rstrip(",;") for line in lines] == pieces


SQL_ROWS = [f"({n},'Ware {n}; it\\'s (so) good',{n}.50)" for n in range(150)]
MADE = "CREATE TABLE `wares` (\n  `id` int,\n  name varchar(9) DEFAULT 'a,b',\n  price decimal(5,2),\n  KEY (id)\n);\n"


@pytest.mark.parametrize(
    ("text", "head", "rows"),
    [
        (
            f"{MADE}LOCK TABLES `wares` WRITE;\nINSERT INTO `wares` VALUES {','.join(SQL_ROWS)};\nUNLOCK TABLES;\n",
            "INSERT INTO `wares` /* id, name, price */ VALUES",
            [f"{row}," for row in SQL_ROWS[:-1]] + [f"{SQL_ROWS[-1]};"],
        ),
        (
            "INSERT INTO wares\n  (id, name, price)\nVALUES\n  " + ",\n  ".join(SQL_ROWS) + ";\n",
            "INSERT INTO wares (id, name, price) VALUES",
            [f"{row}," for row in SQL_ROWS[:-1]] + [f"{SQL_ROWS[-1]};"],
        ),
        (
            "COPY a.wares (id, name) FROM stdin;\n" + "".join(f"{n}\tWare {n}\n" for n in range(250)) + "\\.\n\nEND;\n",
            "COPY a.wares (id, name) FROM stdin;",
            [f"{n}\tWare {n}" for n in range(250)],
        ),
    ],
)
def test_rows_of_a_long_statement_stood_without_their_table_and_columns(text: str, head: str, rows: list[str]) -> None:
    runs = [lines[1:-1] for one in _passages(text, ".sql") if (lines := one.split("\n"))[1] == head]
    assert len(runs) > 3
    assert [row for run in runs for row in run[1:]] == rows


@pytest.mark.parametrize(
    "text",
    [
        "INSERT INTO wares VALUES\n" + ",\n".join(SQL_ROWS[:9]) + ";\n",
        "SELECT a\nFROM b;\n",
        "INSERT INTO wares (id)\n" + "SELECT id FROM others;\n" * 50,
    ],
)
def test_a_short_statement_is_code_as_any_other(text: str) -> None:
    assert _passages(text, ".sql") == [f"```sql\n{text.strip()}\n```"]


@pytest.mark.parametrize(
    "line", ["INSERT INTO a VALUES (", "INSERT INTO a VALUES ('", "CREATE TABLE a (", "INSERT INTO ", "COPY a ", "((,"]
)
def test_statements_that_never_end_take_linear_time(line: str) -> None:
    started = time.process_time()
    as_markdown(f"{line}\n" * 20_000, ".sql")
    assert time.process_time() - started < 5


def test_a_row_of_a_dump_is_shown_with_its_table_and_columns(home: Path, tmp_path: Path) -> None:
    write(tmp_path, {"dump.sql": f"{MADE}INSERT INTO `wares` VALUES {','.join(SQL_ROWS)};\n"})
    done("add", tmp_path / "dump.sql", home=home)
    reply = done("ask", "price of ware 77", "--budget", "400", home=home).out
    assert "INSERT INTO `wares` /* id, name, price */ VALUES\n" in reply
    assert SQL_ROWS[77] in reply


@pytest.mark.parametrize("suffix", [".csv", ".tsv"])
def test_a_row_added_to_a_long_table_of_commas_made_all_of_it_new(suffix: str) -> None:
    rows = [f'A-{n},"Door, {n} of them",{n}.50,Smith' for n in range(300)]
    head = "article,name,price,supplier"
    before = "\n".join([head, *rows]) + "\n"
    for at in (0, 150, 300):
        passages, gone, new = _changed(
            before, "\n".join([head, *rows[:at], 'B-1,"Roof",9.00,Jones', *rows[at:]]), suffix
        )
        assert passages > 8
        assert max(gone, new) <= 2
    runs = [each.split("\n") for each in _passages(before, suffix)]
    assert {run[0] for run in runs} == {head}
    assert [row for run in runs for row in run[1:]] == rows


@pytest.mark.parametrize(
    "text",
    [
        "article,price\nA-1,2\n",
        "\n".join(f"{n},{n}" for n in range(900)),
        "note,more\n" + "\n".join("Words, and more, and more of them." for _ in range(90)),
        'a,b\n"open,1\nstill open",2\n' + "x,y\n" * 900,
    ],
)
def test_a_short_table_and_one_without_names_of_columns_stay_as_they_are(text: str) -> None:
    assert len(_passages(text, ".csv")) == 1


def test_a_line_of_quotation_marks_that_never_close_is_read_once() -> None:
    """Each of them was looked for to the end of the line: a minute for 200,000."""
    text = "x = '" + '"\\' * 100_000 + ";\n"
    assert "".join(_passages(text, ".js")[0].split("\n")[1:-1]) == text.strip()


@pytest.mark.parametrize(
    ("suffix", "line"),
    [(".log", "2026-03-0{} 10:00 worker-{} finished its round, all is well"), (".yaml", "- host-{}-{}.example.org")],
)
def test_a_log_that_grew_or_a_list_with_a_new_item_was_one_passage_and_new(suffix: str, line: str) -> None:
    lines = [line.format(n % 9, n) for n in range(300)]
    for at in (20, 150, 300):
        passages, gone, new = _changed("\n".join(lines), "\n".join([*lines[:at], "- new", *lines[at:]]), suffix)
        assert passages > 8
        assert max(gone, new) <= 2
    found = _passages("\n".join(lines), suffix)
    assert [each for one in found for each in one.split("\n")[1:-1]] == lines


@pytest.mark.parametrize(
    ("text", "headings", "passages"),
    [
        (
            "# Copyright 2020\n# MIT\n\nPort 80.\n\n# night\n",
            [],
            ["\\# Copyright 2020\n\\# MIT", "Port 80.", "\\# night"],
        ),
        ("#\n# Copyright\n#\nPort 80.\n", [], ["\\#\n\\# Copyright\n\\#\nPort 80."]),
        ("# Pumps\n\n## Night\nPort 80.\n\n# Valves\n", [(1, "Pumps"), (2, "Night"), (1, "Valves")], ["Port 80."]),
        (
            "# Pumps\n\nThey run.\n\n# of Ada\n# and Ben\nPort 80.\n\n# Night\n\nThey rest.\n",
            [(1, "Pumps"), (1, "Night")],
            ["They run.", "\\# of Ada\n\\# and Ben\nPort 80.", "They rest."],
        ),
        ("# Pumps\n\n```sh\n# one\n# two\n```\n", [(1, "Pumps")], ["```sh\n# one\n# two\n```"]),
        ("# Pumps\n## Night\nPort 80.\n", [(1, "Pumps"), (2, "Night")], ["Port 80."]),
    ],
)
def test_lines_of_comments_in_plain_text_are_no_headings(
    text: str, headings: list[tuple[int, str]], passages: list[str]
) -> None:
    assert (_headings(text, ".txt"), _passages(text, ".txt")) == (headings, passages)


def test_a_fence_in_code_ends_nothing() -> None:
    assert _passages('s = """\n```\nx\n```\n"""\n', ".py") == ['````python\ns = """\n```\nx\n```\n"""\n````']


@pytest.mark.parametrize("name", ["Dockerfile", "Dockerfile.dev", ".env", ".env.local", "Makefile", "requirements.txt"])
def test_a_comment_in_a_file_known_by_its_name_was_a_heading(name: str) -> None:
    text = "# The pump runs at night\nRUN = 1\n"
    assert _headings(text, ending_of(f"/a/{name}")) == []


@pytest.mark.parametrize(("name", "ending"), [("Makefile.md", ".md"), ("Dockerfile.TXT", ".txt"), ("README", "")])
def test_a_text_about_such_a_file_is_prose(name: str, ending: str) -> None:
    assert ending_of(name) == ending


def test_a_comment_in_a_script_without_an_ending_was_a_heading() -> None:
    assert _headings("#!/bin/sh\n# Rotates logs\nmv a b\n", "") == []


def test_a_source_of_comments_alone_is_quoted(home: Path, tmp_path: Path) -> None:
    write(tmp_path, {"a.sh": "# Rotates logs at 03:15\n"})
    assert "a new (1 passages" in done("add", tmp_path / "a.sh", home=home).out


def test_a_secret_in_code_is_told_with_the_line_of_the_file(home: Path, tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "A = 1\n\nB = 2\n\nkey = 'AKIA" + "ABCDEFGH23456789'\n"})
    assert "line 5: secret" in run("add", tmp_path / "a.py", home=home).out


def test_underlines_of_restructured_text_were_fences_and_its_overlines_titles() -> None:
    text = '=====\nCrane\n=====\n\nOne.\n\nLimits\n~~~~~~\n\nTwo.\n\nOther\n~~~~~\n\nThree.\n\nDeep\n""""\n\nFour.\n'
    assert _headings(text, ".rst") == [(1, "Crane"), (2, "Limits"), (2, "Other"), (3, "Deep")]
    assert _passages(text, ".rst") == ["One.", "Two.", "Three.", "Four."]


@pytest.mark.parametrize(
    "text",
    [
        "===== ====\nLoad  Reach\n===== ====\n8 t   20 m\n===== ====\n",
        "Some words\nand more\n--------\n\nWords.\n",
        "Words::\n\n    Title\n    =====\n",
    ],
)
def test_what_is_no_heading_of_restructured_text_stays_text(text: str) -> None:
    assert _headings(text, ".rst") == []


def test_headings_and_code_of_org_mode_were_lists_and_paragraphs() -> None:
    text = "# a comment\n* TODO Hull\nPaint it.\n** Keel\n#+BEGIN_SRC sh\n* sand\n#+END_SRC\n* *bold* end\n"
    assert _headings(text, ".org") == [(1, "TODO Hull"), (2, "Keel"), (1, "*bold* end")]
    assert _passages(text, ".org") == ["\\# a comment", "Paint it.", "```sh\n* sand\n```"]


@pytest.mark.parametrize(
    ("suffix", "record"),
    [
        (".vcf", "BEGIN:VCARD\nFN:Ida {}\nEND:VCARD"),
        (".ics", "BEGIN:VEVENT\nSUMMARY:Race {}\nEND:VEVENT"),
        (".bib", "@article{{olm{},\n  year = 2019\n}}"),
    ],
)
def test_contacts_events_and_references_were_one_passage(suffix: str, record: str) -> None:
    records = [record.format(n) for n in range(5)]
    assert _passages("\n".join(records).replace("\n", "\r\n"), suffix) == records


def test_links_of_org_mode_named_notes_and_its_tables_had_no_head() -> None:
    text = (
        "* See [[https://a.org/x][the page]]\nOf [[file:b.org][b]], [[*Hull]] and [[https://a.org]].\n\n"
        "| Crop | Sown |\n|------+------|\n| Beet | May  |\n\n#+begin_src sh\n[[ -f a ]]\n#+end_src\n"
    )
    assert _headings(text, ".org") == [(1, "See [the page](https://a.org/x)")]
    assert _passages(text, ".org") == [
        "Of b, *Hull and <https://a.org>.",
        "| Crop | Sown |\n|------|------|\n| Beet | May  |",
        "```sh\n[[ -f a ]]\n```",
    ]


def test_titles_of_sections_in_tex_were_no_headings() -> None:
    text = (
        "\\title{Bees}\n\\section*{The \\emph{big} \\& small~one}\\label{s} % x\nOf $x_1$.\n"
        "\\begin{verbatim}\n\\section{no}\n\\end{verbatim}\n\\section{}\n"
        "\\subsection[short]{Long {\\bf title}}\n# c\n\nd\n"
    )
    assert _headings(text, ".tex") == [(2, "The big & small one"), (3, "Long title")]
    assert _passages(text, ".tex") == [
        "```tex\n\\title{Bees}\n```",
        "```tex\nOf $x_1$.\n\\begin{verbatim}\n\\section{no}\n\\end{verbatim}\n\\section{}\n```",
        "```tex\n# c\n```",
        "```tex\nd\n```",
    ]


def test_indented_paragraphs_of_plain_text_were_one_passage() -> None:
    text = "NAME\n\n       One of two lines,\n       all of it.\n\n       Two.\n\n       Two.\n\nEND\n"
    assert _passages(text, ".txt") == [
        "NAME",
        "       One of two lines,\n       all of it.",
        "       Two.",
        "       Two.",
        "END",
    ]


def test_lines_above_a_row_of_signs_were_a_heading_of_plain_text() -> None:
    text = (
        "=====\nNotes\n=====\n\nThe total is 400\nby April.\n----\nSix for,\none against.\n====\nEnd.\n\nShort\n-----\n"
    )
    assert _headings(text, ".txt") == [(1, "Notes"), (2, "Short")]
    assert _passages(text, ".txt") == ["The total is 400\nby April.", "Six for,\none against.", "End."]


def test_tildes_below_a_line_of_plain_text_opened_a_block_of_code() -> None:
    text = "Cranes\n~~~~~~\n\nThey lift.\n\nBoats\n~~~~~\n\nThey float.\n"
    assert _headings(text, ".txt") == [(2, "Cranes"), (2, "Boats")]
    assert _passages(text, ".txt") == ["They lift.", "They float."]


def test_a_long_line_of_plain_text_took_time_by_its_square() -> None:
    text = "word " * 200_000
    assert as_markdown(text, ".txt") == text


@pytest.mark.parametrize("opens", ["```", "~~~ x", "<script>", "<!-- note", "- item\n  ```"])
def test_what_plain_text_never_closes_swallowed_the_rest_which_nobody_could_cite(
    home: Path, tmp_path: Path, opens: str
) -> None:
    write(tmp_path, {"a.txt": f"First.\n\n{opens}\n\nThe pump runs at night.\n\nThe end.\n"})
    run("add", tmp_path / "a.txt", home=home)
    assert "\n\nThe pump runs at night. ^p" in (home / "wiki" / "sources" / "a.md").read_text("utf-8")


def test_code_in_plain_text_that_is_closed_stays_code() -> None:
    text = "Do:\n\n```\na\n\nb\n```\n\n<!-- c -->\n\nEnd.\n"
    assert as_markdown(text, ".txt") == text


def test_a_revision_of_plain_text_keeps_the_ids_of_its_indented_paragraphs(home: Path, tmp_path: Path) -> None:
    text = "MAN\n\n       First one.\n\n       Second one.\n\nEND\n"
    write(tmp_path, {"man.txt": text})
    done("add", tmp_path / "man.txt", home=home)
    write(tmp_path, {"man.txt": text.replace("       First", "       Before.\n\n       First")})
    receipt = done("add", tmp_path / "man.txt", "--json", home=home).document["receipt"]["sources"][0]
    assert (receipt["state"], len(receipt["new_blocks"]), receipt["gone_blocks"]) == ("changed", 1, [])


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        ("a.rst", "=====\nCrane\n=====\n\nWords.\n", "Crane"),
        ("a.txt", "=====\nCrane\n=====\n\nWords.\n", "Crane"),
        ("a.txt", "The sed FAQ\n\n# double space a file\nsed G\n", "a"),
        ("a.org", "#+TITLE: Boat log\n* Hull\n\nWords.\n", "Boat log"),
        ("a.org", "* Hull\n\nWords.\n", "Hull"),
        ("a.md", '+++\ndate = 2024-05-01\ntitle = "Tides"\n+++\n\n## Spring\n\nWords.\n', "Tides"),
        ("a.md", "% Bees\n% Ruth\n\n# Intro {#i .unnumbered}\n\nWords.\n", "Bees"),
        ("a.md", "# Intro {#i .unnumbered}\n\nWords.\n", "Intro"),
        ("a.tex", "\\title{Bees in winter}\n\\section{Intro}\nWords.\n", "Bees in winter"),
        ("a.md", "# Intro { #i }\n\nWords.\n", "Intro"),
        ("a.md", "# {#each}\n\nWords.\n", "{#each}"),
        ("a.md", '# [Abstract](a.html)[¶](#abstract "Permalink")\n\nWords.\n', "Abstract"),
        ("a.md", "# What {x} is in C#\n\nWords.\n", "What {x} is in C#"),
        ("a.md", "100 % of it\n\n+++\n", "a"),
        ("a.py", "# Rates\n\nA = 1\n", "a"),
    ],
)
def test_a_title_is_what_the_document_says_in_its_own_way(
    home: Path, tmp_path: Path, name: str, text: str, title: str
) -> None:
    write(tmp_path, {name: text})
    assert done("add", tmp_path / name, "--json", home=home).document["receipt"]["sources"][0]["title"] == title


def test_a_first_line_that_is_indented_was_code_and_the_rest_of_its_paragraph_another() -> None:
    text = "CHAPTER ONE\n\n     The lamp is lit at\neight each night.\n\n     It burns\n     all night\nlong.\n"
    assert _passages(text, ".txt") == [
        "CHAPTER ONE",
        "The lamp is lit at\neight each night.",
        "It burns\nall night\nlong.",
    ]


CHAT = [
    line
    for n in range(90)
    for line in (
        f"{n % 27 + 1}/02/2026, 9:{n % 60:02} - Tom: who has the trailer number {n}?",
        f"{n % 27 + 1}/02/2026, 9:{n % 60:02} - Lea: I do, until Sunday,",
        f"and then it goes to hut {n}",
    )
]


def test_a_long_conversation_was_one_passage() -> None:
    passages, gone, new = _changed(
        "\n".join(CHAT), "\n".join([*CHAT[:90], "3/02/2026, 9:40 - Jo: hi", *CHAT[90:]]), ".txt"
    )
    assert passages > 6
    assert max(gone, new) <= 3
    found = _passages("\n".join(CHAT), ".txt")
    assert "\n".join(found).split("\n") == CHAT
    assert all(one.split("\n")[0][0].isdigit() for one in found)
    assert len(_passages("\n".join(CHAT[:20]), ".txt")) == 1


def test_a_stack_trace_was_cut_from_the_line_of_the_log_that_it_explains() -> None:
    lines = [f"2026-02-0{n % 9 + 1} 10:11:12 INFO order {n} accepted" for n in range(150)]
    trace = [
        "2026-02-03 10:11:13 ERROR order 77 failed",
        "java.net.SocketTimeout: no bank",
        "\tat o.e.Bank(88)",
        "",
        "Caused by: x",
    ]
    found = _passages("\n".join([*lines[:77], *trace, *lines[77:]]) + "\n", ".log")
    assert len(found) > 5
    assert sum("\n".join(trace) in one for one in found) == 1
