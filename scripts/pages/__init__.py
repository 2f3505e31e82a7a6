"""From the text of a page to values and back: no files, no clock, no environment."""
