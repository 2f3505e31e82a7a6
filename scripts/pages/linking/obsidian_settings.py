"""What a vault's own settings ask of a tool that writes into it: the text of `.obsidian/app.json`, read defensively.

They say how links are written, never how links are resolved.  How a link is written by them is `link_writing`.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

LINK_FORMATS = ("shortest", "relative", "absolute")


class ObsidianSettings(NamedTuple):
    """The settings that matter to a writer, with the app's own defaults."""

    new_link_format: str = "shortest"
    """shortest (the bare name where only one file has it), relative or absolute."""
    use_markdown_links: bool = False


def read_obsidian_settings(text: str) -> ObsidianSettings:
    """Read app.json; what is missing, of another type or unknown has the app's default, and nothing is an error."""
    try:
        values = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return ObsidianSettings()
    if not isinstance(values, dict):
        return ObsidianSettings()
    return ObsidianSettings(
        new_link_format=_choice(values.get("newLinkFormat"), LINK_FORMATS, "shortest"),
        use_markdown_links=values.get("useMarkdownLinks") is True,
    )


def _choice(value: Any, choices: tuple[str, ...], default: str) -> str:
    return value if isinstance(value, str) and value in choices else default
