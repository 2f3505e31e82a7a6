"""The verbs: each is declared once in declared.py, and done by a function in the module that its declaration names.

from commonplace.verbs.changing import rename

with KnowledgeBase.open() as kb:
    rename(kb, "token-budget", "Hard budget", dry_run=True)
"""

from .declaration import Call, Done, Parameter, Verb, Work
from .declared import VERBS

__all__ = ["VERBS", "Call", "Done", "Parameter", "Verb", "Work"]
