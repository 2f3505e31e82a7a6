"""The verbs, pages and two prompts for clients of the Model Context Protocol."""
