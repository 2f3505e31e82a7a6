from ..wiki_store.journal import FORGET as FORGET
from ..wiki_store.journal import NEWEST as NEWEST
