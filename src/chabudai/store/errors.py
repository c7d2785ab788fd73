"""Every way a store says no, the same whichever store it is.

StoreError
├── Refused               the store understood and said no: code, message and fields as DynamoDB words them
│   ├── Invalid           the request itself is wrong
│   ├── ConditionFailed   `item` is what stood there, when that was asked for
│   ├── Cancelled         a transaction; `reasons` in the order of its actions
│   ├── Conflict          another transaction is at the same item
│   ├── NoSuchTable       AlreadyThere        TokenReused
│   ├── NotAllowed        the credentials are wrong, expired, or not allowed to do this
│   ├── Throttled         asked too often; every retry was used up
│   └── Failed            the store itself could not do it: a full disk, a server's fault
├── Unreachable           no whole answer came, however often it was asked
├── NotDynamoDB           an answer came, but not in DynamoDB's words: the address is another server's
├── NoCredentials         none were found, or they could not be read or renewed
├── BadAddress            `open` was given something that is no store
├── CannotOpen            `open` was given a file that cannot be opened, with the reason
└── Closed                asked after it was closed
"""

from collections.abc import Mapping
from typing import Any


class StoreError(Exception):
    """The base of all that a store raises."""


class Refused(StoreError):
    def __init__(self, code: str, message: str, fields: Mapping[str, Any]) -> None:
        super().__init__(code, message, fields)
        self.code = code
        self.message = message
        self.fields = fields

    def __str__(self) -> str:
        return f"{self.code}: {self.message}" if self.message else self.code


class Invalid(Refused): ...


class ConditionFailed(Refused):
    @property
    def item(self) -> dict[str, Any] | None:
        return self.fields.get("Item")


class Cancelled(Refused):
    @property
    def reasons(self) -> list[dict[str, Any]]:
        return list(self.fields.get("CancellationReasons", ()))


class Conflict(Refused): ...


class NoSuchTable(Refused): ...


class AlreadyThere(Refused): ...


class TokenReused(Refused): ...


class NotAllowed(Refused): ...


class Throttled(Refused): ...


class Failed(Refused): ...


class Unreachable(StoreError): ...


class NotDynamoDB(StoreError): ...


class NoCredentials(StoreError): ...


class BadAddress(StoreError): ...


class CannotOpen(StoreError): ...


class Closed(StoreError): ...


_CODES: dict[type[Refused], tuple[str, ...]] = {
    Invalid: ("ValidationException", "SerializationException"),
    ConditionFailed: ("ConditionalCheckFailedException",),
    Cancelled: ("TransactionCanceledException",),
    Conflict: (
        "TransactionConflictException",
        "TransactionInProgressException",
        "ReplicatedWriteConflictException",
    ),
    NoSuchTable: ("ResourceNotFoundException", "TableNotFoundException"),
    AlreadyThere: ("ResourceInUseException",),
    TokenReused: ("IdempotentParameterMismatchException",),
    NotAllowed: (
        "AccessDeniedException",
        "ExpiredTokenException",
        "IncompleteSignatureException",
        "InvalidSignatureException",
        "MissingAuthenticationTokenException",
        "UnrecognizedClientException",
    ),
    Throttled: (
        "ProvisionedThroughputExceededException",
        "RequestLimitExceeded",
        "RequestThrottledException",
        "ThrottledException",
        "Throttling",
        "ThrottlingException",
    ),
    Failed: ("InternalFailure", "InternalServerError", "ServiceUnavailable", "ServiceUnavailableException"),
}
_BY_CODE = {code: kind for kind, codes in _CODES.items() for code in codes}


def refusal(code: str, message: str, fields: Mapping[str, Any], unknown: type[Refused] = Refused) -> Refused:
    """The refusal that a code stands for; `unknown` is what a code becomes that has no class of its own."""
    return _BY_CODE.get(code, unknown)(code, message, fields)
