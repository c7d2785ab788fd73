"""The apps as people find them: entries of the navigation, and what each shows of itself on the home page."""

from collections.abc import Iterable
from dataclasses import dataclass

from chabudai.web.assets import Assets
from chabudai.web.translations import Text


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A page of an app that is seldom wanted: it stands in the menu of whoever is signed in."""

    name: Text
    url: str
    icon: str


@dataclass(frozen=True, slots=True)
class NavigationEntry:
    """An app as the navigation and the home page show it.

    `accent` is a colour of the site, or of the app's own `static/accent.css`; `icon` one of the site's drawings, or of
    the app's own as `plants/leaf`.
    """

    key: str
    name: Text
    url: str
    accent: str
    icon: str
    menu: tuple[MenuEntry, ...] = ()

    def is_at(self, path: str) -> bool:
        return path == self.url or path.startswith(f"{self.url.rstrip('/')}/")


@dataclass(frozen=True, slots=True)
class Summary:
    """What matters in an app today, on its card: a sentence, a figure, and a few words beside them.

    `url` is where the card leads when that is not the app's first page. `act` is a button on it: its label, and the
    page of what is done there most.
    """

    note: Text
    figure: str = ""
    badges: tuple[Text, ...] = ()
    url: str = ""
    act: tuple[Text, str] | None = None


def check_navigation(entries: Iterable[NavigationEntry], assets: Assets) -> None:
    """When the site is built, rather than on the first page that shows the entry."""
    for entry in entries:
        if not assets.has_icon(entry.icon):
            raise ValueError(f"the app {entry.key} names an icon that is not there: {entry.icon}")
        if entry.accent not in assets.accents:
            known = ", ".join(sorted(assets.accents))
            raise ValueError(f"the app {entry.key} names an accent that no style sheet knows: {entry.accent} ({known})")
