"""The same rooms as for the index."""

from __future__ import annotations

from tests.store.conftest import open_room, room, without_rights  # noqa: F401
