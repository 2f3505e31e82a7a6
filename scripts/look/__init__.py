"""Look up and list pages, links, names and citations, over the port of the index."""
