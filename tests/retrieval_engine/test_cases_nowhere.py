"""A word that stands in a vault, written in any way people write it, is not said to occur nowhere."""

from __future__ import annotations

import random
import re
import tarfile
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.index_store.port import IndexReader
from scripts.index_store.refresh import open_index
from scripts.retrieval_engine.understand import understand
from scripts.text.language import detect_language

SEED = 29
WORDS = 200
PRECISION = 0.99

WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
_COMPOUND = re.compile(
    r"(?<![\w./@-])(?:[^\W\d_]{2,}(?:[-_.][^\W\d_]{2,})+|[A-Z]?[a-z]+[A-Z][a-zA-Z]+)(?![\w@/-]|\.\w)"
)
_PLAIN = re.compile(r"(?<![\w-])[^\W\d_]{3,}(?![\w-])")


@pytest.fixture(
    scope="module", params=[*(pytest.param(name, marks=pytest.mark.long) for name in ("help", "help-fr")), "help-de"]
)
def reader(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexReader]:
    archive = Path(__file__).resolve().parents[3] / "shared" / "bench" / "vaults" / f"{request.param}.tar.xz"
    if not archive.is_file():
        pytest.skip(f"{archive.name} does not lie beside the project")
    root = tmp_path_factory.mktemp(request.param)
    with tarfile.open(archive) as vault:
        vault.extractall(root / "vault", filter="data")
    with open_index(str(root / "vault"), environ={"COMMONPLACE_CACHE": str(root / "cache")}) as index:
        yield index.reader


def standing(reader: IndexReader) -> tuple[list[str], list[str]]:
    """Return plain words and compound ones that stand in the text of a vault, a sample of each."""
    ids = [page.id for page in reader.pages(everything=True)]
    text = " ".join(row.text for row in reader.passages(pages=ids) if not row.is_boilerplate and row.kind != "code")
    text = re.sub(r"https?://\S+|\]\([^)]*\)|<[^>]*>|\[\[[^\]|]*\|?|[*`~_]*", "", unicodedata.normalize("NFC", text))
    pick = random.Random(SEED)
    plain, compound = (sorted(set(pattern.findall(text))) for pattern in (_PLAIN, _COMPOUND))
    return pick.sample(plain, min(WORDS, len(plain))), pick.sample(compound, min(WORDS, len(compound)))


def without_accents(word: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFD", word) if not unicodedata.combining(sign))


def gaps(reader: IndexReader, written: list[str]) -> list[str]:
    """Return what the reader's vault is said not to have, each word asked for in a question of its own."""
    return [word for word in written if understand(reader, word).nowhere]


def assert_precise(reader: IndexReader, written: list[str]) -> None:
    missed = gaps(reader, written)
    assert len(missed) <= (1 - PRECISION) * len(written), missed


def test_a_plain_word_in_any_case_width_or_accent(reader: IndexReader) -> None:
    plain, _ = standing(reader)
    assert_precise(reader, plain)
    assert_precise(reader, [word.lower() for word in plain])
    assert_precise(reader, [word.upper() for word in plain])
    assert_precise(reader, [word.capitalize() for word in plain])
    assert_precise(reader, [word.translate(WIDE) for word in plain])
    assert_precise(reader, [unicodedata.normalize("NFD", word) for word in plain])
    assert_precise(reader, [without_accents(word) for word in plain])
    if reader.statistics().languages[0][0] == "en":
        assert_precise(reader, [word.replace("e", "é", 1) for word in plain])


def test_a_plain_word_with_a_sign_at_its_side(reader: IndexReader) -> None:
    plain, _ = standing(reader)
    for form in ("{}'s", "{}’s", "({})", "“{}”", "*{}*", "`{}`", "#{}", "{}:", "{}…", "--{}", "{}/"):
        assert_precise(reader, [form.format(word) for word in plain])


def test_a_plain_word_in_the_plural(reader: IndexReader) -> None:
    plain, _ = standing(reader)
    language = reader.statistics().languages[0][0]
    if language != "en":
        pytest.skip("plurals are made for English alone")
    nouns = [word for word in plain if word.islower() and len(word) > 3 and word[-1] not in "sxzyhief"]
    assert_precise(reader, [f"{word}s" for word in nouns])


def test_a_compound_word_in_other_styles(reader: IndexReader) -> None:
    _, compound = standing(reader)
    parts = [[part for part in re.split(r"[-_.]|(?<=[a-z])(?=[A-Z])", word) if part] for word in compound]
    parts = [words for words in parts if len(words) <= 4]
    for style in (
        "-".join,
        "_".join,
        "".join,
        " ".join,
        lambda words: "".join(word.capitalize() for word in words),
        lambda words: words[0].lower() + "".join(word.capitalize() for word in words[1:]),
        lambda words: "_".join(words).upper(),
    ):
        assert_precise(reader, [style(words) for words in parts])


def test_a_word_inside_a_question(reader: IndexReader) -> None:
    plain, compound = standing(reader)
    asked = [f"where is it said how {word} works?" for word in [*plain, *compound]]
    language = reader.statistics().languages[0][0]
    if language == "en":
        found = [understand(reader, question).nowhere for question in asked]
        assert sum(map(bool, found)) <= (1 - PRECISION) * len(found), sorted({word for gap in found for word in gap})


def test_words_that_stand_nowhere_are_said_to(reader: IndexReader) -> None:
    made_up = ["zorkmid", "quibblefax", "thrumbledore", "vexilloid", "plinthuary", "snorgwort", "mxyzptlk"]
    assert len(gaps(reader, made_up)) >= len(made_up) - 1
    assert detect_language("plinthuary") == ""
