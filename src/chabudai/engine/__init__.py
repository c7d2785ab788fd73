"""DynamoDB in a library: `Engine.open(path)` and `engine.call(operation, request)`."""

from chabudai.engine.engine import Answer, Engine
from chabudai.engine.errors import DiskFull, DynamoDBError, EngineError, NoSpaceLeft, StorageError
from chabudai.engine.identity import Identity

__all__ = ["Answer", "DiskFull", "DynamoDBError", "Engine", "EngineError", "Identity", "NoSpaceLeft", "StorageError"]
