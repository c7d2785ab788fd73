"""Unique constraints: a right is claimed, kept, handed on and given up in the same transaction as its entity."""

from typing import Any

import pytest
from tests.table.counting import in_threads
from tests.table.designs_for_writes import NOON, Clock, Household, Interrupted, Member, guards, member, rows, stored
from tests.table.designs_for_writes import home as home

from chabudai import table
from chabudai.store import record_calls
from chabudai.table import Entity, InKey, Insert, OmitDefault, Put, Table, Transaction, TypedStore, key, unique
from chabudai.table.errors import ConditionNotMet, ItemNotFound, NotUnique, StepFailed

ONE = {"house": "h", "member_id": "1"}
TWO = {"house": "h", "member_id": "2"}


class Teams(Table, name="Teams", pk="PK", sk="SK"):
    pass


class Team(Entity, table=Teams):
    """Its one right is made of its key alone."""

    owner: str
    code: str
    size: int = 0
    one_code = unique("CODE#{code}", "CODE")
    PK = key("OWNER#{owner}")
    SK = key("TEAM#{code}")


@pytest.fixture
def teams(home: TypedStore) -> TypedStore:
    home.create(Teams)
    return home


def test_two_can_not_have_one_name_whatever_its_case(home: TypedStore) -> None:
    home.insert(member("1", "Straße"))
    with pytest.raises(NotUnique, match=r"Member\(house='h', member_id='2'\): another has the same one_name"):
        home.insert(member("2", "STRASSE"))
    assert home.get(Member.get(**TWO)) is None
    assert guards(home.raw, Household) == {"NAME#strasse": "MEMBER#1"}


def test_another_house_has_names_of_its_own(home: TypedStore) -> None:
    home.insert(member("1", "a"))
    home.insert(Member(house="i", member_id="1", name="a"))


def test_what_is_none_claims_nothing(home: TypedStore) -> None:
    home.insert(member("1", "a"))
    home.insert(member("2", "b"))
    home.write(Member.update(**ONE).set(badge=7))
    with pytest.raises(NotUnique, match="one_badge"):
        home.write(Member.update(**TWO).set(badge=7))
    home.write(Member.update(**ONE).remove("badge"))
    home.write(Member.update(**TWO).set(badge=7))
    assert guards(home.raw, Household) == {"NAME#a": "MEMBER#1", "NAME#b": "MEMBER#2", "BADGE#7": "MEMBER#2"}


def test_an_insert_over_another_claims_nothing(home: TypedStore) -> None:
    home.insert(member("1", "a"))
    with pytest.raises(ConditionNotMet, match="exists already"):
        home.insert(member("1", "b"))
    assert guards(home.raw, Household) == {"NAME#a": "MEMBER#1"}


def test_a_put_over_another_gives_up_its_rights(home: TypedStore) -> None:
    found = home.insert(member("1", "a", badge=1))
    home.put(found.model_copy(update={"name": "b", "badge": None}))
    assert guards(home.raw, Household) == {"NAME#b": "MEMBER#1"}


def test_a_new_name_sets_the_old_one_free(home: TypedStore) -> None:
    home.insert(member("1", "a"))
    assert home.write(Member.update(**ONE).set(name="b")) == member("1", "b", version=2)
    home.insert(member("2", "a"))
    with pytest.raises(NotUnique):
        home.write(Member.update(**ONE).set(name="a"))
    assert guards(home.raw, Household) == {"NAME#b": "MEMBER#1", "NAME#a": "MEMBER#2"}


def test_a_name_may_be_changed_to_itself_and_back(home: TypedStore) -> None:
    home.insert(member("1", "a"))
    for name in ("a", "A", "b", "a"):
        home.write(Member.update(**ONE).set(name=name))
    assert guards(home.raw, Household) == {"NAME#a": "MEMBER#1"}


def test_a_change_that_touches_no_right_is_a_single_write(home: TypedStore) -> None:
    home.insert(member("1", "a"))
    with record_calls() as asked:
        home.write(Member.update(**ONE).set(room="study").add(points=1))
    assert [each.operation for each in asked] == ["GetItem", "UpdateItem"]


def test_a_change_of_one_right_does_not_need_the_other(home: TypedStore) -> None:
    home.insert(member("1", "a", badge=1))
    home.write(Member.update(**ONE).set(badge=2))
    assert guards(home.raw, Household) == {"NAME#a": "MEMBER#1", "BADGE#2": "MEMBER#1"}


def test_a_deletion_sets_everything_free_and_returns_what_was_there(home: TypedStore) -> None:
    found = home.insert(member("1", "a", badge=1))
    assert home.write(Member.delete(**ONE)) == found
    assert rows(home.raw, Household) == []
    assert home.write(Member.delete(**ONE)) is None
    with pytest.raises(ItemNotFound):
        home.write(Member.delete(**ONE).existing())


def test_an_upsert_claims_for_what_it_makes(home: TypedStore) -> None:
    plan = Member.upsert(**ONE).add(points=1).if_missing(name="a")
    assert home.write(plan).points == 1
    assert home.write(plan).points == 2
    with pytest.raises(NotUnique):
        home.write(Member.upsert(**TWO).add(points=1).if_missing(name="A"))
    assert guards(home.raw, Household) == {"NAME#a": "MEMBER#1"}


def test_a_value_given_only_where_there_is_none_is_claimed(home: TypedStore) -> None:
    home.insert(member("1", "a"))
    plan = Member.update(**ONE).add(points=1).if_missing(badge=5)
    assert home.write(plan).badge == 5
    assert home.write(plan).badge == 5
    assert guards(home.raw, Household) == {"NAME#a": "MEMBER#1", "BADGE#5": "MEMBER#1"}


def test_of_eight_threads_that_claim_one_name_exactly_one_wins(home: TypedStore) -> None:
    ids = iter("12345678")
    failures = in_threads(8, lambda: home.insert(member(next(ids), "a")))
    assert [type(failure) for failure in failures] == [NotUnique] * 7
    ((name, owner),) = guards(home.raw, Household).items()
    assert name == "NAME#a"
    assert [row["SK"]["S"] for row in rows(home.raw, Household) if "_guards" not in row] == [owner]


def test_eight_threads_that_rename_one_leave_no_guard_behind(home: TypedStore) -> None:
    home.insert(member("1", "a"))
    names = iter("bcdefghi")

    def run() -> None:
        name = next(names)
        for number in range(5):
            home.write(Member.update(**ONE).set(name=f"{name}{number}"))

    assert in_threads(8, run) == []
    assert guards(home.raw, Household) == {f"NAME#{home.one(Member.get(**ONE)).name}": "MEMBER#1"}


def test_a_rename_that_meets_another_gives_up_the_name_that_stands_there_now(home: TypedStore) -> None:
    home.insert(member("1", "a"))
    way = Interrupted(home.raw)
    way.rival = lambda: home.write(Member.update(**ONE).set(name="b"))
    TypedStore(way).write(Member.update(**ONE).set(name="c"))
    assert guards(home.raw, Household) == {"NAME#c": "MEMBER#1"}


def test_two_steps_that_claim_one_right_are_refused_before_anything_is_sent(home: TypedStore) -> None:
    both = Transaction().step("first", Insert(member("1", "a"))).step("second", Insert(member("2", "A")))
    with (
        record_calls() as asked,
        pytest.raises(StepFailed, match=r"step 'second': .*: step 'first' claims the same one_name") as failed,
    ):
        home.transact(both)
    assert asked == []
    assert type(failed.value.cause) is NotUnique


def test_a_claim_within_a_transaction_that_another_has_names_the_step(home: TypedStore) -> None:
    home.insert(member("1", "a"))
    with pytest.raises(StepFailed, match=r"step 'late': .*another has the same one_name") as failed:
        home.transact(Transaction().step("fine", Insert(member("2", "b"))).step("late", Insert(member("3", "a"))))
    assert type(failed.value.cause) is NotUnique
    assert guards(home.raw, Household) == {"NAME#a": "MEMBER#1"}


def test_a_right_is_handed_on_within_a_transaction(home: TypedStore) -> None:
    home.insert(member("1", "a"))
    home.transact(Transaction().step("out", Member.delete(**ONE)).step("in", Insert(member("2", "a"))))
    assert guards(home.raw, Household) == {"NAME#a": "MEMBER#2"}


def test_two_swap_their_names_within_a_transaction(home: TypedStore) -> None:
    home.insert(member("1", "a"))
    home.insert(member("2", "b"))
    swap = Transaction().step("one", Member.update(**ONE).set(name="b")).step("two", Member.update(**TWO).set(name="a"))
    home.transact(swap)
    assert guards(home.raw, Household) == {"NAME#b": "MEMBER#1", "NAME#a": "MEMBER#2"}


@pytest.mark.parametrize("how", ["put", "insert", "upsert"])
def test_a_right_made_of_the_key_alone_is_claimed_and_given_up(teams: TypedStore, how: str) -> None:
    def make(owner: str) -> Any:
        team = Team(owner=owner, code="x")
        return {"put": Put(team), "insert": Insert(team), "upsert": Team.upsert(owner=owner, code="x").add(size=1)}[how]

    teams.write(make("a"))
    with pytest.raises(NotUnique):
        teams.write(make("b"))
    teams.write(Team.delete(owner="b", code="x"))
    assert guards(teams.raw, Teams) == {"CODE": "TEAM#x"}
    teams.write(Team.delete(owner="a", code="x"))
    assert rows(teams.raw, Teams) == []
    teams.write(make("b"))


def test_what_guards_an_entity_that_expires_expires_with_it() -> None:
    class Seats(Table, name="Seats", pk="PK", sk="SK", ttl="until"):
        pass

    class Seat(Entity, table=Seats):
        seat_id: str
        name: str
        until: int | None = None
        one_name = unique("NAME", "NAME#{name}")
        PK = key("SEAT")
        SK = key("SEAT#{seat_id}")

    clock = Clock()
    now = int(clock.now.timestamp())
    with table.open(":memory:", clock=clock) as store:
        store.create(Seats)
        store.insert(Seat(seat_id="1", name="a", until=now + 10))
        guard = {"PK": {"S": "NAME"}, "SK": {"S": "NAME#a"}}

        def until() -> dict[str, Any]:
            row = store.raw.call("GetItem", {"TableName": "Seats", "Key": guard})["Item"]
            found: dict[str, Any] = row["until"]
            return found

        assert until() == {"N": str(now + 10)}
        store.write(Seat.update(seat_id="1").add(until=5))
        assert until() == {"N": str(now + 15)}
        with pytest.raises(NotUnique):
            store.insert(Seat(seat_id="2", name="a"))
        clock.now = clock.now.replace(minute=1)
        store.insert(Seat(seat_id="2", name="a"))
        assert guards(store.raw, Seats) == {"NAME#a": "SEAT#2"}
        store.insert(Seat(seat_id="1", name="b"))
        assert stored(store, Seat, seat_id="1")["name"] == {"S": "b"}


def test_a_default_that_is_left_out_of_a_row_does_not_let_its_guard_expire() -> None:
    class Passes(Table, name="Passes", pk="PK", sk="SK", ttl="until"):
        pass

    class Pass(Entity, table=Passes):
        pass_id: InKey[str]
        mail: str
        until: OmitDefault[int] = 0
        PK = key("PASS#{pass_id}")
        SK = key("PASS")
        one_mail = unique("MAILS", "MAIL#{mail}")

    with table.open(":memory:") as store:
        store.create(Passes)
        store.insert(Pass(pass_id="a", mail="x"))
        with pytest.raises(NotUnique):
            store.insert(Pass(pass_id="b", mail="x"))
        later = int(NOON.timestamp())
        store.write(Pass.update(pass_id="a").set(until=later))
        store.write(Pass.update(pass_id="a").set(until=0))
        assert not any("until" in item for item in store.raw.call("Scan", {"TableName": "Passes"})["Items"])
