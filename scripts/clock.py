"""What time it is: the system's, or a moment frozen by COMMONPLACE_NOW so that a run can be repeated."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import date

from .errors import SettingError

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
