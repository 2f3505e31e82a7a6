"""What a vault has in another way of writing is found, and is never said to occur nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from .cases import vault

CODE = {
    "door.md": "The method `openWithFingerprint()` falls back to `plainLogin`.",
    "jobs.md": "Raise RETRY_WAIT_SECONDS to 9. The job `rotate_access_keys` runs at night.",
    "gate.md": "The guard will open the gate at nine.",
}


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("fingerprint", "door.md"),
        ("plain login", "door.md"),
        ("plain-login", "door.md"),
        ("plain_login", "door.md"),
        ("PlainLogin", "door.md"),
        ("open with fingerprint", "door.md"),
        ("rotateAccessKeys", "jobs.md"),
        ("rotate access keys", "jobs.md"),
        ("retryWaitSeconds", "jobs.md"),
        ("retry wait", "jobs.md"),
    ],
)
def test_a_name_of_code_is_found_by_its_parts_and_in_other_styles(tmp_path: Path, query: str, path: str) -> None:
    with vault(tmp_path, CODE) as small:
        assert small.found(query)[0] == path
        assert small.hits(query).nowhere == ()


def test_a_name_of_code_as_written_finds_no_page_that_merely_has_a_part(tmp_path: Path) -> None:
    with vault(tmp_path, CODE) as small:
        assert small.found("openWithFingerprint") == ["door.md"]
        assert small.nowhere("how does fingerprint open fall back?") == []


NET = "The Wi-Fi code hangs by the door. Vue.js feeds the e-mail gate, C++ and .NET the rest. O'Hara's key is spare."


WRITTEN = "wifi,WiFi,wi fi,wi-fi,vuejs,vue js,Vue.js,email,e mail,E-Mail,c++,net,.net,ohara,o'hara,O’Hara,ｗｉ-ｆｉ"


@pytest.mark.parametrize("query", WRITTEN.split(","))
def test_hyphens_dots_and_apostrophes_may_be_left_out(tmp_path: Path, query: str) -> None:
    with vault(tmp_path, {"net.md": NET, "other.md": "Nothing to see."}) as small:
        assert small.found(query) == ["net.md"]
        assert small.hits(query).nowhere == ()


def test_a_question_in_another_spelling_has_no_gap(tmp_path: Path) -> None:
    with vault(tmp_path, {"net.md": NET}) as small:
        reply = small.ask("where is the wifi code?")
        assert reply.document["nowhere"] == []
        assert reply.verdict in ("sufficient", "likely")


@pytest.mark.parametrize("sign", ["🧯", "⏫", "🪁", "🦔", "📌"])
def test_an_emoji_is_a_word(tmp_path: Path, sign: str) -> None:
    files = {"log.md": "# Log\n\n🧯 bay four smells\n\n- [ ] call Ida ⏫ 📌 2025-04-05\n\n#🪁/spring is late\n"}
    with vault(tmp_path, {**files, "🦔 hedge.md": "Feed at dusk.", "x.md": "Plain."}) as small:
        assert small.found(sign) == ["🦔 hedge.md" if sign == "🦔" else "log.md"]
        assert sign not in small.nowhere(f"what is marked {sign}?")


DUE = {
    "mill.md": "Due 2025-04-11: new millstone.",
    "raft.md": "Due 2025-10-02: tar the raft.",
    "2024-05-17.md": "Baked bread with Jo.",
    "minutes.md": "We met on 3 February 2025 and agreed on the ford.",
}


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("what is due in April 2025?", "mill.md"),
        ("what is due in April?", "mill.md"),
        ("what is due on 11 April 2025?", "mill.md"),
        ("what is due on April 11?", "mill.md"),
        ("what is due in Oct 2025?", "raft.md"),
        ("what is due on October 2nd?", "raft.md"),
        ("what did I bake on May 17?", "2024-05-17.md"),
        ("what did I bake on 2024-05-17?", "2024-05-17.md"),
        ("what was agreed on 2025-02-03?", "minutes.md"),
    ],
)
def test_a_date_is_found_by_its_month_and_day(tmp_path: Path, question: str, path: str) -> None:
    with vault(tmp_path, DUE) as small:
        reply = small.ask(question)
        assert reply.document["nowhere"] == []
        assert [evidence["path"] for evidence in reply.document["evidence"]] == [path]


def test_the_beginning_of_words_is_asked_for_with_a_star(tmp_path: Path) -> None:
    with vault(tmp_path, {"a.md": "The greenhouse needs glaziers.", "b.md": "A green door."}) as small:
        assert small.found("glaz*") == ["a.md"]
        assert sorted(small.found("green*")) == ["a.md", "b.md"]
        assert small.hits("glaz*").nowhere == ()
        assert small.hits("*glaz*").nowhere == ("glaz",)


FOLDERS = {
    "Works/Boathouse repair/Nails.md": "The crates come on Tuesday.",
    "Works/Mill/Saw.md": "Oil it.",
    "Note.md": "---\ntags: [orchard/pears]\n---\n\nPick them late.",
}


@pytest.mark.parametrize(
    ("query", "path"),
    [("boathouse", "Works/Boathouse repair/Nails.md"), ("orchard", "Note.md"), ("pears", "Note.md")],
)
def test_folders_and_tags_are_words_of_a_page(tmp_path: Path, query: str, path: str) -> None:
    with vault(tmp_path, FOLDERS) as small:
        assert small.found(query) == [path]
        assert small.labels(f"what about {query}?") == [path.rpartition("/")[2][:-3]]
        assert small.nowhere("when do the crates for the boathouse repair come?") == []


def test_a_phrase_in_quotes_puts_the_page_that_has_it_first(tmp_path: Path) -> None:
    files = {"a.md": "She said the slow drum is cracked.", "b.md": "The slow old drum was sold."}
    with vault(tmp_path, files) as small:
        assert small.found('"slow drum"')[0] == "a.md"


@pytest.mark.parametrize(
    "question",
    [
        "what does the zebra do?",
        "where and which is the zebra?",
        "was macht das Zebra?",
        "could there be a zebra?",
    ],
)
def test_words_without_content_are_no_gap(tmp_path: Path, question: str) -> None:
    with vault(tmp_path, {"a.md": "The zebra sleeps. Das Zebra macht nichts."}) as small:
        assert small.nowhere(question) == []
        assert "corrected" not in small.ask(question).text
