"""How much of something: lines of ingredients as people write them, exact amounts, added, scaled and shown."""

from chabudai.apps.kondate.amounts.amount import STORED, Amount, add, has_room, normalise_value, read_value, write_value
from chabudai.apps.kondate.amounts.grains import LARGEST, SMALLEST, measure_value, round_to_grain, write_measured
from chabudai.apps.kondate.amounts.japanese_lines import is_japanese
from chabudai.apps.kondate.amounts.lines import IngredientLine, read_ingredient, read_ingredients
from chabudai.apps.kondate.amounts.quantities import Quantity, read_quantity, read_unit
from chabudai.apps.kondate.amounts.showing import round_amount, scale_quantity, show_amount, show_exactly
from chabudai.apps.kondate.amounts.units import UNITS, Unit

__all__ = [
    "LARGEST",
    "SMALLEST",
    "STORED",
    "UNITS",
    "Amount",
    "IngredientLine",
    "Quantity",
    "Unit",
    "add",
    "has_room",
    "is_japanese",
    "measure_value",
    "normalise_value",
    "read_ingredient",
    "read_ingredients",
    "read_quantity",
    "read_unit",
    "read_value",
    "round_amount",
    "round_to_grain",
    "scale_quantity",
    "show_amount",
    "show_exactly",
    "write_measured",
    "write_value",
]
