"""Days of a year as other languages than English write them; loaded only where a text may have one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...pages.text.words import fold_text

# A row for each month; before the bar those of languages that also write 12.3.2024: German, Russian, Ukrainian, Polish,
# Czech, Turkish, Hebrew.
_MONTHS = """
januar января січня stycznia ledna ocak ינואר
| janvier enero janeiro gennaio jänner januari январь січень يناير जनवरी;
februar февраля лютого lutego února şubat פברואר
| février febrero fevereiro febbraio februari февраль лютий فبراير फरवरी;
märz марта березня marca března mart מרץ
| mars marzo março maart marts март березень مارس मार्च;
april апреля квітня kwietnia dubna nisan אפריל
| avril abril aprile апрель квітень أبريل अप्रैल;
mai мая травня maja května mayıs מאי
| mayo maio maggio mei maj май травень مايو मई;
juni июня червня czerwca června haziran יוני
| juin junio junho giugno июнь червень يونيو जून;
juli июля липня lipca července temmuz יולי
| juillet julio julho luglio июль липень يوليو जुलाई;
august августа серпня sierpnia srpna ağustos אוגוסט
| août agosto augustus augusti август серпень أغسطس अगस्त;
september сентября вересня września září eylül ספטמבר
| septembre septiembre setiembre setembro settembre сентябрь вересень سبتمبر सितंबर;
oktober октября жовтня października října ekim אוקטובר
| octobre octubre outubro ottobre октябрь жовтень أكتوبر अक्टूबर;
november ноября листопада listopada listopadu kasım נובמבר
| novembre noviembre novembro ноябрь листопад نوفمبر नवंबर;
dezember декабря грудня grudnia prosince aralık דצמבר
| décembre diciembre dezembro dicembre december декабрь грудень ديسمبر दिसंबर
"""
_ROWS = [[fold_text(part).split() for part in row.split("|")] for row in _MONTHS.split(";")]
_NUMBERS = {name: number for number, row in enumerate(_ROWS, 1) for part in row for name in part}
_DAY = re.compile(
    r"(?<![\w.])(?P<day>\d\d?)(?:er|º|°|\.|-го)? (?:de |d['’])?"
    r"(?P<month>[^\W\d_][^\s\d.,;:!?()]{2,}) (?:de |del )?(?P<year>\d{4})(?!\w)",
    re.IGNORECASE,
)
_ERAS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018, "民國": 1911, "民国": 1911}
"""Years before the first of each."""
_YEAR = rf"(?:(?P<era>{'|'.join(_ERAS)})\s?(?P<count>\d\d?\d?|元)|(?P<year>\d{{4}}))"
_IDEOGRAPHIC_DAY = re.compile(rf"(?<!\d){_YEAR}\s?[年년]\s?(?P<month>\d\d?)\s?[月월]\s?(?P<day>\d\d?)\s?[日号號일]")
_MONTH_AND_DAY = re.compile(r"(?<!\d)\d\d?\s?[月월]\s?\d\d?\s?[日号號일]")
_JAPANESE = ("明治", "大正", "昭和", "平成", "令和")


def days_in(text: str) -> Iterator[tuple[tuple[int, int], str, int, int, list[str]]]:
    """Each day with its place, year, month and number, and in which forms its own language writes it."""
    for match in _DAY.finditer(text):
        month = fold_text(match["month"])
        # Hebrew writes `in` together with the month.
        number = _NUMBERS.get(month) or _NUMBERS.get(month.removeprefix("ב"))
        if number:
            year, day = match["year"], int(match["day"])
            own = [f"{day} {month} {year}", f"{day} de {month} de {year}", f"{day:02} {number:02} {year}"]
            yield match.span(), year, number, day, own
    for match in _IDEOGRAPHIC_DAY.finditer(text):
        count = 1 if match["count"] == "元" else int(match["count"] or 0)
        year, number, day = (
            str(int(match["year"] or _ERAS[match["era"]] + count)),
            int(match["month"]),
            int(match["day"]),
        )
        own = [f"{each}年{number}月{day}日" for each in (year, *_eras(int(year)))]
        yield match.span(), year, number, day, [*own, f"{year}년 {number}월 {day}일"]


def days_alone(text: str) -> list[str]:
    """Month and day of each day that is written with the signs for them, whether it has a year or none: `8月17日`."""
    return [match.group() for match in _MONTH_AND_DAY.finditer(text)]


def dotted(year: str, number: int, day: int) -> list[str]:
    """A day as the languages write it in words that also write it with dots."""
    return [f"{day} {month} {year}" for month in _ROWS[number - 1][0]]


def _eras(year: int) -> list[str]:
    """A year as Japan counts it; in that of a change of emperors in both ways."""
    starts = [*(_ERAS[era] for era in _JAPANESE), 9999]
    return [
        f"{era}{'元' if year == before + 1 else year - before}"
        for era, before, after in zip(_JAPANESE, starts, starts[1:])
        if before < year <= after + 1
    ]
