"""Adding knowledge: the extractions of an agent from documents, and answers."""
