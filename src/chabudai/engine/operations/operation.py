"""What every operation is to the engine: its request's shape, and its two steps."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from chabudai.engine.catalog import Catalog
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.shapes import Structure

Request = dict[str, Any]
Response = dict[str, Any]
Parsed = TypeVar("Parsed")


def _never(_: Any) -> bool:
    return False


def always(_: Any) -> bool:
    """For `writes`: whatever is asked, it needs the write transaction."""
    return True


@dataclass(frozen=True, slots=True)
class Operation(Generic[Parsed]):
    shape: Structure
    parse: Callable[[Request, Catalog], Parsed]
    run: Callable[[Parsed, OperationContext], Response]
    writes: Callable[[Parsed], bool] = _never
    shortcut: Callable[[Request, Catalog], Parsed | None] | None = None
    """Understands the plainest requests as `parse` would, without the shape's checks; None when one is not so plain."""
    quick: bool = False
    """Done in well under a millisecond, so that the endpoint need not hand it to another thread."""
