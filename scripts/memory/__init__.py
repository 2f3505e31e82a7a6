"""What a home remembers: of its use, and of what was said; and the structures of the HCE seed."""
