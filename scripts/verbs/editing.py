"""The verb `edit`, which writes into one note."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ..errors import UsageError
from ..text.escaping import one_line
from . import Add, Implementation, add_dry_run, read_text
from .receipts import receipt_text

if TYPE_CHECKING:
    from ..knowledge_base import KnowledgeBase
    from ..maintain.note_editing import EditReceipt
    from ..wiki_store.working_copy import Outcome

_PLACES = ("append", "prepend", "replace_section")


def _edit_options(add: Add) -> None:
    add("note", nargs="?", default="", help="title, alias, slug or path")
    add("--daily", action="store_true", help="today's note")
    add("--new", default="", metavar="TITLE", help="title of a new note, or its path")
    add("--template", default="", metavar="NAME", help="what the new note begins with")
    add("--append", metavar="TEXT|-", help="at the end of the note or of --under; - is stdin")
    add("--prepend", metavar="TEXT|-", help="at its beginning")
    add("--replace-section", metavar="TEXT|-", help="in place of all below --under")
    add("--under", default="", metavar="HEADING", help="`A#B` is B below A")
    add("--create", action="store_true", help="make that heading if it is missing")
    add("--task", default="", metavar="WORDS", help="the task with these words")
    add("--done", action="store_true", help="tick it off")
    add("--open", action="store_true", help="take the tick away")
    add("--set", action="append", default=[], metavar="KEY=VALUE", help="give a property a value")
    add("--unset", action="append", default=[], metavar="KEY[=VALUE]", help="remove a property, or a value of it")
    add("--tag", action="append", default=[], metavar="TAG", help="add a tag to the properties")
    add("--expect-sha", default="", metavar="SHA", help="the hash that show printed")
    add_dry_run(add)


def _edit(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Outcome[EditReceipt], int]:
    from ..maintain.note_editing import NoteEdit

    given = vars(options)
    places = [name for name in _PLACES if given[name] is not None]
    if len(places) > 1:
        raise UsageError("one text at a time", hint="give one of --append, --prepend and --replace-section")
    if bool(options.task) != (options.done or options.open) or (options.done and options.open):
        raise UsageError("--task goes with --done or --open", hint='e.g. --task "call Ada" --done')
    properties = [pair.partition("=") for pair in options.set]
    if any(not sign for _, sign, _ in properties):
        raise UsageError("--set wants key=value", hint="e.g. --set status=done; --unset KEY removes one")
    text = given[places[0]] if places else ""
    edit = NoteEdit(
        note=options.note,
        daily=options.daily,
        new=options.new,
        template=options.template,
        properties=tuple((key.strip(), value) for key, _, value in properties),
        unset=tuple(options.unset),
        tags=tuple(options.tag),
        task=options.task,
        is_done=options.done,
        place=places[0].replace("_", "-") if places else "",
        text=read_text("-", kb.settings) if text == "-" else text,
        heading=options.under,
        create=options.create,
        expect_sha=options.expect_sha,
    )
    outcome = kb.edit(edit, dry_run=options.dry_run)
    return outcome, 0


def _edit_text(outcome: Outcome[EditReceipt], _: argparse.Namespace) -> str:
    receipt = outcome.receipt
    place = f"{one_line(receipt.path)}:{receipt.line}" if receipt.line else one_line(receipt.path)
    lines = [f"{receipt.state} {place}" + (f": {receipt.changed}" if receipt.changed else "")]
    lines += [f"leads nowhere, line {link.line}: {one_line(link.text, 120)}" for link in receipt.leads_nowhere]
    return receipt_text(outcome, lines)


VERBS = {"edit": Implementation(_edit_options, _edit, _edit_text)}
