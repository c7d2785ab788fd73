"""Trash: which fields say that an entity was thrown away, so that it can be taken back."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from chabudai.table.asking.conditions import missing, present, where
from chabudai.table.errors import DesignError

if TYPE_CHECKING:
    from chabudai.table.declaring.entities import Row
    from chabudai.table.declaring.layouts import Layout
    from chabudai.table.plans import Update

E = TypeVar("E", bound="Row")


@dataclass(frozen=True, slots=True)
class Trash:
    """`Trash(at="deleted_at")`, or with a status beside it: `Trash("deleted_at", "status", "ACTIVE", "DELETED")`."""

    at: str
    status: str | None = None
    kept: Any = None
    gone: Any = None

    def checked(self, layout: "Layout") -> "Trash":
        if layout.changeable(self.at).default is not None:
            raise DesignError(
                f"{layout.name}.{self.at} says that it was thrown away, and so has to be None until then: "
                "give it that default"
            )
        if self.status is not None:
            field = layout.changeable(self.status)
            field.check(self.kept)
            field.check(self.gone)
        return self

    def thrown(self, update: "Update[E]", at: Any) -> "Update[E]":
        if self.status is None:
            return update.set(**{self.at: at}).when(where(**{self.at: missing()}))
        return update.set(**{self.at: at, self.status: self.gone}).when(where(**{self.status: self.kept}))

    def restored(self, update: "Update[E]") -> "Update[E]":
        if self.status is None:
            return update.remove(self.at).when(where(**{self.at: present()}))
        return update.set(**{self.status: self.kept}).remove(self.at).when(where(**{self.status: self.gone}))
