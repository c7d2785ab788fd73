"""Counts: what is asked to count rows without reading them, and whether a newer program stored some of them."""

from collections.abc import Mapping
from typing import Any

from chabudai.table.plans import Query
from chabudai.table.query.requests import build_request
from chabudai.table.schema.reserved_names import VERSION_ATTRIBUTE
from chabudai.table.schema.upgrades import UnreadableStamp, version_of

_STAMP, _NUMBER = "#stamp", ":known"


def build_count_request(plan: Query[Any]) -> dict[str, Any]:
    """Of rows under a filter the stamps come back, of all others nothing but how many were looked at and are known."""
    request = build_request(plan, is_count=True)
    if not plan.index.projects(VERSION_ATTRIBUTE):
        return {**request, "Select": "COUNT"}
    request["ExpressionAttributeNames"] = {**request.get("ExpressionAttributeNames", {}), _STAMP: VERSION_ATTRIBUTE}
    if "FilterExpression" in request:
        return {**request, "ProjectionExpression": _STAMP}
    number = plan.layouts[0].schema_version.attribute
    request["ExpressionAttributeValues"] = {**request["ExpressionAttributeValues"], _NUMBER: number}
    known = f"attribute_not_exists({_STAMP}) OR {_STAMP} <= {_NUMBER}"
    return {**request, "FilterExpression": known, "Select": "COUNT"}


def holds_newer_rows(plan: Query[Any], answer: Mapping[str, Any]) -> bool:
    """Whether some of what such a request met can't be read here, by its stamp."""
    if "Items" in answer:
        known = plan.layouts[0].schema_version.number
        return not all(is_known(item, known) for item in answer["Items"] if item)
    return bool(answer.get("ScannedCount", answer["Count"]) != answer["Count"])


def is_known(item: Mapping[str, Any], known: int) -> bool:
    """Whether a row is of a version up to this one, by its stamp."""
    try:
        return version_of(dict(item)) <= known
    except UnreadableStamp:
        return False
