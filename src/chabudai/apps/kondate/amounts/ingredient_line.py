"""One ingredient as a line says it."""

from dataclasses import dataclass

from chabudai.apps.kondate.amounts.quantities import Quantity


@dataclass(frozen=True, slots=True)
class IngredientLine:
    """`note` is how it is cut, or that it may be left out; `group` what it is mixed with, A or 合わせ調味料."""

    name: str
    quantity: Quantity
    note: str = ""
    group: str = ""
