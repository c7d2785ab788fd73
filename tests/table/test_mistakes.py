"""Each mistake that a newcomer makes is told in whole: of which table, entity, pattern and field, and what to do."""

import asyncio
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.table.mistakes import CHAPTERS, library
from tests.table.mistakes.mistake import Mistake

from chabudai import table
from chabudai.cli.errors import CommandFailed
from chabudai.store.errors import StoreError
from chabudai.table import ConflictRetryPolicy, TableError, TableMissing, WrongPlan

MISTAKES = [mistake for chapter in CHAPTERS.values() for mistake in chapter]
DESIGN = inspect.getsource(library)
IMPORTS = """
from datetime import UTC, timedelta
from typing import Annotated, Any
from pydantic import BaseModel, ConfigDict, HttpUrl, model_validator
from chabudai import table
from chabudai.cli import designs
from chabudai.table import *
from chabudai.table.doctor import doctor
from chabudai.table.streams import Handlers, Worker, WorkerTiming, stop
"""


@pytest.fixture
def scope(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """The design declared anew, with a store that has two books; and nobody's credentials."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "none"))
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "none"))
    found: dict[str, Any] = {"__name__": "library"}
    exec(compile(DESIGN + IMPORTS, "library.py", "exec"), found)
    with table.open(":memory:", retry_policy=ConflictRetryPolicy(tries=3)) as store:
        store.create(found["Library"])
        found["kokoro"] = store.insert(found["Book"](home="h1", book_id="kokoro", title="こころ", isbn="1"))
        store.insert(found["Book"](home="h1", book_id="botchan2", title="坊っちゃん", isbn="9"))
        yield {**found, "store": store}


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.title)
def test_a_mistake_is_told_in_whole(mistake: Mistake, scope: dict[str, Any]) -> None:
    code = compile(mistake.code.strip("\n"), "mistake.py", "exec")
    with pytest.raises((TableError, StoreError, CommandFailed)) as told:
        exec(code, scope)
    notes = getattr(told.value, "__notes__", [])
    assert "\n".join([f"{type(told.value).__name__}: {told.value}", *notes]) == mistake.message


@pytest.mark.parametrize(
    "method",
    [
        "get",
        "one",
        "batch",
        "transact_get",
        "page",
        "first",
        "count",
        "write",
        "batch_write",
        "transact",
        "delete_rows",
    ],
)
def test_the_asyncio_store_tells_the_same(method: str, scope: dict[str, Any]) -> None:
    async def misuse() -> None:
        async with table.open_async(":memory:") as store:
            with pytest.raises(WrongPlan) as told:
                await getattr(store, method)(scope["one_book"])
            with pytest.raises(WrongPlan) as expected:
                getattr(scope["store"], method)(scope["one_book"])
            assert str(told.value) == str(expected.value)
            assert f"store.{method} takes " in str(told.value)
            with pytest.raises(TableMissing, match=r"^1 \(one book\): the store has no table Library"):
                await store.get(scope["one_book"]("h1", "kokoro"))

    asyncio.run(misuse())


def test_no_mistake_is_told_twice() -> None:
    assert len({mistake.title for mistake in MISTAKES}) == len(MISTAKES) >= 100
