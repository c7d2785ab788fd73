"""What is done on the wardrobe's pages: worn, recorded, put together, photographed, shared; and the way back."""

import re
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from httpx import Response
from PIL import Image
from tests.adapters.clocks import SettableClock
from tests.apps.wardrobe.browsers import Visitor
from tests.apps.wardrobe.wardrobes import added, before, days_of, figures, outfit_of, several, worn

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import Clothing, epoch_ms
from chabudai.common.undo import undo_by


def test_a_touch_writes_down_today_once_however_often_it_is_sent(visitor: Visitor, closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    button = re.findall(r'name="wear" value="([^"]+)"', visitor.see(closet, "/clothes").text)[0]
    visitor.press(closet, "/wear", wear=button)
    page = visitor.press(closet, "/wear", wear=button)
    assert "Logged for today." in page.text
    assert worn(closet, shirt)[0] == 1
    visitor.undo(page)
    assert worn(closet, shirt) == (0, 0)


@pytest.mark.parametrize("what", ["piece", "outfit", "pieces"])
def test_what_was_logged_before_midnight_is_undone_after_it(
    visitor: Visitor, closet: Closet, clock: SettableClock, what: str
) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    outfit = outfit_of(closet, shirt, coat)
    button = {"piece": shirt, "outfit": f"{outfit} hs_1", "pieces": f"{shirt},{coat} hs_1"}[what]
    page = visitor.press(closet, "/wear", wear=button)
    clock.advance(days=1)
    service.wear_today(closet, shirt)
    visitor.undo(page)
    assert [(card.row.day, card.row.clothing_ids) for card in service.records(closet).cards] == [(before(-1), (shirt,))]
    assert (worn(closet, shirt)[0], worn(closet, coat)[0]) == (1, 0)


def test_an_outfit_is_worn_with_two_touches_from_home(visitor: Visitor, closet: Closet) -> None:
    ids = several(closet, 5)
    outfit_of(closet, *ids)
    record = re.findall(r'class="act-button" href="([^"]+)"', visitor.see(closet).text)[0]
    button = re.findall(r'name="wear" value="(tp_[^"]+)"', visitor.get(record).text)[0]
    visitor.press(closet, "/wear", wear=button)
    assert [worn(closet, each)[0] for each in ids] == [1] * 5


def test_a_day_is_recorded_changed_deleted_and_taken_back(visitor: Visitor, closet: Closet) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    page = visitor.press(closet, "/record", date="2026-11-10", clothing_ids=[shirt], id="hs_1")
    assert "シャツ" in visitor.see(closet, "/history/hs_1").text
    assert page.status_code == 200
    page = visitor.press(closet, "/history/hs_1/edit", date="2026-11-11", clothing_ids=[shirt, coat])
    changed = service.records(closet).cards[0].row
    assert (changed.day, changed.clothing_ids) == (before(4), (shirt, coat))
    page = visitor.press(closet, f"/history/{changed.history_id}/delete")
    assert (service.records(closet).cards, worn(closet, coat)[0]) == ((), 0)
    visitor.undo(page)
    again = service.records(closet).cards[0].row
    assert (again.history_id, again.clothing_ids) == (changed.history_id, changed.clothing_ids)


@pytest.mark.parametrize(
    ("day", "said"),
    [
        ("2026-11-14", "Logged for Sat 14 Nov."),
        ("2025-11-14", "Logged for 14 Nov 2025."),
        ("2026-11-15", "Logged for today."),
        ("2026-11-20", "Planned for Fri 20 Nov."),
    ],
)
def test_a_toast_names_the_day_that_was_logged_or_planned(
    visitor: Visitor, closet: Closet, day: str, said: str
) -> None:
    (shirt,) = added(closet, "シャツ")
    assert said in visitor.press(closet, "/record", date=day, clothing_ids=[shirt]).text


def test_an_entry_of_today_is_not_offered_for_today_again(visitor: Visitor, closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    for day, is_offered in ((before(0), False), (before(1), True)):
        made = service.record_wear(closet, day=day, clothing_ids=[shirt])
        assert ("Wore this again today" in visitor.see(closet, f"/history/{made.history_id}").text) == is_offered


def test_a_deleted_record_comes_back_whatever_is_in_the_trash(
    visitor: Visitor, closet: Closet, clock: SettableClock
) -> None:
    shirt, coat, hat = added(closet, "シャツ", "コート", "帽子")
    outfit = outfit_of(closet, shirt, coat, hat)
    made = service.record_template(closet, day=before(1), template_id=outfit)
    clock.advance(hours=1)
    page = visitor.press(closet, f"/history/{made.history_id}/delete")
    service.edit_template(closet, outfit, name="別の名", clothing_ids=[shirt])
    service.throw_away_template(closet, outfit)
    service.throw_away_clothing(closet, coat)
    closet.store.write(Clothing.delete(wardrobe_id=closet.wardrobe_id, clothing_id=hat))
    assert visitor.undo(page).status_code == 200
    assert service.record(closet, made.history_id).history == made
    assert [worn(closet, each) for each in (shirt, coat)] == [(1, epoch_ms(before(1)))] * 2
    assert days_of(closet, coat) == {before(1): 1}
    assert figures(service.template(closet, outfit)) == (1, epoch_ms(before(1)))
    visitor.undo(page)
    assert worn(closet, shirt) == (1, epoch_ms(before(1)))
    assert service.repair(closet).drifts == ()


@pytest.mark.parametrize(
    "record",
    [
        None,
        "x",
        {},
        {"historyId": "hs_1", "createdAt": "now", "date": "2026-11-14", "clothingIds": ["cl_1"]},
        {"historyId": "hs_1", "createdAt": 10**15, "date": "2026-11-14", "clothingIds": ["cl_1"]},
        {"historyId": "a#b", "createdAt": 0, "date": "2026-11-14", "clothingIds": ["cl_1"]},
        {"historyId": "hs_1", "createdAt": 0, "date": "2026-11-14", "clothingIds": [], "surprise": 1},
    ],
)
def test_an_undo_that_holds_no_record_brings_none_back(visitor: Visitor, closet: Closet, record: Any) -> None:
    visitor.token()
    packed = undo_by("undo_delete", record=record).pack() or ""
    undo = visitor.seal(packed, f"/wardrobe/{service.key_of(closet)}/undo", closet.house.clock)
    page = visitor.press(closet, "/undo", undo=undo)
    assert 400 <= page.status_code < 500
    assert service.records(closet).cards == ()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"date": "2026-02-30"}, "Enter a date such as 2026-11-15."),
        ({"date": "2026-11-15"}, "Choose at least one."),
    ],
)
def test_a_record_that_can_t_be_is_refused_and_what_was_chosen_kept(
    visitor: Visitor, closet: Closet, fields: dict[str, str], said: str
) -> None:
    (shirt,) = added(closet, "シャツ")
    pieces = [shirt] if "30" in fields["date"] else []
    page = visitor.press(closet, "/record", clothing_ids=pieces, **fields)
    assert (page.status_code, said in unescape(page.text)) == (422, True)
    assert page.text.count('name="clothing_ids"') == 1
    assert (f'value="{shirt}" checked' in page.text) == bool(pieces)


def test_a_search_among_pieces_to_choose_keeps_what_is_chosen(visitor: Visitor, closet: Closet) -> None:
    shirt, coat, hat = added(closet, "シャツ", "コート", "帽子")
    page = visitor.press(closet, "/outfits", look="1", q="こーと", clothing_ids=[shirt], name="いつもの")
    assert re.findall(r'name="clothing_ids" value="([^"]+)"( checked)?', page.text) == [(shirt, " checked"), (coat, "")]
    assert hat not in page.text
    assert 'value="いつもの"' in page.text


def test_an_outfit_is_put_together_changed_copied_thrown_away_and_taken_back(visitor: Visitor, closet: Closet) -> None:
    ids = several(closet, 6)
    page = visitor.press(closet, "/outfits", name="いつもの", clothing_ids=ids)
    assert "Saved “いつもの”." in page.text
    card = service.templates(closet, "created", "desc").cards[0]
    assert "+2" in visitor.see(closet, "/outfits").text
    here = f"/outfits/{card.row.template_id}"
    visitor.press(closet, f"{here}/edit", name="別の", clothing_ids=ids[:2])
    assert "別の (copy)" in visitor.press(closet, f"{here}/clone").text
    page = visitor.press(closet, f"/trash{here}")
    assert "別の" in visitor.see(closet, "/trash/outfits").text
    assert visitor.see(closet, f"{here}/edit").status_code == 409
    visitor.undo(page)
    assert service.template(closet, card.row.template_id).status == "ACTIVE"


def test_a_piece_is_written_down_with_its_photo_and_shown(visitor: Visitor, closet: Closet) -> None:
    fields: dict[str, str | list[str]] = {
        "name": "シャツ",
        "genre": "tops",
        "seasons": ["summer", "spring"],
        "price": "１,０００円",
    }
    answer = _sent(visitor, closet, "/clothes", fields, _jpeg())
    assert answer.status_code == 303
    piece = service.clothes(closet, "created", "desc").items[0]
    assert (piece.price, piece.seasons, piece.image_key is not None) == (1000, frozenset({"spring", "summer"}), True)
    page = visitor.follow(answer)
    address = re.findall(r'src="(/wardrobe/[^"]+/large)"', page.text)[0]
    photo = visitor.get(address)
    assert (photo.headers["content-type"], photo.content[8:12]) == ("image/webp", b"WEBP")
    assert "immutable" in photo.headers["cache-control"]
    assert visitor.get(address.replace("/large", "/huge")).status_code == 404
    visitor.press(closet, f"/clothes/{piece.clothing_id}/remove-photo")
    assert service.clothing(closet, piece.clothing_id).image_key is None


def test_a_photo_that_is_none_refuses_the_whole_form_and_what_was_typed_is_kept(
    visitor: Visitor, closet: Closet
) -> None:
    answer = _sent(visitor, closet, "/clothes", {"name": "シャツ", "brand": "わが家"}, b"no photo at all")
    assert (answer.status_code, "JPEG, PNG" in answer.text) == (415, True)
    assert 'value="シャツ"' in answer.text
    assert 'value="わが家"' in answer.text
    assert service.clothes(closet, "created", "desc").items == ()
    piece = service.add_clothing(closet, {"name": "コート"})
    here = f"/clothes/{piece.clothing_id}/edit"
    heavy = _sent(visitor, closet, here, {"name": "シャツ"}, _jpeg() + b"\0" * 11_000_000)
    assert (heavy.status_code, "Photos can be up to 10 MB." in heavy.text) == (413, True)
    assert service.clothing(closet, piece.clothing_id) == piece


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": ""}, "Fill this in."),
        ({"name": "x", "price": "dear"}, "Enter a whole number."),
        ({"name": "x", "genre": "hat<script>"}, "Choose one of these."),
    ],
)
def test_a_piece_that_can_t_be_is_refused_beside_its_field(
    visitor: Visitor, closet: Closet, fields: dict[str, str], said: str
) -> None:
    page = visitor.press(closet, "/clothes", brand="わが家", **fields)
    assert (page.status_code, said in page.text, 'value="わが家"' in page.text) == (422, True, True)
    assert service.clothes(closet, "created", "desc").items == ()


def test_a_new_address_replaces_the_old_one_here_and_everywhere(visitor: Visitor, closet: Closet) -> None:
    page = visitor.press(closet, "/reissue")
    assert "new link" in page.text
    assert visitor.see(closet).status_code == 404
    assert closet.wardrobe.name in visitor.get("/wardrobe").text


def test_a_link_for_looking_is_made_and_taken_back(visitor: Visitor, closet: Closet) -> None:
    page = visitor.press(closet, "/share")
    (link,) = set(re.findall(r'href="(/wardrobe/rd_[^"]+)"', page.text))
    assert visitor.get(link).status_code == 200
    visitor.press(closet, "/stop-sharing")
    assert visitor.get(link).status_code == 404


def test_a_form_without_our_token_is_refused(visitor: Visitor, closet: Closet) -> None:
    for path in ("/clothes", "/record", "/wear", "/erase", "/reissue"):
        assert visitor.ask("POST", f"/wardrobe/{service.key_of(closet)}{path}", data={"name": "x"}).status_code == 403


def test_a_form_goes_back_only_to_pages_of_this_wardrobe(visitor: Visitor, closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    base = f"/wardrobe/{service.key_of(closet)}"
    for wish, way in ((f"{base}/trash", f"{base}/trash"), ("//evil.example", base), ("/todo", base)):
        given = {"_csrf": visitor.token(), "next": wish}
        answer = visitor.ask("POST", f"{base}/trash/clothes/{shirt}", data=given)
        assert answer.headers["location"] == way


def _sent(visitor: Visitor, closet: Closet, path: str, fields: dict[str, str | list[str]], photo: bytes) -> Response:
    url = f"/wardrobe/{service.key_of(closet)}{path}"
    files = {"photo": ("photo.jpg", photo, "image/jpeg")}
    return visitor.ask("POST", url, {"accept-language": "en"}, data={"_csrf": visitor.token(), **fields}, files=files)


def _jpeg() -> bytes:
    content = BytesIO()
    Image.new("RGB", (60, 80), "navy").save(content, "JPEG")
    return content.getvalue()
