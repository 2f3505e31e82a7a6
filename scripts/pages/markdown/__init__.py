"""The body of a page: blocks, sections, passages, links in running text, with exact offsets."""
