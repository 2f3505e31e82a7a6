"""A set of passages and questions with known answers, as files of JSON lines.

corpus.jsonl    {"id", "title", "text"}, and "group" where a question is answered from its own group only; a title may
                be absent
queries.jsonl   {"id", "question"}, and "group"; what is right ("gold") is the scorer's to read
triples.jsonl   {"id", "entities": [...], "triples": [[subject, relation, object], ...]}; may be absent
tokens.json     tokens of "title\\ntext" by passage id, as the scorer counts them; may be absent
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any, NamedTuple

from ..errors import DataError, UsageError


class SetPassage(NamedTuple):
    id: str
    title: str
    text: str
    group: str = ""
    entities: tuple[str, ...] = ()
    """Names that somebody found in it."""
    triples: tuple[tuple[str, str, str], ...] = ()
    """Subject, relation and object of what somebody read in it."""


class SetQuestion(NamedTuple):
    id: str
    text: str
    group: str = ""


class RetrievalSet(NamedTuple):
    name: str
    passages: tuple[SetPassage, ...]
    questions: tuple[SetQuestion, ...]
    odd_triples: int
    """Lines of triples.jsonl with other than three parts: left out."""
    tokens: dict[str, int]
    """Size of each passage with its title by the scorer's counter; empty where the set does not tell."""

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups in the order of the corpus; one empty name where there are none."""
        return tuple(dict.fromkeys(passage.group for passage in self.passages))


def read_set(folder: str, *, triples: bool = True) -> RetrievalSet:
    """Read a set; without triples as if nobody had extracted anything.

    Raises UsageError where the folder is no set, DataError with path and line for a line that cannot be read.
    """
    corpus = os.path.join(folder, "corpus.jsonl")
    queries = os.path.join(folder, "queries.jsonl")
    for path in (corpus, queries):
        if not os.path.isfile(path):
            raise UsageError(f"{path} is not there", hint="give a folder with corpus.jsonl and queries.jsonl")
    extracted, odd = _read_triples(os.path.join(folder, "triples.jsonl")) if triples else ({}, 0)
    passages: dict[str, SetPassage] = {}
    for line, row in json_lines(corpus):
        id_, text = (_text(row, key, corpus, line) for key in ("id", "text"))
        title = "" if row.get("title") is None else _text(row, "title", corpus, line)
        if id_ in passages:
            raise DataError(f"the passage {id_!r} is there twice", path=corpus, line=line)
        names, told = extracted.get(id_, ((), ()))
        passages[id_] = SetPassage(id_, title, text, str(row.get("group") or ""), names, told)
    questions = tuple(
        SetQuestion(_text(row, "id", queries, line), _text(row, "question", queries, line), str(row.get("group") or ""))
        for line, row in json_lines(queries)
    )
    return RetrievalSet(
        os.path.basename(os.path.abspath(folder)), tuple(passages.values()), questions, odd, _tokens(folder)
    )


_Extracted = tuple[tuple[str, ...], tuple[tuple[str, str, str], ...]]


def _read_triples(path: str) -> tuple[dict[str, _Extracted], int]:
    if not os.path.isfile(path):
        return {}, 0
    found: dict[str, _Extracted] = {}
    odd = 0
    for line, row in json_lines(path):
        triples = []
        for triple in row.get("triples") or ():
            if isinstance(triple, list) and len(triple) == 3 and all(isinstance(part, str) for part in triple):
                triples.append((triple[0], triple[1], triple[2]))
            else:
                odd += 1
        names = tuple(name for name in row.get("entities") or () if isinstance(name, str))
        found[_text(row, "id", path, line)] = names, tuple(triples)
    return found, odd


def _tokens(folder: str) -> dict[str, int]:
    path = os.path.join(folder, "tokens.json")
    if not os.path.isfile(path):
        return {}
    with open(path, "rb") as file:
        try:
            found = json.load(file)
        except ValueError as err:
            raise DataError(f"not JSON: {err}", path=path) from err
    if not isinstance(found, dict) or not all(isinstance(number, int) for number in found.values()):
        raise DataError("it must be one JSON object of whole numbers", path=path)
    return found


def json_lines(path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a file of JSON lines, each with the number of its line; DataError for a line that is none."""
    # As bytes: JSON knows its encoding, with a byte order mark or without.
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                try:
                    row = json.loads(line)
                except ValueError as err:
                    raise DataError(f"not JSON: {err}", path=path, line=number) from err
                if not isinstance(row, dict):
                    raise DataError("a line must be one JSON object", path=path, line=number)
                yield number, row


def _text(row: dict[str, Any], key: str, path: str, line: int) -> str:
    value = row.get(key)
    if not isinstance(value, str):
        raise DataError(f"{key!r} must be there, and be text", path=path, line=line)
    return value
