"""The main line of a record written as CSA."""

from collections.abc import Iterator

from .csa_codes import CODE_OF_KIND, ENDING_OF_KIND, WORD_OF_HEADER
from .endings import Ending, EndingKind
from .notation import moved_kind
from .pieces import Side, file_of, kind_of, promoted, rank_of, side_of
from .positions import Position
from .record import Record

_SIGNS = {Side.SENTE: "+", Side.GOTE: "-"}


def write_csa(record: Record) -> str:
    nodes = [record.nodes[index] for index in (0, *record.main_line())]
    times = [node.seconds for node in nodes] + [node.ending.seconds for node in nodes if node.ending]
    version = "V2.2" if all(time is None or time == int(time) for time in times) else "V3.0"
    lines = ["'CSA encoding=UTF-8", version, *_head(record), *_start(record.start_position)]
    position = record.start_position
    for node in nodes:
        if node.move:
            lines.append(_move(position, node.move))
            lines += _time(node.seconds)
            position = position.play_unchecked(node.move)
        lines += _comment(node.comment)
    if nodes[-1].ends and (ending := nodes[-1].ending):
        lines += _ending(ending, position.side)
    return "\n".join(lines) + "\n"


def carries_ending(kind: EndingKind) -> bool:
    return kind in ENDING_OF_KIND or kind is EndingKind.ILLEGAL_WIN


def carries_header(key: str) -> bool:
    return key in {"先手", "後手", *WORD_OF_HEADER} or key.startswith("$")


def _head(record: Record) -> Iterator[str]:
    for key, sign in (("先手", "+"), ("後手", "-")):
        if key in record.headers:
            yield f"N{sign}{record.headers[key]}"
    for key, value in record.headers.items():
        if key in WORD_OF_HEADER:
            yield f"${WORD_OF_HEADER[key]}:{value}"
        elif key.startswith("$"):
            yield f"{key}:{value}"


def _start(position: Position) -> Iterator[str]:
    for rank in range(9):
        row = position.squares[9 * rank : 9 * rank + 9]
        yield f"P{rank + 1}" + "".join(_square(piece) for piece in row)
    for side in Side:
        held = [CODE_OF_KIND[kind] for kind, count in position.hand(side).items() for _ in range(count)]
        if held:
            yield f"P{_SIGNS[side]}" + "".join(f"00{code}" for code in held)
    yield _SIGNS[position.side]


def _square(piece: str) -> str:
    return _SIGNS[side_of(piece)] + CODE_OF_KIND[kind_of(piece)] if piece else " * "


def _move(position: Position, usi: str) -> str:
    kind, target = moved_kind(position, usi), usi[2:4]
    kind = promoted(kind) if usi.endswith("+") else kind
    origin = "00" if usi[1] == "*" else _digits(usi[:2])
    return f"{_SIGNS[position.side]}{origin}{_digits(target)}{CODE_OF_KIND[kind]}"


def _digits(square: str) -> str:
    return f"{file_of(square)}{rank_of(square)}"


def _time(seconds: float | None) -> list[str]:
    if seconds is None:
        return []
    return [f"T{int(seconds)}" if seconds == int(seconds) else f"T{seconds:.3f}".rstrip("0")]


def _comment(text: str) -> list[str]:
    return [f"'*{line}" for line in text.split("\n")] if text else []


def _ending(ending: Ending, to_move: Side) -> list[str]:
    if not carries_ending(ending.kind):
        return []
    offence = f"{_SIGNS[to_move.other]}ILLEGAL_ACTION"
    word = offence if ending.kind is EndingKind.ILLEGAL_WIN else ENDING_OF_KIND[ending.kind]
    return [f"%{word}", *_time(ending.seconds), *_comment(ending.comment)]
