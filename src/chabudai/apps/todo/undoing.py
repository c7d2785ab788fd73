"""What it takes to take an act back: a value that fits into a form, and is read from one with suspicion."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Literal, Self, TypeAlias, get_args

from pydantic import BaseModel

from chabudai.apps.todo.errors import UndoUnreadable

Way: TypeAlias = Literal["tick", "untick", "throw_away", "restore", "put_back"]
_MOST = 200


@dataclass(frozen=True, slots=True)
class Back:
    """One todo's way back. To put fields back, `old` says what they were, `new` what they have to be still."""

    way: Way
    todo_id: str
    old: Mapping[str, Any] | None = None
    new: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """`cleared` is the moment at which very many were thrown away at once, by which they are found again."""

    backs: tuple[Back, ...] = ()
    cleared: datetime | None = None

    def text(self) -> str:
        return json.dumps(asdict(self), default=_plain, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def of(cls, text: str) -> Self:
        """UndoUnreadable when it is none of ours; whose the ids are shows when it is taken back."""
        try:
            said = json.loads(text)
            backs = tuple(_back(**each) for each in said["backs"])
            cleared = None if said["cleared"] is None else datetime.fromisoformat(said["cleared"])
        except (KeyError, TypeError, ValueError, RecursionError):
            raise UndoUnreadable from None
        if len(backs) > _MOST or (cleared is not None and cleared.tzinfo is None):
            raise UndoUnreadable
        return cls(backs, cleared)


def together(undos: "list[Undo]") -> Undo:
    """Several acts taken back as one, the last first."""
    return Undo(tuple(back for undo in reversed(undos) for back in undo.backs))


def _back(way: Any, todo_id: Any, old: Any, new: Any) -> Back:
    is_ours = way in get_args(Way) and isinstance(todo_id, str)
    if not is_ours or not all(each is None or isinstance(each, dict) for each in (old, new)):
        raise UndoUnreadable
    return Back(way, todo_id, old, new)


def _plain(value: Any) -> Any:
    match value:
        case BaseModel():
            return value.model_dump(mode="json")
        case datetime() | date():
            return value.isoformat()
        case Decimal():
            return str(value)
        case _:
            raise TypeError(f"{type(value).__name__} is in no field of a todo")
