"""Random legal games with everything a record can hold, the same for the same seed."""

import random

from chabudai.apps.shogi.records import (
    HANDICAPS,
    Ending,
    EndingKind,
    Position,
    Record,
)
from chabudai.apps.shogi.records.drafts import Draft

_REMARKS = (
    "好手",
    "*解析 0 候補1 評価値 +312",
    "#指し手[-55]",
    "二行\nの\n\nことば",
    " 前に空き",
    "変化：3手",
    "1 ７六歩(77)",
    "まで",
    "'x",
    "😀 %TORYO",
)
_HEADERS = {
    "開始日時": "2025/10/25 10:00",
    "先手": "山田 健",
    "後手": "鈴木 浩二",
    "棋戦": "社団戦",
    "$X": "y",
    "戦型": "四間飛車",
}
_KINDS = tuple(EndingKind)
_STARTS = (
    *HANDICAPS.values(),
    "4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1",
    "l2g1g1nl/5sk2/3ppp1p1/p5p1p/1p5P1/2P1P3P/PPSP1PPS1/2G2K1R1/LN3G1NL w BNrsbp 1",
)


def random_record(seed: int) -> Record:
    """A main line of up to 120 moves with nested variations; every seventeenth starts at the next handicap."""
    chance = random.Random(seed)
    start = _STARTS[seed % len(_STARTS)]
    draft = Draft()
    positions = {0: Position.from_sfen(start)}
    _grow(draft, positions, 0, chance.randrange(0, 120), chance)
    if chance.random() < 0.8:
        draft.nodes[-1].end(_ending(seed, 0, chance))
    for _ in range(chance.randrange(0, 7)):
        at = len(draft.nodes) - 1 if chance.random() < 0.2 else chance.randrange(0, len(draft.nodes))
        _grow(draft, positions, at, chance.randrange(1, 12), chance)
    for index, node in enumerate(draft.nodes):
        if chance.random() < 0.1:
            node.comment = "\n".join(chance.sample(_REMARKS, chance.randrange(1, 3)))
        if chance.random() < 0.02:
            node.bookmark = "しおり"
        if index and chance.random() < 0.7:
            node.seconds = chance.choice((0, 7, 61, 3600, 12.5))
        if not node.children or chance.random() < 0.02:
            node.end(_ending(seed, index, chance))
        if len(node.children) > 1 and chance.random() < 0.2:
            node.gone = (chance.randrange(1, 5),)
    chosen = {key: value for key, value in _HEADERS.items() if chance.random() < 0.7}
    return draft.finish(chosen, positions[0].sfen)


def _grow(draft: Draft, positions: dict[int, Position], index: int, length: int, chance: random.Random) -> None:
    for _ in range(length):
        moves = positions[index].legal_moves
        if not moves:
            return
        taking = [move for move in moves if positions[index].piece_at(move[2:4])]
        move = chance.choice(taking if taking and chance.random() < 0.4 else moves)
        before, index = index, draft.add(index, move)
        positions[index] = positions[before].play_unchecked(move)


def _ending(seed: int, index: int, chance: random.Random) -> Ending:
    seconds = chance.choice((None, 0, 90))
    comment = "終わりに" if chance.random() < 0.2 else ""
    return Ending(_KINDS[(seed + index) % len(_KINDS)], seconds, None, comment)


def random_positions(count: int) -> list[Position]:
    """Positions of every stage of random games, handicaps included."""
    chance = random.Random(7)
    found: list[Position] = []
    while len(found) < count:
        record = random_record(chance.randrange(10**6))
        path = record.main_line()
        if path:
            cut = chance.randrange(0, len(path) + 1)
            found.append(record.position_at(path[cut - 1] if cut else 0))
    return found
