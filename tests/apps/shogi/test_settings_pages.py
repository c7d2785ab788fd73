"""How boards look is a person's own on every device and a guest's in the browser; quotas as meters, and files."""

from itertools import count

import pytest
from tests.apps.shogi.site_house import House, Member

from chabudai.apps.shogi import design, personal_data, sharing, tags
from chabudai.apps.shogi.entities import User

_NUMBERS = count(1)
CHOICES = {
    "pieces": "two",
    "size": "s",
    "bottom": "sente",
    "coordinates": "off",
    "targets": "off",
    "figures": "rate",
    "speed": "4",
    "sound": "on",
}


@pytest.fixture
def username() -> str:
    return f"chooser{next(_NUMBERS)}"


def checked(page: str) -> dict[str, str]:
    return {name: value for name in CHOICES for value in _values(page, name) if _is_checked(page, name, value)}


def _values(page: str, name: str) -> list[str]:
    return [part.partition('"')[0] for part in page.split(f'name="{name}" value="')[1:]]


def _is_checked(page: str, name: str, value: str) -> bool:
    return f'name="{name}" value="{value}" checked' in page


def test_what_a_person_chooses_holds_on_every_device(site: House, username: str) -> None:
    phone, desktop = site.member(username), site.member(username)
    game = site.keep(username)
    assert checked(phone.get("/shogi/settings").text)["pieces"] == "letters"
    phone.press("/settings", **CHOICES)
    assert checked(desktop.get("/shogi/settings").text) == CHOICES
    for path in (f"/shogi/games/{game.game_id}", "/shogi/new/board"):
        page = desktop.get(path).text
        assert 'data-speed="4"' in page
        assert "/pieces/two." in page


def test_choosing_leaves_the_counts_and_quotas_of_the_row_as_they_are(site: House, username: str) -> None:
    browser = site.member(username)
    site.store.put(User(username=username, kifu_max=7))
    site.keep(username)
    browser.press("/settings", sound="on")
    row = site.store.get(design.user(username))
    assert row is not None
    assert (row.kifu_max, row.kifu_count, "sound=on" in row.board) == (7, 1, True)
    site.keep(username, second="B")
    assert checked(browser.get("/shogi/settings").text)["sound"] == "on"
    assert "sound=on" in personal_data.export(site.store, site.clock, username)["board"]


def test_what_makes_no_sense_changes_nothing(site: House, username: str) -> None:
    browser = site.member(username)
    browser.press("/settings", pieces="gold", size="s", kifu_max="999999")
    assert checked(browser.get("/shogi/settings").text)["pieces"] == "letters"
    assert checked(browser.get("/shogi/settings").text)["size"] == "s"


def test_a_guest_with_a_link_keeps_theirs_in_the_browser(site: House, username: str) -> None:
    game = site.keep(username)
    code = sharing.start_link(site.owner(username), game.game_id).share_code
    guest, other = Member(site.client, "ja"), Member(site.client, "ja")
    guest.press("/settings", pieces="two")
    assert "/pieces/two." in guest.get(f"/s/{code}").text
    assert "/pieces/one." in other.get(f"/s/{code}").text
    page = guest.get("/shogi/settings").text
    assert "このブラウザーだけが覚えています" in page
    assert "<meter" not in page


@pytest.mark.parametrize(
    ("language", "sentences"),
    [("ja", ("2 / 9局", "1 / 50タグ", "あと60回")), ("en", ("2 of 9 games", "1 of 50 tags", "60 left"))],
)
def test_quotas_are_meters_and_files_are_one_tap_away(
    site: House, username: str, language: str, sentences: tuple[str, ...]
) -> None:
    site.store.put(User(username=username, kifu_max=9))
    site.keep(username)
    site.keep(username, second="B")
    tags.add(site.owner(username), "急戦")
    page = site.member(username, language).get("/shogi/settings").text
    for sentence in sentences:
        assert sentence in page
    assert page.count("<meter") == 3
    assert 'max="9"' in page.partition("<meter")[2].partition("</meter>")[0]
    assert 'value="2"' in page.partition("<meter")[2].partition("</meter>")[0]
    for url in ("/shogi/files/games.zip", "/shogi/files/games.json", "/shogi/files"):
        assert f'href="{url}"' in page
