"""The targets of the conformance suite and the tables that its tests share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from tests.conformance.tables import MakeTable, create_table, drop_table, index, keys
from tests.conformance.target import Target, open_target, unique


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--target",
        action="append",
        metavar="process|http|URL",
        help="what to test (may be repeated): the engine in process, our own endpoint, or any DynamoDB endpoint; "
        "CHABUDAI_TARGET says the same. Without either: process and http.",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "db" in metafunc.fixturenames:
        metafunc.parametrize("db", _targets(metafunc.config), indirect=True, scope="session")


def _targets(config: pytest.Config) -> list[str]:
    """The option is unknown when pytest was started above this folder, hence the default."""
    asked: list[str] | None = config.getoption("--target", default=None)
    return asked or os.environ.get("CHABUDAI_TARGET", "process http").split()


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
