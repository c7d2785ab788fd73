"""Pages of cooking and of what was cooked."""
