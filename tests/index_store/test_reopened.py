"""Claims reopen when the words that they quote are gone from their source: exactly those, after any edit."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from scripts.knowledge_base import KnowledgeBase
from scripts.retrieval_engine.filed import reopened_claims

WORDS = ["cache", "leak", "crash", "pump", "valve", "night", "alarm", "team", "clock", "meter", "frost", "tank"]
CLAIMS = 12


def _paragraph(chance: random.Random) -> list[str]:
    return [chance.choice(WORDS) for _ in range(chance.randint(6, 30))]


def _edit(paragraphs: list[list[str]], chance: random.Random) -> None:
    """Change one thing: a word, a paragraph, or the order."""
    here = chance.randrange(len(paragraphs))
    words = paragraphs[here]
    match chance.randrange(8):
        case 0:
            words[chance.randrange(len(words))] = chance.choice(WORDS)
        case 1 if len(words) > 3:
            del words[chance.randrange(len(words))]
        case 2:
            words.insert(chance.randrange(len(words)), chance.choice(WORDS))
        case 3:
            chance.shuffle(paragraphs)
        case 4 if len(paragraphs) > 3:
            del paragraphs[here]
        case 5:
            paragraphs.insert(here, _paragraph(chance))
        case 6 if len(words) > 8:
            paragraphs[here : here + 1] = [words[:4], words[4:]]
        case _:
            paragraphs[here : here + 2] = [[word for words in paragraphs[here : here + 2] for word in words]]


def _text(paragraphs: list[list[str]], ids: dict[str, str]) -> str:
    """Paragraphs, broken into lines, with the ids that they had when claims were made."""
    lines = []
    for words in paragraphs:
        text = " ".join(words)
        broken = "\n".join(" ".join(words[at : at + 7]) for at in range(0, len(words), 7))
        lines.append(f"{broken} ^{ids[text]}" if text in ids else broken)
    return "---\ntitle: Log\nupdated: 2026-01-02\n---\n" + "\n\n".join(dict.fromkeys(lines)) + "\n"


@pytest.mark.parametrize("edits", [200, pytest.param(1000, marks=pytest.mark.long)])
def test_after_each_edit_the_claims_whose_words_are_gone_are_open_and_no_others(edits: int, tmp_path: Path) -> None:
    chance = random.Random(7)
    location = KnowledgeBase.create(tmp_path / "home")
    source, summary = Path(location.vault) / "sources/diary.md", Path(location.vault) / "summaries/diary-summary.md"
    source.parent.mkdir(exist_ok=True)
    summary.parent.mkdir(exist_ok=True)
    opened, closed = 0, 0
    with KnowledgeBase.open(tmp_path / "home") as kb:
        for start in range(0, edits, 50):
            paragraphs = [_paragraph(chance) for _ in range(10)]
            ids = {" ".join(words): f"p{at}" for at, words in enumerate(paragraphs)}
            quotes = []
            for _ in range(CLAIMS):
                at = chance.randrange(len(paragraphs))
                first = chance.randrange(len(paragraphs[at]) - 4)
                quotes.append((f"p{at}", " ".join(paragraphs[at][first : first + 4])))
            lines = [
                f'- [[a{n}]] causes [[b]] (0.9, [[diary#^{id}]] "{quote}")' for n, (id, quote) in enumerate(quotes)
            ]
            summary.write_text("## Claims\n\n" + "\n".join(lines) + "\n", "utf-8")
            for _ in range(50):
                _edit(paragraphs, chance)
                source.write_text(_text(paragraphs, ids), "utf-8")
                texts = [f" {' '.join(words)} " for words in paragraphs]
                gone = {f"a{n}" for n, (_, quote) in enumerate(quotes) if not any(f" {quote} " in t for t in texts)}
                found = kb.query(lambda reader: reopened_claims(reader, reader.pages(everything=True)))
                assert {item.claim.subject for item in found} == gone, (start, quotes)
                opened, closed = opened + len(gone), closed + CLAIMS - len(gone)
    assert min(opened, closed) > edits
