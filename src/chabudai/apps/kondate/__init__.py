"""Kondate: recipes, what to cook from them, what to buy for it, and what is in the fridge."""
