"""Wardrobe: clothes, outfits made of them, and what was worn when."""

from pathlib import Path

from chabudai.web.packages import Package

PACKAGE = Package("wardrobe", Path(__file__).parent)
