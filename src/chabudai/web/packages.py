"""What a package brings to its pages: templates, static files and translations, in folders of these names."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Package:
    """Its templates and static files are called by its key: `todo/list.html`, `todo/todo.js`. web's own need none.

    What a shared one says in a language, every other package can say too.
    """

    key: str
    folder: Path
    is_shared: bool = False

    @property
    def domain(self) -> str:
        """What its catalog is called by."""
        return self.key or "web"

    @property
    def templates(self) -> Path:
        return self.folder / "templates"

    @property
    def static(self) -> Path:
        return self.folder / "static"

    @property
    def locale(self) -> Path:
        return self.folder / "locale"

    def qualify(self, name: str) -> str:
        return f"{self.key}/{name}" if self.key else name


WEB = Package("", Path(__file__).parent, is_shared=True)
