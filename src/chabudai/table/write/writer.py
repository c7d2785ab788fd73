"""The writer: reads what a write needs, sends it, and tries again with what is stored now when others were faster."""

from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from uuid import uuid4

from chabudai.store.errors import Cancelled, ConditionFailed, TokenReused, TransactionConflict, refusal
from chabudai.table.attributes import Item
from chabudai.table.descriptions import describe_plan, item_not_found, pattern_prefix
from chabudai.table.effects import Effects, Pause, wait
from chabudai.table.error_context import item_too_large
from chabudai.table.errors import (
    ConditionNotMet,
    NotUnique,
    OperationFailed,
    RetriesExhausted,
    RuleViolated,
    StepFailed,
    TableError,
    TokenInUse,
)
from chabudai.table.plans import Delete, Put, Transaction
from chabudai.table.query.batches import MAX_BATCH_KEYS, read_batch
from chabudai.table.query.conditions import names_in
from chabudai.table.retries import TRANSIENT_REASONS, ConflictRetryPolicy
from chabudai.table.write.guards import Claim, describe_constraint
from chabudai.table.write.item_upgrades import upgrade_or_delete
from chabudai.table.write.prepared_write import PreparedWrite, WriteAction
from chabudai.table.write.transactions import bound_token, check_count, check_size, request_token

_RETURN_OLD = {"ReturnValuesOnConditionCheckFailure": "ALL_OLD"}
_OPERATIONS = {"Put": "PutItem", "Update": "UpdateItem", "Delete": "DeleteItem"}
_RETURN_VALUES = {"Put": "NONE", "Update": "ALL_NEW", "Delete": "ALL_OLD"}


@dataclass
class PendingStep:
    """One step under way: what it is made of, the item as it was last seen, and what is to be sent.

    `not_held` are guard rows that were to be released and are another's: they stay.
    """

    name: str
    prepared: PreparedWrite
    seen: Item | None = None
    is_read: bool = False
    action: WriteAction | None = None
    claims: list[Claim] = field(default_factory=list)
    not_held: set[tuple[str, str]] = field(default_factory=set)

    @property
    def table(self) -> str:
        return self.prepared.layout.table.name

    @property
    def request(self) -> dict[str, Any]:
        return {"TableName": self.table, "Key": self.prepared.key, "ConsistentRead": True}

    def remember(self, item: Item | None) -> None:
        self.seen, self.is_read = item, True

    def build(self) -> WriteAction:
        prepared = self.prepared
        if prepared.needs and self.seen is None and prepared.must_exist:
            raise item_not_found(prepared.plan)
        if reason := prepared.violation(self.seen) if self.is_read else prepared.known_violation():
            raise RuleViolated(f"{describe_plan(prepared.plan)}: {reason}; give another value", self.seen)
        self.action, claims = prepared.build(self.seen)
        self.claims = [claim for claim in claims if claim.is_acquired or claim.row_id not in self.not_held]
        return self.action


@dataclass(frozen=True)
class PlanWriter:
    retry_policy: ConflictRetryPolicy

    def one(self, prepared: PreparedWrite) -> Effects[Item | None]:
        """The item that a single write returns: as it is after an update, as it was before a deletion."""
        step = PendingStep("", prepared)
        try:
            prepared.check()
            for pause in self.retry_policy.pauses():
                if pause:
                    yield Pause(pause)
                if prepared.needs and not step.is_read:
                    yield from self._read([step], None)
                action = step.build()
                if not step.claims:
                    try:
                        response = yield _OPERATIONS[action.verb], _single_request(action)
                        return _returned_item(prepared, action, response)
                    except ConditionFailed as failure:
                        current = yield from self._current(step, failure.item)
                        if failure.after_lost_answer and _was_done(action, current):
                            return step.seen if isinstance(prepared.plan, Delete) else current
                        yield from self._refresh(step, current)
                    except TransactionConflict:
                        step.is_read = False
                elif (yield from self._try_send(_merge_claims([step], None), str(uuid4()), None)):
                    return step.seen if isinstance(prepared.plan, Delete) else None
        except TableError as error:
            _name_step(error, step, None)
            raise
        tries = self.retry_policy.tries
        raise RetriesExhausted(
            f"{describe_plan(prepared.plan)} was changed by others at each of {tries} tries; try again"
        )

    def all(self, steps: Sequence[PendingStep], plan: Transaction) -> Effects[None]:
        """Every step or none."""
        check_count(len(steps), describe_plan(plan))
        for step in steps:
            with _name_step_in_errors(step, plan):
                step.prepared.check()
        token = None if plan.token is None else (yield from self._bind_token(plan.token, steps[0], plan))
        cancelled: list[SentAction] | None = None
        for pause in self.retry_policy.pauses():
            yield from wait(pause)
            yield from self._read(steps, plan)
            try:
                sent = _build_all(steps, plan)
            except OperationFailed:
                if token is not None and (yield from self._was_used(token, steps[0])):
                    return
                raise
            try:
                if (yield from self._try_send(sent, token or str(uuid4()), plan)):
                    return
                cancelled = sent
            except TokenReused:
                if token is None or cancelled is None or (yield from self._was_done(token, cancelled)):
                    return  # these very steps were done under this token
                token = None
        raise self._exhausted(plan)

    def _exhausted(self, plan: Transaction) -> RetriesExhausted:
        return RetriesExhausted(
            f"{describe_plan(plan)} conflicted with other writes at each of {self.retry_policy.tries} tries; try again"
        )

    def _bind_token(self, token: str, first: PendingStep, plan: Transaction) -> Effects[str]:
        """The request's token; TokenInUse when the plan's own was used for other steps.

        The store compares requests, which differ for the same steps whenever something else was read. So the plan's
        token is first used for a request that says nothing but which steps these are.
        """
        steps = request_token(token, plan.steps)
        request = {"TransactItems": [_token_check(first, steps)], "ClientRequestToken": bound_token(token)}
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
        raise self._exhausted(plan)

    def _read(self, steps: Sequence[PendingStep], plan: Transaction | None) -> Effects[None]:
        """What still has to be read, in as few reads as there can be, and up to date."""
        waiting = [step for step in steps if step.prepared.needs and not step.is_read]
        for pause in self.retry_policy.pauses():
            if pause:
                yield Pause(pause)
            if len(waiting) == 1:
                waiting[0].remember((yield "GetItem", waiting[0].request).get("Item"))
            else:
                yield from self._read_batches(waiting)
            waiting = [step for step in waiting if step.seen is not None and not step.prepared.is_up_to_date(step.seen)]
            for step in waiting:
                with _name_step_in_errors(step, plan):
                    yield from upgrade_or_delete(step.prepared, step.seen or {})
            if not waiting:
                return
        raise RetriesExhausted(
            f"{describe_plan(waiting[0].prepared.plan)} was changed by others while it was upgraded; try again"
        )

    def _read_batches(self, steps: Sequence[PendingStep]) -> Effects[None]:
        for start in range(0, len(steps), MAX_BATCH_KEYS):
            yield from self._read_batch_of(steps[start : start + MAX_BATCH_KEYS])

    def _fetch(self, step: PendingStep) -> Effects[Item | None]:
        response = yield "GetItem", step.request
        return response.get("Item")

    def _read_batch_of(self, steps: Sequence[PendingStep]) -> Effects[None]:
        wanted: dict[str, Any] = {}
        for step in steps:
            asked = wanted.setdefault(step.table, {"Keys": [], "ConsistentRead": True})
            asked["Keys"].append(step.prepared.key)
        found, left = yield from read_batch(self.retry_policy, wanted)
        if left:
            raise RetriesExhausted(
                f"the store left keys of a batch unread at each of {self.retry_policy.tries} tries; try again"
            )
        names = {step.table: step.prepared.layout.table.primary.attributes for step in steps}
        items = {_item_id(table, item, names[table]): item for table, item in found}
        for step in steps:
            step.remember(items.get(_item_id(step.table, step.prepared.key, names[step.table])))

    def _try_send(self, sent: "Sequence[SentAction]", token: str, plan: Transaction | None) -> Effects[bool]:
        """Whether the transaction was done; False when it should be tried again with what was learnt."""
        try:
            yield from self._send(sent, token, plan)
        except Cancelled as cancelled:
            if len(cancelled.reasons) != len(sent):
                raise
            yield from self._process_cancellation(list(zip(sent, cancelled.reasons, strict=True)), plan)
            return False
        except TransactionConflict:
            return False
        return True

    def _send(self, sent: "Sequence[SentAction]", token: str, plan: Transaction | None) -> Effects[None]:
        check_size([action for _, action in sent], describe_plan(plan or sent[0][0].prepared.plan))
        items = [_transact_item(action) for _, action in sent]
        yield "TransactWriteItems", {"TransactItems": items, "ClientRequestToken": token}

    def _was_done(self, token: str, cancelled: "Sequence[SentAction]") -> Effects[bool]:
        """Whether a token is known for a transaction that was done; some stores remember cancelled ones as well.

        What was cancelled is sent again: it is refused for its token only where that stands for another transaction.
        """
        try:
            yield from self._send(cancelled, token, None)
        except TokenReused:
            return True
        except (Cancelled, TransactionConflict):
            return False
        return True

    def _was_used(self, token: str, step: PendingStep) -> Effects[bool]:
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
                yield from self._send([(step, WriteAction("ConditionCheck", body))], token, None)
            except TokenReused:
                return True
            except (Cancelled, TransactionConflict) as refused:
                if not _is_transient(refused):
                    return False
        return False

    def _process_cancellation(
        self, results: "Sequence[tuple[SentAction, Mapping[str, Any]]]", plan: Transaction | None
    ) -> Effects[None]:
        """Read again what others changed, or raise why the transaction can't be done.

        That a claim is another's counts only if no step has lost a race: the step might now release that claim.
        """
        failed = [(step, action.claim, reason) for (step, action), reason in results if reason.get("Code") != "None"]
        taken: list[tuple[PendingStep, Claim]] = []
        for step, claim, reason in failed:
            with _name_step_in_errors(step, plan):
                if reason["Code"] in TRANSIENT_REASONS:
                    step.is_read = False
                elif "Item size" in reason.get("Message", ""):
                    raise item_too_large(step.prepared.plan)
                elif reason["Code"] != "ConditionalCheckFailed":
                    raise refusal("ValidationException", reason.get("Message") or reason["Code"], {})
                elif claim is None:
                    yield from self._refresh(step, (yield from self._current(step, reason.get("Item"))))
                elif claim.is_acquired:
                    taken.append((step, claim))
                else:
                    step.not_held.add(claim.row_id)
        if len(taken) == len(failed):
            step, claim = taken[0]
            with _name_step_in_errors(step, plan):
                raise NotUnique(
                    f"{describe_plan(step.prepared.plan)}: another has the same "
                    f"{describe_constraint(step.prepared.layout, claim)}: give another value"
                )

    def _current(self, step: PendingStep, given: Item | None) -> Effects[Item | None]:
        """What stands there. Nothing is given where nothing stands, but also by stores that do not tell what does."""
        return given if given is not None else (yield from self._fetch(step))

    def _refresh(self, step: PendingStep, current: Item | None) -> Effects[None]:
        """A lost race is tried again with what stands there now; anything else is what the plan itself refuses."""
        if current is not None and not step.prepared.is_up_to_date(current):
            yield from upgrade_or_delete(step.prepared, current)
            step.is_read = False
            return
        if not step.prepared.is_outdated(step.seen, current):
            raise _failure_of(step.prepared, current)
        step.remember(current)


SentAction: TypeAlias = tuple[PendingStep, WriteAction]


def _single_request(action: WriteAction) -> dict[str, Any]:
    request = {**action.body, "ReturnValues": _RETURN_VALUES[action.verb]}
    if "ConditionExpression" in request:
        request |= _RETURN_OLD
    return request


def _returned_item(prepared: PreparedWrite, action: WriteAction, response: Mapping[str, Any]) -> Item | None:
    returned: Item | None = response.get("Attributes")
    is_gone = action.verb == "Delete" and returned is not None and prepared.has_expired(returned)
    return None if is_gone else returned


def _item_id(table: str, item: Item, names: Sequence[str]) -> tuple[Any, ...]:
    return table, *[tuple(item[name].items()) for name in names]


def _build_all(steps: Sequence[PendingStep], plan: Transaction) -> list[SentAction]:
    for step in steps:
        with _name_step_in_errors(step, plan):
            step.build()
    return _merge_claims(steps, plan)


def _merge_claims(steps: Sequence[PendingStep], plan: Transaction | None) -> list[SentAction]:
    """What is sent, with one action at each guard row: a claim that one releases and another acquires goes over."""
    claims: dict[tuple[str, str], tuple[PendingStep, Claim]] = {}
    for step in steps:
        for claim in step.claims:
            other, known = claims.get(claim.row_id, (step, None))
            if known is None:
                claims[claim.row_id] = step, claim
            elif not (claim.is_acquired and known.is_acquired):
                claimed, given_up = (claim, known) if claim.is_acquired else (known, claim)
                claims[claim.row_id] = step if claim.is_acquired else other, claimed.take_over(given_up)
            else:
                with _name_step_in_errors(step, plan):
                    raise NotUnique(
                        f"{describe_plan(step.prepared.plan)}: step {other.name!r} claims the same "
                        f"{describe_constraint(step.prepared.layout, claim)}: give one of them another value"
                    )
    own = [(step, step.action) for step in steps if step.action is not None]
    return [*own, *((step, step.prepared.guard_action(claim)) for step, claim in claims.values())]


def _transact_item(action: WriteAction) -> dict[str, Any]:
    """One action of a transaction, where an update that changes nothing is a look."""
    is_look = action.verb == "Update" and "UpdateExpression" not in action.body
    asks = "ConditionExpression" in action.body and action.claim is None
    return {"ConditionCheck" if is_look else action.verb: {**action.body, **(_RETURN_OLD if asks else {})}}


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


def _was_done(action: WriteAction, current: Item | None) -> bool:
    """Whether what was refused at a second try, since the answer to the first was lost, is as the first has made it."""
    if action.verb == "Delete" or action.outcome is None:
        return action.verb == "Delete" and current is None
    return current is not None and all(current.get(name) == value for name, value in action.outcome.items())


def _failure_of(prepared: PreparedWrite, current: Item | None) -> OperationFailed:
    asked = describe_plan(prepared.plan)
    if current is None and prepared.must_exist:
        return item_not_found(prepared.plan)
    if current is not None and prepared.must_not_exist:
        return ConditionNotMet(f"{asked} exists already: store.put(…) replaces it, another key makes another", current)
    if reason := prepared.violation(current):
        return RuleViolated(f"{asked}: {reason}; give another value", current)
    if isinstance(prepared.plan, Put) and prepared.layout.version is not None:
        return ConditionNotMet(
            f"{asked} was changed since it was read, or the condition is not met: read it again and decide", current
        )
    fields = ", ".join(sorted(names_in(prepared.plan.condition)))
    return ConditionNotMet(f"{asked}: the condition on {fields} is not met: read it again and decide", current)


@contextmanager
def _name_step_in_errors(step: PendingStep, plan: Transaction | None) -> Iterator[None]:
    """A refusal within names the step of the transaction, and what it was to do."""
    try:
        yield
    except TableError as error:
        _name_step(error, step, plan)
        raise


def _name_step(error: TableError, step: PendingStep, plan: Transaction | None) -> None:
    if not isinstance(error, OperationFailed):
        which = "" if plan is None else f"step {step.name!r}, "
        note = f"asked for by {which}{describe_plan(step.prepared.plan)}"
        if note not in getattr(error, "__notes__", ()):
            error.add_note(note)
    elif plan is not None and not isinstance(error, StepFailed):
        raise StepFailed(f"{pattern_prefix(plan)}step {step.name!r}: {error}", step.name, error) from error
