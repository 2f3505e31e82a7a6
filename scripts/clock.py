"""What time it is: the system's, or a moment frozen by COMMONPLACE_NOW so that a run can be repeated."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta, timezone

from .errors import SettingError, UsageError

FORMAT = "%Y-%m-%dT%H:%M:%SZ"
_LOCAL = FORMAT[:-1]


def utc_now() -> str:
    """Return the time, in UTC, to the second."""
    return time.strftime(FORMAT, time.gmtime())


def local_time(clock: Callable[[], str]) -> str:
    """Return local time, YYYY-MM-DDTHH:MM:SS; a clock that is set by COMMONPLACE_NOW is taken as it is."""
    return time.strftime(_LOCAL) if clock is utc_now else clock()[:19]


def local_time_of(mtime_ns: int) -> str:
    """Return when a file was written, as `local_time`."""
    return time.strftime(_LOCAL, time.localtime(mtime_ns // 1_000_000_000))


def days_between(earlier: str, later: str) -> int:
    """Return whole days from one time to another, at least 0.  Raises ValueError for what is no time."""
    return max(0, (date.fromisoformat(later[:10]) - date.fromisoformat(earlier[:10])).days)


def clock_of(environ: Mapping[str, str]) -> Callable[[], str]:
    """Return the clock a call runs with.  Raises SettingError when COMMONPLACE_NOW is no time."""
    frozen = environ.get("COMMONPLACE_NOW", "")
    if not frozen:
        return utc_now
    try:
        time.strptime(frozen, FORMAT)
    except ValueError as err:
        raise SettingError("NOW", frozen, "a time such as 2026-03-12T10:42:00Z", where="COMMONPLACE_NOW") from err
    return lambda: frozen


_AGO = re.compile(r"(\d{1,5})([mhdw])")
_HOURS = {"m": 1 / 60, "h": 1, "d": 24, "w": 168}


def utc_of(text: str, clock: Callable[[], str], *, is_end: bool = False) -> str:
    """Return the time, in UTC, that a person means: `2026-03-12`, `2026-03-12T10:30`, `10:30` of today, `7d` ago.

    Also `today` and `yesterday`.  Local, unless the clock is set by COMMONPLACE_NOW.  is_end: of a day its last second.
    Raises UsageError.
    """
    given = text.strip()
    ago = _AGO.fullmatch(given)
    try:
        if ago:
            now = datetime.strptime(clock(), FORMAT)
            return _written(now - timedelta(hours=int(ago[1]) * _HOURS[ago[2]]))
        if given in ("today", "yesterday"):
            day = datetime.fromisoformat(local_time(clock)[:10]) - timedelta(days=given == "yesterday")
            given = day.isoformat()[:10]
        if len(given) in (4, 5) and ":" in given:
            given = f"{local_time(clock)[:10]}T{given:0>5}"
        moment = datetime.fromisoformat(given.replace(" ", "T").removesuffix("Z"))
    except (ValueError, OverflowError) as err:
        hint = "give a day as 2026-03-12, a time as 10:30 or 2026-03-12T10:30, or how long ago as 7d or 2h"
        raise UsageError(f"{text!r} is no time", hint=hint) from err
    if len(given) == 10 and is_end:
        moment = moment.replace(hour=23, minute=59, second=59)
    if clock is utc_now and not text.strip().endswith("Z"):
        moment = in_zone(moment, timezone.utc)
    return _written(moment)


def in_zone(moment: datetime, zone: timezone | None = None) -> datetime:
    """Return a moment in a zone, by default the local one; as it is at the ends of the calendar."""
    try:
        return moment.astimezone(zone)
    except (ValueError, OverflowError, OSError):
        return moment


def _written(moment: datetime) -> str:
    # Not strftime, which writes a year before 1000 with less than four digits.
    return moment.replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def local_day(moment: str, clock: Callable[[], str]) -> str:
    """Return the local day of a time in UTC; its day in UTC where the clock is set by COMMONPLACE_NOW."""
    if clock is not utc_now:
        return moment[:10]
    return in_zone(datetime.strptime(moment, FORMAT).replace(tzinfo=timezone.utc)).isoformat()[:10]
