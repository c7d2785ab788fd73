"""Trash: which fields say that an entity is in the trash, from which it can be restored."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from chabudai.table.errors import DesignError, InvalidFieldValue
from chabudai.table.query.conditions import exists, not_exists, where

if TYPE_CHECKING:
    from chabudai.table.plans import Update
    from chabudai.table.schema.entities import Row
    from chabudai.table.schema.layouts import Layout

E = TypeVar("E", bound="Row")


@dataclass(frozen=True, slots=True)
class Trash:
    """`Trash(at="deleted_at")`, or with a status beside it: `Trash("deleted_at", "status", "ACTIVE", "DELETED")`.

    With `frees_unique`, others may have what is unique while one that has it is in the trash; it is then not restored.
    """

    at: str
    status: str | None = None
    active: Any = None
    deleted: Any = None
    frees_unique: bool = False

    @property
    def field(self) -> str:
        """The one that tells."""
        return self.status or self.at

    def holds(self, values: Mapping[str, Any]) -> bool:
        """Whether an entity with these values is in the trash."""
        return values[self.at] is not None if self.status is None else bool(values[self.status] == self.deleted)

    def check(self, layout: "Layout") -> "Trash":
        for name in filter(None, (self.at, self.status)):
            if name in layout.key_fields or layout.field(name).is_frozen:
                what = "part of its key" if name in layout.key_fields else "frozen"
                raise DesignError(
                    f"{layout.name}.{name} is {what}, and Trash(…) names fields that an update changes: give it another"
                )
        if layout.changeable_field(self.at).default is not None:
            raise DesignError(
                f"{layout.name}.{self.at} says when it was moved to the trash, and so has to be None until then: "
                "give it that default"
            )
        if self.frees_unique and not layout.guards:
            raise DesignError(f"{layout.name} has nothing unique that its trash could free: leave out frees_unique")
        if self.status is None:
            return self
        field = layout.changeable_field(self.status)
        return replace(self, active=field.check(self.active), deleted=field.check(self.deleted))

    def move(self, update: "Update[E]", at: Any) -> "Update[E]":
        if self.status is None:
            moved = update.set(**{self.at: at})
            if moved.sets[self.at] is None:
                reason = "it says that it is in the trash, and None says that it is not: give the time"
                raise InvalidFieldValue(self.at, at, reason, update.layout.name)
            return moved.when(where(**{self.at: not_exists()}))
        return update.set(**{self.at: at, self.status: self.deleted}).when(where(**{self.status: self.active}))

    def restore(self, update: "Update[E]") -> "Update[E]":
        if self.status is None:
            return update.remove(self.at).when(where(**{self.at: exists()}))
        return update.set(**{self.status: self.active}).remove(self.at).when(where(**{self.status: self.deleted}))
