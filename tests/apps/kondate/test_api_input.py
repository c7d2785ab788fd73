"""What programs send that nobody meant: each is refused with a sentence, kept as it was meant, and breaks nothing."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.apps.kondate.test_api import add_recipe, ask, call
from tests.common import library
from tests.common.library import Library

from chabudai.apps.kondate import app as kondate

FAR = ("0001-01-01", "9999-12-31")
AMOUNT = "0.001から9,999,999までの量を入力してください。"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with library.opened(tmp_path_factory.mktemp("kondate"), kondate.build) as opened:
        yield opened


@pytest.fixture
def tofu(site: Library) -> str:
    """The address of a block of it."""
    return f"/fridge/{ask(site, 'POST', '/fridge', {'text': '豆腐 1丁', 'place': 'freezer'}, status=201)['data']['id']}"


def refused(site: Library, method: str, path: str, body: Any = None, status: int = 422) -> dict[str, str]:
    error = ask(site, method, path, body, status=status)["error"]
    return {each["field"]: each["message"] for each in error.get("details", ())}


@pytest.mark.parametrize("amount", ["1" + 31 * "0" + "g", "99999999999999個", "1/12345678901234個"])
@pytest.mark.parametrize("path", ["/fridge", "/shopping"])
def test_an_amount_that_nobody_has_is_refused_beside_its_line(site: Library, path: str, amount: str) -> None:
    assert refused(site, "POST", path, {"text": f"米 {amount}"}) == {"name": AMOUNT}


def test_an_amount_with_many_decimals_is_kept_as_finely_as_a_kitchen_tells(site: Library) -> None:
    added = ask(site, "POST", "/fridge", {"text": "米 3.14159265358979g"}, status=201)["data"]
    assert (added["amount"], added["unit"]) == ("4948/1575", "g")


@pytest.mark.parametrize("amount", ["1/0", "0/0", "0", "٣", "-1", "1.5", "half", "9" * 12, "9" * 13, "1/2/3"])
def test_what_is_no_amount_of_food_is_refused(site: Library, tofu: str, amount: str) -> None:
    assert list(refused(site, "PATCH", tofu, {"amount": amount})) == ["amount"]


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ({"amount": "０１"}, {"amount": "1"}),
        ({"amount": "1\n"}, {"amount": "1"}),
        ({"amount": "2/4"}, {"amount": "1/2"}),
        ({"amount": None}, {"amount": None}),
        ({"unit": "個"}, {"unit": "ko"}),
        ({"unit": "grams"}, {"unit": "g"}),
        ({"unit": "大さじ"}, {"unit": "tbsp"}),
        ({"unit": ""}, {"unit": None}),
        ({"name": " 絹\u0000ごし\n豆腐 "}, {"name": "絹ごし 豆腐"}),
        ({"note": " 一行\n二行\u0000 "}, {"note": "一行\n二行"}),
        ({"bestBefore": "2040-11-30"}, {"bestBefore": "2040-11-30", "isGuess": False}),
    ],
)
def test_what_is_sent_for_a_food_is_kept_as_it_was_meant(
    site: Library, tofu: str, sent: dict[str, Any], kept: dict[str, Any]
) -> None:
    changed = ask(site, "PATCH", tofu, sent)["data"]
    assert {name: changed[name] for name in kept} == kept


@pytest.mark.parametrize(
    "sent",
    [{"name": "   "}, {"name": "\u0000"}, {"name": "長" * 81}, {"unit": "furlong"}]
    + [{"bestBefore": day} for day in (*FAR, "20401130", "2040-W48-5", "tomorrow")],
)
def test_what_no_food_has_is_refused_beside_its_field(site: Library, tofu: str, sent: dict[str, Any]) -> None:
    assert list(refused(site, "PATCH", tofu, sent)) == list(sent)


@pytest.mark.parametrize("day", FAR)
def test_days_that_nobody_lives_in_are_refused(site: Library, day: str) -> None:
    recipe_id = add_recipe(site)
    chosen = ask(site, "POST", "/sets", {"title": "夜", "dishes": [{"recipeId": recipe_id, "day": 7}]}, status=201)
    assert list(refused(site, "POST", "/plans", {"setId": chosen["data"]["id"], "start": day})) == ["start"]
    dish = ask(site, "POST", "/dishes", {"recipeId": recipe_id}, status=201)["data"]["id"]
    assert list(refused(site, "PATCH", f"/dishes/{dish}", {"day": day})) == ["day"]
    assert list(refused(site, "POST", "/fridge", {"text": "卵", "bestBefore": day})) == ["bestBefore"]
    assert list(refused(site, "POST", "/log", {"title": "卵焼き", "day": day})) == ["day"]


@pytest.mark.parametrize(
    "moment",
    [
        "0001-01-01T00:00:00+10:00",
        "9999-12-31T23:59:59-10:00",
        "0001-01-01T00:00:00Z",
        "2040-11-15T00:00:00",
        "2040",
    ],
)
def test_what_left_the_fridge_at_no_moment_of_ours_is_not_there(site: Library, tofu: str, moment: str) -> None:
    item_id = tofu.rpartition("/")[2]
    assert call(site, "POST", f"/fridge/trash/{moment}/{item_id}/restore").status_code == 404


@pytest.mark.parametrize("line_id", ["#", "x#y", "RECIPE#", "..", "a/b", "\u0000", " "])
def test_an_id_that_no_line_can_have_is_refused(site: Library, line_id: str) -> None:
    assert list(refused(site, "POST", "/shopping", {"text": "卵", "id": line_id})) == ["id"]


def test_a_number_of_changes_that_nobody_makes_is_refused(site: Library) -> None:
    line = ask(site, "POST", "/shopping", {"text": "卵"}, status=201)["data"]["id"]
    for seen in (10**50, -1):
        assert (
            call(site, "POST", "/shopping/ticks", {"ticks": [{"id": line, "done": True, "seen": seen}]}).status_code
            == 400
        )


@pytest.mark.parametrize(
    "day", ["20261118", "2026-W01-1", "2026-322", "2026-1-1", "２０２６-11-18", *FAR, "0000-00-00"]
)
def test_a_day_of_the_log_has_one_spelling(site: Library, day: str) -> None:
    ask(site, "GET", f"/log/{day}", status=404)
    assert site.reader("hanako").get(f"/kondate/log/{day}").status_code == 404


def test_a_file_that_nobody_wrote_is_taken_in_as_far_as_it_can_be_and_the_rest_is_told(site: Library) -> None:
    deep: Any = "x"
    for _ in range(900):
        deep = {"name": deep}
    given = {
        "format": "chabudai-kondate",
        "version": 1,
        "settings": {"staples": ["長" * 100_000] * 4},
        "fridge": [{"name": "米", "amount": "1/0", "unit": "kg", "itemId": "a"}, deep, {"name": "塩", "itemId": "b"}],
        "plans": [{"slot": "NEXT", "appliedAt": "0001-01-01T00:00:00+12:00"}],
    }
    report = ask(site, "POST", "/import", given)["data"]
    assert (report["added"], len(report["problems"])) == (1, 4)
    assert site.reader("hanako").get("/kondate/fridge").status_code == 200


def test_what_was_cooked_is_called_by_something_that_can_be_seen(site: Library) -> None:
    for title in ("  ", "\u0000"):
        assert list(refused(site, "POST", "/log", {"title": title, "day": "2040-11-15"})) == ["title"]
    entry = ask(site, "POST", "/log", {"title": " 卵\u0000焼き ", "day": "2040-11-15"}, status=201)["data"]
    assert entry["title"] == "卵焼き"
    path = f"/log/2040-11-15/{entry['id']}"
    assert list(refused(site, "PATCH", path, {"title": " "})) == ["title"]
    assert ask(site, "PATCH", path, {"memo": "一\n二"})["data"]["memo"] == "一\n二"
