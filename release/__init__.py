"""What makes a release: the folders that registries of skills read, and the files that are published."""
