"""A process that answers one call and ends: what it does at its start and at its end to cost less.

`python -m commonplace.cli`, the installed command and the launcher begin here; who imports the package does not.
"""

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_OBJECTS = 200_000
"""New objects after which unreachable ones are looked for: a question makes fewer.  A process that lives on, or builds
an index, comes by them again and again."""
INTERRUPTED = 130


def run(argv: "Sequence[str] | None" = None) -> int:
    """Run one command and end the process with its exit code.  Never returns: the type is that of main()."""
    try:
        return _run(argv)
    except KeyboardInterrupt:
        # Not in the command, which tells it by itself, but before or behind it: while modules are read or kept.
        os.write(2, b"interrupted: nothing is half written\n")
        os._exit(INTERRUPTED)


def _run(argv: "Sequence[str] | None") -> int:
    if sys.getfilesystemencoding().lower() != "utf-8" and not sys.flags.utf8_mode:
        # Arguments and names of files are UTF-8 whatever the locale says; only the interpreter's start can settle that.
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])
    gc.set_threshold(_OBJECTS)
    _speak_utf8()
    from .cli import main

    code = main(argv, ends=True)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):
            continue
    # Taking the interpreter down object by object costs as much as starting it.  The index is open for reading alone,
    # and a lock ends with the process.
    os._exit(code)


def _speak_utf8() -> None:
    """Make the standard streams UTF-8, as the launcher does: the installed command and `-m` do not begin there."""
    wanted = ((sys.stdin, "strict"), (sys.stdout, "surrogateescape"), (sys.stderr, "backslashreplace"))
    for stream, errors in wanted:
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors=errors)
