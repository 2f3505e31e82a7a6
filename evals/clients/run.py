"""Drive agent programs through the skill, the server and the hooks with a scripted model, and print a table.

    python -m evals.clients.run PROGRAMS [NAME ...] [--keep DIR]

PROGRAMS is a folder with one folder for each program, where npm installed it (README.md says how).  Each program gets a
new project with a knowledge base, a home folder of its own, and no network but loopback: `unshare` takes it away.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from scripts.install import HOOK_FILES

from .model import Asked, Call, Model
from .programs import PROGRAMS, Place, Program, Start

ROOT = Path(__file__).resolve().parents[2]
PATH = "/usr/local/bin:/usr/bin:/bin"
"""Of the programs, and of what prepares the environment: it is made for the python3 that is found there."""
QUESTION = "What caused the checkout crash?"
REPORT = """# Incident report

The checkout service crashed at 10:42. The crash was caused by a memory leak in the session cache. The session cache is
part of the checkout service.
"""
QUOTE = "The crash was caused by a memory leak in the session cache."
BUNDLE = {
    "source": "incident-report",
    "entities": [
        {"name": "memory leak", "type": "problem", "supporting_text": "a memory leak in the session cache"},
        {"name": "checkout crash", "type": "event", "supporting_text": "The checkout service crashed"},
    ],
    "relations": [
        {"source": "memory leak", "target": "checkout crash", "type": "causes", "confidence": 0.95,
         "supporting_text": QUOTE},
    ],
}  # fmt: skip
STEPS = ("activate", "ask", "server", "write", "apply", "undo")
SECONDS = 240


@dataclass(frozen=True, slots=True)
class Ran:
    """What a program did."""

    name: str
    version: str
    exit_code: int
    asked: tuple[Asked, ...]
    """The requests of the conversation, without titles and the like."""
    vaults: tuple[str, ...]
    """A checksum of the vault at each of them."""
    output: str
    expected: str
    """What the command line prints for the question."""


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Drive agent programs with a scripted model.")
    parser.add_argument("programs", type=Path, help="the folder where npm installed them")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(PROGRAMS)}; all unless named")
    parser.add_argument("--keep", type=Path, help="a folder for what was sent, and for the projects")
    given = parser.parse_args(argv)
    if os.environ.get("CLIENTS_LOOPBACK_ONLY") != "1":
        prepare(given.programs.resolve())
        return without_network(sys.argv[1:] if argv is None else argv)
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    work = given.keep or Path(tempfile.mkdtemp(prefix="clients-"))
    print(f"| {' | '.join(HEADER)} |\n|{'---|' * len(HEADER)}", flush=True)
    for name in given.names or PROGRAMS:
        ran = drive(name, PROGRAMS[name], given.programs.resolve(), work.resolve() / name)
        print("| " + " | ".join(row(ran, PROGRAMS[name])) + " |", flush=True)
    if not given.keep:
        shutil.rmtree(work, ignore_errors=True)
    return 0


def without_network(words: list[str], module: str = "evals.clients.run") -> int:
    """Run a module where there is nothing but loopback; what is left running ends with it."""
    rights = [] if os.geteuid() == 0 else ["--map-root-user"]
    command = [
        "unshare",
        "--net",
        "--pid",
        "--fork",
        "--kill-child",
        "--mount-proc",
        *rights,
        sys.executable,
        "-m",
        module,
        *words,
    ]
    return subprocess.run(command, env={**os.environ, "CLIENTS_LOOPBACK_ONLY": "1"}, cwd=ROOT, check=False).returncode


def prepare(programs: Path) -> None:
    """Make the environment of the copies once, as `install` does on a person's machine: it needs the network."""
    home = programs / "home"
    with tempfile.TemporaryDirectory() as folder:
        commonplace("install", "--agent", "claude", "--project", folder, user=home)


def drive(name: str, program: Program, programs: Path, work: Path) -> Ran:
    """Let a program follow the script in a project of its own."""
    shutil.rmtree(work, ignore_errors=True)
    project, user = work / "project", work / "user"
    (user / ".cache").mkdir(parents=True)
    (user / ".cache/commonplace").symlink_to(programs / "home/.cache/commonplace")
    skill = lay_out(project, user, program)
    expected = commonplace("ask", QUESTION, user=user, cwd=project)
    launcher = str(skill / "scripts/commonplace.py")
    values = {
        "skill": str(skill), "path": str(project / "bundle.json"), "content": json.dumps(BUNDLE), "question": QUESTION,
    }  # fmt: skip
    commands = {
        "ask": f'python3 {launcher} ask "{QUESTION}"',
        "apply": f"python3 {launcher} apply bundle.json",
        "undo": f"python3 {launcher} undo",
    }
    asked: list[Asked] = []
    vaults: list[str] = []

    def script(request: Asked) -> Call | None:
        if program.shell[0] not in request.tools or (program.skill[0] not in request.tools):
            return None
        asked.append(request)
        vaults.append(_checksum(project / "wiki"))
        step = len(request.calls)
        return _call(program, STEPS[step], values, commands, request) if step < len(STEPS) else None

    with Model(script) as model:
        start = started(program, project, user, model.url, launcher, QUESTION)
        command = str(binary(name, program, programs))
        environ = environment(user, programs, start.variables)
        version = subprocess.run([command, "--version"], env=environ, capture_output=True, text=True, check=False)
        (work / "output").mkdir()
        with open(work / "output/out", "w+", encoding="utf-8") as out:
            try:
                code = subprocess.run(
                    [command, *start.words], cwd=project, env=environ, timeout=SECONDS, check=False,
                    stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                ).returncode  # fmt: skip
            except subprocess.TimeoutExpired:
                code = -1
        output = (work / "output/out").read_text("utf-8", "replace")
        (work / "output/asked.json").write_text(json.dumps([request.body for request in model.asked], indent=1))
    number = re.search(r"[0-9]+(\.[0-9]+)+", version.stdout + version.stderr)
    return Ran(name, number.group() if number else "", code, tuple(asked), tuple(vaults), output, expected)


def started(program: Program, project: Path, user: Path, url: str, launcher: str, prompt: str) -> Start:
    """Return how a program is started, after its files of settings are written."""
    server = ("python3", launcher, "--extras", "mcp", "mcp", "--home", str(project))
    start = program.start(Place(project, user, url, server, prompt))
    for path, text in start.files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return start


def lay_out(project: Path, user: Path, program: Program) -> Path:
    """Make a repository with a knowledge base, and the skill with its hooks; return the skill's folder."""
    (project / "docs").mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(project)], check=True)
    (project / "docs/incident-report.md").write_text(REPORT, "utf-8")
    commonplace("init", ".", user=user, cwd=project)
    commonplace("add", "docs/incident-report.md", user=user, cwd=project)
    hooks = ["--hooks", str(project)] if program.agent in HOOK_FILES else []
    words = ("install", "--agent", program.agent, "--project", ".", "--no-prepare", *hooks, "--json")
    placed: dict[str, Any] = json.loads(commonplace(*words, user=user, cwd=project))
    return Path(placed["path"])


def commonplace(*words: str, user: Path, cwd: Path = ROOT) -> str:
    environ = {"HOME": str(user), "PATH": PATH, "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"}
    environ.update({name: os.environ[name] for name in ("PIP_INDEX_URL", "PIP_CONFIG_FILE") if name in os.environ})
    command = [sys.executable, "-m", "scripts", *words]
    return subprocess.run(command, cwd=cwd, env=environ, stdout=subprocess.PIPE, text=True, check=True).stdout


def binary(name: str, program: Program, programs: Path) -> Path:
    return programs / name / "node_modules/.bin" / program.binary


def environment(user: Path, programs: Path, variables: Any) -> dict[str, str]:
    return {
        "HOME": str(user),
        "PATH": f"{programs}/node_modules/.bin:{PATH}",
        "TERM": "dumb",
        "LANG": "C.UTF-8",
        **variables,
    }


def _checksum(vault: Path) -> str:
    digest = sha256()
    for path in sorted(vault.rglob("*")):
        if path.is_file():
            digest.update(str(path.relative_to(vault)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _call(program: Program, step: str, values: dict[str, str], commands: dict[str, str], request: Asked) -> Call:
    tools = {"activate": program.skill, "server": program.ask, "write": program.write}
    tool = tools.get(step, program.shell)
    if tool is None or (step == "write" and tool[0] not in request.tools):
        # No servers, or a program that writes files by its shell.
        command = "true" if tool is None else f"printf %s '{values['content']}' > bundle.json"
        tool, commands = program.shell, {**commands, step: command}
    name, arguments = tool
    wanted = filled(arguments, {**values, "command": commands.get(step, "")})
    return Call(name, wanted, request.tools.get(name, {}).get("namespace") or "")


def filled(template: Any, values: dict[str, str]) -> Any:
    if isinstance(template, str):
        return re.sub(r"\{([a-z]+)\}", lambda found: values[found.group(1)], template)
    if isinstance(template, list):
        return [filled(part, values) for part in template]
    if isinstance(template, dict):
        return {key: filled(part, values) for key, part in template.items()}
    return template


HEADER = (
    "Program", "Version", "Listed: tokens, place", "SKILL.md and list of files, tokens", "ask", "apply", "undo",
    "`ask` of the server", "Start hook", "Prompt hook",
)  # fmt: skip
ENTRIES = (
    r"<skill>(?:(?!</skill>).)*?\bcommonplace\b.*?</skill>",
    r"^- commonplace\b.*?$",
    r"Available skills: commonplace",
)
"""How programs list a skill: marked up, as an item, or by its name."""
HOOKS = (("Notes in ", "worth keeping\\."), ("From the notes in ", "part of the checkout service\\."))
"""How begins and ends what the hooks say at the start, and to the prompt."""


def row(ran: Ran, program: Program) -> list[str]:
    """Return the cells of a program's row."""
    if not ran.asked:
        return [ran.name, ran.version, f"exit {ran.exit_code}, asked nothing: {' '.join(ran.output[-200:].split())}"]
    first, last = ran.asked[0], max(ran.asked, key=lambda request: len(request.results))
    results = dict(zip(STEPS, last.results, strict=False))
    vaults = {len(request.results): vault for request, vault in zip(ran.asked, ran.vaults, strict=True)}
    before, applied, undone = (vaults.get(STEPS.index("write") + number) for number in (1, 2, 3))
    is_applied = applied not in (None, before)
    return [
        ran.name,
        ran.version,
        _listing(first),
        str(tokens(_activation(ran, results.get("activate", "")))),
        "ran" if QUOTE in results.get("ask", "") else _refusal(results.get("ask", "")),
        "ran" if is_applied else _refusal(results.get("apply", "")),
        "ran" if is_applied and undone == before else _refusal(results.get("undo", "")),
        _handed(results.get("server", ""), ran.expected.strip()) if program.ask else "has no servers",
        *(_hook(first, *ends) if program.agent in HOOK_FILES else "none" for ends in HOOKS),
    ]


def _listing(first: Asked) -> str:
    everywhere = "\n".join([first.instructions, *(tool.get("description", "") for tool in first.tools.values())])
    entry = next((found.group() for found in (re.search(e, everywhere, re.S | re.M) for e in ENTRIES) if found), "")
    place = re.search(r"(?:<location>|\(file: )\s*([^<)]*?)\s*[<)]", entry)
    where = re.sub(r"^.*/project/", "", place.group(1)) if place else "no place"
    return f"{tokens(entry)}, {where}" if entry else "no"


def _activation(ran: Ran, result: str) -> str:
    """Return the skill's text as the model gets it; some programs say it beside the result of their tool."""
    first, then = ran.asked[0].instructions, ran.asked[min(1, len(ran.asked) - 1)].instructions
    return result + (then[len(first) :] if then.startswith(first) else "")


def _handed(handed: str, expected: str) -> str:
    """Say what the model gets for the server's answer, of which the text is what the command line prints."""
    for form, text in (("the text", expected), ("the text as JSON", json.dumps(expected, ensure_ascii=False)[1:-1])):
        if text in handed:
            return f"{form}, {len(handed) - len(text)} characters around it"
    return _refusal(handed)


def _hook(first: Asked, start: str, end: str) -> str:
    found = re.search(f"{start}.*?{end}", first.instructions, re.S)
    return f"{tokens(found.group())} tokens" if found else "no"


def _refusal(text: str) -> str:
    return "no: " + " ".join(text.split())[:160].replace("|", "\\|")


def tokens(text: str) -> int:
    """Return characters by four, as it is estimated where no counter is at hand."""
    return len(text) // 4


if __name__ == "__main__":
    sys.exit(main())
