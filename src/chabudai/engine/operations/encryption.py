"""Server-side encryption as tables are asked for it and described with it; nothing is encrypted by it."""

from collections.abc import Mapping
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.identity import Identity
from chabudai.engine.operations.key_schemas import INVALID


def encryption_of(asked: Mapping[str, Any] | None, identity: Identity) -> dict[str, Any] | None:
    """The SSEDescription that a specification leads to; None for the key that AWS owns, which is never described."""
    if asked is None:
        return None
    kind, key = asked.get("SSEType"), asked.get("KMSMasterKeyId")
    if not asked.get("Enabled", kind is not None or key is not None):
        for name in ("SSEType", "KMSMasterKeyId"):
            if name in asked:
                raise ValidationFailed(INVALID + f"{name} can not be specified if Enabled is false")
        return None
    if kind == "AES256":
        raise ValidationFailed(INVALID + "SSEType AES256 is not supported")
    if key is not None and kind is None:
        raise ValidationFailed(INVALID + "SSEType KMS is required if KMSMasterKeyId is specified")
    return {"Status": "ENABLED", "SSEType": "KMS", "KMSMasterKeyArn": _key_arn(key, identity)}


def _key_arn(key: str | None, identity: Identity) -> str:
    prefix = f"arn:aws:kms:{identity.region}:{identity.account}:"
    if key is None:
        return f"{prefix}key/{uuid5(NAMESPACE_URL, prefix)}"
    if key.startswith("arn:"):
        return key
    return prefix + (key if key.startswith("alias/") else f"key/{key}")
