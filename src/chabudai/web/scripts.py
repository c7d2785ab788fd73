"""Scripts as they are sent: without what only their authors read, comments and space; names and texts stay."""

import re
from collections.abc import Iterator
from functools import cache

# What stands before a slash that begins a regular expression; after anything else it divides.
_BEFORE_EXPRESSION = frozenset("(,=:[!&|?{};+-*%<>~^\n")
_SPACE = re.compile(r"[ \t\r\n]+")
_NAME = re.compile(r"[\w$]+")
_EXPRESSION = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/")
_QUOTED = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'')
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_NO_BREAK_AFTER = frozenset("{([,;:?=&|<>+-*!.")
_NO_BREAK_BEFORE = frozenset(")].,:?&|=}")


@cache
def shorten(script: str) -> str:
    """A line's end stays wherever a statement might end there."""
    said: list[str] = []
    last, space = "\n", ""
    for token in _tokens(script):
        if _SPACE.fullmatch(token) or _COMMENT.fullmatch(token):
            space = "\n" if "\n" in token + space else " "
            continue
        said.append(_gap(last, token[0], space) + token)
        last, space = token[-1], ""
    return "".join(said).strip() + "\n"


def _gap(last: str, following: str, space: str) -> str:
    if not space or last in _NO_BREAK_AFTER or following in _NO_BREAK_BEFORE:
        return " " if space and last + following in ("++", "--", "+-", "-+") else ""
    if space == "\n":
        return space
    return space if _NAME.match(last) and _NAME.match(following) else ""


def _tokens(script: str) -> Iterator[str]:
    """Texts, templates, regular expressions, comments and space are each one; all else is a character or a word."""
    at, last = 0, "\n"
    while at < len(script):
        end = _end_of_token(script, at, last)
        token = script[at:end]
        yield token
        if not _SPACE.fullmatch(token) and not _COMMENT.fullmatch(token):
            last = token[-1] if token != "return" else "("
        at = end


def _end_of_token(script: str, at: int, last: str) -> int:
    letter = script[at]
    found: re.Match[str] | None = None
    if letter == "`":
        return _end_of_template(script, at)
    if letter in "\"'":
        found = _QUOTED.match(script, at)
    elif letter == "/":
        found = _COMMENT.match(script, at) or (_EXPRESSION.match(script, at) if last in _BEFORE_EXPRESSION else None)
    elif letter in " \t\r\n":
        found = _SPACE.match(script, at)
    elif _NAME.match(letter):
        found = _NAME.match(script, at)
    return found.end() if found else at + 1


def _end_of_template(script: str, at: int) -> int:
    """What it fills in may hold texts and templates of its own."""
    at += 1
    while script[at] != "`":
        if script[at] == "\\":
            at += 2
        elif script.startswith("${", at):
            at = _end_of_filling(script, at + 2)
        else:
            at += 1
    return at + 1


def _end_of_filling(script: str, at: int) -> int:
    depth, last = 1, "{"
    while depth:
        end = _end_of_token(script, at, last)
        depth += {"{": 1, "}": -1}.get(script[at:end], 0)
        last = script[end - 1]
        at = end
    return at
