"""What is sent under the budget: tokens, what each entry is worth, and the choice among them."""
