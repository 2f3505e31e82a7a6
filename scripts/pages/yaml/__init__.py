"""The properties of a page: reading them, and editing them by span."""
