"""Pages of a person's games as a list: filtered, in folders, added, thrown away; `handlers_in` finds all of them."""
