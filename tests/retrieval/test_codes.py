"""Tickets, versions, hosts and error codes: another one is no misspelled one."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.retrieval.language.code_forms import have_same_codes, is_code, numbered_forms
from scripts.retrieval.language.codes import codes_in, whole_code
from tests.running import done

ERRORS = """# Errors

INC-4302 was the conntrack exhaustion on edge-n3.

The code E1234 means token signature mismatch in auth-svc.

payments_v2 v2.13.1 was released on 17 March 2025, as ADR-0024 wanted.
"""
BUNDLE = """{"source": "errors", "summary": "Errors.", "entities": [
{"name": "INC-4302", "type": "incident", "supporting_text": "INC-4302 was the conntrack exhaustion"},
{"name": "auth-svc", "type": "system", "supporting_text": "token signature mismatch in auth-svc"},
{"name": "payments_v2 v2.13.1", "type": "release", "supporting_text": "payments_v2 v2.13.1 was released"}]}"""
OTHERS = """
why did INC-4303 happen? | INC-4303
why did INC-4203 happen? | INC-4203
tell me about INC-43020 | INC-43020
what does E1236 mean? | E1236
what does A1234 mean? | A1234
when was payments_v2 v2.13.2 released? | v2.13.2
when was payments_v2 v2.13.10 released? | v2.13.10
what did edge-n9 do? | edge-n9
what is auth-svc2? | auth-svc2
who wanted ADR-0025? | ADR-0025
what is the mean_of_march in 2025? | mean_of_march
what of v2.2025.13? | v2.2025.13
"""
ASKED = [tuple(line.split(" | ")) for line in OTHERS.strip().splitlines()]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("codes")
    done("init", home)
    done("add", "-", "--title", "Errors", home=home, stdin=ERRORS)
    done("apply", "-", home=home, stdin=BUNDLE)
    return home


@pytest.mark.parametrize(("question", "code"), ASKED)
def test_another_code_is_no_misspelled_one(home: Path, question: str, code: str) -> None:
    told = done("ask", question, "--budget", 2000, "--json", home=home).document
    assert told["verdict"] in ("weak", "none")
    assert told["corrected"] == []
    assert any(word in code for word in told["nowhere"])


def test_a_code_is_found_in_another_spelling_and_a_word_beside_it_misspelled(home: Path) -> None:
    told = done("ask", "what is INC4302?", "--json", home=home).document
    assert (told["verdict"], told["pages"][0]["path"]) == ("sufficient", "entities/inc-4302.md")
    told = done("ask", "the conntrak exhausion of INC-4302", "--budget", 2000, "--json", home=home).document
    assert [word["written"] for word in told["corrected"]] == ["conntrak", "exhausion"]
    assert "conntrack exhaustion" in told["evidence"][0]["text"]



@pytest.mark.parametrize(
    ("mention", "name", "same"),
    [
        ("memroy leak", "memory leak", True),
        ("GPT4", "GPT-4", True),
        ("Apolo 11", "Apollo 11", True),
        ("Apollo 12", "Apollo 11", False),
        ("Kestrel2", "Kestrel", False),
        ("v2.1.3", "v2.13", False),
        ("IMC-4302", "INC-4302", False),
        ("query2tbale", "query2table", True),
        ("query3tbale", "query2table", False),
        ("query2tabel", "query2tables", False),
        ("ADRF-12", "ADFR-12", False),
    ],
)
def test_names_are_alike_where_their_codes_are_the_same(mention: str, name: str, same: bool) -> None:
    assert have_same_codes(mention, name) is same


@pytest.mark.parametrize(
    ("text", "word", "code"),
    [
        ("why (INC-4303)?", "4303", "INC-4303"),
        ("is edge-n9 up", "edge", "edge-n9"),
        ("is edge-up", "edge", "edge"),
        ("v2.13.2.", "2", "v2.13.2"),
        ("is it 17 km", "17", "17"),
    ],
)
def test_a_code_reaches_as_far_as_it_is_joined(text: str, word: str, code: str) -> None:
    assert whole_code(text, text.index(word), text.index(word) + len(word)) == code


PLAIN = "2031", "5km", "2nd", "1,200", "mid-2023", "1st-floor", "3D-printer", "well-known"


def test_numbers_with_a_unit_or_an_ending_are_no_codes() -> None:
    assert [word for word in ("INC-4302", "INC-2023", "n9", "v2.13", *PLAIN) if is_code(word)] == [
        "INC-4302",
        "INC-2023",
        "n9",
        "v2.13",
    ]


def test_a_number_may_have_other_zeros_before_it() -> None:
    assert numbered_forms("ADR-24") == ["adr 024", "adr 0024", "adr 00024"]
    assert numbered_forms("ADR-0024") == ["adr 24", "adr 024", "adr 00024"]
    assert numbered_forms("E24") == numbered_forms("2024-01-02") == []


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("does `--files-without-match` exist?", ["files-without-match"]),
        ("--no-color, or (--color-always)?", ["no-color", "color-always"]),
        ("a well-known--so to say, half-done--thing", []),
        ("--verbose or ---no-such-flag", []),
    ],
)
def test_a_flag_is_searched_as_a_whole_and_words_with_hyphens_are_not(text, codes):
    assert codes_in(text) == codes
