"""The demo: for each visitor a household of their own, copied from a pattern, and gone after a day."""
