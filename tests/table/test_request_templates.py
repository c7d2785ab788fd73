"""Requests of one shape: what is kept of the first is right for all that follow, whatever their values."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.table.designs_for_writes import NOON, SHIRT, Clothing, shirt

from chabudai.table import Put
from chabudai.table.attributes import Item
from chabudai.table.write.preparation import prepare
from chabudai.table.write.prepared_write import BuiltWrite

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


def test_a_put_of_a_known_shape_sends_what_one_of_a_new_shape_does() -> None:
    LAYOUT.request_templates.clear()
    first, second = (built(Put(shirt(name=name)), None) for name in ("coat", "shirt"))
    LAYOUT.request_templates.clear()
    assert built(Put(shirt(name="shirt")), None) == second
    assert first != second


def built(plan: Any, item: Item | None) -> BuiltWrite:
    prepared = prepare(plan, NOON)
    prepared.check()
    return prepared.build(item if prepared.needs else None)
