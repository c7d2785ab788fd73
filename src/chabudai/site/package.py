"""The site's own templates and translations. Not in the package's head: supervising needs nothing of the web."""

from pathlib import Path

from chabudai.web.packages import Package

PACKAGE = Package("site", Path(__file__).parent)
