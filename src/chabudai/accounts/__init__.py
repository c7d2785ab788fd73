"""People: who they are, how they sign in, and everything that belongs to an account. One sign-in serves four apps."""

from pathlib import Path

from chabudai.web.packages import Package

PACKAGE = Package("accounts", Path(__file__).parent)
