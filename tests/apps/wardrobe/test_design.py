"""The wardrobe's table as its seed says: items attribute by attribute, and what every access pattern asks."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from tests.apps.noted_store import NotedTables, reads_back, stored, tables

from chabudai.apps.wardrobe import design as closet
from chabudai.apps.wardrobe.design import ClothingChange, TemplateChange
from chabudai.apps.wardrobe.entities import (
    Clothing,
    ClothingWearDaily,
    History,
    Link,
    RememberedWardrobe,
    Template,
    TemplateWearDaily,
    Wardrobe,
    WardrobeTable,
    epoch_ms,
)
from chabudai.table import Entity
from chabudai.table.attributes import Item
from chabudai.table.creation import create_table_request
from chabudai.table.errors import ConditionNotMet, StepFailed

MADE = 1735690000123
DAY = date(2026, 1, 2)

SHIRT = Clothing(
    wardrobe_id="wd_01HZZ",
    clothing_id="cl_01HZZ",
    name="白シャツ",
    image_key="wd_01HZZ/cl_01HZZ.webp",
    wear_count=12,
    last_worn_at=MADE,
    created_at=MADE,
)
OUTFIT = Template(
    wardrobe_id="wd_01HZZ",
    template_id="tp_01HZZ",
    name="通勤",
    clothing_ids=("cl_02", "cl_01HZZ"),
    wear_count=12,
    last_worn_at=MADE,
    created_at=MADE,
)
WORN = History(
    wardrobe_id="wd_01HZZ",
    history_id="hs_01HZZ",
    created_at=MADE,
    day=date(2026, 1, 1),
    template_id="tp_01HZZ",
    clothing_ids=("cl_02", "cl_01HZZ"),
)

EXAMPLES: list[tuple[Entity, Item]] = [
    (
        Wardrobe(wardrobe_id="wd_01HZZ", name="わたしの服", created_at=MADE),
        {
            "PK": {"S": "W#wd_01HZZ"},
            "SK": {"S": "META"},
            "wardrobeId": {"S": "wd_01HZZ"},
            "name": {"S": "わたしの服"},
            "createdAt": {"N": "1735690000123"},
        },
    ),
    (
        SHIRT,
        {
            "PK": {"S": "W#wd_01HZZ#CLOTH"},
            "SK": {"S": "CLOTH#cl_01HZZ"},
            "clothingId": {"S": "cl_01HZZ"},
            "name": {"S": "白シャツ"},
            "status": {"S": "ACTIVE"},
            "imageKey": {"S": "wd_01HZZ/cl_01HZZ.webp"},
            "wearCount": {"N": "12"},
            "lastWornAt": {"N": "1735690000123"},
            "createdAt": {"N": "1735690000123"},
            "deletedAt": {"NULL": True},
            "statusListPk": {"S": "W#wd_01HZZ#CLOTH#ACTIVE"},
            "createdAtSk": {"S": "CREATED#1735690000123#cl_01HZZ"},
            "wearCountSk": {"S": "WEAR#0000000012#cl_01HZZ"},
            "lastWornAtSk": {"S": "LASTWORN#1735690000123#cl_01HZZ"},
        },
    ),
    (
        OUTFIT,
        {
            "PK": {"S": "W#wd_01HZZ#TPL"},
            "SK": {"S": "TPL#tp_01HZZ"},
            "templateId": {"S": "tp_01HZZ"},
            "name": {"S": "通勤"},
            "status": {"S": "ACTIVE"},
            "clothingIds": {"L": [{"S": "cl_02"}, {"S": "cl_01HZZ"}]},
            "wearCount": {"N": "12"},
            "lastWornAt": {"N": "1735690000123"},
            "createdAt": {"N": "1735690000123"},
            "deletedAt": {"NULL": True},
            "statusListPk": {"S": "W#wd_01HZZ#TPL#ACTIVE"},
            "createdAtSk": {"S": "CREATED#1735690000123#tp_01HZZ"},
            "wearCountSk": {"S": "WEAR#0000000012#tp_01HZZ"},
            "lastWornAtSk": {"S": "LASTWORN#1735690000123#tp_01HZZ"},
        },
    ),
    (
        WORN,
        {
            "PK": {"S": "W#wd_01HZZ#HIST"},
            "SK": {"S": "HIST#hs_01HZZ"},
            "historyId": {"S": "hs_01HZZ"},
            "createdAt": {"N": "1735690000123"},
            "date": {"S": "20260101"},
            "templateId": {"S": "tp_01HZZ"},
            "clothingIds": {"L": [{"S": "cl_02"}, {"S": "cl_01HZZ"}]},
            "historyDateSk": {"S": "DATE#20260101#hs_01HZZ"},
        },
    ),
    (
        ClothingWearDaily(wardrobe_id="wd_01HZZ", clothing_id="cl_01HZZ", day=DAY, count=1),
        {
            "PK": {"S": "W#wd_01HZZ#COUNT#CLOTH#cl_01HZZ"},
            "SK": {"S": "DATE#20260102"},
            "date": {"S": "20260102"},
            "count": {"N": "1"},
        },
    ),
    (
        TemplateWearDaily(wardrobe_id="wd_01HZZ", template_id="tp_01HZZ", day=DAY, count=1),
        {
            "PK": {"S": "W#wd_01HZZ#COUNT#TPL#tp_01HZZ"},
            "SK": {"S": "DATE#20260102"},
            "date": {"S": "20260102"},
            "count": {"N": "1"},
        },
    ),
    (
        Link(secret="s3cret", wardrobe_id="wd_01HZZ", access="READ", created_at=MADE),
        {
            "PK": {"S": "LINK#s3cret"},
            "SK": {"S": "META"},
            "wardrobeId": {"S": "wd_01HZZ"},
            "access": {"S": "READ"},
            "createdAt": {"N": "1735690000123"},
        },
    ),
    (
        RememberedWardrobe(username="hanako", secret="s3cret", wardrobe_id="wd_01HZZ", opened_at=MADE),
        {
            "PK": {"S": "PERSON#hanako"},
            "SK": {"S": "LINK#s3cret"},
            "wardrobeId": {"S": "wd_01HZZ"},
            "openedAt": {"N": "1735690000123"},
        },
    ),
]

READS: list[tuple[Any, str]] = [
    (closet.wardrobe("w"), "GetItem W#w / META"),
    (
        closet.histories_between("w", date(2026, 1, 1), date(2026, 1, 7)),
        "Query HistoryByDate | PK = W#w#HIST AND historyDateSk BETWEEN DATE#20260101 AND DATE#20260107#\U0010ffff"
        " | descending",
    ),
    (
        closet.clothes("w", "created"),
        "Query StatusListByCreatedAt | statusListPk = W#w#CLOTH#ACTIVE AND begins_with(createdAtSk, CREATED#)"
        " | descending",
    ),
    (
        closet.clothes("w", "wearCount", "asc"),
        "Query StatusListByWearCount | statusListPk = W#w#CLOTH#ACTIVE AND begins_with(wearCountSk, WEAR#)",
    ),
    (
        closet.clothes("w", "lastWorn", "desc", "DELETED"),
        "Query StatusListByLastWornAt | statusListPk = W#w#CLOTH#DELETED AND begins_with(lastWornAtSk, LASTWORN#)"
        " | descending",
    ),
    (closet.clothing("w", "c"), "GetItem W#w#CLOTH / CLOTH#c"),
    (
        closet.templates("w", "created"),
        "Query StatusListByCreatedAt | statusListPk = W#w#TPL#ACTIVE AND begins_with(createdAtSk, CREATED#)"
        " | descending",
    ),
    (
        closet.templates("w", "wearCount", "asc", "DELETED"),
        "Query StatusListByWearCount | statusListPk = W#w#TPL#DELETED AND begins_with(wearCountSk, WEAR#)",
    ),
    (closet.template_thumbs("w", ["a", "b", "a"]), "BatchGetItem W#w#CLOTH / CLOTH#a, W#w#CLOTH / CLOTH#b"),
    (closet.template("w", "t"), "GetItem W#w#TPL / TPL#t"),
    (
        closet.histories("w"),
        "Query HistoryByDate | PK = W#w#HIST AND begins_with(historyDateSk, DATE#) | descending",
    ),
    (
        closet.histories("w", date(2026, 1, 1)),
        "Query HistoryByDate | PK = W#w#HIST AND historyDateSk BETWEEN DATE#20260101 AND DATE#99991231#\U0010ffff"
        " | descending",
    ),
    (closet.history_thumbs("w", ["a"]), "BatchGetItem W#w#CLOTH / CLOTH#a"),
    (closet.history("w", "h"), "GetItem W#w#HIST / HIST#h"),
    (closet.worn_thumbs("w", ["a"]), "BatchGetItem W#w#CLOTH / CLOTH#a"),
    (closet.clothing_days("w", "c"), "Query table | PK = W#w#COUNT#CLOTH#c AND begins_with(SK, DATE#) | descending"),
    (closet.template_days("w", "t"), "Query table | PK = W#w#COUNT#TPL#t AND begins_with(SK, DATE#) | descending"),
    (
        closet.clothing_days_between("w", "c", date(2026, 1, 1), date(2026, 1, 31)),
        "Query table | PK = W#w#COUNT#CLOTH#c AND SK BETWEEN DATE#20260101 AND DATE#20260131",
    ),
    (closet.link("s"), "GetItem LINK#s / META"),
    (closet.remembered("hanako"), "Query table | PK = PERSON#hanako AND begins_with(SK, LINK#)"),
    (closet.remembered_wardrobes(["v", "w", "v"]), "BatchGetItem W#v / META, W#w / META"),
]


@pytest.fixture
def store() -> Iterator[NotedTables]:
    with tables(closet.design) as opened:
        yield opened


@pytest.mark.parametrize(("entity", "item"), EXAMPLES, ids=[type(entity).__name__ for entity, _ in EXAMPLES])
def test_an_item_is_stored_attribute_by_attribute_as_the_seed_says(entity: Entity, item: Item) -> None:
    assert stored(entity) == item


@pytest.mark.parametrize("entity", [entity for entity, _ in EXAMPLES], ids=lambda entity: type(entity).__name__)
def test_an_item_of_the_seed_reads_back(store: NotedTables, entity: Entity) -> None:
    assert reads_back(store, entity)


@pytest.mark.parametrize(
    ("plan", "asked"), READS, ids=[f"{plan.pattern.number} {plan.pattern.description}" for plan, _ in READS]
)
def test_a_read_is_one_request(store: NotedTables, plan: Any, asked: str) -> None:
    assert store.asks(plan) == [asked]


def test_every_pattern_of_the_seed_is_there_and_what_goes_beyond_it_says_so() -> None:
    numbers = {pattern.label.number for pattern in WardrobeTable.patterns}
    seed = {f"AP-{number:02}" for number in range(1, 18)}
    assert seed <= numbers
    for pattern in WardrobeTable.patterns:
        assert pattern.label.description.startswith("beyond the seed") == (pattern.label.number not in seed)


def test_the_table_is_the_seeds() -> None:
    request = create_table_request(WardrobeTable)
    indexes = {
        each["IndexName"]: [key["AttributeName"] for key in each["KeySchema"]]
        for each in request["GlobalSecondaryIndexes"]
    }
    assert request["TableName"] == "WardrobeTable"
    assert [key["AttributeName"] for key in request["KeySchema"]] == ["PK", "SK"]
    assert indexes == {
        "StatusListByCreatedAt": ["statusListPk", "createdAtSk"],
        "StatusListByWearCount": ["statusListPk", "wearCountSk"],
        "StatusListByLastWornAt": ["statusListPk", "lastWornAtSk"],
        "HistoryByDate": ["PK", "historyDateSk"],
    }
    assert all(each["Projection"] == {"ProjectionType": "ALL"} for each in request["GlobalSecondaryIndexes"])


def test_what_is_added_is_put_and_must_be_new(store: NotedTables) -> None:
    wardrobe = Wardrobe(wardrobe_id="wd_01HZZ", name="w", created_at=MADE)
    assert store.asks(closet.add_wardrobe(wardrobe)) == ["PutItem W#wd_01HZZ / META"]
    assert store.asks(closet.add_clothing(SHIRT)) == ["PutItem W#wd_01HZZ#CLOTH / CLOTH#cl_01HZZ"]
    assert store.asks(closet.add_template(OUTFIT)) == ["PutItem W#wd_01HZZ#TPL / TPL#tp_01HZZ"]
    for plan in (closet.add_wardrobe(wardrobe), closet.add_clothing(SHIRT), closet.add_template(OUTFIT)):
        with pytest.raises(ConditionNotMet):
            store.write(plan)


def test_an_edit_is_one_update_and_moves_the_keys_that_it_touches(store: NotedTables) -> None:
    store.put(SHIRT)
    store.put(OUTFIT)
    edit = closet.edit_clothing("wd_01HZZ", "cl_01HZZ", {"name": "青シャツ", "image_key": None, "price": 3900})
    assert store.asks(edit) == ["UpdateItem W#wd_01HZZ#CLOTH / CLOTH#cl_01HZZ"]
    edit_template = closet.edit_template("wd_01HZZ", "tp_01HZZ", {"clothing_ids": ("cl_3", "cl_1")})
    assert store.asks(edit_template) == ["UpdateItem W#wd_01HZZ#TPL / TPL#tp_01HZZ"]
    found = store.one(closet.clothing("wd_01HZZ", "cl_01HZZ"))
    assert (found.name, found.image_key, found.price) == ("青シャツ", None, 3900)
    assert store.one(closet.template("wd_01HZZ", "tp_01HZZ")).clothing_ids == ("cl_3", "cl_1")


def test_the_trash_is_the_other_half_of_the_index_and_gives_back(store: NotedTables) -> None:
    store.put(SHIRT)
    store.put(OUTFIT)
    key = "W#wd_01HZZ#CLOTH / CLOTH#cl_01HZZ"
    assert store.asks(closet.throw_away_clothing("wd_01HZZ", "cl_01HZZ", 5)) == [f"UpdateItem {key}"]
    store.write(closet.throw_away_template("wd_01HZZ", "tp_01HZZ", 6))
    (item,) = store.items("WardrobeTable", "PK", "W#wd_01HZZ#CLOTH")
    assert (item["status"], item["deletedAt"]) == ({"S": "DELETED"}, {"N": "5"})
    assert item["statusListPk"] == {"S": "W#wd_01HZZ#CLOTH#DELETED"}
    assert list(store.page(closet.clothes("wd_01HZZ", "created"))) == []
    assert [each.clothing_id for each in store.page(closet.clothes("wd_01HZZ", "created", status="DELETED"))]
    with pytest.raises(ConditionNotMet):
        store.write(closet.edit_clothing("wd_01HZZ", "cl_01HZZ", {"name": "x"}))
    assert store.asks(closet.restore_clothing("wd_01HZZ", "cl_01HZZ")) == [f"UpdateItem {key}"]
    store.write(closet.restore_template("wd_01HZZ", "tp_01HZZ"))
    assert store.one(closet.clothing("wd_01HZZ", "cl_01HZZ")) == SHIRT
    assert store.one(closet.template("wd_01HZZ", "tp_01HZZ")) == OUTFIT
    assert store.items("WardrobeTable", "PK", "W#wd_01HZZ#CLOTH") == [stored(SHIRT)]


def test_twenty_clothes_and_a_template_are_recorded_in_one_transaction_of_43_actions(store: NotedTables) -> None:
    pieces = [
        store.insert(Clothing(wardrobe_id="w", clothing_id=f"cl_{number:02}", name="x", created_at=MADE))
        for number in range(20)
    ]
    ids = tuple(piece.clothing_id for piece in pieces)
    outfit = store.insert(Template(wardrobe_id="w", template_id="tp_1", name="t", created_at=MADE, clothing_ids=ids))
    worn = History(wardrobe_id="w", history_id="hs_1", created_at=MADE, day=DAY, template_id="tp_1", clothing_ids=ids)
    (sent,) = store.asks(closet.record_wear(worn, pieces, outfit))
    assert sent.count(";") == 42
    assert sent.startswith(
        "TransactWriteItems Put W#w#HIST / HIST#hs_1; Update W#w#TPL / TPL#tp_1; "
        "Update W#w#COUNT#TPL#tp_1 / DATE#20260102; Update W#w#CLOTH / CLOTH#cl_00; "
        "Update W#w#COUNT#CLOTH#cl_00 / DATE#20260102; Update W#w#CLOTH / CLOTH#cl_01; "
    )
    assert store.items("WardrobeTable", "PK", "W#w#COUNT#CLOTH#cl_07") == [
        {
            "PK": {"S": "W#w#COUNT#CLOTH#cl_07"},
            "SK": {"S": "DATE#20260102"},
            "date": {"S": "20260102"},
            "count": {"N": "1"},
        }
    ]
    (template_day,) = store.items("WardrobeTable", "PK", "W#w#COUNT#TPL#tp_1")
    assert template_day["date"] == {"S": "20260102"}
    moved = [stored(piece.model_copy(update={"wear_count": 1, "last_worn_at": epoch_ms(DAY)})) for piece in pieces]
    assert store.items("WardrobeTable", "PK", "W#w#CLOTH") == moved


def test_an_earlier_day_leaves_the_last_one_and_what_changed_meanwhile_stops_it_all(store: NotedTables) -> None:
    store.put(SHIRT)
    late = SHIRT.model_copy(update={"last_worn_at": epoch_ms(date(2026, 3, 1))})
    store.put(late)
    with pytest.raises(StepFailed) as failed:
        store.transact(closet.record_wear(WORN, [SHIRT], None))
    assert failed.value.step == "cl_01HZZ"
    assert store.get(closet.history("wd_01HZZ", "hs_01HZZ")) is None
    store.transact(closet.record_wear(WORN, [late], None))
    found = store.one(closet.clothing("wd_01HZZ", "cl_01HZZ"))
    assert (found.wear_count, found.last_worn_at) == (13, late.last_worn_at)


def test_a_deleted_piece_can_not_be_worn(store: NotedTables) -> None:
    store.put(SHIRT)
    store.write(closet.throw_away_clothing("wd_01HZZ", "cl_01HZZ", 5))
    with pytest.raises(StepFailed):
        store.transact(closet.record_wear(WORN, [SHIRT], None))


def test_a_deleted_record_takes_back_what_it_counted(store: NotedTables) -> None:
    shirt = store.insert(Clothing(wardrobe_id="w", clothing_id="cl_1", name="x", created_at=MADE))
    outfit = store.insert(
        Template(wardrobe_id="w", template_id="tp_1", name="t", created_at=MADE, clothing_ids=("cl_1",))
    )
    records = [
        History(
            wardrobe_id="w", history_id=f"hs_{n}", created_at=n, day=DAY, clothing_ids=("cl_1",), template_id="tp_1"
        )
        for n in (1, 2)
    ]
    for record in records:
        shirt, outfit = store.one(closet.clothing("w", "cl_1")), store.one(closet.template("w", "tp_1"))
        store.transact(closet.record_wear(record, [shirt], outfit))
    _take_back(store, records[0], epoch_ms(DAY))
    assert store.first(closet.clothing_days("w", "cl_1")) == ClothingWearDaily(
        wardrobe_id="w", clothing_id="cl_1", day=DAY, count=1
    )
    asked = _take_back(store, records[1], 0)
    assert asked == [
        "TransactWriteItems Delete W#w#HIST / HIST#hs_2; Update W#w#TPL / TPL#tp_1; "
        "Delete W#w#COUNT#TPL#tp_1 / DATE#20260102; Update W#w#CLOTH / CLOTH#cl_1; "
        "Delete W#w#COUNT#CLOTH#cl_1 / DATE#20260102"
    ]
    assert store.items("WardrobeTable", "PK", "W#w#COUNT#CLOTH#cl_1") == []
    found = store.one(closet.clothing("w", "cl_1"))
    assert (found.wear_count, found.last_worn_at) == (0, 0)


def test_a_day_without_a_row_and_a_count_of_nought_do_not_stop_a_deletion(store: NotedTables) -> None:
    bare = SHIRT.model_copy(update={"wear_count": 0})
    store.put(bare)
    store.put(WORN)
    change = ClothingChange(clothing=bare, wear_count=0, last_worn_at=0)
    store.transact(closet.delete_history(WORN, [change], None))
    assert store.get(closet.history("wd_01HZZ", "hs_01HZZ")) is None
    assert store.one(closet.clothing("wd_01HZZ", "cl_01HZZ")).wear_count == 0


def test_a_new_link_ends_the_old_one_and_a_read_only_link_is_revoked(store: NotedTables) -> None:
    wardrobe = store.insert(Wardrobe(wardrobe_id="w", name="w", created_at=1))
    first, second = (Link(secret=secret, wardrobe_id="w", access="READ", created_at=2) for secret in ("one", "two"))
    store.transact(closet.reissue_link(wardrobe, first))
    store.transact(closet.reissue_link(store.one(closet.wardrobe("w")), second))
    assert store.get(closet.link("one")) is None
    assert store.get(closet.link("two")) == second
    with pytest.raises(StepFailed):
        store.transact(closet.reissue_link(wardrobe, Link(secret="x", wardrobe_id="w", access="READ", created_at=3)))
    store.transact(closet.revoke_read_link(store.one(closet.wardrobe("w"))))
    assert store.get(closet.link("two")) is None
    assert store.one(closet.wardrobe("w")) == wardrobe


def test_thumbs_come_80_at_a_time(store: NotedTables) -> None:
    asked = store.asks(closet.template_thumbs("w", [f"cl_{number}" for number in range(81)]))
    assert [each.count("CLOTH#cl_") for each in asked] == [80, 1]


def test_limits_are_the_seeds() -> None:
    ids = tuple(str(number) for number in range(21))
    right: dict[str, Any] = {"wardrobe_id": "w", "name": "x", "created_at": 1, "clothing_ids": ids[:20]}
    Template(**right)
    for wrong in ({"name": "x" * 41}, {"name": ""}, {"clothing_ids": ids}, {"clothing_ids": ()}):
        with pytest.raises(ValueError, match="1 validation error"):
            Template(**right | wrong)


def _take_back(store: NotedTables, record: History, last_worn_at: int) -> list[str]:
    shirt, outfit = store.one(closet.clothing("w", "cl_1")), store.one(closet.template("w", "tp_1"))
    piece = ClothingChange(
        clothing=shirt,
        wear_count=shirt.wear_count - 1,
        last_worn_at=last_worn_at,
        less=store.first(closet.clothing_days("w", "cl_1")),
    )
    template = TemplateChange(
        template=outfit,
        wear_count=outfit.wear_count - 1,
        last_worn_at=last_worn_at,
        less=store.first(closet.template_days("w", "tp_1")),
    )
    return store.asks(closet.delete_history(record, [piece], template))
