"""chabudai: the one low table that a whole household gathers round."""
