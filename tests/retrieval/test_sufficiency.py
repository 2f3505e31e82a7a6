"""When a filed answer is an answer to the question asked: the same question in other words, and no other one."""

from __future__ import annotations

import re
from pathlib import Path
from types import CodeType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.pages.kept_lines import QUESTION_LABEL
from scripts.pages.knowledge.ontology import inverse_of, relations
from scripts.retrieval.answer import answer
from scripts.retrieval.answer_values import WORDS_ONLY, AnswerOptions, Verdict
from scripts.retrieval.budget.tokens import estimate_tokens
from scripts.retrieval.language import phrasebook, rewordings, rule_words, same_question, statement, wording
from scripts.retrieval.language.figures import MONTHS
from scripts.retrieval.language.phrasebook import base_form
from scripts.retrieval.language.rewordings import LONGEST, MOST, reworded
from scripts.retrieval.language.rule_words import may_ask_the_same
from scripts.retrieval.language.same_question import asks_the_same
from scripts.retrieval.language.wording import read_wording
from scripts.retrieval.reply.render import render_answer
from tests.retrieval.memory_graph import MemoryGraph, PageIn
from tests.retrieval.samples import CLAIMS, PAGES

SAME = """
What is the capital of France? | Tell me, what's the capital of France
What is the capital of France? | Could you please tell me what the capital of France is?
What is the capital of France? | What is France's capital?
What is the capital of France? | capital of France
Who is Nora's brother's wife? | Who is the wife of Nora's brother?
What is the population of Nora's city of birth? | What's the population of the city of birth of Nora?
When was Ada Lovelace born? | Ada Lovelace was born when?
When was Ada Lovelace born? | In what year was Ada Lovelace born?
When was Ada Lovelace born? | What is Ada Lovelace's date of birth?
When was Ada Lovelace born? | I would like to know when Ada Lovelace was born.
Where was Ada Lovelace born? | What is the birthplace of Ada Lovelace?
Where is the archive? | Where is the archive located?
Who wrote the first program? | By whom was the first program written?
Who wrote the first program? | Who was the first program written by?
Who directed Night Train? | Who is the director of Night Train?
Who is the spouse of the director of Night Train? | Who is the person who directed Night Train married to?
Who won the cup in 1998? | In 1998, who won the cup?
Who won the cup in 1998? | Do you know who won the cup in 1998?
What does a memory leak cause? | What is caused by a memory leak?
What does a memory leak cause? | What does a memory leak lead to?
What causes a memory leak? | What leads to a memory leak?
What did Nora visit on 3 June, 2023? | What did Nora visit on June 3, 2023?
To whom did Nora talk in Rome? | Who did Nora talk to in Rome?
Which is larger, Rome or Paris? | which is larger - paris or rome
Which film came out first, Night Train or Rain? | Of Rain and Night Train, which movie came out first?
Which language is Nora's favorite? | What is Nora's favorite language?
What do Jon and Nora share? | What do Nora and Jon share?
What is the name of Nora's dog? | What is Nora's dog called?
Why did the service fail? | What was the reason the service failed?
Which books did Nora recommend to Jon? | What books did Nora suggest to Jon?
Why did we leave the port? | Why was the port left?
Why did we leave the port? | Why have we left the port?
Why has the port been closed? | Why was the port closed?
Why do we buy the Rome masts at Smith? | Why are the Rome masts bought at Smith?
Which supplier did we choose? | Which supplier was chosen?
What did they decide about masts? | What was decided about masts?
How can we terminate the contract with Smith? | How can the contract with Smith be terminated?
How can the contract with Smith be terminated? | How can the Smith contract be terminated?
Can we sell the mast after 30 days? | Can the mast be sold after 30 days?
What should I do if a valve jams? | What should be done if a valve jams?
Who leads the crew since June 2026? | Since June 2026 who leads the crew?
What does the valve do when it rains? | When it rains, what does the valve do?
What does the valve do when it rains? | What does the valve do if it rains?
The valve: what does it do? | What does the valve do?
Rome: who left? | Who left Rome?
How long is a code valid? | For how long is a code valid?
How do I open a valve? | How to open a valve?
How do I open a valve? | How can you open a valve?
How much does a valve cost? | What is the price of a valve?
What does a valve cost? | What is the cost of a valve?
How do Rome and Paris differ? | What is the difference between Paris and Rome?
How does Rome differ from Paris? | How are Rome and Paris different?
How is Rome different from Paris? | What are the differences between Rome and Paris?
Who is the head of the crew? | Who heads the crew?
Who is in charge of the crew? | Who is responsible for the crew?
What was the cause of the crash? | What caused the crash?
How old is Nora? | What is Nora's age?
When did the man who was moved to Rome die? | When did the man moved to Rome die?
When did the man whom Nora saw die? | When did the man Nora saw die?
What did the U.S. president sign? | what did the us president sign
Was hat der Dienst gemeldet? | was hat der dienst gemeldet
¿Cuánto debe pagar el padre? | cuanto debe pagar el padre
月見荘は、いつ建てられましたか？ | 月見荘はいつ建てられましたか
云雾茶园，是谁创办的？ | 云雾茶园是谁创办的
"""
DIFFERENT = """
What does a memory leak cause? | What causes a memory leak?
What is caused by a memory leak? | What is a memory leak caused by?
Who succeeded Ann Boyle? | Who did Ann Boyle succeed?
Who killed Nora? | Who was killed by Nora?
Who moved to Paris? | Who was moved to Paris?
When did it fail? | Why did it fail?
When was Ada Lovelace born? | Where was Ada Lovelace born?
When was Ada Lovelace born? | On what day of the week was Ada Lovelace born?
What year did it fail? | What date did it fail?
Who did Nora see? | What did Nora see?
Did Nora see Jon? | Who did Nora see?
How many dogs does Nora have? | Which dogs does Nora have?
Which is larger, Rome or Paris? | Which is smaller, Rome or Paris?
Which is larger, Rome or Paris? | Which is larger, Rome or London?
Who is Nora's father? | Who is Nora's mother?
Who is Nora's brother's wife? | Who is Nora's wife's brother?
Who is the wife of Nora's father? | Who is the father of Nora's wife?
Who is the wife of the director of Night Train? | Who is the director of Night Train?
Who is the mayor of Rome? | Who was the mayor of Rome?
Who owns the archive? | Who owned the archive?
When did the man who moved to Rome die? | When did the man who was moved to Rome die?
Who designed C++? | Who designed C#?
What is at -5 degrees? | What is at 5 degrees?
Where does Nora work? | Where did Nora work?
Who wrote the first program? | Who wrote the last program?
Who founded the city? | Who found the city?
Who designed the bridge? | Who built the bridge?
Who is the creator of the archive? | Who is the creation of the archive?
What is the age of the universe? | What is the age of the university?
What planes did Nora see? | What plans did Nora see?
What did Nora share in 1998? | What did Nora share in 1999?
What did Nora share in 1998? | What did Nora share?
Why did the service fail? | Why did the service not fail?
Why did the service fail? | Why didn't the service fail?
What did Nora give to Jon? | What did Jon give to Nora?
Did Nora travel from Rome to Paris? | Did Nora travel from Paris to Rome?
Did Nora meet Jon before she met Eve? | Did Nora meet Eve before she met Jon?
Is the way from A to B longer than that from C to D? | Is the way from C to B longer than that from A to D?
What place did Nora take in the race? | Where did Nora take the race?
What would Nora buy? | What did Nora buy?
When did Nora win? | When did Nora win again?
Why did we leave the port? | Why did they leave the port?
Why did we leave Nora? | Why were we left by Nora?
Why did we leave Nora? | Why did Nora leave us?
Why did we leave the port? | When have we left the port?
Why was the port left? | Why was the port not left?
Why has the port been closed? | Why is the port closed?
Which supplier did we choose? | Which supplier chose us?
What did they decide about masts? | Who decided about masts?
When did the pilot in Rome open? | When did the pilot near Rome open?
When did the pilot in Rome open? | When did the pilot open the Rome station?
What did the flight from Rome cost? | What did the Rome flight cost?
Who leads the crew since June 2026? | Until June 2026 who leads the crew?
What happened when the valve failed? | What happened if the valve failed?
Who decides if we sell the mast? | Who decides when we sell the mast?
How can I see if a valve jams? | How can I see when a valve jams?
What does the valve do when it rains? | What does the valve do after it rains?
Who left Nora? | Nora, who left?
How do we open a valve? | How do I open a valve?
How do I open a valve? | How do I close a valve?
What does a valve cost? | What did a valve cost?
How do Rome and Paris differ? | How do Rome and London differ?
Who is the head of the crew? | Who was the head of the crew?
What was the cause of the crash? | What did the crash cause?
Did we choose Nora? | Did Nora choose us?
Can we move masts? | Can masts move?
Was hat der Dienst gemeldet? | Wer hat den Dienst gemeldet?
¿Cuánto debe pagar el padre? | ¿Cuándo debe pagar el padre?
云雾茶园是谁创办的？ | 云雾茶园是谁管理的？
云雾茶园 | 云雾茶园
"""


def pairs(table):
    return [tuple(line.split(" | ")) for line in table.strip().split("\n")]


def same(asked, filed, unknown=()):
    found = asks_the_same(read_wording(asked), read_wording(filed), unknown)
    assert not found or may_ask_the_same(asked, filed, (), (), unknown)
    return found


@pytest.mark.parametrize(("one", "two"), pairs(SAME))
def test_the_same_question_in_other_words_is_the_same(one, two):
    assert (same(one, two), same(two, one)) == (True, True)


def words_in(code):
    """Every word that a module has in a text; before Python 3.11 the names of functions are among them."""
    values = list(code.co_consts)
    for value in values:
        if isinstance(value, (tuple, frozenset)):
            values += value
    inner = [value for value in values if isinstance(value, CodeType)]
    named = {value.co_name for value in inner}
    texts = [value for value in values if isinstance(value, str) and value.rpartition(".")[2] not in named]
    return {word for text in texts for word in re.findall("[a-z]+", text.lower())}.union(*map(words_in, inner))


def test_every_word_that_a_rule_has_is_known_not_to_stand_for_itself():
    words = set(MONTHS)
    for module in (phrasebook, rewordings, same_question, statement, wording):
        words |= words_in(compile(Path(module.__file__).read_text("utf-8"), "", "exec", optimize=2))
    for relation in map(relations().__getitem__, phrasebook._WHOLE_RELATIONS):
        names = (relation.name, inverse_of(relation.name), *relation.synonyms, *relation.swapped)
        words.update(word for name in names for word in name.split("_"))
    forms = {word for each in words for word in (each, base_form(each)) if len(word) > 2}
    assert sorted(word for word in forms if f" {word}" not in rule_words._BEGINNINGS) == []


@given(
    st.text("aeinsdgyrt", min_size=4, max_size=9), st.sampled_from(["", "s", "es", "ed", "ing", "ies", "ied", "ting"])
)
def test_a_word_keeps_its_beginning_in_its_base_form(word, ending):
    for each in (word, word + ending):
        base, kept = base_form(each), rule_words._kept(each)
        assert each in phrasebook._BASES or base.startswith(kept)
        assert each in phrasebook._BASES or base == each or len(base) <= len(kept) + rule_words._UNSURE


def test_questions_without_a_word_in_common_are_not_compared():
    asked, names = "Why did the checkout of Kafka stall?", [(24, 29, "kafka")]
    assert not may_ask_the_same(asked, "Who wrote the crew manual?", (), (), ())
    assert not may_ask_the_same(asked, "Why did the checkouts stall?", names, (), ())
    assert may_ask_the_same(asked, "Why did the queue's checkouts stall?", names, {"kafka"}, ())
    assert may_ask_the_same(asked, "Why did the checkouts of Kafkas stalled?", (), (), ())
    assert may_ask_the_same(asked, "Why did the checkout of the ledger stall?", (), (), {"kafka"})


TURNS = """
    what how who why when if in charge of head is the difference between differ different from do does did can be should
    we i they it long for much cost has been at with not , : end A B
"""


@given(st.lists(st.sampled_from(TURNS.split()), max_size=9))
def test_any_words_have_other_wordings_of_which_none_is_their_own(words):
    made = reworded(words)
    assert (words not in made, len(made) <= MOST) == (True, True)


def test_other_wordings_of_a_pasted_page_took_seconds():
    asked = ["what", "is", *["the", "price", "of", "gold"] * 10]
    assert (len(reworded(asked[:LONGEST])) > 1, reworded(asked)) == (True, [])


def test_accents_apart_from_their_letters_make_no_other_question():
    assert same("Where does Jo\u0308rg live?", "Where does Jörg live?")
    assert same("Where does \u0308 Jorg live?", "Where does Jorg live?")


@pytest.mark.parametrize(("one", "two"), pairs(DIFFERENT))
def test_another_question_is_never_the_same(one, two):
    assert (same(one, two), same(two, one)) == (False, False)


@pytest.mark.parametrize(
    ("asked", "filed", "word"),
    [
        ("Where did Nicholson live?", "Where did Nicholosn live?", "nicholosn"),
        ("Where did Nicholson live?", "Where did Nichlson live?", "nichlson"),
    ],
)
def test_a_word_known_nowhere_may_be_misspelled(asked, filed, word):
    assert same(filed, asked, {word})
    assert not same(filed, asked)


@pytest.mark.parametrize("pair", ["Maria Marta", "Christian Christina", "Daniel Daniela", "Martin Marvin", "1998 1989"])
def test_a_name_that_is_another_name_is_not_misspelled(pair):
    one, two = pair.split()
    assert not same(f"Where did {one} live?", f"Where did {two} live?", {one.lower()})


def test_forms_of_a_word_meet_and_other_words_do_not():
    assert {base_form(word) for word in ("create", "created", "creates", "creating")} == {base_form("create")}
    assert (
        len({base_form(word) for word in ("creator", "creation", "create", "plan", "plane", "found", "founded")}) == 7
    )


FILED = PageIn(
    "the-crash",
    "On the crash",
    (
        f"{QUESTION_LABEL} Why did heap growth stop Valgrind?",
        "It took all the memory there was.",
        "- [[x#^p0|X]] quoted",
    ),
    "topics",
)
OTHER = PageIn(
    "the-date",
    "On the date",
    (f"{QUESTION_LABEL} When did heap growth stop Valgrind?", "On the third of May."),
    "topics",
)
MANUAL = PageIn(
    "the-manual", "On the manual", (f"{QUESTION_LABEL} Who wrote the manual of Valgrind?", "Three people."), "topics"
)
GRAPH = MemoryGraph([*PAGES, PageIn("valgrind", "Valgrind", aliases=("VG tool",)), FILED, OTHER, MANUAL], CLAIMS)


def ask(question, **options):
    return answer(GRAPH, question, AnswerOptions(**options))


@pytest.mark.parametrize(
    "question",
    [
        "why did heap growth stop valgrind",
        "Can you tell me why heap growth stopped Valgrind?",
        "Why did the memory leak stop the VG tool?",
        "Why did heap growth stop Valrgind?",
    ],
)
def test_a_filed_answer_is_found_by_its_question_whatever_its_title_says(question):
    found = ask(question).verdict
    assert (found.level, found.page) == ("sufficient", "the-crash")


def test_an_alias_may_stand_in_the_genitive():
    assert ask("Who wrote the VG tool's manual?").verdict.page == "the-manual"


def test_the_reply_says_which_question_was_answered():
    assert ask("Do you know why heap growth stopped Valgrind?").verdict == Verdict(
        "sufficient",
        '[[the-crash]] is a filed answer to this question, asked as "Why did heap growth stop Valgrind?"',
        "the-crash",
    )


def test_a_near_question_is_named_first_and_does_not_suffice():
    found = ask("Where did heap growth stop Valgrind?")
    page = found.verdict.page
    assert (found.verdict.level, page in ("the-crash", "the-date")) == ("partial", True)
    assert found.verdict.reason.startswith(f"[[{page}]]")


@pytest.mark.parametrize(
    ("budget", "said"), [(400, 'answers "Why did heap growth stop Valgrind?"'), (120, "answers one like it")]
)
def test_a_small_budget_still_tells_that_another_question_was_answered(budget, said):
    found = answer(MemoryGraph([*PAGES, FILED]), "Where did heap growth stop Valgrind?", AnswerOptions())
    text = render_answer(found, home="h", count=estimate_tokens, budget_tokens=budget).text
    assert text.startswith(f"wiki: partial: [[the-crash]] {said}\n")


def test_beside_a_filed_answer_no_other_page_is_sent():
    found = ask("Why did heap growth stop Valgrind?")
    assert [(hit.id, hit.snippet) for hit in found.pages] == [("the-crash", "")]
    assert dict(found.omitted)["pages"] > 0


def test_where_only_words_are_in_common_the_filed_answer_found_first_is_named():
    found = ask("What was taken there by a stop of memory?")
    assert (found.verdict.level, found.verdict.page, found.pages[0].id) == ("partial", "", "the-crash")
    assert found.verdict.reason == f"{WORDS_ONLY}; nearest filed answer: [[the-crash]]"
    text = {most: render_answer(found, home="h", count=estimate_tokens, budget_tokens=most).text for most in (500, 900)}
    assert text[500].startswith("wiki: partial: nearest filed answer: [[the-crash]]\n")
    assert WORDS_ONLY in text[900]
    other = ask("Which program stops when memory growth takes the heap?")
    assert other.pages[0].category != "topics"
    assert other.verdict.reason == WORDS_ONLY


RUNBOOK = PageIn(
    "runbook",
    "Runbook",
    (
        "The cluster has one primary and two replicas; a superuser may enter by a slot of its own.",
        "It ends with `FATAL: remaining connection slots are reserved for superuser connections`.",
        "The replica is 10.20.4.22, the primary is 10.20.4.21.",
    ),
)


@pytest.mark.parametrize(
    ("question", "block"),
    [
        ("FATAL: remaining connection slots are reserved for superuser connections", "p1"),
        ("10.20.4.22", "p2"),
        ("the primary is 10.20.4.21", "p2"),
    ],
)
def test_a_line_pasted_whole_is_told_to_stand_there_word_for_word(question, block):
    told = answer(MemoryGraph([RUNBOOK, *PAGES]), question, AnswerOptions()).verdict
    assert told == Verdict("partial", f"[[runbook#^{block}]] says it word for word")


def test_a_passage_with_most_words_is_not_missed_for_the_summary_of_its_page():
    page = RUNBOOK._replace(summary="How to move the cluster.")
    told = answer(MemoryGraph([page, *PAGES]), "which superuser may enter by a slot?", AnswerOptions()).verdict
    assert told.level == "partial"
