"""Quotes: what counts as the words of a source, and what does not."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.ingest.evidence import Quote, SourceText
from scripts.ingest.receipts import Remarks
from scripts.look.likeness import differing_words, nearest_stretch
from scripts.model import Passage, Quotable
from scripts.text.characters import has_words
from scripts.text.plain_text import read_plain
from scripts.text.quotes import Found, Spread, fold_text, fragments, locate_in_passages, locate_quote, says

TEXT = (
    "The **session store** lost its\nquorum at 10:42 when `two replicas` restarted – it’s a well-\nknown fault. "
    "See [the report](report.md) and [[memory-leak|memory leaks]]; costs rose by 3.5 % (about $2,000).\n"
)
WORDS = st.lists(
    st.sampled_from(["leak", "causes", "crash", "the", "日本", "Öl", "3.5", "it's", "a"]), min_size=1, max_size=8
)


def found(quote, text=TEXT):
    span = locate_quote(quote, text)
    return None if span is None else text[slice(*span)]


def passages(*texts):
    rows, at = [], 0
    for ordinal, text in enumerate(texts):
        rows.append(Passage("paragraph", at, at + len(text), ordinal + 1, ordinal + 1, text, f"p{ordinal}"))
        at += len(text) + 2
    return tuple(rows)


def without_signs(text: str) -> str:
    """Without what could hide words, or go on with a word or number behind a blank."""
    return "".join(
        "x" if unicodedata.category(sign)[0] in "MN" or sign in "~`%<[]()&\\\uff9e\uff9f" else sign for sign in text
    )


@given(st.text(max_size=40).map(without_signs), st.text(max_size=20).map(without_signs), st.text().map(without_signs))
def test_words_between_blanks_are_found_where_they_stand(before, quote, after):
    text = f"{before} {quote} {after}"
    assert (locate_quote(quote, text) is not None) == has_words(quote)


@given(st.text(alphabet="aB1 .,*_`[]()<>|#>-\n\\~=%&;'\"é日\u00ad", max_size=60))
def test_folding_keeps_exact_offsets(text):
    folded = fold_text(text)
    assert len(folded.text) == len(folded.starts) == len(folded.ends)
    assert all(0 <= start < end <= len(text) for start, end in zip(folded.starts, folded.ends))
    assert list(folded.starts) == sorted(folded.starts)


@given(WORDS, WORDS)
def test_reordered_or_added_words_are_not_found(said, quoted):
    text = " ".join(said)
    joined = " ".join(quoted)
    assert (locate_quote(joined, text) is not None) == (f" {joined} " in f" {text} ")


@given(
    WORDS, st.sampled_from(["\n", "  ", "\n> ", "\u00a0", " \n\t"]), st.sampled_from([str.upper, str.title, str.lower])
)
def test_blanks_line_breaks_and_case_do_not_count(words, gap, recase):
    text = "x " + gap.join(words) + " y"
    span = locate_quote(recase(" ".join(words)), text)
    assert span is not None
    assert text[slice(*span)] == gap.join(words)


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        ("quorum at 10:42", "quorum at 10:42"),
        ("lost its quorum", "lost its\nquorum"),
        ("The session store lost", "The **session store** lost"),
        ("**session store** lost its quorum", "session store** lost its\nquorum"),
        ("two replicas restarted", "two replicas` restarted"),
        ("restarted - it's a well-known fault", "restarted – it’s a well-\nknown fault"),
        ("restarted—it’s", "restarted – it’s"),
        ("restarted – it\u02bcs", "restarted – it’s"),
        ("see the report and memory leaks", "See [the report](report.md) and [[memory-leak|memory leaks"),
        ("lost its quorum ... restarted", "lost its\nquorum at 10:42 when `two replicas` restarted"),
        (
            "lost its quorum … a well-known fault",
            "lost its\nquorum at 10:42 when `two replicas` restarted – it’s a well-\nknown fault",
        ),
        ("store lost [...] replicas", "store** lost its\nquorum at 10:42 when `two replicas"),
        ("...lost its quorum...", "lost its\nquorum"),
        ('"lost its quorum."', "lost its\nquorum"),
        ("3.5 % (about $2,000)", "3.5 % (about $2,000)"),
        ("costs", "costs"),
    ],
)
def test_a_quote_is_found_as_a_reader_would(quote, stands):
    assert found(quote) == stands


def test_a_bar_escaped_in_a_cell_was_no_bar_of_a_quote():
    assert found("Inflow | Rusa | Vell", "| Inflow | Rusa \\| Vell |") == "Inflow | Rusa \\| Vell"
    assert found("Inflow Rusa \\| Vell", "| Inflow | Rusa | Vell |") == "Inflow | Rusa | Vell"


@pytest.mark.parametrize(
    "quote",
    [
        "session stores",
        "ession store",
        "quor",
        "quorum its lost",
        "lost the quorum",
        "restarted ... lost its quorum",
        "lost ... lost",
        "lost its quorum ... in vain",
        "3.5 percent",
        "5 %",
        "3",
        "2",
        "000",
        "at 10:4",
        "",
        "   ",
        "...",
        "…",
        "[...]",
        '"',
        "–",
        "**",
    ],
)
def test_words_that_are_not_there_are_not_found(quote):
    assert found(quote) is None


@pytest.mark.parametrize(
    ("quote", "text", "is_there"),
    [
        ("art", "a part of", False),
        ("art", "a party, art.", True),
        ("part", "par**t**y", False),
        ("bold", "**bold**face", False),
        ("can", "it can't", False),
        ("can", "it can.", True),
        ("cafe", "café", False),
        ("cafe", "cafe\u0301", False),
        ("café", "cafe\u0301 noir", True),
        ("resume", "résumé", False),
        ("straße", "STRASSE", True),
        ("STRAS", "die Straße", False),
        ("fine", "ﬁne", True),
        ("memory", "mem\u00adory", True),
        ("memory", "mem\u200bory", True),
        ("ו', דו\"ח בן-דוד", "ו׳, דו״ח בן־דוד", True),
        ("foo", "foo_bar", False),
        ("foo_bar", "_foo_bar_", True),
        ("23", "2*3", False),
        ("5 3", "5 * 3", False),
        ("a < b", "a \\< b", True),
        ("AT&T", "AT&amp;T", True),
        ("List<String>", "List<Integer>", False),
        ("one two", "- one\n- two", True),
        ("one two", "> one\n> two", True),
        ("7. foo", "version 5. foo", False),
        ("[x](y.md)", "x and y", False),
        ("see [x](y.md)", "see\n[x](y.md)", True),
        ("see [x](y.md)", "see\n[x](z.md)", False),
        ("日本", "東日本語", True),
        ("日本語", "日本\n語", True),
        ("か", "が", False),
        ("가", "각", False),
        ("서버", "서버가 죽었다", True),
        ("مرحبا", "قال مرحبا بك", True),
        ("a | b", "| a | b |\n|---|---|\n", True),
        ("wait... what", "wait… what", True),
        ("text", "text ^p3f9c1e\n", True),
    ],
)
def test_words_have_edges(quote, text, is_there):
    assert (locate_quote(quote, text) is not None) is is_there


def test_d20_a_made_up_quote_is_in_no_passage():
    rows = passages("The leak was found on Monday.", "The node crashed on Tuesday.")
    assert locate_in_passages("the leak crashed the node", rows) is None
    near = nearest_stretch("the leak was found Monday night", rows)
    assert near
    assert near.passage == rows[0]
    assert nearest_stretch("zzz qqq", rows) is None
    assert nearest_stretch("anything", ()) is None
    assert nearest_stretch("<br/>", passages("![](a.png)", "<br>")) is None


def test_a_quote_is_found_in_its_passage_with_offsets():
    rows = passages("One.", "The *node* crashed.", "The node crashed.")
    assert locate_in_passages("node crashed", rows) == Found(rows[2], 4, 16)
    assert locate_in_passages("node Crashed", rows) == Found(rows[1], 5, 18)


def test_a_quote_over_two_passages_is_told_from_one_that_is_made_up():
    rows = passages("The leak was found.", "Then nothing.", "The node crashed.")
    assert locate_in_passages("was found. Then nothing.", rows) == Spread(rows[0], rows[1])
    assert locate_in_passages("...", rows) is None


ELEVEN = "one two three four five six seven eight nine ten eleven"


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("The cache is ... safe for production", "The cache is not safe for production."),
        ("The cache … safe", "The cache isn't always safe."),
        ("Der Speicher ist ... sicher", "Der Speicher ist **nicht** sicher."),
        ("la caisse ... sûre", "la caisse n'est pas sûre"),
        ("The cache is ... safe", "The cache is new. The vault is safe."),
        ("The cache is new ... the vault is safe", "The cache is new.\n\nThe vault is safe."),
        ("- phone ... 22 €", "| phone | 15 € |\n| paper | 22 € |"),
        ("The cache ... is safe", f"The cache of the {ELEVEN} is safe"),
        ("缓存...安全", "缓存不是很安全"),
    ],
)
def test_an_ellipsis_does_not_turn_its_source_round(quote: str, text: str) -> None:
    assert all(locate_quote(piece, text) for piece in fragments(quote.removeprefix("- ")))
    assert locate_quote(quote, text) is None
    assert locate_in_passages(quote, passages(text)) is None


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("The cache ... is safe", f"The cache {ELEVEN} is safe"),
        ("The cache ... is safe", "The cache is not safe, Ann says. The cache of the till is safe."),
        ("phone … 15 €", "| phone | 15 € |"),
        ("... is not safe ...", "The cache is not safe."),
        ("the cache was ... e.g. full", "the cache was, on Mr. Lund's server, e.g. full"),
    ],
)
def test_an_ellipsis_stands_for_a_few_words_of_a_sentence(quote: str, text: str) -> None:
    assert locate_quote(quote, text) is not None


def test_a_refused_quote_says_which_words_differ():
    assert differing_words("the **leak** stopped both crashes", "the leak caused the crash") == (
        "stopped both crashes",
        "caused the crash",
    )
    assert differing_words("the leak", "the leak") == ("", "")
    assert differing_words("my view as an officer", "My opinion as an officer:") == ("view", "opinion")


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        ("and a [pinned", "and a [pinned"),
        ("a pinned type to the future", "a [pinned\ntype](https://x.org/a) to\nthe future"),
    ],
)
def test_a_quote_may_cut_a_link_and_a_line_in_two(quote, stands):
    assert found(quote, "line and a [pinned\ntype](https://x.org/a) to\nthe future") == stands


def test_a_passage_says_a_quote_whatever_its_signs_and_line_breaks():
    assert says("The **pin**\nmoved,  then", "the pin moved")
    assert not says("The pinned moved", "the pin moved")


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("hit 106 users", "It hit 10<sup>6</sup> users."),
        ("hit 106 users", "It hit 10⁶ users."),
        ("It hit 10", "It hit 10⁶ users."),
        ("It hit 10", "It hit 10<sup>6</sup> users."),
        ("6 users", "It hit 10⁶ users."),
        ("has 210 bits", "The key has 2**10 bits."),
        ("killed 51 people", "The fire killed 5¹ people."),
        ("51⁄2 days", "It took 5½ days."),
        ("is notable", "The bird is not<br>able to fly."),
        ("56 people", "| 5<br>6 people |"),
        ("The drone can", "The drone can<i>not</i> fly."),
        ("he can", "he can&#39;t pay"),
        ("The limit is 10", "The limit is 10&nbsp;000 euros."),
        ("It was 1", "It was 1\\.5 metres."),
        ("will", "it will[not](x) run"),
        ("500 francs", "1’500 francs"),
        ("5 degrees", "It was -5 degrees."),
        ("2 m", "1/2 m"),
        ("5 degrees in May", "It was \u22125 degrees in May."),
        ("5 degrees", "\u20135 degrees"),
        ("5 degrees", "cold (\u22125 degrees)"),
        ("5 euros", "Net &minus;5 euros."),
        ("料金は5", "料金は5万円である"),
        ("三千", "三千五百円"),
        ("The fine is 12", "The fine is 12 500 euros"),
        ("500 euros", "The fine is 12 500 euros"),
        ("2", "It is 2 1/2 metres"),
        ("Take 2", "Take 2 ½ cups"),
        ("The drink is sugar", "The drink is sugar-free"),
        ("$5 million", "Ada earned -$5 million."),
        ("5 million", "Ada earned \u2212€5 million."),
        ("5 million", "Ada earned $-5 million."),
        ("5 million", "Ada earned \u2212**5** million."),
        ("3 grams", "Ada took 5e-3 grams."),
        ("3 grams", "Ada took 10^-3 grams."),
        ("The drug is safe", "~~~\nThe drug is <!-- not --> safe\n~~~"),
        ("safe to use", "un<wbr>safe to use"),
        ("toxic drug", "a non-toxic drug"),
        ("fee is 1,2503 euros", "The fee is 1,250[3](https://a.example/#3) euros"),
        ("-12 degrees", "It was 10\u201312 degrees"),
        ("-12 degrees", "It was 10-12 degrees"),
        ("2.35", "It lies at 48.85,-2.35 degrees"),
        ("5度", "最低气温为-5度"),
        ("-5 degrees", "In Oslo \u2014 5 degrees at noon"),
        ("-30 million", "Profit &ndash; 30 million euros"),
        ("12 345", "| 12 | 345 |"),
        ("12 345 guests", "We moved into room 12\n345 guests came."),
        ("Rent 12 345", "Rent      12     345"),
        ("345 guests", "It had 12\u00a0345 guests"),
        ("5 degrees", "It was -5 degrees"),
        ("rent is 1", "The rent is 1**20** euros"),
        ("fee is 12", "The fee is 12,**500** euros"),
        ("5 degrees", "It was **\u22125** degrees"),
        ("30 million", "It was <strong>\u201330 million</strong> euros"),
        ("10\u2076 tons", "A load of 3 \u00d7 10\u2076 tons"),
    ],
)
def test_half_a_word_or_number_and_two_of_them_run_together_are_not_what_is_said(quote: str, text: str) -> None:
    assert locate_quote(quote, text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Nobody knows. <!-- the ship is safe --> So much.",
        "<!-- the ship is safe -->",
        "Nobody knows. %% the ship is safe %% So much.",
        'See [the rules](rules.md "well the ship is safe now").',
        "See [[how the ship is safe now|the rules]].",
        'See <span title="the ship is safe now">the rules</span>.',
        "See [the rules](rules.md 'the ship is safe').",
        "See [the rules](rules.md (the ship is safe)).",
        "See <script>'the ship is safe'</script> it.",
        "```the ship is safe\ncode\n```",
    ],
)
def test_what_a_reader_does_not_see_is_not_said(text: str) -> None:
    assert locate_quote("the ship is safe", text) is None
    assert locate_in_passages("the ship is safe", passages(text)) is None


@pytest.mark.parametrize("quote", ["The fee is 12", "the fee  is 12"])
def test_a_passage_does_not_say_half_of_its_number(quote: str) -> None:
    """A revised source went on proving what it had said before."""
    assert says("The fee is 12. It holds.", quote)
    for text in ("The fee is 12.50 now.", "The fee is 120.", "<!-- the fee is 12 --> The fee is 13."):
        assert not says(text, quote)


@pytest.mark.parametrize(
    "text",
    [
        "It holds \u22125 litres now.",
        "It holds 1\\.5 litres now.",
        "It holds 1&#46;5 litres now.",
        '[It](http://x?q=5 "5 litres now") holds 7 litres now.',
    ],
)
def test_a_passage_says_no_more_than_it_proves(text: str) -> None:
    assert locate_quote("5 litres now", text) is None
    assert not says(text, "5 litres now")


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("hit 10<sup>6</sup> users", "It hit 10<sup>6</sup> users."),
        ("hit 10⁶ users", "It hit 10⁶ users."),
        ("5,000 of them", "5&#44;000 of them"),
        ("can't pay", "he can&rsquo;t pay"),
        ("bold face", "a <b>bold</b> face"),
        ("boldface", "a <b>bold</b>face"),
        ("one two", "one<br>two"),
        ("2024", "from 2023 to 2024."),
        ("chapter 5", "see chapter 5: of"),
        ("was \u22125 degrees", "It was -5 degrees."),
        ("It was -5", "It was \u22125 degrees."),
        ("100 people", "In 2020 100 people came"),
        ("In 2020", "In 2020 100 people came"),
        ("5 of 100", "5 of 100 people"),
        ("5 apples", "He has \u20145 apples."),
        ("[!note] The ship", "> [!note] The ship is safe"),
        ("See [[the rules", "See [[the rules]] and more."),
        ('<a href="x">', 'Write `<a href="x">` there.'),
        ("<b>bold</b>", "```html\n<b>bold</b>\n```"),
        ("5 million", "Ada earned $5 million."),
    ],
)
def test_what_a_reader_sees_is_what_is_said(quote: str, text: str) -> None:
    assert locate_quote(quote, text) is not None


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("fee is 1,250", "The fee is 1,250[3](https://a.example/#3) euros"),
        ("10-12 degrees", "It was 10\u201312 degrees"),
        ("\u22125 degrees", "It was -5 degrees"),
        ("-5 degrees", "It was &minus;5 degrees"),
        ("-2.35", "It lies at 48.85,-2.35 degrees"),
        ("-5度", "最低气温为-5度"),
        ('note](https://a.example "t") | end', 'see [this note](https://a.example "t") | end'),
        ("'-5'", "It says \u201c-5\u201d"),
        ("| 12 | 345 |", "| 12 | 345 |"),
        ("room 12", "We moved into room 12\n345 guests came."),
        ("345 guests", "We moved into room 12\n345 guests came."),
        ("in 2019 12 people", "It was in 2019\n12 people came"),
        ("fee is 12,500", "The fee is 12,**500** euros"),
        ("3 \u00d7 4 m", "A room of 3 \u00d7 4 m"),
        ("population of 12,345", "A population of 12,345[1] people"),
        ("population of 12,345", "A population of 12,345^b people"),
    ],
)
def test_numbers_are_found_as_they_are_meant(quote: str, text: str) -> None:
    assert locate_quote(quote, text) is not None


@pytest.mark.parametrize(
    ("half", "text"),
    [
        ("valid since May", "The contract of Acme is in-\nvalid since May."),
        ("five people died", "Twenty-five people died."),
        ("The fine is twenty", "The fine is twenty-five euros."),
        ("2 infections were reported", "No SARS-CoV-2 infections were reported."),
        ("19 patients died", "No COVID-19 patients died."),
        ("president of the bank", "the vice-president of the bank"),
        ("sugar", "sugar-coated"),
        ("known fault", "a well-known fault"),
        ("from 1914", "from 1914\u20131918"),
        ("12 people", "between 10-12 people"),
        ("12", "It ended on 2019-05-12."),
        ("12 \u00b0C", "It is \\-12 \u00b0C now."),
        ("Balance 5.000,00", "Balance 5.000,00- EUR"),
        ("binding offer", "a non&#8209;binding offer"),
    ],
)
def test_half_of_what_a_hyphen_joins_or_a_minus_begins_proves_nothing(half: str, text: str) -> None:
    assert locate_quote(half, text) is None
    assert not says(text, half)
    assert locate_quote(text, text) is not None


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("It is -12 \u00b0C", "It is \\-12 \u00b0C now."),
        ("another thing", "a word\u2014another thing"),
        ("another thing", "a word -- another thing"),
        ("another thing", "a word - another thing"),
        ("2019-2020 season", "the 2019\u20132020 season"),
        ("\u4e1c\u76df\u5408\u4f5c", "\u4e2d\u56fd-\u4e1c\u76df\u5408\u4f5c"),
    ],
)
def test_a_dash_parts_what_it_stands_between(quote: str, text: str) -> None:
    assert locate_quote(quote, text) is not None


@given(st.text(alphabet="aB1 .,*_`[]()<>|#>-\n\\~=%&;'\"é日\u00ad$!", max_size=60))
def test_what_is_seen_of_a_text_has_its_places(text: str) -> None:
    plain = read_plain(text)
    assert len(plain.text) == len(plain.starts) == len(plain.ends)
    whole = zip(plain.text, plain.starts, plain.ends)
    assert all(text[start:end] in (sign, "\n") for sign, start, end in whole if end - start == 1 and sign not in " \n^")


def test_a_quote_that_cuts_a_number_is_told_to_be_quoted_whole() -> None:
    remarks, text = Remarks(), "A board of 3 × 10 cm."
    rows = (Quotable("p1", "", 0, len(text), 1, text),)
    assert SourceText("s.md", "s", "S", rows).prove("relations[0]", Quote("10 cm"), remarks) is None
    assert "quote it whole" in remarks.rejected[0].reason
