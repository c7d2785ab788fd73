"""Positions as the API tells them: one of a game, and what was played from one in a person's games."""

from collections.abc import Sequence
from datetime import date

from chabudai.apps.shogi.api.game_bodies import HeadRow, PlayerName, player_name
from chabudai.apps.shogi.positions import Appearance, NextMove, Outcomes, PositionSearch
from chabudai.apps.shogi.records import Place, Position, Record, move_text
from chabudai.apps.shogi.views.words import language
from chabudai.common.bodies import fill
from chabudai.web.bodies import Body


class PlaceBody(Body):
    """`key` is the same for the same board, hands and side to move. Moves are USI."""

    at: str
    ply: int
    sfen: str
    key: str
    side_to_move: PlayerName
    is_check: bool
    is_mate: bool
    legal_moves: list[str]


class OutcomesBody(Body):
    """For the person whose games they are. `rate` is wins among those won or lost, 0 to 1; null when there are none."""

    games: int
    wins: int
    draws: int
    losses: int
    rate: float | None
    last: date | None


class NextMoveBody(Body):
    """`move` is USI; null where the record ends there."""

    move: str | None
    text: str | None
    outcomes: OutcomesBody


class AppearanceBody(Body):
    """A game in which the position stands first after `ply` moves."""

    game: HeadRow
    ply: int
    next_move: str | None


class PositionSearchBody(Body):
    """`firstRate` is sente's share of the games that were won or lost; `games` are the latest first."""

    outcomes: OutcomesBody
    first_rate: float | None
    moves: list[NextMoveBody]
    games: list[AppearanceBody]
    cursor: str | None


def place_body(record: Record, place: Place) -> PlaceBody:
    position = record.position_at(place.index)
    return PlaceBody(
        at=str(place.address),
        ply=record.nodes[place.index].ply,
        sfen=position.sfen,
        key=position.key,
        side_to_move=player_name(position.side) or "sente",
        is_check=position.is_check,
        is_mate=position.is_mate,
        legal_moves=list(position.legal_moves),
    )


def search_body(
    position: Position, found: PositionSearch, games: Sequence[Appearance], cursor: str | None
) -> PositionSearchBody:
    """`games` are those of this page."""
    return PositionSearchBody(
        outcomes=outcomes_body(found.outcomes),
        first_rate=found.first_rate,
        moves=[_next_move(position, each) for each in found.moves],
        games=[AppearanceBody(game=fill(HeadRow, each.head), ply=each.ply, next_move=each.next_move) for each in games],
        cursor=cursor,
    )


def outcomes_body(outcomes: Outcomes) -> OutcomesBody:
    return OutcomesBody(
        games=outcomes.games,
        wins=outcomes.wins,
        draws=outcomes.draws,
        losses=outcomes.losses,
        rate=outcomes.rate,
        last=outcomes.last,
    )


def _next_move(position: Position, each: NextMove) -> NextMoveBody:
    text = None if each.move is None else move_text(position, each.move, language=language())
    return NextMoveBody(move=each.move, text=text, outcomes=outcomes_body(each.outcomes))
