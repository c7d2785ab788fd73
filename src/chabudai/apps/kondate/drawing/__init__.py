"""Dishes, the tray they stand on and the seal of what is cooked, drawn: from above, light from the upper left."""
