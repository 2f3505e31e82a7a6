"""The analyzer: laws over any text, and the ways in which one word is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.text.analyzer import MAX_WORD, analyze, name_key, query_words
from scripts.text.language import LANGUAGES, OWN_WORDS, detect_language, query_language, tell_language

languages = st.sampled_from(["", *LANGUAGES])
# Joints, marks, letters with several cases, ligatures, emoji, and blanks of all kinds.
odd_texts = st.text(alphabet="aB1-_'.·&@+#,é\u00adǅ🔥🇩🇪👩ー中คİßﬁ\u0301\u200d\u0e31\u3000 \n*", max_size=40)
texts = st.one_of(st.text(max_size=60), odd_texts)


@given(texts, languages)
def test_no_term_is_empty_or_holds_a_blank(text, language):
    assert all(term and not any(character.isspace() for character in term) for term in analyze(text, language))


@given(st.text(max_size=40), languages)
def test_capitals_of_a_whole_text_make_no_difference_to_its_first_terms(text, language):
    plain = " ".join(text.lower().split())
    count = len(query_words(plain, language))
    assert analyze(plain, language)[:count] == analyze(plain.casefold(), language)[:count]


@given(texts)
def test_a_question_has_the_terms_of_a_text(text):
    terms = [word.term for word in query_words(text, "en")]
    assert analyze(text, "en")[: len(terms)] == terms


@given(texts, languages)
def test_a_name_is_found_in_a_text_by_its_key(name, language):
    terms = analyze(name, language)
    key = name_key(name, language).split()
    assert not terms or terms[: len(key)] == key


@given(texts, languages)
def test_terms_are_no_longer_than_words_are_indexed(text, language):
    # Two signs stand behind `c++`.
    assert all(len(term) <= MAX_WORD + 2 for term in analyze(text, language))


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("The Wi-Fi password", "wifi"),
        ("The wifi password", "Wi-Fi"),
        ("Node.js runs it", "nodejs"),
        ("the e-mail relay", "email"),
        ("falls back to `softLogout`", "soft logout"),
        ("`unlockWithBiometrics()`", "biometrics"),
        ("refresh_token_rotation", "refreshTokenRotation"),
        ("MAX_RETRY_COUNT", "maxRetryCount"),
        ("maxRetryCount", "MAX_RETRY_COUNT"),
        ("written in C++ and C#", "C++"),
        ("written in C++ and C#", "c#"),
        ("for .NET alone", ".net"),
        ("for .NET alone", "NET"),
        ("🔥 lathe two is leaking", "🔥"),
        ("#🚀/launch", "🚀"),
        ("release v2.0.1", "2.0.1"),
        ("it has 1,000 notes", "1000"),
        ("O'Brien's dog", "O’Brien"),
        ("we don’t know", "don't"),
        ("the café in Zürich", "cafe Zurich"),
        ("ﬁne print", "fine"),
        ("U.S. law", "US law"),
        ("使用Obsidian笔记", "obsidian"),
        ("使用Obsidian笔记", "笔记"),
        ("東京タワー", "東京"),
        ("ﾀﾜｰ", "タワー"),
        ("สวัสดีครับ", "สวัสดี"),
        ("한국어는 좋다", "한국어"),
        ("हिन्दी में किताबें", "किताब"),
        ("Ёлка", "елка"),
        ("nai\u0308vete\u0301", "naïveté"),
        ("soft\u00adware", "software"),
    ],
)
def test_a_word_written_in_another_way_is_found(text, question):
    language = detect_language(text) or "en"
    indexed = " ".join(analyze(text, language))
    words = query_words(question, language)
    assert words
    assert all(any(f" {form} " in f" {indexed} " for form in (word.term, *word.forms)) for word in words)


def test_the_name_of_code_as_written_is_one_term():
    assert [word.term for word in query_words("unlockWithBiometrics", "en")] == ["unlockwithbiometr"]


def test_a_brand_is_one_term():
    assert [word.term for word in query_words("GitHub APIs", "en")] == ["github", "api"]


def test_a_date_is_found_by_its_year_and_month():
    assert {"2024-06-30", "2024", "2024-06", "june"} <= set(analyze("Due 2024-06-30", "en"))


def test_words_are_stemmed_by_the_language_of_the_text():
    assert analyze("Einkaufslisten", "de") == analyze("Einkaufsliste", "de")
    assert analyze("Einkaufslisten", "en") != analyze("Einkaufsliste", "en")


def test_a_word_in_another_script_is_stemmed_by_its_own_language():
    assert analyze("настройки", "en") == analyze("настройка", "en")
    assert analyze("settings", "ru") == analyze("setting", "ru")


def test_a_french_article_is_no_part_of_its_word():
    assert analyze("l'eau qu'il a", "fr") == analyze("eau", "fr")


def test_tones_part_words_in_vietnamese_alone():
    assert analyze("má", "vi") != analyze("ma", "vi")
    assert analyze("café", "fr") == analyze("cafe", "fr")


def test_a_name_of_stop_words_keeps_them():
    assert name_key("The Who", "en") == "the who"
    assert name_key("!!!", "en") == ""


def test_a_slug_is_the_name_that_it_was_made_of():
    assert name_key("memory-leak", "en") == name_key("memory_leak", "en") == name_key("Memory leaks", "en")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("how do I change the name of a note", "en"),
        ("wie ändere ich den Namen einer Notiz", "de"),
        ("comment changer le nom d'une note dans le coffre", "fr"),
        ("cómo se cambia el nombre de las notas que están aquí", "es"),
        ("как изменить имя заметки в хранилище", "ru"),
        ("如何更改笔记的名称", "zh"),
        ("ノートの名前を変える", "ja"),
        ("πώς αλλάζω το όνομα", "el"),
        ("노트 이름을 바꾸는 방법", "ko"),
        ("วิธีเปลี่ยนชื่อ", "th"),
        ("", ""),
        ("xyzzy", ""),
        ("12 + 30", ""),
    ],
)
def test_a_language_is_told_by_its_function_words_or_script(text, language):
    assert detect_language(text) == language


def test_a_question_has_a_language_of_the_vault():
    assert query_language("how do I change it", [("de", 90), ("en", 10)]) == "en"
    assert query_language("Backup?", [("de", 90), ("en", 10)]) == "de"
    assert query_language("Backup?", []) == ""


def test_function_words_of_an_english_question_do_not_count_in_another_vault():
    assert [word.text for word in query_words("is it the Backup?", "de")] == ["Backup"]


def test_a_single_character_of_han_is_found_and_a_pair_may_be_replaced_by_it():
    assert "笔" in analyze("使用笔记", "zh")
    assert [(word.term, word.forms, word.is_piece) for word in query_words("笔记", "zh")] == [
        ("笔记", ("笔", "记"), True)
    ]
    assert [word.is_piece for word in query_words("notes", "zh")] == [False]


@pytest.mark.parametrize(
    ("language", "text", "question", "is_found"),
    [
        ("en", "a disk of 1.5GB", "1.5 GB", True),
        ("en", "a disk of 1.5 GB", "1.5GB", True),
        ("en", "a disk of 1.5GB", "15GB", False),
        ("en", "a disk of 1.5GB", "5GB", False),
        ("en", "a disk of 15gb", "15 GB", True),
        ("en", "a run of 10km", "10 km", True),
        ("en", "needs Python3.11", "Python 3.11", True),
        ("en", "needs Python 3.11", "Python3.11", True),
        ("en", "needs Python3.11", "Python 3.1", False),
        ("en", "since 2.0.0-rc.1", "2.0.0", True),
        ("en", "node-18.2 is out", "18.2", True),
        ("en", "1,5 times as much", "1.5", True),
        ("en", "the items 1,2,3", "123", False),
        ("en", "all 3,000 of them", "3000", True),
        ("en", "version 3.000 of it", "3000", False),
        ("de", "1,5 Millionen", "1.5", True),
        ("de", "1,5 Millionen", "15", False),
        ("de", "3.000 Leute", "3000", True),
        ("de", "1.234,56 Euro", "1234,56", True),
        ("de", "die Adresse 192.168.100.200", "192.168.100.200", True),
        ("en", "The WHO recommends it", "WHO", True),
        ("en", "What does IT say about the US?", "IT US", True),
        ("en", "who is it, and is it us?", "WHO", False),
        ("de", "am 30.06.2027 beim Amt", "2027-06-30", True),
        ("de", "am 30.06.2027 beim Amt", "30. Juni 2027", True),
        ("en", "# 2026-11-18-Wednesday CALL", "18.11.2026", True),
        ("en", "due 2026-1-5", "2026-01-05", True),
        ("en", "due 12-31-2026", "2026-12-31", True),
        ("en", "the build 2026.1.5", "2026-01-05", False),
    ],
)
def test_a_number_or_a_word_in_capitals_is_what_it_says(language, text, question, is_found):
    indexed = f" {' '.join(analyze(text, language))} "
    words = query_words(question, language)
    assert words
    found = all(any(f" {form} " in indexed for form in (word.term, *word.forms)) for word in words)
    assert found == is_found


def test_what_is_shouted_is_read_as_if_it_were_not():
    assert analyze("WHO IS IN THE GARDEN NOW?", "en") == analyze("who is in the garden now?", "en")


@pytest.mark.parametrize(
    "text", ["Ada is a mathematician.", "API design", "Todo list", "Meeting mit Ada", "- [ ] todo\n" * 50]
)
def test_a_few_words_do_not_tell_a_language(text):
    assert tell_language(text)[1] < OWN_WORDS
