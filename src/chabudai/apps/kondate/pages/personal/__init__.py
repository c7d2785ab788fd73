"""Pages about the person: notices, how the household cooks and shops, and files."""
