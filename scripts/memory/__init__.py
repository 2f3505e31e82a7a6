"""What a home remembers of its use."""
