"""One household of the demo takes so much of the disk, and no more."""

from pathlib import Path
from typing import Any

import pytest

from chabudai import store as stores
from chabudai.adapters.objects import FolderStorage
from chabudai.site.demo.errors import HouseholdIsFull
from chabudai.site.demo.quota import DiskQuota, LimitedObjects, LimitedStore, measure
from chabudai.store import Store

TABLE = {
    "TableName": "notes",
    "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
    "BillingMode": "PAY_PER_REQUEST",
}
NOTE = {"PK": {"S": "a"}, "text": {"S": "x" * 100_000}}


WRITES: dict[str, dict[str, Any]] = {
    "TransactWriteItems": {"TransactItems": [{"Put": {"TableName": "notes", "Item": NOTE}}]},
    "BatchWriteItem": {"RequestItems": {"notes": [{"PutRequest": {"Item": NOTE}}]}},
    "UpdateItem": {"TableName": "notes", "Key": {"PK": {"S": "0"}}},
}


def write_notes(store: Store, count: int) -> None:
    for number in range(count):
        store.call("PutItem", {"TableName": "notes", "Item": {**NOTE, "PK": {"S": str(number)}}})


def test_a_folder_is_measured_with_all_that_is_in_it(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "one").write_bytes(b"x" * 10)
    (tmp_path / "two").write_bytes(b"x" * 5)
    assert measure(tmp_path) == 15
    assert measure(tmp_path / "nothing") == 0


def test_what_is_full_can_still_be_read_and_emptied_and_takes_nothing_more(tmp_path: Path) -> None:
    limit = DiskQuota(tmp_path, 1_000_000, interval=0)
    with LimitedStore(stores.open(tmp_path / "household.db"), limit) as store:
        store.call("CreateTable", TABLE)
        with pytest.raises(HouseholdIsFull):
            write_notes(store, 100)
        assert measure(tmp_path) < 1_500_000
        for operation, request in WRITES.items():
            with pytest.raises(HouseholdIsFull):
                store.call(operation, request)
        assert store.call("Scan", {"TableName": "notes", "Select": "COUNT"})["Count"] > 3
        store.call("DeleteItem", {"TableName": "notes", "Key": {"PK": {"S": "0"}}})


def test_photos_count_with_the_rest(tmp_path: Path) -> None:
    objects = LimitedObjects(FolderStorage(tmp_path / "photos"), DiskQuota(tmp_path, 1000, interval=0))
    objects.put("wd_1/one.webp", b"x" * 999, "image/webp")
    objects.put("wd_1/two.webp", b"x", "image/webp")
    with pytest.raises(HouseholdIsFull):
        objects.put("wd_1/three.webp", b"x", "image/webp")
    assert [each.key for each in objects.list("wd_1")] == ["wd_1/one.webp", "wd_1/two.webp"]
    objects.delete("wd_1/two.webp")
    assert objects.get("wd_1/one.webp") == b"x" * 999
