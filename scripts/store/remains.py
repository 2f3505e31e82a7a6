from ..wiki_store.forgotten import Remain as Remain
from ..wiki_store.forgotten import lines_with as places_in
from ..wiki_store.forgotten import look_for as look
from ..wiki_store.forgotten import texts_of as texts_of

__all__ = ["Remain", "look", "places_in", "texts_of"]
