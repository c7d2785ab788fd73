"""Taking back what was done: small values that travel in a toast, sealed, and are read from there with suspicion."""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final, Self

from pydantic import BaseModel

from chabudai.common.messages import lazy
from chabudai.table import InvalidValue
from chabudai.web import seals
from chabudai.web.errors import BadRequest, WebError
from chabudai.web.forms import Form
from chabudai.web.toasts import UndoForm

MOST_ACTS: Final = 200
LONGEST: Final = 1900  # what a toast has room for, beside its sentence and the address to go back to
_FIELD: Final = "undo"
_MOST_BYTES = 200_000


class InvalidUndo(BadRequest):
    code = "invalid_undo"
    sentence = lazy("There's nothing to undo.")


@dataclass(frozen=True, slots=True)
class Act:
    """One step back: the name of an app's own function, and its arguments in plain JSON."""

    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Undo:
    """The steps that take an act back, in their order. Without any there is nothing to take back."""

    acts: tuple[Act, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.acts)

    def pack(self) -> str | None:
        """As a form carries it, without its seal; None when it is too long for that."""
        plain = [[act.name, dict(act.arguments)] for act in self.acts]
        written = json.dumps(plain, default=_to_json, separators=(",", ":"))
        packed = urlsafe_b64encode(zlib.compress(written.encode(), 9)).decode()
        return packed if len(packed) <= LONGEST else None

    @classmethod
    def unpack(cls, packed: str) -> Self:
        """InvalidUndo when it is none of ours; whose the ids in it are shows when it is taken back."""
        try:
            raw = zlib.decompressobj().decompress(urlsafe_b64decode(packed.encode("ascii")), _MOST_BYTES)
            plain = json.loads(raw)
        except (zlib.error, ValueError, RecursionError):
            raise InvalidUndo from None
        if not isinstance(plain, list) or len(plain) > MOST_ACTS:
            raise InvalidUndo
        return cls(tuple(map(_parse_act, plain)))

    def seal(self, url: str) -> str | None:
        """For a form that goes to `url`; None when there is nothing to take back, or too much to be carried."""
        packed = self.pack() if self else None
        return seals.seal(packed, url) if packed else None

    def form(self, url: str, back_to: str) -> UndoForm | None:
        """The same for a toast."""
        sealed = self.seal(url)
        return UndoForm(url, {_FIELD: sealed, "next": back_to}) if sealed else None


def undo_by(name: str, **arguments: Any) -> Undo:
    return Undo((Act(name, arguments),))


def join(undos: Iterable[Undo]) -> Undo:
    """Several acts taken back as one, the last first."""
    return Undo(tuple(act for undo in reversed(list(undos)) for act in undo.acts))


def read_form(form: Form) -> Undo:
    """What a toast's form asks for: one act, or several that were joined in one toast.

    InvalidUndo for what this browser was not given, for this address, within the last day.
    """
    sealed = form.all(_FIELD)
    if not 0 < len(sealed) <= MOST_ACTS:
        raise InvalidUndo
    return join(_unseal(each) for each in sealed)


def take_back(undo: Undo, functions: Mapping[str, Callable[..., object]]) -> None:
    """By the functions that the acts name. What is refused is told when all the others are taken back."""
    if not undo or len(undo.acts) > MOST_ACTS or any(act.name not in functions for act in undo.acts):
        raise InvalidUndo
    refusals: list[WebError] = []
    for act in undo.acts:
        try:
            functions[act.name](**act.arguments)
        except WebError as refusal:
            refusals.append(refusal)
        except (InvalidValue, TypeError, ValueError, AttributeError, ArithmeticError):
            raise InvalidUndo from None
    if refusals:
        raise refusals[0]


def _unseal(sealed: str) -> Undo:
    packed = seals.unseal(sealed)
    if packed is None:
        raise InvalidUndo
    return Undo.unpack(packed)


def _parse_act(plain: Any) -> Act:
    match plain:
        case [str() as name, dict() as arguments]:
            return Act(name, arguments)
        case _:
            raise InvalidUndo


def _to_json(value: Any) -> Any:
    match value:
        case BaseModel():
            return value.model_dump(mode="json")
        case datetime() | date():
            return value.isoformat()
        case frozenset() | set():
            return sorted(value)
        case Decimal():
            return str(value)
        case _:
            raise TypeError(f"{type(value).__name__} can't be taken back by a form")
