"""Tokens: a transaction under one is done once, however often it is asked for."""

import hmac
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields, is_dataclass
from hashlib import sha256
from typing import Any

from pydantic import BaseModel

from chabudai.store.errors import Cancelled, TokenReused, TransactionConflict
from chabudai.table.descriptions import describe_plan
from chabudai.table.effects import Effects, wait
from chabudai.table.errors import TokenInUse
from chabudai.table.plans import Step, Transaction
from chabudai.table.retries import TRANSIENT_REASONS, ConflictRetryPolicy
from chabudai.table.schema.paths import Path
from chabudai.table.write.pending_steps import PendingStep, SentAction, conflicts_exhausted, send_all
from chabudai.table.write.prepared_write import WriteAction

_TOKEN_LENGTH = 36


@dataclass(frozen=True)
class TransactionTokens:
    retry_policy: ConflictRetryPolicy

    def bind(self, token: str, first: PendingStep, plan: Transaction) -> Effects[str]:
        """The request's token; TokenInUse when the plan's own was used for other steps.

        The store compares requests, which differ for the same steps whenever something else was read. So the plan's
        token is first used for a request that says nothing but which steps these are.
        """
        steps = request_token(token, plan.steps)
        request = {"TransactItems": [_token_check(first, steps)], "ClientRequestToken": _bound_token(token)}
        for pause in self.retry_policy.pauses():
            yield from wait(pause)
            try:
                yield "TransactWriteItems", request
            except (Cancelled, TransactionConflict) as refused:
                _require_transient(refused)
                continue
            except TokenReused:
                raise TokenInUse(
                    f"{describe_plan(plan)}: its token {token!r} was used for other steps; a token is for one "
                    "transaction, with the ids and times that it was first given"
                ) from None
            return steps
        raise conflicts_exhausted(plan, self.retry_policy)

    def was_used(self, token: str, step: PendingStep) -> Effects[bool]:
        """Whether these steps were done already under this token: asked by a transaction that can't be done."""
        name = step.prepared.layout.primary[0].name
        body = {
            "TableName": step.table,
            "Key": step.prepared.key,
            "ConditionExpression": "attribute_exists(#0) AND attribute_not_exists(#0)",
            "ExpressionAttributeNames": {"#0": name},
        }
        for pause in self.retry_policy.pauses():
            yield from wait(pause)
            try:
                yield from send_all([(step, WriteAction("ConditionCheck", body))], token, None)
            except TokenReused:
                return True
            except (Cancelled, TransactionConflict) as refused:
                if not _is_transient(refused):
                    return False
        return False

    def was_done(self, token: str, cancelled: Sequence[SentAction], plan: Transaction) -> Effects[bool]:
        """Whether a token is known for a transaction that was done; some stores remember cancelled ones as well.

        What was cancelled is sent again: it is refused for its token only where that stands for another transaction.
        """
        for pause in self.retry_policy.pauses():
            yield from wait(pause)
            try:
                yield from send_all(cancelled, token, None)
            except TokenReused:
                return True
            except (Cancelled, TransactionConflict) as refused:
                # A passing refusal says nothing of what was done, and to do it without its token would be twice.
                if not _is_transient(refused):
                    return False
                continue
            return True
        raise conflicts_exhausted(plan, self.retry_policy)


def request_token(token: str, steps: Sequence[Step]) -> str:
    """The same steps under the same token are the same transaction, in every process and whatever was read between."""
    canonical = repr([(step.name, _canonical(step.plan)) for step in steps])
    return hmac.new(token.encode(), canonical.encode(), sha256).hexdigest()[:_TOKEN_LENGTH]


def _bound_token(token: str) -> str:
    """What stands for a token whatever its steps are, as long as DynamoDB takes one."""
    return sha256(b"token:" + token.encode()).hexdigest()[:_TOKEN_LENGTH]


def _canonical(value: Any) -> Any:
    """The same for equal plans, also in another process, where sets have another order."""
    if isinstance(value, Path):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        members = [
            (each.name, _canonical(getattr(value, each.name))) for each in fields(value) if each.name != "pattern"
        ]
        return type(value).__name__, members
    if isinstance(value, BaseModel):
        return type(value).__name__, _canonical(value.__dict__), _canonical(value.__pydantic_extra__)
    if isinstance(value, Mapping):
        return sorted((repr(_canonical(key)), _canonical(member)) for key, member in value.items())
    if isinstance(value, AbstractSet):
        return sorted(repr(_canonical(member)) for member in value)
    if isinstance(value, (list, tuple)):
        return [_canonical(member) for member in value]
    return value.__qualname__ if isinstance(value, type) else value


def _token_check(step: PendingStep, steps: str) -> dict[str, Any]:
    """A look at a row that nobody has, which holds for any steps, and is another request for others."""
    key = {name: {kind: _UNUSED[kind](steps)} for name, value in step.prepared.key.items() for kind in value}
    return {
        "ConditionCheck": {
            "TableName": step.table,
            "Key": key,
            "ConditionExpression": "attribute_not_exists(#0) OR #0 = :0",
            "ExpressionAttributeNames": {"#0": "_steps"},
            "ExpressionAttributeValues": {":0": {"S": steps}},
        }
    }


_UNUSED: Mapping[str, Callable[[str], str]] = {
    "S": lambda steps: f"_token#{steps}",
    "N": lambda steps: f"-{int(steps, 16)}",
    "B": lambda steps: b64encode(steps.encode()).decode(),
}


def _is_transient(refused: Cancelled | TransactionConflict) -> bool:
    """Whether nothing but others' work at the same time, or too much of it, stood in the way."""
    if isinstance(refused, TransactionConflict):
        return True
    codes = {reason.get("Code", "None") for reason in refused.reasons} - {"None"}
    return bool(codes) and codes <= set(TRANSIENT_REASONS)


def _require_transient(refused: Cancelled | TransactionConflict) -> None:
    if not _is_transient(refused):
        raise refused
