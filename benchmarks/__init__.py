"""Measurements: run from the checkout as `python -m benchmarks.NAME`; no part of the package and of the suite."""
