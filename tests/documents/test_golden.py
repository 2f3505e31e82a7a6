"""Each document of tests/fixtures/documents is what is expected of it; `python -m tests.documents.make` writes that."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.errors import MissingExtraError
from tests.documents.make import EXPECTED, documents, expected


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.name)
def test_a_document_is_read_as_expected(path: Path) -> None:
    try:
        made = expected(path)
    except MissingExtraError as err:
        pytest.skip(f"LEFT OUT: {err}")
    assert made == path.with_name(path.name + EXPECTED).read_text(encoding="utf-8")
