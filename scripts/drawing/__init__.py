"""The graph for other eyes: as a page, as a drawing, and as files of other programs."""
