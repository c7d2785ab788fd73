"""Requests as the bytes that are sent, with a token where a request must not be carried out twice."""

import uuid
from collections.abc import Mapping
from typing import Any

from chabudai.items import jsontext
from chabudai.store.errors import refusal

_WITH_TOKEN = frozenset({"TransactWriteItems", "ExecuteTransaction"})


def encode_body(operation: str, request: Mapping[str, Any]) -> bytes:
    """The body, the same for each try of one call."""
    try:
        return jsontext.dumps(dict(_with_token(request) if operation in _WITH_TOKEN else request))
    except TypeError as error:
        # The code with which DynamoDB, and the engine too, refuses what is not in its JSON.
        raise refusal("SerializationException", f"The request is not valid JSON: {error}", {}) from error


def _with_token(request: Mapping[str, Any]) -> Mapping[str, Any]:
    if request.get("ClientRequestToken") is not None:
        return request
    return {**request, "ClientRequestToken": str(uuid.uuid4())}
