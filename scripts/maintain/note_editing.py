"""Editing one note as its owner asks: text under a heading, a task ticked off, a property, a tag.

One note, one operation: every byte outside the edit stays.  An edit that would change how the rest of the note is
parsed is refused.
"""

from __future__ import annotations

import posixpath
import re
from calendar import monthrange
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from itertools import takewhile
from typing import Any, NamedTuple

from ..errors import DataError, EditingPage, EditRefusedError, NameTakenError, UnsafePathError, UsageError
from ..index_store.port import IndexReader
from ..look.lookup import named_page, pages_called
from ..look.resting import Resting, premise_of, words_of
from ..model import Heading, Link, Place, Premise
from ..text import editing
from ..text.claims import words_key
from ..text.editing import claims_again
from ..text.escaping import first_few, one_line
from ..text.frontmatter import Value, add_to_list, read_scalar, remove_from_list, remove_property, set_property, split
from ..text.link_writing import is_wikilink, lead_to
from ..text.links import Resolver, find_heading, heading_key
from ..text.markdown import read_body
from ..text.names import category_of, is_safe_file_name, legal_stem, normalize_name, stem_of
from ..text.obsidian import is_tag_name
from ..text.page import inline_fields, read_page
from ..text.plain_text import visible_text
from ..text.spans import splice
from ..text.tasks import DUE, Task, read_tasks
from ..wiki_store.files import is_note
from ..wiki_store.vault_settings import (
    daily_note_path,
    daily_notes,
    done_mark,
    fill_template,
    language_of_days,
    new_note_folder,
    task_statuses,
    templates,
)
from ..wiki_store.working_copy import Plan, WorkingCopy

APPEND, PREPEND, REPLACE = "append", "prepend", "replace-section"
NAMED = 5
"""Headings or tasks that an error names."""
MOST_PROPERTIES = 100
"""Properties and tags that one edit may change: for each of them all properties are parsed and written again."""

_SIGNS = re.compile(r"[🔁📅📆🗓⏳⌛🛫✅➕🔺⏫🔼🔽⏬🆔⛔]|[\[(][\w -]+::| \^")
"""The beginning of the text that plugins write behind a task."""

_DAY = r"(\d{4}-\d{2}-\d{2})"
_DATED = (
    DUE,
    re.compile(rf"(?:[⏳⌛]\ufe0f?[ \t]*|[\[(][ \t]*scheduled[ \t]*::[ \t]*){_DAY}"),
    re.compile(rf"(?:🛫\ufe0f?[ \t]*|[\[(][ \t]*start[ \t]*::[ \t]*){_DAY}"),
)
"""Due, scheduled and start: a repetition is counted from the first of them that a task has."""
_DONE = re.compile(
    rf"[ \t]*(?:[✅❌]\ufe0f?[ \t]*{_DAY}|[\[(][ \t]*(?:completion|cancelled)[ \t]*::[ \t]*{_DAY}[ \t]*[\])])"
)
_OF_ONE = re.compile(r"[ \t]*(?:🆔\ufe0f?[ \t]*[\w-]+|⛔\ufe0f?[ \t]*[\w-]+(?:, ?[\w-]+)*|[ \t]\^[\w-]+[ \t]*\Z)")
"""Ids that belong to one task: its successor gets none of them."""
_BLOCK_ID = re.compile(r"(?:[ \t]\^[\w-]+)?\Z")
_REPEAT = re.compile(r"🔁\ufe0f?[ \t]*([A-Za-z0-9, \t]+)|[\[(][ \t]*repeat[ \t]*::[ \t]*([^\])]*)[\])]")
_WEEKDAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_NAMED = rf"(?P<named>(?:{_WEEKDAYS})(?:(?:, ?| and )(?:{_WEEKDAYS}))*)"
_NTH = r"(?:the )?(?P<nth>[1-9]\d?(?:st|nd|rd|th)|first|second|third|last)"
_NUMERALS = {"first": 1, "second": 2, "third": 3}
_RULES = [
    re.compile(rf"every {rule}(?P<when_done> when done)?")
    for rule in (
        r"(?:(?P<count>[1-9]\d{0,2}) )?(?P<unit>day|week|month|year)s?",
        r"(?P<weekdays>weekdays?)",
        rf"(?:(?:(?P<count>[1-9]\d{{0,2}}) )?(?P<unit>week)s? on )?{_NAMED}",
        rf"(?:(?:(?P<count>[1-9]\d{{0,2}}) )?(?P<unit>month)s?|(?P<month>{_MONTHS})) on {_NTH}"
        rf"(?: (?P<of>{_WEEKDAYS}))?",
    )
]
_FURTHEST = 36_525
"""Most days to the next date: a hundred years."""


class NoteEdit(NamedTuple):
    """An edit, by the options of `edit`; several edits are made in the order of the fields."""

    note: str = ""
    daily: bool = False
    new: str = ""
    template: str = ""
    properties: tuple[tuple[str, Any], ...] = ()
    """Keys and values; a text is parsed as a person types it, any other value is taken as it is."""
    unset: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    task: str = ""
    is_done: bool = True
    """Whether the task is ticked off, or opened again."""
    stands: str = ""
    place: str = ""
    """APPEND, PREPEND or REPLACE; "" for no text."""
    text: str = ""
    heading: str = ""
    """Heading under which the text goes, or whose section it replaces; "" for the note as a whole."""
    create: bool = False
    expect_sha: str = ""


class EditReceipt(NamedTuple):
    """What `edit` did, or would do."""

    path: str
    state: str
    """new, changed or unchanged."""
    line: int
    """The first line that changed; 0 for none."""
    changed: str
    """That line as it is now; "" if lines were only removed."""
    leads_nowhere: tuple[Place, ...]
    """Links in the added text that lead to no file."""
    remarks: tuple[str, ...] = ()
    """What was done in another way than asked, or in addition."""


def plan_edit(copy: WorkingCopy, reader: IndexReader, edit: NoteEdit, *, now: str) -> Plan[EditReceipt]:
    """Plan an edit of one note.  now: local time, for a daily note and templates.

    Raises UsageError, PageNotFoundError, AmbiguousPageError, PageChangedError, NameTakenError, EditRefusedError with
    similar headings or tasks if none is the one that was named.
    """
    _check(edit)
    path, start = _read_note(copy, reader, edit, now)
    if edit.expect_sha:
        copy.expect(path, edit.expect_sha)
    is_new = not copy.exists(path)
    remarks: list[str] = []
    with EditingPage(path):
        text = _with_properties(start, edit)
        if edit.task:
            text = _tick_task(copy, text, edit, now[:10], remarks)
        if edit.stands:
            text = _settle_claim(reader, path, text, edit.stands, now[:10], remarks)
        if edit.place:
            text = _with_text(text, edit, remarks)
        text = _with_file_names(copy, reader, path, start, text, remarks)
    if text != start or is_new:
        copy.put(path, text)
    line, changed = _first_change("" if is_new else start, text)
    state = "new" if is_new else "changed" if text != start else "unchanged"
    lost = tuple(Place(path, link.line, text[link.start : link.end]) for link in _lost_links(copy, path, start, text))
    receipt = EditReceipt(path, state, line, changed, lost, tuple(remarks))
    # In somebody's own vault the note alone changes; `log` has the operation.
    return Plan(receipt, "; ".join(_describe(edit)), is_in_log=not copy.folder)


def _check(edit: NoteEdit) -> None:
    changes = len(edit.properties) + len(edit.unset) + len(edit.tags)
    is_empty = edit.place in (APPEND, PREPEND) and not edit.text.strip()
    has_work = edit.place or edit.task or edit.stands or changes or edit.new or edit.daily
    many = f"{changes:,} properties and tags; at most {MOST_PROPERTIES} in one edit"
    for is_wrong, what, hint in (
        (bool(edit.note) + edit.daily + bool(edit.new) != 1, "which note?", "give its name, --daily, or --new TITLE"),
        (edit.template and not edit.new, "--template is for a new note", "give --new TITLE with it"),
        (edit.heading and not edit.place, "--under says where text goes", "give --append, or another text, with it"),
        (edit.place == REPLACE and not edit.heading, "which section is replaced?", 'give --under "Heading" with it'),
        (is_empty, "there is no text to write", "give it in quotes, or - and standard input"),
        (not has_work, "nothing is to be done", "`edit --help` lists what can be"),
        (changes > MOST_PROPERTIES, many, "make more edits"),
    ):
        if is_wrong:
            raise UsageError(what, hint=hint)


def _describe(edit: NoteEdit) -> list[str]:
    """Return the parts of an edit in a few words, for the log."""
    done = [f"{key} set" for key, _ in edit.properties] + [f"{key} unset" for key in edit.unset]
    done += [f"tag {tag}" for tag in edit.tags]
    done += [f"task {'done' if edit.is_done else 'open'}"] * bool(edit.task)
    done += [f"stands: {edit.stands}"] * bool(edit.stands)
    done += [edit.place + (f" under {edit.heading}" if edit.heading else "")] * bool(edit.place)
    return done or ["made"]


def _read_note(copy: WorkingCopy, reader: IndexReader, edit: NoteEdit, now: str) -> tuple[str, str]:
    """Return the vault path of the note and its text; the text of a new note comes from its template."""
    if edit.note:
        path = named_page(copy, reader, edit.note)
        if not is_note(path):
            raise DataError("it is no Markdown note", path=path, hint="change it in Obsidian")
        if category_of(path, copy.folder) == "sources":
            raise DataError("the text of a source stays as it came", path=path, hint="write into a page of your own")
        return path, copy.sound(path)
    if edit.daily:
        settings = daily_notes(copy.root)
        path = daily_note_path(copy.paths(), settings, now)
        if copy.exists(path):
            return path, copy.sound(path)
        return path, _from_template(copy, settings.template, path, now)
    path = _new_path(copy, edit.new)
    return path, _from_template(copy, _template_path(copy, edit.template), path, now)


def _new_path(copy: WorkingCopy, title: str) -> str:
    """Return the path of a new note: in the vault's folder for new notes, or as given.

    A title with a `/` is a path if that folder exists or the title ends in `.md`.
    """
    bare = title.strip().removesuffix(".md").strip("/")
    folder, _, name = bare.rpartition("/")
    is_path = title.strip().endswith(".md") or any(path.startswith(folder + "/") for path in copy.paths())
    if not is_safe_file_name(name + ".md") or (folder and not is_path):
        hint = f"{legal_stem(bare)!r} would do; a path in a new folder ends in `.md`"
        raise UnsafePathError(title, "no file can be called so, or there is no such folder", hint=hint)
    path = posixpath.join(folder or new_note_folder(copy.root), name + ".md")
    owner = Resolver(copy.paths()).resolve(name, "")
    if owner or copy.exists(path):
        raise NameTakenError(name, owner or path, hint="choose another title, or edit that note")
    return path


def _template_path(copy: WorkingCopy, name: str) -> str:
    if not name:
        return ""
    folder = templates(copy.root).folder
    there = [path for path in copy.paths() if is_note(path) and (not folder or path.startswith(folder + "/"))]
    wanted = normalize_name(name.removesuffix(".md"))
    named = {normalize_name(way): path for path in there for way in (path[:-3], stem_of(path))}
    if wanted not in named:
        known = first_few([*map(stem_of, there)], NAMED)
        hint = f"in {folder} there are: {known}" if folder else "give the path of a note"
        raise DataError(f"no template {name!r}", path=folder, hint=hint)
    return named[wanted]


def _from_template(copy: WorkingCopy, template: str, path: str, now: str) -> str:
    if not template:
        return ""
    source = template if copy.exists(template) else template + ".md"
    title, text = path.rpartition("/")[2][: -len(".md")], copy.editable(source)

    def text_of(note: str) -> str:
        return copy.editable(note) if copy.exists(note) else ""

    language = language_of_days(text, daily_notes(copy.root), now, text_of)
    return fill_template(text, title=title, now=now, formats=templates(copy.root), language=language)


def _with_properties(text: str, edit: NoteEdit) -> str:
    for key, value in edit.properties:
        _check_key(text, key)
        text = set_property(text, key, _parse_value(text, key, value) if isinstance(value, str) else value)
    for key in edit.unset:
        _check_key(text, key.partition("=")[0])
        text = _unset_property(text, key)
    for tag in edit.tags:
        text = _add_tag(text, tag)
    return text


def _check_key(text: str, key: str) -> None:
    """Raise EditRefusedError for `nested.key` and a field of the text: a new property would be a second value."""
    if key.lower() in map(str.lower, split(text).properties):
        return
    if "." in key:
        hint = "change one inside another in Obsidian"
        raise EditRefusedError(f"{key!r} would be a property with a dot", hint=hint)
    if "::" in text and key.lower() in map(str.lower, inline_fields(read_page("", text))):
        line = next((at for at, line in enumerate(text.splitlines(), 1) if f"{key}::".lower() in line.lower()), 1)
        raise EditRefusedError(f"{key!r} is a field in the text, no property", line=line)


def _unset_property(text: str, given: str) -> str:
    """Return the text without a property, or, for `key=value`, without that value of a list.

    Raises DataError for a value that the property does not have.
    """
    key, equals, value = given.partition("=")
    if not equals:
        return remove_property(text, key)
    left = remove_from_list(text, key, read_scalar(value.strip()))
    if left == text:
        raise DataError(f"{key} has no value {value!r}", hint="take it as `show` prints it")
    return left


def _parse_value(text: str, key: str, written: str) -> Value:
    """Return the value of a typed text: `a, b` is a list if the property is one, else what YAML reads."""
    properties = split(text).properties
    name = next((other for other in properties if other.lower() == key.lower()), key)
    if isinstance(properties.get(name), list) or (name not in properties and key.lower() in ("tags", "aliases")):
        return [read_scalar(part.strip()) for part in written.split(",") if part.strip()]
    value: Value = read_scalar(written.strip())
    return value


def _add_tag(text: str, tag: str) -> str:
    name = tag.strip().removeprefix("#")
    if not is_tag_name(name):
        raise UsageError(f"{tag!r} can be no tag", hint="letters, digits, - _ and /, and not digits alone")
    if name.lower() in (known.lower() for known in read_page("", text).tags):
        return text
    properties = split(text).properties
    key = next((other for other in properties if other.lower() == "tags"), "tags")
    if isinstance(properties.get(key), str):
        # `tags: a, b` on one line is an older way to write them.
        return set_property(text, key, [*filter(None, re.split(r"[,\s]+", properties[key])), name])
    return add_to_list(text, key, name)


def _settle_claim(reader: IndexReader, path: str, text: str, words: str, today: str, remarks: list[str]) -> str:
    """Return the page with new premises of an open claim, which keeps its own words.

    A premise that was replaced becomes its replacement; one that is gone is removed.
    """
    pages = reader.pages(paths=[path])
    rows = reader.claims(pages=[page.id for page in pages])
    wanted = normalize_name(words)
    matching = [row for row in rows if normalize_name(words_of(row)) == wanted]
    if len(matching) != 1:
        named = "; ".join(dict.fromkeys(words_of(row) for row in rows))
        raise DataError(f"{len(matching)} claims say so: {one_line(named, 400)}", hint="give the words of one")
    row, resting = matching[0], Resting(reader, today)
    premises = [item for item in reader.premises(of=[row.subject]) if (item.page, item.line) == (row.page, row.line)]
    claim = next(claim for claim in read_page(path, text).claims if claim.line == row.line)
    settled = []
    for written, premise in zip(claim.rests_on, premises):
        item = premise_of(premise)
        resting.read([item])
        change, open_ = resting.change(item), resting.why_open([item])
        if change is None and open_:
            raise DataError(f"{premise.object_name} is open itself: {open_[item].words}", hint="settle that first")
        now = resting.instead_of(item) if change else None
        if now is not None:
            is_text = now.object_name == now.object or not reader.pages(nodes=[now.object])
            end = words_key(now.object_name) if is_text else now.object
            settled.append(Premise(now.subject, now.subject_name, now.relation, end, now.object_name, is_text))
        elif change is None:
            settled.append(written)
        remarks += (
            [f"{change.words}: it rests on {words_of(now) if now else 'that'} no more"] if change and not now else []
        )
    if not settled and resting.is_conclusion(row):
        raise DataError("nothing is left that it follows from", hint="claim it from a source, or take it out")
    return splice(text, [claims_again(text, path, claim, [claim._replace(rests_on=tuple(dict.fromkeys(settled)))])])


def _tick_task(copy: WorkingCopy, text: str, edit: NoteEdit, today: str, remarks: list[str]) -> str:
    tasks, wanted = list(read_tasks(text, task_statuses(copy.root))), normalize_name(edit.task)
    has_words = [task for task in tasks if any(wanted in form for form in _task_forms(task))]
    # A task of exactly these words, without its days and emojis, goes before longer ones.
    candidates = [task for task in has_words if wanted in _task_forms(task)] or has_words
    waiting = [task for task in candidates if task.status.is_open == edit.is_done]
    if candidates and not waiting:
        return text
    if len(waiting) != 1:
        known = waiting or [task for task in tasks if task.status.is_open == edit.is_done]
        named = "; ".join(f"line {task.line}: {one_line(task.text, 80)}" for task in known[:NAMED])
        what = "several tasks have these words" if waiting else "no task has these words"
        raise DataError(f"{what}{': ' if named else ''}{named}", hint="give more words of the one that is meant")
    (task,) = waiting
    ticked_today = {_undated(other.text) for other in candidates if f"✅ {today}" in other.text}
    if edit.is_done and repeats(task) and _undated(task.text) in ticked_today:
        remarks.append("it repeats, and was ticked off today: nothing is changed")
        return text
    mark = done_mark(copy.root, task.text, today)
    try:
        ticked = tick_off(text, task, today, mark) if edit.is_done else open_again(text, task)
    except (ValueError, OverflowError) as err:
        hint = "tick it in Obsidian, or take its 🔁 away first"
        raise EditRefusedError(f"its repetition cannot be followed ({err})", line=task.line, hint=hint) from err
    if ticked.count("\n") > text.count("\n"):
        remarks.append(f"it repeats: line {task.line} is the next one, line {task.line + 1} the one that is done")
    return ticked


def _undated(text: str) -> str:
    return " ".join(re.sub(r"\d{4}-\d\d-\d\d|✅", "", text).split())


def _task_forms(task: Task) -> tuple[str, str, str]:
    """Return the text of a task as it is written, as it is shown, and without the text that plugins write behind it."""
    written, bare = task.text, _SIGNS.split(task.text)[0]
    return normalize_name(written), normalize_name(visible_text(written)), normalize_name(bare)


def _with_text(text: str, edit: NoteEdit, remarks: list[str]) -> str:
    lines = edit.text.replace("\r\n", "\n").rstrip("\n").split("\n")
    if editing.leaves_open(edit.text):
        raise EditRefusedError(f"the text leaves {editing.leaves_open(edit.text)} open, which would hide what follows")
    if not edit.heading:
        add = editing.append_to_page if edit.place == APPEND else editing.prepend_to_page
        return _check_rest(text, add(text, lines))
    headings = editing.headings_of(text)
    heading = _find_named_heading(headings, edit)
    level = heading.level if heading else editing.heading_level(headings)
    above, _, last = _bare_heading(edit.heading).rpartition("#")
    name = heading.text if heading else last.strip() if find_heading(headings, above) else _bare_heading(edit.heading)
    first = next((at for at, line in enumerate(lines) if line.strip()), 0)
    if editing.headings_of(lines[first] + "\n")[:1] and heading_key(_bare_heading(lines[first])) == heading_key(name):
        lines = "\n".join(lines[first + 1 :]).strip("\n").split("\n")
        remarks.append(f"left out of the text: its first line, which is the heading {one_line(name, 80)!r} itself")
    if heading is None:
        return _check_rest(text, editing.add_section(text, name, "\n".join(lines), level=level))
    if edit.place == REPLACE:
        # The text behind the section must read as it does without the section.
        return _check_rest(editing.replace_below(text, heading, []), editing.replace_below(text, heading, lines))
    add_below = editing.append_below if edit.place == APPEND else editing.prepend_below
    return _check_rest(text, add_below(text, heading, lines))


def _bare_heading(text: str) -> str:
    """Return a heading without the `#` characters that make it one."""
    return re.sub(r"\A#+[ \t]+", "", text.strip())


def _find_named_heading(headings: Sequence[Heading], edit: NoteEdit) -> Heading | None:
    """Return the heading that is named, in full or as `Above#Heading`; None if it is to be created."""
    wanted = _bare_heading(edit.heading)
    keys = {heading_key(wanted), heading_key(visible_text(wanted))}
    whole = [heading for heading in headings if heading_key(heading.text) in keys]
    # If the page has both, `C#` is not `C`.
    exact = [heading for heading in whole if heading.text.casefold() == wanted.casefold()] or whole
    if len(exact) > 1:
        places = ", ".join(f"line {heading.line}" for heading in exact[:NAMED])
        hint = "give the one above it, too: `Above#Heading`"
        raise DataError(f"several headings {one_line(wanted, 80)!r}: {places}", hint=hint)
    found = exact[0] if exact else find_heading(headings, "#" + wanted.replace(" > ", "#").lstrip("#"))
    if found is None and not edit.create:
        texts = [heading.text for heading in headings]
        longer = [text for text in texts if heading_key(text).startswith(heading_key(wanted) + " ")]
        from rapidfuzz import process

        near = longer or [text for text, *_ in process.extract(wanted, texts, limit=NAMED, score_cutoff=60)] or texts
        there = f"there are: {', '.join(one_line(text, 60) for text in near[:NAMED])}" if near else "it has no heading"
        hint = "give the whole heading" if longer else "--create makes it"
        raise DataError(f"no heading {one_line(wanted, 80)!r}; {there}", hint=hint)
    return found


def _check_rest(old: str, new: str) -> str:
    """Return the new text if every part of the old one still reads as it did; raise EditRefusedError otherwise."""
    before, after = read_body(old, split(old).body_start), read_body(new, split(new).body_start)
    is_whole = split(old).properties == split(new).properties
    for name in ("headings", "links", "block_ids"):
        rest = iter(_facts(getattr(after, name)))
        is_whole = is_whole and all(any(fact == other for other in rest) for fact in _facts(getattr(before, name)))
    if not is_whole:
        raise EditRefusedError("with this text there, other parts of the note would read differently")
    return new


def _facts(found: Sequence[NamedTuple]) -> list[tuple[object, ...]]:
    places = {"start", "end", "line", "block_start", "block_end"}
    return [tuple(value for name, value in item._asdict().items() if name not in places) for item in found]


def _first_change(old: str, new: str) -> tuple[int, str]:
    before, after = old.splitlines(), new.splitlines()
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after)))
    if before == after:
        return 0, ""
    number = next((place for place in range(shared, len(after)) if after[place].strip()), shared)
    return number + 1, one_line(after[number], 120) if number < len(after) else ""


def _lost_links(copy: WorkingCopy, path: str, old: str, new: str) -> list[Link]:
    """Return the links that are not in the old text and that lead to no file."""
    known = {(link.path, link.subpath) for link in read_page(path, old).links}
    added = [link for link in read_page(path, new).links if link.path and (link.path, link.subpath) not in known]
    resolver = Resolver(copy.paths()) if added else Resolver()
    return [link for link in added if not resolver.resolve(link.path, path)]


def _with_file_names(copy: WorkingCopy, reader: IndexReader, path: str, old: str, new: str, remarks: list[str]) -> str:
    """Return the text with the file's name added to new links that have only an alias or a title: `[[Lars Vik|Lars]]`.

    Obsidian makes an empty note of `[[Lars]]`.  A name of several pages is left.
    """
    splices, resolver = [], Resolver(copy.paths())
    for link in _lost_links(copy, path, old, new):
        rows = pages_called(reader, link.path)
        if len(rows) != 1 or not is_wikilink(new, link) or link.kind != "wikilink":
            continue
        try:
            splices.append(lead_to(rows[0].path, new, link, path, resolver))
        except UnsafePathError:
            # No link can hold the name of that file.
            continue
        written = splices[-1].text
        remarks.append(f"line {link.line}: {one_line(new[link.start : link.end], 80)} is {one_line(written, 80)}")
    return splice(new, splices)


def repeats(task: Task) -> bool:
    """Whether another task follows when this one is done."""
    return bool(_REPEAT.search(task.text))


def open_again(text: str, task: Task) -> str:
    """Return the page with a task open again, without the day on which it was done or cancelled."""
    return f"{text[: task.at]} {_DONE.sub('', text[task.at + 1 : task.end])}{text[task.end :]}"


def tick_off(text: str, task: Task, today: str, mark: str = "") -> str:
    """Return the page with a task ticked off.  mark: the text that the vault's plugin writes behind a done task.

    A task that repeats gets the day behind it and its successor above it, as the plugin Tasks does it.  Raises
    ValueError for a repetition that cannot be parsed.
    """
    line, repeat = text[task.at + 1 : task.end], _REPEAT.search(task.text)
    if repeat:
        mark = f" ✅ {today}" if repeat[1] else f" [completion:: {today}]"
    bare = _DONE.sub("", line) if mark else line
    at = _BLOCK_ID.search(bare).start()  # type: ignore[union-attr]
    ticked = f"x{bare[:at]}{mark}{bare[at:]}{text[task.end :]}"
    if not repeat:
        return text[: task.at] + ticked
    following = _next_task(line, (repeat[1] or repeat[2]).strip(), today)
    begun = text[: task.at].rpartition("\n")[2]
    newline = "\r\n" if text[task.end :].partition("\n")[0].endswith("\r") else "\n"
    return f"{text[: task.at]} {following}{newline}{begun}{ticked}"


def _next_task(line: str, repetition: str, today: str) -> str:
    """Return the line of a repeating task's successor: its dates are moved by as many days as the first of them."""
    text = " ".join(repetition.casefold().split())
    rule = next((match.groupdict() for pattern in _RULES if (match := pattern.fullmatch(text))), None)
    if rule is None:
        raise ValueError(repetition)
    dated = next((match for pattern in _DATED if (match := pattern.search(line))), None)
    named = date.fromisoformat(dated[1]) if dated else date.fromisoformat(today)
    day = _next_day(date.fromisoformat(today) if rule["when_done"] else named, rule)
    if day is None:
        raise ValueError(repetition)
    for pattern in _DATED:
        if match := pattern.search(line):
            moved = date.fromisoformat(match[1]) + (day - named)
            line = line[: match.start(1)] + moved.isoformat() + line[match.end(1) :]
    return _OF_ONE.sub("", _DONE.sub("", line)).rstrip()


def _next_day(day: date, rule: Mapping[str, Any]) -> date | None:
    """Return the first day after another that fits a rule; None if there is none."""
    count, unit = int(rule.get("count") or 1), rule.get("unit")
    if not {"weekdays", "named", "nth"} & rule.keys():
        return _add_units(day, count, unit)
    days = (day + timedelta(days=offset) for offset in range(1, _FURTHEST))
    return next((later for later in days if _fits(later, rule) and _units_between(day, later, unit) % count == 0), None)


def _add_units(day: date, count: int, unit: str | None) -> date:
    """Return the day `count` units later; the last day of a month that is too short."""
    if unit in ("day", "week"):
        return day + timedelta(days=count * (7 if unit == "week" else 1))
    months = day.month - 1 + count * (12 if unit == "year" else 1)
    year, month = day.year + months // 12, months % 12 + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def _units_between(day: date, later: date, unit: str | None) -> int:
    """Return the number of weeks, from Monday on, or months between two days."""
    if unit == "month":
        return 12 * (later.year - day.year) + later.month - day.month
    return (later.toordinal() - 1) // 7 - (day.toordinal() - 1) // 7


def _fits(day: date, rule: Mapping[str, Any]) -> bool:
    """Whether a day fits a rule by its weekday, or as the nth or last day, or weekday, of its month."""
    weekday, month = _WEEKDAYS.split("|")[day.weekday()], _MONTHS.split("|")[day.month - 1]
    if "nth" not in rule:
        return weekday in re.split(", ?| and ", rule["named"]) if "named" in rule else day.weekday() < 5
    if rule["month"] not in (None, month) or rule["of"] not in (None, weekday):
        return False
    step = 7 if rule["of"] else 1
    if rule["nth"] == "last":
        return day.day + step > monthrange(day.year, day.month)[1]
    return (day.day - 1) // step + 1 == (_NUMERALS.get(rule["nth"]) or int(rule["nth"][:-2]))
