"""An entity with a field of every kind that people fill in, and strategies for what they might type."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any, Literal

from hypothesis import strategies as st
from pydantic import BaseModel, Field

from chabudai.common import order
from chabudai.common.field_checks import FIRST_DAY, LAST_DAY
from chabudai.common.fields import Fields, Prose, Rule
from chabudai.common.messages import lazy

Size = Literal["small", "large"]


def _place(number: Decimal) -> Decimal:
    if not order.is_place(number):
        raise ValueError(number)
    return number


class Step(BaseModel, frozen=True):
    """One line of it."""

    text: str = Field(min_length=1, max_length=20)
    is_done: bool = False
    due_on: date | None = None


class Thing(BaseModel, frozen=True):
    thing_id: str = "t1"
    title: str = Field(min_length=1, max_length=30, description="What it is called.", examples=["cup"])
    notes: Annotated[str, Prose()] = Field(default="", max_length=100)
    brand: str | None = Field(default=None, max_length=10)
    size: Size = "small"
    stars: Literal[1, 2, 3] | None = None
    is_old: bool = False
    price: int | None = Field(default=None, ge=0, le=1_000_000)
    count: int = Field(default=1, gt=0)
    weight: Decimal | None = None
    place: Annotated[Decimal | None, Rule(_place, lazy("Choose another place."))] = None
    bought_on: date | None = None
    opens_at: str | None = Field(default=None, pattern=r"^([01]\d|2[0-3]):[0-5]\d$")
    colours: frozenset[Literal["red", "blue"]] = frozenset()
    words: tuple[Annotated[str, Field(min_length=1, max_length=5)], ...] = Field(default=(), max_length=3)
    steps: tuple[Step, ...] = Field(default=(), max_length=2)
    created_at: datetime
    seen_at: datetime | None = None
    parent_id: str | None = None


NAMES = (
    "title",
    "notes",
    "brand",
    "size",
    "stars",
    "is_old",
    "price",
    "count",
    "weight",
    "place",
    "bought_on",
    "opens_at",
    "colours",
    "words",
    "steps",
)
FIELDS = Fields(Thing, *NAMES)

_TYPED = st.text(max_size=40) | st.sampled_from(
    ["", " ", "１２３", "¥1,200", "\u202e", "on", "15:30", "2026-11-15", "a\nb"]
)
ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _TYPED | st.dates() | st.decimals(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["text", "isDone", "x"]), inner),
    max_leaves=5,
)
_LINE = st.text(st.characters(codec="utf-8"), max_size=10)
_WORD = st.text(st.characters(min_codepoint=0x3042, max_codepoint=0x3093), min_size=1, max_size=5)
DAYS = st.dates(FIRST_DAY, LAST_DAY)
STEPS: st.SearchStrategy[dict[str, Any]] = st.builds(
    dict[str, Any], text=_WORD, is_done=st.booleans(), due_on=st.none() | DAYS
)

FILLED_IN: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {"title": _WORD},
    optional={
        "notes": st.text(st.characters(codec="utf-8"), max_size=30),
        "brand": st.none() | _LINE,
        "size": st.sampled_from(["small", "large"]),
        "stars": st.none() | st.sampled_from([1, 2, 3, "1"]),
        "is_old": st.booleans() | st.sampled_from(["on", ""]),
        "price": st.none() | st.integers(0, 1_000_000) | st.sampled_from(["１，２００円", "¥0"]),
        "count": st.integers(1, 10**15 - 1),
        "weight": st.none() | st.decimals(-1000, 1000, places=3),
        "place": st.none() | st.decimals(-1000, 1000, places=3),
        "bought_on": st.none() | DAYS | DAYS.map(str),
        "opens_at": st.none() | st.sampled_from(["15:30", "０９：０５"]),
        "colours": st.frozensets(st.sampled_from(["red", "blue"])),
        "words": st.lists(_WORD, max_size=3),
        "steps": st.lists(STEPS, max_size=2),
    },
)
"""What would be taken, in the various ways in which it can be said."""
