"""Rows of an index made of plain text, for stages that are tested without one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from scripts.model import PageRow, PassageRow, SectionRow
from scripts.retrieval_engine.pack import Location, Material
from scripts.retrieval_engine.values import RankedPassage

PLACE_BITS = 18


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


class Shelf:
    """Pages with headings and passages, numbered as the index numbers them."""

    def __init__(self) -> None:
        self.pages: dict[int, PageRow] = {}
        self.sections: dict[int, SectionRow] = {}
        self.passages: dict[int, PassageRow] = {}

    def page(self, title: str, parts: Mapping[str, Sequence[str | tuple[str, str]]]) -> list[int]:
        """Add a page with the passages under each heading; return the ids of its passages."""
        page = len(self.pages) + 1
        self.pages[page] = PageRow(page, f"{title}.md", title, title, "notes", "", "", "en")
        ids = []
        for place, (heading, passages) in enumerate(parts.items()):
            section = (page << PLACE_BITS) + place
            texts = " ".join(text if isinstance(text, str) else text[1] for text in passages)
            held = " ".join(words(f"{title} {heading} {texts}"))
            level = 2 if heading else 0
            self.sections[section] = SectionRow(section, page, place, heading, (), level, 0, place + 1, place + 1, held)
            for passage in passages:
                kind, text = ("paragraph", passage) if isinstance(passage, str) else passage
                id = (page << PLACE_BITS) + len(ids)
                line = len(ids) + 1
                self.passages[id] = PassageRow(id, page, section, kind, line, line, "", text)
                ids.append(id)
        return ids

    def place(self, section: SectionRow) -> Location:
        page = self.pages[section.page]
        label = f"{page.title} > {section.heading}" if section.heading else page.title
        return Location(label, page.path, section.heading, page.title)

    def ranked(self, *ids: int) -> list[RankedPassage]:
        return [
            RankedPassage(id, self.passages[id].section, self.passages[id].page, 1.0 / (place + 1))
            for place, id in enumerate(ids)
        ]

    def material(self, *asked: str, defines: bool = False) -> Material:
        weights = dict.fromkeys(asked, 1.0)
        return Material(self.passages, self.sections, self.place, words, weights, defines=defines)
