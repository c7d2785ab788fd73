"""A game to look at for whoever has none, and games that stay readable without a connection."""

from zoneinfo import ZoneInfo

import pytest
from tests.apps.shogi.site_house import House, Member

from chabudai.apps.shogi import sharing
from chabudai.common.owner import Owner


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_sample_game_is_read_stepped_and_copied_by_whoever_has_none(site: House, language: str) -> None:
    browser = site.member(f"sampler{language}", language)
    assert 'href="/shogi/sample"' in browser.get("/shogi").text
    page = browser.get("/shogi/sample?at=20")
    assert page.status_code == 200
    assert 'data-at="20"' in page.text
    assert 'href="?at=21"' in page.text
    assert browser.get("/shogi/sample/diagram.svg?at=20").status_code == 200
    assert browser.list() == []
    copied = browser.press("/sample/copies", at="20")
    assert copied.status_code == 200
    assert len(browser.list()) == 1
    assert Member(site.client, language).get("/shogi/sample").status_code == 200  # also without an account


def test_only_a_game_s_own_page_is_kept_for_the_time_without_a_connection(site: House) -> None:
    browser = site.member("offliner")
    game = site.keep("offliner")
    page = browser.get(f"/shogi/games/{game.game_id}")
    assert page.headers["x-offline"] == "keep"
    assert 'class="notice offline-note"' in page.text
    for path in ("/shogi", "/shogi/settings", f"/shogi/games/{game.game_id}/details"):
        assert "x-offline" not in browser.get(path).headers


def test_a_guest_is_told_what_the_panel_says_without_an_engine_to_ask(site: House) -> None:
    site.member("panelist")
    game = site.keep("panelist")
    owner = Owner(site.store, "panelist", site.clock, ZoneInfo("UTC"))
    code = sharing.start_link(owner, game.game_id).share_code
    sharing.set_public(owner, game.game_id, public=True)
    guest = Member(site.client, "en")
    for url in ("/shogi/sample", f"/s/{code}", f"/shogi/games/{game.game_id}"):
        panel = guest.get(f"{url}/engine?at=1")
        assert panel.status_code == 200
        assert 'id="graph"' in panel.text
        assert 'id="engine"' not in panel.text
