"""Formats values as the text that the command line and the server print; reads and writes nothing.

For verbs that write: the operation, then as much of its receipt as the tokens allow.  For verbs that read: pages,
tasks, names, links, and the status of a home.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .text.escaping import first_few, one_line, safe_line, safe_quote
from .text.links import path_key
from .text.ontology import display_relation
from .text.plain_text import visible_text
from .text.tokens import count_tokens

if TYPE_CHECKING:
    # For their types alone: verbs that write do not load the packages that read.
    from .look.listing import FoundLink, LinkList, NameList, PageList, TaskList
    from .retrieval_engine.show import Shown
    from .retrieval_engine.status import Status
    from .text.hygiene import Finding
    from .wiki_store.working_copy import Outcome

PLACES = 3
"""Most line numbers that are given for one warning."""
GENERATED = 4
"""Most generated files that are named."""


def receipt_text(outcome: Outcome[Any], lines: Sequence[str] | None = None) -> str:
    """Return the line that names the operation, then these lines, by default the fields of the receipt."""
    if outcome.dry_run:
        head = "dry run: nothing was written"
    else:
        head = f"operation {outcome.op}" if outcome.op else "nothing to write"
    lines = [text_of_fields(outcome.receipt)] if lines is None else lines
    lines = [head, *lines]
    if outcome.generated:
        named = first_few([one_line(path, 120) for path in outcome.generated], GENERATED)
        lines.append(f"generated ({len(outcome.generated)}): {named}")
    return "\n".join([*lines, outcome.diff] if outcome.diff else lines)


def warning_lines(findings: Sequence[Finding]) -> list[str]:
    """Return a line for each kind of finding in a text, with the numbers of its lines."""
    places: dict[tuple[str, str], list[int]] = {}
    for finding in findings:
        places.setdefault((finding.rule, finding.message), []).append(finding.line)
    return [f"  warning{_lines_part(lines)}: {rule}: {one_line(text, 90)}" for (rule, text), lines in places.items()]


def _lines_part(lines: Sequence[int]) -> str:
    """Return the first of these line numbers as text; "" for 0, which is no line."""
    if len(lines) < 2:
        return f", line {lines[0]}" if lines[0] else ""
    return f", lines {first_few(lines, PLACES)}"


def text_of_fields(receipt: Any) -> str:
    """Return a receipt as text: a line for each field that is not empty, lists shortened."""
    lines = []
    for name, value in receipt._asdict().items():
        if isinstance(value, tuple):
            if value:
                lines.append(f"{name.replace('_', ' ')} ({len(value)}): {first_few(list(map(_format_item, value)), 6)}")
        elif value not in ("", 0, False):
            lines.append(f"{name.replace('_', ' ')}: {one_line(str(value))}")
    return "\n".join(lines)


def _format_item(item: Any) -> str:
    if isinstance(item, tuple):
        return " ".join(one_line(str(part), 80) for part in item if part != "")
    return one_line(str(item), 120)


def fitting(first: Sequence[str], others: Sequence[str], tokens: int) -> list[str]:
    """Return the first lines and as many others as fit into the tokens; a last line counts the rest."""
    lines = [*first, *others]
    fits = [count_tokens("\n".join(lines[:end]) + "\n") <= tokens for end in range(len(first) + 1, len(lines) + 1)]
    kept = len(first) + sum(fits)
    return lines[:kept] + ([f"  … {len(lines) - kept} lines more; --json has all"] if kept < len(lines) else [])


def clip(text: str, tokens: int) -> str:
    """Cut a line to at most so many tokens with its line end, at the end of a word if there is one."""
    if count_tokens(text + "\n") <= tokens:
        return text
    size = bisect_right(range(1, len(text)), tokens, key=lambda end: count_tokens(text[:end] + "…\n"))
    whole = text[:size] if text[size] == " " else text[:size].rpartition(" ")[0]
    return (whole if whole.strip() else text[:size]) + "…"


def more(items: Sequence[object], listed: int, hint: str) -> list[str]:
    """Return the line that counts the items beyond those listed, with a hint; no line if there are none."""
    return [f"  … {len(items) - listed} more; {hint}"] if len(items) > listed else []


SHOWN = 140
"""Characters of a task that are printed."""
MAX_OFFER = 200
"""Characters of something to confirm."""
MAX_NAMED = 2
"""Stale answers and open questions that are named; all are counted."""
MAX_ENDINGS = 4


def page_list_text(pages: PageList) -> str:
    """Return a line for each page: path, title if it differs, kind, tags, day of change, tokens."""
    lines = [safe_line(pages.only)] if pages.only else []
    for page in pages.pages:
        kind = page.category if page.type in ("", page.category) else f"{page.category}/{page.type}"
        facts = [kind, " ".join(f"#{tag}" for tag in page.tags), page.changed[:10], f"{page.tokens} tokens"]
        facts += [f"created {page.created[:10]}"] if page.created else []
        facts += [f"{page.links} links"] if page.links is not None else []
        title = f"  {page.title}" if path_key(page.title) != path_key(page.path.rpartition("/")[2][:-3]) else ""
        lines.append(safe_line(f"{page.path}{title}  ({', '.join(fact for fact in facts if fact)})"))
    return "\n".join([*lines, *_count_lines(pages.found, pages.offset, len(pages.pages), "page", "pages")])


def _count_lines(found: int, offset: int, listed: int, one: str, many: str) -> list[str]:
    left = found - offset - listed
    omitted = [f"omitted: {left} {many}; --offset {offset + listed} goes on"] if left > 0 else []
    return [*omitted, f"{found} {one if found == 1 else many}"]


def task_list_text(tasks: TaskList, status: str = "open") -> str:
    """Return a line for each task: place, text, day, priority and status."""
    lines = [safe_line(tasks.only)] if tasks.only else []
    for task in tasks.tasks:
        shown = "" if task.status == "todo" else task.status
        facts = ", ".join(filter(None, (f"due {task.due}" if task.due else "", task.priority, one_line(shown, 40))))
        text = one_line(visible_text(task.text), SHOWN)
        lines.append(f"{safe_line(task.path)}:{task.line}  {text}{f'  ({facts})' if facts else ''}")
    if tasks.others and status == "open":
        counts = ", ".join(f"{count} {one_line(name, 40)}" for name, count in tasks.others.items())
        lines.append(f"passed over: {counts}; --status NAME or all lists them")
    kind = f"{one_line(status, 40)} task" if status != "all" else "task"
    return "\n".join([*lines, *_count_lines(tasks.found, tasks.offset, len(tasks.tasks), kind, f"{kind}s")])


def name_list_text(names: NameList) -> str:
    """Return a line for each tag or property, with the number of its pages."""
    prefix = "#" if names.kind == "tags" else ""
    lines = [safe_line(names.only)] if names.only else []
    lines += [f"{prefix}{safe_line(count.name)}  {count.pages}" for count in names.names]
    kind = "tag" if names.kind == "tags" else "property"
    return "\n".join([*lines, *_count_lines(names.found, names.offset, len(names.names), kind, names.kind)])


def link_list_text(found: LinkList) -> str:
    """Return a line for each link, and a last one with their number."""
    lines = [safe_line(_format_link(link)) for link in found.links]
    if found.omitted:
        lines.append(f"omitted: {found.omitted} links; --limit {found.found} lists all")
    if found.linked and found.unresolved:
        lines.append(_summarize("not read, a link out of the vault", found.linked))
    kind = "unresolved link" if found.only_unresolved else "link"
    where = safe_line(f"{'to' if found.backlinks else 'in'} {found.note or 'the vault'}")
    if not found.found:
        return f"no {kind} {where}"
    files = f"held by {found.files} file{'' if found.files == 1 else 's'}"
    counts = "" if found.only_unresolved else f", {found.unresolved} unresolved"
    return "\n".join([*lines, f"{found.found} {kind}{'' if found.found == 1 else 's'} {where} ({files}){counts}"])


def _format_link(link: FoundLink) -> str:
    kind = f"{link.kind}{' embed' if link.is_embed else ''}{f' {link.property}' if link.property else ''}"
    written = f"{link.link}|{link.display}" if link.display else link.link
    target = link.target or "unresolved"
    return f"{link.source}:{link.line}: {kind} {written} -> {target}" + (f" ({link.reason})" if link.reason else "")


def status_text(status: Status) -> str:
    """Return the status as a few lines; those with nothing to report are left out."""
    pages = ", ".join(f"{count} {category}" for category, count in status.pages.items()) or "empty"
    languages = ", ".join(f"{language} {count}" for language, count in _top_counts(status.languages))
    lines = [
        f"home: {status.home} (by {status.found_by})",
        f"pages: {pages}"
        + (f" (languages: {languages})" if languages else "")
        + (f"; set aside: {status.set_aside}, templates or excluded" if status.set_aside else ""),
        f"index: {status.claims} claims, {status.links} links ({status.unresolved_links} unresolved, "
        f"{status.missing_pages} names without a page), {status.passages} passages",
    ]
    if status.not_read:
        kinds = ", ".join(f"{count} {ending or 'without ending'}" for ending, count in _top_counts(status.not_read))
        more = " …" if len(status.not_read) > MAX_ENDINGS else ""
        files = sum(status.not_read.values())
        lines.append(f"not read: {files} files, no notes ({kinds}{more}); `add` registers documents")
    if status.linked:
        lines.append(_summarize("not read, a link out of the vault", status.linked))
    if status.unreadable:
        (path, reason), others = next(iter(status.unreadable.items())), len(status.unreadable) - 1
        lines.append(f"unreadable: {path} ({reason})" + (f" and {others} more" if others else ""))
    if status.conflict_copies:
        lines.append(_summarize("second versions left by a sync client", status.conflict_copies))
    if status.issues:
        rules = ", ".join(f"{count} {rule}" for rule, count in _top_counts(status.issues))
        lines.append(f"findings: {rules}; `lint` lists them")
    if status.unread_sources:
        lines.append(
            f"unread: {status.unread_sources} sources that nothing was drawn from; `lint --rule orphan` lists them"
        )
    for name, items in (
        ("claims whose words are gone from their source", status.reopened),
        ("stale answers", status.stale_answers),
        ("open, since what they rest on changed", status.open),
        ("unanswered", status.unanswered),
    ):
        if items:
            lines.append(_summarize(name, items))
    if status.to_confirm:
        ways = "cite it, or `useful LABEL`; `useful LABEL --not` drops it"
        lines.append(f"said in past sessions, to confirm ({len(status.to_confirm)}; {ways}):")
        lines += [f"  {item[:MAX_OFFER]}" for item in status.to_confirm[:MAX_NAMED]]
    if status.meaning:
        lines.append(f"meaning: {status.meaning}")
    if status.last_operation:
        lines.append(f"last operation: {status.last_operation}")
    return "\n".join(map(safe_line, lines))


def _summarize(name: str, items: Sequence[str]) -> str:
    """Return a name, the number of items and the first of them."""
    more = " …" if len(items) > MAX_NAMED else ""
    return f"{name} ({len(items)}): {'; '.join(item[:60] for item in items[:MAX_NAMED])}{more}"


def _top_counts(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return [*counts.items()][:MAX_ENDINGS]


def shown_text(shown: Shown) -> str:
    """Return a shown page as text: label, lines of the file, how to read on, the remaining headings."""
    notes = [shown.path, f"sha {shown.sha[:12]}"]
    if shown.text and shown.omitted_tokens:
        notes.append(f"from line {shown.line}, {shown.tokens} of {shown.tokens + shown.omitted_tokens} tokens")
    lines = [safe_line(f"[{shown.label}] ({', '.join(notes)})")]
    lines += [safe_line(f"stale: {reason}") for reason in shown.stale]
    lines += [safe_line(f"not here: {', '.join(shown.not_here)}")] if shown.not_here else []
    if shown.text:
        lines.append(safe_quote(shown.text.removeprefix("\ufeff").rstrip("\r\n")))
    lines += [safe_line(f"more: {'; '.join(ways)}")] if (ways := _next_steps(shown)) else []
    if shown.headings:
        lines.append("headings:")
        top = min(heading.level for heading in shown.headings)
        for heading in shown.headings:
            lines.append(safe_line(f"{'  ' * (heading.level - top)}- {heading.label} ({heading.tokens})"))
        lines += [f"- … {shown.more_headings} more below these"] if shown.more_headings else []
    if shown.claims:
        lines.append("claims:")
        for claim in shown.claims:
            words = f"{claim.subject} {display_relation(claim.relation)} {claim.object}"
            stale = ", stale" if claim.is_stale else ""
            past = f"no longer ({claim.ended}): " if claim.ended else ""
            lines.append(safe_line(f"- {past}{words} ({claim.confidence:g}, {claim.cite}{stale})"))
        lines += [f"- … {shown.more_claims} more"] if shown.more_claims else []
    return "\n".join(lines)


def _next_steps(shown: Shown) -> list[str]:
    ways = [f"properties above ({shown.properties_tokens} tokens)"] if shown.properties_tokens else []
    if shown.omitted_of_line:
        size = shown.tokens + shown.omitted_of_line
        ways.append(f"the rest of line {shown.end_line} with --line {shown.end_line} --budget {size + size // 10}")
    if shown.next_line:
        ways.append(f"--line {shown.next_line}")
    return ways
