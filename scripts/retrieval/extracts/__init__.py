"""What a text says of a question: how much, and which part of it says most."""
