"""The memory of a home: conversations, past sessions of clients, and marks of useful pages."""
