"""The shopping list: what is to be bought, shelf by shelf, and what becomes of it."""
