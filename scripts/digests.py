"""The two hashes that are used here, without OpenSSL, which `hashlib` loads and which costs a cold call 3 ms.

Both give what hashlib gives: it takes these very functions where OpenSSL has none.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import blake2b as blake2b
    from hashlib import sha256 as sha256
else:
    try:
        from _blake2 import blake2b as blake2b
    except ImportError:
        from hashlib import blake2b as blake2b

    def __getattr__(name):
        """sha256 when it is first asked for: it is a shared object of its own, for a million instructions."""
        if name != "sha256":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        try:
            from _sha2 import sha256
        except ImportError:
            try:
                # Its name until Python 3.11.
                from _sha256 import sha256
            except ImportError:
                from hashlib import sha256
        globals()[name] = sha256
        return sha256
