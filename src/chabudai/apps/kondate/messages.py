"""What this package says to people, in the language of whoever reads it: from its own catalog, then the shared ones."""

from chabudai.apps.kondate import PACKAGE
from chabudai.web.translations import MessageDomain

_DOMAIN = MessageDomain(PACKAGE.domain)

gettext = _DOMAIN.gettext
ngettext = _DOMAIN.ngettext
pgettext = _DOMAIN.pgettext
lazy = _DOMAIN.lazy
lazy_plural = _DOMAIN.lazy_plural
