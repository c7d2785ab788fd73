"""The promise: whichever way an item is written, and whoever else writes it, every key is made of what is stored."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from types import new_class
from typing import Annotated, Any, Literal, get_args

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.table.designs_for_writes import NOON, Clock, Interrupted, guards, rows

from chabudai import store as stores
from chabudai.store import Store
from chabudai.table import (
    As,
    Delete,
    Entity,
    Field,
    Gsi,
    InKey,
    Insert,
    OrNull,
    Put,
    Table,
    Template,
    Touched,
    Transaction,
    TypedStore,
    Update,
    Version,
    computed,
    key,
    unique,
)
from chabudai.table.errors import ConditionNotMet, NotDone, NotThere, NotUnique, StepFailed

Status = Literal["ACTIVE", "GONE", "IDLE"]
IDS = ("1", "2", "3")
MOST, LONGEST, SPARE = 30, 6, 5


def kind_of(status: Status) -> Literal["kept", "left"]:
    return "left" if status == "GONE" else "kept"


def least_of(tags: frozenset[str]) -> str | None:
    return min(tags, default=None)


def how_many(notes: list[str], n: int) -> int:
    return len(notes) * 100 + n


def fold(name: str) -> str:
    return name.casefold()


COMPUTED = {"kind": kind_of, "least": least_of, "many": how_many, "folded": fold}
PARTS = (
    "{status}",
    "{n:05}",
    "{m:+04}",
    "{day}",
    "{price:+6.2}",
    "{shade}",
    "{code:04}",
    "{tag}",
    "{kind}",
    "{least}",
    "{many:05}",
    "{folded}",
    "{version:05}",
    "{at:iso}",
)
KEYS = ("onePk", "oneSk", "twoPk", "twoSk")


@dataclass(frozen=True)
class Drawn:
    """An entity and its templates; `tag` lives only in keys, and `status`, `shade` and `n` are keys as they are."""

    table: type[Table]
    entity: type[Any]
    templates: Mapping[str, str]


@st.composite
def designs(draw: st.DrawFn) -> Drawn:
    class Things(Table, name="Things", pk="PK", sk="SK"):
        one = Gsi("One", "onePk", "oneSk")
        two = Gsi("Two", "twoPk", "twoSk")
        by_tag = Gsi("ByTag", "tagPk", "tagSk")
        raw = Gsi("Raw", ["status", "m"], ["n"])

    drawn = {
        name: name.upper()
        + "".join(f"#{part}" for part in draw(st.lists(st.sampled_from(PARTS), min_size=1, max_size=3, unique=True)))
        for name in draw(st.permutations(KEYS))
    }
    templates = {
        "PK": "O#{owner}",
        "SK": "THING#{thing_id}",
        **drawn,
        "tagPk": "TAG#{tag}",
        "tagSk": "N#{n:05}#{thing_id}",
    }
    body: dict[str, Any] = {
        "__module__": __name__,
        "__annotations__": ANNOTATIONS,
        **DEFAULTS,
        **{name: computed(function) for name, function in COMPUTED.items()},
        **{name: key(text) for name, text in templates.items()},
        "one_name": unique("O#{owner}", "NAME#{folded}"),
        "one_shade": unique("O#{owner}", "SHADE#{shade}#{status}"),
    }
    entity = new_class("Thing", (Entity,), {"table": Things}, lambda namespace: namespace.update(body))
    return Drawn(Things, entity, templates)


ANNOTATIONS: dict[str, Any] = {
    "owner": InKey[str],
    "thing_id": str,
    "name": str,
    "status": Status,
    "n": int,
    "m": int | None,
    "day": date | None,
    "price": Decimal,
    "shade": OrNull[str],
    "code": Annotated[int, As("04")],
    "tag": InKey[str | None],
    "tags": frozenset[str],
    "notes": list[str],
    "bounded": frozenset[str],
    "loose": int | None,
    "spare": int,
    "version": Version,
    "at": Annotated[datetime, Touched()],
}
DEFAULTS: dict[str, Any] = {
    "status": "ACTIVE",
    "n": Field(default=0, ge=0, le=MOST),
    "m": None,
    "day": None,
    "price": Decimal("1.50"),
    "shade": None,
    "code": 7,
    "tag": None,
    "tags": frozenset(),
    "notes": Field(default_factory=list, max_length=LONGEST),
    "bounded": Field(default=frozenset(), max_length=2),
    "loose": None,
    "spare": Field(default=0, ge=0, le=SPARE),
    "version": 0,
    "at": NOON,
}
FRESH: dict[str, Any] = {
    "status": "ACTIVE",
    "n": 0,
    "m": None,
    "day": None,
    "price": Decimal("1.50"),
    "shade": None,
    "code": 7,
    "tag": None,
    "tags": frozenset(),
    "notes": [],
    "bounded": frozenset(),
    "loose": None,
    "spare": 0,
    "version": 0,
    "at": NOON,
}
# What has no attribute while it is so, and is then given a value by otherwise(…).
UNSAID = {"m": None, "day": None, "tag": None, "tags": frozenset(), "bounded": frozenset(), "loose": None}

WORDS = st.sampled_from(["a", "b", "B", "c", "d", "e", "ß"])
SETS = st.frozensets(WORDS, max_size=3)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "name": WORDS,
    "status": st.sampled_from(get_args(Status)),
    "n": st.integers(0, MOST),
    "m": st.none() | st.integers(-50, 50),
    "day": st.none() | st.dates(date(2026, 1, 1), date(2026, 1, 9)),
    "price": st.decimals(-9, 9, places=2),
    "shade": st.none() | WORDS,
    "code": st.integers(0, 99),
    "tag": st.none() | WORDS,
    "tags": SETS,
    "notes": st.lists(WORDS, max_size=2),
    "bounded": st.frozensets(WORDS, max_size=2),
    "loose": st.none() | st.integers(0, 9),
    "spare": st.integers(0, SPARE),
}
ADDS: dict[str, st.SearchStrategy[Any]] = {
    "n": st.integers(-12, 12),
    "m": st.integers(-5, 5),
    "price": st.decimals(-3, 3, places=2),
    "code": st.integers(1, 9),
    "loose": st.integers(-2, 2),
    "spare": st.integers(-2, 2),
}
GIVEN_ONCE = ("m", "day", "tag", "tags", "loose", "n", "spare")
REMOVABLE = ("status", "n", "m", "day", "price", "shade", "code", "tag", "tags", "loose")


@dataclass(frozen=True)
class Change:
    """One thing to do to one item, as the toolkit and as the model are told it."""

    verb: str
    thing_id: str
    values: Mapping[str, Any] = field(default_factory=dict)
    sets: Mapping[str, Any] = field(default_factory=dict)
    adds: Mapping[str, Any] = field(default_factory=dict)
    removes: tuple[str, ...] = ()
    appends: Mapping[str, Any] = field(default_factory=dict)
    puts_in: Mapping[str, Any] = field(default_factory=dict)
    takes_out: Mapping[str, Any] = field(default_factory=dict)
    initial: Mapping[str, Any] = field(default_factory=dict)
    when: Mapping[str, Any] = field(default_factory=dict)

    def plan(self, entity: type[Any], known: Mapping[str, Any]) -> Put[Any] | Update[Any] | Delete[Any]:
        own = {"owner": "o", "thing_id": self.thing_id}
        match self.verb:
            case "insert":
                return Insert(entity(**own, **self.values))
            case "put":
                version = known.get(self.thing_id, {}).get("version", 0)
                return Put(entity(**own, **self.values, version=version)).when(**self.when)
            case "delete":
                return entity.delete(**own)
            case _:
                update = entity.upsert(**own) if self.verb == "upsert" else entity.update(**own)
                changed = update.set(**self.sets).add(**self.adds).remove(*self.removes).append(**self.appends)
                changed = changed.put_in(**self.puts_in).take_out(**self.takes_out)
                return changed.otherwise(**self.initial).when(**self.when)


@st.composite
def changes(draw: st.DrawFn, thing_id: str | None = None) -> Change:
    thing_id = thing_id or draw(st.sampled_from(IDS))
    verb = draw(
        st.sampled_from(["put", "insert", "update", "update", "update", "update", "upsert", "upsert", "delete"])
    )
    when = draw(
        st.just({}) | st.fixed_dictionaries({}, optional={n: VALUES[n] for n in ("status", "name", "n", "spare")})
    )
    if verb in ("put", "insert"):
        values = draw(st.fixed_dictionaries({"name": WORDS}, optional={n: v for n, v in VALUES.items() if n != "name"}))
        return Change(verb, thing_id, values=values, when=when if verb == "put" else {})
    if verb == "delete":
        return Change(verb, thing_id)
    how: dict[str, dict[str, Any]] = {"set": {}, "add": {}, "remove": {}, "append": {}, "in": {}, "out": {}}
    for name in draw(st.lists(st.sampled_from(sorted(VALUES)), min_size=1, max_size=4, unique=True)):
        way = draw(st.sampled_from([w for w in how if _fits(w, name)]))
        how[way][name] = draw(ADDS[name] if way == "add" else SETS if way in ("in", "out") else VALUES[name])
    initial = draw(st.fixed_dictionaries({}, optional={n: VALUES[n] for n in GIVEN_ONCE}))
    if verb == "upsert":
        initial |= {"name": draw(WORDS)}
    return Change(
        verb,
        thing_id,
        sets=how["set"],
        adds=how["add"],
        removes=tuple(how["remove"]),
        appends=how["append"],
        puts_in={n: v for n, v in how["in"].items() if n != "bounded" or len(v) <= 2},
        takes_out={n: v for n, v in how["out"].items() if n != "bounded" or len(v) <= 2},
        initial={n: v for n, v in initial.items() if v is not None and v != frozenset() and n not in how["set"]},
        when=when,
    )


def _fits(way: str, name: str) -> bool:
    fitting = {
        "set": True,
        "add": name in ADDS,
        "remove": name in REMOVABLE,
        "append": name == "notes",
        "in": name in ("tags", "bounded"),
        "out": name in ("tags", "bounded"),
    }
    return fitting[way]


@dataclass(frozen=True)
class Turn:
    """One change or several at once, and what another does at one of the same items just before they are sent."""

    steps: list[Change]
    rival: Change | None


@st.composite
def turns(draw: st.DrawFn) -> Turn:
    ids = draw(st.lists(st.sampled_from(IDS), min_size=1, max_size=2, unique=True))
    return Turn([draw(changes(each)) for each in ids], draw(st.none() | changes(ids[0])))


BEGINNING = Turn([Change("insert", each, values={"name": f"{each} at first"}) for each in IDS], None)


Rows = dict[str, dict[str, Any]]


def outcome(before: Rows, steps: list[Change], known: Rows, now: datetime) -> tuple[Rows, set[type[NotDone]]]:
    """The rows after all of the steps, and every reason why none of them may be done."""
    after, reasons = deepcopy(before), set[type[NotDone]]()
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
) -> tuple[dict[str, Any] | None, set[type[NotDone]]]:
    asked = row or {**FRESH, "name": None}
    is_met = all(asked[name] == value for name, value in step.when.items() if value is not None)
    refusals: set[type[NotDone]] = set() if is_met else {ConditionNotMet}
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
            return None, {NotThere}
    start = _filled(row, step)
    made = {
        **start,
        **step.sets,
        **{name: FRESH[name] for name in step.removes},
        **{name: (start[name] or 0) + amount for name, amount in step.adds.items()},
        **{name: [*start[name], *more] for name, more in step.appends.items()},
        **{name: start[name] | more for name, more in step.puts_in.items()},
        **{name: start[name] - less for name, less in step.takes_out.items()},
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
        refused: NotDone | None = None
        returned: Any = None
        try:
            if len(plans) == 1:
                returned = store.write(plans[0])
            else:
                store.transact(_together(plans))
        except NotDone as error:
            refused = error.cause if isinstance(error, StepFailed) else error
        after, reasons = outcome(self.model, steps, self.known, self.clock.now)
        if refused is not None:
            # Two steps that claim one right are refused unsent, even where one of them can't be done anyway.
            assert reasons, refused
            assert type(refused) in reasons | {NotUnique}, refused
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


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(designs(), st.lists(turns(), min_size=1, max_size=10))
def test_no_sequence_of_writes_and_no_rival_leaves_a_key_or_a_guard_behind(drawn: Drawn, turns: list[Turn]) -> None:
    with stores.open(":memory:") as raw:
        trial = Trial(drawn, raw)
        for turn in [BEGINNING, *turns]:
            trial.run(turn)
