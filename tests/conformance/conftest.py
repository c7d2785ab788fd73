"""The targets of the conformance suite and the tables that its tests share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.conformance.tables import MakeTable, create_table, drop_table, index, keys
from tests.conformance.target import Target, open_target, unique

WHOLE_OVER_HTTP = frozenset({"test_values", "test_size_limits", "test_consumed_capacity"})
"""Values of every kind and size, and numbers in answers, are written by the endpoint itself."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--target",
        action="append",
        metavar="process|http|URL",
        help="what to test (may be repeated): the engine in process, our own endpoint, or any DynamoDB endpoint; "
        "CHABUDAI_TARGET says the same. Without either: all in process, and over http what may differ there.",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "db" in metafunc.fixturenames:
        metafunc.parametrize("db", _targets(metafunc.config), indirect=True, scope="session")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Over HTTP, unless targets were asked for, each test with its first parameters only, and `WHOLE_OVER_HTTP`.

    The endpoint hands a request to the same engine: what it adds is how operations, values and errors are written.
    """
    if _asked_targets(config):
        return
    seen: set[str] = set()
    left_out = [item for item in items if _is_repeated_over_http(item, seen)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]


def _is_repeated_over_http(item: pytest.Item, seen: set[str]) -> bool:
    if not isinstance(item, pytest.Function) or Path(__file__).parent != item.path.parent:
        return False
    if item.path.stem in WHOLE_OVER_HTTP or not hasattr(item, "callspec") or item.callspec.params.get("db") != "http":
        return False
    name = f"{item.path.stem}::{item.originalname}"
    is_repeated = name in seen
    seen.add(name)
    return is_repeated


def _targets(config: pytest.Config) -> list[str]:
    return _asked_targets(config) or ["process", "http"]


def _asked_targets(config: pytest.Config) -> list[str]:
    """The option is unknown when pytest was started above this folder, hence the variable."""
    asked: list[str] | None = config.getoption("--target", default=None)
    return asked or os.environ.get("CHABUDAI_TARGET", "").split()


@pytest.fixture(scope="session")
def db(request: pytest.FixtureRequest) -> Iterator[Target]:
    target = open_target(request.param)
    yield target
    target.close()


@pytest.fixture(scope="session")
def hash_table(db: Target) -> Iterator[str]:
    yield from _shared(db, "hash", keys("a:S"))


@pytest.fixture(scope="session")
def range_table(db: Target) -> Iterator[str]:
    yield from _shared(db, "range", keys("a:S", "b:S"))


@pytest.fixture(scope="session")
def number_table(db: Target) -> Iterator[str]:
    yield from _shared(db, "number", keys("a:S", "b:N"))


@pytest.fixture(scope="session")
def binary_table(db: Target) -> Iterator[str]:
    yield from _shared(db, "binary", keys("a:S", "b:B"))


@pytest.fixture(scope="session")
def indexed_table(db: Target) -> Iterator[str]:
    """Key (a, b); LSIs index1 on c (ALL) and index2 on d (INCLUDE c);

    GSIs index3 on c (ALL), index4 on c and d (INCLUDE e) and index5 on d (KEYS_ONLY).
    """
    parameters = keys("a:S", "b:S")
    parameters["AttributeDefinitions"] += [{"AttributeName": name, "AttributeType": "S"} for name in "cd"]
    parameters["LocalSecondaryIndexes"] = [
        index("index1", "a", "c", projection={"ProjectionType": "ALL"}),
        index("index2", "a", "d", projection={"ProjectionType": "INCLUDE", "NonKeyAttributes": ["c"]}),
    ]
    parameters["GlobalSecondaryIndexes"] = [
        index("index3", "c", projection={"ProjectionType": "ALL"}),
        index("index4", "c", "d", projection={"ProjectionType": "INCLUDE", "NonKeyAttributes": ["e"]}),
        index("index5", "d", projection={"ProjectionType": "KEYS_ONLY"}),
    ]
    yield from _shared(db, "indexed", parameters)


@pytest.fixture(scope="session")
def ladder_table(db: Target) -> Iterator[str]:
    """Key (a, b), where each index can be charged alone: GSI `gsi` on g (INCLUDE p) and LSI `lsi` on l (ALL)."""
    parameters = keys("a:S", "b:S")
    parameters["AttributeDefinitions"] += [{"AttributeName": name, "AttributeType": "S"} for name in "gl"]
    included = {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["p"]}
    parameters["GlobalSecondaryIndexes"] = [index("gsi", "g", projection=included)]
    parameters["LocalSecondaryIndexes"] = [index("lsi", "a", "l", projection={"ProjectionType": "ALL"})]
    yield from _shared(db, "ladder", parameters)


@pytest.fixture
def fresh_table(db: Target) -> Iterator[MakeTable]:
    made: list[str] = []

    def make(**parameters: Any) -> str:
        name: str = parameters.get("TableName", unique("conformance-fresh"))
        create_table(db, {**keys("a:S"), "TableName": name, **parameters})
        made.append(name)
        return name

    yield make
    for name in made:
        drop_table(db, name)


def _shared(db: Target, kind: str, parameters: dict[str, Any]) -> Iterator[str]:
    name = unique(f"conformance-{kind}")
    create_table(db, {"TableName": name, **parameters})
    yield name
    drop_table(db, name)
