"""The wardrobe's pages as they are seen: every one, in both languages, full and empty, by whoever may only look."""

import re
from functools import partial
from html import unescape

import pytest
from httpx import Response
from tests.apps.wardrobe.browsers import Visitor, furnish
from tests.apps.wardrobe.wardrobes import several
from tests.web.verified_fragments import check_kept_pages

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.pages import recent
from chabudai.apps.wardrobe.summary import summarize
from chabudai.web.context import Credentials, RequestContext
from chabudai.web.cookies import CookieJar
from chabudai.web.secrets import Secret
from chabudai.web.signing import Signer
from chabudai.web.translations import Translations
from chabudai.web.zones import TOKYO

PATHS = (
    *("", "/clothes", "/clothes?sort=wearCount&order=asc&q=x&genre=tops&season=winter&colour=red&worn=never"),
    *("/clothes?unworn=90", "/clothes/new", "/outfits", "/outfits?worn=never&q=x", "/outfits/new", "/record"),
    *("/history", "/calendar", "/calendar?month=2026-02", "/calendar?month=x"),
    *("/calendar/year", "/calendar/year?year=x"),
    *("/statistics", "/statistics?span=365", "/statistics?span=x&by=x"),
    *("/trash", "/trash/outfits", "/settings"),
)


@pytest.fixture
def full(closet: Closet) -> Closet:
    furnish(closet)
    return closet


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("is_full", [True, False], ids=["full", "empty"])
def test_every_page_is_there_in_both_languages(
    visitor: Visitor, request: pytest.FixtureRequest, language: str, is_full: bool
) -> None:
    shown: Closet = request.getfixturevalue("full" if is_full else "closet")
    for path in PATHS:
        page = visitor.see(shown, path, language)
        assert page.status_code == 200, path
        assert f'<html lang="{language}"' in page.text
        assert ("コーデ" in page.text) == (language == "ja"), path


def test_every_page_is_the_same_when_its_fragments_were_kept(visitor: Visitor, full: Closet) -> None:
    """For who may change it and who may only look, in two languages by turns."""
    shared = service.share(full)
    read_only = service.open_wardrobe(full.house, shared.wardrobe.read_secret or "")
    piece = service.clothes(full, "created", "asc").items[0].clothing_id
    record = service.records(full).cards[0].row.history_id
    outfit = service.templates(full, "created", "asc").cards[0].row.template_id
    paths = [*PATHS, f"/clothes/{piece}", f"/clothes/{piece}/edit", f"/outfits/{outfit}", f"/history/{record}"]
    for closet, language in ((full, "ja"), (read_only, "ja"), (full, "en")) * 2:
        seen = [path for path in paths if visitor.see(closet, path, language).status_code == 200]
        assert len(seen) > 15
        ask = partial(_see, visitor, closet, language)
        check_kept_pages(visitor.application.state.fragments, ask, seen)


def _see(visitor: Visitor, closet: Closet, language: str, path: str) -> Response:
    return visitor.see(closet, path, language)


def test_whoever_may_only_look_sees_pages_without_buttons_that_change(visitor: Visitor, full: Closet) -> None:
    shared = service.share(full)
    read_only = service.open_wardrobe(full.house, shared.wardrobe.read_secret or "")
    calendars = ("/history", "/calendar", "/calendar/year", "/statistics")
    for path in ("", "/clothes", "/outfits", *calendars, "/trash", "/settings"):
        page = visitor.see(read_only, path)
        assert page.status_code == 200, path
        forms = re.findall(r'<form[^>]*action="/wardrobe/[^>]*', page.text)
        assert all('method="get"' in form for form in forms), forms
        assert service.key_of(shared) not in page.text
    for path in ("/clothes/new", "/outfits/new", "/record"):
        assert visitor.see(read_only, path).status_code == 403, path


def test_whoever_may_only_look_can_change_nothing(visitor: Visitor, full: Closet) -> None:
    shared = service.share(full)
    read_only = service.open_wardrobe(full.house, shared.wardrobe.read_secret or "")
    piece = service.clothes(full, "created", "asc").items[0].clothing_id
    record = service.records(full).cards[0].row.history_id
    outfit = service.templates(full, "created", "asc").cards[0].row.template_id
    changes = (
        *("/clothes", f"/clothes/{piece}/edit", f"/trash/clothes/{piece}", f"/trash/clothes/{piece}/restore"),
        *("/outfits", f"/outfits/{outfit}/edit", f"/outfits/{outfit}/clone", f"/trash/outfits/{outfit}"),
        *("/record", f"/history/{record}/edit", f"/history/{record}/delete", f"/history/{record}/repeat"),
        *("/settings", "/reissue", "/share", "/stop-sharing", "/erase"),
    )
    given = {"name": "x", "clothing_ids": piece, "date": "2026-11-15"}
    for path in changes:
        assert visitor.press(read_only, path, **given).status_code == 403, path
    assert visitor.press(read_only, "/wear", wear=f"{piece} hs_x").status_code == 403


def test_another_wardrobe_s_things_are_not_there(visitor: Visitor, full: Closet, strangers: Closet) -> None:
    piece = service.clothes(full, "created", "asc").items[0]
    record = service.records(full).cards[0].row.history_id
    outfit = service.templates(full, "created", "asc").cards[0].row.template_id
    for path in (f"/clothes/{piece.clothing_id}", f"/outfits/{outfit}", f"/history/{record}"):
        assert visitor.see(full, path).status_code == 200, path
        assert visitor.see(strangers, path).status_code == 404, path
        assert visitor.see(strangers, f"{path}/edit").status_code == 404, path
    assert visitor.press(strangers, "/wear", wear=f"{piece.clothing_id} hs_x").status_code == 404
    assert visitor.press(strangers, f"/history/{record}/delete").status_code == 404
    assert visitor.get("/wardrobe/ed_nothing").status_code == 404


def test_no_image_a_veil_and_the_number_of_the_rest_are_shown(visitor: Visitor, full: Closet) -> None:
    text = visitor.see(full, "/outfits").text
    thumbs = text.partition('class="thumbs"')[2].partition("</a>")[0]
    assert thumbs.count("No photo") == 4
    assert thumbs.count('class="over">deleted<') == 1
    assert "+3" in thumbs


def test_lists_are_sorted_searched_and_filtered(visitor: Visitor, full: Closet) -> None:
    assert _names(visitor.see(full, "/clothes?sort=created&order=asc"))[:2] == ["服0", "服1"]
    assert _names(visitor.see(full, "/clothes?sort=wearCount&order=desc"))[0] == "服0"
    assert _names(visitor.see(full, "/clothes?q=こーと")) == ["コート"]
    assert _names(visitor.see(full, "/clothes?genre=outer&season=winter&colour=navy&worn=yes")) == ["コート"]
    assert _names(visitor.see(full, "/clothes?worn=never")) == []
    assert "コート" in _names(visitor.see(full, "/clothes?unworn=90"))
    assert visitor.see(full, "/clothes?sort=beauty").status_code == 200


@pytest.mark.parametrize("path", ["/clothes", "/clothes?unworn=90", "/outfits", "/history", "/trash/clothes"])
def test_a_link_with_an_old_cursor_leads_to_the_beginning_of_its_list(
    visitor: Visitor, full: Closet, path: str
) -> None:
    url = f"/wardrobe/{service.key_of(full)}{path}"
    answer = visitor.ask("GET", f"{url}{'&' if '?' in path else '?'}cursor=x", {"accept-language": "en"})
    assert (answer.status_code, answer.headers["location"]) == (303, url)
    page = unescape(visitor.get(url, accept_language="en").text)
    assert "This link is too old to continue from. Here's the list from the start." in page
    swapped = visitor.ask("GET", f"{url}{'&' if '?' in path else '?'}cursor=x", {"x-swap": "1"})
    assert swapped.status_code == 400


def test_a_list_goes_on_where_it_stopped(visitor: Visitor, closet: Closet) -> None:
    several(closet, 53)
    page = visitor.see(closet, "/clothes")
    assert len(page.text.encode()) < 60_000
    following = unescape(re.findall(r'href="([^"]+)" data-more', page.text)[0])
    assert len(_names(page)) + len(_names(visitor.get(following))) == 53


def test_a_browser_remembers_the_wardrobes_that_it_opened_and_can_forget_them(visitor: Visitor, house: House) -> None:
    english = {"accept-language": "en"}
    token = visitor.token()
    made = visitor.ask("POST", "/wardrobe", english, data={"_csrf": token, "name": "母の服"})
    key = made.headers["location"].rpartition("/")[2]
    visitor.follow(made)
    assert "母の服" in visitor.get("/wardrobe").text
    said = visitor.ask("POST", "/wardrobe", english, data={"_csrf": token, "name": ""})
    assert (said.status_code, "Fill this in." in said.text) == (422, True)
    visitor.ask("POST", "/wardrobe/forget", data={"_csrf": token, "key": key})
    assert "母の服" not in visitor.get("/wardrobe").text
    assert service.open_wardrobe(house, key).wardrobe.name == "母の服"


def test_a_wardrobe_is_saved_brought_in_elsewhere_and_erased(visitor: Visitor, full: Closet) -> None:
    document = visitor.see(full, "/export")
    assert "attachment" in document.headers["content-disposition"]
    files = {"file": ("wardrobe.json", document.content, "application/json")}
    answer = visitor.ask("POST", "/wardrobe/import", data={"_csrf": visitor.token()}, files=files)
    copy = service.open_wardrobe(full.house, answer.headers["location"].rpartition("/")[2])
    assert len(service.records(copy).cards) == 3
    bad = {"file": ("x.json", b"{", "application/json")}
    refused = visitor.ask("POST", "/wardrobe/import", data={"_csrf": visitor.token()}, files=bad)
    assert refused.status_code == 422
    visitor.press(full, "/erase")
    assert visitor.see(full).status_code == 404


def test_the_calendar_and_the_statistics_show_what_was_worn(visitor: Visitor, full: Closet) -> None:
    month = visitor.see(full, "/calendar").text
    assert month.count('class="month-worn"') + month.count('class="month-worn planned"') == 2
    assert month.count('class="month-day"') == 30
    drawn = visitor.see(full, "/statistics?span=30").text
    bars = [int(value) for value in re.findall(r'<rect class="bar-mark[^>]*><title>[^<]+: (\d+)</title>', drawn)]
    assert (len(bars), sum(bars)) == (5, 2)


def test_the_seat_says_whether_today_is_written_down(house: House, closet: Closet) -> None:
    jar = CookieJar("", Signer(Secret(b"k" * 32), lambda: 0.0), secure=False)
    context = _visit(jar, house)
    assert summarize(house, context).badges == ()
    recent.remember(jar, service.key_of(closet))
    said = summarize(house, context)
    assert (said.note, said.badges) == ("What are you wearing today?", (closet.wardrobe.name,))
    service.record_wear(closet, day=closet.today(), clothing_ids=several(closet, 1))
    said = summarize(house, context)
    assert (said.note, said.badges[1:]) == ("Today is logged.", ("1 of the last 7 days",))


def test_a_name_of_any_kind_is_shown_as_it_is(visitor: Visitor, closet: Closet) -> None:
    for name in ("<script>alert(1)</script>", "'\"><img src=x>", "{{ 7*7 }}"):
        piece = service.add_clothing(closet, {"name": name})
        page = visitor.see(closet, f"/clothes/{piece.clothing_id}")
        assert page.status_code == 200
        assert "<script>alert" not in page.text
        assert "<img src=x>" not in page.text
        assert "49" not in re.findall(r"<h1>(.*?)</h1>", page.text)[0]


def _visit(jar: CookieJar, house: House) -> RequestContext:
    return RequestContext(
        path="/",
        query="",
        address="test",
        is_swap=False,
        is_secure=False,
        jar=jar,
        credentials=Credentials(None, None),
        translations=Translations("en"),
        zone=TOKYO,
        clock=house.clock,
    )


def _names(page: Response) -> list[str]:
    return [unescape(name) for name in re.findall(r'class="piece-name">(.*?)</span>', page.text)]
