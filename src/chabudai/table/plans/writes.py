"""Plans that write whole rows, look at them, or do several things at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from chabudai.table.errors import ConflictingWrites, UnsupportedValue, WrongPlan
from chabudai.table.plans.plan import Plan
from chabudai.table.plans.updates import Update
from chabudai.table.query.conditions import ALWAYS, Condition, all_of, where

if TYPE_CHECKING:
    from chabudai.table.schema.entities import Row
    from chabudai.table.schema.layouts import Layout

E = TypeVar("E", bound="Row")


@dataclass(frozen=True)
class Put(Plan, Generic[E]):
    """Keep an entity whole, in the place of whatever was there."""

    entity: E
    condition: Condition = ALWAYS
    must_exist: bool = False
    keeps_time: bool = False

    @classmethod
    def of(cls, entity: E) -> "Put[E]":
        made = object.__new__(cls)
        vars(made)["entity"] = entity
        return made

    @property
    def layout(self) -> "Layout":
        layout: Any = getattr(self.entity, "layout", None)
        if layout is None or type(self.entity) is not getattr(layout, "source", None):
            from chabudai.table.plan_kinds import wrong_entity

            raise wrong_entity(type(self).__name__, self.entity)
        found: Layout = layout
        return found

    @property
    def key(self) -> Mapping[str, Any]:
        keys = self.layout.key_fields
        values = self.layout.values(self.entity)
        return {name: value for name, value in values.items() if name in keys}

    def existing(self) -> Self:
        """In the place of one that must be there."""
        return self._with(must_exist=True)

    def keeping_time(self) -> Self:
        """With the entity's own time of its last write, as a copy from elsewhere has it."""
        return self._with(keeps_time=True)

    def when(self, *conditions: Condition, **fields: Any) -> Self:
        """All of these, and all that was asked before."""
        return self._with(condition=all_of(self.condition, *conditions, where(**fields)))


@dataclass(frozen=True)
class Insert(Put[E], Generic[E]):
    """Keep a new entity; one with the same key must not exist."""


@dataclass(frozen=True)
class Delete(Plan, Generic[E]):
    """Take away what has this key, as `Book.delete(…)` says; it need not exist, unless a condition wants it."""

    entity: type[E]
    key: Mapping[str, Any] = field(default_factory=dict)
    condition: Condition = ALWAYS
    must_exist: bool = False

    def __post_init__(self) -> None:
        if not self.key or not isinstance(self.entity, type):
            given = self.entity if isinstance(self.entity, type) else type(self.entity)
            raise WrongPlan(
                f"Delete(…) wants a class and a key, and was given {given.__name__} alone: "
                f"{given.__name__}.delete(**….own_key) makes one"
            )

    @property
    def layout(self) -> "Layout":
        return self.entity.layout

    def existing(self) -> Self:
        return self._with(must_exist=True)

    def when(self, *conditions: Condition, **fields: Any) -> Self:
        return self._with(condition=all_of(self.condition, *conditions, where(**fields)), must_exist=True)


@dataclass(frozen=True)
class Check(Plan, Generic[E]):
    """Change nothing, but hold a transaction to this: it exists, and so; or `absent`, that it does not."""

    entity: type[E]
    key: Mapping[str, Any]
    condition: Condition = ALWAYS
    is_absent: bool = False

    @property
    def layout(self) -> "Layout":
        return self.entity.layout

    def when(self, *conditions: Condition, **fields: Any) -> Self:
        """All of these, and all that was asked before."""
        return self._with(condition=all_of(self.condition, *conditions, where(**fields)))

    def absent(self) -> Self:
        return self._with(is_absent=True)


@dataclass(frozen=True)
class BatchWrite(Plan):
    """Puts and deletions, each done by itself, in any order: `BatchWrite((Put(book), Book.delete(…)))`.

    Nothing that needs a condition can be part of it: no insert, no `when`, no entity with guards or a Version.
    """

    writes: "tuple[Put[Any] | Delete[Any], ...]" = ()

    def __post_init__(self) -> None:
        if not isinstance(self.writes, Sequence):
            raise WrongPlan(
                f"BatchWrite takes several writes, and was given one {type(self.writes).__name__}: "
                "BatchWrite((Put(book), Put(other)))"
            )


@dataclass(frozen=True)
class Step:
    """`joined` are the names of the steps that this one stands for, where they are at one item."""

    name: str
    plan: "Put[Any] | Update[Any] | Delete[Any] | Check[Any]"
    joined: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name:
            raise WrongPlan(
                f"a step of a transaction has a name, by which StepFailed tells of it, and {self.name!r} is none: "
                'step("loan", …)'
            )

    @property
    def names(self) -> tuple[str, ...]:
        return self.joined or (self.name,)


@dataclass(frozen=True)
class Transaction(Plan):
    """Named steps that are all done, or none. The same `token` again, within ten minutes, does nothing more."""

    steps: tuple[Step, ...] = ()
    token: str | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.steps, Sequence) or not all(isinstance(each, Step) for each in self.steps):
            raise WrongPlan('a Transaction takes named steps: Transaction().step("name", plan), or Step("name", plan)')

    def step(self, name: str, plan: "Put[Any] | Update[Any] | Delete[Any] | Check[Any]") -> Self:
        if other := next((step for step in self.steps if step.name == name), None):
            raise ConflictingWrites(
                f"a transaction has two steps named {name!r}, one of them at {other.plan.layout.name}: give one "
                "of them another name"
            )
        if not isinstance(plan, (Put, Update, Delete, Check)):
            from chabudai.table.plan_kinds import wrong_step

            raise wrong_step(name, plan)
        return self._with(steps=(*self.steps, Step(name, plan)))

    def once(self, token: str) -> Self:
        """Two transactions with the same steps and token are one."""
        if not isinstance(token, str) or not token:
            raise UnsupportedValue(token, "is no token of a transaction: give a text")
        return self._with(token=token)
