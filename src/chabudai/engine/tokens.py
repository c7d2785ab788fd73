"""Client request tokens: for ten minutes the same transaction under the same token is carried out once."""

import hashlib
from typing import Any

from chabudai.engine.errors import IdempotentMismatch
from chabudai.engine.operation_context import OperationContext
from chabudai.items import jsontext

TOKEN_SECONDS = 600


def digest(request: Any) -> bytes:
    return hashlib.sha256(jsontext.dumps(request)).digest()


def is_repeated(context: OperationContext, token: str, request: bytes) -> bool:
    """Whether the token was used already; refused when it was for another request."""
    seen = context.reader.one("SELECT digest FROM tokens WHERE token = ? AND expires_at > ?", (token, context.clock()))
    if seen is not None and seen != request:
        raise IdempotentMismatch
    return seen is not None


def remember(context: OperationContext, token: str, request: bytes) -> None:
    context.writer.execute(
        "INSERT OR REPLACE INTO tokens (token, digest, expires_at) VALUES (?, ?, ?)",
        (token, request, context.clock() + TOKEN_SECONDS),
    )
