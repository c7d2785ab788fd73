"""A trial: a real table of things and a model of it in plain Python, side by side."""

from collections.abc import Mapping
from copy import deepcopy
from datetime import datetime, timedelta
from typing import Any, Literal

from tests.table.designs_for_writes import Clock, Interrupted, guards, rows
from tests.table.things import (
    ANNOTATIONS,
    FRESH,
    LONGEST,
    MOST,
    SPARE,
    UNSAID,
    Change,
    Drawn,
    Turn,
    fold,
    how_many,
    kind_of,
    least_of,
)

from chabudai.store import Store
from chabudai.table import Template, Transaction, TypedStore
from chabudai.table.errors import ConditionNotMet, ItemNotFound, NotUnique, OperationFailed, StepFailed

Rows = dict[str, dict[str, Any]]


def outcome(before: Rows, steps: list[Change], known: Rows, now: datetime) -> tuple[Rows, set[type[OperationFailed]]]:
    """The rows after all of the steps, and every reason why none of them may be done."""
    after, reasons = deepcopy(before), set[type[OperationFailed]]()
    for step in steps:
        row, refusals = _changed(before.get(step.thing_id), step, known, now)
        reasons |= refusals
        after.pop(step.thing_id, None)
        if row is not None:
            after[step.thing_id] = row
    claims = [right for row in after.values() for right in _rights(row)]
    if len(set(claims)) < len(claims):
        reasons.add(NotUnique)
    return after, reasons


def _rights(row: Mapping[str, Any]) -> list[str]:
    shade = [] if row["shade"] is None else [f"SHADE#{row['shade']}#{row['status']}"]
    return [f"NAME#{row['name'].casefold()}", *shade]


def _changed(
    row: dict[str, Any] | None, step: Change, known: Rows, now: datetime
) -> tuple[dict[str, Any] | None, set[type[OperationFailed]]]:
    asked = row or {**FRESH, "name": None}
    is_met = all(asked[name] == value for name, value in step.when.items() if value is not None)
    refusals: set[type[OperationFailed]] = set() if is_met else {ConditionNotMet}
    match step.verb:
        case "delete":
            return None, set()
        case "insert":
            return _touched({**FRESH, **step.values, "version": 0}, now), {ConditionNotMet} if row else set()
        case "put":
            version = known.get(step.thing_id, {}).get("version", 0)
            if version != (row or FRESH)["version"] or (row is None and version):
                refusals.add(ConditionNotMet)
            return _touched({**FRESH, **step.values, "version": version}, now), refusals
        case "update" if row is None:
            return None, {ItemNotFound}
    start = _filled(row, step)
    made = {
        **start,
        **step.sets,
        **{name: FRESH[name] for name in step.removes},
        **{name: (start[name] or 0) + amount for name, amount in step.adds.items()},
        **{name: [*start[name], *more] for name, more in step.appends.items()},
        **{name: start[name] | more for name, more in step.set_additions.items()},
        **{name: start[name] - less for name, less in step.set_removals.items()},
    }
    for name, most in (("n", MOST), ("spare", SPARE)):
        amount = step.adds.get(name, 0)
        if (amount > 0 and made[name] > most) or (amount < 0 and made[name] < 0):
            refusals.add(ConditionNotMet)
    if len(made["notes"]) > LONGEST or len(made["bounded"]) > 2:
        refusals.add(ConditionNotMet)
    return _touched(made, now), refusals


def _filled(row: dict[str, Any] | None, step: Change) -> dict[str, Any]:
    if row is None:
        return {**FRESH, "name": None, **step.initial}
    return {**row, **{n: v for n, v in step.initial.items() if n in UNSAID and row[n] == UNSAID[n]}}


def _touched(row: dict[str, Any], now: datetime) -> dict[str, Any]:
    return {**row, "version": row["version"] + 1, "at": now}


class Trial:
    """A real table and a model of it, side by side."""

    def __init__(self, drawn: Drawn, raw: Store) -> None:
        self.drawn = drawn
        self.clock = Clock()
        self.way = Interrupted(raw)
        self.ours = TypedStore(self.way, clock=self.clock)
        self.other = TypedStore(raw, clock=self.clock)
        self.ours.create(drawn.table)
        self.model: Rows = {}
        self.known: Rows = {}

    def run(self, turn: Turn) -> None:
        self.clock.now += timedelta(seconds=1)
        # What our writer has read before the other came.
        self.known = deepcopy(self.model)
        if (rival := turn.rival) is not None:
            self.way.rival = lambda: self._expect([rival], self.other)
        self._expect(turn.steps, self.ours)
        self.way.rival = None
        self._compare()

    def _expect(self, steps: list[Change], store: TypedStore) -> None:
        plans = [step.plan(self.drawn.entity, self.known) for step in steps]
        refused: OperationFailed | None = None
        returned: Any = None
        try:
            if len(plans) == 1:
                returned = store.write(plans[0])
            else:
                store.transact(_together(plans))
        except OperationFailed as error:
            refused = error.cause if isinstance(error, StepFailed) else error
        after, reasons = outcome(self.model, steps, self.known, self.clock.now)
        if refused is not None:
            # Two steps that claim one right are refused unsent, even where one of them can't be done anyway.
            assert reasons, refused
            assert isinstance(refused, (*reasons, NotUnique)), refused
            return
        assert not reasons
        self.model = after
        if returned is not None and steps[0].verb != "delete":
            assert _values(returned) == after[steps[0].thing_id]

    def _compare(self) -> None:
        found = rows(self.other.raw, self.drawn.table)
        things = [row for row in found if "_guards" not in row]
        assert {row["thing_id"]["S"]: _values(self.drawn.entity.layout.from_item(row)) for row in things} == self.model
        for row in things:
            assert self._stored_keys(row) == self._right_keys(row["thing_id"]["S"])
        rights = {right: f"THING#{at}" for at, row in self.model.items() for right in _rights(row)}
        assert guards(self.other.raw, self.drawn.table) == rights

    def _stored_keys(self, row: Mapping[str, Any]) -> dict[str, str]:
        return {name: row[name]["S"] for name in self.drawn.templates if name in row}

    def _right_keys(self, thing_id: str) -> dict[str, str]:
        row = {"owner": "o", "thing_id": thing_id, **self.model[thing_id]}
        parts = {
            **row,
            "kind": kind_of(row["status"]),
            "least": least_of(row["tags"]),
            "many": how_many(row["notes"], row["n"]),
            "folded": fold(row["name"]),
        }
        kinds = {**ANNOTATIONS, "kind": Literal["kept", "left"], "least": str, "many": int, "folded": str}
        built = {name: Template.parse(text, kinds).build(parts) for name, text in self.drawn.templates.items()}
        return {name: text for name, text in built.items() if text is not None}


def _together(plans: list[Any]) -> Transaction:
    transaction = Transaction()
    for number, plan in enumerate(plans):
        transaction = transaction.step(f"step {number}", plan)
    return transaction


def _values(thing: Any) -> dict[str, Any]:
    return {name: value for name, value in thing.__dict__.items() if name not in ("owner", "thing_id")}
