"""Rows that no kitchen can be made of: they are left out, and what stands in an act's way is told as such."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.kondate.household import Household

from chabudai import table
from chabudai.apps.kondate import design, transfer
from chabudai.apps.kondate.book import cookable
from chabudai.apps.kondate.kitchen import cooking, fridge, plans, shopping
from chabudai.common.unreadable_rows import UnreadableRowLog
from chabudai.web.errors import UnreadableData


@pytest.fixture
def home(clock: SettableClock) -> Iterator[Household]:
    """As the site opens its store."""
    with table.open(":memory:", clock=clock, report_unreadable=UnreadableRowLog()) as store:
        store.create(*design.design.tables)
        made = Household(store, clock)
        made.live(2)
        yield made


def store_row(home: Household, key: str, **row: Any) -> None:
    at = "2040-01-01T00:00:00Z"
    item = {
        "PK": "USER#hanako",
        "SK": key,
        "entityType": key.partition("#")[0],
        "createdAt": at,
        "updatedAt": at,
        **row,
    }
    stored = {name: _to_dynamodb(value) for name, value in item.items()}
    home.store.raw.call("PutItem", {"TableName": "MainTable", "Item": stored})


def _to_dynamodb(value: Any) -> dict[str, Any]:
    match value:
        case list():
            return {"L": [_to_dynamodb(each) for each in value]}
        case dict():
            return {"M": {name: _to_dynamodb(each) for name, each in value.items()}}
        case _:
            return {"S": value}


def test_rows_with_an_amount_that_is_none_are_left_out_and_the_kitchen_goes_on(home: Household) -> None:
    """As an import took them in before."""
    wrong = "01JD000000000000000000BAD0"
    store_row(home, f"FRIDGE#{wrong}", name="大根", amount="1/0", unit="hon")
    store_row(home, f"SHOPPING#{wrong}", name="大根", measures=[{"value": "1/0", "unit": "g"}])
    ingredients = [{"name": "大根", "quantity": "", "amount": "1/0"}]
    store_row(home, f"RECIPE#{wrong}", title="粥", servings="2", ingredients=ingredients, steps=[{"text": "煮る"}])
    recipe = home.recipe("豚汁", "豚肉 200g\n大根 1本")
    fridge.put_in(home.owner(), "大根 2本")
    dish = plans.add_dish(home.owner(), recipe.recipe_id, servings=2).result
    assert (home.shopping(), home.fridge()) == ({"豚肉": "200g"}, {"大根": "2本"})
    cooking.cook(home.owner(), dish.item_id)
    assert home.fridge() == {"大根": "1本"}
    assert [each.recipe.title for found in cookable.find_cookable(home.owner()) for each in found] == ["豚汁"]
    assert len(transfer.write_document(home.store, "hanako")["fridge"]) == 1


def test_a_plan_that_nobody_can_read_is_told_as_such_and_not_as_a_race(home: Household) -> None:
    chosen = home.meal_set("献立", [home.recipe("豚汁", "豚肉 200g")])
    store_row(home, "PLAN#CURRENT", items="?")
    with pytest.raises(UnreadableData):
        plans.apply_set(home.owner(), chosen.set_id)
    assert shopping.find_lines(home.owner()) == []
