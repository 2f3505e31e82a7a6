"""Make the rows that an index stores of one page, before anything is known of other pages.

Ids and values that depend on other pages (nodes, targets of links, repeated passages) are added by update.py.  Many
files are read in one process for each core: run as `python -m <package>.index_store.build`, this module reads the task
from standard input, as JSON, and writes one line of JSON for each file, in order.  It uses no multiprocessing, which
would import the main program that uses the package, and run it again where it has no guard.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import DataError, IndexUnavailableError
from ..model import Issue, Page, Passage, Premise
from ..text.analyzer import analyze, name_key
from ..text.canvas import canvas_markdown, is_canvas
from ..text.characters import has_words
from ..text.kept import questions_of
from ..text.language import SAMPLE, tell_language
from ..text.links import basename_key, missing_node
from ..text.names import fold_name, short_title, stem_of
from ..text.ontology import RESTS_ON, canonical_claim, display_relation, premise_key
from ..text.page import inline_fields, read_page
from ..text.plain_text import link_words, reader_text
from ..text.tokens import count_tokens
from ..wiki_store.files import read_text
from .database import PAGE_BITS, PLACE_BITS, encode_words
from .port import PREMISE

QUOTED_CATEGORY = "sources"
"""Pages of this category hold documents: their links are quotations, no links of the vault."""

CLAIM_CATEGORY = "summaries"
CLAIM_HEADINGS = frozenset(("Claims", "Mentions"))
"""Headings of the lists that a machine made of a source's claims, on pages of this category.  They are stored as
claims; if their text were searched as well, each name would occur once more for each source."""

TOKENS_SAMPLE = 400
"""Characters of a page from which its tokens are estimated: counting all takes as long as reading it."""

LONGEST_VALUE = 300
"""Characters of a property's value that are indexed."""

_OWN_COLUMNS = frozenset(("title", "aliases", "alias", "tags", "tag", "description", "summary", "cssclasses"))

MAX_PLACES = 1 << PLACE_BITS

Row = Sequence[Any]


class PageWords(NamedTuple):
    """The analyzed words of a page, encoded as columns of the words tables."""

    title: str
    aliases: str
    headings: str
    place: str
    description: str
    sections: Sequence[Row | None]
    """heading, above; None for a list of claims."""
    passages: Sequence[Row]
    """Position, section's position, hash, words, words of link targets; no row for a list of claims."""


class PageRows(NamedTuple):
    """The rows of one page: only tuples (lists, where they came through JSON), strings and numbers."""

    page: Row
    """path, title, category, type, description, aliases, tags, properties, tokens, issues, likely, votes.

    likely: the likeliest language of the page, in which its words are analyzed; votes: its function words.
    """
    sections: Sequence[Row]
    """heading, above, level, part, line, end_line."""
    passages: Sequence[Row]
    """Section's position, kind, line, end_line, block, hash, is_boilerplate, text."""
    names: Sequence[Row]
    """key, kind, text, folded."""
    claims: Sequence[Row]
    """line, subject_link, subject_label, relation, object_link, object_label, confidence, note, form, evidence.

    In the canonical direction of the relation.  evidence is rows of link, block, quote.
    """
    links: Sequence[Row]
    """line, kind, is_embed, link, display, property, basename."""
    words: PageWords


def page_id(path: str) -> int:
    """Return the id of the page at a path: 44 bits of its hash."""
    digest = hashlib.sha256(path.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - PAGE_BITS)


def page_rows(page: Page, text: str, *, issues: Iterable[Issue] = ()) -> PageRows:
    """Return the rows of a page.  text: of its file; issues: found while the file was read."""
    sections: list[tuple[Any, ...]] = []
    passages: list[tuple[int, Passage]] = []
    for section in page.sections[:MAX_PLACES]:
        here = section.passages[: MAX_PLACES - len(passages)]
        passages += [(len(sections), passage) for passage in here]
        above = _format_json(section.above)
        row = (section.heading, above, section.level, section.part, section.line, section.end_line)
        sections.append(_storable_row(row))
    lists = {
        at for at, section in enumerate(page.sections) if is_claim_list(page.category, section.heading, section.above)
    }
    # The visible text of each passage is made once, and serves language, hash and words.
    seen = ["" if at in lists else reader_text(passage.text, passage.kind) for at, passage in passages]
    language, votes = tell_language(_sample_prose(page.title, [(p.kind, text) for (_, p), text in zip(passages, seen)]))
    found = [*issues, *page.issues]
    properties = _with_fields(page)
    head = (
        *(page.path, page.title, page.category, page.type, page.description),
        *(_format_json(page.aliases), _format_json([_storable_text(tag) for tag in page.tags])),
        _format_json({_storable_text(name): value for name, value in properties.items()}),
        *(_estimate_tokens(text), _format_json([[issue.rule, issue.message, issue.line] for issue in found])),
        *(language, votes),
    )
    stored = [
        (
            *(at, passage.kind, passage.line, passage.end_line, passage.block, text_hash(shown), int(at in lists)),
            passage.text,
        )
        for (at, passage), shown in zip(passages, seen)
    ]
    return PageRows(
        page=_storable_row(head),
        sections=sections,
        passages=[_storable_row(row) for row in stored],
        names=name_rows(page.path, page.title, page.category, head[5], head[7], language),
        claims=[_storable_row(row) for row in _claim_rows(page)],
        links=[_storable_row(row) for row in _link_rows(page)],
        words=page_words(
            (*head[:3], *head[4:8]),
            language,
            [(row[0], row[1], row[3]) for row in sections],
            [(row[0], row[5], shown, row[7]) for row, shown in zip(stored, seen)],
        ),
    )


def _with_fields(page: Page) -> dict[str, Any]:
    """Return the properties of a page, followed by the inline fields with other names."""
    own = {name.casefold() for name in page.properties}
    further = {name: value for name, value in inline_fields(page).items() if name.casefold() not in own}
    return {**page.properties, **further}


def is_claim_list(category: str, heading: str, above: Iterable[str]) -> bool:
    """Report whether a section is a machine's list of claims or names."""
    return category == CLAIM_CATEGORY and not CLAIM_HEADINGS.isdisjoint((heading, *above))


def text_hash(shown: str) -> str:
    """Return a hash that is equal for passages with the same words on several pages; "" for no words."""
    words = " ".join(shown.split())
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:20] if words else ""


_DAY = re.compile(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)")


def page_words(facts: Row, language: str, section_rows: Iterable[Row], passages: Iterable[Row]) -> PageWords:
    """Return the analyzed words of a page, made from rows as they are stored.

    facts: path, title, category, description, aliases, tags, properties.  section_rows: heading, above, part.
    passages: section's position, hash, visible text, text as written.
    """

    def words(text: str) -> str:
        return encode_words(analyze(text, language))

    path, title, category, description = facts[:4]
    aliases, tags, properties = map(json.loads, facts[4:])
    sections = [(heading, json.loads(above), part) for heading, above, part in section_rows]
    stem, further = stem_of(path), list[str]()
    first = next((heading for heading, _, _ in sections if heading), "")
    for name in (first, stem):
        if name and fold_name(name) not in {fold_name(known) for known in (title, *aliases, *further)}:
            further.append(name)
    # A daily note with the heading `Friday` is searched by its day.
    day = _DAY.search(stem)
    titled = f"{title} {day[0]}" if day and day[0] not in title else title
    listed = [is_claim_list(category, heading, above) for heading, above, _ in sections]
    headings = [row[0] for row, is_list in zip(sections, listed) if row[0] and row[2] == 0 and not is_list]
    # A heading occurs several times: as that of a section, above others, and among the page's.
    encoded = {heading: words(heading) for heading in dict.fromkeys([*headings, *_all_headings(sections)])}
    return PageWords(
        title=words(titled),
        aliases=_join_columns(words(name) for name in (*aliases, *further)),
        headings=_join_columns(encoded[heading] for heading in headings),
        place=words(" ".join((*path.split("/")[:-1], *tags))),
        description=words("\n".join((description, *(_property_words(properties) if category == "notes" else ())))),
        sections=[
            None if is_list else (encoded.get(heading, ""), _join_columns(encoded[name] for name in above))
            for (heading, above, _), is_list in zip(sections, listed)
        ],
        passages=[
            (position, at, digest, words(shown), words(link_words(text)))
            for position, (at, digest, shown, text) in enumerate(passages)
            if not listed[at]
        ],
    )


def word_rows(page: int, words: PageWords, repeated: Collection[str]) -> tuple[list[Row], list[Row], list[Row]]:
    """Return the rows of a page in page_words, section_words and passage_words, rowid first.

    Passages with one of the repeated hashes are left out.
    """
    texts: list[list[str]] = [[] for _ in words.sections]
    links: list[str] = []
    passages: list[Row] = []
    first = page << PLACE_BITS
    for position, at, digest, text, targets in words.passages:
        section = words.sections[at]
        if digest in repeated or section is None:
            continue
        texts[at].append(text)
        links.append(targets)
        if text:
            passages.append((first + position, words.title, section[0], text))
    sections: list[Row] = [
        (first + position, words.title, *section, _join_columns(texts[position]))
        for position, section in enumerate(words.sections)
        if section is not None
    ]
    body = _join_columns(row[4] for row in sections)
    return [(page, *words[:5], body, _join_columns(links))], sections, passages


def name_rows(
    path: str, title: str, category: str, aliases: str, properties_json: str, language: str
) -> list[tuple[str, str, str, str]]:
    """Return key, kind, text and folded form of the names of a page; of names that fold alike only the first.

    aliases, properties_json: in JSON, as they are stored.
    """
    properties = json.loads(properties_json)
    names = [("title", title), ("stem", stem_of(path)), *(("alias", alias) for alias in json.loads(aliases))]
    if category == "notes":
        # Where file names must be unique, many people keep the name of a thing in a property.
        names += [("alias", name) for key in ("name", "Name") if (name := _one_line(properties.get(key)))]
    if category == "topics":
        names += [("question", line) for question in questions_of(properties) if (line := _one_line(question))]
    names.append(("short", short_title(title)))
    rows: dict[str, tuple[str, str, str, str]] = {}
    for kind, name in names:
        row = name_row(kind, name, language)
        if row is not None:
            rows.setdefault(row[3], row)
    return list(rows.values())


def name_row(kind: str, name: str, language: str) -> tuple[str, str, str, str] | None:
    """Return key, kind, text and folded form of a name; None for one without a letter."""
    folded, key = fold_name(name), name_key(name, language)
    return (_storable_text(key), kind, _storable_text(name), _storable_text(folded)) if folded and key else None


def _property_words(properties: Mapping[str, Any]) -> Iterator[str]:
    """Yield names and short values of the properties of a person's note, without values that have their own column."""
    for name, value in properties.items():
        yield name
        if name.lower() not in _OWN_COLUMNS:
            values = value if isinstance(value, list) else [value]
            yield from (str(item)[:LONGEST_VALUE] for item in values if isinstance(item, (str, int, float)))


def _one_line(value: object) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""


def _sample_prose(title: str, passages: Iterable[tuple[str, str]]) -> str:
    """Return prose of a page, its title at least."""
    pieces, missing = [title], SAMPLE
    for kind, text in passages:
        if kind not in ("code", "math", "html", "metadata") and missing > 0:
            pieces.append(text[:missing])
            missing -= len(text)
    return "\n".join(pieces)


def _estimate_tokens(text: str) -> int:
    """Return the number of tokens of a text; of a long one estimated from a sample."""
    if len(text) <= TOKENS_SAMPLE:
        return count_tokens(text)
    part, pieces = TOKENS_SAMPLE // 4, 4
    starts = [place * (len(text) - part) // (pieces - 1) for place in range(pieces)]
    sample = sum(count_tokens(text[start : start + part]) for start in starts)
    return round(sample * len(text) / (part * pieces))


def _all_headings(sections: Sequence[tuple[str, Sequence[str], int]]) -> list[str]:
    return [name for heading, above, _ in sections for name in (heading, *above) if name]


def _claim_rows(page: Page) -> list[tuple[Any, ...]]:
    rows, premises = [], []
    for claim in page.claims[:MAX_PLACES]:
        subject, relation, object_ = canonical_claim(
            (claim.subject, claim.subject_label), claim.relation, (claim.object, claim.object_label)
        )
        # A quote without a word is none.
        evidence = tuple(
            (item.source, item.block, item.quote if has_words(item.quote) else "") for item in claim.evidence
        )
        facts = (float(claim.confidence), claim.note, claim.form, evidence)
        rows.append((claim.line, *subject, relation, *object_, *facts))
        premises += [(claim.line, *subject, RESTS_ON, *_premise_row(item)) for item in claim.rests_on]
    return (rows + premises)[:MAX_PLACES]


def _premise_row(premise: Premise) -> tuple[Any, ...]:
    """Return the object of a premise's row, and the rest of the row, with the premise's key as note."""
    about, key = (premise.subject, premise.subject_label), f"^{premise.block.casefold()}" if premise.block else ""
    if premise.relation:
        about, relation, (object_, label) = canonical_claim(
            about, premise.relation, (premise.object, premise.object_label)
        )
        key = premise_key(relation, missing_node(object_))
        about = (about[0], f"{about[1]} {display_relation(relation).replace('_', ' ')} {label}")
    return (*about, 1.0, key, PREMISE, ())


def _link_rows(page: Page) -> list[tuple[Any, ...]]:
    if page.category == QUOTED_CATEGORY:
        return []
    return [
        (
            *(link.line, link.kind, int(link.is_embed), link.path + link.subpath, link.display, link.property),
            basename_key(link.path),
        )
        for link in page.links
    ]


def _join_columns(columns: Iterable[str]) -> str:
    return " ".join(column for column in columns if column)


def _storable_row(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(
        _storable_text(value) if isinstance(value, str) else _storable_row(value) if isinstance(value, tuple) else value
        for value in row
    )


def _format_json(value: object) -> str:
    """Return a value as JSON that every program reads, without YAML's `.nan` and lone surrogates."""
    text = json.dumps(value, default=str, ensure_ascii=False)
    if "NaN" in text or "Infinity" in text:
        text = json.dumps(json.loads(text, parse_constant=lambda _: None), ensure_ascii=False)
    return _storable_text(text)


def _storable_text(text: str) -> str:
    """Return a text that every database can hold: YAML escapes can give a lone surrogate, or a null."""
    if not text.isascii():
        text = text.encode("utf-8", "replace").decode("utf-8")
    # As in CommonMark for the text of a page.
    return text.replace("\0", "\ufffd")


MIN_FILES = 150
"""Files from which on processes pay: starting one takes as long as reading some fifty."""

BATCH = 500
"""Files that a process reads at most: bounds the memory, and is ten times what it costs to start one."""


class ReadOptions(NamedTuple):
    """The options that the rows of a page depend on, beside its file."""

    folder: str = ""
    """Part of the vault that holds machine-written notes; "" for the whole vault."""
    max_bytes: int = 4_000_000
    """The part of a file that is read."""
    linked: tuple[str, ...] = ()
    """See wiki_store.files.list_stamps."""


class FileRead(NamedTuple):
    """The result of reading a file."""

    path: str
    hash: str = ""
    """"" where it could not be read."""
    rows: PageRows | None = None
    """None where the hash is the known one, or there is a problem."""
    problem: str = ""


Task = tuple[str, str]
"""Path and known hash of a file; "" for a new one."""


def read_files(root: str, tasks: Sequence[Task], options: ReadOptions) -> Iterator[FileRead]:
    """Read the files in this order, on all cores where there are many.

    Raises IndexUnavailableError where a process ended before its work was done.
    """
    processes = min(_cores(), len(tasks) // (MIN_FILES // 2))
    if len(tasks) < MIN_FILES or processes < 2:
        for path, known in tasks:
            yield read_file(root, path, known, options)
    else:
        yield from _read_in_processes(root, tasks, options, processes)


def read_file(root: str, path: str, known: str, options: ReadOptions) -> FileRead:
    """Read one file; its rows are made only where its hash is not the known one."""
    try:
        file = read_text(root, path, options.max_bytes, options.linked)
    except FileNotFoundError:
        return FileRead(path, problem="it was deleted while the vault was read")
    except DataError as err:
        return FileRead(path, problem=err.what)
    if file.hash == known:
        return FileRead(path, file.hash)
    text: str | None = file.text
    if is_canvas(path):
        text = canvas_markdown(file.text)
    if text is None:
        return FileRead(path, file.hash, problem="it is no canvas: its JSON cannot be read")
    page = read_page(path, text, folder=options.folder)
    return FileRead(path, file.hash, page_rows(page, text, issues=file.issues))


def main() -> int:
    """Carry out the task on standard input."""
    task = json.load(sys.stdin)
    options = ReadOptions(**task["options"])
    for path, known in task["files"]:
        print(json.dumps(read_file(task["root"], path, known, options)))
    return 0


def _read_in_processes(root: str, tasks: Sequence[Task], options: ReadOptions, processes: int) -> Iterator[FileRead]:
    size = min(BATCH, -(-len(tasks) // processes))
    with ThreadPoolExecutor(processes) as pool:
        running: deque[Future[bytes]] = deque()
        for start in range(0, len(tasks), size):
            task = {"root": root, "files": tasks[start : start + size], "options": options._asdict()}
            running.append(pool.submit(_run_process, json.dumps(task)))
            # One more than run at once, so that few results wait in memory.
            if len(running) > processes:
                yield from map(_parse_file_read, running.popleft().result().splitlines())
        while running:
            yield from map(_parse_file_read, running.popleft().result().splitlines())


def _run_process(task: str) -> bytes:
    """Run a task in a new process and return its output."""
    package = __package__ or ""
    # The folder that holds the package goes first on the new process's path, not the current one, which may be a
    # stranger's and hold modules of the same names.
    above = Path(__file__).resolve().parents[package.count(".") + 1]
    command = [sys.executable, "-m", f"{package}.build"]
    environ = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    ran = subprocess.run(command, input=task.encode(), stdout=subprocess.PIPE, cwd=above, env=environ)
    if ran.returncode:
        raise IndexUnavailableError("a process that reads pages ended before its work was done")
    return ran.stdout


def _parse_file_read(line: bytes) -> FileRead:
    path, digest, rows, problem = json.loads(line)
    made = PageRows(*rows)._replace(words=PageWords(*rows[-1])) if rows is not None else None
    return FileRead(path, digest, made, problem)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


if __name__ == "__main__":
    sys.exit(main())
