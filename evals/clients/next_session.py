"""Hold a session in an agent program, end it, read it in, and see what the next session is told of it.

    python -m evals.clients.next_session PROGRAMS [NAME ...]

The model of both sessions is scripted (model.py).  In the first the person decides something and rejects something; the
second begins with a question about the one, and its model runs a command that names the other.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from scripts.install import HOOK_FILES

from .model import Asked, Call, Model
from .programs import PROGRAMS, Program
from .run import binary, commonplace, environment, filled, lay_out, prepare, started, without_network

SAID = "From now on the importer listens on port 8431. We tried Redis for the job queue and reverted it."
QUESTION = "On which port does the importer listen?"
COMMAND = "python3 -c 'print(\"redis queue\")'"
SECONDS = 120


def main() -> int:
    parser = argparse.ArgumentParser(description="Hold two sessions in agent programs with a scripted model.")
    parser.add_argument("programs", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    given = parser.parse_args()
    programs = given.programs.resolve()
    if os.environ.get("CLIENTS_LOOPBACK_ONLY") != "1":
        prepare(programs)
        return without_network(sys.argv[1:], module="evals.clients.next_session")
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    print("| Program | Read in | Next prompt is told | Before the command |\n|---|---|---|---|", flush=True)
    for name in given.names or HOOK_FILES:
        with tempfile.TemporaryDirectory(prefix="sessions-") as work:
            print(
                f"| {name} | " + " | ".join(two_sessions(name, PROGRAMS[name], programs, Path(work))) + " |", flush=True
            )
    return 0


def two_sessions(name: str, program: Program, programs: Path, work: Path) -> tuple[str, str, str]:
    project, user = work / "project", work / "user"
    (user / ".cache").mkdir(parents=True)
    (user / ".cache/commonplace").symlink_to(programs / "home/.cache/commonplace")
    skill = lay_out(project, user, program)
    launcher = str(skill / "scripts/commonplace.py")
    if HOOK_FILES[program.agent].tool_event:
        words = (
            "install",
            "--agent",
            program.agent,
            "--project",
            ".",
            "--no-prepare",
            "--hooks",
            str(project),
            "--edits",
        )
        commonplace(*words, user=user, cwd=project)

    def session(prompt: str, command: str = "") -> list[Asked]:
        asked: list[Asked] = []

        def script(request: Asked) -> Call | None:
            if program.shell[0] not in request.tools:
                return None
            asked.append(request)
            name, arguments = program.shell
            return Call(name, filled(arguments, {"command": command})) if command and not request.calls else None

        with Model(script) as model:
            start = started(program, project, user, model.url, launcher, prompt)
            subprocess.run(
                [str(binary(name, program, programs)), *start.words], cwd=project, timeout=SECONDS, check=False,
                env=environment(user, programs, start.variables), stdin=subprocess.DEVNULL, capture_output=True,
            )  # fmt: skip
        return asked

    session(SAID)
    read = commonplace("add", "--sessions", name, "--project", str(project), user=user, cwd=project)
    commonplace("ask", QUESTION, user=user, cwd=project)
    asked = session(QUESTION, COMMAND)
    everything = [str(request.body) for request in asked]
    return (
        " ".join(read.split())[:80],
        "the decision" if everything and "port 8431" in everything[0] else "nothing",
        "what was rejected"
        if any("Rejected before" in body and "Redis" in body for body in everything[1:])
        else "nothing",
    )


if __name__ == "__main__":
    sys.exit(main())
