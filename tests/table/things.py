"""Things: entities built from a drawn recipe, with fields, keys, rules and guards of every kind, for property tests."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from functools import cached_property
from types import new_class
from typing import Annotated, Any, Literal, get_args

from tests.table.designs_for_writes import NOON
from tests.table.thing_rules import (
    ADDRESSES,
    Address,
    FieldRule,
    Line,
    annotated_mark,
    decorated_method,
    text_of,
    whole_rules,
)

from chabudai.table import (
    As,
    Entity,
    Field,
    Gsi,
    Table,
    Trash,
    UpdatedAt,
    Version,
    computed,
    key,
    unique,
)
from chabudai.table.schema.markers import KeepNull, KeyOnly, OmittedDefault

Status = Literal["ACTIVE", "GONE", "IDLE"]


class State(Enum):
    ACTIVE = "ACTIVE"
    GONE = "GONE"
    IDLE = "IDLE"


STATES = get_args(Status)
MOST, LONGEST, SPARE = 30, 6, 5


def kind_of(status: Any) -> Literal["kept", "left"]:
    return "left" if text_of(status) == "GONE" else "kept"


def least_of(tags: frozenset[str]) -> str | None:
    return min(tags, default=None)


def how_many(notes: list[str], n: int) -> int:
    return len(notes) * 100 + n


def fold(name: str) -> str:
    return name.casefold()


def city_of(address: Address) -> str:
    return address.city


def price_in_yen(prices: dict[str, int]) -> int | None:
    return prices.get("JPY")


def label_of(price: Decimal) -> str:
    return str(price)


def hour_of(moment: datetime) -> int:
    return moment.hour


COMPUTED: Mapping[str, Callable[..., Any]] = {
    "kind": kind_of,
    "least": least_of,
    "many": how_many,
    "folded": fold,
    "city": city_of,
    "yen": price_in_yen,
    "label": label_of,
    "hour": hour_of,
}
COMPUTED_OF: Mapping[str, tuple[str, ...]] = {
    "kind": ("status",),
    "least": ("tags",),
    "many": ("notes", "n"),
    "folded": ("name",),
    "city": ("address",),
    "yen": ("prices",),
    "label": ("price",),
    "hour": ("moment",),
}
PARTS = (
    "{status}",
    "{n:05}",
    "{n:-05}",
    "{m:+04}",
    "{day}",
    "{day:yyyy-mm}",
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
    "{rank:03}",
    "{city:escaped}",
    "{yen:+06}",
    "{label}",
    "{hour:02}",
    "{total:04}",
    "{echo}",
)
KEYS = ("onePk", "oneSk", "twoPk", "twoSk")
UNIQUES: Mapping[str, tuple[str, str]] = {
    "one_name": ("O#{owner}", "NAME#{folded}"),
    "one_shade": ("O#{owner}", "SHADE#{shade}#{status}"),
}
CONFIGS = ("str_strip_whitespace", "str_to_lower", "use_enum_values", "validate_default", "strict")


@dataclass(frozen=True)
class Recipe:
    """What an entity is built from. `old` leaves one field and its keys as they were in an older program."""

    keys: tuple[tuple[str, str], ...]
    rules: tuple[FieldRule, ...] = ()
    whole: tuple[str, ...] = ()
    config: tuple[str, ...] = ()
    uniques: tuple[str, ...] = ("one_name", "one_shade")
    has_version: bool = True
    has_time: bool = True
    has_frozen: bool = False
    has_echo: bool = False
    has_enum: bool = False
    expiry: Literal["int", "datetime", "omitted"] | None = None
    trash: Literal["time", "status"] | None = None
    frees_unique: bool = False
    address: str = "plain"
    has_upgrade: bool = False


@dataclass(frozen=True)
class Built:
    """An entity with what the reference needs to know of it."""

    recipe: Recipe
    table: type[Table]
    entity: type[Any]
    templates: Mapping[str, str]
    is_old: bool = False
    spellings: dict[str, str] = field(default_factory=dict)

    def id_of(self, thing_id: str) -> str:
        """The id that the entity makes of a given one."""
        if thing_id not in self.spellings:
            self.spellings[thing_id] = self.entity(owner="o", thing_id=thing_id, name="x").thing_id
        return self.spellings[thing_id]

    @cached_property
    def fields(self) -> frozenset[str]:
        return frozenset(self.entity.model_fields)

    @cached_property
    def changed_by_others(self) -> frozenset[str]:
        """Fields whose values the entity makes of others', so that a value alone does not tell what it becomes."""
        looking = {rule.field for rule in self.recipe.rules if rule.looks}
        return frozenset(looking | ({"name"} if "lower around" in self.recipe.whole else set()))

    @property
    def has_rule_over_several(self) -> bool:
        return bool(self.recipe.whole) or self.recipe.has_echo or any(rule.looks for rule in self.recipe.rules)

    @property
    def takes_batches(self) -> bool:
        return not self.recipe.uniques and not self.recipe.has_version


def build(recipe: Recipe, *, is_old: bool = False) -> Built:
    """The entity of a recipe; with `is_old` as a program has it that knows only the first schema version."""
    table = _table(recipe)
    annotations, defaults = _fields(recipe, is_old)
    kinds = dict(annotations)
    methods: dict[str, Any] = {}
    for rule in recipe.rules:
        if rule.field not in annotations:
            continue
        if rule.is_annotated:
            annotated: Any = Annotated
            mark = annotated_mark(rule, kinds[rule.field])
            annotations[rule.field] = annotated[annotations[rule.field], mark]
        else:
            methods[f"check_{rule.field}"] = decorated_method(rule, kinds[rule.field])
    templates = _templates(recipe, annotations, is_old)
    body: dict[str, Any] = {
        "__module__": __name__,
        "__annotations__": annotations,
        "model_config": dict.fromkeys(recipe.config, True),
        **defaults,
        **{name: computed(function) for name, function in COMPUTED.items()},
        **{name: key(text) for name, text in templates.items()},
        **{name: unique(*UNIQUES[name]) for name in recipe.uniques},
        **methods,
        **whole_rules(recipe.whole),
    }
    options: dict[str, Any] = {"table": table}
    frees_unique = recipe.frees_unique and bool(recipe.uniques)
    if recipe.trash == "time":
        options["trash"] = Trash(at="gone_at", frees_unique=frees_unique)
    elif recipe.trash == "status":
        states = _status(recipe, "ACTIVE"), _status(recipe, "GONE")
        options["trash"] = Trash("gone_at", "status", *states, frees_unique=frees_unique)
    if recipe.has_upgrade and not is_old:
        options["upgrades"] = (from_first_version,)
    entity = new_class("Thing", (Entity,), options, lambda namespace: namespace.update(body))
    return Built(recipe, table, entity, templates, is_old)


def from_first_version(values: dict[str, Any]) -> dict[str, Any]:
    """The first version had a `reserve` in the place of `spare`, and its index; and a unique shade had another name."""
    values["spare"] = min(values.pop("reserve", 0), SPARE)
    values["shade"] = "t" if values.get("shade") == "s" else values.get("shade")
    return values


def _table(recipe: Recipe) -> type[Table]:
    indexes: dict[str, Any] = {
        "one": Gsi("One", "onePk", "oneSk"),
        "two": Gsi("Two", "twoPk", "twoSk"),
        "by_tag": Gsi("ByTag", "tagPk", "tagSk"),
        "raw": Gsi("Raw", ["status", "m"], ["n"]),
    }
    if recipe.has_upgrade:
        indexes["by_reserve"] = Gsi("ByReserve", "reservePk", "SK")
    options = {"name": "Things", "pk": "PK", "sk": "SK", "ttl": "until" if recipe.expiry else None}
    return new_class("Things", (Table,), options, lambda namespace: namespace.update(indexes))


def _status(recipe: Recipe, text: str) -> Any:
    return State(text) if recipe.has_enum else text


def _templates(recipe: Recipe, fields: Mapping[str, Any], is_old: bool) -> dict[str, str]:
    """Keys without the parts that this entity does not have."""
    drawn = {}
    for name, text in recipe.keys:
        known = [part for part in text.split("#")[1:] if part_name(part) in {*fields, *COMPUTED}]
        drawn[name] = "#".join([name.upper(), *known])
    fixed = {"PK": "O#{owner}", "SK": "THING#{thing_id}", "tagPk": "TAG#{tag}", "tagSk": "N#{many:05}#{thing_id}"}
    return {**fixed, **drawn, **({"reservePk": "RESERVE#{reserve:03}"} if is_old else {})}


def part_name(part: str) -> str:
    return part.strip("{}").partition(":")[0]


def _fields(recipe: Recipe, is_old: bool) -> tuple[dict[str, Any], dict[str, Any]]:
    address = ADDRESSES[recipe.address]
    until: dict[str, tuple[Any, Any]] = {
        "int": (int | None, None),
        "datetime": (datetime | None, None),
        "omitted": (Annotated[int, OmittedDefault()], 0),
    }
    table: dict[str, tuple[Any, Any]] = {
        "owner": (Annotated[str, KeyOnly()], ...),
        "thing_id": (str, ...),
        "name": (str, ...),
        "status": (State if recipe.has_enum else Status, _status(recipe, "ACTIVE")),
        "n": (int, Field(default=0, ge=0, le=MOST)),
        "m": (int | None, None),
        "day": (date | None, None),
        "price": (Decimal, Decimal("1.50")),
        "moment": (datetime | None, None),
        "shade": (Annotated[str | None, KeepNull()], None),
        "code": (Annotated[int, As("04")], 7),
        "tag": (Annotated[str | None, KeyOnly()], None),
        "tags": (frozenset[str], frozenset()),
        "notes": (list[str], Field(default_factory=list, max_length=LONGEST)),
        "bounded": (frozenset[str], Field(default=frozenset(), max_length=2)),
        "loose": (int | None, None),
        "rank": (int, 7),
        "quiet": (Annotated[int, OmittedDefault()], 3),
        "spare": (int, Field(default=0, ge=0, le=SPARE)),
        "total": (int, 0),
        "address": (address | None, None),
        "prices": (dict[str, int], {}),
        "lines": (list[Line], Field(default_factory=list, max_length=3)),
        "stamp": (str, Field(default_factory=lambda: "s")),
    }
    if is_old:
        del table["spare"]
        table["reserve"] = (int, Field(default=0, ge=0, le=9))
    optional: dict[str, tuple[bool, tuple[Any, Any]]] = {
        "version": (recipe.has_version, (Version, 0)),
        "at": (recipe.has_time, (Annotated[datetime, UpdatedAt()], NOON)),
        "made": (recipe.has_frozen, (str, Field(default="made", frozen=True))),
        "echo": (recipe.has_echo, (str, Field(default_factory=lambda data: data["name"] + "!"))),
        "until": (recipe.expiry is not None, until[recipe.expiry or "int"]),
        "gone_at": (recipe.trash is not None, (int | None, None)),
    }
    table |= {name: made for name, (is_there, made) in optional.items() if is_there}
    annotations = {name: annotation for name, (annotation, _) in table.items()}
    return annotations, {name: default for name, (_, default) in table.items() if default is not ...}
