"""The budget is hard: whatever the texts, the counter and the rendering, what is sent is within it."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.retrieval.budget.packing import Candidate, pack_passages
from scripts.retrieval.budget.tokens import COUNTERS, estimate_tokens


def render(items):
    """Texts under the heading of their group, as an answer has them."""
    lines, group = [], None
    for item in items:
        if item.group != group:
            group = item.group
            lines.append(f"## {group}")
        lines.append(f"- {item.text}")
    return "\n".join(lines)


def render_framed(items):
    return f"{len(items)} passages\n\n{render(items)}\n\nend of passages"


def brute_force(candidates, budget, count, render):
    """The greatest utility of any choice of forms within the budget."""
    best = 0.0
    for picks in product(*[range(-1, 1 + len(candidate.shorter)) for candidate in candidates]):
        forms = [
            candidate if pick == 0 else candidate._replace(text=candidate.shorter[pick - 1][0])
            for candidate, pick in zip(candidates, picks)
            if pick >= 0
        ]
        worth = sum(c.utility if p == 0 else c.shorter[p - 1][1] for c, p in zip(candidates, picks) if p >= 0)
        if worth > best and count(render(forms)) <= budget:
            best = worth
    return best


def odd_counter(seed):
    """A counter that follows no rule but to give the same text the same count."""
    return lambda text: random.Random(f"{seed}{text}").randint(0, 40) if text else 0


texts = st.text(max_size=60)
utilities = st.floats(-1, 2, allow_nan=False)
some_candidates = st.lists(
    st.builds(
        Candidate,
        key=st.text("abc", min_size=1, max_size=2),
        text=texts,
        utility=utilities,
        group=st.sampled_from(["", "g", "h"]),
        shorter=st.lists(st.tuples(texts, utilities), max_size=2).map(tuple),
    ),
    max_size=16,
)
counters = st.one_of(st.sampled_from(list(COUNTERS.values())), st.integers(0, 99).map(odd_counter))


@given(some_candidates, st.integers(0, 120), counters, st.sampled_from([render, render_framed]))
def test_the_text_as_sent_is_within_the_budget(candidates, budget, count, render):
    packed = pack_passages(candidates, budget, count, render)
    assert packed.tokens_used <= budget
    assert packed.text in ("", render(packed.items))
    assert packed.tokens_used == (count(packed.text) if packed.text else 0)


@given(some_candidates, st.integers(0, 120))
def test_every_candidate_is_sent_or_named_as_omitted(candidates, budget):
    packed = pack_passages(candidates, budget, estimate_tokens, render)
    sent = [item.key for item in packed.items]
    assert sorted(sent + list(packed.omitted)) == sorted(candidate.key for candidate in candidates)


@given(
    some_candidates.filter(lambda found: len({c.key for c in found}) == len(found)), st.integers(0, 120), st.randoms()
)
def test_what_is_sent_does_not_depend_on_the_order_of_equal_candidates(candidates, budget, randomness):
    candidates = [candidate._replace(utility=1.0, group="", shorter=()) for candidate in candidates]
    shuffled = list(candidates)
    randomness.shuffle(shuffled)
    sent = {item.key for item in pack_passages(candidates, budget, COUNTERS["words43"], render).items}
    again = {item.key for item in pack_passages(shuffled, budget, COUNTERS["words43"], render).items}
    assert sent == again


def candidates_like_passages(seed):
    """A few passages of a few pages, as a question finds them; longer ones with a window of sentences."""
    rnd = random.Random(seed)
    found = []
    for number in range(rnd.randint(3, 7)):
        words = [
            rnd.choice(["the", "replica", "memory", "restarted", "10:42", "quorum"]) for _ in range(rnd.randint(5, 90))
        ]
        shorter = ((" ".join(words[: len(words) // 3]), rnd.random() * 0.6),) if len(words) > 40 else ()
        found.append(Candidate(f"k{number}", " ".join(words), rnd.random(), rnd.choice("abc"), shorter))
    found.sort(key=lambda candidate: candidate.group)
    return found, rnd.randint(20, 200)


def test_what_is_written_when_its_turn_comes_is_sent_as_what_was_written_before():
    rnd = random.Random(2)
    for _ in range(400):
        found = [
            Candidate(f"k{n}", "w " * rnd.randint(1, 40), 0.001 + rnd.random(), rnd.choice(["", "g", "h"]))
            for n in range(rnd.randint(12, 16))
        ]
        whole = {each.key: each for each in found}
        later = [each._replace(text="", unwritten=1) for each in found]
        halves = {each.key: each._replace(text="", unwritten=1 + len(each.text) // 2) for each in found}
        budget = rnd.randint(40, 120)
        expected = pack_passages(found, budget, estimate_tokens, render)
        assert expected == pack_passages(
            later, budget, estimate_tokens, render, write=lambda each, whole=whole: whole[each.key]
        )
        # Or more is known of it first.
        assert expected == pack_passages(
            later,
            budget,
            estimate_tokens,
            render,
            write=lambda each, whole=whole, halves=halves: (halves if each.unwritten == 1 else whole)[each.key],
        )


def test_the_choice_is_near_the_optimum_on_passages():
    ratios = []
    for seed in range(60):
        found, budget = candidates_like_passages(seed)
        packed = pack_passages(found, budget, estimate_tokens, render)
        best = brute_force(found, budget, estimate_tokens, render)
        ratios.append(sum(item.utility for item in packed.items) / best if best else 1.0)
    assert min(ratios) > 0.9
    assert sum(ratios) / len(ratios) > 0.99


def test_many_small_passages_are_near_the_divisible_optimum():
    rnd = random.Random(3)
    found = [Candidate(f"k{n:02}", "word " * rnd.randint(20, 120), rnd.random()) for n in range(60)]
    packed = pack_passages(found, 1000, COUNTERS["words43"], lambda items: "\n".join(item.text for item in items))
    room, most = 1000.0, 0.0
    for candidate in sorted(found, key=lambda c: -c.utility / COUNTERS["words43"](c.text)):
        cost = COUNTERS["words43"](candidate.text)
        most += candidate.utility * min(1, max(0, room) / cost)
        room -= cost
    assert sum(item.utility for item in packed.items) > 0.97 * most


def test_one_great_passage_beats_many_small_ones():
    small = [Candidate(f"s{n}", "word", 0.02) for n in range(20)]
    great = Candidate("great", "word " * 30, 1.0)
    assert [item.key for item in pack_passages([*small, great], 43, COUNTERS["words43"], render).items][-1] == "great"


def test_a_passage_that_does_not_fit_is_sent_as_its_sentences():
    long = Candidate("long", "word " * 100, 1.0, "page", (("the word", 0.4),))
    packed = pack_passages([long], 12, COUNTERS["words43"], render)
    assert packed.items == (long._replace(text="the word", utility=0.4, shorter=()),)


def test_sentences_are_cut_only_from_what_does_not_fit():
    asked = []

    def shorten(candidate):
        asked.append(candidate.key)
        return [("word", 0.1)]

    found = [Candidate("fits", "word " * 20, 1.0), Candidate("long", "word " * 400, 0.9)]
    packed = pack_passages(found, 60, COUNTERS["words43"], render, shorten=shorten)
    assert (asked, [item.text for item in packed.items][1:]) == (["long"], ["word"])


def test_of_very_many_candidates_only_the_likely_ones_are_measured():
    measured = []

    def count(text):
        measured.append(text)
        return COUNTERS["words43"](text)

    found = [Candidate(f"k{n:03}", "word " * 30, 1 / (n + 1)) for n in range(400)]
    packed = pack_passages(found, 200, count, lambda items: "\n".join(item.text for item in items))
    assert len(packed.items) == 5
    assert len(measured) < 30


def test_worthless_candidates_are_left_out_though_there_is_room():
    packed = pack_passages([Candidate("a", "x", 0.0), Candidate("b", "y", 1.0)], 100, estimate_tokens, render)
    assert packed.omitted == ("a",)


def test_items_stand_in_the_order_of_the_candidates():
    found = [Candidate("z", "one", 0.1, "p"), Candidate("a", "two", 0.9, "q"), Candidate("m", "three", 0.5, "q")]
    assert [item.key for item in pack_passages(found, 100, estimate_tokens, render).items] == ["z", "a", "m"]


def test_a_heading_shared_by_two_passages_is_paid_once():
    found = [
        Candidate("a", "one", 1.0, "a very long name of a page"),
        Candidate("b", "two", 1.0, "a very long name of a page"),
    ]
    exact = estimate_tokens(render(found))
    assert len(pack_passages(found, exact, estimate_tokens, render).items) == 2


@pytest.mark.parametrize("budget", [0, 1, 5])
def test_a_budget_below_the_frame_gives_an_empty_text(budget):
    packed = pack_passages([Candidate("a", "x", 1.0)], budget, estimate_tokens, render_framed)
    assert (packed.text, packed.tokens_used, packed.omitted) == ("", 0, ("a",))


def test_nothing_to_pack_gives_the_frame():
    assert pack_passages([], 50, estimate_tokens, render_framed).text == "0 passages\n\n\n\nend of passages"


def test_texts_that_cost_more_together_than_alone_still_fill_the_budget():
    def squared(text):
        return 10 * text.count("- ") ** 2

    found = [Candidate(f"k{n}", "x", 1.0) for n in range(10)]
    assert len(pack_passages(found, 100, squared, render).items) == 3


def test_a_counter_that_jumps_is_obeyed():
    def jumping(text):
        return 50 if text.count("- ") > 1 else 1

    found = [Candidate("a", "x", 0.4), Candidate("b", "x", 0.6)]
    packed = pack_passages(found, 40, jumping, render)
    assert ([item.key for item in packed.items], packed.tokens_used) == (["b"], 1)


def test_a_text_that_can_never_fit_is_not_counted():
    counted = []

    def count(text):
        counted.append(len(text))
        return estimate_tokens(text)

    giants = [Candidate(f"p{n}", "row of a table\n" * 10_000, 5.0, "a") for n in range(3)]
    small = Candidate("small", "The row that answers.", 1.0, "a")
    packed = pack_passages([*giants, small], 100, count, render, shorten=lambda _: [("a row", 4.0)])
    assert [each.text for each in packed.items] == ["a row", "a row", "a row", small.text]
    assert max(counted) < 1000
