from ..wiki_store.forgotten import paths_of as paths_of
