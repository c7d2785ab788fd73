"""A look at everything that a person can look at: the pages that links lead to, and what the API lists."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any
from urllib.parse import urlsplit

from litestar import Litestar
from litestar.routes import HTTPRoute
from litestar.testing import TestClient

_LINK = re.compile(r'<a [^>]*?href="(/[^"#]*)')
_MOST_OF_A_KIND = 2  # pages that differ in an id alone
_MOST_OF_A_PATH = 6  # pages that differ in their query alone
_PLACES = {"records": "history"}  # what the pages call otherwise than the API
_MADE_BY_ENGINE = "/engine"


@dataclass
class Look:
    """What was seen at one address: the status, and where its links lead, or what ids the API told."""

    status: int
    seen: frozenset[str]


@dataclass
class Crawl:
    """`addresses` are those of a household as it is; `look` goes to each of them again."""

    client: TestClient[Litestar]
    application: Litestar
    addresses: list[str] = field(default_factory=list)
    _few: set[str] = field(default_factory=set)

    def find_addresses(self) -> None:
        waiting, known, kinds = ["/"], {"/"}, dict[str, int]()
        while waiting:
            address = waiting.pop(0)
            answer = self.client.get(address, headers={"accept": "text/html"})
            if answer.status_code != 200:
                continue
            self.addresses.append(address)
            if "text/html" not in answer.headers["content-type"]:
                continue
            for link in _links(answer.text):
                path, kind = urlsplit(link).path, self._kind(urlsplit(link).path)
                is_new = link not in known and kind is not None and not path.startswith("/static")
                if is_new and kinds.get(path, 0) < _MOST_OF_A_PATH and kinds.get(kind or "", 0) < 3 * _MOST_OF_A_KIND:
                    known.add(link)
                    waiting.append(link)
                    kinds[path] = kinds.get(path, 0) + 1
                    if path != kind:
                        kinds[kind or ""] = kinds.get(kind or "", 0) + 1
        self.addresses += [each for each in self._api_addresses() if each not in self.addresses]

    def ids(self) -> dict[tuple[str, str], str]:
        """What stood in the place of each part of an address, by the part before it."""
        values: dict[tuple[str, str], str] = {}
        for address in self.addresses:
            self._learn(values, urlsplit(address).path)
        return values

    def few_of_each_kind(self) -> frozenset[str]:
        """Without those that differ from others in an id or a query alone."""
        if not self._few:
            counts = Counter[str | None]()
            for address in self.addresses:
                kind = self._kind(urlsplit(address).path)
                counts[kind] += 1
                if counts[kind] <= _MOST_OF_A_KIND:
                    self._few.add(address)
        return frozenset(self._few)

    def look(self, is_wanted: Callable[[str], bool] = lambda _: True) -> dict[str, Look]:
        return {address: self._look(address) for address in self.addresses if is_wanted(address)}

    def _look(self, address: str) -> Look:
        answer = self.client.get(address, headers={"accept": "text/html"}, follow_redirects=True)
        kind = answer.headers.get("content-type", "")
        if "json" in kind:
            return Look(answer.status_code, frozenset(_ids(answer.json())))
        links = (urlsplit(link).path for link in _links(answer.text)) if "html" in kind else ()
        return Look(answer.status_code, frozenset(links))

    def _templates(self) -> list[str]:
        routes = [each for each in self.application.routes if isinstance(each, HTTPRoute) and "GET" in each.methods]
        return [route.path for route in routes if _MADE_BY_ENGINE not in route.path]

    def _kind(self, path: str) -> str | None:
        fitting = (each for each in self._templates() if re.fullmatch(_pattern(each), path))
        return min(fitting, key=lambda each: each.count("{"), default=None)

    def _api_addresses(self) -> Iterable[str]:
        """Routes whose ids are known: from the pages, or from the lists of the API itself."""
        values: dict[tuple[str, str], str] = {}
        for address in self.addresses:
            self._learn(values, urlsplit(address).path)
        for template in sorted(self._templates(), key=lambda each: each.count("{")):
            if not template.startswith("/api/") or "{name" in template:
                continue
            filled = _fill(template, values)
            if filled is None:
                continue
            answer = self.client.get(filled)
            if answer.status_code == 200:
                yield filled
                if "json" in answer.headers["content-type"]:
                    for id_ in _ids(answer.json()):
                        self._learn(values, f"{filled}/{id_}")

    def _learn(self, values: dict[tuple[str, str], str], path: str) -> None:
        template = self._kind(path)
        if template is None:
            return
        for before, (part, given) in zip(
            ["", *template.split("/")], zip(template.split("/"), path.split("/"), strict=True), strict=False
        ):
            if part.startswith("{"):
                values.setdefault((before, part), given)
                values.setdefault(("", part), given)


def _links(text: str) -> list[str]:
    return [unescape(link) for link in _LINK.findall(text)]


def _ids(document: Any) -> Iterable[str]:
    if isinstance(document, Mapping):
        for name, value in document.items():
            if name in ("id", "gameId", "taskId") and isinstance(value, str):
                yield value
            yield from _ids(value)
    elif isinstance(document, list):
        for each in document:
            yield from _ids(each)


def _pattern(template: str) -> str:
    return "/".join("[^/]+" if part.startswith("{") else re.escape(part) for part in template.split("/"))


def _fill(template: str, values: Mapping[tuple[str, str], str]) -> str | None:
    parts: list[str] = []
    before = ""
    for part in template.split("/"):
        if part.startswith("{"):
            found = values.get((_PLACES.get(before, before), part)) or (
                None if part == "{id_:str}" else values.get(("", part))
            )
            if found is None:
                return None
            parts.append(found)
        else:
            parts.append(part)
        before = part
    return "/".join(parts)
