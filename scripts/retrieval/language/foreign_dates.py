"""Days of a year as other languages than English write them; loaded only where a text may have one."""

from __future__ import annotations

from ... import regex as re
from ...pages.text.words import fold_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# A row for each month: French, Spanish, Portuguese, Italian, German, Dutch, Russian, Ukrainian, Polish.
_MONTHS = """
janvier enero janeiro gennaio januar jänner januari января январь січня січень stycznia
février febrero fevereiro febbraio februar februari февраля февраль лютого лютий lutego
mars marzo março märz maart марта март березня березень marca
avril abril aprile april апреля апрель квітня квітень kwietnia
mai mayo maio maggio mei мая май травня травень maja
juin junio junho giugno juni июня июнь червня червень czerwca
juillet julio julho luglio juli июля июль липня липень lipca
août agosto august augustus августа август серпня серпень sierpnia
septembre septiembre setiembre setembro settembre september сентября сентябрь вересня вересень września
octobre octubre outubro ottobre oktober октября октябрь жовтня жовтень października
novembre noviembre novembro november ноября ноябрь листопада листопад listopada
décembre diciembre dezembro dicembre dezember december декабря декабрь грудня грудень grudnia
"""
_NUMBERS = {
    fold_text(name): number for number, row in enumerate(_MONTHS.strip().splitlines(), 1) for name in row.split()
}
_DAY = re.compile(
    r"(?<![\w.])(?P<day>\d\d?)(?:er|º|°|\.|-го)? (?:de |d['’])?"
    r"(?P<month>[^\W\d_]{3,}) (?:de |del )?(?P<year>\d{4})(?!\w)",
    re.IGNORECASE,
)
_IDEOGRAPHIC_DAY = re.compile(r"(?P<year>\d{4})\s?年\s?(?P<month>\d\d?)\s?月\s?(?P<day>\d\d?)\s?[日号號]")


def days_in(text: str) -> Iterator[tuple[tuple[int, int], str, int, int, list[str]]]:
    """Each day with its place, year, month and number, and in which forms its own language writes it."""
    for match in _DAY.finditer(text):
        month = fold_text(match["month"])
        if month in _NUMBERS:
            year, number, day = match["year"], _NUMBERS[month], int(match["day"])
            own = [f"{day} {month} {year}", f"{day} de {month} de {year}", f"{day:02} {number:02} {year}"]
            yield match.span(), year, number, day, own
    for match in _IDEOGRAPHIC_DAY.finditer(text):
        year, number, day = match["year"], int(match["month"]), int(match["day"])
        yield match.span(), year, number, day, [f"{year}年{number}月{day}日"]
