"""The five seeds' keys, each as a template: built to the letter, read back, and kept apart within their partition."""

from datetime import UTC, date, datetime
from itertools import permutations
from typing import Any, Literal

import pytest

from chabudai.table import Template
from chabudai.table.keys.templates import find_overlap, find_prefix_overlap

TYPES: dict[str, Any] = {
    "wear_count": int,
    "last_worn_at": int,
    "created_ms": int,
    "saved_count": int,
    "status": Literal["ACTIVE", "DELETED"],
    "group": Literal["todo", "doing", "done", "doing_done", "todo_doing", "todo_done"],
    "scope": Literal["book", "catalog"],
    "entity_type": Literal["RECIPE", "SET"],
    "day": date,
    "created_at": datetime,
}
FREE = (
    "wardrobe_id clothing_id template_id history_id user_id team_id tag_id task_id invite_id username "
    "share_code slug tag_name todo_id category_id recipe_id set_id item_id platform token_hash id creator_id"
)
TYPES |= dict.fromkeys(FREE.split(), str)

NOON = datetime(2026, 2, 9, 10, tzinfo=UTC)
DAY = date(2026, 2, 9)

KEYS: list[tuple[str, dict[str, Any], str]] = [
    ("META", {}, "META"),
    ("W#{wardrobe_id}", {"wardrobe_id": "wd_01"}, "W#wd_01"),
    ("W#{wardrobe_id}#CLOTH", {"wardrobe_id": "wd_01"}, "W#wd_01#CLOTH"),
    ("W#{wardrobe_id}#CLOTH#{status}", {"wardrobe_id": "wd_01", "status": "ACTIVE"}, "W#wd_01#CLOTH#ACTIVE"),
    (
        "W#{wardrobe_id}#COUNT#CLOTH#{clothing_id}",
        {"wardrobe_id": "wd_01", "clothing_id": "cl_01"},
        "W#wd_01#COUNT#CLOTH#cl_01",
    ),
    (
        "CREATED#{created_ms:013}#{clothing_id}",
        {"created_ms": 1735690000123, "clothing_id": "cl_01"},
        "CREATED#1735690000123#cl_01",
    ),
    ("WEAR#{wear_count:010}#{clothing_id}", {"wear_count": 12, "clothing_id": "cl_01"}, "WEAR#0000000012#cl_01"),
    (
        "LASTWORN#{last_worn_at:013}#{template_id}",
        {"last_worn_at": 0, "template_id": "tp_01"},
        "LASTWORN#0000000000000#tp_01",
    ),
    ("DATE#{day:yyyymmdd}", {"day": date(2026, 1, 2)}, "DATE#20260102"),
    ("DATE#{day:yyyymmdd}#{history_id}", {"day": date(2026, 1, 1), "history_id": "hs_01"}, "DATE#20260101#hs_01"),
    ("TEAM#{team_id}", {"team_id": "t1"}, "TEAM#t1"),
    ("TEAM#{team_id}#Status#{group}", {"team_id": "t1", "group": "doing_done"}, "TEAM#t1#Status#doing_done"),
    ("START#{day}", {"day": date(2025, 11, 10)}, "START#2025-11-10"),
    ("COUNTER#{day}", {"day": date(2025, 11, 10)}, "COUNTER#2025-11-10"),
    ("TINVITE#{invite_id}", {"invite_id": "0190"}, "TINVITE#0190"),
    ("users", {}, "users"),
    ("kifu#uname#{username}", {"username": "h-akira"}, "kifu#uname#h-akira"),
    ("kifu#scode#{share_code}", {"share_code": "lkihofkwif4tF"}, "kifu#scode#lkihofkwif4tF"),
    ("slug#{slug:tail}", {"slug": "社団戦/2025/鈴木"}, "slug#社団戦/2025/鈴木"),
    ("tname#{tag_name}", {"tag_name": "四間飛車"}, "tname#四間飛車"),
    ("{username}", {"username": "testuser"}, "testuser"),
    ("todo#{todo_id}", {"todo_id": "550e8400-e29b"}, "todo#550e8400-e29b"),
    (
        "FRIDGE_DELETED#{created_at}#{item_id}",
        {"created_at": NOON, "item_id": "i_01"},
        "FRIDGE_DELETED#2026-02-09T10:00:00Z#i_01",
    ),
    ("CATEGORY#{scope}#{category_id}", {"scope": "book", "category_id": "c_01"}, "CATEGORY#book#c_01"),
    ("COOKLOG#{day}#{id}", {"day": DAY, "id": "log_01"}, "COOKLOG#2026-02-09#log_01"),
    ("ENTITY#{entity_type}#{id}", {"entity_type": "RECIPE", "id": "r_01"}, "ENTITY#RECIPE#r_01"),
    ("SORT#NEWEST#{created_at:iso}#{id}", {"created_at": NOON, "id": "01H"}, "SORT#NEWEST#2026-02-09T10:00:00Z#01H"),
    ("SORT#POPULAR#{saved_count:010}#{id}", {"saved_count": 12345, "id": "01H"}, "SORT#POPULAR#0000012345#01H"),
    ("CREATOR#{creator_id}#{entity_type}", {"creator_id": "u_01", "entity_type": "SET"}, "CREATOR#u_01#SET"),
    ("PROFILE#", {}, "PROFILE#"),
]

PARTITIONS = {
    "a team": ["USER#{user_id}", "TEAM#{team_id}", "TAG#{tag_id}", "TASK#{task_id}", "COUNTER#ALL", "COUNTER#{day}"],
    "a person's todos": ["todo#{todo_id}", "category#{category_id}"],
    "a person's kitchen": [
        "PROFILE#",
        "RECIPE#{recipe_id}",
        "SET#{set_id}",
        "PLAN#CURRENT",
        "PLAN#NEXT",
        "SHOPPING#{item_id}",
        "FRIDGE#{item_id}",
        "FRIDGE_DELETED#{created_at}#{item_id}",
        "CATEGORY#{scope}#{category_id}",
        "NOTIFICATION#{created_at}#{id}",
        "NOTIFICATION_SETTINGS#",
        "PUSH_TOKEN#{platform}#{token_hash}",
        "COOKLOG#{day}#{id}",
        "SAVED#RECIPE#{recipe_id}",
        "SAVED#SET#{set_id}",
    ],
    "a wardrobe's partition keys": [
        "W#{wardrobe_id}",
        "W#{wardrobe_id}#CLOTH",
        "W#{wardrobe_id}#TPL",
        "W#{wardrobe_id}#HIST",
        "W#{wardrobe_id}#COUNT#CLOTH#{clothing_id}",
        "W#{wardrobe_id}#COUNT#TPL#{template_id}",
    ],
}


@pytest.mark.parametrize(("text", "values", "key"), KEYS, ids=[text for text, _, _ in KEYS])
def test_a_seed_key_is_built_to_the_letter_and_read_back(text: str, values: dict[str, Any], key: str) -> None:
    template = Template.parse(text, TYPES)
    assert str(template) == text
    assert template.build(values) == key
    assert template.read(key) == values


@pytest.mark.parametrize("texts", PARTITIONS.values(), ids=PARTITIONS)
def test_no_two_rows_of_a_partition_can_have_one_key(texts: list[str]) -> None:
    for one, other in permutations((Template.parse(text, TYPES) for text in texts), 2):
        assert find_overlap(one, other) is None


@pytest.mark.parametrize("name", ["a person's todos", "a person's kitchen"])
def test_no_query_for_one_kind_of_row_meets_another(name: str) -> None:
    for one, other in permutations((Template.parse(text, TYPES) for text in PARTITIONS[name]), 2):
        assert find_prefix_overlap(one, other) is None


def test_the_counters_of_days_are_told_from_the_counter_of_all_by_their_bounds() -> None:
    days, total = Template.parse("COUNTER#{day}", TYPES), Template.parse("COUNTER#ALL", TYPES)
    assert find_prefix_overlap(days, total) == "COUNTER#ALL"
    first, last = days.bounds({}, "day", None, None)
    assert not first <= "COUNTER#ALL" <= last
