"""Files of a vault that are no notes, and notes as other programs than Obsidian know them."""
