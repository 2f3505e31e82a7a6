"""Random edits of random notes by the verb: one note changes, in one place; undone last first, each byte is back."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from scripts.clock import local_time
from scripts.errors import DataError
from scripts.knowledge_base import KnowledgeBase
from scripts.maintain.note_editing import APPEND, PREPEND, REPLACE, NoteEdit, plan_edit
from scripts.model import Heading
from scripts.text.editing import headings_of
from scripts.verbs import changing
from tests.vaults import frontmatters
from tests.vaults.figures import Figures, figures
from tests.vaults.notes import contents, note_paths, read

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from random import Random

TEXTS = [
    "One line.",
    "- an item\n- [[Nowhere]]",
    "Two lines,\nthis is one.",
    "```py\nx = 1\n```",
    "> quoted",
    "日本語 #tag",
    "- [ ] call the [[Nowhere|printer]] {n} 📅 2026-12-01\n- [ ] and write {n}",
    "1. [ ] numbered {n}",
]
_OPEN_TASK = re.compile(r"(?m)^[ \t>]*(?:[-*+]|\d+[.)])[ \t]+\[ \][ \t]+([^\r\n]*\w[^\r\n]*)")


def check_note_edits(vault: Path, state: Path, rng: Random, count: int) -> Figures:
    """Make count edits of a copy of a vault, each as an operation, and undo them all."""
    result = figures("by verb", vault.name)
    before = contents(vault)
    paths = note_paths(vault)
    settings = {"COMMONPLACE_STATE": str(state), "COMMONPLACE_QUIET_SECONDS": "0"}
    done: list[str] = []
    tasked: list[str] = []
    with KnowledgeBase.open(vault=vault, environ=settings, cwd=vault) as kb:
        while result.counts["edits"] < count:
            path = rng.choice(tasked if tasked and rng.random() < 0.2 else paths)
            text = read(vault, path)
            edit = None if text is None else _random_edit(path, text, rng)
            if text is None or edit is None:
                continue
            result.count("edits")
            try:
                outcome = kb.write("edit", partial(plan_edit, edit=edit, now=local_time(kb.clock)))
            except DataError as err:
                result.count(f"refused: {err.what.partition(':')[0] if 'edit refused' not in err.what else err.what}")
                continue
            if outcome.op:
                done.append(outcome.op)
            result.count(edit.place or ("task" if edit.task else "property"))
            tasked += [path] if "[ ]" in edit.text else []
            now = read(vault, path)
            result.expect(now is not None and _is_one_splice(text, now, edit), f"{path}: {edit} changed something else")
        changed = {path for path, data in contents(vault).items() if before.get(path) != data}
        result.count("notes changed", len(changed))
        for op in reversed(done):
            changing.undo(kb, op)
    after = contents(vault)
    result.expect(after == before, f"{[path for path in after if after[path] != before.get(path)][:5]} are not back")
    return result


def _random_edit(path: str, text: str, rng: Random) -> NoteEdit | None:
    kind = rng.choice(["append", "prepend", "under", "under", "replace", "task", "set", "unset", "tag"])
    # No two tasks of a note have the same words.
    added = rng.choice(TEXTS).replace("{n}", str(rng.randrange(10**6)))
    if kind in ("append", "prepend"):
        return NoteEdit(path, place=kind, text=added)
    if kind in ("under", "replace"):
        headings = [heading.text for heading in headings_of(text) if heading.text.strip()]
        place = REPLACE if kind == "replace" else rng.choice([APPEND, PREPEND])
        if kind == "under" and rng.random() < 0.2:
            return NoteEdit(path, place=place, text=added, heading="Brand new", create=True)
        return NoteEdit(path, place=place, text=added, heading=rng.choice(headings)) if headings else None
    if kind == "task":
        tasks = _OPEN_TASK.findall(text)
        return NoteEdit(path, task=rng.choice(tasks)) if tasks else None
    if kind == "tag":
        return NoteEdit(path, tags=(rng.choice(["work", "work/plan", "日本"]),))
    names = list(frontmatters.values(text) or {})
    if kind == "unset":
        return NoteEdit(path, unset=(rng.choice(names),)) if names else None
    name = rng.choice([*names, "status", "due"])
    return NoteEdit(path, properties=((name, rng.choice(["open", "3", "2026-12-01", "a: b", "true"])),))


def _is_one_splice(old: str, new: str, edit: NoteEdit) -> bool:
    """Whether what stands outside the place that was asked for is as it was."""
    if not edit.place and not edit.task:
        return _only_property(old, new, edit)
    shared = next((at for at, (one, other) in enumerate(zip(old, new)) if one != other), min(len(old), len(new)))
    grown = len(new) - len(old)
    if edit.task:
        return grown == 0 and new[shared + 1 :] == old[shared + 1 :] and old[shared] == " "
    sections = [found for found in headings_of(old) if found.text == edit.heading]
    if edit.place != REPLACE:
        # What is added may begin as what stands there does: then the place is found too late by what they share.
        earliest = next(at for at in range(shared + 1) if new[at + grown :] == old[at:])
        is_there = grown > 0 and new[shared + grown :] == old[shared:]
        return is_there and (not sections or any(a <= shared and earliest <= b for a, b in map(span_of(old), sections)))
    start, end = span_of(old)(sections[0])
    return new.startswith(old[:start]) and new.endswith(old[end:])


def _only_property(old: str, new: str, edit: NoteEdit) -> bool:
    """Whether the body is as it was, and of the properties the lines of all but the one that was named."""
    name = "tags" if edit.tags else edit.unset[0] if edit.unset else edit.properties[0][0]
    if old[frontmatters.body_start(old) :] != new[frontmatters.body_start(new) :]:
        return False
    before, after = frontmatters.cuts(old), frontmatters.cuts(new)
    if before is None or after is None:
        return True
    rest, now = (
        {key: text[cut.start : cut.end] for key, cut in found.items() if key != name}
        for text, found in ((old, before), (new, after))
    )
    return rest == now and (name in after) is not bool(edit.unset)


def span_of(text: str) -> Callable[[Heading], tuple[int, int]]:
    """Tell where what stands under a heading begins and ends: at the next one of its level or above."""

    def span(heading: Heading) -> tuple[int, int]:
        after = [each.start for each in headings_of(text) if each.start > heading.start and each.level <= heading.level]
        return heading.end, after[0] if after else len(text)

    return span
