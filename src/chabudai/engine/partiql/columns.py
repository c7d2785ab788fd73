"""The columns of a SELECT: parts of an item, each under the name that its path ends with."""

from collections.abc import Sequence
from dataclasses import dataclass

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions.paths import MAX_DEPTH, read
from chabudai.engine.expressions.paths import Path as Steps
from chabudai.engine.expressions.projections import Projection
from chabudai.engine.partiql.tree import Path
from chabudai.engine.values import Item


@dataclass(frozen=True, slots=True)
class ColumnProjection(Projection):
    """A projection that keeps no structure: `SELECT a.b[0]` answers `{"b[0]": …}`."""

    named: tuple[tuple[str, Steps], ...]

    def project(self, item: Item) -> Item:
        return {name: value for name, steps in self.named if (value := read(item, steps)) is not None}


def columns_of(paths: Sequence[Path]) -> ColumnProjection | None:
    """None when every attribute is wanted."""
    if not paths:
        return None
    named: dict[str, Steps] = {}
    for path in paths:
        if len(path.steps) > MAX_DEPTH:
            raise ValidationFailed(f"The document path has too many nesting levels; nesting levels: {len(path.steps)}")
        name = _name(path.steps)
        if name in named:
            raise ValidationFailed(f"Duplicate identifiers in select clause: {name}")
        named[name] = path.steps
    # In the order of writing, in which DynamoDB lists those that an index does not hold.
    heads = dict.fromkeys(path.head for path in paths)
    nested = frozenset(path.head for path in paths if len(path.steps) > 1)
    return ColumnProjection(dict.fromkeys(heads), frozenset(heads), nested, tuple(named.items()))


def _name(steps: Steps) -> str:
    """The last named step, with the indices behind it."""
    last = max(at for at, step in enumerate(steps) if isinstance(step, str))
    return str(steps[last]) + "".join(f"[{step}]" for step in steps[last + 1 :])
