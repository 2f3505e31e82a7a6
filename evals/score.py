"""Score what an agent left behind: a home, and the answers it wrote.

python evals/score.py ID --home HOME [--answers ANSWERS.json] [--vault DIR]

ID is that of evals.json; what is checked is in checks.json.  Everything is looked at through the command line, as an
agent sees it.  Prints one line for each check; exit 1 when one fails.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
LAUNCHER = HERE.parent / "scripts" / "commonplace.py"
Found = tuple[bool, str]


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Score a finished home and answers.")
    parser.add_argument("id", help="of evals.json")
    parser.add_argument("--home", default="", help="the knowledge base the agent was given")
    parser.add_argument("--answers", default="", help="the answers it wrote")
    parser.add_argument("--vault", default="", help="the vault that was not to be changed")
    given = parser.parse_args(argv)
    checks = json.loads((HERE / "checks.json").read_text("utf-8"))
    if given.id not in checks:
        parser.error(f"no eval {given.id}; there are {', '.join(checks)}")
    results = score(checks[given.id], home=given.home, answers=given.answers, vault=given.vault)
    for passed, what in results:
        print(f"{'pass' if passed else 'FAIL'}  {what}")
    passed = sum(each for each, _ in results)
    print(f"{passed} of {len(results)}")
    return 0 if passed == len(results) else 1


def score(checks: dict[str, Any], *, home: str, answers: str, vault: str) -> list[Found]:
    """Whether each check holds, and what it is."""
    found: list[Found] = []
    if "home" in checks:
        found += _home(checks["home"], home)
    if "answers" in checks:
        found += _answers(checks["answers"], answers, home)
    for question in checks.get("ask", ()):
        found.append(_asked("ask", question, home))
    for question in checks.get("recall", ()):
        found.append(_asked("recall", question, home))
    if checks.get("lint") == "clean":
        findings = _call("lint", home=home)[1]["findings"]
        # A question that nothing answers is work for the next document, not a fault of the home.
        rules = [each["rule"] for each in findings if each["rule"] != "unanswered-question"]
        found.append((not rules, f"lint finds nothing to mend ({', '.join(rules) or 'none'})"))
    if "no_claim" in checks:
        relations = {edge["relation"] for edge in _call("graph", "--limit", "100000", home=home)[1]["edges"]}
        found.append((checks["no_claim"] not in relations, f"nothing claims {checks['no_claim']!r}"))
    if "topic_cites_sources" in checks:
        found.append(_topic(checks["topic_cites_sources"], home))
    if "untouched" in checks:
        before, after = _files(HERE / "files" / checks["untouched"]), _files(Path(vault))
        found.append((before == after, "no file of the vault is changed, added or gone"))
    return found


def _home(wanted: dict[str, int], home: str) -> list[Found]:
    status = _call("status", home=home)[1]
    there = {**status["pages"], "claims": status["claims"]}
    found = []
    for key, number in wanted.items():
        kind = key.removesuffix("_at_least")
        holds = there.get(kind, 0) >= number if key.endswith("_at_least") else there.get(kind, 0) == number
        found.append((holds, f"{kind}: {there.get(kind, 0)}, wanted {'at least ' if kind != key else ''}{number}"))
    return found


def _answers(wanted: dict[str, Any], path: str, home: str) -> list[Found]:
    try:
        given = {str(each["n"]): each for each in json.loads(Path(path).read_text("utf-8"))}
    except (OSError, ValueError, KeyError, TypeError) as err:
        return [(False, f"answers in {path or '(none named)'} can be read: {err}")]
    found = []
    for number, check in wanted.items():
        answer = given.get(number, {})
        text, cites = str(answer.get("answer", "")), [str(cite) for cite in answer.get("cites", ())]
        missing = [each for each in check["says"] if not re.search(each, text, re.IGNORECASE)]
        wrong = [each for each in check.get("never", ()) if re.search(each, text, re.IGNORECASE)]
        found.append((not missing and not wrong, f"answer {number}: {text[:100]!r}"))
        if "cited" in check:
            quoted = "\n".join(str(_call("show", cite, home=home)[1].get("text", "")) for cite in cites)
            holds = re.search(check["cited"], quoted, re.IGNORECASE) is not None
            found.append((holds, f"answer {number} cites what says {check['cited']!r}: {', '.join(cites)}"))
        if check.get("uncited"):
            found.append((not cites, f"answer {number} cites nothing"))
    return found


def _asked(verb: str, check: dict[str, str], home: str) -> Found:
    reply = _call(verb, check["question"], home=home)[1]
    holds = re.search(check["says"], json.dumps(reply, ensure_ascii=False)) is not None
    if "verdict" in check:
        holds = holds and re.fullmatch(check["verdict"], str(reply.get("verdict"))) is not None
    return holds, f"{verb} {check['question']!r} tells {check['says']!r}"


def _topic(number: int, home: str) -> Found:
    folder = Path(_call("status", home=home)[1]["home"]) / "wiki" / "topics"
    most = 0
    for path in sorted(folder.glob("*.md")):
        most = max(most, len({*re.findall(r"\[\[([^\]#|]+)#\^", path.read_text("utf-8"))}))
    return most >= number, f"a topic cites {most} sources, wanted {number}"


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _call(*argv: str, home: str) -> tuple[int, Any]:
    """The exit code and the JSON of one call; {} where there is none."""
    ran = subprocess.run(
        [sys.executable, str(LAUNCHER), *argv, "--json", "--home", home], capture_output=True, encoding="utf-8"
    )
    try:
        return ran.returncode, json.loads(ran.stdout)
    except ValueError:
        return ran.returncode, {}


if __name__ == "__main__":
    sys.exit(main())
