"""What an update appends within a field is several elements of a list, as it is of a whole field."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from pydantic import BaseModel

from chabudai import table
from chabudai.table import Entity, Field, InKey, InvalidFieldValue, Table, WrongFieldType, key
from chabudai.table.plans import Update


class Cafes(Table, name="Cafes", pk="PK", sk="SK"):
    pass


class Cafe(Entity, table=Cafes):
    name: InKey[str]
    log: list[str] = Field(default_factory=list)
    hours: dict[str, list[str]] = Field(default_factory=dict)
    tags: dict[str, set[str]] = Field(default_factory=dict)
    titles: dict[str, str] = Field(default_factory=dict)
    notes: dict[str, Any] = Field(default_factory=dict)

    PK = key("CAFE#{name}")
    SK = key("CAFE")


def _by_name(place: str) -> Callable[[Any], Update[Cafe]]:
    return lambda given: Cafe.update(name="mori").append(**{place: given})


def _by_path(given: Any) -> Update[Cafe]:
    return Cafe.update(name="mori").append_at(Cafe.path_to(lambda cafe: cafe.hours["mon"]), given)


@pytest.mark.parametrize("given", ["10:00", b"10", {"a": 1}, 5, None], ids=repr)
@pytest.mark.parametrize("append", [_by_name("log"), _by_name("hours.mon"), _by_path], ids=["field", "name", "path"])
def test_what_is_appended_is_several_elements(append: Callable[[Any], Update[Cafe]], given: Any) -> None:
    with pytest.raises(
        InvalidFieldValue, match=r"^Cafe\.(log|hours\.mon): several elements are wanted, as in a list: \["
    ):
        append(given)


@pytest.mark.parametrize("append", [_by_name("log"), _by_name("hours.mon"), _by_path], ids=["field", "name", "path"])
def test_any_elements_will_do_but_those_of_a_text(append: Callable[[Any], Update[Cafe]]) -> None:
    with table.open(":memory:") as store:
        store.create(Cafes)
        store.insert(Cafe(name="mori"))
        for given in (["10:00"], ("11:00",), (each for each in ["12:00"])):
            cafe = store.write(append(given))
        assert [*cafe.log, *cafe.hours.get("mon", [])] == ["10:00", "11:00", "12:00"]


@pytest.mark.parametrize(
    ("place", "advice"),
    [
        ("hours", r'is no list but dict, .*set\(\*\*\{"hours.name": …\}\) gives it a member'),
        ("titles.en", r"is no list but str, .*set\(…\) gives it another value"),
        ("tags.new", r"is no list but set, .*set\(…\) gives it another value"),
    ],
)
def test_only_lists_are_appended_to(place: str, advice: str) -> None:
    with pytest.raises(WrongFieldType, match=rf"^Cafe\.{place} {advice}"):
        _by_name(place)(["x"])


def test_a_member_that_may_be_anything_is_appended_to_where_it_is_a_list() -> None:
    with table.open(":memory:") as store:
        store.create(Cafes)
        store.insert(Cafe(name="mori", notes={"seen": ["mon"]}))
        assert store.write(_by_name("notes.seen")(["tue"])).notes == {"seen": ["mon", "tue"]}


class Spot(NamedTuple):
    row: int
    mark: str = "x"


class Corner(BaseModel):
    at: tuple[int, int] = (0, 0)


class Chart(Entity, table=Cafes):
    """Tuples with a fixed number of elements, and with any."""

    name: InKey[str]
    at: tuple[int, int] = (0, 0)
    far: tuple[int, int] | None = None
    nothing: tuple[()] = ()
    spot: Spot = Spot(1)
    corner: Corner = Corner()
    pairs: list[tuple[int, int]] = Field(default_factory=list)
    steps: tuple[int, ...] = ()

    PK = key("CHART#{name}")
    SK = key("CHART")


@pytest.mark.parametrize("place", ["at", "far", "nothing", "spot", "corner.at", "pairs[0]"])
def test_nothing_is_appended_to_a_tuple_that_says_what_each_of_its_elements_is(place: str) -> None:
    with pytest.raises(WrongFieldType, match=r"its tuple says what each of its elements is.*set\(…\) gives it another"):
        Chart.update(name="a").append(**{place: (3, 4)})


def test_a_tuple_of_any_number_and_a_list_of_tuples_are_appended_to() -> None:
    with table.open(":memory:") as store:
        store.create(Cafes)
        store.insert(Chart(name="a"))
        chart = store.write(Chart.update(name="a").append(steps=(3, 4), pairs=[(1, 2)]))
        assert (chart.steps, chart.pairs) == ((3, 4), [(1, 2)])
        assert store.get(Chart.get(name="a")) == chart
