from ..wiki_store.locks import close_to_others as close_to_others
from ..wiki_store.locks import make_graph_folder as make_graph_folder
