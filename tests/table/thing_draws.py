"""How recipes of things and turns with them are drawn: most of all what a recipe's own rules and keys are about."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta, timezone
from typing import Any

from hypothesis import strategies as st
from tests.table.thing_changes import SAME, Change, Turn, Within
from tests.table.thing_rules import ADDRESSES, RULES, WHOLE_RULES, FieldRule, Line, Mode
from tests.table.things import CONFIGS, KEYS, MOST, PARTS, SPARE, STATES, UNIQUES, Recipe, part_name

IDS = ("a", "b", "c")
SPELLINGS = (*IDS * 4, "A", " b")
WORDS = st.sampled_from(["a", "b", "B", "c", "d", "e", "ß", "a", "b", " C", "x#y", " "])
GOOD_WORDS = st.sampled_from(["a", "b", "B", "c", "d", "e", "f", "g", "h ", "aa", "bb"])
SETS = st.frozensets(GOOD_WORDS, max_size=3)
ADDRESS_VALUES = st.fixed_dictionaries(
    {
        "city": WORDS,
        "zip": st.none() | st.integers(0, 3),
        "floors": st.integers(0, 3),
        "notes": st.lists(WORDS, max_size=2),
        "marks": SETS,
    }
)
LINES = st.builds(Line, name=GOOD_WORDS, quantity=st.integers(0, 9))
# Of one day, written by the clocks of several places.
MOMENTS = st.builds(
    lambda hour, minute, offset: datetime(2026, 1, 5, hour, minute, tzinfo=timezone(timedelta(hours=offset))),
    st.integers(0, 23),
    st.sampled_from([0, 30]),
    st.sampled_from([0, 0, 9, -8]),
)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "name": GOOD_WORDS | WORDS,
    "status": st.sampled_from(STATES),
    "n": st.integers(0, MOST),
    "m": st.none() | st.integers(-50, 50) | st.just(0),
    "day": st.none() | st.dates(date(2026, 1, 1), date(2026, 1, 9)),
    "price": st.decimals(-9, 9, places=2) | st.decimals(-9, 9, places=1),
    "moment": st.none() | MOMENTS,
    "shade": st.none() | WORDS,
    "code": st.integers(0, 99),
    "tag": st.none() | GOOD_WORDS,
    "tags": SETS,
    "notes": st.lists(GOOD_WORDS, max_size=2),
    "bounded": st.frozensets(GOOD_WORDS, max_size=2),
    "loose": st.none() | st.integers(0, 9),
    "rank": st.integers(0, 9),
    "quiet": st.integers(2, 4),
    "spare": st.integers(0, SPARE),
    "reserve": st.integers(0, 9),
    "total": st.integers(0, 9),
    "address": st.none() | ADDRESS_VALUES,
    "prices": st.dictionaries(st.sampled_from(["JPY", "eur"]), st.integers(-9, 9), max_size=2),
    "lines": st.lists(LINES, max_size=2),
    "stamp": GOOD_WORDS,
    "echo": GOOD_WORDS,
    "made": st.sampled_from(["made", "made", "other"]),
    "until": st.none() | st.sampled_from([3, 6, 10**6]),
}
ADDS: dict[str, st.SearchStrategy[Any]] = {
    "n": st.integers(-4, 12),
    "m": st.integers(-5, 5),
    "price": st.decimals(-3, 3, places=2),
    "code": st.integers(1, 9),
    "loose": st.integers(-2, 2),
    "spare": st.integers(-1, 2),
}
ASKED = ("status", "name", "n", "spare")
GIVEN_ONCE = ("m", "day", "tag", "tags", "loose", "n", "spare")
# Lists and sets can be changed in more ways than others.
LIKELY = [*sorted(VALUES), "tags", "tags", "notes", "notes", "tag", "spare", "n", "n", "name", "status", "shade"]
REMOVABLE = ("status", "n", "m", "day", "price", "shade", "code", "tag", "tags", "loose", "rank", "prices", "address")
VERBS = [
    *["update"] * 10,
    *["upsert"] * 4,
    "put",
    "insert",
    "insert",
    "copy",
    "construct",
    "delete",
    "trash",
    "restore",
]
UPDATES = ["update", "update", "upsert"]
STEPS = [*UPDATES * 3, "insert", "put", "copy", "delete", "trash"]
WITHOUT_CONDITIONS = ["put", "construct", "copy", "delete"]
WITHIN: list[st.SearchStrategy[Within]] = [
    st.builds(Within, st.just("set"), st.just("address.city"), WORDS, st.booleans()),
    st.builds(Within, st.just("set"), st.just("address.zip"), st.none() | st.integers(0, 3), st.booleans()),
    st.builds(Within, st.just("add"), st.just("address.floors"), st.integers(-2, 3), st.booleans()),
    st.builds(Within, st.just("set"), st.just("address.marks"), SETS, st.booleans()),
    st.builds(Within, st.just("remove"), st.just("address.marks"), st.none(), st.booleans()),
    st.builds(Within, st.just("remove"), st.just("address.zip"), st.none(), st.booleans()),
    st.builds(Within, st.just("append"), st.just("address.notes"), st.lists(GOOD_WORDS, max_size=2), st.booleans()),
    st.builds(Within, st.just("set"), st.just("address.notes[0]"), GOOD_WORDS, st.booleans()),
    st.builds(Within, st.just("set"), st.sampled_from(["prices.JPY", "prices.eur"]), st.integers(-9, 9), st.booleans()),
    st.builds(Within, st.just("add"), st.just("prices.JPY"), st.integers(-3, 3), st.booleans()),
    st.builds(Within, st.just("remove"), st.just("prices.JPY"), st.none(), st.booleans()),
    st.builds(Within, st.just("add"), st.just("lines[0].quantity"), st.integers(-4, 4), st.booleans()),
    st.builds(Within, st.just("set"), st.just("lines[1]"), LINES, st.booleans()),
    st.builds(Within, st.just("set"), st.just("notes[1]"), GOOD_WORDS, st.booleans()),
]


@st.composite
def recipes(draw: st.DrawFn) -> Recipe:
    fields = draw(st.lists(st.sampled_from(sorted(RULES)), min_size=draw(st.integers(0, 5)), max_size=5, unique=True))
    rules = tuple(_draw_rule(draw, name) for name in fields)
    whole = tuple(draw(st.lists(st.sampled_from(WHOLE_RULES), max_size=2, unique=True))) if draw(st.booleans()) else ()
    has_upgrade = draw(st.booleans())
    if has_upgrade:  # what looks at `spare` can't be a rule of the program that does not have it
        whole = tuple(name for name in whole if name in ("pale when gone", "lower around"))
        rules = tuple(rule for rule in rules if rule.field != "spare")
    is_bare = draw(st.integers(0, 3)) == 0
    parts = st.lists(st.sampled_from(PARTS), min_size=1, max_size=3, unique_by=part_name)
    return Recipe(
        keys=tuple((name, "#".join([name, *draw(parts)])) for name in draw(st.permutations(KEYS))),
        rules=rules,
        whole=whole,
        config=tuple(draw(st.lists(st.sampled_from(CONFIGS), max_size=2, unique=True))),
        uniques=() if is_bare else tuple(draw(st.lists(st.sampled_from(sorted(UNIQUES)), unique=True))),
        has_version=False if is_bare else draw(st.booleans()),
        has_time=draw(st.booleans()),
        has_frozen=draw(st.booleans()),
        has_echo=draw(st.integers(0, 5)) == 0,
        has_enum=draw(st.booleans()),
        expiry=draw(st.sampled_from([None, None, "int", "datetime", "omitted"])),
        trash=draw(st.sampled_from([None, "time", "status"])),
        frees_unique=draw(st.booleans()),
        address=draw(st.sampled_from(sorted(ADDRESSES))),
        has_upgrade=has_upgrade,
    )


def _draw_rule(draw: st.DrawFn, name: str) -> FieldRule:
    modes: list[Mode] = ["before", "after", "wrap"]
    if name not in ("status", "lines"):
        modes.append("plain")
    rule = draw(st.sampled_from(sorted(RULES[name])))
    return FieldRule(name, rule, draw(st.sampled_from(modes)), draw(st.booleans()), draw(st.booleans()))


@st.composite
def changes(draw: st.DrawFn, thing_id: str, favoured: Sequence[str], verbs: Sequence[str] = VERBS) -> Change:
    verb = draw(st.sampled_from(verbs))
    asked = {name: st.just(SAME) | st.just(SAME) | VALUES[name] for name in ASKED}
    when = draw(st.fixed_dictionaries({}, optional=asked)) if draw(st.integers(0, 4)) == 4 else {}
    if verb in ("put", "insert", "copy", "construct"):
        others = {n: v for n, v in VALUES.items() if n != "name"}
        likely = [name for name in (*sorted(others), *favoured) if name != "name"]
        chosen = draw(st.lists(st.sampled_from(likely), max_size=6, unique=True))
        values = {"name": draw(VALUES["name"]), **{name: draw(others[name]) for name in chosen}}
        return Change(verb, thing_id, values=values, when={} if verb == "insert" else when)
    if verb in ("delete", "trash", "restore"):
        return Change(verb, thing_id, when=when if verb == "delete" and draw(st.booleans()) else {})
    how: dict[str, dict[str, Any]] = {"set": {}, "add": {}, "remove": {}, "append": {}, "in": {}, "out": {}}
    for name in draw(st.lists(st.sampled_from([*LIKELY, *favoured]), min_size=1, max_size=4, unique=True)):
        way = draw(st.sampled_from([w for w in how if _fits(w, name)]))
        how[way][name] = draw(ADDS[name] if way == "add" else SETS if way in ("in", "out") else VALUES[name])
    within = (
        draw(st.lists(st.one_of(WITHIN), min_size=1, max_size=2, unique_by=lambda each: each.place))
        if draw(st.integers(0, 3)) == 3
        else []
    )
    initial = (
        draw(st.fixed_dictionaries({}, optional={n: VALUES[n] for n in GIVEN_ONCE})) if draw(st.booleans()) else {}
    )
    if verb == "upsert":
        initial |= {"name": draw(GOOD_WORDS)}
    touched = {name for each in how.values() for name in each}
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
        within=tuple(each for each in within if each.field not in touched),
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


WAYS = ["write", "write", "write", "write", "transact", "merge", "token", "batch"]
FAULTS = [None, None, None, "conflict", "cancelled", "throttled", "lost", "unprocessed"]


@st.composite
def turns(draw: st.DrawFn, favoured: Sequence[str]) -> Turn:
    way = draw(st.sampled_from(WAYS))
    if way == "write":
        ids = [draw(st.sampled_from(SPELLINGS))]
    elif way == "merge":
        ids = [draw(st.sampled_from(IDS))] * 2
    else:
        ids = draw(st.lists(st.sampled_from(IDS), min_size=1, max_size=3, unique=True))
    verbs = {"write": VERBS, "batch": WITHOUT_CONDITIONS, "merge": UPDATES}.get(way, STEPS)
    steps = tuple(draw(changes(each, favoured, verbs)) for each in ids)
    if way == "merge":
        steps = steps[0], _apart(*steps)
    rivals = tuple(draw(st.lists(changes(ids[0], favoured), min_size=1, max_size=2))) if draw(st.booleans()) else ()
    is_old, is_old_rival = draw(st.sampled_from([(False, False), (False, False), (True, False), (False, True)]))
    return Turn(way, steps, rivals, draw(st.sampled_from(FAULTS)), is_old, is_old_rival, draw(st.booleans()))


def _apart(one: Change, other: Change) -> Change:
    """The other without the fields that both change, since no update changes a field twice."""
    taken = {*one.sets, *one.adds, *one.removes, *one.appends, *one.set_additions, *one.set_removals}
    taken |= {each.field for each in one.within}

    def left(values: Mapping[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in values.items() if name not in taken}

    return replace(
        other,
        sets=left(other.sets),
        adds=left(other.adds),
        removes=tuple(name for name in other.removes if name not in taken),
        appends=left(other.appends),
        set_additions=left(other.set_additions),
        set_removals=left(other.set_removals),
        initial=left(other.initial) | {name: one.initial[name] for name in other.initial if name in one.initial},
        within=tuple(each for each in other.within if each.field not in taken),
    )


@st.composite
def cases(draw: st.DrawFn) -> tuple[Recipe, list[Turn]]:
    """An entity, and what is done to it one after another."""
    recipe = draw(recipes())
    return recipe, draw(st.lists(turns(_favoured(recipe)), min_size=8, max_size=16))


@st.composite
def crowds(draw: st.DrawFn) -> tuple[Recipe, list[tuple[bool, list[tuple[Change, ...]]]]]:
    """An entity, and what each of four does to the same few things, some of them by an older program."""
    recipe = draw(recipes())
    favoured = _favoured(recipe)
    verbs = ["insert", "put", "trash", "restore", *UPDATES * 2, *(["delete"] if draw(st.booleans()) else [])]
    ids = st.lists(st.sampled_from(IDS), min_size=1, max_size=2, unique=True)
    write = ids.flatmap(lambda found: st.tuples(*(changes(at, favoured, verbs) for at in found)))
    return recipe, [(draw(st.booleans()), draw(st.lists(write, min_size=4, max_size=8))) for _ in range(4)]


def _favoured(recipe: Recipe) -> tuple[str, ...]:
    ruled = [rule.field for rule in recipe.rules if rule.field in VALUES]
    return (*ruled * 4, *(["name", "shade", "status"] if recipe.uniques else []))
