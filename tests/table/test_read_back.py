"""What an update with guards tells of the row, which it has to read after its transaction: others may come first."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from pydantic import BaseModel, model_validator

from chabudai import store as stores
from chabudai.store import Store
from chabudai.table import Entity, Field, InKey, Table, TypedStore, UnreadableItem, Update, key, unique
from chabudai.table.errors import ItemNotFound


class OldGuests(Table, name="Guests", pk="PK", sk="SK"): ...


class OldGuest(Entity, table=OldGuests):
    id: InKey[str]
    name: str
    visits: int = 0
    one_name = unique("NAMES", "NAME#{name}")
    PK = key("GUEST#{id}")
    SK = key("GUEST")


class Guests(Table, name="Guests", pk="PK", sk="SK"): ...


class Guest(Entity, table=Guests, upgrades=(lambda values: values,)):
    id: InKey[str]
    name: str
    visits: int = 0
    one_name = unique("NAMES", "NAME#{name}")
    PK = key("GUEST#{id}")
    SK = key("GUEST")


class ThenAnother(Store):
    """Lets another in just after the first transaction that passes through."""

    def __init__(self, store: Store, rival: Callable[[], object]) -> None:
        self._store = store
        self._rivals = [rival]

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        response = self._store.call(operation, request)
        if operation == "TransactWriteItems" and self._rivals:
            self._rivals.pop()()
        return response

    def close(self) -> None:
        self._store.close()


def write_before(rival: Callable[[TypedStore], object], update: Update[Any]) -> Any:
    with stores.open(":memory:") as raw:
        other = TypedStore(raw)
        other.create(OldGuests)
        other.insert(OldGuest(id="1", name="anna", visits=3))
        return TypedStore(ThenAnother(raw, lambda: rival(other))).write(update)


RENAMED = OldGuest.update(id="1").set(name="berta").add(visits=1)


def test_an_update_that_was_done_is_told_although_a_newer_program_has_the_row_by_now() -> None:
    found = write_before(lambda other: other.write(Guest.update(id="1").add(visits=5)), RENAMED)
    assert found == OldGuest(id="1", name="berta", visits=4)


def test_an_update_that_was_done_is_told_although_the_row_is_gone_by_now() -> None:
    found = write_before(lambda other: other.write(OldGuest.delete(id="1")), RENAMED)
    assert found == OldGuest(id="1", name="berta", visits=4)


def test_a_row_that_an_upsert_has_made_is_told_although_it_is_gone_by_now() -> None:
    made = OldGuest.upsert(id="2").set(name="cora").add(visits=2)
    found = write_before(lambda other: other.write(OldGuest.delete(id="2")), made)
    assert found == OldGuest(id="2", name="cora", visits=2)


def test_what_is_not_known_of_a_row_that_others_took_is_not_made_up() -> None:
    update = RENAMED.when(name="anna")  # nothing has to be read before
    with pytest.raises(UnreadableItem) as newer:
        write_before(lambda other: other.write(Guest.update(id="1").add(visits=5)), update)
    with pytest.raises(ItemNotFound) as gone:
        write_before(lambda other: other.write(OldGuest.delete(id="1")), update)
    for refused in (newer, gone):
        assert any("The update was done" in note for note in refused.value.__notes__)


class Home(BaseModel):
    city: str


class Person(Entity, table=Guests):
    """The home is made of the name, and a rule looks at all of it."""

    id: InKey[str]
    name: str
    home: Home = Field(default_factory=lambda data: Home(city=data["name"] + "ville"))
    PK = key("PERSON#{id}")
    SK = key("PERSON")

    @model_validator(mode="after")
    def named(self) -> "Person":
        if not self.name:
            raise ValueError("nobody is without a name")
        return self


def test_a_model_that_is_made_of_other_fields_is_made_in_an_upsert_too() -> None:
    with stores.open(":memory:") as raw:
        store = TypedStore(raw)
        store.create(Guests)
        found = store.write(Person.upsert(id="1").set(name="anna"))
        assert found.home == Home(city="annaville")
        assert store.get(Person.get(id="1")) == found
