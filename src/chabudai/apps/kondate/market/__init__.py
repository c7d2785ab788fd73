"""The market: what is published, saved, shared, bought and told."""
