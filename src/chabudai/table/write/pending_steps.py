"""Pending steps: writes under way, each with what was read for it and what is to be sent."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from chabudai.table.attributes import Item
from chabudai.table.descriptions import describe_plan, item_not_found, pattern_prefix
from chabudai.table.effects import Effects
from chabudai.table.errors import (
    ConditionNotMet,
    NotUnique,
    OperationFailed,
    RetriesExhausted,
    RuleViolated,
    StepFailed,
    TableError,
)
from chabudai.table.plans import Check, Put, Transaction, Update
from chabudai.table.query.conditions import names_in
from chabudai.table.query.made_defaults import compared_made_defaults
from chabudai.table.retries import ConflictRetryPolicy
from chabudai.table.write.guards import Claim, describe_constraint
from chabudai.table.write.prepared_write import RETURN_OLD, PreparedWrite, WriteAction
from chabudai.table.write.transactions import check_size


@dataclass(slots=True)
class PendingStep:
    """One step under way: what it is made of, the item as it was last seen, and what is to be sent.

    `not_held` are guard rows that were to be released and are another's: they stay.
    """

    names: tuple[str, ...]
    prepared: PreparedWrite
    seen: Item | None = None
    is_read: bool = False
    action: WriteAction | None = None
    claims: list[Claim] = field(default_factory=list)
    not_held: set[tuple[str, str]] = field(default_factory=set)

    @property
    def name(self) -> str:
        return " + ".join(self.names)

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
            raise RuleViolated(f"{describe_plan(prepared.plan)}: {reason}", self.seen)
        self.action, self.claims = prepared.build(self.seen)
        if self.not_held:
            self.claims = [each for each in self.claims if each.is_acquired or each.row_id not in self.not_held]
        return self.action


SentAction: TypeAlias = tuple[PendingStep, WriteAction]


def build_all(steps: Sequence[PendingStep], plan: Transaction) -> list[SentAction]:
    for step in steps:
        with name_step_in_errors(step, plan):
            step.build()
    return merge_claims(steps, plan)


def merge_claims(steps: Sequence[PendingStep], plan: Transaction | None) -> list[SentAction]:
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
                with name_step_in_errors(step, plan):
                    raise NotUnique(
                        f"{describe_plan(step.prepared.plan)}: step {other.name!r} claims the same "
                        f"{describe_constraint(step.prepared.layout, claim)}: give one of them another value"
                    )
    own = [(step, step.action) for step in steps if step.action is not None]
    return [*own, *((step, step.prepared.guard_action(claim)) for step, claim in claims.values())]


def failure_of(prepared: PreparedWrite, current: Item | None) -> OperationFailed:
    asked = describe_plan(prepared.plan)
    if current is None and prepared.must_exist:
        return item_not_found(prepared.plan)
    if current is not None and prepared.must_not_exist:
        return ConditionNotMet(f"{asked} {_existence_failure(prepared, current)}", current)
    if current is not None and (reason := _trash_failure(prepared, current)):
        return ConditionNotMet(f"{asked} {reason}", current)
    if reason := prepared.violation(current):
        return RuleViolated(f"{asked}: {reason}", current)
    if isinstance(prepared.plan, Put) and prepared.layout.version is not None:
        return ConditionNotMet(
            f"{asked} was changed since it was read, or the condition is not met: read it again and decide", current
        )
    made = compared_made_defaults(prepared.plan.condition, prepared.layout)
    if current is not None and (absent := [each.name for each in made if each.stored not in current]):
        return ConditionNotMet(
            f"{asked} has no {absent[0]}, whose default is made of other fields, so that no condition can compare it: "
            "set it first, or leave it out of the condition",
            current,
        )
    fields = ", ".join(sorted(names_in(prepared.plan.condition)))
    if not fields:
        return ConditionNotMet(f"{asked}: any_of() of no conditions is never met: give it one", current)
    return ConditionNotMet(f"{asked}: the condition on {fields} is not met: read it again and decide", current)


def _existence_failure(prepared: PreparedWrite, current: Item) -> str:
    if isinstance(prepared.plan, Check):
        return "exists already: the transaction wants it absent; delete it first, or leave that step out"
    if _is_trashed(prepared, current):
        return (
            f"exists already, in the trash: {prepared.layout.name}.restore(…) takes it out, store.put(…) replaces it, "
            "another key makes another"
        )
    return "exists already: store.put(…) replaces it, another key makes another"


def _trash_failure(prepared: PreparedWrite, current: Item) -> str | None:
    """Of a move into the trash or out of it: that it is there already."""
    trash, plan = prepared.layout.trash, prepared.plan
    if trash is None or not isinstance(plan, Update) or trash.at not in plan.changed:
        return None
    if trash.field not in names_in(plan.condition):
        return None
    is_restored = trash.at in plan.removes
    try:
        is_in_trash = trash.holds(prepared.layout.values(prepared.layout.from_item(current)))
    except TableError:
        return None
    if is_restored is is_in_trash:
        return None
    if is_restored:
        return "is not in the trash, so there is nothing to restore"
    return f"is in the trash already: {prepared.layout.name}.restore(…) takes it out"


def _is_trashed(prepared: PreparedWrite, current: Item) -> bool:
    """Whether it is known to be; what can't be read tells nothing."""
    try:
        return prepared.layout.is_trashed(current)
    except TableError:
        return False


@contextmanager
def name_step_in_errors(step: PendingStep, plan: Transaction | None) -> Iterator[None]:
    """A refusal within names the step of the transaction, and what it was to do."""
    try:
        yield
    except TableError as error:
        name_step(error, step, plan)
        raise


def name_step(error: TableError, step: PendingStep, plan: Transaction | None) -> None:
    if not isinstance(error, OperationFailed):
        which = "" if plan is None else f"step {step.name!r}, "
        note = f"asked for by {which}{describe_plan(step.prepared.plan)}"
        if note not in getattr(error, "__notes__", ()):
            error.add_note(note)
    elif plan is not None and not isinstance(error, StepFailed):
        raise StepFailed(f"{pattern_prefix(plan)}step {step.name!r}: {error}", step.names, error) from error


def send_all(sent: Sequence[SentAction], token: str, plan: Transaction | None) -> Effects[None]:
    check_size([action for _, action in sent], describe_plan(plan or sent[0][0].prepared.plan))
    items = [_transact_item(action) for _, action in sent]
    yield "TransactWriteItems", {"TransactItems": items, "ClientRequestToken": token}


def _transact_item(action: WriteAction) -> dict[str, Any]:
    """One action of a transaction, where an update that changes nothing is a look."""
    is_look = action.verb == "Update" and "UpdateExpression" not in action.body
    asks = "ConditionExpression" in action.body and action.claim is None
    return {"ConditionCheck" if is_look else action.verb: {**action.body, **(RETURN_OLD if asks else {})}}


def conflicts_exhausted(plan: Transaction, policy: ConflictRetryPolicy) -> RetriesExhausted:
    return RetriesExhausted(
        f"{describe_plan(plan)} conflicted with other writes at each of {policy.tries} tries; try again"
    )
