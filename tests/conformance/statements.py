"""Help for the PartiQL tests: run statements, find positions in them."""

from __future__ import annotations

from typing import Any

from tests.conformance.items import Item
from tests.conformance.target import Target

NOT_WELL_FORMED = "Statement wasn't well formed, can't be processed: "


def execute(db: Target, statement: str, *parameters: dict[str, Any], **options: Any) -> dict[str, Any]:
    return db.call("ExecuteStatement", _request(statement, *parameters) | options)


def select(db: Target, statement: str, *parameters: dict[str, Any], **options: Any) -> list[Item]:
    """The items of every page, read consistently unless told otherwise."""
    items: list[Item] = []
    options = {"ConsistentRead": True} | options
    while True:
        page = execute(db, statement, *parameters, **options)
        items += page["Items"]
        if "NextToken" not in page:
            return items
        options["NextToken"] = page["NextToken"]


def member(statement: str, *parameters: dict[str, Any], **options: Any) -> dict[str, Any]:
    """One statement of a batch or of a transaction."""
    return _request(statement, *parameters) | options


def at(statement: str, token: str, after: str = "") -> str:
    """Where DynamoDB says a token stands: `1:<column>:<length>`, from the end of `after`."""
    start = statement.index(after) + len(after) if after else 0
    return f"1:{statement.index(token, start) + 1}:{len(token)}"


def _request(statement: str, *parameters: dict[str, Any]) -> dict[str, Any]:
    request: dict[str, Any] = {"Statement": statement}
    return request | {"Parameters": list(parameters)} if parameters else request
