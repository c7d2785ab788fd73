"""Writing: reads what a write needs, sends it, and tries again with what stands there now when others were faster."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from uuid import uuid4

from chabudai.store.errors import Cancelled, ConditionFailed, Conflict, TokenReused, refusal
from chabudai.table.asking.batches import AT_ONCE, Call, read_batch
from chabudai.table.attributes import Item
from chabudai.table.errors import ConditionNotMet, LostRace, NotDone, NotThere, NotUnique, StepFailed, TableError
from chabudai.table.plans import Delete, Put, Transaction
from chabudai.table.writing.guards import Right
from chabudai.table.writing.races import Patience
from chabudai.table.writing.transactions import check_count, check_size, request_token
from chabudai.table.writing.works import Action, Work

_OLD = {"ReturnValuesOnConditionCheckFailure": "ALL_OLD"}
_OPERATIONS = {"Put": "PutItem", "Update": "UpdateItem", "Delete": "DeleteItem"}
_RETURNED = {"Put": "NONE", "Update": "ALL_NEW", "Delete": "ALL_OLD"}
_PASSING = ("TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded")


@dataclass
class Job:
    """One step under way: what it is made of, the item as it was last seen, and what is to be sent."""

    name: str
    work: Work
    seen: Item | None = None
    is_read: bool = False
    action: Action | None = None
    rights: list[Right] = field(default_factory=list)

    @property
    def table(self) -> str:
        return self.work.layout.table.name

    @property
    def request(self) -> dict[str, Any]:
        return {"TableName": self.table, "Key": self.work.key, "ConsistentRead": True}

    def see(self, item: Item | None) -> None:
        self.seen, self.is_read = item, True

    def prepare(self) -> Action:
        work = self.work
        if work.needs and self.seen is None and work.must_exist:
            raise not_there(work.plan)
        if self.is_read and (reason := work.overrun(self.seen)):
            raise ConditionNotMet(f"{told(work.plan)}: {reason}", self.seen)
        self.action, self.rights = work.make(self.seen)
        return self.action


@dataclass(frozen=True)
class Writer:
    """`upgrade` puts an item in order that is of an older shape, or has expired."""

    call: Call
    patience: Patience
    upgrade: Callable[[Work, Item], None]

    def one(self, work: Work) -> Item | None:
        """The item that a single write returns: as it is after an update, as it was before a deletion."""
        job = Job("", work)
        with _told_in_refusals(job, None):
            work.check()
            for _ in self.patience.attempts():
                self._read([job])
                action = job.prepare()
                if not job.rights:
                    try:
                        return self._single(work, action)
                    except ConditionFailed as failure:
                        self._look_again(job, failure.item)
                    except Conflict:
                        job.is_read = False
                elif self._sent(_settled([job], None), str(uuid4()), None):
                    return job.seen if isinstance(work.plan, Delete) else None
        raise LostRace(f"{told(work.plan)} was changed by others each of {self.patience.tries} times; try again")

    def all(self, jobs: Sequence[Job], plan: Transaction) -> None:
        """Every step or none."""
        check_count(len(jobs), told(plan))
        for job in jobs:
            with _told_in_refusals(job, plan):
                job.work.check()
        token = None if plan.token is None else request_token(plan.token, plan.steps)
        cancelled: list[Sent] | None = None
        for _ in self.patience.attempts():
            self._read(jobs)
            try:
                sent = _prepared(jobs, plan)
            except NotDone:
                if token is not None and self._was_used(token, jobs[0]):
                    return
                raise
            try:
                if self._sent(sent, token or str(uuid4()), plan):
                    return
                cancelled = sent
            except TokenReused:
                if token is None or cancelled is None or self._was_done(token, cancelled):
                    return  # these very steps were done under this token
                token = None
        raise LostRace(f"{told(plan)} met others at the same items each of {self.patience.tries} times; try again")

    def _read(self, jobs: Sequence[Job]) -> None:
        """What still has to be seen, in as few reads as there can be, and in order."""
        waiting = [job for job in jobs if job.work.needs and not job.is_read]
        for _ in self.patience.attempts():
            self._see(waiting)
            waiting = [job for job in waiting if job.seen is not None and not job.work.is_in_order(job.seen)]
            for job in waiting:
                self.upgrade(job.work, job.seen or {})
            if not waiting:
                return
        raise LostRace(f"{told(waiting[0].work.plan)} was changed by others while it was brought up to date; try again")

    def _see(self, jobs: Sequence[Job]) -> None:
        if len(jobs) == 1:
            jobs[0].see(self._fetched(jobs[0]))
            return
        for start in range(0, len(jobs), AT_ONCE):
            self._see_batch(jobs[start : start + AT_ONCE])

    def _fetched(self, job: Job) -> Item | None:
        item: Item | None = self.call("GetItem", job.request).get("Item")
        return item

    def _see_batch(self, jobs: Sequence[Job]) -> None:
        wanted: dict[str, Any] = {}
        for job in jobs:
            asked = wanted.setdefault(job.table, {"Keys": [], "ConsistentRead": True})
            asked["Keys"].append(job.work.key)
            job.see(None)
        found, left = read_batch(self.call, self.patience, wanted)
        if left:
            raise LostRace(f"the store left keys of a batch unread each of {self.patience.tries} times; try again")
        for job in jobs:
            for table, item in found:
                if table == job.table and job.work.layout.key_of(item) == job.work.key:
                    job.see(item)

    def _single(self, work: Work, action: Action) -> Item | None:
        request = {**action.body, "ReturnValues": _RETURNED[action.verb]}
        request |= _OLD if "ConditionExpression" in request else {}
        returned: Item | None = self.call(_OPERATIONS[action.verb], request).get("Attributes")
        is_gone = action.verb == "Delete" and returned is not None and work.has_expired(returned)
        return None if is_gone else returned

    def _sent(self, sent: "Sequence[Sent]", token: str, plan: Transaction | None) -> bool:
        """Whether the transaction was done; False when it should be tried again with what was learnt."""
        try:
            self._send(sent, token, plan)
        except Cancelled as cancelled:
            if len(cancelled.reasons) != len(sent):
                raise
            self._learn(list(zip(sent, cancelled.reasons, strict=True)), plan)
            return False
        except Conflict:
            return False
        return True

    def _send(self, sent: "Sequence[Sent]", token: str, plan: Transaction | None) -> None:
        check_size([action for _, action in sent], told(plan or sent[0][0].work.plan))
        items = [_element(action) for _, action in sent]
        self.call("TransactWriteItems", {"TransactItems": items, "ClientRequestToken": token})

    def _was_done(self, token: str, cancelled: "Sequence[Sent]") -> bool:
        """Whether a token is known for a transaction that was done; some stores remember cancelled ones as well.

        What was cancelled is sent again: it is refused for its token only where that stands for another transaction.
        """
        try:
            self._send(cancelled, token, None)
        except TokenReused:
            return True
        except (Cancelled, Conflict):
            return False
        return True

    def _was_used(self, token: str, job: Job) -> bool:
        """Whether these steps were done already under this token: asked by a transaction that can't be done."""
        name = job.work.layout.primary[0].name
        body = {
            "TableName": job.table,
            "Key": job.work.key,
            "ConditionExpression": "attribute_exists(#0) AND attribute_not_exists(#0)",
            "ExpressionAttributeNames": {"#0": name},
        }
        try:
            self._send([(job, Action("ConditionCheck", body))], token, None)
        except TokenReused:
            return True
        except (Cancelled, Conflict):
            return False
        return False

    def _learn(self, results: "Sequence[tuple[Sent, Mapping[str, Any]]]", plan: Transaction | None) -> None:
        """From why a transaction was cancelled.

        That a right is another's counts only if no step has lost a race: the step might now give that right up.
        """
        failed = [(job, action.right, reason) for (job, action), reason in results if reason.get("Code") != "None"]
        taken: list[tuple[Job, Right]] = []
        for job, right, reason in failed:
            with _told_in_refusals(job, plan):
                if reason["Code"] in _PASSING:
                    job.is_read = False
                elif reason["Code"] != "ConditionalCheckFailed":
                    raise refusal("ValidationException", reason.get("Message") or reason["Code"], {})
                elif right is None:
                    self._look_again(job, reason.get("Item"))
                else:
                    taken.append((job, right))
        if len(taken) == len(failed):
            job, right = taken[0]
            with _told_in_refusals(job, plan):
                raise NotUnique(f"{told(job.work.plan)}: another has the same {right.constraint}")

    def _look_again(self, job: Job, given: Item | None) -> None:
        """A lost race is tried again with what stands there now; anything else is what the plan itself refuses."""
        # Nothing is given where nothing stands, but also by stores that do not tell what does.
        current = given if given is not None else self._fetched(job)
        if current is not None and not job.work.is_in_order(current):
            self.upgrade(job.work, current)
            job.is_read = False
            return
        if not job.work.is_outdated(job.seen, current):
            raise _refusal(job.work, current)
        job.see(current)


Sent: TypeAlias = tuple[Job, Action]


def told(plan: Any) -> str:
    """What was asked, and of which pattern: for people."""
    if isinstance(plan, Transaction):
        return _pattern(plan) + "the transaction " + ", ".join(step.name for step in plan.steps)
    return _pattern(plan) + _named(plan)


def not_there(plan: Any) -> NotThere:
    return NotThere(f"{_pattern(plan)}there is no {_named(plan)}")


def _pattern(plan: Any) -> str:
    return f"{plan.about}: " if plan.about is not None else ""


def _named(plan: Any) -> str:
    names = ", ".join(f"{name}={plan.key[name]!r}" for name in plan.layout.fields if name in plan.key)
    return f"{plan.layout.name}({names})"


def _prepared(jobs: Sequence[Job], plan: Transaction) -> list[Sent]:
    for job in jobs:
        with _told_in_refusals(job, plan):
            job.prepare()
    return _settled(jobs, plan)


def _settled(jobs: Sequence[Job], plan: Transaction | None) -> list[Sent]:
    """What is sent, with one action at each guard row: a right that one gives up and another claims is handed over."""
    rights: dict[tuple[str, str], tuple[Job, Right]] = {}
    for job in jobs:
        for right in job.rights:
            other, known = rights.get(right.place, (job, None))
            if known is None:
                rights[right.place] = job, right
            elif not (right.is_claimed and known.is_claimed):
                claimed, given_up = (right, known) if right.is_claimed else (known, right)
                rights[right.place] = job if right.is_claimed else other, claimed.taken_over(given_up)
            else:
                with _told_in_refusals(job, plan):
                    raise NotUnique(f"{told(job.work.plan)}: step {other.name!r} claims the same {right.constraint}")
    own = [(job, job.action) for job in jobs if job.action is not None]
    return [*own, *((job, job.work.at_guard(right)) for job, right in rights.values())]


def _element(action: Action) -> dict[str, Any]:
    """One action of a transaction, where an update that changes nothing is a look."""
    is_look = action.verb == "Update" and "UpdateExpression" not in action.body
    asks = "ConditionExpression" in action.body and action.right is None
    return {"ConditionCheck" if is_look else action.verb: {**action.body, **(_OLD if asks else {})}}


def _refusal(work: Work, current: Item | None) -> NotDone:
    asked = told(work.plan)
    if current is None and work.must_exist:
        return not_there(work.plan)
    if current is not None and work.wants_absence:
        return ConditionNotMet(f"{asked} exists already", current)
    if reason := work.overrun(current):
        return ConditionNotMet(f"{asked}: {reason}", current)
    if isinstance(work.plan, Put) and work.layout.version is not None:
        return ConditionNotMet(f"{asked} was changed since it was read, or is not as the condition wants it", current)
    return ConditionNotMet(f"{asked} is not as the condition wants it", current)


@contextmanager
def _told_in_refusals(job: Job, plan: Transaction | None) -> Iterator[None]:
    """A refusal within names the step of the transaction, and what it was to do."""
    try:
        yield
    except NotDone as error:
        if plan is None or isinstance(error, StepFailed):
            raise
        raise StepFailed(f"{_pattern(plan)}step {job.name!r}: {error}", job.name, error) from error
    except TableError as error:
        step = "" if plan is None else f"step {job.name!r}, "
        error.add_note(f"asked for by {step}{told(job.work.plan)}")
        raise
