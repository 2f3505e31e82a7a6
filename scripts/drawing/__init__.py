"""The graph as text, as a page for a browser, and in the formats of other programs."""
