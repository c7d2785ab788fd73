"""Scripts are sent without comments and space, and say the same."""

import pytest

from chabudai.web.scripts import shorten


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("// why\nconst a = (b, c) => b + c; // and how\n", "const a=(b,c)=>b+c;\n"),
        ("function f() {\n  return x;\n}\n\nfunction g() {}\n", "function f(){return x;}\nfunction g(){}\n"),
        ("let a = 1\nlet b = 2", "let a=1\nlet b=2\n"),
        ("a\n  .b()\n  ?.c", "a.b()?.c\n"),
        ("const a = b - -1 + +c;", "const a=b- -1+ +c;\n"),
        ("return typeof a in b", "return typeof a in b\n"),
        ("/* one\n two */ a = 1 /* three */;", "a=1;\n"),
        (
            "say(\"two  spaces // and no comment\", 'it /* is */');",
            "say(\"two  spaces // and no comment\",'it /* is */');\n",
        ),
        ("a = `x  ${f( `y  ${ b } //`, { c: 1 } )}  z`;", "a=`x  ${f( `y  ${ b } //`, { c: 1 } )}  z`;\n"),
        ("a = b / c / d;", "a=b/c/d;\n"),
        ('a.replace(/ +[/ ] /g, " ");', 'a.replace(/ +[/ ] /g," ");\n'),
        ("return /[\"'] x/.test(a) && b;", "return/[\"'] x/.test(a)&&b;\n"),
    ],
)
def test_a_script_says_the_same_in_fewer_letters(written: str, sent: str) -> None:
    assert shorten(written) == sent
