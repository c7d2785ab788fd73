"""A store over HTTP: DynamoDB itself, or any endpoint. The JSON goes as it is, and comes back as it is."""

import uuid
from collections.abc import Mapping
from typing import Any

from chabudai.items import jsontext
from chabudai.store.errors import StoreClosed, refusal
from chabudai.store.protocol import Store
from chabudai.store.replies import parse_reply
from chabudai.store.retries import SDK_RETRIES, RetryPolicy
from chabudai.store.transport import Transport, connect_to_region, connect_to_url

_WITH_TOKEN = frozenset({"TransactWriteItems", "ExecuteTransaction"})


class RemoteStore(Store):
    """What is worth asking again is asked again; a transaction is carried out once, however often it is asked."""

    def __init__(self, transport: Transport, retries: RetryPolicy = SDK_RETRIES) -> None:
        self._transport = transport
        self._retries = retries
        self._is_closed = False

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if self._is_closed:
            raise StoreClosed("The store is closed.")
        body = _encode(_with_token(request) if operation in _WITH_TOKEN else request)
        transport = self._transport
        return self._retries.run(lambda: parse_reply(transport.post(operation, body), transport.url))

    def close(self) -> None:
        self._is_closed = True
        self._transport.close()


def connect(address: str) -> RemoteStore:
    """A store at `dynamodb://REGION` or at a URL; nothing is sent yet."""
    scheme, _, rest = address.partition("://")
    return RemoteStore(connect_to_region(rest) if scheme == "dynamodb" else connect_to_url(address))


def _with_token(request: Mapping[str, Any]) -> Mapping[str, Any]:
    if request.get("ClientRequestToken") is not None:
        return request
    return {**request, "ClientRequestToken": str(uuid.uuid4())}


def _encode(request: Mapping[str, Any]) -> bytes:
    try:
        return jsontext.dumps(dict(request))
    except TypeError as error:
        # The code with which DynamoDB, and the engine too, refuses what is not in its JSON.
        raise refusal("SerializationException", f"The request is not valid JSON: {error}", {}) from error
