"""No text makes reading slow: four times the size costs about four times the work, and never sixteen."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.errors import UsageError
from scripts.index_store.filters import parse_property_test
from scripts.index_store.likeness import nearest_stretch
from scripts.ingest.documents import Document, title_of_document
from scripts.ingest.evidence import Quote, SourceText
from scripts.ingest.formats import as_markdown
from scripts.ingest.mail_notebook import read_mail
from scripts.ingest.receipts import Remarks
from scripts.ingest.sources import _moments
from scripts.knowledge_base import KnowledgeBase
from scripts.mcp_tools import message_of
from scripts.memory.session_notes import read_moment
from scripts.model import PassageRow, Quotable
from scripts.retrieval_engine.cutting import cut_passage
from scripts.retrieval_engine.pack import is_embed, is_links
from scripts.retrieval_engine.staleness import gone_quotes
from scripts.retrieval_engine.understand import understand
from scripts.seeds.hce_entities import EntityExtractor
from scripts.text.analyzer import query_words
from scripts.text.block_ids import Earlier, mark_quotables
from scripts.text.editing import leaves_open, sections_of
from scripts.text.escaping import safe_quote
from scripts.text.evidence_lines import evidence_spans
from scripts.text.folding import fold_text
from scripts.text.hygiene import inspect_text
from scripts.text.link_writing import read_definitions
from scripts.text.markdown import read_body
from scripts.text.matcher import Matcher
from scripts.text.names import fold_name
from scripts.text.page import read_page
from scripts.text.quotes import locate_quote, says
from scripts.text.tasks import read_tasks
from tests.index_store.memory_reader import MemoryReader
from tests.running import done

TABLES = ("files", "pages", "sections", "passages", "claims", "links", "names", "mentions")
EMPTY = dict.fromkeys((*TABLES, "page_words", "section_words", "passage_words"), ())
LONG = "It says of itself with so many words what it is about that"
"""Such a passage has its id again where it comes back."""


def ids(count: int) -> frozenset[str]:
    return frozenset(f"p{number:06x}" for number in range(count))


def come_back(count: int) -> None:
    text = "\n\n".join(f"{LONG} it is number {number}." for number in range(count))
    mark_quotables(text, Earlier((), ids(count)))


def revise(count: int) -> None:
    units = [Quotable(id, "", 0, 0, 1, "One.") for id in sorted(ids(count))]
    moment = f"2025-03-04T05:06:07 {' '.join(f'^{unit.block}' for unit in units)}"
    _moments([moment], units, units, "2025-04-04T05:06:07")


def subject_of(text: str) -> None:
    read_mail(b"From: a\nSubject: " + text.encode() + b"\n\nb\n")


def puny(text: str) -> None:
    with contextlib.suppress(ValueError):
        read_mail(b"From: a\nContent-Type: text/plain; charset=punycode\n\n" + text.encode() + b"-" + text.encode())


def row(text: str) -> PassageRow:
    return PassageRow(1, 1, 1, "list", 1, 1, "", text)


def evidence(text: str) -> None:
    gone_quotes([row(text)], (), ())


def cut(text: str, kind: str) -> None:
    cut_passage(text, kind, limit=60, count=lambda t: len(t) // 4, words=str.split, weights={"alpha": 1.0})


def question(text: str) -> None:
    query_words(text, "en")
    understand(MemoryReader(EMPTY), text)


def nowhere(text: str) -> None:
    nearest_stretch(text[:9000], [Quotable("p1", "", 0, 0, 1, text[::-1])])


def refused(read: Callable[[str], object]) -> Callable[[str], object]:
    def reading(text: str) -> None:
        with contextlib.suppress(UsageError):
            read(text)

    return reading


TRAPS: list[tuple[str, Callable[[str], object], str, str, str, int]] = [
    ("a heading of blanks", lambda t: title_of_document(t, Document("a", "", b"", t)), "# a", " ", "b", 20_000),
    ("a heading of marks", lambda t: title_of_document(t, Document("a", "", b"", t)), "# a", "#", "b", 20_000),
    ("a title of links", lambda t: title_of_document(t, Document("a", "", b"", t)), "# a", "[a](b(", "c", 4_000),
    ("blocks that never end", lambda t: as_markdown(t, ".txt"), "", "```a\n", "", 4_000),
    ("code that is ever deeper", lambda t: as_markdown(t, ".py"), "a\n", "\n a\n\n\ta\n", "", 4_000),
    ("rows on one line", lambda t: as_markdown(t, ".csv"), "a,b\n", "(1,'a'),", "", 40_000),
    ("lines and underlines", lambda t: as_markdown(t, ".rst"), "", "a\n===\n", "", 4_000),
    ("indented paragraphs", lambda t: as_markdown(t, ".txt"), "", "    a\n\n", "", 2_000),
    ("code in Org that never ends", lambda t: as_markdown(t, ".org"), "", "```x\n", "", 8_000),
    ("times of subtitles", lambda t: as_markdown(t, ".srt"), "", "00:01 -->\n\na\n", "", 8_000),
    ("rows of signs", lambda t: as_markdown(t, ".txt"), "", "a\nb\n---\n", "", 2_000),
    ("a claim of blanks", lambda t: read_page("a.md", t), "- [[a]] is [[b]] (", "\t", ")", 20_000),
    ("endless number", lambda t: read_page("a.md", t), "- [[a]] is [[b]] (0", "1", "x)", 4_000),
    ("a definition of blanks", mark_quotables, "[a]: b", " ", "c", 20_000),
    ("a quote of blanks", lambda t: locate_quote(t, "alpha beta"), "a", "\n\n", "b", 4_000),
    ("signs that are not seen", inspect_text, "", "\u200b", "", 20_000),
    ("a password of passwords", inspect_text, "", "password=", "", 4_000),
    ("keys without end", inspect_text, "", "-----BEGIN PRIVATE KEY-----", "", 2_000),
    ("open brackets", lambda t: read_page("a.md", t), "", "[", "", 20_000),
    ("signs that begin nothing", lambda t: read_page("a.md", t), "\U0001f600", "#^", "", 60_000),
    ("open links", lambda t: read_page("a.md", t), "", "[](<", "", 8_000),
    ("quotes in quotes", lambda t: read_page("a.md", t), "", "> ", "a", 4_000),
    ("a line without end", lambda t: read_page("a.md", t), "", "word ", "", 20_000),
    ("a mail whose subject is encoded word by word", subject_of, "", "=?utf-8?q?=41?= ", "", 6_000),
    ("a mail in an encoding of names", puny, "", "a", "", 100_000),
    ("passages that all come back", lambda t: come_back(len(t)), "", ".", "", 4_000),
    ("passages that all were revised", lambda t: revise(len(t)), "", ".", "", 6_000),
    ("a file without end", EntityExtractor().extract, "", "_-", "", 4_000),
    ("a function without end", EntityExtractor().extract, "", "_.", "", 4_000),
    ("a command without end", lambda t: message_of(UsageError(t), ["a"]), "`commonplace ", "a", "", 6_000),
    ("brackets that never close", lambda t: is_links(row(t)), "", "[", "", 40_000),
    ("wikilinks that never close", lambda t: is_links(row(t)), "", "[[a", "", 10_000),
    ("links that never end", lambda t: is_links(row(t)), "", "[a](b", "", 10_000),
    ("embeds that never end", lambda t: is_embed(row(t)), "", "![[a", "", 10_000),
    ("a line of labels", safe_quote, "[", "] (", "", 20_000),
    ("evidence that never ends", evidence, '- [[a#^b]] "', '\\"', "", 20_000),
    ("a cell of blanks", lambda t: cut(t, "table"), "| a |\n| - |\n| ", " ", "|", 20_000),
    ("a passage of one word", lambda t: cut(t, "paragraph"), "", "alpha ", "", 5_000),
    ("a passage of clauses", lambda t: cut(t, "paragraph"), "", "a, ", "", 5_000),
    ("a quote of sentences", lambda t: says(t, t), "", "One. ", "", 10_000),
    ("marks out of order", lambda t: Matcher(["abc"]).stands_in(t), "a", "\u0301\u0316", "", 4_000),
    ("letters that become marks", lambda t: Matcher(["abc"]).stands_in(t), "a", "\u0316\uff9e", "", 4_000),
    ("marks made of marks", lambda t: Matcher(["abc"]).stands_in(t), "a", "\u0f73\u0f71", "", 4_000),
    ("a word of marks", lambda t: query_words(t, "de"), "a", "\u0301\u0316", "", 4_000),
    ("a name of marks", fold_name, "a", "\u0301\u0316", "", 4_000),
    ("code that never ends", fold_text, "", "` `` ``` ", "", 4_000),
    ("definitions and comments", read_definitions, "", "<!-- -->\n\n[a]: b.md\n\n", "", 1_500),
    ("code and percent signs", leaves_open, "", "`a`%% ", "", 6_000),
    ("tasks and comments", lambda t: list(read_tasks(t)), "", "- [ ] a\n\n<!-- -->\n\n", "", 1_500),
    ("lines of fields", lambda t: read_page("a.md", t), "", "a:: [[b]]\n", "", 3_000),
    ("items of fields", lambda t: read_page("a.md", t), "", "- a:: [[b]]\n", "", 2_000),
    ("items and headings", evidence_spans, "", "# a\n\n- b\n\n", "", 1_500),
    ("a path of marks", lambda t: read_page("a.md", t), "[[a", "\u0301\u0316", "]]", 4_000),
    ("a quote that is nowhere", nowhere, "", "ab", "", 3_000),
    ("sections without end", sections_of, "", "## Relations\n", "", 3_000),
    ("ids that headings take", mark_quotables, "", "\n0=\n^p1\n", "", 300),
    ("links beside code", fold_text, "`a`", "[[b]] ", "", 4_000),
    ("a quote that stands everywhere, cut", lambda t: locate_quote(t[: len(t) // 2], t + "a"), "", "a", "", 4_000),
    ("comments that never end", fold_text, "", "%% <!-- ", "", 1_000),
    ("a minus of blanks", fold_text, "a", " ", "\u2212", 20_000),
    ("a filter of blanks", refused(parse_property_test), "a", " ", "x<", 1_000),
    ("a date of blanks", refused(lambda t: read_moment(t, "2026-11-27 10:00")), "a", " ", "x", 20_000),
    ("tags in text", lambda t: as_markdown(t, ".txt"), "", "`<a ", "", 4_000),
    ("a question of hyphens", question, "1-", "1", "", 4_000),
    ("a question of thousands", question, "1", ",000", "", 4_000),
    ("a question of quotation marks", question, "", "“a ", "", 10_000),
    ("a question of words with digits", question, "", "a1", "", 10_000),
]  # fmt: skip


def cost(read: Callable[[str], object], text: str) -> float:
    read_body.cache_clear()
    start = time.process_time()
    read(text)
    return time.process_time() - start


@pytest.mark.parametrize(
    ("read", "before", "piece", "behind", "times"), [t[1:] for t in TRAPS], ids=[t[0] for t in TRAPS]
)
def test_four_times_the_text_is_no_sixteen_times_the_work(
    read: Callable[[str], object], before: str, piece: str, behind: str, times: int
) -> None:
    few, many = (before + piece * count + behind for count in (times, 4 * times))
    # What takes no time at all has no ratio, and a machine that others keep busy is asked again.
    assert any(cost(read, many) < 10 * cost(read, few) + 0.1 for _ in range(3))


def test_a_term_without_end_is_no_phrase_without_end(tmp_path: Path) -> None:
    done("init", tmp_path)
    done("add", "-", home=tmp_path, stdin="1-" * 20_000)
    with KnowledgeBase.open(tmp_path) as kb:
        kb.ask("x")
        assert cost(kb.ask, "1-" * 5_000) < 2


def test_a_source_is_not_folded_anew_for_each_quote_that_is_refused() -> None:
    words = [f"w{number % 61}x{number % 53}" for number in range(24_000)]
    texts = [" ".join(words[at : at + 20]) for at in range(0, len(words), 20)]
    source = SourceText("s.md", "s", "S", [Quotable(f"p{n}", f"H{n}", 0, len(t), n, t) for n, t in enumerate(texts)])
    remarks = Remarks()
    items = [
        (f"entities[{n}]", Quote(" ".join([*words[n : n + 6], "nowhere", *words[n + 6 : n + 9]]))) for n in range(400)
    ]
    assert cost(lambda _: [source.prove(item, quote, remarks) for item, quote in items], "") < 4
    assert [bool(rejection.nearest) for rejection in remarks.rejected] == [True] * 40 + [False] * 360


def test_an_edit_does_not_read_a_page_in_each_of_its_checks(tmp_path: Path) -> None:
    text = "cache ^a\n\n" * 4_000
    (tmp_path / "n.md").write_text(text, "utf-8")
    edit = ("edit", "n", "--append", "x", "--vault", str(tmp_path), "--dry-run")
    done(*edit)
    # Measured: 4 times, and 7 before.
    assert any(
        cost(lambda _: done(*edit), "") < 5.5 * cost(lambda text: read_page("n.md", text), text) for _ in range(3)
    )
