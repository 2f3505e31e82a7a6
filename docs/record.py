"""Records a terminal session as docs/session.svg: `pip install rich && python docs/record.py`.

What stands in the picture is what the commands print, on the documents below, in a home of its own.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parents[1]
REPORT = (
    "# Incident report\n\nThe checkout crashed at 10:42. The crash was caused by a memory leak in the session cache."
)
BUNDLE = """{"source": "incident-report", "summary": "A memory leak brought the checkout down.",
 "entities": [{"name": "memory leak", "type": "condition", "supporting_text": "caused by a memory leak"},
              {"name": "checkout crash", "type": "event", "supporting_text": "The checkout crashed at 10:42."}],
 "relations": [{"source": "memory leak", "target": "checkout crash", "type": "causes", "confidence": 0.95,
                "supporting_text": "The crash was caused by a memory leak in the session cache."}]}
"""
SESSION = [
    "commonplace init .",
    "commonplace add incident.md",
    "commonplace apply bundle.json",
    'commonplace ask "why did the checkout crash?"',
    "commonplace undo --dry-run",
]


def main() -> None:
    console = Console(record=True, width=100, file=StringIO())
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "notes"
        home.mkdir()
        (home / "incident.md").write_text(REPORT, encoding="utf-8")
        (home / "bundle.json").write_text(BUNDLE, encoding="utf-8")
        settings = {"COMMONPLACE_QUIET_SECONDS": "0", "COMMONPLACE_EMBEDDER": "none", "PYTHONPATH": str(ROOT)}
        settings |= {"COMMONPLACE_STATE": f"{folder}/state", "COMMONPLACE_CACHE": f"{folder}/cache"}
        for line in SESSION:
            command = line.replace("commonplace", f"{sys.executable} -m scripts.cli", 1)
            ran = subprocess.run(
                command, shell=True, cwd=home, env=os.environ | settings, capture_output=True, text=True, check=True
            )
            console.print(Text(f"$ {line}", style="bold"))
            console.print(Text(ran.stdout.replace(str(home), "~/notes").rstrip() + "\n"))
    # Without the fonts that a reader would fetch from elsewhere.
    picture = re.sub(r"@font-face \{.*?\}", "", console.export_svg(title="commonplace"), flags=re.DOTALL)
    (ROOT / "docs" / "session.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
