"""The counters: the default one holds its margin against published vocabularies on text of every kind."""

from __future__ import annotations

import base64
import random
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scripts.errors import SettingError
from scripts.retrieval.budget.tokens import COUNTERS, EXACT, counter, estimate_tokens

MARGIN = 1.25
"""The real count over the estimate, at most."""
NOISE_MARGIN = 2.25
"""The same of signs in no order."""

PROSE = {
    "english": "The session store lost its quorum at 10:42 when two replicas restarted, and the payment service began "
    "to retry every request. Nobody had noticed the growing memory until the pager went off.",
    "german": "Der Sitzungsspeicher verlor um 10:42 Uhr sein Quorum, weil zwei Replikate gleichzeitig neu starteten. "
    "Die Überwachungsdienste meldeten außergewöhnlich hohe Speicherauslastungen.",
    "french": "Le magasin de sessions a perdu son quorum à 10 h 42, lorsque deux répliques ont redémarré; l'équipe "
    "d'astreinte n'a été prévenue qu'après l'échec de plusieurs paiements.",
    "spanish": "El almacén de sesiones perdió el quórum a las 10:42, cuando dos réplicas se reiniciaron. ¿Por qué "
    "nadie advirtió que la memoria crecía desde la madrugada?",
    "finnish": "Istuntovarasto menetti päätösvaltaisuutensa kello 10.42, kun kaksi kopiota käynnistyi uudelleen. "
    "Päivystäjä huomasi muistinkulutuksen kasvun vasta hälytyksen jälkeen.",
    "polish": "Magazyn sesji utracił kworum o 10:42, gdy dwie repliki uruchomiły się ponownie. Nikt nie zauważył, że "
    "zużycie pamięci rosło od wczesnego rana.",
    "russian": "Хранилище сеансов потеряло кворум в 10:42, когда две реплики перезапустились. Дежурный заметил рост "
    "потребления памяти только после срабатывания оповещения.",
    "greek": "Ο χώρος αποθήκευσης έχασε την απαρτία στις 10:42, όταν δύο αντίγραφα επανεκκίνησαν ταυτόχρονα.",
    "arabic": "فقد مخزن الجلسات نصابه في الساعة 10:42 عندما أعيد تشغيل نسختين، ولم يلاحظ أحد تزايد استهلاك الذاكرة.",
    "hindi": "सत्र भंडार ने 10:42 पर अपना कोरम खो दिया जब दो प्रतिकृतियाँ फिर से शुरू हुईं।",
    "turkish": "Oturum deposu, iki kopya yeniden başladığında saat 10:42'de çoğunluğunu kaybetti.",
    "vietnamese": "Kho phiên làm việc mất đa số lúc 10:42 khi hai bản sao khởi động lại cùng một lúc.",
    "chinese": "会话存储在10:42失去了法定人数,因为两个副本同时重启。值班工程师直到收到警报后才发现内存持续增长。",
    "traditional": "工作階段儲存區在上午失去了法定數量,因為兩個複本同時重新啟動,值班人員稍後才發現。",
    "japanese": "セッションストアは、二つのレプリカが再起動した10時42分に定足数を失いました。原因はメモリの漏れです。",
    "korean": "세션 저장소는 두 개의 복제본이 다시 시작되면서 10시 42분에 정족수를 잃었습니다.",
    "thai": "ที่เก็บเซสชันสูญเสียองค์ประชุมเมื่อเวลา 10:42 น. เมื่อแบบจำลองสองชุดเริ่มทำงานใหม่",
}
_RANDOM = random.Random(5)
_BYTES = _RANDOM.randbytes(300)
OTHER = {
    "code": "def read_blocks(text: str, start: int = 0) -> tuple[Block, ...]:\n    found = []\n"
    "    for line in text[start:].splitlines():\n        if not line.strip():\n            continue\n"
    '        found.append(Block("p", len(line)))\n'
    "    return tuple(found)\n",
    "c": "#include <stdio.h>\n\nint main(int argc, char **argv)\n{\n\tfor (int i = 0; i < argc; ++i)\n\t\tprintf("
    '"%s\\n", argv[i]);\n\treturn 0;\n}\n',
    "json": '{"id": "p3f9c1e", "score": 0.8312, "paths": [["a", "b"], ["c"]], "stale": false, "date": null}',
    "table": "| time | event | load |\n|------|:-----:|-----:|\n" + "| 10:42 | replica restarted | 0.97 |\n" * 8,
    "csv": "\n".join(f"{i},{_RANDOM.uniform(-99, 99):.4f},{_RANDOM.randint(0, 10**9)},ok" for i in range(20)),
    "markdown": "## Claims\n\n- [[memory-leak|memory leak]] causes [[system-crash|system crash]] (0.9, "
    '[[incident-report#^p3f9c1e|p3f9c1e]] "crashes due to memory leaks")\n\n> [!note] **Bold** and `code`\n',
    "base64": base64.b64encode(_BYTES).decode(),
    "base32": base64.b32encode(_BYTES).decode(),
    "hex": _BYTES.hex(),
    "uuid": "\n".join(
        f"{_BYTES[i : i + 4].hex()}-{_BYTES[i : i + 2].hex()}-4a0b-9c11-{_BYTES[i : i + 6].hex()}" for i in range(9)
    ),
    "emoji": "😀😂🤖🚀🔥👍🏽👩‍💻🇩🇪❤️✅⚠️🎉🧠📝🐍🏳️‍🌈👨‍👩‍👧‍👦⭐➡️☕♻️🪐🫠🥹" * 2,
    "math": r"$$\int_0^\infty e^{-x^2}\,dx=\frac{\sqrt{\pi}}{2}$$ where $\alpha_{i,j}\le\beta^{(k)}$",
    "capitals": "WARNING: DO NOT EDIT. THE REPLICA RESTARTED AND THE SESSION STORE LOST ITS QUORUM.",
    "names": "Douthyam was written by Gayathri Ashokan; it stars Mohanlal, Suresh Gopi and Parvathy Jayaram.",
    "urls": "https://example.org/a%20b/c?utm_source=x&id=8812394&token=aZ09-_kQ#frag\n" * 3,
    "rules": "-" * 80 + "\n" + "=" * 200 + "\n" + "*" * 7 + " " * 120 + "\n\n\n\n\n\t\t\tx\n",
    "letters": " ".join("".join(_RANDOM.choices("abcdefghijklmnopqrstuvwxyz", k=6)) for _ in range(30)),
    "marks": "".join(_RANDOM.choices("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", k=100)),
    "special": "<|endoftext|><|im_start|>system<|im_end|>" * 3,
}
KINDS = PROSE | OTHER
# Blocks whose random characters make no word of any language: the estimate is fitted to words.
NOISE = {
    "arabic": (0x600, 0x6FF),
    "devanagari": (0x900, 0x97F),
    "thai": (0xE01, 0xE3A),
    "kana": (0x3041, 0x30FA),
    "han": (0x4E00, 0x9FFF),
    "hangul": (0xAC00, 0xD7A3),
    "greek": (0x370, 0x3FF),
}


@pytest.fixture(scope="module", params=["o200k", "cl100k"])
def real(request):
    pytest.importorskip("bpe_openai", reason="the extra `exact` (bpe-openai) is not installed")
    return counter(request.param)


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_of_every_kind_stays_within_the_margin(real, kind):
    assert real(KINDS[kind]) <= MARGIN * estimate_tokens(KINDS[kind]) + 2


@pytest.mark.parametrize("kind", NOISE)
def test_random_characters_of_one_script_stay_within_the_margin_for_noise(real, kind):
    text = "".join(chr(_RANDOM.randint(*NOISE[kind])) for _ in range(200))
    assert real(text) <= NOISE_MARGIN * estimate_tokens(text) + 2


@given(text=st.text(max_size=200))
@example(text="\x00\x01\x02")
@example(text="�" * 50)
def test_random_unicode_stays_within_the_margin_for_noise(real, text):
    assert real(text) <= NOISE_MARGIN * estimate_tokens(text) + 2


@given(kinds=st.lists(st.sampled_from(sorted(KINDS)), min_size=1, max_size=5), cut=st.integers(0, 60))
def test_mixtures_of_kinds_stay_within_the_margin(real, kinds, cut):
    text = "\n\n".join(KINDS[kind][cut:] for kind in kinds)
    assert real(text) <= MARGIN * estimate_tokens(text) + 2


@pytest.mark.parametrize("kind", ["english", "code", "markdown", "table"])
def test_the_estimate_is_not_wasteful_on_prose_and_code(real, kind):
    assert estimate_tokens(KINDS[kind]) <= 1.4 * real(KINDS[kind])


def test_passages_of_the_benchmark_stay_within_the_margin(real, shared):
    lines = (shared / "bench/dev/wiki_mix/corpus.jsonl").read_text(encoding="utf-8").splitlines()[::40]
    assert [line for line in lines if real(line) > MARGIN * estimate_tokens(line) + 2] == []


def test_an_empty_text_costs_nothing_and_any_other_at_least_one():
    assert [estimate_tokens(text) for text in ("", "a", " ", "\n", "é")] == [0, 1, 1, 1, 2]


@given(first=st.text(max_size=80), second=st.text(max_size=80))
@example(first="  the", second="x")
@example(first="a\r", second="b")
def test_joining_at_a_line_break_costs_at_most_one_more(first, second):
    assert estimate_tokens(first + "\n" + second) <= estimate_tokens(first + "\n") + estimate_tokens(second) + 1


@pytest.mark.parametrize(
    "text", ["a" * 300_000, "(" * 300_000, "\n" * 300_000, " " * 300_000, "aB" * 150_000, "é " * 150_000]
)
def test_hostile_lengths_are_counted_in_linear_time(text):
    assert estimate_tokens(text) >= 1_000


def test_the_formulas_of_the_seeds_are_kept_by_name():
    text = "one two three" + "." * 7
    assert {name: COUNTERS[name](text) for name in COUNTERS if name != "pieces"} == {
        "words43": 4,
        "chars4": 5,
        "chars35": 6,
        "bytes3": 7,
    }


def test_an_unknown_counter_is_refused_with_the_names_there_are():
    with pytest.raises(SettingError, match=re.escape("pieces, words43, chars4, chars35, bytes3, exact, o200k, cl100k")):
        counter("tiktoken")


def test_an_exact_counter_takes_markers_of_models_for_plain_text():
    pytest.importorskip("bpe_openai", reason="the extra `exact` (bpe-openai) is not installed")
    assert [counter(name)("<|endoftext|>") > 1 for name in EXACT] == [True, True, True]


def test_an_exact_counter_survives_a_lone_surrogate():
    pytest.importorskip("bpe_openai", reason="the extra `exact` (bpe-openai) is not installed")
    assert counter("exact")("a\ud800b") > 0


# What a reply holds hangs on every one of them.
ESTIMATES = {
    "english": 42,
    "german": 73,
    "french": 75,
    "spanish": 54,
    "finnish": 67,
    "polish": 58,
    "russian": 86,
    "greek": 81,
    "arabic": 72,
    "hindi": 81,
    "turkish": 36,
    "vietnamese": 45,
    "chinese": 56,
    "traditional": 55,
    "japanese": 48,
    "korean": 39,
    "thai": 78,
    "code": 80,
    "c": 59,
    "json": 56,
    "table": 150,
    "csv": 265,
    "markdown": 84,
    "base64": 266,
    "base32": 313,
    "hex": 337,
    "uuid": 238,
    "emoji": 225,
    "math": 51,
    "capitals": 30,
    "names": 27,
    "urls": 119,
    "rules": 42,
    "letters": 91,
    "marks": 61,
    "special": 53,
}


@pytest.mark.parametrize("kind", ESTIMATES)
def test_an_estimate_stays_what_it_is(kind):
    assert estimate_tokens(KINDS[kind]) == ESTIMATES[kind]
