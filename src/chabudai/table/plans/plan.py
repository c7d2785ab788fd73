"""What all plans have in common, and what those that read do."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from chabudai.table.absent_names import absent_from_plan, no_rows
from chabudai.table.errors import DesignError
from chabudai.table.lazy import lazy
from chabudai.table.query.trash_filters import TrashView

if TYPE_CHECKING:
    from chabudai.table.schema.layouts import Layout
    from chabudai.table.schema.patterns import PatternLabel


@dataclass(frozen=True)
class Plan:
    """`pattern` is the label of the access pattern that made it, if one did."""

    pattern: "PatternLabel | None" = field(default=None, kw_only=True)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise absent_from_plan(type(self).__name__, name)

        def __iter__(self) -> Any:
            raise no_rows(type(self).__name__)

        def __getitem__(self, _: Any) -> Any:
            raise no_rows(type(self).__name__)

    def with_pattern(self, pattern: "PatternLabel") -> Self:
        """A copy that also keeps what was worked out already, since none of that depends on the pattern."""
        return self._with(pattern=pattern)

    def _with(self, **changes: Any) -> Self:
        """A copy with other values for some fields: in a fraction of the time of `dataclasses.replace`."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__, **changes)
        return made


@dataclass(frozen=True)
class Read(Plan, ABC):
    """What reads entities: those in the trash are left out, unless it is said otherwise."""

    trash: TrashView = field(default="HIDDEN", kw_only=True)

    @lazy
    @abstractmethod
    def layouts(self) -> "tuple[Layout, ...]":
        """Those of its entities, each by its own kind of plan."""

    def with_trash(self) -> Self:
        """Also what is in the trash."""
        return self._viewing("SHOWN")

    def only_trash(self) -> Self:
        """Nothing but what is in the trash."""
        return self._viewing("ONLY")

    def _viewing(self, trash: TrashView) -> Self:
        if not any(layout.trash for layout in self.layouts):
            names = " and ".join(layout.whole for layout in self.layouts)
            raise DesignError(f"{names} has no trash: declare it with trash=Trash(…)")
        return self._asking(trash=trash)

    def _asking(self, **changes: Any) -> Self:
        """With a request of its own."""
        made = self._with(**changes)
        for name in ("request", "partitions", "sifted"):
            vars(made).pop(name, None)
        return made
