"""Start programs one at a time and say what each cost; run as a script by processes.py.

A process of its own, and a small one: the peak memory that the system tells of a child is never below that of the
process which started it.  Reads lines of JSON [program, environment, folder, output, errors] from standard input and
writes [exit code, CPU seconds of user and system, peak memory as the system counts it] to standard output.
"""

import json
import os
import sys


def main() -> None:
    """Serve until standard input ends."""
    for line in sys.stdin:
        argv, environ, folder, output, errors = json.loads(line)
        os.chdir(folder)
        write = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, output, write, 0o600),
            (os.POSIX_SPAWN_OPEN, 2, errors, write, 0o600),
        ]
        child = os.posix_spawn(argv[0], argv, environ, file_actions=actions)
        _, status, usage = os.wait4(child, 0)
        cost = (os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss)
        print(json.dumps(cost), flush=True)


if __name__ == "__main__":
    main()
