"""Three short reports of one failure, and what an agent extracts from them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.running import done, write

DOCUMENTS = {
    "report.md": """\
# Incident report

The checkout service crashed at 10:42. The crash was caused by a memory leak in the session cache. \
The session cache is part of the checkout service.

Nobody was paged, because the alert rule had expired.
""",
    "review.md": """\
---
title: Post-mortem review
author: Kim
---
We agree that the memory leak brought the checkout service down.

The checkout crash led to Refund Backlog of NINE days.
""",
    "notes.txt": "Notes of the call. A memory leak crashed checkout. Restarting frees the memory for a while.\n",
}
CRASH = {"name": "checkout crash", "type": "event", "supporting_text": "The checkout service crashed at 10:42."}
LEAK = {
    "name": "memory leak",
    "type": "problem",
    "aliases": ["Speicherleck"],
    "description": "Memory that is taken and never given back.",
    "supporting_text": "a memory leak in the session cache",
}
BUNDLES: dict[str, dict[str, Any]] = {
    "incident-report": {
        "source": "incident-report",
        "summary": "A memory leak in the session cache crashed the checkout service.",
        "entities": [
            LEAK,
            CRASH,
            {"name": "checkout service", "type": "system", "supporting_text": "The checkout service crashed at 10:42."},
            {"name": "session cache", "type": "system", "supporting_text": "The session cache is part of the"},
        ],
        "relations": [
            {
                "source": "memory leak",
                "target": "checkout crash",
                "type": "causes",
                "confidence": 0.95,
                "supporting_text": "The crash was caused by a memory leak in the session cache.",
            },
            {
                "source": "session cache",
                "target": "checkout service",
                "type": "part of",
                "confidence": 0.9,
                "supporting_text": "The session cache is part of the checkout service.",
            },
        ],
    },
    "post-mortem-review": {
        "source": "post-mortem-review",
        "entities": [
            {"name": "refund backlog", "type": "event", "supporting_text": "led to Refund Backlog of NINE days"}
        ],
        "relations": [
            {
                "source": "memory leak",
                "target": "checkout crash",
                "type": "causes",
                "confidence": 0.8,
                "supporting_text": "the memory leak brought the checkout service down",
            },
            {
                "source": "checkout crash",
                "target": "refund backlog",
                "type": "leads to",
                "confidence": 0.85,
                "supporting_text": "The checkout crash led to Refund Backlog of NINE days.",
            },
        ],
    },
    "notes": {
        "source": "notes",
        "relations": [
            {
                "source": "memory leak",
                "target": "checkout crash",
                "type": "causes",
                "confidence": 0.7,
                "supporting_text": "A memory leak crashed checkout.",
            }
        ],
    },
}


def build_story(folder: Path) -> Path:
    """The home of the story, its documents beside it."""
    write(folder, DOCUMENTS)
    done("init", folder / "home")
    done("add", *(folder / name for name in DOCUMENTS), home=folder / "home")
    for bundle in BUNDLES.values():
        done("apply", "-", home=folder / "home", stdin=json.dumps(bundle))
    return folder / "home"


def relation(source: str, target: str, quote: str, kind: str = "causes", confidence: float = 0.9) -> dict[str, Any]:
    """One relation of a bundle."""
    return {"source": source, "target": target, "type": kind, "confidence": confidence, "supporting_text": quote}


def entity(name: str, quote: str, kind: str = "thing", **more: Any) -> dict[str, Any]:
    """One entity of a bundle."""
    return {"name": name, "type": kind, "supporting_text": quote, **more}
