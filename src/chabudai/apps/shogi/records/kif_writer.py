"""Records written as KIF and KI2."""

from collections.abc import Iterator

from .diagrams import write_diagram
from .ending_words import write_closing
from .endings import ENDING_WORDS
from .handicaps import OTHER, gives_odds
from .notation import move_text, moved_kind
from .pieces import KANJI, file_of, rank_of, square_text
from .positions import Position
from .record import Node, Record
from .walks import Branch, Ended, Played, walk

_MOVE_WIDTH = 12
_KI2_WIDTH = 14
_KI2_PER_LINE = 6


def write_kif(record: Record) -> str:
    lines = ["#KIF version=2.0 encoding=UTF-8", *_head(record), "手数----指手---------消費時間--"]
    lines += _notes(record.nodes[0])
    main = True
    for step in walk(record):
        if isinstance(step, Branch):
            lines += ["", f"変化：{step.ply}手"]
            main = False
        elif isinstance(step, Played):
            lines += [_kif_line(record, step), *_notes(record.nodes[step.index])]
        else:
            lines += _kif_ending(record, step, main=main)
    return "\n".join(lines) + "\n"


def write_ki2(record: Record) -> str:
    lines = ["#KI2 version=2.0 encoding=UTF-8", *_head(record), "", *_notes(record.nodes[0])]
    moves: list[str] = []
    for step in walk(record):
        if isinstance(step, Played):
            node = record.nodes[step.index]
            moves.append(_ki2_move(record, step))
            if notes := _notes(node):
                lines += [*_flow(moves), *notes]
                moves = []
            continue
        lines += _flow(moves)
        moves = []
        lines += ["", f"変化：{step.ply}手"] if isinstance(step, Branch) else _ki2_ending(record, step)
    return "\n".join([*lines, *_flow(moves)]) + "\n"


def _head(record: Record) -> Iterator[str]:
    odds = gives_odds(record.handicap)
    names = {"先手": "下手", "後手": "上手"} if odds else {}
    told = False
    for key, value in record.headers.items():
        if key in {"先手", "後手"} and not told:
            yield f"手合割：{record.handicap}"
            told = True
        yield f"{names.get(key, key)}：{value}"
    if not told:
        yield f"手合割：{record.handicap}"
    if record.handicap == OTHER:
        yield from write_diagram(record.start_position, handicap=False)


def _notes(node: Node) -> list[str]:
    gone = [f"#消した続き={','.join(map(str, node.gone))}"] if node.gone else []
    bookmark = [f"&{node.bookmark}"] if node.bookmark else []
    return [*gone, *bookmark, *_comment(node.comment)]


def _comment(text: str) -> list[str]:
    return [f"*{line}" for line in text.split("\n")] if text else []


def _kif_line(record: Record, step: Played) -> str:
    node = record.nodes[step.index]
    previous = record.nodes[node.parent].move
    text = _kif_move(step.before, node.move, previous)
    return f"{node.ply:4} {text}{_kif_times(node.seconds, node.total, text)}"


def _kif_move(position: Position, usi: str, previous: str) -> str:
    target = usi[2:4]
    where = "同　" if previous[2:4] == target else square_text(target)
    name = where + KANJI[moved_kind(position, usi)]
    if usi[1] == "*":
        return name + "打"
    origin = f"({file_of(usi[:2])}{rank_of(usi[:2])})"
    return name + ("成" if usi.endswith("+") else "") + origin


def _kif_times(seconds: float | None, total: float | None, text: str) -> str:
    if seconds is None:
        return ""
    width = sum(1 if letter.isascii() else 2 for letter in text)
    used, spent = int(seconds), int(total or 0)
    return " " * max(1, _MOVE_WIDTH - width) + (
        f"({used // 60:2}:{used % 60:02}/{spent // 3600:02}:{spent // 60 % 60:02}:{spent % 60:02})"
    )


def _kif_ending(record: Record, step: Ended, *, main: bool) -> Iterator[str]:
    node = record.nodes[step.index]
    if ending := node.ending:
        word = ENDING_WORDS[ending.kind]
        yield f"{node.ply + 1:4} {word}{_kif_times(ending.seconds, ending.total, word)}"
        yield from _comment(ending.comment)
        if main:
            yield write_closing(ending, node.ply, step.position.side, handicap=gives_odds(record.handicap))


def _ki2_ending(record: Record, step: Ended) -> Iterator[str]:
    node = record.nodes[step.index]
    if ending := node.ending:
        yield write_closing(ending, node.ply, step.position.side, handicap=gives_odds(record.handicap))
        yield from _comment(ending.comment)


def _ki2_move(record: Record, step: Played) -> str:
    node = record.nodes[step.index]
    text = move_text(step.before, node.move, previous=record.nodes[node.parent].move or None)
    return text.replace("同", "同　", 1) if text[1] == "同" and len(text) == 3 else text


def _flow(moves: list[str]) -> Iterator[str]:
    for start in range(0, len(moves), _KI2_PER_LINE):
        padded = (text + " " * max(1, _KI2_WIDTH - 2 * len(text)) for text in moves[start : start + _KI2_PER_LINE])
        yield "".join(padded).rstrip()
