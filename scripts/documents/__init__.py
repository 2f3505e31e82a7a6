"""A file becomes a source note: read, converted to Markdown, its passages marked, known again when it changes."""
