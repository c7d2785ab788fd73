"""A board as a page shows it: every piece at its place, every square by its name, both hands, the last move."""

from collections.abc import Sequence
from dataclasses import dataclass

from chabudai.apps.shogi.drawing.shapes import CELL, face_of
from chabudai.apps.shogi.drawing.wood import HEIGHT, LEFT, TOP, WIDTH, place
from chabudai.apps.shogi.records import HAND_KINDS, Position, Side
from chabudai.apps.shogi.records.pieces import INDEX
from chabudai.apps.shogi.side_names import SideNames
from chabudai.apps.shogi.views import words


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """`face` is the name of its drawing, as it is seen from below; (x, y) is its middle."""

    face: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class HeldPiece:
    """`kind` is small for gote's."""

    kind: str
    face: str
    count: int
    label: str


@dataclass(frozen=True, slots=True)
class Coordinate:
    text: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class BoardView:
    """`cells` are rows of names, from the top left as one looks at it; `gone_from` and `moved_to` are corners.

    `hand_labels` are what sente's and gote's hands are called."""

    pieces: tuple[PlacedPiece, ...]
    cells: tuple[tuple[str, ...], ...]
    coordinates: tuple[Coordinate, ...]
    sente_hand: tuple[HeldPiece, ...]
    gote_hand: tuple[HeldPiece, ...]
    hand_labels: tuple[str, str]
    turn: str
    gone_from: tuple[float, float] | None
    moved_to: tuple[float, float] | None
    is_flipped: bool
    width: float = WIDTH
    height: float = HEIGHT


def view_board(position: Position, last: str | None, sides: SideNames, *, is_flipped: bool) -> BoardView:
    """`last` is the move that led here, in USI."""
    faces = [face_of(piece) for piece in position.squares]
    order = range(80, -1, -1) if is_flipped else range(81)
    names = [words.name_cell(index, faces[index], sides) for index in order]
    return BoardView(
        pieces=tuple(
            PlacedPiece(turn_face(face, is_flipped=is_flipped), *_middle(index, is_flipped=is_flipped))
            for index, face in enumerate(faces)
            if face
        ),
        cells=tuple(tuple(names[start : start + 9]) for start in range(0, 81, 9)),
        coordinates=tuple(_coordinates(is_flipped=is_flipped)),
        sente_hand=_hand(position, Side.SENTE, is_flipped=is_flipped),
        gote_hand=_hand(position, Side.GOTE, is_flipped=is_flipped),
        hand_labels=(words.name_hand(sides.sente), words.name_hand(sides.gote)),
        turn="b" if position.side is Side.SENTE else "w",
        gone_from=_corner(last[:2], is_flipped=is_flipped) if last and last[1] != "*" else None,
        moved_to=_corner(last[2:4], is_flipped=is_flipped) if last else None,
        is_flipped=is_flipped,
    )


def turn_face(face: str, *, is_flipped: bool) -> str:
    """Seen from the other side; 王 and 玉 stay whose they are."""
    if not is_flipped:
        return face
    return face.swapcase() + ("2" if face in "Kk" else "")


def _middle(index: int, *, is_flipped: bool) -> tuple[float, float]:
    return place(*divmod(80 - index if is_flipped else index, 9))


def _corner(square: str, *, is_flipped: bool) -> tuple[float, float]:
    x, y = _middle(INDEX[square], is_flipped=is_flipped)
    return x - CELL[0] / 2, y - CELL[1] / 2


def _coordinates(*, is_flipped: bool) -> Sequence[Coordinate]:
    files, ranks = words.files(), words.ranks()
    across = files if is_flipped else files[::-1]
    down = ranks[::-1] if is_flipped else ranks
    right = LEFT + CELL[0] * 9 + 16.5
    return [
        *(Coordinate(text, LEFT + (n + 0.5) * CELL[0], TOP - 9.5) for n, text in enumerate(across)),
        *(Coordinate(text, right, TOP + (n + 0.5) * CELL[1] + 6) for n, text in enumerate(down)),
    ]


def _hand(position: Position, side: Side, *, is_flipped: bool) -> tuple[HeldPiece, ...]:
    """All kinds, also those of which there are none: the script shows and hides them."""
    held = position.hand(side)
    letters = [(kind, kind if side is Side.SENTE else kind.lower()) for kind in HAND_KINDS]
    return tuple(
        HeldPiece(
            letter,
            turn_face(letter, is_flipped=is_flipped),
            held.get(kind, 0),
            words.name_held(kind, held.get(kind, 0)),
        )
        for kind, letter in letters
    )
