"""Rules of drawn things: validators that change values and such that refuse them, in every place pydantic has for one.

Each leaves alone what it has made, as the toolkit asks of validators.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_FLOOR, Decimal
from typing import Any, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    TypeAdapter,
    ValidationInfo,
    WrapValidator,
    field_validator,
    model_validator,
)

Mode: TypeAlias = Literal["before", "after", "wrap", "plain"]
Judge: TypeAlias = Callable[[Any, Mapping[str, Any]], Any]
MOST_OF_BOTH = 32


@dataclass(frozen=True)
class FieldRule:
    """What one field is held to. With `looks` it sees the fields before it; `is_told` of them, it need not look."""

    field: str
    name: str
    mode: Mode
    is_annotated: bool
    is_told: bool = False

    @property
    def looks(self) -> bool:
        return self.name.startswith("by_")

    @property
    def judge(self) -> Judge:
        return RULES[self.field][self.name]


def text_of(state: Any) -> str:
    """The text of a status, be it one or a member of an enum."""
    return str(getattr(state, "value", state))


def _refuse(*, when: bool, value: Any) -> Any:
    if when:
        raise ValueError("is not allowed here")
    return value


def _unless_none(change: Callable[[Any], Any]) -> Judge:
    return lambda value, _: None if value is None else change(value)


def _whole_day(day: date) -> date:
    return day - timedelta(days=(day.day - 1) % 2)


RULES: Mapping[str, Mapping[str, Judge]] = {
    "thing_id": {"lower": lambda text, _: text.lower(), "strip": lambda text, _: text.strip()},
    "name": {
        "lower": lambda text, _: text.lower(),
        "strip": lambda text, _: text.strip(),
        "no c": lambda text, _: _refuse(when="c" in text, value=text),
    },
    "status": {"never idle": lambda state, _: _refuse(when=text_of(state) == "IDLE", value=state)},
    "n": {
        "even": lambda n, _: n - n % 2,
        "capped": lambda n, _: min(n, 20),
        "not 13": lambda n, _: _refuse(when=n == 13, value=n),
        "by_status": lambda n, data: 0 if text_of(data.get("status")) == "GONE" else n,
        "by_status few": lambda n, data: _refuse(when=n > 20 and text_of(data.get("status")) == "IDLE", value=n),
    },
    "m": {
        "none for 0": lambda m, _: m or None,
        "positive": _unless_none(abs),
        "not low": _unless_none(lambda m: _refuse(when=m < -40, value=m)),
        "by_n": lambda m, data: None if data.get("n") == 7 else m,
    },
    "day": {"odd": _unless_none(_whole_day)},
    "price": {
        "in halves": lambda price, _: (price * 2).to_integral_value(ROUND_FLOOR) / Decimal(2),
        "not low": lambda price, _: _refuse(when=price < -5, value=price),
    },
    "moment": {
        "not at night": _unless_none(lambda moment: _refuse(when=moment.hour < 3, value=moment)),
        "whole hours": _unless_none(lambda moment: moment.replace(minute=0)),
    },
    "shade": {"none for a": lambda shade, _: None if shade == "a" else shade, "lower": _unless_none(str.lower)},
    "code": {"capped": lambda code, _: min(code, 50)},
    "tag": {"lower": _unless_none(str.lower), "none for d": lambda tag, _: None if tag == "d" else tag},
    "tags": {
        "lower": lambda tags, _: frozenset(tag.lower() for tag in tags),
        "without d": lambda tags, _: frozenset(tags) - {"d"},
        "few": lambda tags, _: _refuse(when=len(tags) > 2, value=tags),
    },
    "notes": {
        "sorted": lambda notes, _: sorted(notes),
        "few": lambda notes, _: notes[:3],
        "no e": lambda notes, _: _refuse(when="e" in notes, value=notes),
    },
    "loose": {
        "capped": _unless_none(lambda loose: min(loose, 5)),
        "not 7": _unless_none(lambda x: _refuse(when=x == 7, value=x)),
    },
    "rank": {"even": lambda rank, _: rank - rank % 2},
    "spare": {
        "not 3": lambda spare, _: _refuse(when=spare == 3, value=spare),
        "by_n": lambda spare, data: min(spare, data.get("n", 0)),
    },
    "prices": {"no zeros": lambda prices, _: {name: price for name, price in prices.items() if price}},
    "lines": {"few": lambda lines, _: lines[:2]},
}


def annotated_mark(rule: FieldRule, kind: Any) -> Any:
    """The rule as a mark in an annotation."""
    marks: Mapping[Mode, Any] = {
        "before": BeforeValidator,
        "after": AfterValidator,
        "wrap": WrapValidator,
        "plain": PlainValidator,
    }
    return marks[rule.mode](_function(rule, kind))


def decorated_method(rule: FieldRule, kind: Any) -> Any:
    """The rule as a method of the entity."""
    function = _function(rule, kind)
    match rule.mode, rule.looks or rule.is_told:
        case "wrap", True:
            return field_validator(rule.field, mode="wrap")(classmethod(lambda cls, v, h, i: function(v, h, i)))
        case "wrap", False:
            return field_validator(rule.field, mode="wrap")(classmethod(lambda cls, v, h: function(v, h)))
        case mode, True:
            return field_validator(rule.field, mode=mode)(classmethod(lambda cls, v, i: function(v, i)))
        case mode, False:
            return field_validator(rule.field, mode=mode)(classmethod(lambda cls, v: function(v)))


def _function(rule: FieldRule, kind: Any) -> Callable[..., Any]:
    judge = rule.judge
    coerce = TypeAdapter(kind).validate_python

    def with_data(value: Any, info: ValidationInfo) -> Any:
        data = info.data if rule.looks else {}
        return judge(coerce(value) if rule.mode in ("before", "plain") else value, data)

    def alone(value: Any) -> Any:
        return judge(coerce(value) if rule.mode in ("before", "plain") else value, {})

    def around_with_data(value: Any, handler: Any, info: ValidationInfo) -> Any:
        return judge(handler(value), info.data if rule.looks else {})

    def around(value: Any, handler: Any) -> Any:
        return judge(handler(value), {})

    if rule.mode == "wrap":
        return around_with_data if rule.looks or rule.is_told else around
    return with_data if rule.looks or rule.is_told else alone


def _sum(values: Mapping[str, Any]) -> int:
    return int(values.get("n") or 0) + int(values.get("spare") or 0)


def _count_before(cls: Any, values: Any) -> Any:
    return {**values, "total": _sum(values)} if isinstance(values, dict) else values


def _few(self: Any) -> Any:
    if self.n + self.spare > MOST_OF_BOTH:
        raise ValueError("too many of both")
    return self


def _pale_when_gone(self: Any) -> Any:
    if text_of(self.status) == "GONE":
        object.__setattr__(self, "shade", None)
    return self


def _lower_around(cls: Any, values: Any, handler: Any) -> Any:
    if isinstance(values, dict) and isinstance(values.get("name"), str):
        values = {**values, "name": values["name"].lower()}
    return handler(values)


def _count_after(self: Any, _context: Any) -> None:
    object.__setattr__(self, "total", self.n + self.spare)


def whole_rules(names: tuple[str, ...]) -> dict[str, Any]:
    """Rules over the whole entity, as members of its class."""
    judge: Any = model_validator  # its types know methods of classes, and these are no such
    made: dict[str, Any] = {
        "count before": ("count_before", lambda: judge(mode="before")(classmethod(_count_before))),
        "few": ("few", lambda: judge(mode="after")(_few)),
        "pale when gone": ("pale_when_gone", lambda: judge(mode="after")(_pale_when_gone)),
        "lower around": ("lower_around", lambda: judge(mode="wrap")(classmethod(_lower_around))),
        "count after": ("model_post_init", lambda: _count_after),
    }
    return {made[name][0]: made[name][1]() for name in names}


WHOLE_RULES = ("count before", "few", "pale when gone", "lower around", "count after")


class Address(BaseModel):
    city: str
    zip: int | None = None
    floors: int = Field(default=0, ge=0)
    notes: list[str] = Field(default_factory=list)
    marks: frozenset[str] = frozenset()


class LowerAddress(Address):
    @field_validator("city")
    @classmethod
    def lower(cls, city: str) -> str:
        return city.lower()


class StrippedAddress(Address):
    model_config = ConfigDict(str_strip_whitespace=True)


class CheckedAddress(Address):
    @model_validator(mode="after")
    def low(self) -> "CheckedAddress":
        if self.zip is not None and self.zip < self.floors:
            raise ValueError("more floors than the zip allows")
        return self


ADDRESSES: Mapping[str, type[Address]] = {
    "plain": Address,
    "lower": LowerAddress,
    "stripped": StrippedAddress,
    "checked": CheckedAddress,
}


class Line(BaseModel):
    name: str
    quantity: int = Field(default=1, ge=0, le=9)
