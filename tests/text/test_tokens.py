"""The token counter: near a real vocabulary, and what counts by name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.errors import SettingError
from scripts.text.tokens import EXACT, count_tokens, counter

PROSE = {
    "English": "The keeper of the lighthouse wrote down the weather every morning, and in the evening she read what"
    " she had written the year before. Most of it was about the wind. ",
    "German": "Die Leuchtturmwärterin schrieb jeden Morgen das Wetter auf, und am Abend las sie, was sie im Jahr davor"
    " geschrieben hatte. Das meiste handelte vom Wind. ",
    "French": "La gardienne du phare notait le temps chaque matin, et le soir elle relisait ce qu'elle avait écrit"
    " l'année précédente. Il s'agissait surtout du vent. ",
    "Spanish": "La guardiana del faro anotaba el tiempo cada mañana, y por la tarde leía lo que había escrito el año"
    " anterior. Casi todo trataba del viento. ",
    "Russian": "Смотрительница маяка каждое утро записывала погоду, а вечером читала то, что написала год назад."
    " Чаще всего речь шла о ветре. ",
    "Chinese": "灯塔看守人每天早上记下天气，晚上再读前一年写下的内容。大部分都是关于风的。",
    "Japanese": "灯台守は毎朝天気を書きとめ、夜になると前の年に書いたものを読み返した。ほとんどは風のことだった。",
    "code": 'def read_page(path: str, text: str) -> Page:\n    """Return the page."""\n    if not text:\n'
    "        return Page(path, title=stem_of(path), sections=())\n    return parse(text)\n\n",
    "table": "| name | count | changed |\n|---|---|---|\n| alpha | 12 | 2024-05-01 |\n| beta | 730 | 2023-11-30 |\n\n",
}


@pytest.mark.parametrize("kind", PROSE)
def test_the_estimate_is_near_the_count_of_o200k(kind):
    pytest.importorskip("bpe_openai")
    text = PROSE[kind] * 8
    assert 0.9 <= count_tokens(text) / counter("o200k")(text) <= 1.2


@given(st.text(max_size=200))
def test_any_text_has_a_count_and_only_an_empty_one_has_none(text):
    assert (count_tokens(text) == 0) == (text == "")


@pytest.mark.parametrize("text", ["\ud800", "\x00", "a\ud800b"])
def test_a_lone_surrogate_is_counted(text):
    assert count_tokens(text) >= 0


@pytest.mark.parametrize("name", EXACT)
def test_an_exact_counter_counts_by_its_vocabulary(name):
    pytest.importorskip("bpe_openai")
    assert counter(name)("hello world") == 2


def test_quoted_special_tokens_are_text():
    pytest.importorskip("bpe_openai")
    assert counter("o200k")("<|endoftext|>") > 1


def test_an_unknown_name_is_refused():
    with pytest.raises(SettingError, match="pieces"):
        counter("guess")


def test_a_function_is_a_counter():
    assert counter(len)("four") == 4
