"""The command line: argv in, one call on KnowledgeBase, print.  Exit 0 done, 1 findings, 2 usage, 3 data."""

from __future__ import annotations

import os
import sys

from .errors import CommonplaceError, DataError, UsageError
from .knowledge_base import KnowledgeBase
from .pages.model import to_jsonable
from .verbs.parsing import read_options, top_help
from .verbs.table import VERBS, module_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence
    from typing import Any

LINES = 20
"""Most lines of progress of one piece of work in a log."""
_left: list[Any] = []
"""What the last call printed, and its home where that stays open: kept, for a process that ends with them need not take
them apart."""
_MACHINE_HINT = "nothing is half written; mend that and try again"


def main(argv: Sequence[str] | None = None, *, ends: bool = False) -> int:
    """Run one command and return its exit code.

    ends: the process ends with it, which lets go of the index quicker than closing it does.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    as_json = "--json" in arguments
    try:
        try:
            code = _run(arguments, ends=ends)
        except SystemExit as stop:
            # argparse leaves this way once it has printed the help of a verb.
            code = int(stop.code or 0)
        # Here, not at the interpreter's exit, a reader that went away can still be met quietly.
        sys.stdout.flush()
        return code
    except CommonplaceError as err:
        return _fail(err, as_json)
    except BrokenPipeError:
        _drop_output()
        return 0
    except OSError as err:
        # A full disk, a folder that vanished: the machine's fault, met where nobody could say more about it.
        return _fail(machine_fault(err), as_json)
    except UnicodeEncodeError as err:
        return _fail(not_text(err), as_json)
    except KeyboardInterrupt:
        print("interrupted: nothing is half written", file=sys.stderr)
        return 130


def machine_fault(err: OSError) -> DataError:
    """The machine's own complaint as an error of ours."""
    return DataError(err.strerror or str(err), path=os.fsdecode(err.filename or ""), hint=_MACHINE_HINT)


def not_text(err: UnicodeEncodeError) -> UsageError:
    """Bytes that are no text, which come in arguments and file names as halves of surrogate pairs, as an error."""
    near = err.object[max(0, err.start - 20) : err.end + 20]
    return UsageError(f"not UTF-8: {near!r}", hint="give it in UTF-8, or rename the file")


def printed(verb: str, text: str) -> str:
    """What a verb says, with nothing in it that a screen does not show.

    The verbs escape what they quote; this is the net below them, for names of files above all.  A drawing or an export
    is a file of some format, which has its own escapes.
    """
    if verb in ("graph", "export"):
        return text
    from .retrieval.reply.escaping import escape_hidden

    return escape_hidden(text)


def error_document(err: CommonplaceError) -> dict[str, Any]:
    """What `--json` prints for an error."""
    return {"error": {"type": type(err).__name__, "message": str(err), "path": err.path, "line": err.line}}


def _drop_output() -> None:
    """Send what is still buffered nowhere, or the interpreter's exit would meet the same error once more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _run(arguments: list[str], *, ends: bool) -> int:
    verb, rest = _split(arguments)
    if not verb:
        raise UsageError("no command", hint="`commonplace --help` lists them")
    if verb in ("-h", "--help", "help"):
        print(top_help())
        return 0
    if verb == "--version":
        from . import __version__

        print(f"commonplace {__version__}")
        return 0
    if verb not in VERBS:
        import difflib

        near = difflib.get_close_matches(verb, VERBS, 1)
        raise UsageError(
            f"no command {verb!r}", hint=f"did you mean {near[0]}?" if near else "`commonplace --help` lists them"
        )
    options = read_options(verb, rest)
    run: Callable[[Any, argparse.Namespace], tuple[Any, int]] = module_of(verb).run
    if not VERBS[verb].opens_home:
        options.progress = _counted
        value, code = run(None, options)
    else:
        drawn: list[str] = []
        kb = open_home(verb, options, progress=progress_line("indexing", drawn))
        try:
            if kb.location.found_by == "handbook":
                from .handbook import handbook_notice

                print(handbook_notice(kb.location, os.getcwd()), file=sys.stderr)
            kb.ws.tell, kb.ws.reading = _telling(), progress_line("reading", drawn)
            kb.ws.only_prints = True
            try:
                value, code = run(kb, options)
            finally:
                if drawn:
                    print(" " * len(drawn[-1]), end="\r", file=sys.stderr, flush=True)
            if kb.ws.refusal:
                print(f"commonplace: without --dry-run: {printed(verb, kb.ws.refusal)}", file=sys.stderr)
        finally:
            if ends:
                _left.append(kb)
            else:
                kb.close()
    _print(verb, value, options)
    _left[:] = [value, *_left] if ends else [value]
    return code


def _split(arguments: list[str]) -> tuple[str, list[str]]:
    """The verb, and everything else: global options may stand before it."""
    taking = ("--home", "--vault")
    position = 0
    while position < len(arguments) and arguments[position].startswith("--"):
        if arguments[position] in ("--help", "--version"):
            return arguments[position], []
        position += 2 if arguments[position] in taking else 1
    if position >= len(arguments):
        return (arguments[0] if arguments and arguments[0].startswith("-h") else ""), []
    return arguments[position], arguments[:position] + arguments[position + 1 :]


def open_home(
    verb: str, options: argparse.Namespace, *, progress: Callable[[int, int], None] | None = None
) -> KnowledgeBase:
    """The knowledge base of one call, with the settings that its options override.

    Raises UsageError also for a name of no folder: an empty variable of a shell would open whatever home is near.
    """
    for name in ("home", "vault"):
        named = getattr(options, name)
        if named is not None and not named.strip():
            raise UsageError(f"--{name} names no folder", hint="give one, or leave it out for the nearest home")
    overrides = {
        name: value
        for name, value in (
            ("budget_tokens", getattr(options, "budget", None)),
            ("min_confidence", getattr(options, "min_confidence", None)),
            ("max_graph_depth", getattr(options, "depth", None)),
            ("max_nodes", getattr(options, "max_nodes", None)),
            ("token_counter", getattr(options, "counter", None)),
        )
        if value is not None
    }
    return KnowledgeBase.open(options.home, vault=options.vault, overrides=overrides, verb=verb, progress=progress)


def progress_line(what: str, drawn: list[str]) -> Callable[[int, int], None]:
    """Tells on stderr how far something is that takes more than a second: at most a line a second.

    In a log, which an agent may read and pay for, no more than LINES of one piece of work.  On a terminal each takes
    the place of the last, which drawn has: who prints there next wipes it.
    """
    import time

    tty = sys.stderr.isatty()
    last: list[tuple[float, int]] = []

    def show(done: int, total: int) -> None:
        now = time.monotonic()
        # The clock starts with the work, not with the process: a slow start is not a long build.
        if not last or not done:
            last[:] = [(now, 0)]
        at, shown = last[0]
        if now - at > 1 and total and (tty or (done - shown) * LINES >= total):
            last[:] = [(now, done)]
            line = f"{what} {done}/{total}"
            if tty:
                line = line.ljust(len(drawn[-1]) if drawn else 0)
                drawn[:] = [line]
            print(line, end="\r" if tty else "\n", file=sys.stderr, flush=True)

    return show


def _telling() -> Callable[[str], None]:
    """Gives lines to stderr, each at once, and once only: of a long wait it is told again and again."""
    told: set[str] = set()

    def tell(line: str) -> None:
        from .retrieval.reply.escaping import one_line

        if line not in told:
            told.add(line)
            print(one_line(line), file=sys.stderr, flush=True)

    return tell


def _counted(what: str, done: int, total: int) -> None:
    """Progress of a long run, a line on a terminal and one for each hundredth in a log."""
    if sys.stderr.isatty():
        print(f"\r{what} {done}/{total}\x1b[K", end="\n" if done == total else "", file=sys.stderr, flush=True)
    elif done == total or done % max(1, total // 10) == 0:
        print(f"{what} {done}/{total}", file=sys.stderr, flush=True)


def _print(verb: str, value: Any, options: argparse.Namespace) -> None:
    module = module_of(verb)
    if options.json:
        from .retrieval.reply.escaping import json_text

        document = module.document if hasattr(module, "document") else to_jsonable
        print(json_text(document(value)))
        return
    text = printed(verb, module.text(value, options))
    sys.stdout.write(text if text.endswith("\n") or not text else text + "\n")


def _fail(err: CommonplaceError, as_json: bool) -> int:
    """Say what is wrong, on stderr also where JSON was asked for and standard output takes none."""
    try:
        if as_json:
            from .retrieval.reply.escaping import json_text

            print(json_text(error_document(err)))
        sys.stdout.flush()
    except OSError:
        _drop_output()
        as_json = False
    if not as_json:
        from .retrieval.reply.escaping import one_line

        # A name that somebody else gave to a file or a page must not end the line, or speak to the terminal.
        print(f"commonplace: {one_line(str(err))}", file=sys.stderr)
    return err.exit_code


if __name__ == "__main__":
    sys.exit(main())
