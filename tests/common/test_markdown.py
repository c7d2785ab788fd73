"""Markdown as it looks; and what it may not do, whoever wrote it."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai.common import markdown

TAGS = {"a", "blockquote", "br", "code", "em", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s", "strong", "ul"} | {
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
}
SCHEME = re.compile(r"[\x00-\x20]*([a-zA-Z][a-zA-Z0-9+.-]*):")
ATTRIBUTES = {"href", "rel", "start", "title", "lang"}

HOSTILE = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "<img src=x onerror=alert(1)>",
    "![picture](https://evil.example/track.png)",
    "![x](javascript:alert(1))",
    '![x](https://evil.example/a.png "onerror=alert(1)")',
    "[click](javascript:alert(1))",
    "[click](JaVaScRiPt:alert(1))",
    "[click](java&#x0A;script:alert(1))",
    "[click](&#x6A;avascript:alert(1))",
    "[click](\x01javascript:alert(1))",
    "[click](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "[click](vbscript:msgbox(1))",
    "[click](file:///etc/passwd)",
    '[click](https://x.example" onmouseover="alert(1))',
    "[click](<javascript:alert(1)>)",
    "[click]: javascript:alert(1)\n\n[click]",
    "<javascript:alert(1)>",
    '<https://x.example/" onclick=alert(1)>',
    'https://x.example/"onclick=alert(1)',
    "https://x.example/'><script>alert(1)</script>",
    '<a href="https://x.example" target=_blank onclick=alert(1)>x</a>',
    "<iframe src=https://evil.example></iframe>",
    "<svg onload=alert(1)><circle/></svg>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<style>body{display:none}</style>",
    "<link rel=stylesheet href=//evil.example>",
    "<form action=/account/delete method=post><button>go</button></form>",
    "<input autofocus onfocus=alert(1)>",
    "<details open ontoggle=alert(1)>",
    "<base href=//evil.example>",
    "<meta http-equiv=refresh content='0;url=//evil.example'>",
    "<p style='position:fixed;inset:0' class=toast id=task>x</p>",
    "<!-- --><script>alert(1)</script>",
    "<![CDATA[<script>alert(1)</script>]]>",
    "`<script>alert(1)</script>`",
    "```html\n<script>alert(1)</script>\n```",
    '```"><script>alert(1)</script>\nx\n```',
    "    <script>alert(1)</script>",
    "| a | <img src=x onerror=alert(1)> |\n|---|---|\n| [b](javascript:alert(1)) | c |",
    "> <b onclick=alert(1)>x",
    "# <script>alert(1)</script>",
    "@<script>alert(1)</script>",
    "**<img src=x onerror=alert(1)>**",
    "[<img src=x onerror=alert(1)>](https://x.example)",
    "\\<script>alert(1)\\</script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "\ufeff<script>alert(1)</script>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "[" * 2000,
    "> " * 2000,
    "*" * 4999,
    "- " * 2000,
    "`" * 4999,
    "[a](" * 1000,
    "|a" * 2000 + "\n" + "|-" * 2000,
]


class Found(HTMLParser):
    """Every tag of a text with its attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))


def check_harmless(html: str) -> None:
    for tag, attributes in Found(html).tags:
        assert tag in TAGS
        assert attributes.keys() <= ATTRIBUTES
        if tag == "a" and "href" in attributes:
            scheme = SCHEME.match(attributes["href"])
            assert scheme is None or scheme[1].lower() in ("http", "https", "mailto")
            assert attributes["rel"] == "nofollow noopener noreferrer"


def test_a_table_is_drawn_as_one() -> None:
    drawn = markdown.render("| 品 | 数 |\n|---|---:|\n| きね | **2** |\n| うす |")
    tags = [tag for tag, _ in Found(drawn).tags]
    row = ["tr", "td", "td"]
    assert tags == ["table", "thead", "tr", "th", "th", "tbody", *row, "strong", *row]
    assert re.sub(r"<[^>]+>|\s", "", drawn) == "品数きね2うす"


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_whatever_is_written_does_no_harm(text: str) -> None:
    check_harmless(markdown.render(text))
    check_harmless(markdown.render_plain(text, ("<script>", "img")))


@given(st.text(alphabet="<>[]()!`*_#|-\\\"'&;:/= \nascriptjvonerhm@", max_size=200))
def test_nothing_that_can_be_drawn_does_harm(text: str) -> None:
    check_harmless(markdown.render(text))
    check_harmless(markdown.render_plain(text, ("a", "script")))


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("**太い** _細い_ ~~なし~~", "<p><strong>太い</strong> <em>細い</em> <s>なし</s></p>"),
        ("一行目\n二行目", "<p>一行目<br>\n二行目</p>"),
        ("# 見出し", "<h4>見出し</h4>"),
        ("###### 小さな見出し", "<h6>小さな見出し</h6>"),
        ("- 一つ\n- 二つ", "<ul>\n<li>一つ</li>\n<li>二つ</li>\n</ul>"),
        ("- [ ] 一つ\n- [x] 二つ", "<ul>\n<li>☐ 一つ</li>\n<li>☑ 二つ</li>\n</ul>"),
        (
            "![地図](https://a.jp/)",
            '<p><a href="https://a.jp/" rel="nofollow noopener noreferrer">地図</a></p>',
        ),
        ("3. 三つ", '<ol start="3">\n<li>三つ</li>\n</ol>'),
        ("5 < 6 & 7", "<p>5 &lt; 6 &amp; 7</p>"),
        ("", ""),
    ],
)
def test_markdown_looks_as_people_mean_it(text: str, html: str) -> None:
    assert markdown.render(text).strip() == html


@pytest.mark.parametrize(
    ("text", "url", "rest"),
    [
        ("地図は https://example.jp/map?a=1&b=2 です", "https://example.jp/map?a=1&amp;b=2", " です"),
        ("（https://example.jp/）", "https://example.jp/", "）"),
        ("https://example.jp。次", "https://example.jp", "。次"),
        ("See https://example.jp/a.", "https://example.jp/a", "."),
    ],
)
def test_an_address_that_stands_by_itself_leads_there(text: str, url: str, rest: str) -> None:
    link = f'<a href="{url}" rel="nofollow noopener noreferrer">{url}</a>{rest}'
    assert link in markdown.render(text)
    assert link in markdown.render_plain(text)


def test_a_link_is_not_within_another() -> None:
    assert markdown.render("[https://a.example](https://b.example)").count("<a ") == 1
    assert markdown.render("`https://a.example`").count("<a ") == 0


def test_plain_text_has_no_marks_but_those_who_are_mentioned_stand_out() -> None:
    said = markdown.render_plain("**@佐藤 健** と ＠ken、@佐藤", ("佐藤 健", "ken"))
    assert said == "<p>**<strong>@佐藤 健</strong>** と <strong>＠ken</strong>、@佐藤</p>\n"


def test_a_text_of_brackets_is_read_in_one_go_and_shown_as_it_is() -> None:
    """To look for the end of each, up to the end of the text, would take half a second."""
    many = "[a" * 2500
    assert markdown.render(many) == f"<p>{many}</p>\n"
    assert markdown.render("[a](/b) " + many) == f"<p>[a](/b) {many}</p>\n"
    assert markdown.render("[a](https://example.jp) " * 400).count("<a ") == 400
    assert 'href="https://example.jp"' in markdown.render(f"{many} https://example.jp")
