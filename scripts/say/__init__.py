"""The text of values, as the command line and the server print it; nothing is read, asked or written here."""
