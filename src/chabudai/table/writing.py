"""Writing: reads what a write needs, sends it, and tries again with what stands there now when others were faster."""

import hmac
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, TypeAlias
from uuid import uuid4

from chabudai.store.errors import Cancelled, ConditionFailed, Conflict, TokenReused
from chabudai.table.attributes import Item
from chabudai.table.errors import ConditionNotMet, LostRace, NotDone, NotThere, NotUnique, StepFailed, TooLarge
from chabudai.table.plans import Check, Insert, Plan, Put, Transaction, Update
from chabudai.table.races import Patience
from chabudai.table.transactions import check_size
from chabudai.table.writes import Action, Work

Call: TypeAlias = Callable[[str, Mapping[str, Any]], dict[str, Any]]

_OLD = {"ReturnValuesOnConditionCheckFailure": "ALL_OLD"}
_OPERATIONS = {"Put": "PutItem", "Update": "UpdateItem", "Delete": "DeleteItem"}
_RETURNED = {"Put": "NONE", "Update": "ALL_NEW", "Delete": "ALL_OLD"}
_BATCH = 100


@dataclass
class Job:
    """One step under way: what it is made of, and the item as it was last seen."""

    name: str
    work: Work
    seen: Item | None = None
    is_read: bool = False
    actions: list[Action] = field(default_factory=list)

    @property
    def place(self) -> tuple[str, str]:
        return self.work.layout.table.name, repr(self.work.key)

    def see(self, item: Item | None) -> None:
        self.seen, self.is_read = item, True

    def prepare(self) -> None:
        must_exist = isinstance(self.work.plan, Update) and not self.work.plan.may_create
        if self.work.needs and self.seen is None and must_exist:
            raise NotThere(f"there is no {told(self.work.plan)}")
        self.actions = self.work.actions(self.seen if self.work.needs else None)


@dataclass(frozen=True)
class Writer:
    call: Call
    patience: Patience
    upgrade: Callable[[Work, Item], None]

    def one(self, work: Work) -> Item | None:
        """The item that a single write returns: as it is after an update, as it was before a deletion."""
        job = Job("", work)
        for _ in self.patience.attempts():
            self._read([job])
            job.prepare()
            if len(job.actions) > 1:
                if self._sent([job], str(uuid4()), told(work.plan)):
                    return None
                continue
            try:
                return self._single(job.actions[0])
            except ConditionFailed as failure:
                self._look_again(job, failure.item)
            except Conflict:
                job.is_read = False
        raise LostRace(f"{told(work.plan)} was changed by others each of {self.patience.tries} times; try again")

    def all(self, jobs: Sequence[Job], plan: Transaction) -> None:
        """Every step or none."""
        token = _token(plan)
        for attempt in self.patience.attempts():
            self._read(jobs)
            for job in jobs:
                with _step(job, plan):
                    job.prepare()
            try:
                if self._sent(jobs, token, told(plan), plan):
                    return
            except TokenReused:
                if attempt == 0 and plan.token is not None:
                    return  # these very steps were done under this token
                token = str(uuid4())
        raise LostRace(f"{told(plan)} met others at the same items each of {self.patience.tries} times; try again")

    def _read(self, jobs: Sequence[Job]) -> None:
        """What still has to be seen, in as few reads as there can be."""
        waiting = [job for job in jobs if job.work.needs and not job.is_read]
        if len(waiting) == 1:
            (job,) = waiting
            request = {"TableName": job.work.layout.table.name, "Key": job.work.key, "ConsistentRead": True}
            job.see(self.call("GetItem", request).get("Item"))
            return
        for start in range(0, len(waiting), _BATCH):
            self._read_batch(waiting[start : start + _BATCH])

    def _read_batch(self, jobs: Sequence[Job]) -> None:
        wanted: dict[str, Any] = {}
        for job in jobs:
            asked = wanted.setdefault(job.work.layout.table.name, {"Keys": [], "ConsistentRead": True})
            asked["Keys"].append(job.work.key)
        found: dict[tuple[str, str], Item] = {}
        for _ in self.patience.attempts():
            response = self.call("BatchGetItem", {"RequestItems": wanted})
            for job in jobs:
                for item in response["Responses"].get(job.work.layout.table.name, ()):
                    if job.work.layout.key_of(item) == job.work.key:
                        found[job.place] = item
            wanted = response.get("UnprocessedKeys") or {}
            if not wanted:
                break
        else:
            raise LostRace("the store left keys of a batch unread each time; try again")
        for job in jobs:
            job.see(found.get(job.place))

    def _single(self, action: Action) -> Item | None:
        request = {**action.body, **_OLD, "ReturnValues": _RETURNED[action.verb]}
        if "ConditionExpression" not in request:
            del request["ReturnValuesOnConditionCheckFailure"]
        returned: Item | None = self.call(_OPERATIONS[action.verb], request).get("Attributes")
        return returned

    def _sent(self, jobs: Sequence[Job], token: str, what: str, plan: Transaction | None = None) -> bool:
        """Whether the transaction was done; False when it should be tried again with what was learnt."""
        actions = [(job, action) for job in jobs for action in job.actions]
        check_size([action for _, action in actions], what)
        items = [{action.verb: {**action.body, **_asked(action)}} for _, action in actions]
        try:
            self.call("TransactWriteItems", {"TransactItems": items, "ClientRequestToken": token})
        except Cancelled as cancelled:
            for (job, action), reason in zip(actions, cancelled.reasons, strict=True):
                self._learn(job, action, reason, plan)
            return False
        except Conflict:
            return False
        return True

    def _learn(self, job: Job, action: Action, reason: Mapping[str, Any], plan: Transaction | None) -> None:
        code = reason.get("Code", "None")
        if code in ("None", "TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"):
            if code != "None":
                job.is_read = False
            return
        with _step(job, plan):
            if code != "ConditionalCheckFailed":
                raise TooLarge(f"{told(job.work.plan)} was refused: {reason.get('Message') or code}")
            if action.guard is not None:
                if job.work.needs and self._is_stale(job):
                    return
                raise NotUnique(f"{told(job.work.plan)}: another has the same {action.guard}")
            self._look_again(job, reason.get("Item"))

    def _is_stale(self, job: Job) -> bool:
        """Whether a right could not be claimed only because what was read has changed since."""
        request = {"TableName": job.work.layout.table.name, "Key": job.work.key, "ConsistentRead": True}
        current = self.call("GetItem", request).get("Item")
        is_stale = job.work.is_outdated(job.seen, current)
        job.see(current)
        return is_stale

    def _look_again(self, job: Job, current: Item | None) -> None:
        """A lost race is tried again with what stands there now; anything else is what the plan itself refuses."""
        layout = job.work.layout
        if current is not None and not layout.shape.is_current(current):
            self.upgrade(job.work, current)
            job.is_read = False
            return
        if job.work.is_outdated(job.seen, current):
            job.see(current)
            return
        raise _refusal(job.work.plan, current)


def _refusal(plan: Plan, current: Item | None) -> NotDone:
    layout = plan.layout  # type: ignore[attr-defined]
    if isinstance(plan, Insert) or (isinstance(plan, Check) and plan.is_absent):
        return ConditionNotMet(f"{told(plan)} exists already", current)
    if current is None and not (isinstance(plan, Update) and plan.may_create) and not isinstance(plan, Put):
        return NotThere(f"there is no {told(plan)}")
    if isinstance(plan, Put) and layout.version is not None:
        return ConditionNotMet(f"{told(plan)} was changed since it was read, or is not as the condition wants", current)
    return ConditionNotMet(f"{told(plan)} is not as the condition wants it", current)


def told(plan: Any) -> str:
    """What was asked, and of which pattern: for people."""
    pattern = f"{plan.about}: " if plan.about is not None else ""
    if isinstance(plan, Transaction):
        return pattern + "the transaction " + ", ".join(step.name for step in plan.steps)
    names = ", ".join(f"{name}={value!r}" for name, value in plan.key.items())
    return f"{pattern}{plan.layout.name}({names})"


class _step:  # noqa: N801 - read as a verb: with _step(job, plan)
    """A refusal within names the step of the transaction."""

    def __init__(self, job: Job, plan: Transaction | None) -> None:
        self._job, self._plan = job, plan

    def __enter__(self) -> None: ...

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, NotDone) and self._plan is not None:
            pattern = f"{self._plan.about}: " if self._plan.about is not None else ""
            raise StepFailed(f"{pattern}step {self._job.name!r}: {error}", self._job.name, error) from error


def _asked(action: Action) -> Mapping[str, str]:
    return _OLD if "ConditionExpression" in action.body and action.guard is None else {}


def _token(plan: Transaction) -> str:
    """The same steps under the same token are the same transaction, whatever was read in between."""
    if plan.token is None:
        return str(uuid4())
    steps = repr([(step.name, step.plan) for step in plan.steps])
    return hmac.new(plan.token.encode(), steps.encode(), sha256).hexdigest()[:36]
