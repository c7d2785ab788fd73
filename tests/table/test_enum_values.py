"""Entities that have values in the place of enums' members have them everywhere: in parts of keys, in strict ones."""

from enum import Enum

import pytest
from pydantic import ConfigDict
from tests.table.designs_for_writes import stored

from chabudai import table
from chabudai.table import Entity, Gsi, InKey, Table, Trash, computed, key


class State(Enum):
    OPEN = "open"
    SHUT = "shut"


class Doors(Table, name="Doors", pk="PK", sk="SK"):
    by_mark = Gsi("ByMark", "mark_pk", "SK")


def mark_of(state: str) -> str:
    return "free" if state == "open" else "closed"


class Door(Entity, table=Doors):
    model_config = ConfigDict(use_enum_values=True)

    id: InKey[str]
    state: State = State.OPEN
    colour: str = "white"
    mark = computed(mark_of)
    PK = key("DOOR#{id}")
    SK = key("DOOR")
    mark_pk = key("MARK#{mark}#{colour}")


class StrictDoor(Entity, table=Doors, trash=Trash("gone_at", "state", State.OPEN, State.SHUT)):
    model_config = ConfigDict(use_enum_values=True, strict=True)

    id: InKey[str]
    state: State = State.OPEN
    gone_at: int | None = None
    PK = key("STRICT#{id}")
    SK = key("DOOR")


def test_a_part_is_made_of_the_value_that_the_entity_has_although_the_field_was_read_for_it() -> None:
    with table.open(":memory:") as store:
        store.create(Doors)
        store.insert(Door(id="1", state=State.OPEN))
        store.write(Door.update(id="1").set(colour="red"))
        assert stored(store, Door, id="1")["mark_pk"] == {"S": "MARK#free#red"}


@pytest.mark.parametrize("state", State)
def test_a_strict_entity_is_put_read_and_changed_although_its_constructor_takes_no_values(state: State) -> None:
    with table.open(":memory:") as store:
        store.create(Doors)
        made = store.insert(StrictDoor(id="1", state=state))
        assert made.__dict__["state"] == state.value
        assert store.put(made) == store.one(StrictDoor.get(id="1").with_trash()) == made
        assert store.write(StrictDoor.update(id="1").set(state=State.SHUT)).__dict__["state"] == "shut"


def test_a_strict_entity_is_moved_to_the_trash_by_its_status_and_restored() -> None:
    with table.open(":memory:") as store:
        store.create(Doors)
        store.insert(StrictDoor(id="1"))
        assert store.write(StrictDoor.move_to_trash(5, id="1")).__dict__["state"] == "shut"
        assert store.write(StrictDoor.restore(id="1")).__dict__["state"] == "open"
