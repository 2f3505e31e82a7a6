"""Snippets are the text's own words: the best stretch, within the limit, the same every time."""

from __future__ import annotations

import re
import time
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.pages.text.sentences import sentences
from scripts.retrieval.extracts.snippets import _Matcher, best_window

REPORT = (
    "The incident began at 10:42 a.m. on Tuesday. Dr. Smith of Acme Inc. saw the load rise to 3.5 first! "
    'Was it a leak? "It crashes due to memory leaks." The fix (see Fig. 3) took e.g. two hours. Nobody was hurt.'
)


def cut(text):
    return [text[start:end] for start, end in sentences(text)]


def test_abbreviations_initials_and_decimals_end_no_sentence():
    assert cut(REPORT) == [
        "The incident began at 10:42 a.m. on Tuesday.",
        "Dr. Smith of Acme Inc. saw the load rise to 3.5 first!",
        "Was it a leak?",
        '"It crashes due to memory leaks."',
        "The fix (see Fig. 3) took e.g. two hours.",
        "Nobody was hurt.",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("会话丢失了。为什么？「内存泄漏。」完", ["会话丢失了。", "为什么？", "「内存泄漏。」", "完"]),
        ("「止めること。」と書いた。次", ["「止めること。」と書いた。", "次"]),
        ("彼は（昨年。来年ではない。）来た。次", ["彼は（昨年。来年ではない。）", "来た。", "次"]),
        ("“你好。我走了。”他说。〈完。〉再见", ["“你好。我走了。”", "他说。", "〈完。〉", "再见"]),
        ("重さは３．５キロ。１．概要", ["重さは３．５キロ。", "１．概要"]),
        ("品目\n・米\n・塩\n①水\n• oil\n• salt", ["品目", "・米", "・塩", "①水", "• oil", "• salt"]),
        ("（" + "長。" * 2 + "終", ["（長。", "長。", "終"]),
        ("J. R. Tolkien wrote. He slept.", ["J. R. Tolkien wrote.", "He slept."]),
        ("1. Open the box.\n2. Close it.", ["1. Open the box.", "2. Close it."]),
        ("One line\nthe same sentence.\n\nAnother", ["One line\nthe same sentence.", "Another"]),
        (
            "Version 2.0.1 is out... and more. See example.org. Yes",
            ["Version 2.0.1 is out... and more.", "See example.org.", "Yes"],
        ),
        ("- a thing\n- another", ["- a thing", "- another"]),
        ("Am 2. März 1848 ging er. Es regnete.", ["Am 2. März 1848 ging er.", "Es regnete."]),
        ("Im 18. und 19. Jahrhundert, vom 3. Tag an.", ["Im 18. und 19. Jahrhundert, vom 3. Tag an."]),
        ("44 v. Chr. starb er, d. h. Cäsar. Z. B. Brutus", ["44 v. Chr. starb er, d. h. Cäsar.", "Z. B. Brutus"]),
        ("He came in 1848. March was cold. I am 42. You?", ["He came in 1848.", "March was cold.", "I am 42.", "You?"]),
        ("Sie kostete rd. 168 fl. und Frhr. v. Thurau.", ["Sie kostete rd. 168 fl. und Frhr. v. Thurau."]),
        ("In 2. Auflage. Vgl. Inv.-Nr. 17, Taf. 4.", ["In 2. Auflage.", "Vgl. Inv.-Nr. 17, Taf. 4."]),
        ("He left IBM. No. That is No. 17, c. 1850. OK", ["He left IBM.", "No.", "That is No. 17, c. 1850.", "OK"]),
        ("Er lebt seit 2019. Sie bis 1918. Danach", ["Er lebt seit 2019.", "Sie bis 1918.", "Danach"]),
        ("It weighs 5 kg. See npm. Buy now. 3 shops", ["It weighs 5 kg.", "See npm.", "Buy now.", "3 shops"]),
        (
            "It was 12. Stock rose. See 7. :: Option b. The",
            ["It was 12.", "Stock rose.", "See 7.", ":: Option b.", "The"],
        ),
        ("Завод в г. Тольятти на ул. Заводской, д. 5. Он", ["Завод в г. Тольятти на ул. Заводской, д. 5.", "Он"]),
        ("Вошли проф. Ёлкин и А. С. Ким, см. рис. 4.", ["Вошли проф. Ёлкин и А. С. Ким, см. рис. 4."]),
        ("Это было в 2011 г. Иванов ушёл.", ["Это было в 2011 г.", "Иванов ушёл."]),
        ("Суп, чай и т. д. Это сделал я. Она", ["Суп, чай и т. д.", "Это сделал я.", "Она"]),
        ("Він живе на вул. Мира, буд. 3, каб. 7. Вона", ["Він живе на вул. Мира, буд. 3, каб. 7.", "Вона"]),
        ("Refusé par Mgr. Lacombe, MM. Aymard et Roux. Il", ["Refusé par Mgr. Lacombe, MM. Aymard et Roux.", "Il"]),
        ("Chez Me. Roux, inv. MR 5, t. XLII, éd. Gai. Il", ["Chez Me. Roux, inv. MR 5, t. XLII, éd. Gai.", "Il"]),
        ("La Dra. Ruiz, Avda. Sol, C.P. 28004. Ella", ["La Dra. Ruiz, Avda. Sol, C.P. 28004.", "Ella"]),
        ("Fco. Gil en EE. UU. y Uds. Por p. ej. Madrid", ["Fco. Gil en EE. UU. y Uds. Por p. ej. Madrid"]),
        ("« C'est fini. » Il dort. It is for me. He ran", ["« C'est fini. »", "Il dort.", "It is for me.", "He ran"]),
        ("It is 2.1. He ran. We use Hz. She 3.5. Yes", ["It is 2.1.", "He ran.", "We use Hz.", "She 3.5.", "Yes"]),
        ("הוא בא. היא הלכה.", ["הוא בא.", "היא הלכה."]),
        ("هل توقفت؟ نعم. تعطلت", ["هل توقفت؟", "نعم.", "تعطلت"]),
        ("یہ خراب تھا۔ وہ آئی", ["یہ خراب تھا۔", "وہ آئی"]),
        ("वह आया। खर्च बढ़ा॥ अब", ["वह आया।", "खर्च बढ़ा॥", "अब"]),
        ("Նա եկավ։ Այո", ["Նա եկավ։", "Այո"]),
        ("እሱ መጣ። አዎ", ["እሱ መጣ።", "አዎ"]),
        ("«C'est fini.» Il dort.", ["«C'est fini.»", "Il dort."]),
        ("", []),
        ("  \n ", []),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text, expected):
    assert cut(text) == expected


@given(st.text(alphabet="aB.!? 。．」（）と\n\"'1(-", max_size=80))
def test_sentences_cover_all_but_the_white_space_in_order(text):
    assert "".join("".join(cut(text)).split()) == "".join(text.split())


def test_d36_a_snippet_keeps_the_case_and_ends_at_sentences():
    assert best_window(REPORT, ["memory", "leak"], max_characters=70) == (
        '… Was it a leak? "It crashes due to memory leaks." …'
    )


def test_a_word_that_touches_another_script_is_seen():
    text = "今年召开了两次会议。" * 5 + "一号车间使用西门子PLC控制器。"
    assert "PLC" in best_window(text, ["plc"], max_characters=30)


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize(
    ("term", "word"),
    [("camara", "la Cámara"), ("счетчик", "Счётчик"), ("oeuvre", "l'Œuvre"), ("strasse", "Straße"), ("νησια", "Νησιά")],
)
def test_a_term_is_seen_with_its_accents_and_where_it_stands(term, word, form):
    word = normalize(form, word)
    text = "œßё " * 20 + "end. " + f"Da {word} steht. " + "Ünd mehr. " * 9
    assert best_window(text, [term], max_characters=60).startswith(f"… Da {word} steht. ")
    assert best_window(text, [f"{term[2:]}"], max_characters=60).startswith("œßё")


def test_a_snippet_without_a_term_is_the_beginning():
    assert best_window(REPORT, ["zebra"], max_characters=60) == "The incident began at 10:42 a.m. on Tuesday. …"


def test_a_sentence_too_long_is_cut_between_words_around_the_term():
    text = "alpha " * 50 + "the quorum was lost " + "omega " * 50
    snippet = best_window(text, ["quorum"], max_characters=60)
    assert "the quorum was lost" in snippet
    assert set(snippet.split()) <= {*text.split(), "…"}


@pytest.mark.parametrize(
    ("before", "middle", "after", "term"),
    [
        ("彼は朝早く起き、", "主循環ポンプの軸受温度は八五度、", "夜は早く寝た、", "軸受温度"),
        ("去年我们开会，", "专线16.2号（电信、移动、联通，带宽10Gbps）都已验收；", "今年不开会，", "专线"),
        ("หนึ่งสองสาม ", "ผู้รับเหมาคือบริษัทสุขใจ ", "สี่ห้าหก ", "บริษัท"),
        ("ការងារ ", "ក្រុមហ៊ុនសាងសង់ ", "ប្រាក់ខែ ", "សាងសង់"),
        ("カタカナとひらがな。", "「軸受。主軸。」とGPQ3-80A型と３．５度。", "夜は寝た。", "80a"),
    ],
)
def test_a_text_without_blanks_between_words_was_cut_anywhere(before, middle, after, term):
    wanted = re.compile(f"({before})*{re.escape(middle)}({after})*")
    for most in range(70, 200):
        window = best_window(before * 40 + middle + after * 40, [term], max_characters=most)
        assert wanted.fullmatch(window.removeprefix("… ").removesuffix("…").rstrip() + " " * middle.endswith(" "))


def test_no_word_of_latin_letters_is_cut_where_there_is_no_clause():
    for most in range(20, 60):
        window = best_window("漢字とかな" * 20 + "軸受GPQ3-80A型" * 20, ["軸受"], max_characters=most)
        assert not re.search(r"[A-Z0-9-](?<!80A) …|… (?!GPQ)[A-Z0-9-]", window)


def test_no_mark_is_cut_from_its_sign():
    for most in range(12, 30):
        window = best_window("長い" * 40 + "軸受" + "か\u3099" * 40, ["軸受"], max_characters=most)
        assert window.endswith("か\u3099 …")


@given(st.text(alphabet="あ漢カ、。（）「」a1 \u3099\u200d👍🏽เข\u0e34", max_size=120), st.integers(0, 60))
def test_what_is_cut_from_such_a_text_is_of_it(text, limit):
    snippet = best_window(text, ["漢", "a1"], max_characters=limit)
    assert len(snippet) <= limit
    assert snippet.removeprefix("… ").removesuffix(" …") in " ".join(text.split())


def test_a_sentence_too_long_that_says_more_is_cut_rather_than_another_sent_whole():
    text = f"The pump is old. {'word ' * 40}the pump bearing runs hot at noon {'word ' * 40}. The end."
    assert "pump bearing runs hot" in best_window(text, ["pump", "bearing", "hot"], max_characters=80)


def test_more_different_terms_beat_one_term_repeated():
    text = "Leak leak leak leak. Nothing here at all to read. The memory leak stopped the store."
    assert "memory leak" in best_window(text, ["memory", "leak", "store"], max_characters=45)


@given(st.text(max_size=300), st.lists(st.text(max_size=5), max_size=4), st.integers(0, 120))
def test_a_snippet_is_never_longer_than_asked(text, terms, limit):
    assert len(best_window(text, terms, max_characters=limit)) <= limit


@given(st.text(alphabet="ab. \n", max_size=200), st.integers(1, 80))
def test_a_snippet_is_made_of_the_text_alone(text, limit):
    snippet = best_window(text, ["a"], max_characters=limit)
    assert snippet.removeprefix("… ").removesuffix(" …") in " ".join(text.split())


@pytest.mark.parametrize(
    "text", ["1. " * 12_000, "a" * 40_000, "." * 40_000, "a. " * 12_000, "A. " * 12_000, "\n" * 40_000]
)
def test_hostile_texts_are_cut_in_linear_time(text):
    started = time.process_time()
    assert len(best_window(text, ["a"], max_characters=100)) <= 100
    assert time.process_time() - started < 0.5, "a linear pass takes a tenth of that"


_LETTERS = st.text(alphabet=st.sampled_from("abAB _-.会话丢дДσΣ"), max_size=16)


@given(_LETTERS, st.lists(_LETTERS, max_size=4), st.integers(0, 16), st.integers(0, 16))
def test_terms_are_found_as_a_pattern_of_alternatives_finds_them(text, terms, start, size):
    words = sorted({term.strip() for term in terms if term.strip()}, key=lambda term: (-len(term), term))
    begun = [("(?<![abдσ_])" if word[0] in "abABдДσΣ" else "") + re.escape(word) for word in words]
    pattern = re.compile("|".join(begun) or "(?!)", re.IGNORECASE)
    expected = [(match.start(), match.group().casefold()) for match in pattern.finditer(text, start, start + size)]
    assert _Matcher(text, terms).found(start, start + size) == expected
