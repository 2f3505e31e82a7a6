"""The command line: parse, one call of a verb, print.  Exit 0 done, 1 findings, 2 usage, 3 data."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from . import __version__
from .errors import CommonplaceError, DataError, UsageError
from .homes import handbook_notice, resource_path
from .knowledge_base import KnowledgeBase, Listener
from .plain import to_plain
from .settings import Settings, load_settings
from .text.escaping import json_text, safe_line
from .verbs.command_line import Words, parse
from .verbs.declaration import Done, Verb

if TYPE_CHECKING:
    from .team.postgres_reader import IndexState

LOG_LINES = 10
"""Most lines of progress that one piece of work leaves in a log, which an agent may read and pay for."""
INTERRUPTED = 130
_MACHINE_HINT = "nothing is half written; mend that and try again"


def run() -> int:
    """Run the command that the process was started with; the entry point of the installed command."""
    for stream, errors in ((sys.stdin, "strict"), (sys.stdout, "surrogateescape"), (sys.stderr, "backslashreplace")):
        # A stream that was closed is None; one that somebody replaced is theirs.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors=errors)
    return main(sys.argv[1:])


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    as_json = "--json" in words
    if words[:2] == ["ask", "--hook"]:
        from . import hooks  # the engine comes with it, which most calls do without

        return hooks.run(words[2:])
    try:
        with errors_of_ours():
            code = _run(words)
            # Here, not at the interpreter's exit, a reader that went away can still be met quietly.
            sys.stdout.flush()
            return code
    except CommonplaceError as err:
        return _fail(err, as_json=as_json)
    except BrokenPipeError:
        _drop_output()
        return 0
    except KeyboardInterrupt:
        print("interrupted: nothing is half written", file=sys.stderr)
        return INTERRUPTED


def _run(words: list[str]) -> int:
    try:
        typed = parse(words, version=__version__)
    except SystemExit as stop:
        # argparse leaves this way once it has printed a help or the version.
        return int(stop.code or 0)
    if not typed.verb.opens_home:
        named = {name: getattr(typed, name) for name in typed.verb.folders}
        return _print(typed, typed.call(Settings()).run(None, is_text=not typed.json, **named), None)
    progress = Progress()
    listener = Listener() if typed.quiet else Listener(progress.count, progress.tell)
    with open_home(typed.verb, typed.settings, listener, home=typed.home, vault=typed.vault, index=typed.index) as kb:
        if kb.location.found_by == "handbook":
            print(handbook_notice(kb.location), file=sys.stderr)
        done = typed.call(kb.settings).run(kb, is_text=not typed.json)
        return _print(typed, done, kb.index_state())


def open_home(
    verb: Verb,
    settings: Mapping[str, object],
    listener: Listener,
    *,
    home: str | None,
    vault: str | None,
    index: str | None = None,
) -> KnowledgeBase:
    """Open the knowledge base of one call, with the settings that it overrides.

    A team's index answers in its place where the call names one, or where it names no home and the setting INDEX does.
    """
    if index is not None and (home or vault):
        raise UsageError("--index and --home or --vault name two knowledge bases", hint="give one of them")
    given: dict[str, Any] = {"overrides": settings, "listener": listener, "by_program": False}
    if "index" in verb.folders and not (home or vault):
        config = resource_path("config.py")
        named = load_settings(overrides=settings, environ=os.environ, config_path=config, by_program=False).index
        if named or index is not None:
            from .team.shared_base import open_shared

            return open_shared(index, **given)
    return KnowledgeBase.open(home, vault=vault, has_handbook=verb.reads_only, **given)


def _print(typed: Words, done: Done, state: IndexState | None) -> int:
    """Print what a verb did.  state: that of the team's index that was asked."""
    if typed.json:
        print(json_text(done.printed if state is None else {**done.printed, "index": to_plain(state)}))
    else:
        sys.stdout.write(done.printed + "\n" * (bool(done.printed) and not done.printed.endswith("\n")))
    return done.exit_code


@contextmanager
def errors_of_ours() -> Iterator[None]:
    """Raise what the machine complains of, a full disk or bytes that are no text, as errors of ours."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as err:
        raise DataError(err.strerror or str(err), path=os.fsdecode(err.filename or ""), hint=_MACHINE_HINT) from err
    except UnicodeEncodeError as err:
        # Such bytes come in arguments and names of files as half surrogates.
        near = err.object[max(0, err.start - 20) : err.end + 20]
        raise UsageError(f"not UTF-8: {near!r}", hint="give it in UTF-8, or rename the file") from err


def _fail(err: CommonplaceError, *, as_json: bool) -> int:
    """Report an error, on stderr also where JSON was asked for and standard output takes none."""
    try:
        if as_json:
            error = {"type": type(err).__name__, "message": str(err), "path": err.path, "line": err.line}
            print(json_text({"error": error}))
        sys.stdout.flush()
    except OSError:
        _drop_output()
        as_json = False
    if not as_json:
        # A name that somebody else gave to a file or a page must not end the line, or speak to the terminal.
        print(f"commonplace: {safe_line(str(err))}", file=sys.stderr)
    return err.exit_code


def _drop_output() -> None:
    """Send what is still buffered nowhere, or the interpreter's exit would meet the same error once more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


class Progress:
    """Tells on stderr how far a piece of work is: at most a line a second, and LOG_LINES of one piece of work."""

    def __init__(self) -> None:
        self._what = ""
        self._printed_at, self._printed = 0.0, 0

    def count(self, what: str, done: int, total: int) -> None:
        """Take what is worked at, and how many of how many files are done."""
        now = time.monotonic()
        # The clock starts with the work, not with the process: a slow start is not a long build.
        if what != self._what or not done:
            self._what, self._printed_at, self._printed = what, now, 0
        if total and now - self._printed_at > 1 and (done - self._printed) * LOG_LINES >= total:
            self._printed_at, self._printed = now, done
            print(f"{what} {done}/{total}", file=sys.stderr, flush=True)

    def tell(self, line: str) -> None:
        """Print a line at once."""
        print(safe_line(line), file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(run())
