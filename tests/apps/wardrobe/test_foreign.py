"""Keys on every route: what is another's is not there, who may look can't change, an old key opens nothing."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pytest
from httpx import Response
from litestar import Litestar
from tests.adapters.pictures.photos import corners, encoded
from tests.apps.wardrobe.browsers import Visitor, open_browser
from tests.apps.wardrobe.routes import (
    SHOWN_EITHER_WAY,
    WITHOUT_KEY,
    WRITES,
    Case,
    filled,
    ids_in_body,
    ids_of,
    kinds,
    reads,
    routes,
)
from tests.apps.wardrobe.wardrobes import TODAY, added, outfit_of

from chabudai.apps.wardrobe import access, service
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.entities import WardrobeTable
from chabudai.common.photos import photo_name
from chabudai.table.query.scans import scan_pages

NOBODY_S = {kind: f"{start}_nobody" for kind, start in (("clothing", "cl"), ("outfit", "tp"), ("record", "hs"))}
NOBODY_S |= {"other": "cl_nobody", "photo": "im_nobody"}
_CHANGING = re.compile(r"[\w-]{16}\.[0-9a-f]{64}|hs_[0-9a-f-]{36}")


@dataclass(frozen=True)
class Street:
    """Two wardrobes in one house, and what each holds."""

    visitor: Visitor
    mine: Closet
    theirs: Closet
    ids: Mapping[str, str]
    their_ids: Mapping[str, str]

    def ask(self, case: Case, key: str, ids: Mapping[str, str]) -> Response:
        route, body = case
        method, _, path = route.partition(" ")
        url, given = path.format(key=key, **ids), filled(body, ids)
        if url.startswith("/api/"):
            return self.visitor.ask(method, url, **({} if given is None else {"json": given}))
        form = {} if given is None else {"data": {"_csrf": self.visitor.token(), **given}}
        if given and "undo" in given:
            form["data"]["undo"] = self.visitor.seal(given["undo"], url, self.mine.house.clock)
        return self.visitor.ask(method, url, {"accept-language": "en"}, **form)

    def state(self) -> list[str]:
        """Every row and every photo of the whole house."""
        house = self.mine.house
        rows = [str(item) for page in scan_pages(house.store.raw.call, WardrobeTable) for item in page]
        kept = [each.key for closet in (self.mine, self.theirs) for each in house.objects.list(closet.wardrobe_id)]
        return sorted(rows) + sorted(kept)


@pytest.fixture(scope="module")
def street(lasting_house: House) -> Iterator[Street]:
    mine, theirs = (access.create_wardrobe(lasting_house, name=name) for name in ("わたしの服", "よその服"))
    with open_browser(lasting_house) as visitor:
        yield Street(visitor, service.share(mine), theirs, _furnished(mine, "mine"), _furnished(theirs, "秘密"))


@pytest.fixture(scope="module")
def application(street: Street) -> Litestar:
    return street.visitor.application


def test_every_route_is_opened_by_a_key_and_every_one_that_writes_has_a_case(application: Litestar) -> None:
    found = routes(application)
    assert {route for route in found if "{key}" not in route} == WITHOUT_KEY
    writing = {route for route in found if "{key}" in route and not route.startswith("GET ")}
    assert writing == {route for route, _ in WRITES}


def test_every_id_that_a_route_takes_has_a_case(application: Litestar) -> None:
    found = routes(application)
    taken = {(route, name) for route, handler in found.items() for name in ids_of(handler)}
    assert {(route, name) for route, name in taken if name not in ("id_", "name")} == {
        ("GET /wardrobe/{key}/record", "template"),
        ("GET /wardrobe/{key}/record", "clothing"),
        ("GET /wardrobe/{key}/outfits/new", "clothing"),
    }
    sent = {(route, name) for route, handler in found.items() for name in ids_in_body(handler)}
    assert sent == {(route, name) for route, body in WRITES if "/api/" in route for name in body or () if "Id" in name}


def test_what_is_another_s_answers_like_what_is_not_there(street: Street, application: Litestar) -> None:
    before = street.state()
    asked = 0
    for case in (*reads(application), *WRITES, ("GET /wardrobe/{key}/record?template={outfit}", None)):
        for kind in kinds(case):
            foreign, missing = _both(street, case, kind)
            assert (foreign.status_code, missing.status_code) == (404, 404), (case, kind)
            assert _told(foreign, street) == _told(missing, street), (case, kind)
            assert street.state() == before, (case, kind)
            asked += 1
    assert asked > 50


@pytest.mark.parametrize("case", SHOWN_EITHER_WAY, ids=lambda case: case[0])
def test_a_form_tells_nothing_of_what_is_another_s(street: Street, case: Case) -> None:
    before = street.state()
    for kind in kinds(case):
        foreign, missing = _both(street, case, kind)
        assert (foreign.status_code, _told(foreign, street)) == (200, _told(missing, street))
        assert "秘密" not in foreign.text
    assert street.state() == before


def test_a_record_of_mine_may_have_the_id_of_another_s_and_leaves_that_alone(street: Street) -> None:
    theirs = service.record(street.theirs, street.their_ids["record"])
    body = {"date": "2026-11-13", "clothingIds": ["{clothing}"], "id": street.their_ids["record"]}
    key = service.key_of(street.mine)
    made = street.ask(("POST /api/wardrobe/{key}/records", body), key, street.ids)
    assert (made.status_code, made.json()["id"], made.json()["date"]) == (201, body["id"], "2026-11-13")
    assert service.record(street.theirs, street.their_ids["record"]) == theirs
    gone = street.ask(("DELETE /api/wardrobe/{key}/records/{record}", None), key, street.their_ids)
    assert gone.status_code == 200
    assert service.record(street.theirs, street.their_ids["record"]) == theirs


@pytest.mark.parametrize("case", [*WRITES, *SHOWN_EITHER_WAY], ids=lambda case: case[0])
def test_a_key_for_looking_changes_nothing(street: Street, case: Case) -> None:
    before = street.state()
    answer = street.ask(case, _looking(street.mine), street.ids)
    assert answer.status_code == 403
    assert (
        "This is a view-only link. You can&#39;t make changes with it." in answer.text or _code(answer) == "read_only"
    )
    assert street.state() == before


def test_a_key_for_looking_shows_everything_but_forms_and_the_other_key(street: Street, application: Litestar) -> None:
    street.visitor.cookies.clear()  # a browser lists the wardrobes that it opened, this one has opened none
    answers = {case[0]: street.ask(case, _looking(street.mine), street.ids) for case in reads(application)}
    refused = {route: answer.status_code for route, answer in answers.items() if answer.status_code != 200}
    assert refused == {
        "GET /wardrobe/{key}/clothes/new": 403,
        "GET /wardrobe/{key}/clothes/{clothing}/edit": 403,
        "GET /wardrobe/{key}/outfits/new": 403,
        "GET /wardrobe/{key}/outfits/{outfit}/edit": 403,
        "GET /wardrobe/{key}/record": 403,
        "GET /wardrobe/{key}/history/{record}/edit": 403,
    }
    secret = service.key_of(street.mine).encode()
    assert [route for route, answer in answers.items() if secret in answer.content] == []


def test_a_key_that_was_made_anew_or_revoked_opens_nothing(
    street: Street, lasting_house: House, application: Litestar
) -> None:
    moved = access.create_wardrobe(lasting_house, name="引っ越した服")
    ids = _furnished(moved, "x")
    replaced, revoked = _looking(service.share(moved)), _looking(service.share(moved))
    service.stop_sharing(moved)
    fresh = service.reissue_link(moved)
    before = street.state()
    for case in (*reads(application), *WRITES):
        never = street.ask(case, "ed_nobody", ids)
        for key in (service.key_of(moved), replaced, revoked, moved.wardrobe_id):
            answer = street.ask(case, key, ids)
            assert answer.status_code == 404, case
            assert _told(answer, street).replace(key, "ed_nobody") == _told(never, street), case
    assert street.state() == before
    assert {street.ask(case, service.key_of(fresh), ids).status_code for case in reads(application)} == {200}


def _both(street: Street, case: Case, kind: str) -> tuple[Response, Response]:
    """With the id of another's thing, and with nobody's."""
    key = service.key_of(street.mine)
    foreign = street.ask(case, key, {**street.ids, kind: street.their_ids[kind]})
    return foreign, street.ask(case, key, {**street.ids, kind: NOBODY_S[kind]})


def _told(answer: Response, street: Street) -> str:
    """But for what differs each time, and for the id that was asked for."""
    text = answer.text
    for kind, nobody_s in NOBODY_S.items():
        text = text.replace(street.their_ids[kind], nobody_s)
    return _CHANGING.sub("", text)


def _code(answer: Response) -> str:
    return str(answer.json()["error"]["code"])


def _looking(closet: Closet) -> str:
    return closet.wardrobe.read_secret or ""


def _furnished(closet: Closet, name: str) -> dict[str, str]:
    clothing, other = added(closet, name, f"{name}2")
    service.set_photo(closet, clothing, encoded(corners(), "JPEG"))
    photo = photo_name(service.clothing(closet, clothing).image_key) or ""
    outfit = outfit_of(closet, clothing, name=name)
    record = service.record_template(closet, day=TODAY, template_id=outfit).history_id
    return {"clothing": clothing, "other": other, "outfit": outfit, "record": record, "photo": photo}
