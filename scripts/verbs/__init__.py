"""The verbs of the command line, one module each, and the table that lists them.

A verb's module has `options(parser)`, `run(kb, options)` with a value and an exit code, and `text(value, options)`,
what is printed.  `document(value)` is there only where the JSON is not the value itself.  A cold call imports the
module of its own verb and no other.
"""
