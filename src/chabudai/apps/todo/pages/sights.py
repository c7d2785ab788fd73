"""Sights: which list a person looks at, as the address says it. What an address says wrongly is not heard."""

from dataclasses import dataclass, replace
from typing import Any, Final, Self, get_args
from urllib.parse import parse_qsl, urlencode, urlsplit

from chabudai.apps.todo.design import Priority
from chabudai.apps.todo.lists import Sort, View, Wish
from chabudai.web.redirects import safe_next

HERE: Final = "/todo"
PAGE: Final = 25
MOST: Final = 1000
_LONGEST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """Of the rows those from `start` to before `end`. Of one todo the steps are unfolded, one other is marked."""

    view: View = "open"
    sort: Sort | None = None
    words: str = ""
    priority: Priority | None = None
    category: str | None = None
    start: int = 0
    end: int | None = None
    is_selecting: bool = False
    open_steps: str | None = None
    marked: str | None = None

    @classmethod
    def of(cls, query: str) -> Self:
        said = dict(parse_qsl(query))
        return cls(
            view=next((view for view in get_args(View) if view == said.get("view")), "open"),
            sort=next((sort for sort in get_args(Sort) if sort == said.get("sort")), None),
            words=said.get("q", "").strip()[:_LONGEST],
            priority=next((each for each in get_args(Priority) if each == said.get("priority")), None),
            category=said.get("category", "")[:_LONGEST] or None,
            start=_number(said.get("from", "")) or 0,
            end=_number(said.get("to", "")),
            is_selecting="select" in said,
            open_steps=said.get("steps", "")[:_LONGEST] or None,
            marked=said.get("marked", "")[:_LONGEST] or None,
        )

    @classmethod
    def at(cls, address: str) -> Self:
        """Of an address within this site that a form sent; the plain list when it is another page's."""
        parts = urlsplit(safe_next(address, HERE))
        return cls.of(parts.query if parts.path == HERE else "")

    @property
    def last(self) -> int:
        """Before which row it ends, whatever was asked for."""
        wanted = self.end if self.end is not None and self.end > self.start else self.start + PAGE
        return min(wanted, self.start + MOST)

    @property
    def is_narrowed(self) -> bool:
        return bool(self.words or self.priority or self.category)

    @property
    def url(self) -> str:
        said = {
            "view": self.view if self.view != "open" else None,
            "sort": self.sort,
            "q": self.words or None,
            "priority": self.priority,
            "category": self.category,
            "from": self.start or None,
            "to": self.end,
            "select": 1 if self.is_selecting else None,
            "steps": self.open_steps,
            "marked": self.marked,
        }
        query = urlencode({name: value for name, value in said.items() if value is not None})
        return f"{HERE}?{query}" if query else HERE

    def but(self, **changes: Any) -> Self:
        """From the top, without anything unfolded."""
        return replace(self, **{"start": 0, "end": None, "open_steps": None, "marked": None, **changes})

    def more(self) -> Self:
        return replace(self, start=self.last, end=None, open_steps=None, marked=None)

    def wish(self, usual: Sort) -> Wish:
        """`usual` is how the person likes their lists; what has a date of its own is seen by date."""
        by_view: Sort = "due" if self.view in ("overdue", "upcoming") else usual
        by_view = "manual" if self.view in ("done", "trash") else by_view
        return Wish(self.view, self.sort or by_view, self.words, self.priority, self.category)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None
