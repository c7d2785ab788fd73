"""Markdown that people write, as HTML that can do no harm: no scripts, pictures or styles."""

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final

import nh3
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markupsafe import Markup

_BLOCKS: Final = {"blockquote", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "ul"}
_TABLES: Final = {"table", "tbody", "td", "th", "thead", "tr"}
_INLINE: Final = {"a", "br", "code", "em", "s", "strong"}
_ATTRIBUTES: Final = {"a": {"href"}, "ol": {"start"}}
_SCHEMES: Final = {"http", "https", "mailto"}
_RELATION: Final = "nofollow noopener noreferrer"
_BARE_LINK: Final = r"https?://[^\s<>\"'`「」『』（）、。]*[^\s<>\"'`「」『』（）、。.,:;!?)\]]"
_CHECK: Final = re.compile(r"\[([ xX])\] ")
_TOP_HEADING: Final = 4  # what stands above it belongs to the page
_KEPT: Final = 512
_MOST_BRACKETS: Final = 400
_NAMES: Final = "names"


@lru_cache(_KEPT)
def render(text: str) -> Markup:
    """Line breaks are kept as they were typed; headings begin below those of the page.

    With more brackets than any text of links has, none is a link: each would be looked for up to the end of the text.
    """
    parser = _prose if text.count("[") <= _MOST_BRACKETS else _linkless
    return _clean(parser.render(text))


@lru_cache(_KEPT)
def render_plain(text: str, names: tuple[str, ...] = ()) -> Markup:
    """Text without any marks: only its lines and links, and those of the names that are mentioned by an @ stand out."""
    return _clean(_plain.render(text, {_NAMES: names}))


def _clean(html: str) -> Markup:
    cleaned = nh3.clean(
        html,
        tags=_BLOCKS | _TABLES | _INLINE,
        attributes=_ATTRIBUTES,
        url_schemes=_SCHEMES,
        link_rel=_RELATION,
        strip_comments=True,
    )
    return Markup(cleaned)


def _lower_headings(state: StateCore) -> None:
    for token in state.tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1:]) + _TOP_HEADING - 1, 6)}"


def _draw_checks(state: StateCore) -> None:
    """A list's `[ ]` and `[x]` are boxes; nobody ticks them here."""
    starts = zip(state.tokens, state.tokens[1:], state.tokens[2:], strict=False)
    for item, _, line in starts:
        if item.type != "list_item_open" or line.type != "inline" or not line.children:
            continue
        box = _CHECK.match(line.children[0].content)
        if box:
            text = line.children[0].content[box.end() :]
            line.children[0].content = f"{'☐' if box[1] == ' ' else '☑'} {text}"


def _link_pictures(state: StateCore) -> None:
    """A picture is a link to it: the mark that tells it from one is not text."""
    for token in state.tokens:
        for text, after in pairwise(token.children or ()):
            if text.type == "text" and after.type == "link_open":
                text.content = text.content.removesuffix("!")


def _mark_up(state: StateCore) -> None:
    """An address that stands by itself leads there, unless it is within a link already; so with names."""
    names = sorted(state.env.get(_NAMES, ()), key=len, reverse=True)
    wanted = re.compile("|".join((_BARE_LINK, *(f"[@＠]{re.escape(name)}" for name in names))), re.IGNORECASE)
    for token in state.tokens:
        if token.type == "inline" and token.children and wanted.search(token.content):
            token.children = _mark_each(token.children, wanted)


def _mark_each(tokens: list[Token], wanted: re.Pattern[str]) -> list[Token]:
    found: list[Token] = []
    within = 0
    for token in tokens:
        within += token.nesting if token.type in ("link_open", "link_close") else 0
        found += [token] if within or token.type != "text" else _split(token.content, wanted)
    return found


def _split(text: str, wanted: re.Pattern[str]) -> list[Token]:
    parts: list[Token] = []
    at = 0
    for match in wanted.finditer(text):
        parts += [_text(text[at : match.start()]), *_mark(match[0])]
        at = match.end()
    return [*parts, _text(text[at:])]


def _mark(text: str) -> list[Token]:
    if text[0] in "@＠":
        return [Token("strong_open", "strong", 1), _text(text), Token("strong_close", "strong", -1)]
    return [Token("link_open", "a", 1, attrs={"href": text}), _text(text), Token("link_close", "a", -1)]


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


def _build(preset: str, *rules: str) -> MarkdownIt:
    parser = MarkdownIt(preset, {"html": False, "breaks": True}).enable(list(rules))
    parser.core.ruler.push("lower_headings", _lower_headings)
    parser.core.ruler.push("draw_checks", _draw_checks)
    parser.core.ruler.push("link_pictures", _link_pictures)
    parser.core.ruler.push("mark_up", _mark_up)
    return parser


_UNWANTED: Final = ["html_block", "html_inline", "image"]
_prose: Final = _build("commonmark", "table", "strikethrough").disable(_UNWANTED)
_linkless: Final = _build("commonmark", "table", "strikethrough").disable([*_UNWANTED, "link", "reference"])
_plain: Final = _build("zero", "newline")
