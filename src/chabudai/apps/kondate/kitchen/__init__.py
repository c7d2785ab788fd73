"""The kitchen: the loop from a planned set over the shopping list and the fridge to the cooking log."""
