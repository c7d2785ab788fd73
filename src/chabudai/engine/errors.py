"""Every way the engine refuses, with DynamoDB's own code, message and extra fields.

EngineError
├── DynamoDBError            what a DynamoDB client is told: code, message, fields
│   ├── SerializationFailed  UnknownOperation
│   ├── ValidationFailed     ResourceNotFound      TableNotFound        ResourceInUse        LimitExceeded
│   ├── ConditionalCheckFailed      TransactionCancelled  IdempotentMismatch   DuplicateItem
│   ├── TrimmedDataAccess    ExpiredIterator
│   └── InternalFailed       the storage could not do its work (an I/O error)
│       └── NoSpaceLeft      on its disk; nothing was written
├── StorageError             a file that cannot be opened or used
│   ├── FileMissing  ForeignFile  BrokenFile  NewerFormat  FileNotWritable  FileBusy  DiskFull  SyncFailed
└── WouldBlock                somebody else writes just now, and the caller did not want to wait
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

DYNAMODB = "com.amazonaws.dynamodb.v20120810"
CORAL_SERVICE = "com.amazon.coral.service"
CORAL_VALIDATE = "com.amazon.coral.validate"


class EngineError(Exception):
    """The base of all that the engine raises on purpose."""


class DynamoDBError(EngineError):
    """A refusal in DynamoDB's words; `fields` stand beside the message in the JSON body."""

    code: ClassVar[str]
    namespace: ClassVar[str] = DYNAMODB
    status: ClassVar[int] = 400

    def __init__(self, message: str, **fields: Any) -> None:
        super().__init__(message)
        self.message = message
        self.fields: Mapping[str, Any] = fields

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class SerializationFailed(DynamoDBError):
    code = "SerializationException"
    namespace = CORAL_SERVICE


class UnknownOperation(DynamoDBError):
    code = "UnknownOperationException"
    namespace = CORAL_SERVICE


class ValidationFailed(DynamoDBError):
    code = "ValidationException"
    namespace = CORAL_VALIDATE


class ResourceNotFound(DynamoDBError):
    code = "ResourceNotFoundException"


class TableNotFound(DynamoDBError):
    """What operations on backups call a missing table."""

    code = "TableNotFoundException"


class ResourceInUse(DynamoDBError):
    code = "ResourceInUseException"


class LimitExceeded(DynamoDBError):
    code = "LimitExceededException"


class ConditionalCheckFailed(DynamoDBError):
    code = "ConditionalCheckFailedException"

    def __init__(self, **fields: Any) -> None:
        super().__init__("The conditional request failed", **fields)


class DuplicateItem(DynamoDBError):
    code = "DuplicateItemException"

    def __init__(self) -> None:
        super().__init__("Duplicate primary key exists in table")


class TransactionCancelled(DynamoDBError):
    code = "TransactionCanceledException"

    def __init__(self, reasons: Sequence[Mapping[str, Any]]) -> None:
        codes = ", ".join(reason["Code"] for reason in reasons)
        super().__init__(
            f"Transaction cancelled, please refer cancellation reasons for specific reasons [{codes}]",
            CancellationReasons=list(reasons),
        )


class IdempotentMismatch(DynamoDBError):
    code = "IdempotentParameterMismatchException"

    def __init__(self) -> None:
        super().__init__("The request uses the same client token as a previous, but non-identical request.")


class TrimmedDataAccess(DynamoDBError):
    code = "TrimmedDataAccessException"


class ExpiredIterator(DynamoDBError):
    code = "ExpiredIteratorException"


class InternalFailed(DynamoDBError):
    code = "InternalServerError"
    status = 500


class NoSpaceLeft(InternalFailed): ...


class StorageError(EngineError):
    """A file that cannot be opened or used; the text is a sentence for a person."""


class FileMissing(StorageError): ...


class ForeignFile(StorageError): ...


class BrokenFile(StorageError): ...


class NewerFormat(StorageError): ...


class FileNotWritable(StorageError): ...


class FileBusy(StorageError): ...


class DiskFull(StorageError): ...


class SyncFailed(StorageError): ...


class WouldBlock(EngineError):
    """The write lock is held; try again from a thread that may wait."""
