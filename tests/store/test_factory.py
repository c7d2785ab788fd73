"""`store.open`: which store an address opens, and what it says when it opens none."""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from tests.engine.test_faults import limit_pages
from tests.store.tables import get, key, put

from chabudai import store
from chabudai.engine import Engine
from chabudai.store.embedded import EmbeddedStore
from chabudai.store.errors import CannotOpenStore, InvalidStoreAddress, StoreClosed, StoreFailed, StoreFull

TABLE = {
    "TableName": "things",
    "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name in ("PK", "SK")],
    "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
    "BillingMode": "PAY_PER_REQUEST",
}
ENGINE = {"chabudai.engine", "apsw"}
BEYOND = {"aiohttp", "botocore", "urllib3"}
WITHOUT_BOTOCORE = """
import sys
sys.modules["botocore"] = None
from chabudai import store
from chabudai.store.errors import InvalidStoreAddress

with store.open(":memory:") as opened:
    print(opened.call("ListTables", {}))
for open_store, address in ((store.open, "http://127.0.0.1:8000"), (store.open_async, "dynamodb://ap-northeast-1")):
    try:
        open_store(address)
    except InvalidStoreAddress as error:
        print(error)
"""


@pytest.mark.parametrize("kind", [str, Path])
def test_a_file_keeps_what_was_written_for_the_next_who_opens_it(tmp_path: Path, kind: type[str | Path]) -> None:
    address = kind(tmp_path / "household.db")
    with store.open(address) as opened:
        opened.call("CreateTable", TABLE)
        opened.call("PutItem", put("things", "a"))
    with store.open(address) as opened:
        assert opened.call("GetItem", get("things", "a")) == {"Item": key("a")}


def test_a_file_may_be_written_without_waiting_for_the_disk(tmp_path: Path) -> None:
    with store.open(tmp_path / "cache.db", durability="relaxed") as opened:
        opened.call("CreateTable", TABLE)
        opened.call("PutItem", put("things", "a"))
        assert opened.call("GetItem", get("things", "a")) == {"Item": key("a")}


def test_memory_is_everyones_own() -> None:
    with store.open(":memory:") as one, store.open(":memory:") as other:
        one.call("CreateTable", TABLE)
        assert other.call("ListTables", {}) == {"TableNames": []}


def test_a_file_that_is_no_database_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Hanako, " * 100)
    with pytest.raises(CannotOpenStore, match=r"letter\.txt is not a chabudai database"):
        store.open(tmp_path / "letter.txt")


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(CannotOpenStore, match="its folder does not exist"):
        store.open(str(tmp_path / "nowhere" / "household.db"))


@pytest.mark.parametrize("address", ["", "ftp://host", "postgres://host/db", "s3://bucket"])
def test_what_is_no_store_is_told_what_would_be_one(address: str) -> None:
    for open_store in (store.open, store.open_async):
        with pytest.raises(InvalidStoreAddress, match="dynamodb://REGION or http://HOST:PORT"):
            open_store(address)


@pytest.mark.usefixtures("no_keys")
@pytest.mark.parametrize("region", ["", "tokyo", "xx-nowhere-1", "ap-northeast-1/x", "ap-northeast-1\n"])
def test_what_is_no_region_is_told_before_credentials_are_looked_for(region: str) -> None:
    with pytest.raises(InvalidStoreAddress, match="Unknown AWS region in dynamodb://"):
        store.open(f"dynamodb://{region}")


@pytest.mark.parametrize("address", ["http://", "https://host:port"])
def test_an_endpoint_without_a_host_is_a_bad_address(address: str) -> None:
    with pytest.raises(InvalidStoreAddress):
        store.open(address)


@pytest.mark.usefixtures("keys")
def test_opening_an_endpoint_asks_nothing_yet() -> None:
    with store.open("http://127.0.0.1:1"), store.open("dynamodb://ap-northeast-1"):
        pass


def test_a_closed_file_answers_no_more(tmp_path: Path) -> None:
    opened = store.open(tmp_path / "household.db")
    opened.close()
    opened.close()
    with pytest.raises(StoreClosed):
        opened.call("ListTables", {})


def test_a_file_that_a_thread_cannot_open_any_more_is_a_stores_own_error(tmp_path: Path) -> None:
    path = tmp_path / "household.db"
    with store.open(path) as opened, ThreadPoolExecutor(1) as thread:
        path.rename(tmp_path / "moved.db")
        while not path.is_dir():  # maintenance may open the path, and so make a file there, meanwhile
            path.unlink(missing_ok=True)
            with suppress(FileExistsError):
                path.mkdir()
        with pytest.raises(StoreFailed, match="it is a folder"):
            thread.submit(opened.call, "ListTables", {}).result()


def test_embedded_stores_stand_without_botocore() -> None:
    said = _python(WITHOUT_BOTOCORE).splitlines()
    assert said[0] == "{'TableNames': []}"
    assert said[1:] == ["DynamoDB and other endpoints need botocore: install chabudai[aws]."] * 2


def test_embedded_stores_do_not_spend_time_on_botocore() -> None:
    code = "from chabudai import store", "store.open(':memory:').close()", "store.open_async(':memory:')"
    assert _loaded(*code) == [set(), ENGINE, ENGINE]


@pytest.mark.usefixtures("keys")
def test_the_toolkit_loads_the_engine_for_no_address_beyond_the_process() -> None:
    addresses = ("http://127.0.0.1:1", "dynamodb://ap-northeast-1")
    opened = [f"table.open({address!r}).close()" for address in addresses]
    opened_async = [f"store.open_async({address!r})" for address in addresses]
    in_process = "table.open(':memory:').close()"
    steps = ("from chabudai import store, table", *opened, *opened_async, in_process)
    with_threads = BEYOND - {"aiohttp"}
    assert _loaded(*steps) == [set(), with_threads, with_threads, BEYOND, BEYOND, BEYOND | ENGINE]


def test_the_streams_and_the_doctor_of_the_toolkit_do_not_load_the_engine() -> None:
    assert _loaded("import chabudai.table.streams, chabudai.table.doctor") == [set()]


def _loaded(*steps: str) -> list[set[str]]:
    """What a fresh interpreter has loaded of the heavy packages after each of these steps."""
    code = "".join(f"{step}\nprint(*sys.modules)\n" for step in steps)
    lines = _python(f"import sys\n{code}").splitlines()
    return [{name for name in ENGINE | BEYOND if name in line.split()} for line in lines]


def _python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout


@pytest.mark.parametrize(
    ("address", "meant"),
    [
        ("localhost:8000", "http://localhost:8000"),
        ("127.0.0.1:8000/path", "http://127.0.0.1:8000/path"),
        ("localhost", "http://localhost:8000"),
        ("[::1]:8000", "http://[::1]:8000"),
        ("file:household.db", "household.db"),
        ("file:/srv/household.db", "/srv/household.db"),
        ("http:localhost:8000", "http://localhost:8000"),
        ("https:/example.com", "https://example.com"),
        ("dynamodb", "dynamodb://REGION"),
        ("dynamodb:", "dynamodb://REGION"),
        ("dynamodb:ap-northeast-1", "dynamodb://ap-northeast-1"),
        ("ap-northeast-1", "dynamodb://ap-northeast-1"),
        (":memory", ":memory:"),
        ("memory:", ":memory:"),
        (":mem:", ":memory:"),
    ],
)
def test_what_looks_like_another_address_makes_no_file_of_that_name(
    address: str, meant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = re.escape(f"Invalid store address {address}: give {meant}, if that is meant, or ./{address} for a file of")
    with pytest.raises(InvalidStoreAddress, match=told):
        store.open(address)
    with pytest.raises(InvalidStoreAddress, match=told):
        store.open_async(address)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("address", ["", " ", "\t"])
def test_an_address_of_nothing_is_missing(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidStoreAddress, match="The address of the store is missing"):
        store.open(address)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("address", ["./localhost:8000", "dynamodb.db", "memory.db", "a b.db", "us.db"])
def test_a_file_may_have_any_name(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with store.open(address), store.open(Path("localhost:1")):
        assert Path(address).is_file()


def test_a_full_disk_is_an_error_of_its_own_and_reading_goes_on(tmp_path: Path) -> None:
    engine = Engine.open(tmp_path / "household.db")
    with EmbeddedStore(engine) as opened:
        opened.call("CreateTable", TABLE)
        limit_pages(engine, 60)
        opened.call("PutItem", put("things", "small"))
        with pytest.raises(StoreFull, match="no space left"):
            opened.call("PutItem", put("things", "large", text={"S": "x" * 390_000}))
        assert opened.call("GetItem", get("things", "small"))["Item"]
