"""Guards and schema versions: an upgrade that changes what is unique moves the guards with the row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import pytest
from pydantic import AfterValidator, field_validator
from tests.table.designs_for_writes import Interrupted

from chabudai import table
from chabudai.table import Entity, InKey, Put, Table, Transaction, TypedStore, key, unique
from chabudai.table.doctor import doctor
from chabudai.table.errors import ConditionNotMet, NotUnique, StepFailed


class OldGuests(Table, name="Guests", pk="PK", sk="SK"): ...


class OldGuest(Entity, table=OldGuests):
    """The first shape: its names keep their case."""

    id: InKey[str]
    name: str
    visits: int = 0
    one_name = unique("NAMES", "NAME#{name}")
    PK = key("GUEST#{id}")
    SK = key("GUEST")


class Guests(Table, name="Guests", pk="PK", sk="SK"): ...


def with_a_call_name(values: dict[str, Any]) -> dict[str, Any]:
    values["call_name"] = values["name"][:2]
    return values


def with_a_small_name(values: dict[str, Any]) -> dict[str, Any]:
    values["name"] = values["name"].lower()
    return values


class Guest(Entity, table=Guests, upgrades=(with_a_call_name, with_a_small_name)):
    """The second shape has a name more that is unique, the third has no case."""

    id: InKey[str]
    name: str
    call_name: str
    visits: int = 0
    one_name = unique("NAMES", "NAME#{name}")
    one_call_name = unique("CALL_NAMES", "NAME#{call_name}")
    PK = key("GUEST#{id}")
    SK = key("GUEST")


ANNA = Guest(id="1", name="anna", call_name="An")


@pytest.fixture
def guests() -> TypedStore:
    store = table.open(":memory:")
    store.create(OldGuests)
    store.insert(OldGuest(id="1", name="Anna"))
    return store


WRITES: dict[str, Callable[[TypedStore], object]] = {
    "update": lambda store: store.write(Guest.update(id="1").add(visits=1)),
    "put": lambda store: store.put(ANNA),
    "transaction": lambda store: store.transact(Transaction().step("visit", Guest.update(id="1").set(visits=5))),
    "upsert": lambda store: store.write(Guest.upsert(id="1").add(visits=1).if_missing(name="x", call_name="x")),
}
LEAVES: dict[str, Callable[[TypedStore], object]] = {
    "rename": lambda store: store.write(Guest.update(id="1").set(name="bob", call_name="bo")),
    "put": lambda store: store.put(Guest(id="1", name="bob", call_name="bo")),
    "delete": lambda store: store.write(Guest.delete(id="1")),
}


def is_well(store: TypedStore) -> bool:
    return str(doctor(store, Guests)).endswith("all is well")


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_a_write_over_an_old_row_takes_its_guards_along(
    guests: TypedStore, write: Callable[[TypedStore], object]
) -> None:
    write(guests)
    assert is_well(guests)
    with pytest.raises(NotUnique, match="one_name"):
        guests.insert(Guest(id="2", name="anna", call_name="x"))
    with pytest.raises(NotUnique, match="one_call_name"):
        guests.insert(Guest(id="2", name="x", call_name="An"))


@pytest.mark.parametrize("write", LEAVES.values(), ids=LEAVES)
def test_an_old_row_that_goes_leaves_no_guards(guests: TypedStore, write: Callable[[TypedStore], object]) -> None:
    write(guests)
    assert is_well(guests)
    guests.insert(Guest(id="2", name="anna", call_name="An"))
    guests.insert(Guest(id="3", name="Anna", call_name="Anna"))


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_an_old_row_whose_upgraded_value_another_has_is_not_written(
    guests: TypedStore, write: Callable[[TypedStore], object]
) -> None:
    guests.insert(Guest(id="2", name="anna", call_name="x"))
    before = guests.raw.call("Scan", {"TableName": "Guests"})["Items"]
    with pytest.raises((NotUnique, StepFailed), match="one_name"):
        write(guests)
    assert guests.raw.call("Scan", {"TableName": "Guests"})["Items"] == before


def test_a_transaction_names_the_step_whose_row_cannot_be_upgraded(guests: TypedStore) -> None:
    guests.insert(Guest(id="2", name="anna", call_name="x"))
    with pytest.raises(StepFailed, match=r"step 'visit'.*older schema version.*one_name") as refusal:
        guests.transact(Transaction().step("visit", Guest.update(id="1").set(name="anna")))
    assert isinstance(refusal.value.cause, NotUnique)


@pytest.mark.parametrize("write", LEAVES.values(), ids=LEAVES)
def test_an_old_row_may_give_up_what_another_has_who_keeps_it(
    guests: TypedStore, write: Callable[[TypedStore], object]
) -> None:
    guests.insert(Guest(id="2", name="anna", call_name="x"))
    write(guests)
    assert is_well(guests)
    with pytest.raises(NotUnique):
        guests.insert(Guest(id="3", name="anna", call_name="y"))


def test_a_guard_at_an_old_value_that_is_anothers_stays(guests: TypedStore) -> None:
    own = {"PK": {"S": "GUEST#2"}, "SK": {"S": "GUEST"}}
    guests.insert(Guest(id="2", name="x", call_name="x"))
    guard = {"PK": {"S": "NAMES"}, "SK": {"S": "NAME#Anna"}, "_guards": {"M": own}}
    guests.raw.call("PutItem", {"TableName": "Guests", "Item": guard})
    guests.write(Guest.update(id="1").add(visits=1))
    key_of_guard = {"PK": guard["PK"], "SK": guard["SK"]}
    assert guests.raw.call("GetItem", {"TableName": "Guests", "Key": key_of_guard})["Item"] == guard


def test_a_row_that_another_upgrades_meanwhile_keeps_its_guards(guests: TypedStore) -> None:
    way = Interrupted(guests.raw)
    way.rival = lambda: guests.write(Guest.update(id="1").add(visits=1))
    assert TypedStore(way).write(Guest.update(id="1").add(visits=1)).visits == 2
    assert is_well(guests)


def test_a_condition_that_is_not_met_leaves_an_upgraded_row_with_its_guards(guests: TypedStore) -> None:
    with pytest.raises(ConditionNotMet):
        guests.write(Put(ANNA).when(visits=9))
    assert is_well(guests)


class OldMembers(Table, name="Members", pk="PK", sk="SK"): ...


class OldMember(Entity, table=OldMembers):
    id: InKey[str]
    mail: str
    nick: str
    one_mail = unique("MAILS", "MAIL#{mail}")
    one_nick = unique("NICKS", "NICK#{nick}")
    PK = key("MEMBER#{id}")
    SK = key("MEMBER")


class Members(Table, name="Members", pk="PK", sk="SK"): ...


def with_other_names(values: dict[str, Any]) -> dict[str, Any]:
    return {**values, "email": values.pop("mail"), "nickname": values.pop("nick")}


class Member(Entity, table=Members, upgrades=(with_other_names,)):
    """What is unique has other names, and rules of the entity that change it: of its own, and of a type."""

    id: InKey[str]
    email: str
    nickname: Annotated[str, AfterValidator(str.lower)]
    one_mail = unique("MAILS", "MAIL#{email}")
    one_nick = unique("NICKS", "NICK#{nickname}")
    PK = key("MEMBER#{id}")
    SK = key("MEMBER")

    @field_validator("email")
    @classmethod
    def lower(cls, email: str) -> str:
        return email.lower()


def test_what_was_unique_under_another_name_and_is_changed_by_a_rule_is_set_free() -> None:
    with table.open(":memory:") as store:
        store.create(OldMembers)
        for number, mail in enumerate(("Mio@X", "Ren@X")):
            store.insert(OldMember(id=str(number), mail=mail, nick=mail[:3]))
        store.write(Member.delete(id="0"))
        store.write(Member.update(id="1").set(email="Other@x", nickname="Other"))
        items = store.raw.call("Scan", {"TableName": "Members"})["Items"]
        assert sorted(item["SK"]["S"] for item in items) == ["MAIL#other@x", "MEMBER", "NICK#other"]
        assert str(doctor(store, Members)).endswith("all is well")
        store.insert(OldMember(id="2", mail="Mio@X", nick="Ren"))
