"""The five apps, none of which knows another."""
