"""The words of a question, before the vault is asked: stems, forms, dates, codes, what carries no topic."""
