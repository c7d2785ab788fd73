"""What a package brings to its pages: templates, static files and translations, in folders of these names."""

from dataclasses import dataclass
from pathlib import Path

from chabudai.web.language import Text


@dataclass(frozen=True, slots=True)
class Package:
    """Its templates and static files are called by its key: `todo/list.html`, `todo/board.js`. web's own need none."""

    key: str
    folder: Path

    @property
    def templates(self) -> Path:
        return self.folder / "templates"

    @property
    def static(self) -> Path:
        return self.folder / "static"

    @property
    def locale(self) -> Path:
        return self.folder / "locale"

    def named(self, name: str) -> str:
        return f"{self.key}/{name}" if self.key else name


@dataclass(frozen=True, slots=True)
class Seat:
    """An app's place at the table, as the navigation shows it."""

    key: str
    name: Text
    url: str
    accent: str

    def is_at(self, path: str) -> bool:
        return path == self.url or path.startswith(f"{self.url.rstrip('/')}/")


@dataclass(frozen=True, slots=True)
class Today:
    """What matters at a seat today: a sentence, a figure, and a few words beside them."""

    note: Text
    figure: str = ""
    badges: tuple[Text, ...] = ()


WEB = Package("", Path(__file__).parent)
