"""Messages of rules over several values: where it is, and nothing of what is nobody's to read in a log."""

from collections.abc import Callable

import pytest
from pydantic import BaseModel, model_validator

from chabudai import table
from chabudai.table import Entity, Field, InKey, InvalidFieldValue, RuleViolated, Table, key


class Leg(BaseModel):
    low: int
    high: int

    @model_validator(mode="after")
    def in_order(self) -> "Leg":
        if self.high < self.low:
            raise ValueError("the wrong way round")
        return self


class Trips(Table, name="Trips", pk="PK", sk="SK"): ...


class Trip(Entity, table=Trips):
    trip_id: InKey[str]
    phone: str
    first: int = 0
    last: int = 9
    legs: list[Leg] = Field(default_factory=list)
    PK = key("TRIP#{trip_id}")
    SK = key("TRIP")

    @model_validator(mode="after")
    def in_order(self) -> "Trip":
        if self.last < self.first:
            raise ValueError("the wrong way round")
        return self


def test_a_rule_over_several_values_is_told_by_its_place_and_without_the_values() -> None:
    trip = Trip(trip_id="1", phone="090-1234", legs=[Leg(low=1, high=2), Leg(low=12, high=34)])
    wrong = Leg(low=12, high=34).model_copy(update={"low": 56})
    with table.open(":memory:") as store:
        store.create(Trips)
        store.put(trip)
        writes: list[tuple[Callable[[], object], str]] = [
            (lambda: store.put(trip.model_copy(update={"first": 10})), "Trip: "),
            (lambda: store.write(Trip.update(trip_id="1").set(first=10)), "Trip: "),
            (lambda: store.put(trip.model_copy(update={"legs": [trip.legs[0], wrong]})), "Trip.legs[1]: "),
            (lambda: store.write(Trip.update(trip_id="1").set(**{"legs[1].low": 56})), "Trip.legs[1]: "),
        ]
        for write, place in writes:
            with pytest.raises((InvalidFieldValue, RuleViolated)) as told:
                write()
            assert f"{place}Value error, the wrong way round" in str(told.value)
            assert not any(value in str(told.value) for value in ("090-1234", "34", "56"))
