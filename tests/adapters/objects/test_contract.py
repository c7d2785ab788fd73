"""What every object storage promises: what was put is there, whole, under its key and no other."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from tests.adapters.objects.storages import KINDS, storage_of

from chabudai.adapters.objects import ObjectStorage
from chabudai.adapters.objects.errors import InvalidObjectKey, NoSuchObject

WEBP = "image/webp"
NO_KEYS = [
    "",
    "/",
    "/etc/passwd",
    "..",
    "../x",
    "a/../../x",
    "a/./b",
    "a//b",
    "a/",
    ".hidden",
    "a/.part",
    "a\\b",
    "a\0b",
]
NO_KEYS += ["ア", "a b", "a\nb", "C:x", "a/" * 300 + "a", "a" * 129, "%2e%2e/x", "a?b", "a#b"]


@pytest.fixture(scope="module", params=KINDS)
def storage(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ObjectStorage]:
    with storage_of(request.param, tmp_path_factory.mktemp("objects")) as opened:
        yield opened


def test_what_was_put_is_given_back(storage: ObjectStorage) -> None:
    content = bytes(range(256)) * 5000
    storage.put("given/back.webp", content, WEBP)
    assert storage.get("given/back.webp") == content


def test_an_object_may_be_empty(storage: ObjectStorage) -> None:
    storage.put("empty/one", b"", WEBP)
    assert storage.get("empty/one") == b""


def test_the_later_takes_the_place_of_the_earlier(storage: ObjectStorage) -> None:
    storage.put("twice/one", b"a longer first", WEBP)
    storage.put("twice/one", b"second", WEBP)
    assert storage.get("twice/one") == b"second"


def test_what_was_never_put_is_not_there(storage: ObjectStorage) -> None:
    for key in ("never", "never/put", "never/put/at/all.webp"):
        with pytest.raises(NoSuchObject):
            storage.get(key)


def test_what_was_deleted_is_gone_and_deleting_it_again_is_no_fault(storage: ObjectStorage) -> None:
    storage.put("gone/one", b"1", WEBP)
    storage.delete("gone/one")
    storage.delete("gone/one")
    storage.delete("gone")
    with pytest.raises(NoSuchObject):
        storage.get("gone/one")
    assert list(storage.list("gone")) == []


def test_a_list_holds_what_is_below_whole_names_in_order(storage: ObjectStorage) -> None:
    for key in ("wd_1/b/large.webp", "wd_1/a/thumb.webp", "wd_1/a/large.webp", "wd_10/a/large.webp", "wd_2/a"):
        storage.put(key, b"12345", WEBP)
    found = list(storage.list("wd_1"))
    assert [entry.key for entry in found] == ["wd_1/a/large.webp", "wd_1/a/thumb.webp", "wd_1/b/large.webp"]
    assert {entry.size for entry in found} == {5}
    assert [entry.key for entry in storage.list("wd_1/a")] == ["wd_1/a/large.webp", "wd_1/a/thumb.webp"]


def test_a_list_tells_when_an_object_was_kept(storage: ObjectStorage) -> None:
    storage.put("clock/one", b"1", WEBP)
    (entry,) = storage.list("clock")
    assert entry.modified_at.utcoffset() == timedelta(0)
    assert abs(datetime.now(UTC) - entry.modified_at) < timedelta(minutes=1)


def test_nothing_is_below_an_object_or_a_name_that_is_not_there(storage: ObjectStorage) -> None:
    storage.put("leaf/one", b"1", WEBP)
    assert list(storage.list("leaf/one")) == []
    assert list(storage.list("nobody")) == []


@pytest.mark.parametrize("key", NO_KEYS)
def test_what_is_no_key_is_refused_before_anything_is_asked(storage: ObjectStorage, key: str) -> None:
    with pytest.raises(InvalidObjectKey):
        storage.put(key, b"1", WEBP)
    with pytest.raises(InvalidObjectKey):
        storage.get(key)
    with pytest.raises(InvalidObjectKey):
        storage.delete(key)
    with pytest.raises(InvalidObjectKey):
        list(storage.list(key))


def test_threads_that_put_and_delete_beside_each_other_lose_nothing(storage: ObjectStorage) -> None:
    def come_and_go(number: int) -> bytes:
        for _ in range(5):
            storage.put(f"busy/{number}", b"passing", WEBP)
            storage.delete(f"busy/{number}")
        storage.put(f"busy/{number}", str(number).encode(), WEBP)
        return storage.get(f"busy/{number}")

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(come_and_go, range(12))) == [str(number).encode() for number in range(12)]


def test_a_reader_sees_the_old_or_the_new_and_never_a_part(storage: ObjectStorage) -> None:
    contents = [bytes([letter]) * 300_000 for letter in b"ab"]
    storage.put("whole/one", contents[0], WEBP)

    def write() -> None:
        for turn in range(10):
            storage.put("whole/one", contents[turn % 2], WEBP)

    with ThreadPoolExecutor(2) as pool:
        writing = pool.submit(write)
        while not writing.done():
            assert storage.get("whole/one") in contents
        writing.result()
