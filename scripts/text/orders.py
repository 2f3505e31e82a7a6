"""Text in a document that speaks to the program which reads it: orders to a model, forged roles and tool calls.

A mark says that a person should look, no more: nothing is dropped, and what has no mark is not thereby safe.  Every
repetition is bounded, so that no document makes the search slow.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from functools import cache
from html import unescape
from itertools import accumulate
from typing import NamedTuple

from .escaping import UNSHOWN
from .normal_forms import normal_form

_GAP = r"[\s,:;.]{1,4}"
_BETWEEN = rf"(?:{_GAP}(?:all|any|every|everything|the|these|those|this|your|my|our|of|such|other|and)){{0,5}}"
_DROP = r"(?:ignore|disregard|forget|override|bypass|do not follow|don'?t follow|stop following|pay no attention to)"
_EARLIER = r"(?:previous|prior|above|earlier|preceding|foregoing|former|initial|original|past|system|safety|developer)"
_RULES = r"(?:instructions?|prompts?|rules|messages|commands?|directives?|guidelines|safeguards|restrictions|training)"
_MODEL = r"(?:ai|llms?|language models?|chatbots?|ai (?:assistants?|agents?|models?)|chatgpt|gpt|claude|gemini|copilot)"

_DO = r"(?:call|delete|disregard|email|execute|forward|ignore|post|reply|respond|reveal|run|send|upload)"

# Letters of other scripts that are drawn as Latin ones.
_SEEN_AS = str.maketrans("аеорсхуіјѕһԁԛԝοαει", "aeopcxyijshdqwoaei")

_PHRASES = (
    # What was said before is to be dropped, or other orders hold from here on.
    rf"\b{_DROP}{_BETWEEN}{_GAP}{_EARLIER}(?:{_GAP}\w{{1,12}}){{0,1}}{_GAP}{_RULES}\b",
    rf"\b{_DROP}{_BETWEEN}{_GAP}{_RULES}{_GAP}(?:above|before|(?:that )?you (?:were|have been|got)|given to you)\b",
    rf"\b{_DROP}{_GAP}(?:all (?:of )?)?your{_GAP}(?:\w{{1,12}} ){{0,2}}{_RULES}\b",
    r"\b(?:ignore|disregard|forget) (?:everything|all|anything) (?:that )?(?:(?:was|came|is) )?"
    r"(?:above|before this|you (?:were|have been|are) (?:told|taught|given|trained))\b",
    rf"\b(?:new|updated|real|actual|true) (?:system )?{_RULES} ?[:=]",
    # The reader is to be somebody else, or to act behind somebody's back.
    r"\byou are (?:now|no longer) (?:dan|bound|jailbroken|unrestricted|free from|(?:an?|the|in) [^.,;\n]{0,40}"
    r"\b(?:assistant|mode|agent|model|ai|bot|persona))\b",
    r"\bthe user (?:has )?(?:already |explicitly ){0,2}(?:authori[sz]ed|approved|permitted) (?:you|this|all)\b",
    r"\bfrom now on,? (?:you (?:will|must|shall|are to|should)|(?:always )?(?:answer|respond|reply|say|act))\b",
    r"\b(?:reveal|print|repeat|show|output|leak|disclose) (?:(?:me|us|all|of) ){0,2}(?:your|the) (?:(?:full|exact) )?"
    r"(?:system|hidden|initial|secret|original) (?:prompt|instructions?|message)",
    r"\b(?:(?:do|must|should) not|don'?t|never|without) "
    r"(?:tell|telling|inform|informing|alert|alerting|notify|notifying|mention)"
    r"(?: (?:this|it|that|anything|of|to)){0,3} (?:the|your) (?:user|human|operator)\b",
    r"\b(?:send|post|forward|upload|email) (?:[\w']{1,12} ){0,4}(?:api keys?|credentials|passwords?|secrets|tokens?|"
    r"conversation|chat history|contents? of \S{1,60}) (?:\w{1,12} ){0,3}"
    r"to (?:https?:|[\w.+-]{1,40}@|the following|this (?:url|address))",
    # It is addressed by name.
    r"\b(?:dear|hey|hello|attention|note to|notice to|message (?:to|for)|instructions? (?:to|for)|if you are)[ ,:]{1,3}"
    rf"(?:(?:the|any|all|an?|every) ){{0,2}}{_MODEL}\b",
    r"\b(?:ai|llm|language model|chatbot) ?(?:assistants?|agents?|models?|reviewers?|readers?)? ?"
    r"(?:reading|processing|summari[sz]ing|indexing|reviewing) this\b",
    r"\bwhen (?:you )?(?:summari[sz]e|summari[sz]ing|answer(?:ing)?|process(?:ing)?) (?:\w{1,12} ){0,2}"
    r"(?:document|page|text|file),? (?:you (?:must|should|will)|always|do not|say that|include|output)\b",
    rf"\b(?:{_MODEL}, ?|(?:assistant|agent) ?[,:] ?|{_MODEL}[ ,:]{{1,2}}please )"
    rf"(?:please |kindly |you must |now ){{0,2}}{_DO}\b",
    rf"\b(?:ai|llm) (?:agents?|models?|assistants?) (?:must|should|shall|have to|need to) (?:now )?{_DO}\b",
    r"\b(?:when|if|since) you (?:can )?read this,? (?:you |please |do |delete|run|send|reply|ignore|say|answer)",
    # Marks of a conversation, or of a call to a tool; where they have `_`, _MARKUP has made it a blank.
    r"<\|/?(?:im start|im end|system|user|assistant|endoftext)\|?>|\[/?inst\]|<</?sys>>",
    r"</?system[ -](?:prompt|message|reminder|instructions?)>",
    r"</?(?:(?:antml:)?(?:function calls|invoke)|(?:tool|function) (?:calls?|use|results?))(?=[ >=/])",
    r"[\"'](?:tool calls?|function call)[\"'] ?: ?[\[{]",
    r"\{ ?[\"'](?:name|tool|function)[\"'] ?: ?[\"'][^\"'\n]{1,60}[\"'] ?, ?"
    r"[\"'](?:arguments|parameters|args|input)[\"'] ?:",
    # The first of these in other languages.
    r"\b(?:ignorieren?|vergiss|vergessen|missachte) (?:\w{1,8} ){0,3}(?:vorherigen|bisherigen|obigen|früheren) \w{5}",
    r"\b(?:ignore[rz]?|oublie[rz]?) (?:\w{1,6} ){0,3}(?:instructions|consignes|règles) (?:précédentes|antérieures)",
    r"\b(?:ignor[aeo]r?|olvid[ae]r?) (?:\w{1,6} ){0,3}(?:instrucciones|reglas|órdenes) (?:anteriores|previas)",
    r"\bignor[ai](?:te)? (?:\w{1,6} ){0,3}istruzioni (?:precedenti|anteriori)",
    r"\bignor(?:e|ar?|em) (?:\w{1,6} ){0,3}instruções (?:anteriores|prévias)",
    r"\bnegeer (?:\w{1,6} ){0,3}(?:vorige|eerdere|voorgaande) (?:instructies|opdrachten|aanwijzingen)",
    r"(?:игнорируй|забудь)(?:те)? (?:\w{1,8} ){0,3}(?:предыдущие|прежние) (?:инструкции|указания)".translate(_SEEN_AS),
    r"(?:忽略|无视|忘记|忽視|無視).{0,6}(?:之前|以前|先前|上面|上述|以上|前面).{0,6}(?:指令|指示|提示|规则|規則|命令)",
    r"(?:以前|これまで|上記|前|以上).{0,4}(?:指示|命令|プロンプト).{0,8}(?:無視|忘れ)",
)
_FORGED_ROLE = (
    r"^[ >#-]{0,9}(?:system|developer)(?: (?:prompt|message|instructions?|note))? {0,3}: {0,3}"
    r"(?:you\b|ignore|disregard|forget|never|always|do not|from now|new )"
)
_DRESS = re.compile(
    r"</?[a-z][^<>\n]{0,200}>|<!--[^\n]{0,200}?-->|%%[^%\n]{0,200}%%|\]\([^()\s]{0,200}\)|[^\w\s.,:;'!?]"
)
_ANY_BREAK = re.compile(r"[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]")
_UNICODE_TAGS = {0xE0000 + code: chr(code) for code in range(0x20, 0x7F)}
_MARKUP = str.maketrans({"*": None, "`": None, "~": None, "_": " ", "\u2019": "'"})


class Order(NamedTuple):
    """Words that speak to the program which reads a text."""

    line: int
    """Counts from 1."""
    words: str


def find_orders(text: str) -> list[Order]:
    """Return what speaks to the reader, by line; at most one for each line."""
    read = _as_read(text)
    lines = _lines(read)
    # Once more without what stands between the words of a sentence that is quoted, linked or set off.
    found = [*_spoken(lines), *_spoken(_lines(_DRESS.sub(" ", read)))]
    found += [Order(at, match[0]) for at, line in enumerate(lines, 1) if (match := re.match(_FORGED_ROLE, line))]
    # Of several in a line the one that comes first in the alphabet, so that the same text gives the same finding.
    first: dict[int, Order] = {}
    for order in sorted(found):
        first.setdefault(order.line, order)
    return [*first.values()]


def _lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.split("\n")]


def _spoken(lines: list[str]) -> list[Order]:
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    return [Order(bisect_right(starts, match.start()), match[0]) for match in _phrases().finditer(" ".join(lines))]


@cache
def _phrases() -> re.Pattern[str]:
    return re.compile("|".join(_PHRASES))


def _as_read(text: str) -> str:
    """Return a text without case, markup, hidden signs and look-alike letters."""
    # An entity may be a line break: lines are counted as the file has them.
    text = "\n".join(_ANY_BREAK.sub(" ", unescape(UNSHOWN.sub("", line))) for line in text.split("\n"))
    if not text.isascii():
        plain = normal_form("NFKC", text.translate(_UNICODE_TAGS))
        text = "".join(sign for sign in plain if unicodedata.category(sign) != "Cf").casefold().translate(_SEEN_AS)
    return text.casefold().translate(_MARKUP)
