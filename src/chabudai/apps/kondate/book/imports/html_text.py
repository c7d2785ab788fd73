"""What a saved page says: its text, its title and address, and what it tells programs. In linear time, whatever it is.

Only tags are looked for, never a tree: what is nested or left open without end costs nothing.
"""

import html
import re
from dataclasses import dataclass
from typing import Final

MOST_SCRIPTS: Final = 40
_LONGEST_TAG: Final = 4_000
_UNSEEN: Final = frozenset(
    ["script", "style", "noscript", "template", "svg", "iframe", "select", "nav", "footer", "button"]
)
_BREAKS: Final = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "br",
        "dd",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "title",
        "tr",
        "ul",
        "label",
        "option",
    ]
)
_NAME: Final = re.compile(r"/?\s*([a-zA-Z][a-zA-Z0-9]{0,20})")
_ATTRIBUTE: Final = re.compile(r"([a-zA-Z:-]{2,20})\s*=\s*(?:\"([^\"]{0,2000})\"|'([^']{0,2000})'|([^\s\"'>]{1,2000}))")
_JSON_LD: Final = "application/ld+json"


@dataclass
class HtmlPage:
    """`text` has a line for each block; `json_ld` are the texts of scripts that say what the page is about."""

    text: str
    title: str
    address: str | None
    json_ld: tuple[str, ...]


def read_html(source: str) -> HtmlPage:
    scan = _Scan(source)
    scan.run()
    title = " ".join("".join(scan.title).split())[:200]
    return HtmlPage(_join("".join(scan.text)), title, scan.address, tuple(scan.scripts))


class _Scan:
    """One walk through a page. Each end that is looked for in vain is not looked for again."""

    def __init__(self, source: str) -> None:
        self.source, self.at = source, 0
        lowered = source.lower()
        self.lowered = lowered if len(lowered) == len(source) else source
        self.text: list[str] = []
        self.title: list[str] = []
        self.scripts: list[str] = []
        self.address: str | None = None
        self._close = -1
        self._is_in_title = False
        self._without_end: set[str] = set()

    def run(self) -> None:
        while 0 <= self.at < len(self.source):
            opening = self.source.find("<", self.at)
            self._take_text(self.source[self.at : opening if opening >= 0 else len(self.source)])
            if opening < 0:
                return
            if self.source.startswith("<!--", opening):
                end = self._find_end(self.source, "-->", opening + 4)
                self.at = end + 3 if end >= 0 else opening + 4
            else:
                self._take_tag(opening)

    def _take_text(self, text: str) -> None:
        if text:
            (self.title if self._is_in_title else self.text).append(html.unescape(text))

    def _take_tag(self, opening: int) -> None:
        if self._close < opening:
            self._close = self.source.find(">", opening)
        if self._close < 0:
            self.at = -1
            return
        self.at = self._close + 1
        tag = self.source[opening + 1 : min(self._close, opening + _LONGEST_TAG)]
        named = _NAME.match(tag)
        if named is not None:
            self._enter(named[1].lower(), tag)

    def _enter(self, name: str, tag: str) -> None:
        is_end = tag.startswith("/")
        if name == "title":
            self._is_in_title = not is_end
        if name in _BREAKS:
            self.text.append("\n")
        if name == "link" and self.address is None:
            self.address = _find_canonical(tag)
        if name in _UNSEEN and not is_end and not tag.endswith("/"):
            self._skip(name, tag)

    def _skip(self, name: str, tag: str) -> None:
        """To the end of what is not shown; where it has none, it is as if the tag were not there."""
        end = self._find_end(self.lowered, f"</{name}", self.at)
        if end < 0:
            return
        if name == "script" and len(self.scripts) < MOST_SCRIPTS and _JSON_LD in tag.lower():
            self.scripts.append(self.source[self.at : end])
        self.at = end

    def _find_end(self, source: str, end: str, start: int) -> int:
        if end in self._without_end:
            return -1
        found = source.find(end, start)
        if found < 0:
            self._without_end.add(end)
        return found


def _find_canonical(tag: str) -> str | None:
    found = {name.lower(): one or two or three for name, one, two, three in _ATTRIBUTE.findall(tag)}
    href = html.unescape(found.get("href", ""))
    is_address = href.startswith(("https://", "http://")) and len(href) <= 1000
    return href if found.get("rel", "").lower() == "canonical" and is_address else None


def _join(text: str) -> str:
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)
