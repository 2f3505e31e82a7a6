"""The border to the machine: every call that changes a file below one folder, counted, and one of them made to fail.

Works from outside: it replaces os.*, open, fcntl.flock and sqlite3.connect in a process that will not live on.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import signal
import sqlite3
from collections.abc import Callable
from typing import Any, NamedTuple

from scripts.wiki_store import writing

KILLS = ("before", "after", "torn", "cut")
"""Killed before the call, after it, while it writes, or by a power cut that loses what is not synced."""
FAILURES = ("ENOSPC", "EIO", "EACCES", "full")
"""The call fails; full: it fails with ENOSPC, and so does every later call that needs room."""
MODES = (*KILLS, *FAILURES)

_SQL = ("BEGIN", "COMMIT", "CREATE", "DROP", "INSERT", "UPDATE", "DELETE", "PRAGMA JOURNAL_MODE")
_SQL_SAYS = {
    "ENOSPC": "database or disk is full",
    "full": "database or disk is full",
    "EIO": "disk I/O error",
    "EACCES": "attempt to write a readonly database",
}
_NEEDS_ROOM = ("open", "write", "close", "mkdir", "link", "fsync", "sql")


class Fault(NamedTuple):
    """What happens, and at which call; calls count from 1, and 0 is none."""

    call: int = 0
    mode: str = ""


class Boundary:
    """Watches the calls of this process on files below a folder."""

    def __init__(self, folder: str, fault: Fault, told: Callable[[str], None]) -> None:
        self.folder, self.fault, self.told = os.path.realpath(folder), fault, told
        self.calls = 0
        self._real = {name: getattr(os, name) for name in ("kill", "stat", "unlink", "rename", "truncate", "write")}
        self._open = builtins.open
        self._paths: dict[int, str] = {}
        self._unsynced: dict[int, int] = {}
        """Inodes with content that a power cut loses, and how many bytes of it stay."""
        self._names: list[tuple[str, Callable[[], None]]] = []
        """Names that a power cut takes back: the folder to sync, and how to go back."""

    def install(self) -> None:
        """From now on every call is met."""
        import fcntl

        for name in ("mkdir", "rmdir", "chmod", "utime", "truncate"):
            self._wrap(os, name, lambda path, *_: path)
        self._wrap(os, "unlink", lambda path, *_: path, names=self._unlinked)
        for name in ("replace", "rename", "link"):
            self._wrap(os, name, lambda _, path, *__: path, names=self._renamed)
        # The one call that is made past os.
        self._wrap(writing, "exchange", lambda _, path: path, names=self._exchanged)
        self._wrap(os, "fsync", lambda fd: self._paths.get(fd, ""), done=self._synced)
        self._wrap(os, "fdatasync", lambda fd: self._paths.get(fd, ""), done=self._synced)
        self._wrap(os, "sync", lambda: self.folder, done=self._all_synced)
        self._wrap(os, "ftruncate", lambda fd, _: self._paths.get(fd, ""))
        self._wrap(fcntl, "flock", lambda fd, _: self._paths.get(fd, ""))
        self._wrap_open()
        self._wrap_write()
        self._wrap_files()
        self._wrap_sqlite()

    def meet(
        self, name: str, path: Any, call: Callable[[], Any], *, half: Callable[[], Any] | None = None, sql: bool = False
    ) -> Any:
        """Make one call, or what the fault makes of it."""
        text = os.fsdecode(path) if isinstance(path, (str, bytes, os.PathLike)) else ""
        if not os.path.abspath(text).startswith(self.folder) or not text:
            return call()
        self.calls += 1
        self.told(f"{name} {os.path.relpath(text, self.folder)}")
        number, mode = self.fault
        if mode == "full" and number and self.calls >= number and name in _NEEDS_ROOM:
            self._fail(mode, text, sql=sql)
        if self.calls != number:
            return call()
        if mode == "torn":
            (half or (lambda: None))()
        elif mode == "after":
            call()
        elif mode == "cut":
            self._cut()
        elif mode in FAILURES:
            if name in _NEEDS_ROOM or mode != "full":
                if half is not None:
                    half()
                self._fail(mode, text, sql=sql)
            return call()
        self._die()
        return None

    def _die(self) -> None:
        self._real["kill"](os.getpid(), signal.SIGKILL)

    def _fail(self, mode: str, path: str, *, sql: bool) -> None:
        if sql:
            raise sqlite3.OperationalError(_SQL_SAYS[mode])
        number = getattr(errno, "ENOSPC" if mode == "full" else mode)
        raise OSError(number, os.strerror(number), path)

    def _wrap(
        self,
        module: Any,
        name: str,
        path_of: Callable[..., Any],
        *,
        names: Callable[[str, tuple[Any, ...]], Callable[[], None] | None] | None = None,
        done: Callable[..., None] | None = None,
    ) -> None:
        real = getattr(module, name)

        def wrapped(*args: Any, **options: Any) -> Any:
            path = path_of(*args)
            if isinstance(path, str) and "dir_fd" not in options:
                back = names(name, args) if names is not None else None
                result = self.meet(name, path, lambda: real(*args, **options))
                if back is not None:
                    self._names.append((os.path.dirname(path), back))
                if done is not None:
                    done(*args)
                return result
            return real(*args, **options)

        setattr(module, name, wrapped)

    def _read(self, path: str) -> bytes | None:
        try:
            with self._open(path, "rb") as file:
                return file.read()
        except OSError:
            return None

    def _restore(self, path: str, data: bytes | None, mode: int = 0o644) -> None:
        if data is None:
            self._real["unlink"](path)
            return
        # Its folder may have been removed since, which a power cut takes back, too.
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with self._open(path, "wb") as file:
            file.write(data)
            os.fchmod(file.fileno(), mode)

    def _mode(self, path: str) -> int:
        return int(self._real["stat"](path).st_mode) & 0o7777 if os.path.exists(path) else 0o644

    def _unlinked(self, _: str, args: tuple[Any, ...]) -> Callable[[], None]:
        path, data, mode = args[0], self._read(args[0]), self._mode(args[0])
        return lambda: self._restore(path, data, mode) if data is not None else None

    def _renamed(self, name: str, args: tuple[Any, ...]) -> Callable[[], None]:
        source, target = args[:2]
        data, mode = self._read(target), self._mode(target)

        def back() -> None:
            if os.path.lexists(target) and name != "link":
                self._real["rename"](target, source)
            if data is not None or os.path.lexists(target):
                self._restore(target, data, mode)

        return back

    def _exchanged(self, _: str, args: tuple[Any, ...]) -> Callable[[], None]:
        real = writing._exchange_call()
        assert real is not None
        return lambda: real(*map(os.fsencode, args)) and None

    def _synced(self, fd: int) -> None:
        path = self._paths.get(fd, "")
        self._unsynced.pop(os.fstat(fd).st_ino, None)
        self._names = [(folder, back) for folder, back in self._names if folder != path]

    def _all_synced(self) -> None:
        self._unsynced.clear()
        self._names.clear()

    def _cut(self) -> None:
        """Lose what a power cut may lose: content that is not synced, and names in folders that are not."""
        for _, back in reversed(self._names):
            back()
        for folder, _, names in os.walk(self.folder):
            for name in names:
                path = os.path.join(folder, name)
                found = self._real["stat"](path, follow_symlinks=False)
                if found.st_ino in self._unsynced:
                    self._real["truncate"](path, min(found.st_size, self._unsynced[found.st_ino]))

    def _wrap_open(self) -> None:
        real = os.open

        def opened(path: Any, flags: int, *args: Any, **options: Any) -> int:
            if not isinstance(path, str):
                return int(real(path, flags, *args, **options))
            is_new = bool(flags & os.O_CREAT) and not os.path.lexists(path)
            to_sync = "open to sync" if os.path.isdir(path) or ".tmp" in path else "open to read"
            # Only what reads asks for a folder and nothing else.
            to_sync = "open to list" if flags & os.O_DIRECTORY else to_sync
            name = "open" if flags & (os.O_CREAT | os.O_WRONLY | os.O_RDWR) else to_sync
            fd = int(self.meet(name, path, lambda: real(path, flags, *args, **options)))
            self._paths[fd] = path
            if is_new and path.startswith(self.folder):
                self._names.append((os.path.dirname(path), lambda: self._vanish(path)))
            return fd

        os.open = opened  # type: ignore[assignment]

    def _vanish(self, path: str) -> None:
        if os.path.lexists(path):
            self._real["unlink"](path)

    def _wrap_write(self) -> None:
        real = os.write

        def write(fd: int, data: bytes) -> int:
            def whole() -> int:
                self.writes(fd)
                return int(real(fd, data))

            path = self._paths.get(fd, "")
            return int(self.meet("write", path, whole, half=lambda: real(fd, data[: len(data) // 2])))

        os.write = write

    def _wrap_files(self) -> None:
        real = builtins.open

        def opened(file: Any, mode: str = "r", *args: Any, **options: Any) -> Any:
            if not set(mode) & set("wax+"):
                return real(file, mode, *args, **options)
            path = self._paths.get(file, "") if isinstance(file, int) else file
            if isinstance(file, int):
                return _File(self, path, real(file, mode, *args, **options))
            return _File(self, path, self.meet("open", path, lambda: real(file, mode, *args, **options)))

        builtins.open = opened  # type: ignore[assignment]
        io.open = opened  # type: ignore[assignment]

    def writes(self, fd: int) -> None:
        """Note that what is written now is not synced."""
        found = os.fstat(fd)
        self._unsynced.setdefault(found.st_ino, found.st_size)

    def _wrap_sqlite(self) -> None:
        real, boundary = sqlite3.connect, self

        class Connection(sqlite3.Connection):
            path = ""

            def execute(self, sql: str, *args: Any) -> Any:  # type: ignore[override]
                if not self.path or not sql.lstrip().upper().startswith(_SQL):
                    return super().execute(sql, *args)
                return boundary.meet("sql", self.path, lambda: sqlite3.Connection.execute(self, sql, *args), sql=True)

            def executemany(self, sql: str, rows: Any) -> Any:  # type: ignore[override]
                run = sqlite3.Connection.executemany
                if not self.path:
                    return run(self, sql, rows)
                return boundary.meet("sql", self.path, lambda: run(self, sql, rows), sql=True)

            def executescript(self, sql: str) -> Any:
                run = sqlite3.Connection.executescript
                return boundary.meet("sql", self.path, lambda: run(self, sql), sql=True)

        def connect(database: str, *args: Any, **options: Any) -> Any:
            connection = real(database, *args, **{**options, "factory": Connection})
            connection.path = database if not options.get("uri") and database != ":memory:" else ""
            return connection

        # The package takes it from the module in C.
        sqlite3.connect = connect  # type: ignore[assignment]


class _File:
    """An open file whose writing calls are met."""

    def __init__(self, boundary: Boundary, path: str, file: Any) -> None:
        self._boundary, self._path, self._file = boundary, path, file

    def write(self, data: Any) -> Any:
        def half() -> None:
            self._file.write(data[: len(data) // 2])
            self._file.flush()

        def whole() -> Any:
            self._boundary.writes(self._file.fileno())
            return self._file.write(data)

        return self._boundary.meet("write", self._path, whole, half=half)

    def flush(self) -> None:
        self._boundary.meet("flush", self._path, self._file.flush)

    def close(self) -> None:
        if not self._file.closed:
            try:
                self._boundary.meet("close", self._path, self._file.close)
            finally:
                self._file.close()

    def __enter__(self) -> _File:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Any:
        return iter(self._file)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)
