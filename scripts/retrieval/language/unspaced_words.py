"""What carries no topic in scripts without blanks: what asks, endings and particles, told by character.

Loaded only where a question has such a script.
"""

from __future__ import annotations

from functools import lru_cache

from ... import regex as re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# What asks, whatever stands around it.
_ASKING_WORDS = """
什么时候 什麼時候 什么 什麼 甚么 怎么样 怎么办 怎么 怎麼 怎样 怎樣 为什么 為什麼 为何 為何 如何 哪些 哪里 哪裡 哪儿
哪个 哪個 哪位 哪年 哪一 哪 多少钱 多少錢 多少 多久 多长 多長 多大 多高 多重 多远 多遠 是否 能否 可否 有没有 有沒有
是不是 时候 時候 请问 請問 告诉 告訴 介绍一下 介紹一下 一下 关于 關於 谁 誰 几个 幾個 吗 嗎 呢 吧 么 麼 啊 可以 需要
应该 應該 能够 能夠 因为 因為 还是 還是 或者 何 教えて 下さい
"""
# What stands around a name in a question that asks only what it is.
_DEFINING_WORDS = """
是什么 什么是 是什麼 什麼是 是谁 谁是 是誰 誰是 什么叫 何谓 とは とは何 とは何か とは何ですか とは誰 とは誰ですか は何
は何ですか って何 って何ですか は誰 は誰ですか って って誰 って誰ですか
とはなに とはなんですか はなんですか ってなに ってなんですか
"""
_DEFINING = frozenset(_DEFINING_WORDS.split())
# Ideographs that bind or ask, and are parts of words as well: 在 of 現在, 有 of 有限.
BINDING = frozenset(
    "的了在有是由被于於从從和与與对對把给給会會能要就都也还還个個些中为為到以及其之不没沒我你您他她它这這那们們几幾多少去来來做过過着著得地"
)
# Words of hiragana that ask or bind.
_HIRAGANA_WORDS = """
いつ どこ どの どれ どう なぜ なに なん だれ どなた どちら いくら いくつ どんな すれば いい よい です でした ます
ました ません でしょう ある あり いる する した して れる られ ください について ついて とは って から まで より だけ
など もの こと ため よう これ それ あれ この その あの ここ そこ たい ない なか なり なる お ご は が を に の と で
も へ や か ね よ な し い
"""
PARTICLES = frozenset("はがをにのとでもへやかねよな")
_QUESTION_ENDS = ("か", "とは", "いつ", "どこ", "だれ", "いくら", "いくつ")
_WORD_OF_IDEOGRAPHS = 2
"""Signs of most words of ideographs."""


def free_signs(text: str) -> list[bool]:
    """For each sign of a folded run whether it can be no part of a word: it asks, or is an ending or a particle."""
    mask = _mask(text, _asking_words())
    for start, end in stretches(len(text), lambda at: is_hiragana(text[at])):
        endings = start > 0 and is_ideograph(text[start - 1])
        inside = [True] * (end - start) if endings else _mask(text[start:end], _hiragana_words())
        mask[start:end] = [one or other for one, other in zip(mask[start:end], inside)]
    return mask


def defines(text: str) -> bool:
    """Whether this, around a name, asks only what or who it is."""
    return text in _DEFINING


def asks(text: str) -> bool:
    """Whether a folded run has a word that asks, or ends as a question of Japanese does."""
    return _asking_words().search(text) is not None or text.endswith(_QUESTION_ENDS)


def stop_pairs(text: str) -> list[bool]:
    """For each pair of signs of a folded run whether it asks or binds rather than names."""
    asking = _mask(text, _asking_words())
    idle = [one or sign in BINDING or is_hiragana(sign) for one, sign in zip(asking, text)]
    return [asking[at] or asking[at + 1] or (idle[at] and idle[at + 1]) for at in range(len(text) - 1)] or idle


def word_count(stem: str) -> int:
    """How many words a word is likely made of: where nothing tells ideographs apart, each two of them are one."""
    size = sum(map(is_ideograph, stem))
    return -(-size // _WORD_OF_IDEOGRAPHS) if size > _WORD_OF_IDEOGRAPHS else 1


def stretches(size: int, holds: Callable[[int], bool]) -> list[tuple[int, int]]:
    """The longest stretches of places for which this holds."""
    spans: list[tuple[int, int]] = []
    for at in filter(holds, range(size)):
        if spans and spans[-1][1] == at:
            spans[-1] = (spans[-1][0], at + 1)
        else:
            spans.append((at, at + 1))
    return spans


def is_hiragana(sign: str) -> bool:
    """Japanese endings and particles are written so, and few other words."""
    return "\u3041" <= sign <= "\u309f"


def is_katakana(sign: str) -> bool:
    """Japanese writes foreign words so."""
    return "\u30a1" <= sign <= "\u30ff"


def is_ideograph(sign: str) -> bool:
    """A sign that may be a word by itself."""
    return "\u3400" <= sign <= "\u9fff" or "\uf900" <= sign <= "\ufaff" or sign >= "\U00020000"


def _mask(text: str, words: re.Pattern[str]) -> list[bool]:
    mask = [False] * len(text)
    for match in words.finditer(text):
        mask[match.start() : match.end()] = [True] * (match.end() - match.start())
    return mask


@lru_cache(maxsize=1)
def _asking_words() -> re.Pattern[str]:
    return re.compile_fixed("|".join(sorted(_ASKING_WORDS.split(), key=len, reverse=True)))


@lru_cache(maxsize=1)
def _hiragana_words() -> re.Pattern[str]:
    return re.compile_fixed("|".join(sorted(_HIRAGANA_WORDS.split(), key=len, reverse=True)))
