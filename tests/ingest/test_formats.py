"""Texts that are no Markdown: what a reader would quote is a passage, whatever Markdown would have made of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts.ingest.formats import as_markdown, ending_of
from scripts.text.block_ids import quotables
from scripts.text.editing import headings_of
from tests.running import done, run, write


def _passages(text: str, suffix: str) -> list[str]:
    return [unit.text for unit in quotables(as_markdown(text, suffix))]


def _headings(text: str, suffix: str) -> list[tuple[int, str]]:
    return [(heading.level, heading.text) for heading in headings_of(as_markdown(text, suffix))]


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
    text = "Do:\n\n```\na <b>\n\nb\n```\n\nEnd.\n"
    assert as_markdown(text, ".txt") == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Load all <MIME>/globs files, or </MIME>.\n", "Load all \\<MIME>/globs files, or \\</MIME>.\n"),
        ("<note>\nTo you.\n</note>\n", "\\<note>\nTo you.\n\\</note>\n"),
        ("One.\n\n<!-- c -->\n\nEnd.\n", "One.\n\n\\<!-- c -->\n\nEnd.\n"),
        ("See <https://a.example/b>, ask <ada@a.example>.\n", "See <https://a.example/b>, ask <ada@a.example>.\n"),
        ("If a < b and `x<y>` or 3<4, \\<as it is>.\n", "If a < b and `x<y>` or 3<4, \\<as it is>.\n"),
        ("Type:\n\n```\n<b>\n```\n", "Type:\n\n```\n<b>\n```\n"),
    ],
)
def test_a_tag_in_plain_text_was_not_seen(text: str, shown: str) -> None:
    assert as_markdown(text, ".txt") == shown
    assert as_markdown(text, ".md") == text


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
        ("a.md", '+++\ndate = 2024-05-01\ntitle = "Tides"\n+++\n\n## Spring\n\nWords.\n', "Tides"),
        ("a.md", "% Bees\n% Ruth\n\n# Intro {#i .unnumbered}\n\nWords.\n", "Bees"),
        ("a.md", "# Intro {#i .unnumbered}\n\nWords.\n", "Intro"),
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


def test_rows_are_a_table_below_the_names_of_their_columns() -> None:
    text = 'service,owner\nfraud-scorer,"Olu, Ben | Co"\n"two\nlines",\n'
    assert as_markdown(text, ".csv") == (
        "| service | owner |\n| --- | --- |\n| fraud-scorer | Olu, Ben \\| Co |\n| two lines |  |\n"
    )
    assert as_markdown("a;b\n1,5;2\n", ".csv").endswith("| 1,5 | 2 |\n")
    assert as_markdown("a\tb\n1\t2\n", ".tsv").endswith("| 1 | 2 |\n")


@pytest.mark.parametrize("text", ["one column\nof rows\n", "a,,b\n1,2,3\n", "a,b\n1,2,3\n", 'a,b\n"1,2\n', "a,b\n"])
def test_what_is_no_table_is_plain_text(text: str) -> None:
    assert "| --- |" not in as_markdown(text, ".csv")


@pytest.mark.parametrize(
    "text",
    ["c," * 2000 + "c\n" + "a\n" * 2000, "c" * 50_000 + ",d\n" + "1,2\n" * 50_000, "c," * 18 + "c\n" + "a\n" * 400_000],
    ids=["wide", "long", "sparse"],
)
def test_a_small_file_makes_no_large_table(text: str) -> None:
    assert len(as_markdown(text, ".csv")) < 20 * len(text)


def test_a_row_added_to_a_long_table_left_no_passage_as_it_was() -> None:
    rows = [f"host-{n},10.0.0.{n % 256},rack {n % 7}" for n in range(300)]
    before, after = ("name,address,rack\n" + "\n".join(lines) for lines in (rows, [*rows[:90], "new,1,2", *rows[90:]]))
    passages, gone, new = _changed(before, after, ".csv")
    assert passages > 5
    assert max(gone, new) <= 2
    assert all(one.startswith("| name | address | rack |\n") for one in _passages(before, ".csv"))


CHAPTERS = "1 What happened\n\nIt rose.\n\n2 Cause\n\nRain.\n\n2.1 Of the rain\n\nClouds.\n\n3 Costs\n\n86,000 euros.\n"


def test_chapters_that_are_counted_without_a_dot_are_headings() -> None:
    made = as_markdown(CHAPTERS, ".txt")
    assert [line for line in made.splitlines() if line.startswith("#")] == [
        "## 1 What happened",
        "## 2 Cause",
        "### 2.1 Of the rain",
        "## 3 Costs",
    ]


@pytest.mark.parametrize(
    "text",
    [
        CHAPTERS.replace("3 Costs", "4 Costs"),
        "2 eggs\n\n3 cups of milk\n\n4 apples\n\nMix.\n",
        "1 One\n\na\n\n2 Two\n\nb\n",
    ],
)
def test_amounts_before_things_are_no_headings(text: str) -> None:
    assert as_markdown(text, ".txt") == text


def test_a_comment_in_plain_text_is_seen_and_no_warning(home: Path, tmp_path: Path) -> None:
    for suffix, told in ((".txt", False), (".md", True)):
        (tmp_path / f"notes{suffix}").write_text(f"Of {suffix}: <!-- Made by a program -->\n", "utf-8")
        assert ("hidden-html" in run("add", tmp_path / f"notes{suffix}", home=home).out) is told
