"""Tasks: teams with their tasks, tags and counters, and invitations by mail."""

from pathlib import Path

from chabudai.web.packages import Package

PACKAGE = Package("tasks", Path(__file__).parent)
