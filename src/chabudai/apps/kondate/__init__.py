"""Kondate: recipes, meal sets, the plan, the shopping list, the fridge and the cooking log; and what people publish."""

from pathlib import Path

from chabudai.web.packages import Package

PACKAGE = Package("kondate", Path(__file__).parent)
