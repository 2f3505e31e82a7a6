"""Claims and relations: as pages state them, and as an agent hands them over."""
