from ..wiki_store.earlier import graph_folders as graph_folders
