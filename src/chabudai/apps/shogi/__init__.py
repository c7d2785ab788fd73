"""Shogi: game records in folders, with tags, sharing and an engine's analysis."""

from pathlib import Path

from chabudai.web.packages import Package

PACKAGE = Package("shogi", Path(__file__).parent)
