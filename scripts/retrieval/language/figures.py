"""Dates and numbers as others write them: who asks for 12 March 2024 means the note 2024-03-12 too."""

from __future__ import annotations

import re
from typing import NamedTuple

from .stems import BETWEEN

MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
"""In English, in small letters, in their order."""
_MONTH = r"(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\.?"
_DATES = tuple(
    re.compile(rf"(?<![\w.]){pattern}(?!\w)", re.IGNORECASE)
    for pattern in (
        r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)",
        r"(?P<day>\d\d?)\.(?P<month>\d\d?)\.(?P<year>\d{4})",
        rf"(?P<day>\d\d?)(?:st|nd|rd|th)? (?:of )?{_MONTH},? (?P<year>\d{{4}})",
        rf"{_MONTH} (?P<day>\d\d?)(?:st|nd|rd|th)?,? (?P<year>\d{{4}})",
    )
)
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)", re.IGNORECASE)
_THOUSANDS = re.compile(r"(?<=\d)(?=(?:\d{3})+$)")
_SEPARATORS = "., '\u2019\u00a0\u202f"
_NUMBER = re.compile(
    rf"(?<![\w.,])(?P<whole>[1-9]\d{{0,2}}(?P<by>[{_SEPARATORS}])\d{{3}}(?:(?P=by)\d{{3}}){{0,5}}"
    r"|(?!(?:1[5-9]\d\d|20\d\d)(?![\d.,]))[1-9]\d{3,8})(?:[.,](?P<part>\d\d?))?(?![\w,]|[.-]\d)"
)
"""Numbers, thousands apart or not; four digits that are likely a year have no separator."""
_MAY_BE_DAY = re.compile(r"\d\D.{0,40}\d{4}|[\d元]\s?[年년]")


class Form(NamedTuple):
    """Another way to write what stands at a place of a text, in words with blanks between them."""

    text: str
    start: int
    end: int


def other_forms(text: str) -> list[Form]:
    """The dates and numbers of a text in their other forms: with English months, ISO, thousands apart or not.

    12/03/2024 is left alone: half of the world reads it as December.
    """
    if not any(map(str.isdigit, text)):
        return []
    found = _dates(text)
    for match in _NUMBER.finditer(text):
        digits = "".join(filter(str.isdigit, match["whole"]))
        part = f" {match['part']}" if match["part"] else ""
        found += [Form(form + part, *match.span()) for form in (digits, _THOUSANDS.sub(" ", digits))]
    return [form for form in found if form.text != " ".join(BETWEEN.split(text[form.start : form.end].lower()))]


def cardinal(word: str) -> str:
    """The number of an English ordinal: 2 for `2nd`; "" for any other word."""
    found = _ORDINAL.fullmatch(word)
    return found[1] if found else ""


def days_of(text: str) -> list[str]:
    """The dates of a text by day and month alone: a text that is of one year says `30 May`."""
    if not any(map(str.isdigit, text)):
        return []
    split = [form.text.rpartition(" ") for form in _dates(text)]
    found = [day for day, _, year in split if len(year) == len("2024") and year.isdigit()]
    if text.isascii():
        return found
    from .foreign_dates import days_alone  # for some languages only

    return [*found, *days_alone(text)]


def _dates(text: str) -> list[Form]:
    found: list[Form] = []
    for pattern in _DATES:
        for match in pattern.finditer(text):
            year, number, day = match["year"], _number_of(match["month"].lower()), int(match["day"])
            found += [Form(form, *match.span()) for form in _forms_of_date(year, number, day)]
            if match[0][-5] == "." and 1 <= number <= len(MONTHS):
                from .foreign_dates import dotted

                found += [Form(form, *match.span()) for form in dotted(year, number, day)]
    if not found and _MAY_BE_DAY.search(text):
        from .foreign_dates import days_in

        for span, year, number, day, own in days_in(text):
            found += [Form(form, *span) for form in [*_forms_of_date(year, number, day), *own]]
    return found


def _number_of(month: str) -> int:
    return int(month) if month.isdigit() else [name[:3] for name in MONTHS].index(month[:3]) + 1


def _forms_of_date(year: str, number: int, day: int) -> list[str]:
    if not (1 <= number <= 12 and 1 <= day <= 31):
        return []
    name = MONTHS[number - 1]
    # As a number, it has the digits of this script.
    year = f"{int(year):04}"
    return [f"{year} {number:02} {day:02}", f"{day} {name} {year}", f"{name} {day} {year}"]
