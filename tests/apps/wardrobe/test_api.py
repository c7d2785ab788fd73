"""The wardrobe's API: what a program can do with a key, and what it can't with one for looking or of another's."""

from base64 import b64encode
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from tests.apps.wardrobe.browsers import Program, open_program
from tests.apps.wardrobe.wardrobes import added, outfit_of, several

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet, House


@pytest.fixture
def program(house: House) -> Iterator[Program]:
    with open_program(house) as program:
        yield program


@pytest.fixture
def base(closet: Closet) -> str:
    return f"/{service.key_of(closet)}"


def test_a_wardrobe_is_made_renamed_shared_given_a_new_key_and_erased(program: Program) -> None:
    made = program.call("POST", "", {"name": "母の服"})
    assert (made.status_code, made.json()["access"]) == (201, "EDIT")
    key = made.json()["key"]
    assert program.call("PATCH", f"/{key}", {"name": "父の服"}).json()["name"] == "父の服"
    looking = program.call("POST", f"/{key}/share").json()["readKey"]
    seen = program.call("GET", f"/{looking}").json()
    assert (seen["access"], seen["key"]) == ("READ", looking)
    assert program.call("DELETE", f"/{key}/share").json()["readKey"] is None
    assert program.call("GET", f"/{looking}").status_code == 404
    new = program.call("POST", f"/{key}/reissue").json()["key"]
    assert program.call("GET", f"/{key}").status_code == 404
    assert program.call("DELETE", f"/{new}").status_code == 204
    assert program.call("GET", f"/{new}").json()["error"]["code"] == "no_such_wardrobe"


def test_a_piece_is_added_changed_photographed_thrown_away_and_taken_back(program: Program, base: str) -> None:
    made = program.call("POST", f"{base}/clothes", {"name": "シャツ", "genre": "tops", "price": 3000}).json()
    here = f"{base}/clothes/{made['id']}"
    assert program.call("GET", here).json() == made
    changed = program.call("PATCH", here, {"price": None, "seasons": ["summer", "spring"]}).json()
    assert changed == {**made, "price": None, "seasons": ["spring", "summer"]}
    content = BytesIO()
    Image.new("RGB", (60, 80), "navy").save(content, "PNG")
    photo = program.call("PUT", f"{here}/photo", {"photo": b64encode(content.getvalue()).decode()}).json()["photo"]
    assert program.call("GET", f"{base}/photos/{photo}").content[8:12] == b"WEBP"
    assert program.call("PUT", f"{here}/photo", {"photo": b64encode(b"text").decode()}).status_code == 415
    assert program.call("DELETE", f"{here}/photo").json()["photo"] is None
    assert program.call("DELETE", here).json()["status"] == "DELETED"
    assert program.call("PATCH", here, {"name": "x"}).status_code == 409
    assert [each["id"] for each in program.call("GET", f"{base}/trash/clothes").json()["clothes"]] == [made["id"]]
    assert program.call("POST", f"{here}/restore").json()["deletedAt"] is None


def test_an_outfit_is_put_together_changed_copied_and_shown_with_four_pieces(
    program: Program, closet: Closet, base: str
) -> None:
    ids = several(closet, 6)
    made = program.call("POST", f"{base}/outfits", {"name": "いつもの", "clothingIds": ids}).json()
    assert ([each["id"] for each in made["thumbs"]], made["more"]) == (ids[:4], 2)
    here = f"{base}/outfits/{made['id']}"
    assert program.call("PUT", here, {"name": "別の", "clothingIds": ids[:1]}).json()["name"] == "別の"
    assert program.call("POST", f"{here}/clone").status_code == 201
    assert len(program.call("GET", f"{base}/outfits").json()["outfits"]) == 2
    program.call("DELETE", here)
    assert len(program.call("GET", f"{base}/trash/outfits").json()["outfits"]) == 1
    assert program.call("POST", f"{here}/restore").json()["status"] == "ACTIVE"


def test_a_day_is_recorded_once_changed_deleted_and_sent_again(program: Program, closet: Closet, base: str) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    outfit = outfit_of(closet, shirt, coat)
    body = {"date": "2026-11-15", "outfitId": outfit, "id": "hs_mine"}
    program.call("POST", f"{base}/records", body)
    made = program.call("POST", f"{base}/records", body).json()
    assert (made["clothingIds"], made["date"], made["outfitName"]) == ([shirt, coat], "2026-11-15", "いつもの")
    assert program.call("GET", f"{base}/clothes/{shirt}").json()["wearCount"] == 1
    other = {"date": "2026-11-14", "clothingIds": [coat]}
    changed = program.call("PUT", f"{base}/records/hs_mine", other).json()
    assert program.call("GET", f"{base}/clothes/{shirt}").json()["lastWorn"] is None
    gone = program.call("DELETE", f"{base}/records/{changed['id']}").json()
    assert program.call("GET", f"{base}/records").json()["records"] == []
    again = {"date": gone["date"], "clothingIds": gone["clothingIds"], "id": gone["id"]}
    program.call("POST", f"{base}/records", again)
    assert program.call("GET", f"{base}/clothes/{coat}").json()["lastWorn"] == "2026-11-14"


def test_lists_are_sorted_filtered_and_read_page_by_page(program: Program, closet: Closet, base: str) -> None:
    several(closet, 53)
    page = program.call("GET", f"{base}/clothes?sort=created&order=asc").json()
    rest = program.call("GET", f"{base}/clothes?sort=created&order=asc&cursor={page['cursor']}").json()
    assert [each["name"] for each in page["clothes"] + rest["clothes"]] == [f"服{number}" for number in range(53)]
    assert program.call("GET", f"{base}/clothes?q=服52&worn=false").json()["clothes"][0]["name"] == "服52"
    assert program.call("GET", f"{base}/clothes?order=desc&cursor={page['cursor']}").status_code == 400
    assert program.call("GET", f"{base}/clothes?sort=beauty").status_code == 400


def test_an_export_is_taken_in_as_a_wardrobe_of_its_own(program: Program, closet: Closet, base: str) -> None:
    several(closet, 2)
    document = program.call("GET", f"{base}/export").json()
    copy = program.call("POST", "/import", document)
    assert copy.status_code == 201
    assert len(program.call("GET", f"/{copy.json()['key']}/clothes").json()["clothes"]) == 2
    assert program.call("POST", "/import", {"format": "else"}).status_code == 422


def test_a_key_for_looking_changes_nothing_and_another_s_key_finds_nothing(
    program: Program, closet: Closet, strangers: Closet
) -> None:
    (shirt,) = added(closet, "シャツ")
    looking = f"/{service.share(closet).wardrobe.read_secret}"
    theirs = f"/{service.key_of(strangers)}"
    assert program.call("GET", f"{looking}/clothes/{shirt}").status_code == 200
    assert program.call("GET", f"{theirs}/clothes/{shirt}").status_code == 404
    record = {"date": "2026-11-15", "clothingIds": [shirt]}
    wishes: tuple[tuple[str, str, Any], ...] = (
        ("PATCH", f"/clothes/{shirt}", {"name": "x"}),
        ("DELETE", f"/clothes/{shirt}", None),
        ("POST", "/records", record),
        ("POST", "/outfits", {"name": "x", "clothingIds": [shirt]}),
    )
    for method, path, body in wishes:
        assert program.call(method, f"{looking}{path}", body).status_code == 403, path
        assert program.call(method, f"{theirs}{path}", body).status_code == 404, path
    assert program.call("DELETE", looking).status_code == 403


@pytest.mark.parametrize(
    ("path", "body", "status", "field"),
    [
        ("/clothes", {"name": ""}, 422, "name"),
        ("/clothes", {"name": "x", "seasons": ["monsoon"]}, 400, "seasons[0]"),
        ("/records", {"date": "2026-02-30", "clothingIds": ["cl_1"]}, 422, "date"),
        ("/records", {"date": "2026-02-03"}, 422, "clothingIds"),
        ("/records", {"date": "2026-02-03", "clothingIds": ["cl_1", "cl_1"]}, 422, "clothingIds"),
        ("/clothes", {"name": 1}, 400, "name"),
    ],
)
def test_what_is_wrong_is_told_by_its_field(
    program: Program, base: str, path: str, body: Any, status: int, field: str
) -> None:
    answer = program.call("POST", f"{base}{path}", body)
    assert (answer.status_code, [each["field"] for each in answer.json()["error"]["details"]]) == (status, [field])


@pytest.mark.parametrize(
    ("path", "body", "field", "english", "japanese"),
    [
        ("/clothes", {"name": 1}, "name", "Enter text.", "文字で入力してください。"),
        ("/clothes", {}, "name", "Fill this in.", "入力してください。"),
        ("/clothes", {"name": "x", "price": "much"}, "price", "Enter a whole number.", "整数を入力してください。"),
        ("/clothes", {"name": "x", "wearCount": 9}, "wearCount", "There is no such field.", "その項目はありません。"),
        (
            "/records",
            {"date": "2026-02-03", "clothingIds": "x"},
            "clothingIds",
            "Send a list.",
            "一覧の形で送ってください。",
        ),
        ("/outfits", [], "body", "Send an object.", "オブジェクトの形で送ってください。"),
    ],
)
def test_a_body_of_another_shape_is_told_in_the_programs_language(
    program: Program, base: str, path: str, body: Any, field: str, english: str, japanese: str
) -> None:
    for language, sentence in (("en", english), ("ja", japanese)):
        answer = program.call("POST", f"{base}{path}", body, language)
        assert answer.status_code == 400
        assert answer.json()["error"]["details"] == [{"field": field, "message": sentence}]
