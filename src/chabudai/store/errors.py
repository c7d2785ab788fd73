"""What a store refuses, the same whichever store it is.

StoreError
├── Refused                the store understood and said no: code, message and fields as DynamoDB words them
│   ├── ConditionFailed    `item` is what stood there, when that was asked for
│   ├── Cancelled          a transaction; `reasons` in the order of its actions
│   ├── NoSuchTable        AlreadyThere        TokenReused
│   └── Throttled          asked too often; every retry was used up
├── Unreachable            no answer: the network, the address, or a server that does not speak DynamoDB
└── BadAddress             `open` was given something that is no store
"""

from collections.abc import Mapping
from typing import Any


class StoreError(Exception):
    """The base of all that a store raises."""


class Refused(StoreError):
    def __init__(self, code: str, message: str, fields: Mapping[str, Any]) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.fields = fields


class ConditionFailed(Refused):
    @property
    def item(self) -> dict[str, Any] | None:
        return self.fields.get("Item")


class Cancelled(Refused):
    @property
    def reasons(self) -> list[dict[str, Any]]:
        return list(self.fields.get("CancellationReasons", ()))


class NoSuchTable(Refused): ...


class AlreadyThere(Refused): ...


class TokenReused(Refused): ...


class Throttled(Refused): ...


class Unreachable(StoreError): ...


class BadAddress(StoreError): ...


_BY_CODE: dict[str, type[Refused]] = {
    "ConditionalCheckFailedException": ConditionFailed,
    "TransactionCanceledException": Cancelled,
    "ResourceNotFoundException": NoSuchTable,
    "ResourceInUseException": AlreadyThere,
    "IdempotentParameterMismatchException": TokenReused,
    "ProvisionedThroughputExceededException": Throttled,
    "RequestLimitExceeded": Throttled,
    "ThrottlingException": Throttled,
}


def refusal(code: str, message: str, fields: Mapping[str, Any]) -> Refused:
    return _BY_CODE.get(code, Refused)(code, message, fields)
