"""A shelf of books: a whole app made of a design, a service and two templates."""

from pathlib import Path

from chabudai.web.packages import Package
from chabudai.web.translations import MessageDomain

PACKAGE = Package("shelf", Path(__file__).parent)
lazy = MessageDomain(PACKAGE.domain).lazy
