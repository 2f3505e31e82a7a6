"""What a team needs, and one person does not: an index in PostgreSQL, the server over HTTP, and its tokens."""
