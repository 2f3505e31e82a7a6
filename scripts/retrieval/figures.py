"""Dates and numbers as others write them: who asks for 12 March 2024 means the note 2024-03-12 too."""

from __future__ import annotations

from .. import regex as re
from ..named_tuple import NamedTuple
from .stems import BETWEEN

_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
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
_THOUSANDS = re.compile(r"(?<=\d)(?=(?:\d{3})+$)")
_NUMBER = re.compile(r"(?<![\w.,])(?:\d{1,3}(?:,\d{3})+|(?!1[5-9]\d\d\b|20\d\d\b)[1-9]\d{3,8})(?![\w,]|[.-]\d)")
"""Whole numbers; four digits that are likely a year have no comma."""


class Form(NamedTuple):
    """Another way to write what stands at a place of a text, in words with blanks between them."""

    text: str
    start: int
    end: int


def other_forms(text: str) -> list[Form]:
    """The dates and whole numbers of a text in their other forms: with English months, ISO, with and without thousands.

    12/03/2024 is left alone: half of the world reads it as December.
    """
    if not any(map(str.isdigit, text)):
        return []
    found: list[Form] = []
    for pattern in _DATES:
        for match in pattern.finditer(text):
            for form in _forms_of_date(match["year"], match["month"].lower(), int(match["day"])):
                found.append(Form(form, *match.span()))
    for match in _NUMBER.finditer(text):
        digits = match.group().replace(",", "")
        found += [Form(form, *match.span()) for form in (digits, _THOUSANDS.sub(" ", digits))]
    return [form for form in found if form.text != " ".join(BETWEEN.split(text[form.start : form.end].lower()))]


def _forms_of_date(year: str, month: str, day: int) -> list[str]:
    number = int(month) if month.isdigit() else [name[:3] for name in _MONTHS].index(month[:3]) + 1
    if not (1 <= number <= 12 and 1 <= day <= 31):
        return []
    name = _MONTHS[number - 1]
    return [f"{year} {number:02} {day:02}", f"{day} {name} {year}", f"{name} {day} {year}"]
