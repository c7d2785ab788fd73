"""Where things of the market stand: what kinds are called in addresses, and the pages that lead on from each other."""

from typing import Final

from chabudai.apps.kondate.main_table import Kind

DISCOVER_URL: Final = "/kondate/discover"
PURCHASES_URL: Final = "/kondate/purchases"
CARDS_URL: Final = "/kondate/cards"
MEMBERSHIP_URL: Final = "/kondate/membership"
CREATOR_URL: Final = "/kondate/creator"


def plural_of(kind: Kind) -> str:
    return "recipes" if kind == "RECIPE" else "sets"


def item_url(kind: Kind, item_id: str) -> str:
    """Of what is published."""
    return f"{DISCOVER_URL}/{plural_of(kind)}/{item_id}"


def own_url(kind: Kind, item_id: str) -> str:
    """Of a recipe or set in one's own book."""
    return f"/kondate/{plural_of(kind)}/{item_id}"
