"""A board that is set up by links alone: a piece is picked and put down, or placed from a box, without any script."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from chabudai.apps.shogi.records import HAND_KINDS, Position, Side
from chabudai.apps.shogi.records.pieces import CAN_PROMOTE, INDEX, SET_COUNTS, SQUARES, kind_of, promoted, side_of
from chabudai.apps.shogi.side_names import EVEN_NAMES
from chabudai.apps.shogi.study_pages.position_address import PositionAddress
from chabudai.apps.shogi.views import words
from chabudai.apps.shogi.views.board_view import BoardView, HeldPiece, view_board

BOX: Final = ("K", *HAND_KINDS)
OFF: Final = "off"


@dataclass(frozen=True, slots=True)
class BoardCell:
    """`url` is where a tap leads, empty for nowhere; `state` is how it looks: a dot, a ring, or the picked piece."""

    square: str
    label: str
    url: str = ""
    state: str = ""


@dataclass(frozen=True, slots=True)
class HeldLink:
    piece: HeldPiece
    url: str = ""
    is_picked: bool = False


@dataclass(frozen=True, slots=True)
class PositionBoard:
    """`rows` are as one looks at it. `promotion` are two addresses, while it is asked: promoted, and not."""

    view: BoardView
    rows: tuple[tuple[BoardCell, ...], ...]
    sente_hand: tuple[HeldLink, ...]
    gote_hand: tuple[HeldLink, ...]
    promotion: tuple[str, str] | None
    is_placing: bool


def view_position(position: Position, address: PositionAddress) -> PositionBoard:
    """A position that no game can have, as one has while placing pieces, has no moves."""
    is_placing = bool(address.piece)
    moves = () if is_placing or position.problems() else position.legal_moves
    links = _cell_links(position, address, moves)
    view = view_board(position, None, EVEN_NAMES, is_flipped=address.flipped)
    names = [name for row in view.cells for name in row]
    order = SQUARES[::-1] if address.flipped else SQUARES
    cells = [BoardCell(square, name, *links.get(square, ("", ""))) for square, name in zip(order, names, strict=True)]
    sources = {move[:2] for move in moves}
    return PositionBoard(
        view=view,
        rows=tuple(tuple(cells[start : start + 9]) for start in range(0, 81, 9)),
        sente_hand=_hand_links(view.sente_hand, address, sources if position.side is Side.SENTE else set()),
        gote_hand=_hand_links(view.gote_hand, address, sources if position.side is Side.GOTE else set()),
        promotion=_promotion(position, address, moves),
        is_placing=is_placing,
    )


def place(position: Position, piece: str, put: str) -> Position:
    """With the piece put on a square, or into a hand (`b`, `w`); with one less in hand (`-P`, `-p`).

    On a square where it stands already it is turned over, and then taken away. What makes no sense changes nothing.
    """
    if put in ("b", "w"):
        return _with_held(position, kind_of(piece), Side.SENTE if put == "b" else Side.GOTE, 1)
    if len(put) == 2 and put[0] == "-":
        return _with_held(position, kind_of(put[1]), side_of(put[1]), -1)
    if put not in INDEX or (piece != OFF and (len(piece) != 1 or kind_of(piece) not in BOX)):
        return position
    squares = list(position.squares)
    squares[INDEX[put]] = "" if piece == OFF else _next_face(squares[INDEX[put]], piece)
    return replace(position, squares=tuple(squares))


def turn_over(position: Position) -> Position:
    """The other side is to move."""
    return replace(position, side=position.side.other)


def empty_board() -> Position:
    return Position.from_sfen("9/9/9/9/9/9/9/9/9 b -")


def name_piece(piece: str) -> str:
    return f"{EVEN_NAMES.of(side_of(piece))} {words.piece_names()[kind_of(piece)]}"


def _cell_links(position: Position, address: PositionAddress, moves: tuple[str, ...]) -> Mapping[str, tuple[str, str]]:
    links = {move[:2]: (address.but(picked=move[:2]).url, "") for move in moves if move[1] != "*"}
    if not address.picked:
        return links
    if address.picked in links:
        links[address.picked] = (address.but().url, "picked")
    for move in moves:
        if move[:2] != address.picked:
            continue
        target = move[2:4]
        is_choice = {f"{move[:4]}+", move[:4]} <= set(moves)
        url = (
            address.but(picked=address.picked, target=target).url
            if is_choice
            else address.moved_to(position.play_unchecked(move)).url
        )
        links[target] = (url, "take" if position.piece_at(target) else "goal")
    return links


def _promotion(position: Position, address: PositionAddress, moves: tuple[str, ...]) -> tuple[str, str] | None:
    move = address.picked + address.target
    if not address.target or not {move, f"{move}+"} <= set(moves):
        return None
    return (
        address.moved_to(position.play_unchecked(f"{move}+")).url,
        address.moved_to(position.play_unchecked(move)).url,
    )


def _hand_links(held: tuple[HeldPiece, ...], address: PositionAddress, sources: set[str]) -> tuple[HeldLink, ...]:
    links = []
    for each in held:
        drop = f"{each.kind.upper()}*"
        is_picked = address.picked == drop and drop in sources
        url = address.but(picked="" if is_picked else drop).url if drop in sources else ""
        links.append(HeldLink(each, url, is_picked))
    return tuple(links)


def _with_held(position: Position, kind: str, side: Side, by: int) -> Position:
    if kind not in HAND_KINDS:
        return position
    hands = [list(each) for each in position.hands]
    own, at = hands[side is Side.GOTE], HAND_KINDS.index(kind)
    own[at] = max(0, min(SET_COUNTS[kind], own[at] + by))
    return replace(position, hands=(tuple(hands[0]), tuple(hands[1])))


def _next_face(there: str, piece: str) -> str:
    if there == piece and kind_of(piece) in CAN_PROMOTE:
        return promoted(piece)
    return "" if there in (piece, promoted(piece)) else piece
