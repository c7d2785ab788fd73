"""How much of something: lines of ingredients as people write them, exact amounts, added, scaled and shown."""

from chabudai.apps.kondate.amounts.amount import Amount, add, read_value, write_value
from chabudai.apps.kondate.amounts.japanese_lines import is_japanese
from chabudai.apps.kondate.amounts.lines import IngredientLine, read_ingredient, read_ingredients
from chabudai.apps.kondate.amounts.quantities import Quantity, read_quantity
from chabudai.apps.kondate.amounts.showing import scale_quantity, show_amount
from chabudai.apps.kondate.amounts.units import UNITS, Unit

__all__ = [
    "UNITS",
    "Amount",
    "IngredientLine",
    "Quantity",
    "Unit",
    "add",
    "is_japanese",
    "read_ingredient",
    "read_ingredients",
    "read_quantity",
    "read_value",
    "scale_quantity",
    "show_amount",
    "write_value",
]
