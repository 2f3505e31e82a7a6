"""Call each tool of the server once through the MCP Inspector, FastMCP and the TypeScript SDK, and compare the texts.

    python -m evals.clients.servers PROGRAMS

PROGRAMS is the folder of run.py, with `inspector`, `sdk` (npm) and `fastmcp` (a virtual environment).  A line for
each says which tools were not called, which refused, and which said something else than in the first, apart from ids
and times; the last one how the Inspector judges the schemas.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .run import BUNDLE, PATH, QUESTION, REPORT, ROOT

Call = tuple[str, dict[str, Any]]
CALLS: tuple[Call, ...] = (
    ("status", {}),
    ("add", {"text": REPORT, "title": "Incident report"}),
    ("apply", {"bundle": BUNDLE}),
    ("ask", {"question": [QUESTION]}),
    ("search", {"words": "leak"}),
    ("show", {"labels": ["memory-leak"]}),
    ("list", {"limit": 5}),
    ("edit", {"new": "Plan", "append": "- [ ] restart the service"}),
    ("file", {"answer": "A leak.", "title": "The crash", "question": [QUESTION], "cites": ["memory-leak"]}),
    ("remember", {"text": ["We restart the service at night."], "speaker": ["Ada"]}),
    ("recall", {"question": "when is the service restarted?"}),
    ("useful", {"names": ["memory-leak"]}),
    ("graph", {"page": "memory-leak"}),
    ("links", {"note": "memory-leak"}),
    ("lint", {}),
    ("rename", {"page": "checkout-crash", "new": "checkout-outage"}),
    ("merge", {"page": "checkout-outage", "into": "memory-leak", "force": True, "dry_run": True}),
    ("retract", {"source": "incident-report", "dry_run": True}),
    ("log", {}),
    ("undo", {}),
)

_FASTMCP = """
import asyncio, json, sys
from fastmcp import Client
from fastmcp.client.transports import StdioTransport
command, calls = json.loads(sys.argv[1]), json.loads(sys.argv[2])

async def main():
    said = []
    async with Client(StdioTransport(command[0], command[1:])) as client:
        names = [tool.name for tool in await client.list_tools()]
        for name, arguments in calls:
            result = await client.call_tool(name, arguments, raise_on_error=False)
            said.append([name, result.is_error, "".join(block.text for block in result.content)])
    print(json.dumps({"names": names, "said": said}))

asyncio.run(main())
"""

_TYPESCRIPT = """
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
const [command, calls] = process.argv.slice(-2).map((text) => JSON.parse(text));
const client = new Client({ name: "typescript-sdk", version: "1" });
await client.connect(new StdioClientTransport({ command: command[0], args: command.slice(1), env: process.env }));
const names = (await client.listTools()).tools.map((tool) => tool.name);
const said = [];
for (const [name, args] of calls) {
  const result = await client.callTool({ name, arguments: args });
  said.push([name, Boolean(result.isError), result.content.map((block) => block.text).join("")]);
}
console.log(JSON.stringify({ names, said }));
await client.close();
"""


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Call each tool of the server once through other clients.")
    parser.add_argument("programs", type=Path)
    programs = parser.parse_args(argv).programs.resolve()
    answers: dict[str, Any] = {}
    wrong = 0
    for client, drive in CLIENTS.items():
        with tempfile.TemporaryDirectory() as folder:
            environment = {"HOME": folder, "PATH": f"{programs}/node_modules/.bin:{PATH}", "LANG": "C.UTF-8"}
            environment |= {"COMMONPLACE_ENV": "current", "COMMONPLACE_QUIET_SECONDS": "0"}
            home = Path(folder, "home")
            launcher = [sys.executable, str(ROOT / "scripts/commonplace.py")]
            subprocess.run(
                [*launcher, "init", str(home)], env={**os.environ, **environment}, check=True, stdout=subprocess.DEVNULL
            )
            answer = drive(programs, [*launcher, "mcp", "--home", str(home)], environment)
        called = {name for name, _, _ in answer["said"]}
        errors = [f"{name}: {text}" for name, is_error, text in answer["said"] if is_error]
        first = next(iter(answers.values()), answer)
        differ = [one[0] for one, other in zip(answer["said"], first["said"]) if _plain(one) != _plain(other)]
        answers[client] = answer
        missed = sorted({*answer["names"]} - called)
        wrong += len(errors) + len(differ) + len(missed)
        print(f"{client}: {len(called)} tools called, not called {missed}, errors {errors}, other texts {differ}")
    print(f"schemas, by the Inspector: {answers['inspector']['judged']}")
    return int(bool(wrong))


def _plain(said: list[Any]) -> str:
    """Return an answer without ids, times and hashes."""
    return re.sub(r"\b[0-9a-f]{6,64}\b|[0-9]{8}T[0-9]{6}-\w+|[0-9-]{10}[T ][0-9:]+Z?|/tmp/\S+|/dev/\S+", "_", str(said))


def _inspector(programs: Path, command: list[str], environment: dict[str, str]) -> dict[str, Any]:
    binary = str(programs / "inspector/node_modules/.bin/mcp-inspector")
    catalog = Path(environment["HOME"], "servers.json")
    variables = {name: environment[name] for name in ("COMMONPLACE_ENV", "COMMONPLACE_QUIET_SECONDS", "HOME", "PATH")}
    server = {"command": command[0], "args": command[1:], "env": variables}
    catalog.write_text(json.dumps({"mcpServers": {"commonplace": server}}), "utf-8")

    def call(*words: str) -> subprocess.CompletedProcess[str]:
        words = (binary, "--cli", "--config", str(catalog), "--server", "commonplace", *words)
        return subprocess.run(words, env=environment, capture_output=True, text=True, check=False)

    said = []
    for name, arguments in CALLS:
        pairs = [f"{key}={value if isinstance(value, str) else json.dumps(value)}" for key, value in arguments.items()]
        given = ["--tool-arg", *pairs] if pairs else []
        ran = call("--method", "tools/call", "--tool-name", name, *given)
        try:
            result = json.loads(ran.stdout)
            said.append([name, bool(result.get("isError")), "".join(block["text"] for block in result["content"])])
        except (ValueError, KeyError):
            said.append([name, True, ran.stdout + ran.stderr])
    listed = call("--method", "tools/list", "--strict")
    names = [tool["name"] for tool in json.loads(listed.stdout)["tools"]]
    return {"names": names, "said": said, "judged": f"exit {listed.returncode} {_about_tools(listed.stderr)}"}


def _about_tools(text: str) -> str:
    return " ".join(line for line in text.splitlines() if not re.search("secret|keychain", line, re.I))


def _fastmcp(programs: Path, command: list[str], environment: dict[str, str]) -> dict[str, Any]:
    command = ["env", *(f"{name}={value}" for name, value in environment.items()), *command]
    words = [str(programs / "fastmcp/bin/python"), "-c", _FASTMCP, json.dumps(command), json.dumps(CALLS)]
    return _answer(words, environment, programs)


def _typescript(programs: Path, command: list[str], environment: dict[str, str]) -> dict[str, Any]:
    script = programs / "sdk/call.mjs"
    script.write_text(_TYPESCRIPT, "utf-8")
    return _answer(["node", str(script), json.dumps(command), json.dumps(CALLS)], environment, programs / "sdk")


def _answer(words: list[str], environment: dict[str, str], cwd: Path) -> dict[str, Any]:
    ran = subprocess.run(words, env=environment, cwd=cwd, stdout=subprocess.PIPE, text=True, check=True)
    answer: dict[str, Any] = json.loads(ran.stdout)
    return answer


CLIENTS: dict[str, Callable[[Path, list[str], dict[str, str]], dict[str, Any]]] = {
    "fastmcp": _fastmcp,
    "sdk": _typescript,
    "inspector": _inspector,
}

if __name__ == "__main__":
    sys.exit(main())
