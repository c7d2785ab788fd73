"""Whoever reads a page: in which language its amounts are written, and what they say of how many eat."""

from chabudai.apps.kondate.amounts.showing import Language
from chabudai.web.translations import current_language


def reader_language() -> Language:
    return "en" if current_language() == "en" else "ja"


def parse_servings(text: str) -> int | None:
    """None for what is no number from 1 to 20."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= 2 else 0
    return number if 1 <= number <= 20 else None
