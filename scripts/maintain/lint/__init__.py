"""Everything in the vault that wants a hand, rule by rule, and the mending of what needs no judgment."""
