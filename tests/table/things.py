"""Things: entities with keys drawn over fields of every kind, and random changes of them, for property tests."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from types import new_class
from typing import Annotated, Any, Literal, get_args

from hypothesis import strategies as st
from tests.table.designs_for_writes import NOON

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
    Update,
    UpdatedAt,
    Version,
    computed,
    key,
    unique,
)

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


COMPUTED: dict[str, Callable[..., Any]] = {"kind": kind_of, "least": least_of, "many": how_many, "folded": fold}
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
        "tagSk": "N#{many:05}#{thing_id}",
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


class _Fields:
    owner: InKey[str]
    thing_id: str
    name: str
    status: Status
    n: int
    m: int | None
    day: date | None
    price: Decimal
    shade: OrNull[str]
    code: Annotated[int, As("04")]
    tag: InKey[str | None]
    tags: frozenset[str]
    notes: list[str]
    bounded: frozenset[str]
    loose: int | None
    spare: int
    version: Version
    at: Annotated[datetime, UpdatedAt()]


ANNOTATIONS: dict[str, Any] = _Fields.__annotations__
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
# What has no attribute while it is so, and is then given a value by if_missing(…).
UNSAID: dict[str, Any] = {
    "m": None,
    "day": None,
    "tag": None,
    "tags": frozenset(),
    "bounded": frozenset(),
    "loose": None,
}

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
ASKED = ("status", "name", "n", "spare")
GIVEN_ONCE = ("m", "day", "tag", "tags", "loose", "n", "spare")
# Lists and sets can be changed in more ways than others.
LIKELY = [*sorted(VALUES), "tags", "tags", "notes", "notes", "tag", "spare", "n"]
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
    set_additions: Mapping[str, Any] = field(default_factory=dict)
    set_removals: Mapping[str, Any] = field(default_factory=dict)
    initial: Mapping[str, Any] = field(default_factory=dict)
    when: Mapping[str, Any] = field(default_factory=dict)

    def plan(self, entity: Any, known: Mapping[str, Any]) -> Put[Any] | Update[Any] | Delete[Any]:
        own = {"owner": "o", "thing_id": self.thing_id}
        match self.verb:
            case "insert":
                return Insert(entity(**own, **self.values))
            case "put":
                version = known.get(self.thing_id, {}).get("version", 0)
                return Put(entity(**own, **self.values, version=version)).when(**self.when)
            case "delete":
                gone: Delete[Any] = entity.delete(**own)
                return gone
            case _:
                update: Update[Any] = entity.upsert(**own) if self.verb == "upsert" else entity.update(**own)
                changed = update.set(**self.sets).add(**self.adds).remove(*self.removes).append(**self.appends)
                changed = changed.add_to_set(**self.set_additions).remove_from_set(**self.set_removals)
                return changed.if_missing(**self.initial).when(**self.when)


@st.composite
def changes(draw: st.DrawFn, thing_id: str | None = None) -> Change:
    thing_id = thing_id or draw(st.sampled_from(IDS))
    verb = draw(st.sampled_from(["update"] * 6 + ["upsert"] * 3 + ["put", "insert", "delete"]))
    when = draw(st.just({}) | st.fixed_dictionaries({}, optional={n: VALUES[n] for n in ASKED}))
    if verb in ("put", "insert"):
        values = draw(st.fixed_dictionaries({"name": WORDS}, optional={n: v for n, v in VALUES.items() if n != "name"}))
        return Change(verb, thing_id, values=values, when=when if verb == "put" else {})
    if verb == "delete":
        return Change(verb, thing_id)
    how: dict[str, dict[str, Any]] = {"set": {}, "add": {}, "remove": {}, "append": {}, "in": {}, "out": {}}
    for name in draw(st.lists(st.sampled_from(LIKELY), min_size=1, max_size=4, unique=True)):
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
        set_additions={n: v for n, v in how["in"].items() if n != "bounded" or len(v) <= 2},
        set_removals={n: v for n, v in how["out"].items() if n != "bounded" or len(v) <= 2},
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
