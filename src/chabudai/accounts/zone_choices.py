"""Time zones by the places that people know them by: 東京 or Tokyo, for Asia/Tokyo."""

import unicodedata
from dataclasses import dataclass
from functools import cache

from babel import dates

from chabudai.web import zones
from chabudai.web.translations import LANGUAGES

# Old names for what other zones say as well, and zones that are nowhere: taken when typed, but not offered.
_HIDDEN = frozenset({"Brazil", "Canada", "Chile", "Etc", "Mexico", "US"})
_LONGEST = 100


@dataclass(frozen=True, slots=True)
class ZoneChoice:
    zone: str
    name: str


@cache
def zone_choices(language: str) -> tuple[ZoneChoice, ...]:
    """Every place with its name in that language, in the order of the zones."""
    offered = (zone for zone in sorted(zones.names()) if zone.partition("/")[0] not in _HIDDEN)
    return tuple(ZoneChoice(zone, _city(zone, language)) for zone in offered)


def parse_zone(text: str) -> str:
    """The zone that was typed: its name, or its place's in either language. ValueError when none fits."""
    plain = _plain(text[:_LONGEST])
    found = _by_name().get(plain) or _by_place().get(plain)
    if found is None:
        raise ValueError("no such time zone")
    return found


@cache
def _by_name() -> dict[str, str]:
    return {_plain(zone): zone for zone in zones.names()}


@cache
def _by_place() -> dict[str, str]:
    return {_plain(place.name): place.zone for code in LANGUAGES for place in reversed(zone_choices(code))}


def _city(zone: str, language: str) -> str:
    return zone if "/" not in zone else dates.get_timezone_location(zone, locale=language, return_city=True)


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip().casefold().replace("_", " ")
