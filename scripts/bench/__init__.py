"""Measuring the package from outside, as its users meet it.  Nothing here is needed to answer a question."""
