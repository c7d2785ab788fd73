"""The meals for programs: the whole loop, the book, the catalog and money over HTTP, and other people's ids."""

from collections.abc import Iterator
from typing import Any

import pytest
from httpx import Cookies, Response
from tests.common import library
from tests.common.library import SITE, Library

from chabudai.adapters.payments import TEST_CARDS
from chabudai.apps.kondate import app as kondate
from chabudai.store import record_calls

RECIPE = {"title": "豚汁", "servings": 2, "ingredients": "豚バラ肉 100g\n大根 1/4本", "steps": "切る\n\n煮る 10分"}


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with library.opened(tmp_path_factory.mktemp("kondate"), kondate.build) as opened:
        yield opened


def ask(site: Library, method: str, path: str, body: Any = None, *, who: str = "hanako", status: int = 200) -> Any:
    answer = call(site, method, path, body, who=who)
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


def call(site: Library, method: str, path: str, body: Any = None, *, who: str = "hanako") -> Response:
    site.client.cookies = Cookies()
    headers = {"authorization": f"Bearer {who}", "accept-language": "ja"}
    return site.client.request(method, f"{SITE}/api/kondate/v1{path}", headers=headers, json=body)


def add_recipe(site: Library, who: str = "hanako", **fields: Any) -> str:
    """`data.id`, as the first programs read it."""
    made = ask(site, "POST", "/recipes", {**RECIPE, **fields}, who=who, status=201)
    return str(made["data"]["id"])


def lines_of(site: Library) -> dict[str, dict[str, Any]]:
    return {line["name"]: line for line in ask(site, "GET", "/shopping")["data"]["lines"]}


def test_the_loop_goes_round_and_every_act_is_taken_back(site: Library) -> None:
    recipe_id = add_recipe(site)
    made = ask(site, "POST", "/sets", {"title": "二人の夜", "dishes": [{"recipeId": recipe_id, "day": 1}]}, status=201)
    applied = ask(site, "POST", "/plans", {"setId": made["data"]["id"], "servings": 4, "start": "2040-11-15"})
    (dish,) = applied["data"]["dishes"]
    assert (dish["day"], dish["servings"]) == ("2040-11-15", 4)
    pork = lines_of(site)["豚バラ肉"]
    assert pork["measures"] == [{"value": "200", "unit": "g"}]
    ticked = ask(site, "POST", "/shopping/ticks", {"ticks": [{"id": pork["id"], "done": True}], "device": "phone"})
    assert [line["done"] for line in ticked["data"]] == [True]
    stocked = ask(site, "POST", "/shopping/stock")
    assert [(item["name"], item["amount"]) for item in stocked["data"]["items"]] == [("豚バラ肉", "200")]
    assert ask(site, "POST", "/shopping/stock")["data"]["items"] == []
    cooked = ask(site, "POST", f"/dishes/{dish['id']}/cook")
    assert cooked["data"]["dish"]["cookedOn"] == "2040-11-15"
    assert ask(site, "GET", "/fridge")["data"] == []
    (entry,) = ask(site, "GET", "/log/months/2040-11")["data"]
    assert (entry["title"], entry["taken"][0]["amount"]) == ("豚汁", "200")
    assert ask(site, "GET", "/log/2040-11-15")["data"] == [entry]
    ask(site, "POST", f"/undo/{cooked['undoId']}", status=204)
    assert ask(site, "GET", "/log/2040-11-15")["data"] == []
    ask(site, "POST", f"/undo/{stocked['undoId']}", status=204)
    ask(site, "POST", f"/undo/{applied['undoId']}", status=204)
    assert ask(site, "GET", "/plans")["data"]["current"] is None
    ask(site, "POST", f"/undo/{applied['undoId']}", status=404)


def test_a_device_without_a_connection_catches_up(site: Library) -> None:
    line = {"text": "卵 1パック", "id": "01JABCDEFGHJKMNPQRSTVWXYZ0"}
    first = ask(site, "POST", "/shopping", line, status=201)["data"]
    assert ask(site, "POST", "/shopping", line, status=201)["data"]["id"] == first["id"]
    on = {"ticks": [{"id": first["id"], "done": True, "seen": 0}]}
    assert ask(site, "POST", "/shopping/ticks", on)["data"][0]["ticks"] == 1
    old = {"ticks": [{"id": first["id"], "done": False, "seen": 0}, {"id": "gone", "done": True}]}
    assert [line["done"] for line in ask(site, "POST", "/shopping/ticks", old)["data"]] == [True]
    changed = ask(
        site, "PATCH", f"/shopping/{first['id']}", {"amount": "2パック", "note": "大きいの", "shelf": "dairy"}
    )
    assert (changed["data"]["note"], changed["data"]["shelf"]) == ("大きいの", "dairy")
    ask(site, "DELETE", f"/shopping/{first['id']}")
    ask(site, "PATCH", f"/shopping/{first['id']}", {"note": "x"}, status=404)


def test_the_fridge_keeps_what_left_it(site: Library) -> None:
    tofu = ask(site, "POST", "/fridge", {"text": "豆腐 1丁", "bestBefore": "2040-11-20"}, status=201)["data"]
    path = f"/fridge/{tofu['id']}"
    assert ask(site, "PATCH", path, {"amount": "1/2", "note": "半分"})["data"]["amount"] == "1/2"
    ask(site, "PATCH", path, {"amount": "half"}, status=422)
    ask(site, "DELETE", f"{path}?departure=thrown")
    (gone,) = ask(site, "GET", "/fridge/trash")["data"]
    assert gone["departure"] == "thrown"
    back = f"/fridge/trash/{gone['deletedAt']}/{gone['id']}/restore"
    assert ask(site, "POST", back)["data"]["note"] == "半分"
    ask(site, "POST", "/fridge/trash/never/x/restore", status=404)


def test_a_recipe_is_written_edited_copied_and_deleted(site: Library) -> None:
    recipe_id = add_recipe(site)
    path = f"/recipes/{recipe_id}"
    found = ask(site, "GET", path)["data"]
    assert found["ingredients"][1] | {"note": None} == {
        "name": "大根", "quantity": "1/4本", "amount": "1/4", "upper": None, "unit": "hon", "group": None, "note": None,
    }  # fmt: skip
    edited = ask(site, "PATCH", path, {"title": "けんちん汁", "seen": found["stamp"]})["data"]
    assert edited["title"] == "けんちん汁"
    ask(site, "PATCH", path, {"title": "x", "seen": found["stamp"]}, status=409)
    ask(site, "PATCH", path, {"title": ""}, status=422)
    assert recipe_id in {row["id"] for row in ask(site, "GET", "/recipes?search=けんちん")["data"]}
    starter = ask(site, "GET", "/recipes?order=name")["data"][0]
    ask(site, "PATCH", f"/recipes/{starter['id']}", {"title": "x"}, status=403)
    assert ask(site, "POST", f"/recipes/{starter['id']}/copy", status=201)["data"]["origin"] == "own"
    undo = ask(site, "DELETE", path)["undoId"]
    ask(site, "GET", path, status=404)
    ask(site, "POST", f"/undo/{undo}", status=204)
    assert ask(site, "GET", path)["data"]["title"] == "けんちん汁"


def test_a_list_goes_on_by_its_own_cursor_alone(site: Library) -> None:
    first = ask(site, "GET", "/recipes")
    second = ask(site, "GET", f"/recipes?cursor={first['cursor']}")
    assert not {row["id"] for row in first["data"]} & {row["id"] for row in second["data"]}
    ask(site, "GET", f"/recipes?order=name&cursor={first['cursor']}", status=400)
    ask(site, "GET", f"/recipes?cursor={first['cursor']}", who="taro", status=400)
    ask(site, "GET", "/notices?cursor=forged", status=400)


def test_categories_are_named_once_and_moved(site: Library) -> None:
    made = ask(site, "POST", "/categories", {"name": "おやつ"}, status=201)["data"]
    ask(site, "POST", "/categories", {"name": "おやつ"}, status=409)
    ask(site, "PATCH", f"/categories/{made['id']}", {"name": "間食", "place": 0})
    assert ask(site, "GET", "/categories")["data"][0]["name"] == "間食"
    undo = ask(site, "DELETE", f"/categories/{made['id']}")["undoId"]
    ask(site, "POST", f"/undo/{undo}", status=204)


def test_what_is_another_persons_is_not_there(site: Library) -> None:
    recipe_id = add_recipe(site)
    line = ask(site, "POST", "/shopping", {"text": "卵"}, status=201)["data"]
    food = ask(site, "POST", "/fridge", {"text": "豆腐"}, status=201)
    ask(site, "GET", "/recipes", who="taro")
    for method, path, body in (
        ("GET", f"/recipes/{recipe_id}", None),
        ("PATCH", f"/recipes/{recipe_id}", {"title": "x"}),
        ("DELETE", f"/recipes/{recipe_id}", None),
        ("POST", f"/recipes/{recipe_id}/copy", None),
        ("POST", "/dishes", {"recipeId": recipe_id}),
        ("PATCH", f"/shopping/{line['id']}", {"note": "x"}),
        ("PATCH", f"/fridge/{food['data']['id']}", {"note": "x"}),
        ("POST", f"/undo/{food['undoId']}", None),
        ("POST", "/shares", {"kind": "RECIPE", "id": recipe_id, "authorName": "x"}),
        ("POST", "/publications", {"kind": "RECIPE", "id": recipe_id, "authorName": "x"}),
    ):
        ask(site, method, path, body, who="taro", status=404)
    assert call(site, "GET", "/recipes", who="nobody").status_code == 401


def test_what_is_published_is_found_saved_copied_and_bought_once(site: Library) -> None:
    ask(site, "PUT", "/creator", {"name": "花子の台所", "isSelling": True})
    free, paid = add_recipe(site), add_recipe(site, title="秘伝のカレー")
    ask(site, "POST", "/publications", {"kind": "RECIPE", "id": free, "authorName": "花子"}, status=201)
    ask(site, "POST", "/publications", {"kind": "RECIPE", "id": paid, "price": 300, "authorName": "花子"}, status=201)
    found = ask(site, "GET", "/catalog/recipes?search=カレー", who="taro")["data"]
    assert [card["price"] for card in found] == [300]
    saved = ask(site, "PUT", f"/saved/recipes/{free}", who="taro")["data"]
    assert saved == {"isSaved": True, "savedCount": 1}
    assert [card["id"] for card in ask(site, "GET", "/catalog/recipes?sort=popular", who="taro")["data"]] == [
        free,
        paid,
    ]
    assert [card["id"] for card in ask(site, "GET", "/saved/recipes", who="taro")["data"]] == [free]
    assert len(ask(site, "GET", "/creators/hanako", who="taro")["data"]["items"]) == 2
    locked = ask(site, "GET", f"/catalog/recipes/{paid}", who="taro")["data"]
    assert (locked["access"], locked["recipes"]) == ("locked", None)
    ask(site, "POST", f"/catalog/recipes/{paid}/copy", who="taro", status=403)
    card = ask(site, "POST", "/cards", {"number": TEST_CARDS["succeeds"].number}, who="taro", status=201)["data"]
    wish = {"kind": "RECIPE", "id": paid, "key": "sheet-1", "price": 300, "cardId": card["id"]}
    ask(site, "POST", "/purchases", {**wish, "price": 200}, who="taro", status=409)
    bought = [ask(site, "POST", "/purchases", wish, who="taro", status=201)["data"] for _ in range(2)]
    assert (bought[0]["step"], bought[0]["id"]) == ("done", bought[1]["id"])
    assert len(ask(site, "GET", "/purchases", who="taro")["data"]) == 1
    copied = ask(site, "POST", f"/catalog/recipes/{paid}/copy", who="taro", status=201)["data"]
    assert len(copied["recipeIds"]) == 1
    assert ask(site, "GET", f"/recipes/{paid}", who="taro")["data"]["access"] == "bought"
    assert ask(site, "GET", "/notices/unread")["data"]["count"] == 2
    ask(site, "POST", "/notices/read", status=204)
    assert ask(site, "GET", "/notices/unread")["data"]["count"] == 0
    ask(site, "DELETE", f"/publications/recipes/{free}", status=204)
    ask(site, "GET", f"/catalog/recipes/{free}", who="nobody", status=401)
    ask(site, "DELETE", f"/saved/recipes/{free}", who="taro")


def test_a_membership_is_joined_left_and_taken_up_again(site: Library) -> None:
    ask(site, "GET", "/subscription", status=404)
    ask(site, "POST", "/subscription", {"key": "one"}, status=422)
    ask(site, "POST", "/cards", {"number": TEST_CARDS["asks"].number}, status=201)
    asked = ask(site, "POST", "/subscription", {"key": "one"}, status=201)["data"]
    assert asked["step"] == "confirm"
    done = ask(site, "POST", f"/purchases/{asked['id']}/confirm", {"isAllowed": True})["data"]
    assert done["step"] == "done"
    ask(site, "POST", f"/purchases/{asked['id']}/confirm", {"isAllowed": True}, status=409)
    assert ask(site, "POST", "/subscription/cancel")["data"]["status"] == "canceled"
    assert ask(site, "POST", "/subscription/resume")["data"]["status"] == "active"


def test_no_card_number_comes_back(site: Library) -> None:
    number = TEST_CARDS["succeeds"].number
    added = call(site, "POST", "/cards", {"number": number})
    refused = call(site, "POST", "/cards", {"number": "4111111111111111"})
    assert refused.status_code == 422
    rows = str(list(site.store.raw.call("Scan", {"TableName": "MainTable"})["Items"]))
    assert all(each not in text for each in (number, "4111111111111111") for text in (added.text, refused.text, rows))


def test_a_link_shows_until_it_is_taken_away(site: Library) -> None:
    recipe_id = add_recipe(site)
    ask(site, "POST", "/shares", {"kind": "RECIPE", "id": recipe_id}, status=422)
    link = ask(site, "POST", "/shares", {"kind": "RECIPE", "id": recipe_id, "authorName": "花子"})["data"]
    assert link["url"] == f"/k/{link['id']}"
    assert ask(site, "GET", f"/shares/{link['id']}", who="taro")["data"]["recipes"][0]["title"] == "豚汁"
    assert ask(site, "POST", f"/shares/{link['id']}/copy", who="taro", status=201)["data"]["setId"] is None
    undo = ask(site, "DELETE", f"/shares/of/recipes/{recipe_id}")["undoId"]
    ask(site, "GET", f"/shares/{link['id']}", who="taro", status=404)
    ask(site, "POST", f"/undo/{undo}", status=204)
    assert ask(site, "GET", f"/shares/of/recipes/{recipe_id}")["data"]["id"] == link["id"]


def test_settings_notices_and_files(site: Library) -> None:
    assert ask(site, "PATCH", "/settings", {"servings": 5, "shelfOrder": ["meat"]})["data"]["shelfOrder"][0] == "meat"
    assert "砂糖" in ask(site, "PUT", "/settings/staples", {"name": "砂糖", "isStaple": False})["data"]["noStaples"]
    ask(site, "PUT", "/settings/shelves", {"name": "卵", "shelf": "nowhere"}, status=422)
    told = ask(site, "PATCH", "/notices/settings", {"told": ["saved"], "hour": 9})["data"]
    assert told == {"told": ["saved"], "hour": 9}
    add_recipe(site)
    document = ask(site, "GET", "/export")
    report = ask(site, "POST", "/import", document, who="taro")["data"]
    assert (report["added"] > 0, report["problems"]) == (True, [])
    read = ask(
        site, "POST", "/recipes/read", {"text": "豚汁\n材料(2人分)\n豚肉 100g\n大根 1/4本\n作り方\n1. 切る\n2. 煮る"}
    )
    assert read["data"]["form"]["title"] == "豚汁"


@pytest.mark.parametrize(
    ("path", "operations"),
    [
        ("/plans", ["GetItem", "GetItem", "Query"]),
        ("/shopping", ["GetItem", "GetItem", "GetItem", "Query"]),
        ("/fridge", ["GetItem", "Query"]),
        ("/log/months/2040-11", ["GetItem", "Query"]),
        ("/catalog/recipes", ["GetItem", "Query"]),
        ("/catalog/sets?sort=popular", ["GetItem", "Query"]),
        ("/purchases", ["GetItem", "Query"]),
    ],
)
def test_a_list_is_one_query(site: Library, path: str, operations: list[str]) -> None:
    """Beside the row of the person, and of the kitchen."""
    ask(site, "GET", "/plans")
    with record_calls() as calls:
        ask(site, "GET", path)
    assert sorted(each.operation for each in calls) == operations
