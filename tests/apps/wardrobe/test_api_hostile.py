"""The API under hostile hands: what is too long, of another kind, or not to be read is refused by its field."""

from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest
from httpx import Response
from tests.apps.wardrobe.browsers import Program, open_program
from tests.apps.wardrobe.routes import WRITES, filled, routes
from tests.apps.wardrobe.wardrobes import TODAY, added, outfit_of

from chabudai.apps.wardrobe import access, service
from chabudai.apps.wardrobe.closets import Closet, House

MEGABYTE = "x" * 1_000_000
"""Less than a body may have: it is the field that is looked at."""
REFUSED = (400, 413, 415, 422)
WHOLE_CLOTHING: dict[str, Any] = {
    "name": "x",
    "genre": "tops",
    "seasons": ["spring"],
    "colour": "navy",
    "brand": "x",
    "size": "M",
    "price": 1,
}
BODIES: dict[str, dict[str, Any]] = {
    "POST ": {"name": "x"},
    "PATCH /{key}": {"name": "x"},
    "POST /{key}/clothes": WHOLE_CLOTHING,
    "PATCH /{key}/clothes/{clothing}": WHOLE_CLOTHING,
    "PUT /{key}/clothes/{clothing}/photo": {"photo": b64encode(b"x").decode()},
    "POST /{key}/outfits": {"name": "x", "clothingIds": ["{clothing}"]},
    "PUT /{key}/outfits/{outfit}": {"name": "x", "clothingIds": ["{clothing}"]},
    "POST /{key}/records": {"date": "2026-11-15", "clothingIds": ["{clothing}"], "outfitId": "{outfit}", "id": "hs_1"},
    "PUT /{key}/records/{record}": {"date": "2026-11-15", "clothingIds": ["{clothing}"], "outfitId": "{outfit}"},
    "POST /{key}/records/{record}/repeat": {"date": "2026-11-15", "id": "hs_2"},
}
FIELDS = [(route, field) for route, body in BODIES.items() for field in body]
"""Every field of every body."""


class Stranger:
    """Sends what no page would."""

    def __init__(self, program: Program, closet: Closet, ids: dict[str, str]) -> None:
        self.program, self.closet, self.ids = program, closet, ids

    def send(self, route: str, body: Any) -> Response:
        method, _, path = route.partition(" ")
        return self.program.call(method, self._path(path), body)

    def send_raw(self, route: str, content: bytes) -> Response:
        method, _, path = route.partition(" ")
        url = f"/api/wardrobe{self._path(path)}"
        return self.program.ask(method, url, {"content-type": "application/json"}, content=content)

    def whole(self, route: str) -> dict[str, Any]:
        body: dict[str, Any] = filled(BODIES[route], self.ids)
        return body

    def get(self, path: str, **parameters: str) -> Response:
        url = f"/api/wardrobe/{service.key_of(self.closet)}{path}"
        return self.program.ask("GET", url, params=parameters)

    def _path(self, path: str) -> str:
        return path.format(key=service.key_of(self.closet), **self.ids)


@pytest.fixture(scope="module")
def stranger(lasting_house: House) -> Iterator[Stranger]:
    """Built once: nothing of what is sent here is taken."""
    closet = access.create_wardrobe(lasting_house, name="わたしの服")
    (shirt,) = added(closet, "シャツ")
    record = service.record_wear(closet, day=TODAY, clothing_ids=[shirt]).history_id
    ids = {"clothing": shirt, "outfit": outfit_of(closet, shirt), "record": record}
    with open_program(lasting_house) as program:
        yield Stranger(program, closet, ids)


def test_every_route_with_a_body_is_tried(stranger: Stranger) -> None:
    found = routes(stranger.program.application)
    wanted = {route for route, handler in found.items() if handler.parsed_data_field is not None}
    others = {
        "POST /api/wardrobe/import",
        "POST /api/wardrobe/remembered",
    }  # a file, and what is for people with accounts
    assert wanted - others == {route.replace(" ", " /api/wardrobe") for route in BODIES}
    assert {route for route, body in WRITES if "/api/" in route and body} <= wanted


@pytest.mark.parametrize(("route", "field"), FIELDS)
def test_a_megabyte_in_a_field_is_refused_by_its_name(stranger: Stranger, route: str, field: str) -> None:
    body = stranger.whole(route)
    long: Any = [MEGABYTE] if isinstance(body[field], list) else MEGABYTE
    _refused(stranger.send(route, {**body, field: long}), field)


@pytest.mark.parametrize(("route", "field"), FIELDS)
@pytest.mark.parametrize("value", [{"x": 1}, [["x"]], 1.5, True], ids=str)
def test_another_kind_of_value_is_refused_by_the_name_of_its_field(
    stranger: Stranger, route: str, field: str, value: Any
) -> None:
    _refused(stranger.send(route, {**stranger.whole(route), field: value}), field)


@pytest.mark.parametrize(("route", "field"), FIELDS)
def test_a_nul_in_a_field_is_refused_or_dropped(stranger: Stranger, route: str, field: str) -> None:
    body = stranger.whole(route)
    given: Any = ["a\0b"] if isinstance(body[field], list) else "a\0b"
    answer = stranger.send(route, {**body, field: given})
    assert answer.status_code in (*REFUSED, 200, 201, 404)
    assert "\\u0000" not in answer.text


@pytest.mark.parametrize("route", BODIES)
def test_a_field_that_nobody_knows_is_refused_by_its_name(stranger: Stranger, route: str) -> None:
    _refused(stranger.send(route, {**stranger.whole(route), "wearCount": 99}), "wearCount")


@pytest.mark.parametrize("route", BODIES)
@pytest.mark.parametrize(
    "content",
    [
        rb'{"name": "\ud800"}',
        b'{"name": "\xed\xa0\x80"}',
        b'{"name": "\xff"}',
        b'{"name": "x"',
        b"[" * 100_000,
        b"",
        b"null",
        b"[]",
        b'"x"',
        b"NaN",
    ],
    ids=lambda content: content[:12].decode("ascii", "replace"),
)
def test_what_is_no_json_or_no_text_is_refused(stranger: Stranger, route: str, content: bytes) -> None:
    """Of a body that is wrong in two ways the first is told: that it has no such field, or can't be read."""
    is_told = b"name" in content and "name" not in BODIES[route]
    _refused(stranger.send_raw(route, content), "name" if is_told else "body")


@pytest.mark.parametrize("route", [route for route in BODIES if not route.endswith("/photo")])
def test_a_body_of_two_megabytes_is_too_large(stranger: Stranger, route: str) -> None:
    answer = stranger.send(route, {**stranger.whole(route), "name": MEGABYTE * 2})
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "content_too_large")


def test_a_photo_of_eleven_megabytes_is_too_heavy(stranger: Stranger) -> None:
    heavy = b64encode(b"\xff\xd8\xff" + bytes(11_000_000)).decode()
    answer = stranger.send("PUT /{key}/clothes/{clothing}/photo", {"photo": heavy})
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "photo_too_heavy")
    assert answer.json()["error"]["details"][0]["field"] == "photo"


@pytest.mark.parametrize(
    "changed",
    [
        {"name": MEGABYTE},
        {"name": "\0"},
        {"format": "else"},
        {"version": 2},
        {"clothes": {}},
        {"clothes": [{"clothingId": "a/b", "name": "x", "createdAt": 1}]},
        {"clothes": [{"clothingId": "cl_1", "name": MEGABYTE, "createdAt": 1}]},
        {"clothes": [{"clothingId": "cl_1", "name": "x", "createdAt": -1}]},
        {"clothes": [{"clothingId": "cl_1", "name": "x", "createdAt": 1, "photo": "***"}]},
        {"clothes": [{"clothingId": "cl_1", "name": "x", "createdAt": 1}] * 2},
        {"histories": [{"historyId": "hs_1", "createdAt": 1, "date": "soon", "clothingIds": ["cl_1"]}]},
        {"histories": [{"historyId": "hs_1", "createdAt": 1, "date": "20260101", "clothingIds": ["x"] * 21}]},
    ],
    ids=lambda changed: str(changed)[:50],
)
def test_a_document_that_is_none_makes_no_wardrobe(stranger: Stranger, changed: dict[str, Any]) -> None:
    wardrobes = len(list(stranger.closet.house.wardrobes()))
    document = {**service.export_wardrobe(stranger.closet), **changed}
    answer = stranger.program.call("POST", "/import", document)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "invalid_fields")
    assert len(list(stranger.closet.house.wardrobes())) == wardrobes


@pytest.mark.parametrize(
    ("path", "field", "values"),
    [
        ("/clothes", "q", ["x" * 81]),
        ("/clothes", "sort", ["beauty", "created\0", ""]),
        ("/clothes", "order", ["sideways", ""]),
        ("/clothes", "genre", ["x" * 60_000, "a\0b"]),
        ("/clothes", "season", ["monsoon", "a\0b"]),
        ("/clothes", "colour", ["x" * 60_000]),
        ("/clothes", "worn", ["perhaps"]),
        ("/outfits", "q", ["x" * 81]),
        ("/outfits", "sort", ["beauty"]),
        ("/outfits", "worn", ["2"]),
        ("/long-unworn", "days", ["0", "-1", "1.5", "99999999999999999999", "あ"]),
        ("/calendar", "month", ["2026-13", "1969-12", "2286-01", "x" * 60_000]),
        ("/calendar/year", "year", ["1969", "2286", "x"]),
        ("/statistics", "first", ["soon", "2026-02-30", "x" * 60_000]),
        ("/statistics", "last", ["2026-11-15T00:00:00", "1e10", "\0"]),
        ("/photos/im_1", "size", ["huge"]),
    ],
)
def test_a_parameter_that_is_wrong_is_refused_by_its_name(
    stranger: Stranger, path: str, field: str, values: list[str]
) -> None:
    for value in values:
        _refused(stranger.get(path, **{field: value}), field)


@pytest.mark.parametrize("id_", ["a..b", "a b", "a%00b", "%ED%A0%80", "x" * 5000, "cl_1%23META", "%E3%81%82"])
@pytest.mark.parametrize("path", ["/clothes", "/outfits", "/records", "/photos"])
def test_what_can_be_no_id_is_not_there(stranger: Stranger, path: str, id_: str) -> None:
    url = f"/api/wardrobe/{service.key_of(stranger.closet)}{path}/{id_}"
    assert stranger.program.get(url).status_code in (404, 405)


def _refused(answer: Response, field: str) -> None:
    """By the one shape of errors, which names the field, or what of the body could not be read."""
    assert answer.status_code in REFUSED, answer.text[:300]
    error = answer.json()["error"]
    assert error["code"] != "content_too_large"
    assert field in str(error["details"])[:300]
    assert len(answer.content) < 2000
