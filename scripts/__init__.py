"""commonplace: a knowledge base of plain Markdown that an agent writes with evidence and asks under a token budget.

In a checkout the package is called `scripts`, installed it is called `commonplace`; all imports inside are relative,
so that both names work and neither meets a host project's own module.
"""

__version__ = "0.2.0"
