"""The words of a statement: text cut into tokens, and a cursor over them that knows where each of them stands."""

import re
from typing import NamedTuple, NoReturn

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.partiql.keywords import KEYWORDS

LEFTOVER = "Unexpected token after expression"
_MAX_SCALE = 2**31 - 1
_TOKEN = re.compile(
    r"""
    (?P<space>\s+|--[^\n]*|/\*.*?\*/)
  | (?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)
  | (?P<word>[A-Za-z_$][A-Za-z0-9_$]*)
  | (?P<quoted>"(?:[^"]|"")*")
  | (?P<text>'(?:[^']|'')*')
  | (?P<symbol><<|>>|<>|!=|<=|>=|\|\||[-=<>()\[\]{},.:;?*+%@]|/(?!\*))
    """,
    re.VERBOSE | re.DOTALL,
)


class SourceSpan(NamedTuple):
    """Where a token stands, as DynamoDB's messages tell it."""

    line: int
    column: int
    length: int

    def __str__(self) -> str:
        return f"{self.line}:{self.column}:{self.length}"


class Token(NamedTuple):
    """The kind is word, quoted, text, number or end; of a keyword or symbol it is the keyword or symbol itself."""

    kind: str
    text: str
    span: SourceSpan


def malformed_statement(detail: str) -> ValidationFailed:
    return ValidationFailed(f"Statement wasn't well formed, can't be processed: {detail}")


class Tokens:
    __slots__ = ("_position", "_tokens", "parameters")

    def __init__(self, text: str) -> None:
        self._tokens = _tokenize(text)
        self._position = 0
        self.parameters = 0

    @property
    def here(self) -> Token:
        return self._tokens[self._position]

    @property
    def kind(self) -> str:
        return self._tokens[self._position].kind

    @property
    def next_kind(self) -> str:
        return self._tokens[min(self._position + 1, len(self._tokens) - 1)].kind

    def take(self) -> Token:
        token = self._tokens[self._position]
        if token.kind != "end":
            self._position += 1
        return token

    def accept(self, kind: str) -> bool:
        if self.kind != kind:
            return False
        self.take()
        return True

    def accept_all(self, *kinds: str) -> bool:
        """Several keywords that only together mean something."""
        wanted = self._tokens[self._position : self._position + len(kinds)]
        if tuple(token.kind for token in wanted) != kinds:
            return False
        self._position += len(kinds)
        return True

    def expect(self, kind: str, detail: str) -> Token:
        if self.kind != kind:
            self.fail(detail)
        return self.take()

    def expect_end(self) -> None:
        self.accept(";")
        if self.kind != "end":
            self.fail(LEFTOVER)

    def fail(self, detail: str) -> NoReturn:
        raise malformed_statement(detail)


def _tokenize(text: str) -> list[Token]:
    tokens: list[Token] = []
    line, line_start, position = 1, 0, 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            # DynamoDB's lexer tells no detail.
            raise malformed_statement("")
        found = match[0]
        if match.lastgroup != "space":
            span = SourceSpan(line, position - line_start + 1, len(found))
            tokens.append(_token(match.lastgroup or "", found, span))
        position = match.end()
        newlines = found.count("\n")
        if newlines:
            line += newlines
            line_start = match.start() + found.rindex("\n") + 1
    tokens.append(Token("end", "", SourceSpan(line, position - line_start + 1, 0)))
    return tokens


def _token(group: str, found: str, span: SourceSpan) -> Token:
    if group == "symbol":
        return Token(found, found, span)
    if group == "word":
        upper = found.upper()
        return Token(upper if upper in KEYWORDS else "word", found, span)
    if group == "number":
        _check_scale(found)
        return Token("number", found, span)
    quote = found[0]
    return Token(group, found[1:-1].replace(quote * 2, quote), span)


def _check_scale(number: str) -> None:
    """A number whose exponent does not fit 32 bits cannot even be read, whatever its value."""
    mantissa, _, exponent = number.lower().partition("e")
    if len(exponent) > 12:
        raise malformed_statement("")
    power = int(exponent or 0)
    scale = len(mantissa.partition(".")[2]) - power
    if not (abs(power) <= _MAX_SCALE and -_MAX_SCALE - 1 <= scale <= _MAX_SCALE):
        raise malformed_statement("")
