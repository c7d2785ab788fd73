"""Every way a store says no, the same whichever store it is.

StoreError
├── RequestRefused            the store understood and said no: code, message and fields as DynamoDB words them
│   ├── InvalidRequest        the request itself is wrong
│   ├── ConditionFailed       `item` is what stood there, when that was asked for
│   ├── Cancelled             a transaction; `reasons` in the order of its actions
│   ├── TransactionConflict   another transaction is at the same item
│   ├── NoSuchTable           TableInUse        TokenReused
│   ├── AccessDenied          the credentials are wrong, expired, or not allowed to do this
│   ├── Throttled             asked too often; every retry was used up
│   └── StoreFailed           the store itself could not do it: a server's fault
│       └── StoreFull         there is no space left where it keeps its items; nothing was written
├── StoreUnreachable          no whole answer came, however often it was asked
│   └── AnswerLost            it was asked again and refused: whether the first try was done is not known
├── NotDynamoDB               an answer came, but not in DynamoDB's words: the address is another server's
├── NoCredentials             none were found, or they could not be read or renewed
├── InvalidStoreAddress       `open` was given something that is no store
├── CannotOpenStore           `open` was given a file that cannot be opened, with the reason
└── StoreClosed               called after it was closed
"""

from collections.abc import Mapping
from typing import Any


class StoreError(Exception):
    """The base of all that a store raises."""

    after_lost_answer = False
    """Whether an earlier try of the same call got no answer: what is refused now may have been done by that try."""


class RequestRefused(StoreError):
    def __init__(self, code: str, message: str, fields: Mapping[str, Any]) -> None:
        super().__init__(code, message, fields)
        self.code = code
        self.message = message
        self.fields = fields

    def __str__(self) -> str:
        return f"{self.code}: {self.message}" if self.message else self.code


class InvalidRequest(RequestRefused): ...


class ConditionFailed(RequestRefused):
    @property
    def item(self) -> dict[str, Any] | None:
        return self.fields.get("Item")


class Cancelled(RequestRefused):
    @property
    def reasons(self) -> list[dict[str, Any]]:
        return list(self.fields.get("CancellationReasons", ()))

    @property
    def is_throttled(self) -> bool:
        """Whether nothing but too many requests is the reason."""
        codes = {reason.get("Code", "None") for reason in self.reasons} - {"None"}
        return bool(codes) and codes <= _THROTTLED_REASONS


class TransactionConflict(RequestRefused): ...


class NoSuchTable(RequestRefused): ...


class TableInUse(RequestRefused): ...


class TokenReused(RequestRefused): ...


class AccessDenied(RequestRefused): ...


class Throttled(RequestRefused): ...


class StoreFailed(RequestRefused): ...


class StoreFull(StoreFailed): ...


class StoreUnreachable(StoreError):
    was_sent = True
    """False where no connection came about: then nothing was done."""


class AnswerLost(StoreUnreachable): ...


class NotDynamoDB(StoreError): ...


class NoCredentials(StoreError): ...


class InvalidStoreAddress(StoreError): ...


class CannotOpenStore(StoreError): ...


class StoreClosed(StoreError): ...


_THROTTLED_REASONS = frozenset({"ProvisionedThroughputExceeded", "RequestLimitExceeded", "ThrottlingError"})
_CODES: dict[type[RequestRefused], tuple[str, ...]] = {
    InvalidRequest: ("ValidationException", "SerializationException"),
    ConditionFailed: ("ConditionalCheckFailedException",),
    Cancelled: ("TransactionCanceledException",),
    TransactionConflict: (
        "TransactionConflictException",
        "TransactionInProgressException",
        "ReplicatedWriteConflictException",
    ),
    NoSuchTable: ("ResourceNotFoundException", "TableNotFoundException"),
    TableInUse: ("ResourceInUseException",),
    TokenReused: ("IdempotentParameterMismatchException",),
    AccessDenied: (
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
        "RequestThrottled",
        "RequestThrottledException",
        "ThrottledException",
        "Throttling",
        "ThrottlingException",
        "TooManyRequestsException",
    ),
    StoreFailed: ("InternalFailure", "InternalServerError", "ServiceUnavailable", "ServiceUnavailableException"),
}
_BY_CODE = {code: kind for kind, codes in _CODES.items() for code in codes}


def refusal(
    code: str, message: str, fields: Mapping[str, Any], unknown: type[RequestRefused] = RequestRefused
) -> RequestRefused:
    """The refusal that a code stands for; `unknown` is what a code becomes that has no class of its own."""
    return _BY_CODE.get(code, unknown)(code, message, fields)


def unreachable(url: str, reason: str) -> StoreUnreachable:
    """No answer came from an address: either nothing is there, or the way to it is closed."""
    return StoreUnreachable(f"{url} gave no answer{reason}; see that it runs, and that the address is right")


def not_connected(url: str, reason: str) -> StoreUnreachable:
    """The same where nothing could be asked yet."""
    error = unreachable(url, reason)
    error.was_sent = False
    return error
