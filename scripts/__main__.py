"""`python -m commonplace VERB ...`: the command line of an installed package."""

from __future__ import annotations

import sys

from .cli import run

if __name__ == "__main__":
    sys.exit(run())
