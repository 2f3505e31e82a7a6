"""What carries no topic in Korean and in scripts without blanks: what asks, endings and particles, told by character.

Loaded only where a question has such a script.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

# What asks, whatever stands around it.
_ASKING_WORDS = """
什么时候 什麼時候 什么 什麼 甚么 怎么样 怎么办 怎么 怎麼 怎样 怎樣 为什么 為什麼 为何 為何 如何 哪些 哪里 哪裡 哪儿
哪个 哪個 哪位 哪年 哪一 哪 多少钱 多少錢 多少 多久 多长 多長 多大 多高 多重 多远 多遠 是否 能否 可否 有没有 有沒有
是不是 时候 時候 请问 請問 告诉 告訴 介绍一下 介紹一下 一下 关于 關於 谁 誰 几个 幾個 吗 嗎 呢 吧 么 麼 啊 可以 需要
应该 應該 能够 能夠 因为 因為 还是 還是 或者 何 教えて 下さい
무엇 무슨 누가 누구 누굴 언제 어디 어느 어떤 어떻게 어째서 얼마나 얼마 알려줘 알려주세요
"""
# Korean endings, and particles of several syllables; of several at the end of a run the longest counts.
_HANGUL_ENDINGS = """
입니까 입니다 습니까 습니다 합니까 합니다 됩니까 됩니다 인가요 은가요 는가요 나요 까요 지요 이에요 예요 에요
인가 는가 이죠 해요 하나요 했나요 되나요 됐나요 되었나요 있나요 있었나요 없나요 있습니까 있었습니까 없습니까
했나 되었나 됐나 했지 했어 하는 하고 해서 되는 된다 한다 했다 됐다 되었다 이다 에서 에서는 에서도 에게 에게서 한테 께서
으로 으로는 으로도 까지 까지는 까지도 부터 부터는 보다 처럼 만큼 마다 이나 이라고 라고 이란 이라는 에는 에도 에만 와는
과는 들이 들은 들을 들의 대해 대하여 대한 관해 관하여 관한
"""
# Signs that bind or ask, and are parts of words as well: 在 of 現在, 有 of 有限, 도 of 온도.
_BINDING = frozenset(
    "的了在有是由被于於从從和与與对對把给給会會能要就都也还還个個些中为為到以及其之不没沒我你您他她它这這那们們几幾多少去来來做过過着著得地"
    "은는이가을를의에로와과도만나란요죠그저안못더또및등수것한할된될왜몇뭐뭘"
)
# Words of hiragana that ask or bind.
_HIRAGANA_WORDS = """
いつ どこ どの どれ どう なぜ なに なん だれ どなた どちら いくら いくつ どんな すれば いい よい です でした ます
ました ません でしょう ある あり いる する した して れる られ ください について ついて とは って から まで より だけ
など もの こと ため よう これ それ あれ この その あの ここ そこ たい ない なか なり なる お ご は が を に の と で
も へ や か ね よ な し い
"""
PARTICLES = frozenset("はがをにのとでもへやかねよな")
_WORD_OF_IDEOGRAPHS = 2
"""Signs of most words of ideographs."""


def free_signs(text: str) -> list[bool]:
    """For each sign of a folded run whether it can be no part of a word: it asks, or is an ending or a particle."""
    mask = _mask(text, _asking_words())
    ending = _hangul_ending(text)
    if ending:
        mask[-ending:] = [True] * ending
    for start, end in stretches(len(text), lambda at: is_hiragana(text[at])):
        endings = start > 0 and is_ideograph(text[start - 1])
        inside = [True] * (end - start) if endings else _mask(text[start:end], _hiragana_words())
        mask[start:end] = [one or other for one, other in zip(mask[start:end], inside)]
    return mask


def binds(text: str, at: int) -> bool:
    """Whether a sign of a folded run likely binds or asks; no particle of Korean begins a word, as 가 does in 가을."""
    return text[at] in _BINDING and (at > 0 or len(text) == 1 or not is_hangul(text[at]))


def stop_pairs(text: str) -> list[bool]:
    """For each pair of signs of a folded run whether it asks or binds rather than names."""
    asking = _mask(text, _asking_words())
    idle = [one or binds(text, at) or is_hiragana(text[at]) for at, one in enumerate(asking)]
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


def is_hangul(sign: str) -> bool:
    """A syllable of Korean."""
    return "\uac00" <= sign <= "\ud7a3"


def is_hiragana(sign: str) -> bool:
    """Japanese endings and particles are written so, and few other words."""
    return "\u3041" <= sign <= "\u309f"


def is_katakana(sign: str) -> bool:
    """Japanese writes foreign words so."""
    return "\u30a1" <= sign <= "\u30ff"


def is_ideograph(sign: str) -> bool:
    """A sign that may be a word by itself."""
    return "\u3400" <= sign <= "\u9fff" or "\uf900" <= sign <= "\ufaff" or sign >= "\U00020000"


def _hangul_ending(text: str) -> int:
    """Syllables of the longest ending of a run that is no word; 0 where there is none."""
    if not is_hangul(text[-1:]):
        return 0
    return next((size for size in range(min(_LONGEST_ENDING, len(text)), 1, -1) if text[-size:] in _ENDINGS), 0)


def particle_sizes(word: str) -> list[int]:
    """Syllables of what may be a Korean particle or ending of a word, none where it has none; the longest first."""
    if not is_hangul(word[-1:]) or len(word) < len("책은"):
        return []
    return [size for size in (_hangul_ending(word), int(word[-1] in _HANGUL_PARTICLES)) if 0 < size < len(word)]


_HANGUL_PARTICLES = frozenset("은는이가을를의에로와과도만란")
_ENDINGS = frozenset(_HANGUL_ENDINGS.split())
_LONGEST_ENDING = max(map(len, _ENDINGS))


def _mask(text: str, words: re.Pattern[str]) -> list[bool]:
    mask = [False] * len(text)
    for match in words.finditer(text):
        mask[match.start() : match.end()] = [True] * (match.end() - match.start())
    return mask


@lru_cache(maxsize=1)
def _asking_words() -> re.Pattern[str]:
    return re.compile("|".join(sorted(_ASKING_WORDS.split(), key=len, reverse=True)))


@lru_cache(maxsize=1)
def _hiragana_words() -> re.Pattern[str]:
    return re.compile("|".join(sorted(_HIRAGANA_WORDS.split(), key=len, reverse=True)))
