"""Heads: what lists, filters and statistics want of a game, made of its record; and whose side is whose."""

import hashlib
from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from chabudai.apps.shogi.entities import LONGEST_NAME, Game, GameHead, Result, Side
from chabudai.apps.shogi.records import Record, name_opening
from chabudai.apps.shogi.records import Side as Player
from chabudai.common.text import clean_line, fold_name

PLAYERS: Final[Mapping[Side, Player]] = {"first": Player.SENTE, "second": Player.GOTE}
HEADERS: Final = {"first_player": "先手", "second_player": "後手", "event": "棋戦", "place": "場所", "opening": "戦型"}
"""What people may change of a record's head, by its header."""
_STARTED: Final = "開始日時"


def describe(record: Record) -> dict[str, Any]:
    """The fields of a head that the record says."""
    final = record.position_at(record.end_of_line(0))
    return {
        "digest": record.digest,
        "first_player": _line(record.sente),
        "second_player": _line(record.gote),
        "played": record.played,
        "event": _line(record.event),
        "opening": _line(record.opening or name_opening(record) or ""),
        "handicap": record.handicap,
        "moves": record.moves_count,
        "final": final.sfen,
        "line": digest_line(record),
    }


def place_of(record: Record) -> str | None:
    """Where it was played; no list wants it, so it stands in the record alone."""
    return _line(record.headers.get(HEADERS["place"], ""))


def head_of(game: Game, record: Record) -> GameHead:
    """Without tags and readers, which it has as rows of their own."""
    copied = {name: getattr(game, name) for name in ("side", "result", "memo", "public", "share", "created")}
    return GameHead(owner=game.owner, game_id=game.game_id, **copied, **describe(record))


def digest_line(record: Record) -> str:
    """Of the start and the main line alone, whoever played it."""
    text = "\n".join((record.start, *record.main_moves))
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def guess_side(record: Record, own_name: str) -> Side | None:
    """By the person's own name; None when it is that of neither, or of both."""
    own = _name(own_name)
    first, second = (bool(own) and _is_own(_name(name), own) for name in (record.sente, record.gote))
    return None if first == second else "first" if first else "second"


def result_for(record: Record, side: Side | None) -> Result | None:
    """As the record ends, for this side; a draw is one for either."""
    found = record.result_for(PLAYERS[side or "first"])
    if found is None or (side is None and found.value in ("win", "lose")):
        return None
    result: Result = found.value
    return result


def with_head(record: Record, changes: Mapping[str, str | date | None]) -> Record:
    """The record with these fields in its headers; what is None is taken out."""
    headers = dict(record.headers)
    for name, value in changes.items():
        header = _STARTED if name == "played" else HEADERS[name]
        if name == "played":
            headers.pop("対局日", None)
        if value is None or value == "":
            headers.pop(header, None)
        else:
            headers[header] = value.strftime("%Y/%m/%d") if isinstance(value, date) else value
    return record.with_headers(headers)


def _line(text: str) -> str | None:
    return clean_line(text)[:LONGEST_NAME] or None


def _name(name: str) -> str:
    return fold_name("".join(name.split()))


def _is_own(player: str, own: str) -> bool:
    """Records add ranks and clubs: 山田健 is in 山田 健 五段."""
    return bool(player) and (player == own or (len(own) > 1 and player.startswith(own)))
