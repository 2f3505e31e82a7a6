"""Shapes of secrets that a maintained detector library knows: used by `add` where detect-secrets is installed.

It is an extra and not a dependency: it brings five packages for the network, of which nothing here has a use, and our
own shapes cover what is most often pasted.  Its detectors by entropy and by keyword are left out: they take hashes and
block ids for secrets.  Nothing it can ask a server is called.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..text.secrets import Shape

# On a line of ten megabytes, which a stranger may send, what looks to its end from everywhere never comes back.
_ENDLESS = re.compile(r"\.[*+]")
_NOT_BY_VALUE = frozenset(("Public IP (ipv4)",))


def library_shapes() -> tuple[Shape, ...]:
    """(kind, pattern) of every detector that goes by the value alone; empty where the library is not installed."""
    try:
        from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
        from detect_secrets.plugins.base import RegexBasedDetector
    except ImportError:
        return ()
    detectors: dict[str, Any] = get_mapping_from_secret_type_to_class()
    return tuple(
        (name, pattern)
        for name, detector in sorted(detectors.items())
        if issubclass(detector, RegexBasedDetector) and name not in _NOT_BY_VALUE
        for pattern in detector().denylist
        if not _ENDLESS.search(pattern.pattern)
    )
