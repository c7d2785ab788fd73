"""Wardrobe: clothes, outfits made of them, and what was worn when."""
