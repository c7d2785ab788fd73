"""The writer: reads what a write needs, sends it, and tries again with what is stored now when others were faster."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from chabudai.store.errors import Cancelled, ConditionFailed, TokenReused, TransactionConflict, refusal
from chabudai.table.attributes import Item
from chabudai.table.descriptions import describe_plan
from chabudai.table.effects import Effects, Pause, wait
from chabudai.table.error_context import is_of_wrong_type, item_too_large, wrong_operand
from chabudai.table.errors import (
    NotUnique,
    RetriesExhausted,
    RuleViolated,
    TableError,
)
from chabudai.table.plans import Delete, Transaction, Update
from chabudai.table.query.batches import MAX_BATCH_KEYS, read_batch
from chabudai.table.retries import TRANSIENT_REASONS, ConflictRetryPolicy
from chabudai.table.write.guards import Claim, describe_constraint
from chabudai.table.write.item_upgrades import upgrade_or_delete
from chabudai.table.write.lost_answers import was_done
from chabudai.table.write.pending_steps import (
    PendingStep,
    SentAction,
    build_all,
    conflicts_exhausted,
    failure_of,
    merge_claims,
    name_step,
    name_step_in_errors,
    send_all,
)
from chabudai.table.write.prepared_write import PreparedWrite, WriteAction, single_request
from chabudai.table.write.tokens import TransactionTokens
from chabudai.table.write.transactions import check_count

_OPERATIONS = {"Put": "PutItem", "Update": "UpdateItem", "Delete": "DeleteItem"}


@dataclass(frozen=True)
class PlanWriter:
    retry_policy: ConflictRetryPolicy

    def one(self, step: PendingStep) -> Effects[Item | None]:
        """The item that a single write returns: as it is after an update, as it was before a deletion."""
        prepared = step.prepared
        try:
            prepared.check()
            is_in_doubt = False
            for pause in self.retry_policy.pauses():
                if pause:
                    yield Pause(pause)
                if prepared.needs and not step.is_read:
                    step.remember((yield "GetItem", step.request).get("Item"))
                    if step.seen is not None and not prepared.is_up_to_date(step.seen):
                        yield from upgrade_or_delete(prepared, step.seen)
                        step.is_read = False
                        continue
                action = step.build()
                if not step.claims:
                    try:
                        response = yield _OPERATIONS[action.verb], single_request(action)
                        return _returned_item(prepared, action, response)
                    except ConditionFailed as failure:
                        is_in_doubt = is_in_doubt or failure.after_lost_answer
                        current = yield from self._current(step, failure.item)
                        if is_in_doubt and was_done(step, action, current):
                            return current
                        is_in_doubt = False
                        yield from self._refresh(step, current)
                    except TransactionConflict as conflict:
                        is_in_doubt = is_in_doubt or conflict.after_lost_answer
                        if is_in_doubt and step.is_read:
                            was_done(step, action, (yield from self._fetch(step)))
                        else:
                            step.is_read = False
                elif (yield from self._try_send(merge_claims([step], None), str(uuid4()), None)):
                    return step.seen if isinstance(prepared.plan, Delete) else None
        except TableError as error:
            name_step(error, step, None)
            raise
        tries = self.retry_policy.tries
        raise RetriesExhausted(
            f"{describe_plan(prepared.plan)} was changed by others at each of {tries} tries; try again"
        )

    def all(self, steps: Sequence[PendingStep], plan: Transaction) -> Effects[None]:
        """Every step or none."""
        check_count(len(steps), describe_plan(plan))
        for step in steps:
            with name_step_in_errors(step, plan):
                step.prepared.check()
        token = None if plan.token is None else (yield from self._tokens.bind(plan.token, steps[0], plan))
        cancelled: list[SentAction] | None = None
        for pause in self.retry_policy.pauses():
            yield from wait(pause)
            try:
                yield from self._read(steps, plan)
                sent = build_all(steps, plan)
            except TableError:
                # What these steps have made already may be what they can't be done with again.
                if token is not None and (yield from self._tokens.was_used(token, steps[0])):
                    return
                raise
            try:
                if (yield from self._try_send(sent, token or str(uuid4()), plan)):
                    return
                cancelled = sent
            except TokenReused:
                if token is None or cancelled is None or (yield from self._tokens.was_done(token, cancelled, plan)):
                    return  # these very steps were done under this token
                token = None
        raise conflicts_exhausted(plan, self.retry_policy)

    @property
    def _tokens(self) -> TransactionTokens:
        return TransactionTokens(self.retry_policy)

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
                with name_step_in_errors(step, plan):
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

    def _try_send(self, sent: Sequence[SentAction], token: str, plan: Transaction | None) -> Effects[bool]:
        """Whether the transaction was done; False when it should be tried again with what was learnt."""
        try:
            yield from send_all(sent, token, plan)
        except Cancelled as cancelled:
            if len(cancelled.reasons) != len(sent):
                raise
            yield from self._process_cancellation(list(zip(sent, cancelled.reasons, strict=True)), plan)
            return False
        except TransactionConflict:
            return False
        return True

    def _process_cancellation(
        self, results: Sequence[tuple[SentAction, Mapping[str, Any]]], plan: Transaction | None
    ) -> Effects[None]:
        """Read again what others changed, or raise why the transaction can't be done.

        That a claim is another's counts only if no step has lost a race: the step might now release that claim.
        """
        failed = [(step, action.claim, reason) for (step, action), reason in results if reason.get("Code") != "None"]
        taken: list[tuple[PendingStep, Claim]] = []
        for step, claim, reason in failed:
            with name_step_in_errors(step, plan):
                if reason["Code"] in TRANSIENT_REASONS:
                    step.is_read = False
                elif "Item size" in reason.get("Message", ""):
                    raise item_too_large(step.prepared.plan)
                elif isinstance(step.prepared.plan, Update) and is_of_wrong_type(reason.get("Message", "")):
                    raise wrong_operand(step.prepared.plan)
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
            with name_step_in_errors(step, plan):
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
            failure = failure_of(step.prepared, current)
            other = None if isinstance(failure, RuleViolated) else step.prepared.other_way(current)
            if other is None:
                raise failure
            step.prepared = other
        step.remember(current)


def _returned_item(prepared: PreparedWrite, action: WriteAction, response: Mapping[str, Any]) -> Item | None:
    returned: Item | None = response.get("Attributes")
    is_gone = action.verb == "Delete" and returned is not None and prepared.has_expired(returned)
    return None if is_gone else returned


def _item_id(table: str, item: Item, names: Sequence[str]) -> tuple[Any, ...]:
    return table, *[tuple(item[name].items()) for name in names]
