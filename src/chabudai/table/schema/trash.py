"""Trash: which fields say that an entity is in the trash, from which it can be restored."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from chabudai.table.errors import DesignError
from chabudai.table.query.conditions import exists, not_exists, where

if TYPE_CHECKING:
    from chabudai.table.plans import Update
    from chabudai.table.schema.entities import Row
    from chabudai.table.schema.layouts import Layout

E = TypeVar("E", bound="Row")


@dataclass(frozen=True, slots=True)
class Trash:
    """`Trash(at="deleted_at")`, or with a status beside it: `Trash("deleted_at", "status", "ACTIVE", "DELETED")`."""

    at: str
    status: str | None = None
    active: Any = None
    deleted: Any = None

    def check(self, layout: "Layout") -> "Trash":
        if layout.changeable_field(self.at).default is not None:
            raise DesignError(
                f"{layout.name}.{self.at} says when it was moved to the trash, and so has to be None until then: "
                "give it that default"
            )
        if self.status is not None:
            field = layout.changeable_field(self.status)
            field.check(self.active)
            field.check(self.deleted)
        return self

    def move(self, update: "Update[E]", at: Any) -> "Update[E]":
        if self.status is None:
            return update.set(**{self.at: at}).when(where(**{self.at: not_exists()}))
        return update.set(**{self.at: at, self.status: self.deleted}).when(where(**{self.status: self.active}))

    def restore(self, update: "Update[E]") -> "Update[E]":
        if self.status is None:
            return update.remove(self.at).when(where(**{self.at: exists()}))
        return update.set(**{self.status: self.active}).remove(self.at).when(where(**{self.status: self.deleted}))
