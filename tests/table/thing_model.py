"""A model of a table of things in plain Python: what a row is after a change, by nothing but its own constructor."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, TypeAlias

from pydantic import BaseModel, ValidationError
from tests.table.reference import Unkeyable, expected_guards, expected_item, has_expired
from tests.table.thing_changes import Change, Within
from tests.table.thing_rules import ADDRESSES, Line, text_of
from tests.table.things import MOST, SPARE, Built, State, from_first_version

Row: TypeAlias = dict[str, Any]

# What has no attribute while it is so, and is then given a value by if_missing(…).
UNSAID: Mapping[str, Any] = {"m": None, "day": None, "tag": None, "tags": frozenset(), "loose": None}
EMPTY: Mapping[str, Any] = {"notes": [], "tags": frozenset(), "bounded": frozenset()}


class Refused(Exception):
    """The change can't be done."""


class Unsettled(Exception):
    """The drawn rules do not leave alone what they have made: such an entity promises nothing."""


def construct(built: Built, values: Mapping[str, Any]) -> Row:
    """The row that the constructor makes, also of its own work; Refused where it, or a key, can't be."""
    try:
        again = _make_again(built, _make(built, values))
        _check_settled(built, again)
        item = expected_item(built, again)
        list(expected_guards(built, again, item))
    except (ValidationError, Unkeyable) as error:
        raise Refused(str(error)) from None
    return dict(again)


def _make_again(built: Built, made: Row) -> Row:
    """Of what is read back, which a rule may refuse by how it is written; otherwise it has to leave its work alone.

    A rule over several fields may refuse what another has changed.
    """
    read = as_read(made)
    try:
        return _make(built, read)
    except ValidationError:
        if built.has_rule_over_several or str(read["moment"]) != str(made["moment"]):
            raise
        raise Unsettled from None


def as_read(row: Row) -> Row:
    """Times in UTC, decimals without zeros at their end."""
    moment, price = row["moment"], row["price"]
    return {
        **row,
        "moment": moment if moment is None else moment.astimezone(UTC),
        "price": Decimal(f"{price.normalize():f}") if price else Decimal(0),
    }


def _make(built: Built, values: Mapping[str, Any]) -> Row:
    made: Row = built.entity(**{name: _remade(built, name, value) for name, value in values.items()}).__dict__
    return made


def _remade(built: Built, name: str, value: Any) -> Any:
    """Models within, made by their own constructors, as pydantic takes an instance as it is; and members of enums."""
    if name == "status" and built.recipe.has_enum:
        return State(text_of(value))
    if name == "address" and value is not None:
        return ADDRESSES[built.recipe.address](**_plain(value))
    return [Line(**_plain(each)) for each in value or ()] if name == "lines" else value


def _check_settled(built: Built, row: Row) -> None:
    try:
        if _make(built, row) == row:
            return
    except ValidationError:
        pass
    raise Unsettled


def changed(built: Built, row: Row | None, change: Change, known: Row | None, now: datetime) -> Row | None:
    """The row after one change; None where there is none then."""
    match change.verb:
        case "insert":
            if row is not None:
                raise Refused("it exists")
            made = construct(built, {"owner": "o", "thing_id": change.thing_id, **change.values})
            return _touched(built, made, now)
        case "put" | "copy" | "construct":
            return _put(built, row, change, known, now)
        case "delete":
            if change.when and (row is None or not is_met(built, row, change)):
                raise Refused("its condition")
            return None
        case "trash" | "restore":
            return _moved(built, row, change, now)
        case _:
            return _updated(built, row, change, now)


def _put(built: Built, row: Row | None, change: Change, known: Row | None, now: datetime) -> Row:
    if not is_met(built, row, change):
        raise Refused("its condition")
    try:
        entity = change.copy(built, known)
    except ValidationError as error:
        raise Refused(str(error)) from None
    made = construct(built, entity.__dict__)
    if built.recipe.has_version and (made["version"] if row is None else row["version"] - made["version"]):
        raise Refused("its version")
    if row is not None and row.get("made") != made.get("made"):
        raise Refused("it is frozen")
    return _touched(built, made, now)


def _moved(built: Built, row: Row | None, change: Change, now: datetime) -> Row:
    if row is None:
        raise Refused("nothing is there")
    is_move = change.verb == "trash"
    status: dict[str, Any] = {}
    if built.recipe.trash == "status":
        before, after = ("ACTIVE", "GONE") if is_move else ("GONE", "ACTIVE")
        if text_of(row["status"]) != before:
            raise Refused("its condition")
        status = {"status": after}
        if built.recipe.has_enum:
            status = {"status": type(built.entity.model_fields["status"].default)(after)}
    elif (row["gone_at"] is None) != is_move:
        raise Refused("its condition")
    return _touched(built, construct(built, {**row, **status, "gone_at": 5 if is_move else None}), now)


def _updated(built: Built, row: Row | None, change: Change, now: datetime) -> Row:
    if row is None and change.verb == "update":
        raise Refused("nothing is there")
    if not is_met(built, row, change):
        raise Refused("its condition")
    own = {"owner": "o", "thing_id": change.thing_id}
    defaults = _defaults(built)
    initial = {name: _alone(built, name, value) for name, value in change.initial.items()}
    start = {**own, **initial} if row is None else _filled(row, initial)
    had = {**defaults, **start}
    made = {
        **start,
        **change.sets,
        **{name: defaults[name] for name in change.removes},
        **{name: (had[name] or 0) + amount for name, amount in change.adds.items()},
        **{name: [*had[name], *more] for name, more in change.appends.items()},
        **{name: had[name] | more for name, more in change.set_additions.items()},
        **{name: had[name] - _as_elements(built, name, less) for name, less in change.set_removals.items()},
    }
    for each in change.within:
        made[each.field] = changed_within(built, made.get(each.field, had.get(each.field)), each)
    return _touched(built, construct(built, made), now)


def _as_elements(built: Built, name: str, texts: frozenset[str]) -> frozenset[str]:
    """Elements of a set as the entity's configuration has them, which counts nothing beside a plain validator."""
    if name in built.entity.model_fields and any(r.field == name and r.mode == "plain" for r in built.recipe.rules):
        return texts
    if "str_strip_whitespace" in built.recipe.config:
        texts = frozenset(text.strip() for text in texts)
    return frozenset(text.lower() for text in texts) if "str_to_lower" in built.recipe.config else texts


def _defaults(built: Built) -> Row:
    return {
        name: info.get_default(call_default_factory=True, validated_data={"name": ""})
        for name, info in built.entity.model_fields.items()
        if not info.is_required()
    }


def _filled(row: Row, initial: Row) -> Row:
    return {**row, **{n: v for n, v in initial.items() if n in UNSAID and row[n] == UNSAID[n]}}


def _alone(built: Built, name: str, value: Any) -> Any:
    """What the entity makes of one value, as far as that does not depend on others; itself where it is refused."""
    if name in built.changed_by_others:
        return value
    try:
        return built.entity(**{"owner": "o", "thing_id": "x", "name": "x", name: value}).__dict__[name]
    except ValidationError:
        return value


def is_met(built: Built, row: Row | None, change: Change) -> bool:
    """A condition is asked of what the entity makes of a value; where there is no row, of the defaults."""
    asked = row or {**_defaults(built), "name": None}
    return all(_are_alike(name, asked[name], _alone(built, name, value)) for name, value in change.when.items())


def _are_alike(name: str, one: Any, other: Any) -> bool:
    """A default may be a member of an enum where a value that is given becomes that member's value."""
    return text_of(one) == text_of(other) if name == "status" else bool(one == other)


def _touched(built: Built, row: Row, now: datetime) -> Row:
    values = dict(row)
    if built.recipe.has_version:
        values["version"] += 1
    if built.recipe.has_time:
        finest = 1_000_000 if any("{at:iso}" in text for text in built.templates.values()) else 1_000
        values["at"] = now.replace(microsecond=now.microsecond // finest * finest)
    return construct(built, values)


def changed_within(built: Built, value: Any, change: Within) -> Any:
    """A field after a change at a place within it, as plain dicts and lists."""
    plain = _plain(value)
    steps = [int(step[1:-1]) if step.startswith("[") else step for step in _steps(change.place)[1:]]
    if change.field == "prices":  # whose members are texts, and so as the entity's configuration has them
        steps = list(_as_elements(built, "names of prices", frozenset(map(str, steps))))
    parent = plain
    for step in steps[:-1]:
        parent = None if parent is None else _member(parent, step)
    if parent is None:
        raise Refused("there is no such place")
    last: Any = steps[-1]
    if isinstance(parent, list) and last >= len(parent):
        raise Refused("there is no such element")
    match change.verb:
        case "remove":
            parent.pop(last, *([] if isinstance(parent, list) else [None]))
        case "add":
            parent[last] = (_member(parent, last) or 0) + change.value
        case "append":
            parent[last] = [*(_member(parent, last) or []), *change.value]
        case _:
            parent[last] = _plain(change.value)
    return plain


def _steps(place: str) -> list[str]:
    return place.replace("[", ".[").split(".")


def _member(parent: Any, step: Any) -> Any:
    if isinstance(parent, list):
        return parent[step] if step < len(parent) else None
    return parent.get(step)


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return {name: _plain(each) for name, each in value if each is not None}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return dict(value) if isinstance(value, dict) else value


def exceeds_bounds(row: Row | None, change: Change) -> bool:
    """A sum beyond its bounds may be refused before a validator that would have brought it back."""
    start = row or {}
    for name, most in (("n", MOST), ("spare", SPARE)):
        made = (start.get(name) or change.initial.get(name) or 0) + change.adds.get(name, 0)
        if name in change.adds and not 0 <= made <= most:
            return True
    appended = len(start.get("notes") or ()) + len(change.appends.get("notes", ()))
    return appended > 6


def has_refused_start(built: Built, change: Change) -> bool:
    """A value for what has none yet is looked at also where it is not needed then."""
    for name, value in change.initial.items():
        try:
            construct(built, {"owner": "o", "thing_id": "x", "name": "x", name: value})
        except Refused:
            return True
    return False


def upgraded(new: Built, old_row: Row) -> Row:
    """What the newer program makes of an older row."""
    return construct(new, from_first_version(dict(old_row)))


def claims(built: Built, row: Row) -> list[str]:
    item = expected_item(built, row)
    return [f"{guard['PK']['S']} {guard['SK']['S']}" for guard in expected_guards(built, row, item)]


def is_dead(built: Built, row: Row, now: datetime) -> bool:
    return has_expired(expected_item(built, row), now)


def merged(one: Change, other: Change) -> Change:
    """Two updates of one thing as one."""
    names = {*one.adds, *other.adds}
    return replace(
        one,
        verb="upsert" if one.verb == other.verb == "upsert" else "update",
        sets={**one.sets, **other.sets},
        adds={name: one.adds.get(name, 0) + other.adds.get(name, 0) for name in names},
        removes=(*one.removes, *other.removes),
        appends={**one.appends, **other.appends},
        set_additions={**one.set_additions, **other.set_additions},
        set_removals={**one.set_removals, **other.set_removals},
        initial={**one.initial, **other.initial},
        within=(*one.within, *other.within),
        when={**one.when, **other.when},
    )
