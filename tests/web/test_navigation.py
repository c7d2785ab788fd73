"""The navigation: an entry that could not be shown is told when the site is built, not by the first page."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.web.household import BASE, NAVIGATION, PROBE, settings

from chabudai.web import build
from chabudai.web.assets import Assets
from chabudai.web.navigation import NavigationEntry, check_navigation
from chabudai.web.packages import Package

ENTRY = NavigationEntry("plants", "Plants", "/plants", accent="ai", icon="plus")


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        (replace(ENTRY, icon="leaf"), "the app plants names an icon that is not there: leaf"),
        (replace(ENTRY, icon="plants/leaf"), "an icon that is not there: plants/leaf"),
        (replace(ENTRY, accent="green"), r"an accent that no style sheet knows: green \(ai, kaki, wood\)"),
    ],
)
def test_an_icon_or_accent_that_nobody_knows_is_told_when_the_site_is_built(entry: NavigationEntry, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        build([], replace(settings(), navigation=(*NAVIGATION, entry)))


def test_an_app_can_bring_an_icon_and_an_accent_of_its_own(tmp_path: Path) -> None:
    rule = '[data-accent="wakaba"]{--accent:#476a1f}'
    for name, text in {"icons/leaf.svg": "<svg/>", "accent.css": rule}.items():
        (tmp_path / "static" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "static" / name).write_text(text)
    assets = Assets([BASE, PROBE, Package("plants", tmp_path)])
    check_navigation([replace(ENTRY, icon="plants/leaf", accent="wakaba")], assets)
    site = assets.respond("site.css", "").content.decode()
    assert site.startswith("body{")
    assert site.rstrip().endswith(rule)
