"""A trial: a real table of things and a model of it in plain Python, side by side, compared whole after each turn."""

from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

from pydantic import ValidationError
from tests.table.designs_for_writes import Clock
from tests.table.faults import FaultyStore
from tests.table.reference import is_in_trash
from tests.table.stored_things import check_table
from tests.table.thing_changes import Change, Turn, together
from tests.table.thing_model import (
    Refused,
    Row,
    changed,
    claims,
    exceeds_bounds,
    has_refused_start,
    is_dead,
    is_met,
    merged,
    upgraded,
)
from tests.table.things import Built, Recipe, build

from chabudai.store import Store
from chabudai.store.errors import AnswerLost, Throttled
from chabudai.table import (
    BatchWrite,
    Delete,
    InvalidFieldValue,
    InvalidKeyValue,
    NewerItem,
    Put,
    TableError,
    TokenInUse,
    Transaction,
    TypedStore,
)
from chabudai.table.errors import ConflictingWrites

Rows = dict[str, tuple[Row, bool]]
"""Each thing by its id, and whether it is still as the older program has written it."""


class Trial:
    """`open_store` makes the typed store of our writer; with `has_faults` others and faults come in on its way."""

    def __init__(
        self, recipe: Recipe, raw: Store, open_store: Callable[..., TypedStore] = TypedStore, *, has_faults: bool = True
    ) -> None:
        self.new = build(recipe)
        self.old = build(recipe, is_old=True) if recipe.has_upgrade else self.new
        self.clock = Clock()
        self.raw = raw
        self.way = FaultyStore(raw)
        self.has_faults = has_faults
        self.ours = open_store(self.way, clock=self.clock)
        self.other = TypedStore(raw, clock=self.clock)
        self.other.create(self.old.table)
        self.model: Rows = {}
        self.known: Rows = {}
        self.moments: list[Rows] = []
        self.done: list[str] = []

    def run(self, turn: Turn) -> None:
        self.clock.now += timedelta(seconds=1, microseconds=123_456)
        self._forget_expired()
        # What our writer has read before the others came.
        self.known = dict(self.model)
        built = self.old if turn.is_old else self.new
        rival_built = self.old if turn.is_old_rival else self.new
        steps = tuple(step.of(built, self._held(step, built)) for step in turn.steps)
        if self.has_faults:
            self._arm(turn, built, rival_built, steps)
        before = self.model
        if turn.has_leftovers and built.recipe.has_upgrade:
            self._leave_keys(before)
        try:
            self._send(turn.way, steps, built)
        finally:
            self.way.rivals, self.way.fault = [], None
        self._take_keys_away(at for at in before if self.model.get(at) is before[at])
        self.compare()

    def _leave_keys(self, rows: Rows) -> None:
        """A key of an index on each row that no longer is one of its entity's, as after a change of the design."""
        for at, (_, is_old) in rows.items():
            if not is_old:
                change = {
                    "UpdateExpression": "SET reservePk = :left",
                    "ExpressionAttributeValues": {":left": {"S": "RESERVE#left"}},
                }
                self.raw.call("UpdateItem", self._place(at) | change)

    def _take_keys_away(self, unwritten: Iterable[str]) -> None:
        """From the rows that nothing has written: from the others it is gone by itself."""
        for at in unwritten:
            if not self.model[at][1] and self.new.recipe.has_upgrade:
                self.raw.call("UpdateItem", self._place(at) | {"UpdateExpression": "REMOVE reservePk"})

    def _place(self, at: str) -> dict[str, Any]:
        return {"TableName": self.new.table.name, "Key": {"PK": {"S": "O#o"}, "SK": {"S": f"THING#{at}"}}}

    def _held(self, step: Change, built: Built) -> Row | None:
        held = self.model.get(built.id_of(step.thing_id))
        return None if held is None else held[0]

    def _arm(self, turn: Turn, built: Built, rival_built: Built, steps: Sequence[Change]) -> None:
        is_resendable = turn.way != "write" or _is_same_when_sent_twice(steps[0], built)
        self.way.fault = turn.fault if turn.fault != "lost" or is_resendable else None
        if turn.way == "batch" or self.way.fault == "lost":
            return
        for rival in turn.rivals:
            change = rival.of(rival_built, self._held(rival, rival_built))
            self.way.rivals.append(partial(self._expect, (change,), rival_built, self.other, "write"))

    def _send(self, way: str, steps: tuple[Change, ...], built: Built) -> None:
        if way == "batch" and not built.takes_batches:
            way = "transact"
        if way == "batch":
            steps = tuple(replace(step, when={}) for step in steps)
        self._expect(steps, built, self.ours, way)

    def _expect(self, steps: tuple[Change, ...], built: Built, store: TypedStore, way: str) -> None:
        if store is self.ours:
            self.moments = []
        refusal, returned = self._try(steps, built, store, way)
        self.moments.append(self.model)
        after, reason = self._outcome(steps, built, way, self.model)
        names = ", ".join(f"{step.verb} {step.thing_id}" for step in steps)
        self.done.append(f"{way} {names}: {refusal!r}")
        if refusal is not None:
            # It may have been decided before others came.
            reasons = [self._outcome(steps, built, way, moment)[1] for moment in reversed(self.moments)]
            assert any(reasons) or self._may_refuse(steps, built, refusal), f"{names} was refused: {refusal!r}"
            self._note_upgrades(steps, built)
            return
        assert reason is None, f"{names} was done, but {reason}"
        self.model = after
        self._forget_expired()
        if returned is not None and steps[0].verb != "delete":
            wanted = after[built.id_of(steps[0].thing_id)][0]
            differences = {name: (value, wanted[name]) for name, value in returned if value != wanted[name]}
            assert not differences, differences

    def _forget_expired(self) -> None:
        now = self.clock.now
        self.model = {at: held for at, held in self.model.items() if not is_dead(self._of(held), held[0], now)}

    def _try(
        self, steps: tuple[Change, ...], built: Built, store: TypedStore, way: str
    ) -> tuple[Exception | None, Any]:
        known = [self.known.get(built.id_of(step.thing_id)) for step in steps]
        try:
            plans = [
                step.plan(built, held[0] if held and self._of(held) is built else None)
                for step, held in zip(steps, known, strict=True)
            ]
            if way == "batch":
                store.batch_write(BatchWrite(tuple(plan for plan in plans if isinstance(plan, (Put, Delete)))))
                return None, None
            if way == "write" and len(plans) == 1:
                return None, store.write(plans[0])
            self._transact(store, together(plans), is_once=way == "token")
        except AnswerLost:  # no rival is let in then: it was done
            return None, None
        except (TableError, ValidationError) as error:
            return error, None
        except Throttled as error:
            return error, None
        return None, None

    def _transact(self, store: TypedStore, transaction: Transaction, *, is_once: bool) -> None:
        if not is_once:
            store.transact(transaction)
            return
        once = transaction.once(str(uuid4()))
        store.transact(once)
        self.way.rivals = []
        store.transact(once)
        try:
            store.transact(once.step("one more", self.new.entity.check(owner="o", thing_id="nobody").absent()))
        except TokenInUse:
            return
        raise AssertionError("a token was used for other steps")

    def _outcome(self, steps: tuple[Change, ...], built: Built, way: str, before: Rows) -> tuple[Rows, str | None]:
        """The rows after all of the steps, or why none of them may be done."""
        ids = [built.id_of(step.thing_id) for step in steps]
        after = dict(before)
        try:
            held = [self._row(before, at, built) for at in ids]
            if way == "merge":
                if not all(is_met(built, held[0], step) for step in steps):
                    return before, "one of the conditions is not met"
                steps, ids = (merged(*steps),), ids[:1]
            for step, at, row in zip(steps, ids, held, strict=False):
                made = changed(built, deepcopy(row), step, self._known_row(at, built), self.clock.now)
                after.pop(at, None)
                if made is not None:
                    after[at] = made, built.is_old
        except Refused as refused:
            return before, f"it should not be: {refused}"
        held_claims = [claim for each in after.values() for claim in claims(self._of(each), each[0])]
        return (after, None) if len(set(held_claims)) == len(held_claims) else (before, "another has the same")

    def _row(self, rows: Rows, at: str, built: Built) -> Row | None:
        if at not in rows:
            return None
        row, is_old = rows[at]
        if is_old and not built.is_old:
            return upgraded(built, row)
        if built.is_old and not is_old:
            raise Refused("it is of a newer program")
        return row

    def _known_row(self, at: str, built: Built) -> Row | None:
        held = self.known.get(at)
        return held[0] if held and self._of(held) is built else None

    def _may_refuse(self, steps: tuple[Change, ...], built: Built, refusal: Exception) -> bool:
        if isinstance(refusal, (Throttled, ConflictingWrites)):
            return True
        if isinstance(refusal, InvalidFieldValue) and any(has_refused_start(built, step) for step in steps):
            return True
        if isinstance(refusal, InvalidKeyValue):
            return True  # of a key that is not there as long as another of its parts is None
        if isinstance(refusal, NewerItem):
            # The newer program is at it, and brings a row up to date before it changes it.
            return any(self._is_stamped(built.id_of(step.thing_id)) for step in steps)
        rows_before = [self.model.get(built.id_of(step.thing_id)) for step in steps]
        return any(exceeds_bounds(row[0] if row else None, s) for s, row in zip(steps, rows_before, strict=True))

    def _note_upgrades(self, steps: tuple[Change, ...], built: Built) -> None:
        """The newer program may have brought a row up to date, also where its change is then refused."""
        if not built.recipe.has_upgrade:
            return
        for at in {built.id_of(step.thing_id) for step in steps} & self.model.keys():
            row, is_old = self.model[at]
            if is_old and self._is_stamped(at):
                self.model[at] = upgraded(self.new, row), False

    def _is_stamped(self, at: str) -> bool:
        found = self.raw.call("GetItem", {**self._place(at), "ConsistentRead": True})
        return "_schema_version" in found.get("Item", {})

    def _of(self, held: tuple[Row, bool]) -> Built:
        return self.old if held[1] else self.new

    def compare(self) -> None:
        """Everything that is stored, by a raw scan, with what it should be."""
        expected = {at: (self._of(held), held[0]) for at, held in self.model.items()}
        check_table(self.raw, self.new, list(expected.values()), self.clock.now)
        for at, (built, row) in expected.items():
            if not built.is_old:
                one = built.entity.get(owner="o", thing_id=at).consistently()
                found = self.other.get(one.with_trash() if built.recipe.trash else one)
                assert found is not None
                assert found.__dict__ == row
                assert (self.other.get(one) is None) == is_in_trash(built, row)


def _is_same_when_sent_twice(step: Change, built: Built) -> bool:
    """A sum that DynamoDB itself makes is made twice, and a version is such a sum."""
    is_whole = step.verb in ("insert", "put", "copy", "construct", "delete")
    return is_whole or not (step.adds or step.appends or step.within or built.recipe.has_version)
