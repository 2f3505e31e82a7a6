"""Text in, values out: Markdown, frontmatter, links, claim lines, quotes, words. No file, clock or index."""
