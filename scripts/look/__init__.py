"""What lists and looks: pages, links, names, who cites what and where a name leads, over the port of the index."""
