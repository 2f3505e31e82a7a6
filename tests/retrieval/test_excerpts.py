"""Logs, code and files of values that are larger than the budget: the lines around what answers are sent."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.retrieval.extracts.coverage import weigh
from scripts.retrieval.extracts.excerpts import line_windows
from scripts.retrieval.extracts.snippets import ELLIPSIS
from scripts.retrieval.extracts.windows import windows
from scripts.retrieval.language.question import parse_question
from tests.retrieval.memory_graph import MemoryGraph, PageIn
from tests.running import done

BEATS = [f"2025-07-01T03:00:{n:02}Z INFO ledger-api[1003] heartbeat ok node-{n}" for n in range(60)]
ERROR = "2025-07-01T03:00:40Z ERROR ledger-api[1003] booking rejected code=E4417"
LOG = [*BEATS[:40], ERROR, *BEATS[40:]]
VALUES = [line for n in range(50) for line in (f"  service_{n}:", f"    memory_limit: {100 + 7 * n}Mi")]
CODE = ["```yaml", "services:", *VALUES, "```"]
HOSTS = ["host,owner", *(f"edge-{n},Person {n}" for n in range(200))]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("excerpts")
    home = folder / "home"
    done("init", home)
    texts = {"night.txt": LOG, "hosts.csv": HOSTS, "minified.txt": ["[" + "5," * 900 + '"quagga",' + "6," * 900 + "]"]}
    texts["values.md"] = ["# Values", "", "One file has them.", "", *CODE]
    for name, lines in texts.items():
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        done("add", folder / name, home=home)
    return home


def asked(home: Path, question: str, budget: int) -> list[str]:
    return done("ask", question, "--budget", budget, home=home).out.splitlines()


def test_of_a_log_the_line_of_the_code_that_is_asked_for_is_sent() -> None:
    text = "\n".join(f"10:13:{n:02} node-{n} ok" for n in range(60))
    graph = MemoryGraph([PageIn("log", "Log", (text,)), PageIn("b", "B", ("Other words.",))])
    window, _ = line_windows(text, weigh(graph, parse_question("what of node-13?")))[-1]
    assert "node-13 ok" in window


def test_code_keeps_its_fences_and_what_leads_to_it() -> None:
    keys = "\n".join(f"key_{n}: {n}" for n in range(40))
    graph = MemoryGraph([PageIn("a", "A", ("x",)), PageIn("b", "B", ("Other words.",))])
    asked = weigh(graph, parse_question("what is key_7 no longer?"))
    for window, _ in line_windows(f"No longer in use:\n\n```yaml\n{keys}\n```", asked):
        assert window.startswith("No longer in use:\n\n```yaml\n")
        assert window.endswith("\n```")


COUNTRIES = [
    {"name": f"Land {n}", **{f"key_{k}": f"{n}-{k}" for k in range(8)}, "codes": ["a", f"code_{n}"]} for n in range(60)
]
OF_LAND_17 = "\n".join(line for line in json.dumps(COUNTRIES, indent=1).split("\n")[17 * 15 + 1 : 18 * 15 + 1])


@pytest.mark.parametrize("question", ["what has Land 17?", "17-0", "what is 17-7?", "which one has code_17?"])
def test_of_json_the_whole_object_around_the_hit_is_sent(question: str) -> None:
    window = windows_of(json.dumps(COUNTRIES, indent=1), question)[0]
    assert window == f"[\n{ELLIPSIS}\n{OF_LAND_17}\n{ELLIPSIS}"


@pytest.mark.parametrize("question", ["which port has host-17?", "what listens on 8017?", "whose is owner_17?"])
def test_of_yaml_the_whole_item_around_the_hit_is_sent(question: str) -> None:
    items = [
        f"  - name: host-{n}\n    a: 1\n    port: {8000 + n}\n\n    b: 2\n    c: 3\n    owner: owner_{n}"
        for n in range(60)
    ]
    window = windows_of("\n".join(["hosts:", *items]), question)[0]
    assert window == f"hosts:\n{ELLIPSIS}\n{items[17]}\n{ELLIPSIS}"


def test_an_object_too_long_to_send_is_cut_to_the_lines_beside_the_hit() -> None:
    text = json.dumps({"values": {f"key_{n}": n for n in range(60)}}, indent=1)
    lines = text.split("\n")
    assert windows_of(text, "what is key_17?")[0].split("\n") == [*lines[:2], ELLIPSIS, *lines[17:22], ELLIPSIS]


@pytest.mark.parametrize(
    ("record", "naming"),
    [
        ({"id": "TL-17", "tags": ["a"]}, '  "id": "TL-17",'),
        ({"opened": "2026-06-01", "by": {"name": "Ada"}, "ticket_id": "TL-17"}, '  "ticket_id": "TL-17",'),
        ({"opened": "2026-06-01", "by": {"name": "Ada"}}, '  "opened": "2026-06-01",'),
    ],
)
def test_of_a_record_the_line_that_names_it_stays_above_the_hit(record: dict[str, object], naming: str) -> None:
    long = {f"visit_{n}": f"Nothing was seen on round {n}." for n in range(60)}
    text = json.dumps({**record, **long, "cause": "a corroded relay"}, indent=2)
    narrowest = windows_of(text, "which had a corroded relay?")[-1]
    assert narrowest.split("\n")[0] == "{"
    assert naming in narrowest.split("\n")


def windows_of(text: str, question: str) -> list[str]:
    graph = MemoryGraph([PageIn("a", "A", (text,)), PageIn("b", "B", ("Other words.",))])
    return [window for window, _ in line_windows(text, weigh(graph, parse_question(question)))]


@given(st.lists(st.sampled_from(["one two", "  two", "", "\tzebra one", "```", "other"]), max_size=30))
def test_windows_hold_lines_of_the_text_in_their_order(lines: list[str]) -> None:
    text = "\n".join(lines)
    graph = MemoryGraph([PageIn("a", "A", (text or "x",)), PageIn("b", "B", ("Other words.",))])
    for window, share in line_windows(text, weigh(graph, parse_question("zebra or two?"))):
        rest = iter(lines)
        assert all(line in rest for line in window.split("\n") if line != ELLIPSIS)
        assert 0 < share <= 1.000001


FUNCTIONS = [
    f"def rate_{n}(order):\n    base = order.weight * {n}\n\n    if order.far:\n        base += {n}9\n    return base\n"
    for n in range(40)
]


@pytest.mark.parametrize(
    ("before", "mark"),
    [("", ""), ("So it is reckoned:\n\n", ""), ("> [!note] Rates\n", "> "), ("2. Write\n\n", "   "), (None, "    ")],
)
def test_of_code_with_blank_lines_in_it_the_whole_function_is_sent(before: str | None, mark: str) -> None:
    fence = "" if before is None else f"{mark}```"
    code = "\n".join(FUNCTIONS).rstrip().split("\n")
    body = "\n".join(
        [f"{fence}python", *(f"{mark}{line}" for line in code), fence] if fence else [f"{mark}{line}" for line in code]
    )
    wanted = "\n".join(f"{mark}{line}" for line in FUNCTIONS[17].rstrip().split("\n"))
    text = (before or "") + body
    graph = MemoryGraph([PageIn("a", "A", (text,)), PageIn("b", "B", ("Other words.",))])
    found, share = windows(text, weigh(graph, parse_question("what does rate_17 do?")))[0]
    quote = "> " if mark == "> " else ""
    lead = f"{before or ''}{fence}python\n" if fence else ""
    assert found == f"{lead}{quote}{ELLIPSIS}\n{wanted}\n{quote}{ELLIPSIS}" + (f"\n{fence}" if fence else "")
    assert share > 0


def test_prose_with_a_command_at_its_end_is_cut_at_sentences() -> None:
    told = " ".join(f"Step {n} is for the one who has key {n}." for n in range(40))
    text = f"1. {told}\n\n   ```sh\n   turn --key\n   ```"
    graph = MemoryGraph([PageIn("a", "A", (text,)), PageIn("b", "B", ("Other words.",))])
    found = windows(text, weigh(graph, parse_question("what is step 17?")))
    assert found[-1][0] == f"{ELLIPSIS} Step 17 is for the one who has key 17. {ELLIPSIS}"


@pytest.mark.parametrize(
    ("entry", "question", "said"),
    [
        (
            "2026-02-03 10:11:{0:02} INFO order {0} accepted",
            "why did order 99 fail?",
            "2026-02-03 11:11 ERROR order 99 failed\nIOError: no bank\n\tat o.e.Bank(88)",
        ),
        (
            "[00:{0:02}:05] MR LUND: The stove of room {0} was warm. We sat there.",
            "who played the organ?",
            "[00:59:05] MRS DAHL: He was tall. He played the organ too.\nAnd the flute.",
        ),
        (
            "Ann: The stove {0} was warm. We sat.\nBob: It was not.",
            "what did the hall cost?",
            "Cid: Nobody knew. The hall cost ninety crowns.",
        ),
    ],
)
def test_of_a_conversation_who_said_it_and_of_a_log_what_explains_it_is_sent(
    entry: str, question: str, said: str
) -> None:
    told = [entry.format(n) for n in range(50)]
    text = "\n".join(["What follows is encrypted.", *told[:9], said, *told[9:]])
    graph = MemoryGraph([PageIn("a", "A", (text,)), PageIn("b", "B", ("Other words.",))])
    narrowest = windows(text, weigh(graph, parse_question(question)))[-1][0]
    assert said in narrowest
    assert narrowest.count("\n") <= said.count("\n") + 2


def test_a_short_conversation_is_sent_whole_or_cut_at_sentences() -> None:
    text = "\n".join(f"Ann: Pizza at the pier {n}? I like it.\nBob: Yes. At seven, say." for n in range(9))
    assert 400 < len(text) < 800
    graph = MemoryGraph([PageIn("a", "A", (text,)), PageIn("b", "B", ("Other words.",))])
    found = windows(text, weigh(graph, parse_question("when is the pizza at pier 3?")))
    assert found[-1][0] == f"{ELLIPSIS} Ann: Pizza at the pier 3? {ELLIPSIS}"
