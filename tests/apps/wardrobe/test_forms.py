"""The wardrobe's forms and doors: pieces in an order, a day from an outfit, a photo, addresses, the first step."""

import re
from datetime import date, timedelta
from html import unescape
from io import BytesIO

import pytest
from httpx import Response
from PIL import Image
from tests.apps.wardrobe.browsers import Visitor, furnish
from tests.apps.wardrobe.wardrobes import TODAY, added, before, outfit_of, several, worn
from tests.common.html_forms import form_to

from chabudai.apps import wardrobe
from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.pages import labels
from chabudai.common.undo import undo_by
from chabudai.web.assets import Assets
from chabudai.web.packages import WEB
from chabudai.web.translations import Translations, use_translations

ASSETS = Assets([WEB, wardrobe.PACKAGE])
SCRIPTS = ("site.js", "sort.js", "wardrobe/forms.js")


def test_pieces_are_saved_and_shown_in_the_order_in_which_they_stand(visitor: Visitor, closet: Closet) -> None:
    shirt, coat, hat = added(closet, "シャツ", "コート", "帽子")
    visitor.press(closet, "/outfits", name="いつもの", clothing_ids=[hat, shirt, coat])
    outfit = service.templates(closet, "created", "desc").cards[0].row
    assert outfit.clothing_ids == (hat, shirt, coat)
    assert _chosen(visitor.see(closet, f"/outfits/{outfit.template_id}/edit")) == [hat, shirt, coat]


@pytest.mark.parametrize(
    ("piece", "way", "order"),
    [(2, "left", [0, 2, 1]), (0, "right", [1, 0, 2]), (0, "left", [0, 1, 2]), (2, "right", [0, 1, 2])],
)
def test_a_piece_moves_by_one_place_without_a_script_and_nothing_is_saved_yet(
    visitor: Visitor, closet: Closet, piece: int, way: str, order: list[int]
) -> None:
    ids = several(closet, 3)
    page = visitor.press(closet, "/outfits", name="いつもの", clothing_ids=ids, move=f"{ids[piece]} {way}")
    assert _chosen(page) == [ids[place] for place in order]
    assert 'value="いつもの"' in page.text
    assert service.templates(closet, "created", "desc").cards == ()


def test_a_piece_that_is_no_longer_ticked_is_taken_out_and_can_be_chosen_again(
    visitor: Visitor, closet: Closet
) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    outfit = outfit_of(closet, shirt, coat)
    page = visitor.press(closet, f"/outfits/{outfit}/edit", look="1", name="x", clothing_ids=[coat])
    assert (_chosen(page), _others(page)) == ([coat], [shirt])


def test_two_tabs_that_change_different_fields_of_a_piece_both_win(visitor: Visitor, closet: Closet) -> None:
    shirt = service.add_clothing(closet, {"name": "シャツ", "seasons": ["summer"], "price": 1200}).clothing_id
    first, second = (_edit_form(visitor, closet, shirt) for _ in range(2))
    visitor.press(closet, f"/clothes/{shirt}/edit", **first | {"name": ["白いシャツ"], "genre": ["tops"]})
    visitor.press(closet, f"/clothes/{shirt}/edit", **second | {"brand": ["北国"], "seasons": ["spring"]})
    now = service.clothing(closet, shirt)
    assert (now.name, now.genre, now.brand, list(now.seasons), now.price) == (
        "白いシャツ",
        "tops",
        "北国",
        ["spring"],
        1200,
    )


def test_two_tabs_that_change_one_field_of_a_piece_are_told_and_saving_again_is_meant(
    visitor: Visitor, closet: Closet
) -> None:
    (shirt,) = added(closet, "シャツ")
    first, second = (_edit_form(visitor, closet, shirt) for _ in range(2))
    visitor.press(closet, f"/clothes/{shirt}/edit", **first | {"name": ["A"], "genre": ["tops"], "seasons": ["winter"]})
    url, mine = f"/clothes/{shirt}/edit", {"name": ["B"], "genre": ["bag"], "seasons": ["summer"], "size": ["M"]}
    told = visitor.press(closet, url, **second | mine)
    assert told.status_code == 409
    for value in ("A", "Tops", "Winter"):
        assert f"Changed somewhere else to “{value}”." in unescape(told.text)
    assert (service.clothing(closet, shirt).name, service.clothing(closet, shirt).size) == ("A", None)
    visitor.press(closet, url, **form_to(told.text, f"/wardrobe/{service.key_of(closet)}{url}").fields)
    now = service.clothing(closet, shirt)
    assert (now.name, now.genre, list(now.seasons), now.size) == ("B", "bag", ["summer"], "M")


def test_a_search_and_a_kind_lose_nothing_that_was_chosen_or_typed(visitor: Visitor, closet: Closet) -> None:
    shirt, coat, hat = added(closet, "シャツ", "コート", "帽子")
    scarf = service.add_clothing(closet, {"name": "コートの襟巻", "genre": "accessory"}).clothing_id
    outfit = outfit_of(closet, shirt)
    kept = {"date": "2026-11-03", "outfit_id": outfit, "id": "hs_mine"}
    search = {"look": "1", "q": "こーと", "genre": "accessory"}
    page = visitor.press(closet, "/record", clothing_ids=[hat, shirt], **kept, **search)
    assert (_chosen(page), _others(page)) == ([hat, shirt], [scarf])
    assert _fields(page).items() >= {**kept, "q": "こーと"}.items()
    assert coat not in page.text
    assert service.records(closet).cards == ()


def test_what_is_chosen_is_counted_and_more_than_twenty_are_told_before_anything_is_sent(
    visitor: Visitor, closet: Closet
) -> None:
    ids = several(closet, 21)
    for count, is_told in ((20, False), (21, True)):
        page = visitor.press(closet, "/outfits", look="1", name="x", clothing_ids=ids[:count])
        assert f"{count} / 20" in page.text
        assert (re.search(r'id="too-many" hidden', page.text) is None) == is_told
    refused = visitor.press(closet, "/outfits", name="x", clothing_ids=ids)
    assert (refused.status_code, _chosen(refused)) == (422, ids)
    assert refused.text.count("Choose up to 20 items.") == 1


def test_the_other_pieces_go_on_where_they_stopped_and_what_is_chosen_stays(visitor: Visitor, closet: Closet) -> None:
    ids = several(closet, 55)
    pages = [visitor.press(closet, "/outfits", look="1", clothing_ids=ids[:2])]
    while cursor := _cursor(pages[-1]):
        pages.append(visitor.press(closet, "/outfits", cursor=cursor, clothing_ids=ids[:2]))
    assert len(pages) > 1
    assert [_chosen(page) for page in pages] == [ids[:2]] * len(pages)
    assert sorted(piece for page in pages for piece in _others(page)) == sorted(ids[2:])
    elsewhere = visitor.press(closet, "/outfits", cursor=_cursor(pages[0]), q="服54")
    assert (elsewhere.status_code, _others(elsewhere)) == (200, ids[54:])


@pytest.mark.parametrize(("days", "pressed"), [(0, ["Today"]), (1, ["Yesterday"]), (2, [])])
def test_the_day_comes_first_and_says_whether_it_is_today_or_yesterday(
    visitor: Visitor, closet: Closet, days: int, pressed: list[str]
) -> None:
    outfit_of(closet, *several(closet, 1))
    page = visitor.see(closet, f"/record?day={before(days)}").text
    assert re.findall(r'data-value="[^"]+" aria-pressed="true">(.*?)</button>', page) == pressed
    assert page.index('name="date"') < page.index('name="use"') < page.index('name="clothing_ids"')


def test_an_outfit_fills_the_strip_and_may_be_changed_before_it_is_written_down(
    visitor: Visitor, closet: Closet
) -> None:
    shirt, coat, hat, torn = added(closet, "シャツ", "コート", "帽子", "破れた服")
    outfit = outfit_of(closet, coat, torn, shirt)
    service.throw_away_clothing(closet, torn)
    page = visitor.press(closet, "/record", use=outfit, date="2026-11-14", clothing_ids=[hat])
    assert (_chosen(page), _fields(page)["outfit_id"], _fields(page)["date"]) == ([coat, shirt], outfit, "2026-11-14")
    assert "Log as the outfit “いつもの”" in unescape(page.text)
    visitor.press(closet, "/record", outfit_id=outfit, date="2026-11-14", clothing_ids=[shirt, hat])
    made = service.records(closet).cards[0].row
    assert (made.template_id, made.clothing_ids, made.day) == (outfit, (shirt, hat), before(1))
    page = visitor.press(closet, f"/history/{made.history_id}/edit", date="2026-11-14", clothing_ids=[shirt, hat])
    assert service.records(closet).cards[0].row.template_id is None


def test_the_button_of_an_outfit_writes_down_the_day_that_is_chosen(visitor: Visitor, closet: Closet) -> None:
    ids = several(closet, 2)
    outfit_of(closet, *ids)
    page = visitor.see(closet, "/record")
    button = re.findall(r'name="wear" value="(tp_[^"]+)"', page.text)[0]
    answers = [visitor.press(closet, "/record", wear=button, date="2026-11-10") for _ in range(2)]
    assert all("Logged for Tue 10 Nov." in answer.text for answer in answers)
    assert [card.row.day for card in service.records(closet).cards] == [before(5)]
    assert worn(closet, ids[0])[0] == 1


def test_of_many_outfits_the_last_worn_are_offered_and_the_others_found_by_name(
    visitor: Visitor, closet: Closet
) -> None:
    (shirt,) = added(closet, "シャツ")
    assert 'name="outfit"' not in visitor.see(closet, "/record").text
    wanted = outfit_of(closet, shirt, name="雨の日")
    others = [outfit_of(closet, shirt, name=f"コーデ{number}") for number in range(31)]
    service.record_template(closet, day=TODAY, template_id=others[3])
    page = visitor.see(closet, "/record")
    offered = re.findall(r'name="use" value="([^"]+)"', page.text)
    assert (offered[0], wanted in offered) == (others[3], False)
    found = visitor.press(closet, "/record", look="1", outfit="あめ", date="2026-11-15")
    assert "No outfit has that name." in found.text
    found = visitor.press(closet, "/record", look="1", outfit="雨", date="2026-11-15", clothing_ids=[shirt])
    assert (re.findall(r'name="use" value="([^"]+)"', found.text), _chosen(found)) == ([wanted], [shirt])


def test_what_a_script_swaps_is_there_to_be_swapped(visitor: Visitor, closet: Closet) -> None:
    outfit = outfit_of(closet, *several(closet, 40)[:3])
    for path in (f"/outfits/{outfit}/edit", "/record"):
        page = visitor.see(closet, path).text
        wanted = ",".join(re.findall(r'data-swap(?:-also)?="([^"]+)"', page.partition("<main")[2]))
        assert "#picks-list" in wanted
        assert [name for name in re.findall(r"#([\w-]+)", wanted) if f'id="{name}"' not in page] == [], path


def test_enter_never_writes_down_removes_or_moves_anything(visitor: Visitor, closet: Closet) -> None:
    ids = several(closet, 2)
    outfit = outfit_of(closet, *ids)
    for path in (f"/outfits/{outfit}/edit", f"/record?template={outfit}"):
        first = re.findall(r"<button[^>]*>", _form(visitor.see(closet, path)))[0]
        assert 'name="look"' in first, path
    assert re.findall(r"<button[^>]*>", _form(visitor.see(closet, f"/clothes/{ids[0]}/edit")))[0] == "<button hidden>"


def test_a_photo_is_taken_or_chosen_shown_and_removed_without_losing_what_was_typed(
    visitor: Visitor, closet: Closet
) -> None:
    (shirt,) = added(closet, "シャツ")
    blank = visitor.see(closet, f"/clothes/{shirt}/edit").text
    field = re.findall(r'<input[^>]*name="photo"[^>]*>', blank)[0]
    assert 'accept="image/jpeg,image/png,image/webp"' in field
    assert "capture" not in field
    assert "remove-photo" not in blank
    service.set_photo(closet, shirt, _jpeg())
    assert re.search(r'src="[^"]+/large" alt="Current photo"', visitor.see(closet, f"/clothes/{shirt}/edit").text)
    page = visitor.press(closet, f"/clothes/{shirt}/remove-photo", name="まだ保存しない", brand="わが家")
    assert (page.status_code, _fields(page)["name"], _fields(page)["brand"]) == (200, "まだ保存しない", "わが家")
    piece = service.clothing(closet, shirt)
    assert (piece.image_key, piece.name) == (None, "シャツ")


def test_a_refused_photo_is_told_beside_its_field(visitor: Visitor, closet: Closet) -> None:
    url = f"/wardrobe/{service.key_of(closet)}/clothes"
    files = {"photo": ("x.jpg", b"no photo", "image/jpeg")}
    page = visitor.ask(
        "POST", url, {"accept-language": "en"}, data={"_csrf": visitor.token(), "name": "x"}, files=files
    )
    field = re.findall(r'<input[^>]*name="photo"[^>]*>', page.text)[0]
    assert 'aria-describedby="field-photo-help field-photo-error" aria-invalid="true" autofocus' in field
    said = page.text.partition('id="field-photo-error"')[2].partition("</p>")[0]
    assert "Use a JPEG, PNG or WebP photo." in said


def test_the_errors_of_an_outfit_and_of_a_day_are_told_at_the_head_of_the_form(
    visitor: Visitor, closet: Closet
) -> None:
    refused = {
        "Name": visitor.press(closet, "/outfits", name=""),
        "Day": visitor.press(closet, "/record", date="someday"),
    }
    for label, page in refused.items():
        head = page.text.partition("summary-box")[2].partition("</div>")[0]
        told = re.findall(r'<li><a href="#([^"]*)">(\w+): ', head)
        assert [name for _, name in told] == [label, "Clothes"]
        assert all(f'id="{anchor}"' in page.text for anchor, _ in told)


def test_addresses_are_told_whole_and_can_be_copied_and_shared(visitor: Visitor, closet: Closet) -> None:
    visitor.press(closet, "/share")
    shared = service.open_wardrobe(closet.house, service.key_of(closet)).wardrobe
    page = visitor.see(closet, "/settings").text
    for key in (shared.edit_secret, shared.read_secret):
        whole = f"https://family.example/wardrobe/{key}"
        assert f"<code>{whole}</code>" in page
        assert f'data-copy="{whole}"' in page
        assert f'data-share="{whole}"' in page


def test_what_ends_an_address_or_a_wardrobe_asks_first(visitor: Visitor, closet: Closet) -> None:
    visitor.press(closet, "/share")
    page = visitor.see(closet, "/settings").text
    asking = re.findall(r'<details class="confirm">.*?</details>', page, re.DOTALL)
    asked = [re.findall(r'action="[^"]+/([\w-]+)"', each) for each in asking]
    assert asked == [["reissue"], ["stop-sharing"], ["erase"]]
    outside = re.sub(r'<details class="confirm">.*?</details>', "", page, flags=re.DOTALL)
    assert re.findall(r'action="[^"]+/(reissue|stop-sharing|erase)"', outside) == []


def test_a_new_wardrobe_has_one_first_step_until_the_first_piece_is_there(visitor: Visitor, closet: Closet) -> None:
    page = visitor.see(closet).text
    (step,) = re.findall(r'<div class="empty first-step">.*?</div></div>', page, re.DOTALL)
    assert re.findall(r'href="[^"]+/(clothes/new)"', step) == ["clothes/new"]
    drawing = re.findall(r'<use href="([^"#]+)', step)[0]
    assert visitor.get(drawing).headers["content-type"].startswith("image/svg+xml")
    several(closet, 1)
    assert "first-step" not in visitor.see(closet).text


def test_a_wardrobe_whose_clothes_are_all_gone_is_not_called_new(visitor: Visitor, closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    service.record_wear(closet, day=before(300), clothing_ids=[shirt])
    service.throw_away_clothing(closet, shirt)
    assert "first-step" not in visitor.see(closet).text


def test_whoever_may_only_look_is_not_asked_to_begin(visitor: Visitor, closet: Closet) -> None:
    secret = service.share(closet).wardrobe.read_secret or ""
    assert "first-step" not in visitor.see(service.open_wardrobe(closet.house, secret)).text


def test_from_home_one_goes_to_another_wardrobe_where_there_are_several(
    visitor: Visitor, closet: Closet, strangers: Closet
) -> None:
    other = f'class="chip" href="/wardrobe/{service.key_of(strangers)}"'
    assert other not in visitor.see(closet).text
    visitor.see(strangers)
    page = visitor.see(closet).text
    assert other in page
    assert f'class="chip" href="/wardrobe/{service.key_of(closet)}" aria-current="true"' in page


def test_whoever_shows_a_wardrobe_by_its_link_for_looking_shows_no_other_key_to_it(
    visitor: Visitor, closet: Closet, strangers: Closet
) -> None:
    secret = service.share(closet).wardrobe.read_secret or ""
    for opened in (closet, strangers):
        visitor.see(opened)
    page = visitor.see(service.open_wardrobe(closet.house, secret)).text
    assert service.key_of(strangers) in page
    assert service.key_of(closet) not in page


def test_a_wardrobe_that_was_taken_off_the_list_can_be_put_back(visitor: Visitor, closet: Closet) -> None:
    visitor.see(closet)
    given = {"_csrf": visitor.token(), "key": service.key_of(closet)}
    page = visitor.follow(visitor.ask("POST", "/wardrobe/forget", data=given))
    assert closet.wardrobe.name not in page.text
    assert closet.wardrobe.name in visitor.undo(page).text
    packed = undo_by("remember", key="ed_nothing").pack() or ""
    nothing = {"_csrf": visitor.token(), "undo": visitor.seal(packed, "/wardrobe/undo", closet.house.clock)}
    assert visitor.ask("POST", "/wardrobe/undo", data=nothing).status_code == 404


@pytest.mark.parametrize(("language", "said"), [("en", "planned in 3 days"), ("ja", "3日後の予定")])
def test_an_outfit_whose_last_day_lies_ahead_is_planned(
    visitor: Visitor, closet: Closet, language: str, said: str
) -> None:
    outfit = outfit_of(closet, *several(closet, 1))
    service.record_template(closet, day=TODAY + timedelta(days=3), template_id=outfit)
    assert said in visitor.see(closet, f"/outfits/{outfit}", language).text


@pytest.mark.parametrize(("day", "said"), [(TODAY, "soon"), (before(1), "soon"), (date(2026, 11, 16), "planned soon")])
def test_only_a_day_to_come_is_called_planned(day: date, said: str) -> None:
    with use_translations(Translations("en")):
        assert labels.describe_last_day(day, TODAY, "soon") == said


def test_the_largest_form_and_its_scripts_stay_within_their_budgets(visitor: Visitor, closet: Closet) -> None:
    furnish(closet)
    ids = several(closet, 60)
    for number in range(31):
        outfit_of(closet, *ids[number : number + 20], name=f"四十文字ほどの長い名前のコーデ{number}")
    page = visitor.press(closet, "/record", look="1", date="2026-11-15", clothing_ids=ids[:20])
    assert len(_chosen(page)) == 20
    assert len(page.text.encode()) < 60_000
    assert sum(len(ASSETS.respond(name, "").content) for name in SCRIPTS) < 40_000


def _form(page: Response) -> str:
    """The first form of the page's main part."""
    return page.text.partition("<main")[2].partition("<form")[2].partition("</form>")[0]


def _chosen(page: Response) -> list[str]:
    """Of the strip, in its order."""
    strip = page.text.partition('id="chosen"')[2].partition("</ol>")[0]
    return re.findall(r'name="clothing_ids" value="([^"]+)" checked', strip)


def _others(page: Response) -> list[str]:
    rest = page.text.partition('id="picks-list"')[2].partition("</ul>")[0]
    return re.findall(r'name="clothing_ids" value="([^"]+)">', rest)


def _cursor(page: Response) -> str:
    found = re.search(r'name="cursor" value="([^"]+)"', page.text)
    return unescape(found[1]) if found else ""


def _edit_form(visitor: Visitor, closet: Closet, clothing_id: str) -> dict[str, list[str]]:
    url = f"/clothes/{clothing_id}/edit"
    return form_to(visitor.see(closet, url).text, f"/wardrobe/{service.key_of(closet)}{url}").fields


def _fields(page: Response) -> dict[str, str]:
    found = re.findall(r'<input[^>]*? name="(\w+)"[^>]*? value="([^"]*)"', _form(page))
    return {name: unescape(value) for name, value in found}


def _jpeg() -> bytes:
    content = BytesIO()
    Image.new("RGB", (60, 80), "navy").save(content, "JPEG")
    return content.getvalue()
