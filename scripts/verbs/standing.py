"""The verb `status`: how a home stands, and with what settings."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..embedding import HOW_TO_ADD, NONE
from ..index_store.port import IndexReader
from ..resources import resource_path
from ..retrieval_engine.engine import answer
from ..retrieval_engine.status import Status, StatusDocument, status_document, status_of, status_text
from ..settings import unknown_variables
from ..text.names import fold_name
from ..wiki_store.journal import Journal
from .declaration import Work

if TYPE_CHECKING:
    from ..knowledge_base import KnowledgeBase

_ASKED = 10
"""Unanswered questions, the newest, that are asked again: it is what costs most of a status."""


class Setting(NamedTuple):
    """One setting."""

    name: str
    """As config.py writes it; behind COMMONPLACE_ it is the variable."""
    value: int | float | str
    source: str
    """default, a line of config.py, a variable or an option."""


class Settings(NamedTuple):
    """What a call from here runs with."""

    file: str
    """The config.py that is read."""
    settings: tuple[Setting, ...]
    unknown: tuple[str, ...]
    """Variables with our prefix that nothing reads."""


def status(kb: KnowledgeBase) -> Status:
    """Return what is in the home, and what wants care."""
    questions, last_operation = _journaled(kb)

    def work(reader: IndexReader) -> Status:
        return status_of(
            reader,
            home=kb.location.home,
            vault=kb.location.vault,
            found_by=kb.location.found_by,
            paths=kb.paths(),
            unanswered=still_open(reader, questions, most=_ASKED),
            last_operation=last_operation,
            meaning=meaning(kb),
        )

    return kb.query(work)


def still_open(reader: IndexReader, questions: Sequence[str], *, most: int) -> list[str]:
    """Return the questions that would be asked in vain again; what comes after so many is not tried."""
    return [question for at, question in enumerate(questions) if at >= most or answer(reader, question).unanswered]


def meaning(kb: KnowledgeBase) -> str:
    """Return what compares meanings, or why words alone do."""
    if kb.settings.embedder == NONE:
        return "words alone, as EMBEDDER says"
    embedder = kb.open_embedder()
    return embedder.id if embedder else HOW_TO_ADD


def _journaled(kb: KnowledgeBase) -> tuple[list[str], str]:
    """Return the questions that were asked in vain, newest first, each once, and the last operation."""
    if kb.is_shared or not os.path.exists(os.path.join(kb.location.graph, "journal.jsonl")):
        return [], ""
    journal, asked = Journal(kb.location.graph), dict[str, str]()
    for event in journal.events():
        if event.get("event") == "unanswered" and isinstance(event.get("question"), str):
            asked.pop(fold_name(event["question"]), None)
            asked[fold_name(event["question"])] = event["question"]
    operations = journal.operations(tail=True)
    return [*asked.values()][::-1], f"{operations[-1].op} {operations[-1].verb}" if operations else ""


def _status(kb: KnowledgeBase, *, settings: bool = False) -> Status | Settings:
    """Return what is in the home and what wants care, or the settings in force."""
    if not settings:
        return status(kb)
    values = kb.settings._asdict()
    if values["index"]:
        from ..team.postgres_reader import masked  # of a team's index alone

        values["index"] = masked(values["index"])
    rows = tuple(Setting(name.upper(), values[name], source) for name, source in kb.settings.sources)
    return Settings(resource_path("config.py"), rows, unknown_variables(os.environ))


def _status_text(status: Status | Settings, _: Mapping[str, Any]) -> str:
    if isinstance(status, Status):
        return status_text(status)
    lines = [f"{setting.name} = {setting.value}  ({setting.source})" for setting in status.settings]
    lines += [f"{name}: nothing reads this variable; check its spelling" for name in status.unknown]
    return "\n".join([status.file, *lines])


def _status_document(status: Status | Settings) -> StatusDocument | Settings:
    return status_document(status) if isinstance(status, Status) else status


WORK = {
    "status": Work(
        _status,
        _status_text,
        lambda status, _: int(isinstance(status, Settings) and bool(status.unknown)),
        _status_document,
    )
}
