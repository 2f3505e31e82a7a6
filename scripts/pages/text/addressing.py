"""Text in a document that speaks to the program which reads it: orders to a model, forged roles, forged tool calls.

A finding says that a person should look; nothing is dropped, and nothing that is not found is thereby safe.  Words are
compared as a model reads them: hidden signs, markup and look-alike letters do not part or disguise them.  Every
repetition is bounded, so that no document can make the search slow.
"""

# A phrase is one line, however long: broken up it would be harder to read.
# ruff: noqa: E501

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from .hidden_signs import JOINING_SIGNS, SIGNS

_S = r"[\s,:;.]{1,4}"
_OF = rf"(?:{_S}(?:all|any|each|every|everything|the|these|those|this|your|my|our|its|of|such|other|and|user|from)){{0,5}}"
_DROP = r"(?:ignore|disregard|forget|override|overrule|bypass|do\snot\sfollow|don'?t\sfollow|stop\sfollowing|pay\sno\sattention\sto)"
_DROPS = (
    "ignore",
    "disregard",
    "forget",
    "overr",
    "bypass",
    "not follow",
    "nt follow",
    "'t follow",
    "stop following",
    "no attention",
)
_MODES = tuple(f"{mode} mode" for mode in ("developer", "debug", "admin", "god", "jailbreak", "unrestricted", "dan"))
# Two letters stand in many words: of `ai`, what is before it counts, too.
_CALLED = (" ai", ",ai", ":ai", "a.i.", "llm", "language model", "chatbot", "gpt", "claude", "gemini", "copilot")
_READING = tuple(f"when {you}{does}" for you in ("", "you ") for does in ("summar", "answer", "process", "read"))
_EARLIER = r"(?:previous|prior|above|earlier|preceding|foregoing|former|initial|original|past|system|safety|developer)"
_ORDERS = r"(?:instructions?|prompts?|rules|messages|commands?|directions|directives?|guidelines|guardrails|safeguards|restrictions|programming|training|policies|context)"
_MODEL = r"(?:ai|a\.i\.|llms?|(?:large\s)?language\smodels?|chatbots?|ai[\s-](?:assistants?|agents?|models?|systems?|bots?)|chatgpt|gpt|claude|gemini|copilot)"
_MUST = r"(?:you|must|should|shall|please|stop|ignore|do\snot|always|never|make\ssure|include|output|respond|reply|recommend)"


def _words(listed: str) -> frozenset[bytes]:
    return frozenset(listed.encode().split())


_DROPPING = _words("ignore disregard forget override overrule bypass follow following attention")
# Each with words of which one must stand in a text, and with what must stand there of the phrase, before the phrase
# itself is looked for: most texts have no such word.
_PHRASES = (
    # What was said before is to be dropped.
    (_DROPPING, _DROPS, rf"\b{_DROP}{_OF}{_S}{_EARLIER}(?:{_S}\w{{1,12}}){{0,1}}{_S}{_ORDERS}\b"),
    (_DROPPING, _DROPS, rf"\b{_DROP}{_OF}{_S}{_ORDERS}{_S}(?:above|before|(?:that\s)?you\s(?:were|have\sbeen|got|received)|given\sto\syou)\b"),
    (_DROPPING, _DROPS, rf"\b{_DROP}{_S}(?:all\s(?:of\s)?)?your{_S}(?:\w{{1,12}}\s){{0,2}}{_ORDERS}\b"),
    (
        _words("ignore disregard forget"),
        _DROPS,
        rf"\b(?:ignore|disregard|forget){_S}(?:everything|anything|all|what(?:ever)?)\s(?:that\s)?(?:(?:is|was|came|written|stated|said)\s)?"
        r"(?:above|before\s(?:this|now)|(?:you\s(?:were|have\sbeen|are)\s(?:told|taught|instructed|given|trained)))",
    ),
    (_words("new updated real actual true revised"), ("instruction", "prompt", "directive"), rf"\b(?:new|updated|real|actual|true|revised){_S}(?:system\s)?(?:instructions?|prompt|directives?)\s{{0,2}}(?:follows?\s{{0,2}})?[:=]"),
    # The reader is to be somebody else.
    (_words("now longer"), ("you are now", "you are no"), r"\byou\sare\s(?:now|no\slonger)\s{1,4}(?:a|an|the|in|bound|restricted|acting|operating)\b[^.\n]{0,60}\b(?:assistant|mode|agent|model|ai|bot|rules|restrictions|guidelines|jailbroken|unrestricted|hacker|persona)\b"),
    (_words("now"), ("you are now",), r"\byou\sare\snow\s{1,4}(?:dan|jailbroken|unrestricted|unfiltered|free\sfrom|evil)\b"),
    (_words("act behave respond pretend roleplay"), ("unrestricted", "unfiltered", "jailbroken", "without any", "without restrictions", "without rules", "without filters", "ai with no"), r"\b(?:act|behave|respond|pretend|roleplay)\s(?:as|like|to\sbe|you\sare)\s[^.\n]{0,30}\b(?:unrestricted|unfiltered|jailbroken|without\s(?:any\s)?(?:restrictions|rules|filters)|an?\sai\swith\sno)\b"),
    (_words("now"), ("from now on",), r"\bfrom\snow\son,?\s(?:you\s(?:will|must|shall|are\sto|should)|always\s(?:answer|respond|reply|say))\b"),
    (_words("mode"), _MODES, r"\b(?:enter|enable|activate|switch\sto)\s(?:developer|debug|admin|god|jailbreak|unrestricted|dan)\smode\b[^.\n]{0,40}\b(?:you|now|and|assistant)\b"),
    # It is to tell what it was told, or to act behind somebody's back.
    (_words("reveal print repeat show output display leak disclose recite dump"), (" prompt", " instruction", " message"), r"\b(?:reveal|print|repeat|show|output|display|leak|disclose|recite|dump)\s{1,4}(?:(?:me|us|back|all|of)\s){0,2}(?:your|the)\s{1,4}(?:(?:full|entire|exact|own)\s)?(?:system|hidden|initial|secret|original|internal)\s{1,4}(?:prompt|instructions?|message)"),
    (_words("tell telling inform informing alert alerting notify notifying mention mentioning reveal revealing"), (" user", " human", " operator"), r"\b(?:do\snot|don'?t|never|without)\s(?:ever\s)?(?:tell|telling|inform|informing|alert|alerting|notify|notifying|mention|mentioning|reveal|revealing)(?:\s(?:this|it|that|anything|of|to)){0,3}\s(?:the|your)\s(?:user|human|operator)\b"),
    (_words("authorized authorised approved consented permitted asked"), ("the user",), r"\bthe\suser\s(?:has\s)?(?:already\s|explicitly\s){0,2}(?:authori[sz]ed|approved|consented\sto|permitted|asked\syou\sto)\s(?:you|this|all|the\sassistant|any)\b"),
    (_words("send post forward upload exfiltrate email transmit submit"), ("to http", "@", "to the following", "to this url", "to this address", "to this server"), r"\b(?:send|post|forward|upload|exfiltrate|email|transmit|submit)\s(?:\w{1,12}\s){0,4}(?:api\skeys?|credentials|passwords?|secrets|private\skeys?|access\stokens?|environment\svariables|chat\shistory|conversation|system\sprompt)\s(?:\w{1,12}\s){0,3}to\s(?:https?:|[\w.+-]{1,40}@|the\sfollowing|this\s(?:url|address|server))"),
    # It is addressed by name.
    (_words("ai i llm llms language chatbot chatbots chatgpt gpt claude gemini copilot"), _CALLED, rf"\b(?:dear|hey|hello|hi|attention|attn|note\sto|notice\sto|message\s(?:to|for)|instructions?\s(?:to|for)|reminder\s(?:to|for)|important\sfor|if\syou\sare|as)[\s,:]{{1,3}}(?:(?:the|any|all|an?|every)\s){{0,2}}{_MODEL}\b[^.\n]{{0,60}}\b{_MUST}\b"),
    (_words("ai llm model chatbot"), ("ing this",), r"\b(?:ai|llm|language\smodel|chatbot)\s(?:assistants?|agents?|models?|reviewers?|readers?|crawlers?|systems?)?\s?(?:reading|processing|parsing|summari[sz]ing|indexing|reviewing)\sthis\b"),
    (_words("when"), _READING, r"\bwhen\s(?:you\s)?(?:summari[sz]e|summari[sz]ing|answer(?:ing)?|process(?:ing)?|read(?:ing)?)\s(?:\w{1,12}\s){0,2}(?:document|page|text|email|file|article|resume|cv)\b,?\s(?:you\s(?:must|should|will)|always|do\snot|say\sthat|include\sthe|respond|output|recommend)\b"),
    # Marks of a conversation, or of a call to a tool.  An underscore is a blank here.
    (_words("im system user assistant endoftext header eot begin inst sys turn"), ("<|", "inst]", "sys>>", "of turn>", "<system", "</system"), r"<\|/?(?:im\sstart|im\send|system|user|assistant|endoftext|start\sheader\sid|end\sheader\sid|eot\sid|begin\sof\stext)\|?>|\[/?INST\]|<</?SYS>>|<(?:start|end)\sof\sturn>|</?system[\s-](?:prompt|message|reminder|instructions?)>"),
    (_words("system developer"), (":",), r"(?:^|\n)[ \t>#-]{0,9}(?:system|developer)(?:\s(?:prompt|message|instructions?|override|notice|note))?[ \t]{0,3}:\s{0,3}(?:you\b|ignore|disregard|forget|never|always|do\snot|from\snow|new\s|override|the\s(?:user|assistant)|assistant)"),
    (_words("system instruction response assistant"), ("##",), r"(?:^|\n)#{2,3}\s?(?:system|instruction|response|assistant)\s?:[ \t]{0,9}(?=\n|\Z)"),
    (_words("invoke function tool"), ("<",), r"</?(?:(?:antml:)?(?:function\scalls|invoke|function\sresults)|(?:tool|function)\s(?:calls?|use|results?|response))(?=[\s>=/])"),
    (_words("tool function"), ("tool call", "function call"), r"[\"'](?:tool\scalls?|function\scall)[\"']\s{0,4}:\s{0,4}[\[{]"),
    (_words("arguments parameters args input"), ('{"', "{'", '{ "', "{ '"), r"\{\s{0,9}[\"'](?:name|tool|tool\sname|function|action)[\"']\s{0,4}:\s{0,4}[\"'][^\"'\n]{1,60}[\"']\s{0,4},\s{0,9}[\"'](?:arguments|parameters|args|action\sinput|tool\sinput|input)[\"']\s{0,4}:"),
    # The first of these in other languages.
    (_words("ignoriere ignorieren ignoriert vergiss vergessen missachte"), ("ignorier", "vergiss", "vergessen", "missachte"), r"\b(?:ignorier(?:e|en\ssie|t)|vergiss|vergessen\ssie|missachte)\s(?:(?:alle|alles|die|deine|ihre|meine|sämtliche)\s){0,3}(?:vorherigen|bisherigen|obigen|früheren|vorigen|vorangegangenen)\s(?:anweisungen|befehle|regeln|instruktionen|vorgaben)"),
    (_words("ignore ignorer ignorez oublie oublier oubliez"), ("ignore", "oublie"), r"\b(?:ignore[rz]?|oublie[rz]?)\s(?:(?:toutes|tous|les|tes|vos|ces)\s){0,3}(?:instructions|consignes|règles)\s(?:précédentes|antérieures|ci-dessus)"),
    (_words("ignora ignore ignoro ignorar ignorer ignoror olvida olvide olvidar olvider"), ("ignor", "olvid"), r"\b(?:ignor[aeo]r?|olvid[ae]r?)\s(?:(?:todas|las|tus|sus|estas)\s){0,3}(?:instrucciones|reglas|órdenes)\s(?:anteriores|previas)"),
)  # fmt: skip
# Nor have these words, which are not parted.
_UNSPACED_PHRASES = (
    (("忽", "无", "無", "忘", "不要"), r"(?:忽略|无视|忘记|忘掉|不要理会|忽視|無視).{0,6}(?:之前|以前|先前|上面|上述|以上|前面).{0,6}(?:指令|指示|提示|规则|規則|命令)"),
    (("無視", "忘れ"), r"(?:以前|これまで|上記|前|以上).{0,4}(?:指示|命令|プロンプト).{0,8}(?:無視|忘れ)"),
)  # fmt: skip
_PART, _OVERLAP = 1_000_000, 1000
_LETTERS = b"abcdefghijklmnopqrstuvwxyz0123456789"
_OTHERS = bytes(range(256)).translate(None, _LETTERS)
_ONLY_WORDS = bytes.maketrans(_OTHERS, b" " * len(_OTHERS))
_BREAKS = b"\t\n\v\f\r\x1c\x1d\x1e\x1f"
_ANY_WORD = frozenset[bytes]().union(*(words for words, *_ in _PHRASES))

# Letters of other scripts that are drawn as Latin ones, and what is drawn as nothing or only as markup.
_SEEN_AS = str.maketrans("аеорсхуіјѕһԁԛԝАВЕКМНОРСТХУІЈЅοΟΑΒΕΗΙΚΜΝΡΤΧ", "aeopcxyijshdqwABEKMHOPCTXYIJSoOABEHIKMNPTX")
_DROPPED = re.compile(f"[{SIGNS}{JOINING_SIGNS}]")
_TAGS = {0xE0000 + code: chr(code) for code in range(0x20, 0x7F)}
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")
_SHORT_RUN = 8
_MARKUP = (("*", ""), ("`", ""), ("~", ""), ("_", " "), ("\u00a0", " "), ("\u2019", "'"))
_ENTITY = re.compile(r"&(?:nbsp|#32|#160|#x20|#xa0);", re.IGNORECASE)


def addressed(text: str) -> list[tuple[int, str]]:
    """(line, words) of what speaks to the reader, by line; the line counts from 1."""
    folded = _as_read(text)
    found: list[tuple[int, str]] = []
    for phrase in {phrase for part in _parts(folded) for phrase in _likely(part)}:
        line, counted = 1, 0
        for match in _compiled(phrase).finditer(folded):
            words = match.group()
            start = match.start() + len(words) - len(words.lstrip())
            line += folded.count("\n", counted, start)
            counted = start
            found.append((line, " ".join(words.split())))
    return sorted(found)


def _parts(folded: str) -> Iterator[str]:
    """The text in lower case, a part at a time: as words, the whole of a long one would take ten times its room."""
    for start in range(0, max(1, len(folded)), _PART):
        yield folded[max(0, start - _OVERLAP) : start + _PART].lower()


def _likely(part: str) -> list[str]:
    """The phrases that may stand in a text: it has one of their words, and what must stand there of them."""
    signs = part.encode("utf-8", "surrogatepass")
    said = _ANY_WORD.intersection(signs.translate(_ONLY_WORDS).split())
    is_ascii = part.isascii()
    found = []
    if said:
        # One blank for any: the words that lead to a phrase stand in one line or in two.
        is_even = is_ascii and "  " not in part and len(signs.translate(None, _BREAKS)) == len(signs)
        stands = (part if is_even else " ".join(part.split())).__contains__
        found = [phrase for words, leads, phrase in _PHRASES if not said.isdisjoint(words) and any(map(stands, leads))]
    if not is_ascii:
        found += [phrase for leads, phrase in _UNSPACED_PHRASES if any(map(part.__contains__, leads))]
    return found


@cache
def _compiled(phrase: str) -> re.Pattern[str]:
    """Most phrases are never looked for."""
    return re.compile(phrase, re.IGNORECASE)


def _as_read(text: str) -> str:
    """The text without disguise, with every line break where it was."""
    if "&" in text:
        text = _ENTITY.sub(" ", text)
    if not text.isascii():
        text = _all_undisguised(text)
    for sign, read in _MARKUP:
        text = text.replace(sign, read)
    return text


def _all_undisguised(text: str) -> str:
    """A text with each run of signs beyond ASCII undisguised together with the sign before it."""
    shown: list[str] = []
    at = 0
    for run in _BEYOND_ASCII.finditer(text):
        start, end = run.span()
        start -= start > 0
        signs = text[start:end]
        shown += text[at:start], _undisguised(signs) if len(signs) > _SHORT_RUN else _undisguised_short(signs)
        at = end
    return "".join([*shown, text[at:]])


def _undisguised(signs: str) -> str:
    """Signs beyond ASCII, and the one before them, with which they may make one letter."""
    import unicodedata  # a shared object that ASCII never needs

    return unicodedata.normalize("NFKC", _DROPPED.sub("", signs.translate(_TAGS))).translate(_SEEN_AS)


_undisguised_short = lru_cache(maxsize=4096)(_undisguised)
"""The dashes, quotes and accented letters of texts are few."""
