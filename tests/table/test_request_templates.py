"""Requests of one shape: what is kept of the first is right for all that follow, whatever their values."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.table.designs_for_writes import NOON, SHIRT, Clothing, shirt

from chabudai.table import Get, Insert, Put, Update
from chabudai.table.attributes import Item
from chabudai.table.write.plain_puts import build_plain_put, is_plain_put
from chabudai.table.write.preparation import prepare
from chabudai.table.write.prepared_write import BuiltWrite, single_request

LAYOUT = Clothing.layout
SETS: dict[str, st.SearchStrategy[Any]] = {
    "name": st.sampled_from(["coat", "紺"]),
    "status": st.sampled_from(["ACTIVE", "LENT"]),
    "price": st.integers(0, 9),
    "tags": st.frozensets(st.sampled_from("ab"), max_size=2),
    "deleted_at": st.none() | st.integers(0, 9),
}


@st.composite
def updates(draw: st.DrawFn) -> Any:
    """Sets, sums, lists and sets of others: some of which the store makes by itself, some of what is read."""
    names = draw(st.sets(st.sampled_from(sorted(SETS)), max_size=3))
    plan = Clothing.update(**SHIRT).set(**{name: draw(SETS[name]) for name in names})
    if draw(st.booleans()):
        plan = plan.add(wear_count=draw(st.integers(0, 3)))
    if draw(st.booleans()):
        plan = plan.append(notes=draw(st.lists(st.just("x"), min_size=1, max_size=2)))
    if "tags" not in names and draw(st.booleans()):
        plan = plan.add_to_set(tags={"c"})
    return plan if draw(st.booleans()) else plan.when(price=draw(st.integers(0, 1)))


def items() -> st.SearchStrategy[Item]:
    """A stored shirt, perhaps without attributes that have defaults."""
    wear_counts, gone = st.integers(2, 9), st.sets(st.sampled_from(["wear_count", "price", "notes", "status"]))
    return st.builds(
        lambda count, names: {name: value for name, value in item_of(count).items() if name not in names},
        wear_counts,
        gone,
    )


def item_of(wear_count: int) -> Item:
    return LAYOUT.to_item(LAYOUT.values(shirt(wear_count=wear_count)))


@given(st.lists(st.tuples(updates(), items()), min_size=1, max_size=8))
def test_an_update_of_a_known_shape_sends_what_one_of_a_new_shape_does(plans: list[tuple[Any, Item]]) -> None:
    anew = []
    for plan, item in plans:
        LAYOUT.request_templates.clear()
        anew.append(built(plan, item))
    LAYOUT.request_templates.clear()
    assert [built(plan, item) for plan, item in plans] == anew
    assert [built(plan, item) for plan, item in plans] == anew


def test_a_plain_put_sends_what_one_that_is_prepared_with_care_does() -> None:
    LAYOUT.request_templates.clear()
    for name in ("coat", "shirt"):
        plan = Put(shirt(name=name))
        action, claims = built(plan, None)
        entity, request = build_plain_put(plan, LAYOUT, NOON)
        assert is_plain_put(plan, LAYOUT)
        assert (entity, request, claims) == (plan.entity, single_request(action), [])


@pytest.mark.parametrize("plan", [Insert(shirt()), Put(shirt()).existing(), Put(shirt()).when(price=1)])
def test_a_put_with_a_condition_is_not_plain(plan: Put[Clothing]) -> None:
    assert not is_plain_put(plan, LAYOUT)


def test_a_plan_made_the_short_way_is_the_one_that_its_constructor_makes() -> None:
    assert Clothing.get(**SHIRT) == Get(Clothing, SHIRT)
    assert Clothing.update(**SHIRT) == Update(Clothing, SHIRT)
    assert Clothing.upsert(**SHIRT) == Update(Clothing, SHIRT, may_create=True)
    assert Put.of(shirt()) == Put(shirt())
    assert repr(Clothing.update(**SHIRT)) == repr(Update(Clothing, SHIRT))


def built(plan: Any, item: Item | None) -> BuiltWrite:
    prepared = prepare(plan, NOON)
    prepared.check()
    return prepared.build(item if prepared.needs else None)
