"""A form as a browser would send it untouched: read out of a page."""

from html.parser import HTMLParser


def fields(page: str, form_id: str = "edit") -> dict[str, list[str]]:
    reader = _Reader(form_id)
    reader.feed(page)
    return reader.found


class _Reader(HTMLParser):
    def __init__(self, form_id: str) -> None:
        super().__init__()
        self.found: dict[str, list[str]] = {}
        self._form_id = form_id
        self._is_inside = False
        self._select = ""
        self._textarea = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._is_inside = given.get("id") == self._form_id
        if not self._is_inside:
            return
        match tag:
            case "input" if given.get("type") not in ("checkbox", "radio") or "checked" in given:
                self._keep(given["name"], given.get("value", ""))
            case "select":
                self._select = given["name"]
            case "option" if "selected" in given:
                self._keep(self._select, given["value"])
            case "textarea":
                self._textarea = given["name"]
                self._keep(self._textarea, "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._is_inside = False
        if tag == "textarea":
            self._textarea = ""

    def handle_data(self, data: str) -> None:
        if self._textarea:
            self.found[self._textarea] = [data.removeprefix("\n")]

    def _keep(self, name: str, value: str) -> None:
        if name != "_csrf":
            self.found.setdefault(name, []).append(value)
