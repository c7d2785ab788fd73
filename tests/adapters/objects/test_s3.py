"""S3: its answers in our words, and what an object carries there."""

from collections.abc import Iterator
from typing import Any

import pytest
from botocore.config import Config
from botocore.session import Session
from tests.adapters.objects.storages import BUCKET, aws, bucket
from tests.store.scripted import closed_port

from chabudai.adapters import objects
from chabudai.adapters.objects.errors import InvalidObjectStorage, ObjectStorageRefused, ObjectStorageUnavailable
from chabudai.adapters.objects.s3 import S3Storage, open_bucket


@pytest.fixture
def client() -> Iterator[Any]:
    with bucket():
        yield Session().create_client("s3")


def test_the_type_and_the_prefix_stand_in_the_bucket(client: Any) -> None:
    objects.open(f"s3://{BUCKET}/house").put("wd_1/a/large.webp", b"1", "image/webp")
    kept = client.head_object(Bucket=BUCKET, Key="house/wd_1/a/large.webp")
    assert kept["ContentType"] == "image/webp"


def test_a_bucket_that_is_not_there_is_a_refusal_and_no_missing_object(client: Any) -> None:
    storage = objects.open("s3://another-bucket")
    with pytest.raises(ObjectStorageRefused, match="NoSuchBucket"):
        storage.get("a")
    with pytest.raises(ObjectStorageRefused, match="NoSuchBucket"):
        list(storage.list("a"))


def test_a_list_of_several_answers_is_whole(client: Any) -> None:
    storage = S3Storage(client, BUCKET, rows=3)
    keys = [f"many/{number}" for number in range(8)]
    for key in keys:
        storage.put(key, b"1", "image/webp")
    assert [entry.key for entry in storage.list("many")] == keys


def test_a_service_that_does_not_answer_is_unreachable() -> None:
    hasty = Config(connect_timeout=1, read_timeout=1, retries={"total_max_attempts": 1})
    with aws(f"http://127.0.0.1:{closed_port()}"), pytest.raises(ObjectStorageUnavailable):
        open_bucket(BUCKET, "", hasty).get("a")


@pytest.mark.parametrize("address", ["", "s3://", "s3://A_B", "s3://bucket/../x", "s3://bucket/a b", "ftp://x"])
def test_what_is_no_place_is_refused(address: str) -> None:
    with pytest.raises(InvalidObjectStorage):
        objects.open(address)
