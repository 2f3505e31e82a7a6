"""Files and SQLite: the vault, the operations on it, the journal, the index."""
