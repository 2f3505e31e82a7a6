"""What a home remembers: talks, past sessions of clients, and marks of what helped."""
