"""Subtitles: what is said, with its time, without what draws it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.ingest.dialects import as_markdown
from tests.running import done, write

SAID = ["The harbour freezes", "every third winter.", "<i>Then the ferry stops,</i>", "and Mara takes the sledge."]


def srt(texts: list[str]) -> str:
    return "\n\n".join(f"{n}\n00:00:{n:02},000 --> 00:00:{n:02},900\n{text}" for n, text in enumerate(texts, 1)) + "\n"


@pytest.mark.parametrize(
    ("suffix", "text", "expected"),
    [
        (
            ".srt",
            srt([*SAID, "- Who pays?\n- The post."]),
            "[00:00:01] The harbour freezes every third winter. Then the ferry stops, and Mara takes the sledge. "
            "- Who pays? - The post.\n",
        ),
        (
            ".vtt",
            "WEBVTT\n\nNOTE by hand\n\nSTYLE\n::cue { color: red }\n\n"
            "1\n00:01.000 --> 00:04.000 line:0\n<v Ann>A new deck?\n\n"
            "00:05.000 --> 00:06.000\nBy June.\n\n"
            "00:07.000 --> 00:08.000\n<v.loud Bob Lee>Yes.</v> <v Ann>Good &amp; well.\n",
            "[00:01] Ann: A new deck? By June.\n[00:07] Bob Lee: Yes.\n[00:07] Ann: Good & well.\n",
        ),
        (
            ".vtt",
            "WEBVTT\n\n00:00:01.000 --> 00:00:03.000 align:start\n \nwe<00:00:01.200><c> walk</c>\n\n"
            "00:00:03.000 --> 00:00:05.000\nwe walk\nto the<00:00:03.500><c> pier</c>\n\n"
            "00:00:05.000 --> 00:00:06.000\nto the pier\nand back\n",
            "[00:00:01] we walk to the pier and back\n",
        ),
        (".srt", "No cue, but words.\n", "No cue, but words.\n"),
    ],
)
def test_each_cue_was_a_passage_with_its_number_and_times(suffix: str, text: str, expected: str) -> None:
    assert as_markdown(text, suffix) == expected


def test_a_long_film_is_cut_behind_sentences_and_its_passages_begin_with_their_times() -> None:
    passages = as_markdown(srt([*SAID * 14]), ".srt").rstrip().split("\n\n")
    assert len(passages) > 2
    assert all(line.startswith("[00:00:") and line.endswith(".") for one in passages for line in one.split("\n"))


def test_a_question_gets_who_said_it_and_when(home: Path, tmp_path: Path) -> None:
    cues = [f"{n // 60:02}:{n % 60:02}.000 --> 59:00.000\n<v Dot>Boat {n} has sails. It is old.\n" for n in range(60)]
    cues[30] = "30:30.000 --> 30:35.000\n<v Mr Lund>The sledge costs forty crowns. Nobody complains.\n"
    write(tmp_path, {"talk.vtt": "\n".join(["WEBVTT\n", *cues])})
    done("add", tmp_path / "talk.vtt", home=home)
    reply = done("ask", "what does the sledge cost?", "--budget", "150", home=home).out
    assert "[30:30] Mr Lund: The sledge costs forty crowns." in reply


@given(
    st.lists(st.sampled_from(["1", "00:01.000 --> 00:02.000", "", " ", "<v A>b", "c", "</v>", "{\\an8}d"]), max_size=30)
)
def test_no_word_is_lost(lines: list[str]) -> None:
    text = "\n".join(["00:00.000 --> 00:01.000", "b c", "", *lines])
    assert "b c" in as_markdown(text, ".srt")
