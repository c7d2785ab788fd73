"""Style sheets are sent without comments and space, and say the same."""

import pytest

from chabudai.web.styles import shorten


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("/* why */\n.a { color: red; }\n\n.b, .c { margin: 0 1px; }\n", ".a{color:red}.b, .c{margin:0 1px}\n"),
        (".a :hover > b { inset: 0; }", ".a :hover > b{inset:0}\n"),
        (":is(.a, .b) { width: calc(1px + 2px); }", ":is(.a, .b){width:calc(1px + 2px)}\n"),
        (
            "@media (min-width: 9px) and (hover: hover) {\n  .a { top: 0; }\n}",
            "@media (min-width: 9px) and (hover: hover){.a{top:0}}\n",
        ),
        (
            '.a::before { content: "a: { b; } /* c */"; font: 1px a, b; }',
            '.a::before{content:"a: { b; } /* c */";font:1px a,b}\n',
        ),
        ('[data-accent="ai"] { --x: light-dark(#fff, #000); }', '[data-accent="ai"]{--x:light-dark(#fff,#000)}\n'),
    ],
)
def test_a_style_sheet_says_the_same_in_fewer_letters(written: str, sent: str) -> None:
    assert shorten(written) == sent
