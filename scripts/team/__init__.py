"""Parts that only a team needs: an index in PostgreSQL, the server over HTTP, and its tokens."""
