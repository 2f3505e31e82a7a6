"""Ranking passages: words first, then names that lead from passage to passage, asking the question at each step."""

from __future__ import annotations

import random

import pytest

from scripts.retrieval.extracts.coverage import weigh
from scripts.retrieval.extracts.held import TOLD, likely_covered
from scripts.retrieval.extracts.verbatim import likeness, line_of, line_pairs
from scripts.retrieval.language.question import parse_question
from scripts.retrieval.lookup.matching import match_names
from scripts.retrieval.lookup.spelling import understand
from scripts.retrieval.search.bridge import MAX_BRIDGES, Departure, cross
from scripts.retrieval.search.landings import MAX_SPREAD, MAX_WIDE
from scripts.retrieval.search.meaning import SIMILAR
from scripts.retrieval.search.ranking import BEAMS, rank_passages
from scripts.retrieval.search.scores import Scores
from scripts.retrieval.search.start import START, start_scores
from scripts.semantic.embedders import Embedder
from tests.retrieval.memory_graph import ClaimIn, MemoryGraph, PageIn
from tests.semantic.hash_embedder import embed

THINGS = """
    apple bread chair door eagle flute grape house island jacket kettle lemon mirror needle onion piano quill rope spoon
    table umbrella violin window yarn zebra anchor bottle candle dragon engine
"""
FILLER = tuple(
    PageIn(f"filler-{at:02}", f"Filler {at}", (f"The {word} is a kind of thing that people in villages talk about.",))
    for at, word in enumerate(THINGS.split())
)
CHAIN = (
    PageIn("novair", "Novair", ("Novair was formed in 1988 after Calair was bought by the Rank Organisation.",)),
    PageIn("rank-history", "Studios of Britain", ("The Rank Organisation was dissolved in 1995.",)),
    PageIn("dissolving", "Sugar", ("The year in which people learned how sugar dissolves is not known.",)),
)


def ranked(graph, question, limit=10):
    asked = weigh(graph, parse_question(question))
    return rank_passages(graph, asked, match_names(graph, asked).matches, limit=limit)


def pages(graph, question, limit=10):
    return [each.row.page for each in ranked(graph, question, limit)]


def way(each):
    return [(leg.departed.page, leg.name, leg.how, leg.landed.page) for leg in each.path]


def test_d11_the_topical_page_comes_before_one_that_shares_stop_words():
    wordy = PageIn("wordy", "Wordy", ("What is the one that is to be what it is and what is it to do with the what?",))
    topical = PageIn("leaks", "Notes", ("A memory leak grows.",))
    assert pages(MemoryGraph([wordy, topical, *FILLER]), "What is a memory leak?")[0] == "leaks"


CALLERS = (
    "```python\nfrom codes import verify_code, reissue\n```",
    "```python\nverify_code(reissue(verify_code))\nreissue()\n```",
)
DEFINED = (
    '```python\ndef verify_code(entered, known, now):\n    """Whether it opens."""\n    return entered == known\n```',
    "```go\nfunc (p *Parcel) reissue(now time.Time) string {\n\treturn p.fresh(now)\n}\n```",
    "```js\nexport const lateFee = async (days) => days > 10\n```",
    "```sql\nCREATE TABLE parcel (id TEXT PRIMARY KEY, station TEXT, issued TIMESTAMPTZ);\n```",
)
CODE = PageIn("code", "Gateway", (*CALLERS, "lateFee, lateFee and parcel: a parcel is late.", *DEFINED))


KILN = (
    "The kiln of the potters is fired at night; potters fire the kiln and watch it.",
    "Potters fire the kiln at night. Nobody likes it: they do so because power is cheap then.",
    "Potters fire the kiln at night, and of the firing of kilns at night there are pictures.",
    "Kilns at night: it takes potters eleven firings.",
)


@pytest.mark.parametrize(
    ("question", "block"),
    [
        ("why do potters fire the kiln at night?", "p1"),
        ("night after night; but why do potters fire the kiln?", "p1"),
        ("how many firings of kilns at night are there?", "p3"),
        ("do the pictures say why potters fire the kiln at night?", "p2"),
    ],
)
def test_who_asks_why_or_how_many_gets_the_passage_with_a_reason_or_a_figure(question, block):
    assert ranked(MemoryGraph([PageIn("kiln", "Work", KILN), *FILLER]), question)[0].row.block == block


@pytest.mark.parametrize(
    ("question", "block"),
    [
        ("what does verify_code do?", "p3"),
        ("what does reissue do?", "p4"),
        ("lateFee", "p5"),
        ("which columns has the table parcel?", "p6"),
    ],
)
def test_code_that_defines_what_is_asked_for_comes_before_code_that_uses_it(question, block):
    assert ranked(MemoryGraph([CODE, *FILLER]), question)[0].row.block == block


def test_who_asks_for_callers_does_not_get_the_definition_first():
    assert ranked(MemoryGraph([CODE, *FILLER]), "who calls verify_code?")[0].row.block in ("p0", "p1")


def test_d11_a_title_counts_more_than_the_text():
    mention = PageIn("a-mention", "Anything", ("Caching is mentioned once in this text on anything.",))
    titled = PageIn("b-titled", "Caching", ("It keeps what was asked for before near at hand for later.",))
    assert pages(MemoryGraph([mention, titled, *FILLER]), "how does caching work")[0] == "b-titled"


@pytest.mark.parametrize("limit", [0, 1, 3])
def test_d11_no_more_passages_than_asked_for(limit):
    assert len(pages(MemoryGraph(FILLER), "thing people talk about", limit)) == limit


def test_a_name_leads_to_a_passage_that_no_word_of_the_question_finds():
    graph = MemoryGraph([*CHAIN, *FILLER])
    question = "In what year did the company that bought Calair stop?"
    assert "rank-history" not in [hit.page for hit in weigh(graph, parse_question(question)).hits]
    found = {each.row.page: each for each in ranked(graph, question, 3)}
    assert found["novair"].why == "words"
    assert found["rank-history"].why == "bridge"
    assert way(found["rank-history"]) == [("novair", "Rank Organisation", "guess", "rank-history")]


def test_a_known_name_in_small_letters_leads_on_as_well():
    first = PageIn("first", "Failure", ("The checkout failed because of a heap growth.",))
    second = PageIn("second", "Remedy", ("Against heap growth, bound the cache.",))
    known = PageIn("leak", "Memory leak", (), "entities", ("heap growth",))
    question = "why did checkout fail and what helps"
    with_name = {each.row.page: each for each in ranked(MemoryGraph([first, second, known, *FILLER]), question)}
    assert with_name["second"].why == "bridge"
    assert way(with_name["second"]) == [("first", "heap growth", "mention", "second")]
    assert "second" not in pages(MemoryGraph([first, second, *FILLER]), question)


def test_a_page_titled_by_the_name_comes_before_one_that_mentions_it():
    start = PageIn("start", "Album", ("The album Privilege was made by Ivor Cutler.",))
    mention = PageIn("a-mention", "Festival", ("Many sang there, Ivor Cutler too.",))
    titled = PageIn("z-titled", "Ivor Cutler (poet)", ("He came from Glasgow.",))
    found = pages(
        MemoryGraph([start, mention, titled, *FILLER]), "Where does the maker of the album Privilege come from?"
    )
    assert found.index("z-titled") < found.index("a-mention")


def test_a_name_that_stands_everywhere_leads_nowhere():
    start = PageIn("start", "Album", ("The album Privilege was made in New Holland.",))
    crowd = [PageIn(f"c-{at:02}", f"Crowd {at}", (f"Number {at} is in New Holland.",)) for at in range(MAX_SPREAD + 1)]
    found = ranked(MemoryGraph([start, *crowd, *FILLER]), "who made the album Privilege")
    assert all(each.why != "bridge" for each in found)


def test_what_a_passage_says_of_a_question_is_told_without_its_text():
    start = PageIn("start", "Album", ("The album Privilege was made by Ivor Cutler.",))
    crowd = [PageIn(f"c-{at}", f"Crowd {at}", (f"Privilege number {at}, of Glasgow.",)) for at in range(TOLD)]
    others = [PageIn("poet", "Poet", ("Ivor Cutler came from Glasgow.",)), *FILLER]
    graph = MemoryGraph([start, *others, *crowd])
    asked = weigh(graph, parse_question("Where in Glasgow was the maker of the album Privilege born?"))
    rows = {hit.page: hit.passage for hit in graph.search(["ivor", "glasgow", "villages"], limit=999)}
    graph.calls.clear()
    told = likely_covered(graph, asked, rows.values())
    assert not graph.calls["passages"]
    everywhere = {"privileg", "glasgow"}
    assert told[rows["start"]] == {"album"} | everywhere
    assert told[rows["poet"]] == told[rows["filler-00"]] == everywhere
    assert likely_covered(graph, asked, []) == {}


def test_a_name_leads_from_each_of_its_spellings_to_where_that_stands():
    crowd = [PageIn(f"c-{at}", f"Crowd {at}", (f"Here OBrien spoke, time {at}.",)) for at in range(MAX_SPREAD + 1)]
    start = (PageIn("a", "Tent", ("We met OBrien.",)), PageIn("b", "Camp", ("We met O'Brien.",)))
    graph = MemoryGraph([*start, PageIn("born", "Doctor", ("Then O'Brien was born in Cork.",)), *crowd, *FILLER])
    asked = weigh(graph, parse_question("Where was the doctor of the camp born?"))
    rows = [row for page in start for row in graph.passages_of(page.id)]
    departures = [Departure(row, 1.0 / at, frozenset(), (), row.id) for at, row in enumerate(rows, 1)]
    found = cross(graph, departures, asked, frozenset(), tenth=0.0, scores={}, wide=False)
    assert {each.page for each in found.arrivals.values()} == {"born"}


@pytest.mark.parametrize("is_hit", [True, False])
def test_an_arrival_that_says_nothing_new_is_not_read_nor_one_that_word_search_told(is_hit):
    start = PageIn("start", "Album", ("The album Privilege was made by Ivor Cutler.",))
    told = PageIn("told", "Poet", ("Ivor Cutler was born in Glasgow.",))
    dull = [PageIn(f"dull-{at}", f"Dull {at}", ("Ivor Cutler sat there.",)) for at in range(5)]
    near = [PageIn(f"near-{at}", f"Near {at}", (f"The album {at} was born.",)) for at in range(12)]
    graph = MemoryGraph([start, told, *dull, *near, *FILLER])
    asked = weigh(graph, parse_question("Where was the maker of the album Privilege born?"))
    read: set[int] = set()
    passages = graph.passages
    graph.passages = lambda ids: read.update(ids) or passages(ids)  # type: ignore[method-assign]
    scores = Scores()
    start_scores(graph, asked, (), scores, frozenset())
    first = scores.order()[0]
    scores.read(graph, [first])
    read.clear()
    row, tenth = scores.rows[first], scores.total[scores.order()[9]]
    departure = Departure(row, scores.total[first], asked.covered_by(row), (), first)
    if not is_hit:
        asked.known.clear()
    found = cross(graph, [departure], asked, frozenset(), tenth=tenth, scores=scores.total)
    arrived = {each.page: each for each in found.arrivals.values()}
    assert row.page == "start"
    pages_read = {passages([id])[id].page for id in read}
    assert ("told" in pages_read) is not is_hit
    assert not any(page.startswith("dull") for page in pages_read)
    assert {"told", "dull-0"} <= arrived.keys()
    assert arrived["told"].gain > arrived["dull-0"].gain


def test_an_answer_beside_a_short_question_is_found():
    chat = PageIn("chat", "Chat", ("Good night.", "In a shop by the river.", "Where did you buy the trombone?"))
    found = ranked(MemoryGraph([chat, *FILLER]), "where was the trombone bought")
    assert [(each.row.page, each.row.ordinal) for each in found[:3]] == [("chat", 2), ("chat", 1), ("chat", 0)]


def test_first_places_cover_the_question_together():
    alike = [PageIn(f"a{at}", f"Note {at}", ("The pumps failed on that day.",)) for at in range(4)]
    other = PageIn("other", "Log", ("One valve was seen to.",))
    found = ranked(MemoryGraph([*alike, other, *FILLER]), "which pumps did fail, which valve")
    assert [each.row.page for each in found[:3]] == ["a0", "other", "a1"]
    assert found[1].score < found[2].score


def test_what_rests_on_sources_is_no_evidence_while_there_is_a_source():
    source = PageIn("source", "Report", ("The pump failed in May.",))
    second = PageIn("summary", "Pump failed in May", ("The pump failed in May.",), "summaries")
    assert pages(MemoryGraph([source, second, *FILLER]), "when did the pump fail", 3)[0] == "source"
    assert "summary" not in pages(MemoryGraph([source, second, *FILLER]), "when did the pump fail", 30)
    assert pages(MemoryGraph([second]), "when did the pump fail") == ["summary"]


def test_a_question_in_chinese_finds_its_passage_and_the_next():
    first = PageIn("first", "报告", ("系统崩溃是由内存泄漏引起的。",))
    second = PageIn("second", "修复", ("限制缓存可以解决内存泄漏。",))
    known = PageIn("leak", "内存泄漏", (), "entities")
    assert set(pages(MemoryGraph([first, second, known, *FILLER]), "系统崩溃是什么引起的", 2)) == {"first", "second"}


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_indexing_does_not_matter(seed):
    twins = [
        PageIn(f"twin-{at}", "Twin", ("The engine of the Blue Whale stopped.", "It was repaired.")) for at in range(6)
    ]
    everything = [*twins, *CHAIN, *FILLER]
    straight = ranked(MemoryGraph(everything), "why did the engine stop in 1995", 30)
    random.Random(seed).shuffle(everything)
    mixed = ranked(MemoryGraph(everything), "why did the engine stop in 1995", 30)
    told = [[(each.row.page, each.row.ordinal, each.why, way(each)) for each in found] for found in (straight, mixed)]
    assert told[0] == told[1]


def test_scores_fall_from_one_at_the_best_by_score():
    scores = [each.score for each in ranked(MemoryGraph([*CHAIN, *FILLER]), "what did Novair buy in 1988")]
    assert max(scores) == 1.0
    assert all(0 <= score <= 1 for score in scores)


def test_the_cost_of_a_question_is_bounded():
    names = [
        f"{a}{b}" for a in ("Ka", "Lo", "Mi", "Nu") for b in ("dan", "fer", "gol", "his", "jek", "kum", "lor", "mas")
    ]
    crowd = [
        PageIn(
            f"p-{at:03}", f"Place {at}", (" and ".join(f"{x} {y}" for x, y in zip(names[at % 7 :], names[at % 5 :])),)
        )
        for at in range(200)
    ]
    graph = MemoryGraph(crowd)
    before = graph.calls.copy()
    question = "who met Kadan Kadan and Kafer Kafer at place 7"
    ranked(graph, question)
    spent = graph.calls - before
    words = 2 * len(parse_question(question).content)  # with another form of each
    assert spent["holders"] <= words + (MAX_BRIDGES + words) * len(BEAMS)
    assert spent["search"] <= 3 + MAX_WIDE * len(BEAMS)
    assert spent["passages"] <= START * 3 + MAX_BRIDGES * MAX_SPREAD * len(BEAMS)


def test_an_empty_graph_has_no_passages():
    assert ranked(MemoryGraph([], [ClaimIn("a", "causes", "b")]), "what causes b") == []


WARD = PageIn("ward", "Ward", ("The patient came with cardiac arrest and a physician stood by.",))
SIGHT = PageIn("sight", "Sight", ("The heart of the old town is worth a visit.",))


def with_vectors(pages):
    return MemoryGraph(pages, embedder=Embedder("hash", lambda: embed))


def test_a_passage_in_other_words_enters_by_its_meaning():
    question = "which doctor treats a heart attack?"
    assert "ward" not in pages(MemoryGraph([WARD, SIGHT, *FILLER]), question)
    found = {each.row.page: each.why for each in ranked(with_vectors([WARD, SIGHT, *FILLER]), question)}
    assert (found["ward"], found["sight"]) == ("meaning", "words")


def test_likeness_is_a_signal_and_words_stay_the_master():
    rare = PageIn("rare", "Rare", ("Zyxomma is the genus that a whole shelf of volumes was written on long ago.",))
    question = "what is a thing that people in villages talk about, zyxomma?"
    assert pages(with_vectors([rare, *FILLER]), question)[0] == "rare"


def test_likeness_that_tells_no_passage_from_another_changes_nothing():
    same = Embedder("same", lambda: lambda texts: [[1.0, 1.0] for _ in texts])
    question = "kind of thing that people talk about: an apple or a door"
    many = [*FILLER, *(PageIn(f"more-{at:03}", "More", (f"Number {at} stands alone.",)) for at in range(SIMILAR))]
    plain = [(each.row.page, each.why) for each in ranked(MemoryGraph(many), question)]
    assert [(each.row.page, each.why) for each in ranked(MemoryGraph(many, embedder=same), question)] == plain


BACK_UP = PageIn(
    "back-up",
    "Back up your files",
    (
        "Back up often.",
        "To back up, copy.",
        "Go back and copy the back up.",
        "Back up before you go.",
        "A back up is a copy.",
        "Keep the back up.",
        "Back up the copy.",
        "Copy back.",
    ),
)
HISTORY = PageIn(
    "history",
    "Version history",
    (
        *(f"{word.capitalize()} is another thing that one keeps in a drawer." for word in THINGS.split()[:8]),
        "Whoever pays for the service can look at every earlier draft of a page for one whole year, others a month.",
    ),
)


def test_in_running_text_what_says_most_of_the_question_leads_by_far_what_repeats_a_word_of_it():
    first, second, *_ = ranked(
        MemoryGraph([BACK_UP, HISTORY, *FILLER]), "For how long can I go back to an earlier draft?"
    )
    assert (first.row.page, second.row.page) == ("history", "back-up")
    assert second.score < 0.65


def test_a_name_that_is_little_of_the_question_brings_its_page_little():
    graph = MemoryGraph([PageIn("back", "Back", ("It is behind.", "It can hurt.", "It has bones.")), HISTORY, *FILLER])
    question = "how far back can I look at an earlier draft of a page for a year, without paying a service?"
    assert pages(graph, "what is back?", 1) == ["back"]
    assert max(each.score for each in ranked(graph, question, 30) if each.row.page == "back") < 0.5


MANUAL = PageIn(
    "nettle",
    "Nettle",
    ("This manual may be copied.", *(f"The function f{number} writes a block." for number in range(60))),
)
GUIDE = PageIn("guide", "A guide to the manual", tuple(f"Pass the flag x{number}." for number in range(60)))


def test_the_word_that_names_a_long_page_is_not_the_commonest_of_the_question():
    graph = MemoryGraph([MANUAL, GUIDE, *FILLER])
    asked, found, *_ = understand(graph, parse_question("may I copy the Nettle manual?"), limit=8)
    assert asked.shares["nettl"] > asked.shares["manu"]
    assert rank_passages(graph, asked, found.matches, limit=10)[0].row.text == MANUAL.passages[0]


LONG_PAGE = PageIn(
    "examples",
    "Schema examples",
    tuple(f"The schema of {word} is included, and so is an example of that schema." for word in THINGS.split()[:12]),
)


@pytest.mark.parametrize(
    "question", ["they will not be included in the schema", "sent as they are they will not included the schema"]
)
def test_a_line_remembered_word_for_word_or_nearly_finds_its_passage_before_a_page_on_all_of_it(question):
    text = "Codes that you return yourself are sent as they are; **they** will not be included in the schema."
    line = PageIn("status-codes", "Status codes", ("Something else about codes.", text, "And another thing."))
    assert ranked(MemoryGraph([LONG_PAGE, line, *FILLER]), question)[0].row.text == text


def test_a_line_of_stop_words_finds_its_passage_among_all_that_have_its_one_other_word():
    text = "When a default is given to parameters that are not in the path, nobody has to give them, as has been said."
    line = PageIn("defaults", "Defaults", ("Something else.", text))
    others = [PageIn(word, word, ("Parameters.", f"These are parameters of {word}.")) for word in THINGS.split()]
    graph = MemoryGraph([*others, line, *FILLER])
    assert ranked(graph, "to parameters that not in the")[0].row.text == text
    assert ranked(graph, "to parameters that not in the?")[0].row.text != text


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("given to the parameters that are not", ("the parameters", "parameters that")),
        ("given to the parameters that are not?", ()),
        ("default path parameters order", ()),
        ("to the parameters", ()),
        ("that they are not to", ()),
    ],
)
def test_neighbors_are_sought_of_a_line_with_stop_words_that_is_no_question(text, pairs):
    assert line_pairs(parse_question(text), line_of(text)) == pairs


def test_an_elided_article_stands_in_the_phrases_that_are_searched_as_it_does_in_the_index():
    asked = weigh(MemoryGraph(FILLER), parse_question("déclarer l'exemple pour le schéma"))
    assert "declarer l exemple" in asked.question.word_pairs
    assert "declarer l exemple pour le schema" in asked.matched


@pytest.mark.parametrize(
    ("question", "text", "share"),
    [
        ("sent as they are", "Codes are sent, as **they** are.", 1),
        ("sent they are", "Codes are sent as they are.", 0),
        ("are sent they are", "Codes are sent as they are.", 1),
        ("are sent they are", "They are codes. As are others; sent is one of the rest.", 2 / 3),
        ("are sent they are", "Nothing.", 0),
    ],
)
def test_a_line_is_like_a_text_as_far_as_its_neighbors_follow_each_other_there(question, text, share):
    line = line_of(question)
    assert (likeness(line, text) if line else 0) == pytest.approx(share)
