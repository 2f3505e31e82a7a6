from ..wiki_store.forgotten import Doomed as Doomed
from ..wiki_store.forgotten import Traces as Traces
from ..wiki_store.forgotten import find_traces as traces_in
from ..wiki_store.forgotten import remove_traces as take_away

__all__ = ["Doomed", "Traces", "take_away", "traces_in"]
