"""Tickets, versions, hosts and error codes: another one is no misspelled one."""

from __future__ import annotations

from pathlib import Path

import pytest

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
    assert told["verdict"] in ("sufficient", "likely")
    assert told["pages"][0]["path"] == "entities/inc-4302.md"
    told = done("ask", "the conntrak exhausion of INC-4302", "--budget", 2000, "--json", home=home).document
    assert [word["written"] for word in told["corrected"]] == ["conntrak", "exhausion"]
    assert "conntrack exhaustion" in told["evidence"][0]["text"]
