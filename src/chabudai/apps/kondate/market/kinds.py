"""What the kinds of things that are published are called in addresses, of pages and of the API alike."""

from collections.abc import Mapping
from typing import Final

from chabudai.apps.kondate.errors import NoSuchItem
from chabudai.apps.kondate.main_table import Kind

KINDS: Final[Mapping[str, Kind]] = {"recipes": "RECIPE", "sets": "SET"}


def read_kind(plural: str) -> Kind:
    """NoSuchItem for what is neither."""
    try:
        return KINDS[plural]
    except KeyError:
        raise NoSuchItem from None
