"""The words of an expression: text cut into tokens, and a cursor over them that knows how DynamoDB words an error."""

import re
from collections.abc import Set as AbstractSet
from typing import NamedTuple, NoReturn

from chabudai.engine.errors import ValidationFailed

MAX_OPERATORS = 300

_TOKEN = re.compile(
    r"""[ \t\r\n]*(?:
        (?P<word>[A-Za-z][A-Za-z0-9_]*)
      | (?P<name>\#[A-Za-z0-9_]+)
      | (?P<value>:[A-Za-z0-9_]+)
      | (?P<index>0|[1-9][0-9]*)
      | (?P<symbol><>|<=|>=|[=<>()\[\],.+-])
      | (?P<stray>[^ \t\r\n])
    )""",
    re.VERBOSE,
)


class Token(NamedTuple):
    """`kind` is word, name (#a), value (:a), index, stray, end; a keyword and a symbol are their own kind."""

    kind: str
    text: str
    start: int
    end: int


def fault(parameter: str, message: str) -> ValidationFailed:
    return ValidationFailed(f"Invalid {parameter}: {message}")


class Tokens:
    """A cursor over one expression. `keywords` are those of its language, in capitals."""

    __slots__ = ("_tokens", "operators", "parameter", "position", "text")

    def __init__(self, parameter: str, text: str, keywords: AbstractSet[str]) -> None:
        self.parameter = parameter
        self.text = text
        self.position = 0
        self.operators = 0
        self._tokens = [_token(match, keywords) for match in _TOKEN.finditer(text)]
        end = self._tokens[-1].end if self._tokens else 0
        self._tokens.append(Token("end", "<EOF>", end, end))

    @property
    def kind(self) -> str:
        return self._tokens[self.position].kind

    @property
    def next_kind(self) -> str:
        return self._tokens[min(self.position + 1, len(self._tokens) - 1)].kind

    def take(self) -> Token:
        token = self._tokens[self.position]
        self.position += 1
        return token

    def accept(self, kind: str) -> bool:
        if self.kind != kind:
            return False
        self.position += 1
        return True

    def expect(self, kind: str) -> Token:
        if self.kind != kind:
            self.fail()
        return self.take()

    def fail(self) -> NoReturn:
        """Refuse the token at hand, showing the text from the token before it to the one after it."""
        here = self.position
        first = self._tokens[max(here - 1, 0)]
        last = self._tokens[min(here + 1, len(self._tokens) - 1)]
        near = self.text[first.start : last.end]
        raise fault(self.parameter, f'Syntax error; token: "{self._tokens[here].text}", near: "{near}"')

    def count_operator(self) -> None:
        """Operators and functions count alike, and an IN counts once, whatever the number of its operands."""
        self.operators += 1
        if self.operators > MAX_OPERATORS:
            raise fault(self.parameter, f"The expression contains too many operators; operator count: {self.operators}")


class Parentheses:
    """Pairs of parentheses as they close: a pair right around another pair is redundant, which DynamoDB refuses."""

    __slots__ = ("_last", "_tokens")

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._last = (-1, -1)

    def open(self) -> int:
        opened = self._tokens.position
        self._tokens.expect("(")
        return opened

    def close(self, opened: int) -> None:
        closed = self._tokens.position
        self._tokens.expect(")")
        if self._last == (opened + 1, closed - 1):
            raise fault(self._tokens.parameter, "The expression has redundant parentheses;")
        self._last = (opened, closed)


def _token(match: re.Match[str], keywords: AbstractSet[str]) -> Token:
    kind = match.lastgroup or "stray"
    text = match[kind]
    if kind == "symbol":
        kind = text
    elif kind == "word" and text.upper() in keywords:
        kind = text.upper()
    return Token(kind, text, match.start(match.lastgroup or 0), match.end())
