"""The wardrobe's pages: whoever knows a wardrobe's address sees it, and needs no account."""
