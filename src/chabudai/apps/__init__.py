"""The apps, none of which knows another."""
