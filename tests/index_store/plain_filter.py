"""Which pages a filter means, by a plain look at each of them: slow, and easy to believe."""

from __future__ import annotations

from typing import Any

from scripts.model import PageFilter, PageRow, PropertyTest


def is_meant(page: PageRow, where: PageFilter) -> bool:
    """Whether the page has all that is asked for; filters of exclusion are beginnings of paths here."""
    path = page.path.casefold()
    tags = [tag.casefold() for tag in page.tags]
    return (
        (not where.categories or page.category in where.categories)
        and (not where.folders or path.startswith(tuple(folder.casefold() + "/" for folder in where.folders)))
        and all(any(f"{tag}/".startswith(f"{wanted.casefold()}/") for tag in tags) for wanted in where.tags)
        and all(_has(page, test) for test in where.properties)
        and _is_within(page, where)
        and not any(path.startswith(beginning.casefold()) for beginning in where.excluded)
    )


def _is_within(page: PageRow, where: PageFilter) -> bool:
    if not (where.since or where.until):
        return True
    if where.by == "changed":
        day = page.changed
    else:
        named = {name.casefold(): value for name, value in page.properties.items()}
        day = str(named.get("created") or named.get("date") or "")[:10]
        if len(day) != 10 or day[4] != "-":
            return False
    return where.since <= day <= (where.until or "9")


def _has(page: PageRow, test: PropertyTest) -> bool:
    if test.operator == "!=":
        return not _has(page, test._replace(operator="="))
    values: list[Any] = []
    for name, value in page.properties.items():
        if name.casefold() == test.name.casefold():
            values += value if isinstance(value, list) else [value]
    return any(_is(value, test) for value in values if value is not None)


def _is(value: Any, test: PropertyTest) -> bool:
    text = str(value).lower() if isinstance(value, bool) else str(value).strip()
    if test.operator == "":
        return text != ""
    one: Any
    other: Any
    try:
        one, other = float(text), float(test.value)
    except ValueError:
        size = min(len(text), len(test.value))
        one, other = text[:size], test.value[:size]
        is_dated = size >= 4 and all(day[:4].isdigit() and day[4:5] in ("", "-") for day in (text, test.value))
        if not is_dated:
            if text.startswith("[[") and text.endswith("]]"):
                path, _, shown = text[2:-2].partition("|")
                forms = [text, path, path.rpartition("/")[2], shown or path]
            else:
                forms = [text]
            return test.operator == "=" and test.value.casefold() in [form.casefold() for form in forms]
    return {"=": one == other, "<": one < other, "<=": one <= other, ">": one > other, ">=": one >= other}[
        test.operator
    ]
