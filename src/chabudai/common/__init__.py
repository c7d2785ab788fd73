"""What apps and accounts are both made of, below any app: fields, names, order, undo, trash, transfer, collections."""

from pathlib import Path

from chabudai.web.packages import Package

PACKAGE = Package("common", Path(__file__).parent, is_shared=True)
