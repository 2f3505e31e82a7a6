"""The text of a source note: the document's own, with a block id at each passage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import SourceError
from ..pages.markdown.block_marks import with_block_ids
from ..pages.markdown.rendering_check import same_structure
from ..pages.markdown.sections import close_end
from ..pages.yaml.frontmatter import read_properties

if TYPE_CHECKING:
    from ..pages.markdown.block_names import Earlier


def source_body(text: str, origin: str, earlier: Earlier) -> str:
    """The document's text with block ids, its own properties kept as quoted matter, and what it leaves open closed.

    Raises SourceError where the ids would change what the Markdown is.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    body_start = read_properties(text).body_start
    if body_start:
        text = f"```yaml\n{text[:body_start].strip().strip('-').strip()}\n```\n\n{text[body_start:].lstrip()}"
    text = close_end(text)
    marked = with_block_ids(text, earlier)
    if not same_structure(text, marked):
        raise SourceError(
            "marking its passages would change how it reads",
            path=origin,
            hint="simplify its Markdown, or add it as .txt",
        )
    return marked if marked.endswith("\n") else marked + "\n"
