"""Looking after what is written: what is drawn of it for other programs."""
