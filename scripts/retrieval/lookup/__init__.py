"""What a question names in the vault: by exact names, forms, slips and mentions."""
