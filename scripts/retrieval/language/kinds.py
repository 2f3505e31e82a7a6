"""What kind of thing answers a question: a reason for why, a figure for how many.  English only."""

from __future__ import annotations

import re

_WHY = re.compile(
    r"(?:\A|[,;:.!?]\s+|\b(?:and|but|so)\s+)(?:why|how come)\b|\breasons?\s+(?:for|that|to|behind|why)\b",
    re.IGNORECASE,
)
_HOW_MANY = re.compile(r"\bhow (?:many|much|long|often|old|far|big|large|fast|tall|high)\b", re.IGNORECASE)
# Conjunctions and prepositions of cause and consequence, and the verbs of both.
_REASON = re.compile(
    r"\b(?:because|since|so|as a result|therefore|thus|hence|otherwise|unless|due to|owing to|thanks to|in order to"
    r"|reasons?|rationale|motivat(?:es?|ed|ion)|purpose|given|too|would|risks?|problems?|leads? to|led to"
    r"|(?:prevent|avoid|ensure|allow|enable|cause|force|mean|make|help)(?:s|d|ed|ing)?)\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|once|twice|half|third|quarter|dozens?"
    r"|hundreds?|thousands?|millions?|daily|weekly|monthly|yearly|annually|every|each)\b",
    re.IGNORECASE,
)


def telling_words(question: str) -> re.Pattern[str] | None:
    """What a sentence that answers has: a word of reasons, or a figure; None where a question asks for neither."""
    if _WHY.search(question):
        return _REASON
    return _FIGURE if _HOW_MANY.search(question) else None
