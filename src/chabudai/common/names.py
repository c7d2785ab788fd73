"""Names that only one thing of a person may have: categories, tags, folders.

The design keeps them apart, by a guard row that the toolkit writes along with each named row:

    folded_name = computed(fold_name)
    only_name = unique("user#{username}", "category_name#{folded_name:tail}")
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from chabudai.common.messages import lazy
from chabudai.common.retries import attempts
from chabudai.common.text import fold_name
from chabudai.table import NotUnique
from chabudai.web.errors import Conflict
from chabudai.web.translations import Text


class Named(Protocol):
    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=Named)


class NameTaken(Conflict):
    """Another one is called so already; the sentence stands beside the field."""

    code = "name_taken"
    sentence = lazy("That name is taken.")

    def __init__(self, sentence: Text | None = None, field: str = "name") -> None:
        said = sentence if sentence is not None else self.sentence
        super().__init__(said, details=[(field, said)])


def find_by_name(rows: Iterable[N], name: str) -> N | None:
    """Without regard to case and width, as the guard rows compare names."""
    wanted = fold_name(name)
    return next((row for row in rows if fold_name(row.name) == wanted), None)


def sort_by_name(rows: Iterable[N]) -> list[N]:
    return sorted(rows, key=lambda row: (fold_name(row.name), row.name))


def find_or_make(find: Callable[[], N | None], make: Callable[[], N], exhausted: Callable[[], Exception]) -> N:
    """The one of a name that is there, or a new one; also when somebody else makes one of this name at this moment.

    `make` writes it, and so raises NotUnique when the name was taken in between.
    """
    for _ in attempts(exhausted):
        found = find()
        if found is not None:
            return found
        try:
            return make()
        except NotUnique:
            continue
    raise AssertionError("attempts end by raising")


def next_colour(palette: Sequence[str], used: Iterable[str]) -> str:
    """For a new one: the colour that the fewest have, of several the first."""
    counted = Counter(used)
    return min(palette, key=lambda colour: (counted[colour], palette.index(colour)))
