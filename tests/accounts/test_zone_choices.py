"""Zones by their places."""

import pytest

from chabudai.accounts import zone_choices
from chabudai.web import zones


@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_place_that_is_offered_leads_to_its_own_zone_by_its_zones_name(language: str) -> None:
    offered = zone_choices.zone_choices(language)
    assert len(offered) > 400
    assert {place.zone for place in offered} <= zones.names()
    assert [place for place in offered if zone_choices.parse_zone(place.zone) != place.zone] == []


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("東京", "Asia/Tokyo"),
        ("ｔｏｋｙｏ", "Asia/Tokyo"),
        ("New York", "America/New_York"),
        ("new_york", "America/New_York"),
        ("US/Pacific", "US/Pacific"),
        ("utc", "UTC"),
    ],
)
def test_a_zone_is_found_however_it_is_named(text: str, zone: str) -> None:
    assert zone_choices.parse_zone(text) == zone


@pytest.mark.parametrize("text", ["", " ", "Atlantis", "../etc/passwd", "Asia", "x" * 100_000])
def test_what_is_no_place_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no such time zone"):
        zone_choices.parse_zone(text)
