"""The apps as people find them: entries of the navigation, and what each shows of itself on the home page."""

from dataclasses import dataclass

from chabudai.web.translations import Text


@dataclass(frozen=True, slots=True)
class NavigationEntry:
    """An app as the navigation and the home page show it; `accent` and `icon` are names of the site's own."""

    key: str
    name: Text
    url: str
    accent: str
    icon: str

    def is_at(self, path: str) -> bool:
        return path == self.url or path.startswith(f"{self.url.rstrip('/')}/")


@dataclass(frozen=True, slots=True)
class Summary:
    """What matters in an app today, on its card: a sentence, a figure, and a few words beside them."""

    note: Text
    figure: str = ""
    badges: tuple[Text, ...] = ()
