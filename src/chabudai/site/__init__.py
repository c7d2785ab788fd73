"""Every app behind one address: settings, composition, and the home page with a card for each."""

from pathlib import Path

from chabudai.web.packages import Package

PACKAGE = Package("site", Path(__file__).parent)
