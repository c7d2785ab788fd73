"""Todo: what one person has to do, in categories of their own."""

from pathlib import Path

from chabudai.web.packages import Package

PACKAGE = Package("todo", Path(__file__).parent)
