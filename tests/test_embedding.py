"""A folder of a model is run, or it is said what it lacks.  The models here are made up: a layer of 16 numbers."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from scripts.embedding import ModelEmbedder, is_installed, open_embedder
from scripts.errors import SettingError
from tests.running import write

pytestmark = pytest.mark.skipif(not is_installed(), reason="the extra `meaning` is not installed: no model is run")

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"abcdefgh"]
SIZE, INNER, POSITIONS = 16, 32, 32
CONFIG = {"model_type": "bert", "num_hidden_layers": 1, "num_attention_heads": 4, "max_position_embeddings": POSITIONS}
LAYER = "encoder.layer.0"


def shapes(rows: int) -> dict[str, tuple[int, ...]]:
    names: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (rows, SIZE),
        "embeddings.token_type_embeddings.weight": (2, SIZE),
        "embeddings.position_embeddings.weight": (POSITIONS, SIZE),
    }
    parts = [*(f"attention.self.{part}" for part in ("query", "key", "value")), "attention.output.dense"]
    for part, out, into in [*((part, SIZE, SIZE) for part in parts), ("output.dense", SIZE, INNER)]:
        names |= {f"{LAYER}.{part}.weight": (out, into), f"{LAYER}.{part}.bias": (out,)}
    names |= {f"{LAYER}.intermediate.dense.weight": (INNER, SIZE), f"{LAYER}.intermediate.dense.bias": (INNER,)}
    for norm in ("embeddings.LayerNorm", f"{LAYER}.attention.output.LayerNorm", f"{LAYER}.output.LayerNorm"):
        names |= {f"{norm}.weight": (SIZE,), f"{norm}.bias": (SIZE,)}
    return names


def model(folder: Path, *, seed: int = 1, rows: int = len(WORDS), without: str = "") -> Path:
    import numpy
    from safetensors.numpy import save_file
    from tokenizers import BertWordPieceTokenizer

    write(folder, {"config.json": json.dumps(CONFIG)})
    BertWordPieceTokenizer({word: number for number, word in enumerate(WORDS)}).save(str(folder / "tokenizer.json"))
    numbers = numpy.random.default_rng(seed)
    tensors = {name: numbers.normal(size=shape).astype("float32") for name, shape in shapes(rows).items()}
    tensors.pop(without, None)
    save_file(tensors, str(folder / "model.safetensors"))
    return folder


def opened(folder: Path) -> ModelEmbedder:
    embedder = open_embedder(str(folder), str(folder.parent / "cache"), where="option --embedder")
    assert embedder is not None
    return embedder


def test_a_text_has_the_same_vector_in_any_batch(tmp_path: Path) -> None:
    embedder = opened(model(tmp_path / "model"))
    texts = [" ".join(random.Random(number).choices("abcdefgh", k=number + 1)) for number in range(8)]
    alone = [embedder.passages([text])[0] for text in texts]
    assert all(
        abs(one - other) <= 1
        for pair in zip(alone, embedder.passages(texts))
        for one, other in zip(*(memoryview(vector).cast("b") for vector in pair))
    )


def test_a_text_longer_than_the_model_reads_is_cut(tmp_path: Path) -> None:
    embedder = opened(model(tmp_path / "model"))
    assert embedder.passages(["a b " * 100]) == embedder.passages(["a b " * 200])


def test_a_model_may_have_more_rows_than_words(tmp_path: Path) -> None:
    assert len(opened(model(tmp_path / "model", rows=len(WORDS) + 3)).question("a b")) == SIZE


def test_a_model_that_is_exchanged_has_another_id_and_other_vectors(tmp_path: Path) -> None:
    before = opened(model(tmp_path / "model"))
    after = opened(model(tmp_path / "model", seed=2))
    assert before.id != after.id
    assert before.question("a b") != after.question("a b")


@pytest.mark.parametrize(
    ("name", "text"),
    [("config.json", "["), ("config.json", '{"model_type": "gpt2"}'), ("model.safetensors", "none")],
)
def test_what_is_no_model_is_refused_with_what_is_wanted(name: str, text: str, tmp_path: Path) -> None:
    write(model(tmp_path / "model"), {name: text})
    with pytest.raises(SettingError, match=r"tokenizer.json of a BERT encoder"):
        opened(tmp_path / "model")


def test_weights_that_lack_a_part_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"BERT encoder \('embeddings.LayerNorm.bias'\)"):
        opened(model(tmp_path / "model", without="embeddings.LayerNorm.bias"))
