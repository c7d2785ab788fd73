"""Explaining: what each kind of plan would send, in words, without sending it."""

from datetime import date
from typing import Any

import pytest
from tests.table import closet
from tests.table.closet import Clothing, Label, Tag, clothes, clothes_by_wear, clothes_worn, dearer, household

from chabudai import table
from chabudai.store import record_calls
from chabudai.table import Insert, Put, Transaction, contains, gt, one_of, where
from chabudai.table.plans import Plan

SHIRT: dict[str, Any] = {"owner": "ann", "clothing_id": "1"}
RED: dict[str, Any] = {"owner": "ann", "label_id": "l"}
UPDATED = "Update Clothing at PK='W#ann', SK='CLOTH#1' in Closet"
WEAR = "  wear_sk = WEAR#{wear_count:010}#{clothing_id}: "
READ_FIRST = "; written under the condition that they are still the same, tried again when they are not"
GUARDED = "  guarded: one_name at W#{owner} / NAME#{name}"

# Rows of a newer program come whatever they hold, so that they are told.
NEWER = " OR (attribute_exists(_schema_version) AND _schema_version <> 1)"

READS: list[tuple[Plan, list[str]]] = [
    (closet.clothing("ann", "1"), ["GetItem Closet", "  key: PK='W#ann', SK='CLOTH#1'"]),
    (
        Tag.get(**SHIRT).consistently(),
        [
            "GetItem Closet",
            "  key: PK='W#ann', SK='CLOTH#1'",
            "  ProjectionExpression: PK, SK, name, price, _schema_version",
            "  consistently",
        ],
    ),
    (
        Clothing.batch(owner="ann", clothing_id=["1", "2"]),
        ["BatchGetItem Closet: 2 of Clothing, each once, 100 at a time"],
    ),
    (
        clothes("ann1:1"),
        ["Query Closet", "  KeyConditionExpression: PK = 'W#ann1:1' AND begins_with(SK, 'CLOTH#')"],
    ),
    (
        clothes_by_wear("ann"),
        [
            "Query Closet/ByWear",
            "  KeyConditionExpression: status_pk = 'W#ann#ACTIVE' AND begins_with(wear_sk, 'WEAR#')",
            "  descending",
        ],
    ),
    (
        clothes_worn("ann", 3),
        [
            "Query Closet/ByWear",
            "  KeyConditionExpression: status_pk = 'W#ann#ACTIVE' AND wear_sk BETWEEN 'WEAR#0000000003' "
            "AND 'WEAR#9999999999#\\U0010ffff'",
        ],
    ),
    (
        dearer("ann", 5),
        [
            "Query Closet/ByPrice",
            "  KeyConditionExpression: PK = 'W#ann' AND price > 5",
            "  ProjectionExpression: PK, SK, price, name",
        ],
    ),
    (household("ann"), ["Query Closet", "  KeyConditionExpression: PK = 'W#ann'"]),
    (
        clothes("ann").filter(where(status="ACTIVE", tags=contains("a")) | ~where(price=gt(3))),
        [
            "Query Closet",
            "  KeyConditionExpression: PK = 'W#ann' AND begins_with(SK, 'CLOTH#')",
            "  FilterExpression: (((attribute_not_exists(status) OR status = 'ACTIVE') AND (contains(tags, 'a'))) "
            f"OR (NOT (price > 3))){NEWER}",
        ],
    ),
    (
        clothes("ann").filter(price=one_of(None, 3)),
        [
            "Query Closet",
            "  KeyConditionExpression: PK = 'W#ann' AND begins_with(SK, 'CLOTH#')",
            f"  FilterExpression: (attribute_not_exists(price) OR price IN (3)){NEWER}",
        ],
    ),
]

WRITES: list[tuple[Plan, list[str], list[str]]] = [
    (
        Put(Clothing(**SHIRT, name="x")).when(status="DELETED"),
        ["PutItem"],
        ["Put Clothing at PK='W#ann', SK='CLOTH#1' in Closet", "  only if status = 'DELETED'"],
    ),
    (
        Insert(Label(**RED, name="red")),
        ["TransactWriteItems"],
        ["Insert Label at PK='W#ann', SK='LABEL#l' in Closet", GUARDED],
    ),
    (Clothing.update(**SHIRT).set(name="y"), ["UpdateItem"], [UPDATED, "  no key is made of what changes"]),
    (
        Clothing.update(**SHIRT).set(status="DELETED"),
        ["UpdateItem"],
        [UPDATED, "  status_pk = W#{owner}#{status}: computed: 'W#ann#DELETED'"],
    ),
    (
        Clothing.update(**SHIRT).add(wear_count=1),
        ["GetItem", "UpdateItem"],
        [UPDATED, WEAR + "after reading wear_count", "  read first: wear_count" + READ_FIRST],
    ),
    (
        Clothing.update(**SHIRT).add(wear_count=1).when(wear_count=3),
        ["UpdateItem"],
        [UPDATED, WEAR + "computed: 'WEAR#0000000004#1'", "  only if wearCount = 3"],
    ),
    (
        Label.update(**RED).set(name="blue"),
        ["GetItem", "TransactWriteItems", "GetItem"],
        [
            "Update Label at PK='W#ann', SK='LABEL#l' in Closet",
            "  no key is made of what changes",
            "  read first: name" + READ_FIRST,
            GUARDED,
        ],
    ),
    (
        Clothing.delete(**SHIRT).when(status="DELETED"),
        ["DeleteItem"],
        ["Delete Clothing at PK='W#ann', SK='CLOTH#1' in Closet", "  only if status = 'DELETED'"],
    ),
    (
        Label.delete(**RED),
        ["GetItem", "TransactWriteItems"],
        ["Delete Label at PK='W#ann', SK='LABEL#l' in Closet", "  read first: name" + READ_FIRST, GUARDED],
    ),
    (
        closet.wear("ann", date(2026, 1, 2), "1"),
        ["GetItem", "TransactWriteItems"],
        [
            "day: Insert Worn at PK='W#ann', SK='WORN#20260102#1' in Closet",
            "clothing: " + UPDATED,
            WEAR + "after reading wear_count",
            "  read first: wear_count" + READ_FIRST,
            "  only if attribute_not_exists(status) OR status = 'ACTIVE'",
        ],
    ),
    (
        Transaction()
        .step("one", Clothing.update(**SHIRT).add(wear_count=1))
        .step("two", Label.delete(**RED))
        .step("look", Clothing.check(owner="ben", clothing_id="2").absent()),
        ["BatchGetItem", "TransactWriteItems"],
        [
            "one: " + UPDATED,
            WEAR + "after reading wear_count",
            "  read first: wear_count" + READ_FIRST,
            "two: Delete Label at PK='W#ann', SK='LABEL#l' in Closet",
            "  read first: name" + READ_FIRST,
            GUARDED,
            "look: Check Clothing at PK='W#ben', SK='CLOTH#2' in Closet",
        ],
    ),
    (Transaction(), [], []),
]


@pytest.mark.parametrize(("plan", "lines"), READS, ids=[str(at) for at in range(len(READS))])
def test_a_read_is_explained_by_its_request(memory: table.TypedStore, plan: Plan, lines: list[str]) -> None:
    explained = memory.explain(plan)
    assert list(explained.lines) == lines
    assert explained.operations == (lines[0].split()[0],)


@pytest.mark.parametrize(("plan", "operations", "lines"), WRITES, ids=[str(at) for at in range(len(WRITES))])
def test_a_write_is_explained_by_its_operations_keys_and_conditions(
    memory: table.TypedStore, plan: Plan, operations: list[str], lines: list[str]
) -> None:
    explained = memory.explain(plan)
    assert list(explained.lines) == lines
    assert list(explained.operations) == operations


def test_an_explanation_names_the_pattern(memory: table.TypedStore) -> None:
    assert str(memory.explain(closet.clothing("ann", "1"))).splitlines() == [
        "C-1 (one piece)",
        "  GetItem Closet",
        "    key: PK='W#ann', SK='CLOTH#1'",
    ]
    assert str(memory.explain(Clothing.get(**SHIRT))).startswith("no pattern\n")


def test_values_that_look_like_placeholders_are_shown_as_they_are(memory: table.TypedStore) -> None:
    query = clothes("ann").filter(name=one_of(":0", "#1", ":12"))
    assert f"FilterExpression: (name IN (':0', '#1', ':12')){NEWER}" in str(memory.explain(query))


def test_nothing_is_sent(memory: table.TypedStore) -> None:
    with record_calls() as asked:
        for plan in [*(each[0] for each in READS), *(each[0] for each in WRITES)]:
            memory.explain(plan)
    assert asked == []


@pytest.mark.parametrize(("plan", "operations"), [each[:2] for each in WRITES[2:-1]], ids=range(2, len(WRITES) - 1))
def test_what_is_explained_is_what_is_sent(memory: table.TypedStore, plan: Plan, operations: list[str]) -> None:
    memory.put(Clothing(**SHIRT, name="x", status="DELETED" if "DELETED" in str(plan) else "ACTIVE", wear_count=3))
    memory.insert(Label(**RED, name="red"))
    with record_calls() as asked:
        memory.transact(plan) if isinstance(plan, Transaction) else memory.write(plan)  # type: ignore[call-overload]
    assert [each.operation for each in asked] == operations
