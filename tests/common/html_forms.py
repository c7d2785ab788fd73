"""The forms of a page, with what a browser without scripts would send of each."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class PageForm:
    action: str
    method: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    texts: set[str] = field(default_factory=set)  # the fields in which any words may be typed

    def with_values(self, **values: str) -> dict[str, list[str]]:
        """As somebody fills it in."""
        return {**self.fields, **{name: [value] for name, value in values.items()}}


def forms_of(page: str) -> list[PageForm]:
    parser = _Parser()
    parser.feed(page)
    return parser.forms


def form_to(page: str, action: str) -> PageForm:
    """The one form of the page that goes there."""
    (found,) = [form for form in forms_of(page) if form.action == action]
    return found


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[PageForm] = []
        self._open: PageForm | None = None
        self._textarea: str | None = None
        self._text: list[str] = []
        self._select: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = PageForm(given.get("action", ""), given.get("method", "get"))
            self.forms.append(self._open)
        elif tag == "textarea":
            self._textarea, self._text = given["name"], []
        elif tag == "select":
            self._select = given.get("name")
        elif tag == "option" and self._open is not None and self._select is not None:
            if "selected" in given or self._select not in self._open.fields:
                self._open.fields[self._select] = [given.get("value", "")]
        elif tag == "input" and self._open is not None and "name" in given:
            is_chosen = given.get("type") not in ("radio", "checkbox") or "checked" in given
            if is_chosen and given.get("type") != "file":
                self._open.fields.setdefault(given["name"], []).append(given.get("value", ""))
            if given.get("type", "text") == "text" and "hidden" not in given:
                self._open.texts.add(given["name"])

    def handle_data(self, data: str) -> None:
        if self._textarea is not None:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self._open is not None and self._textarea is not None:
            self._open.fields[self._textarea] = ["".join(self._text).removeprefix("\n")]
            self._open.texts.add(self._textarea)
            self._textarea = None
        elif tag == "form":
            self._open = None
