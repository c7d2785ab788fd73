"""The fridge: what is in it by how soon it has to be eaten, its trash, and what can be cooked from it."""
