"""A score as one number, always from sente's side: hundredths of a pawn, or a mate beyond all of them."""

from dataclasses import dataclass
from typing import Final, Literal, Self, TypeAlias

Color: TypeAlias = Literal["sente", "gote"]

_MATE: Final = 30_000  # minus the moves that it takes
_MATE_OF_UNKNOWN_LENGTH: Final = 20_000
_MOST: Final = _MATE_OF_UNKNOWN_LENGTH - 1
_LONGEST_MATE: Final = _MATE - _MATE_OF_UNKNOWN_LENGTH - 1


@dataclass(frozen=True, slots=True, order=True)
class Score:
    """`value` is what is stored: -250, or 29989 for sente's mate in 11."""

    value: int

    @classmethod
    def of_points(cls, points: int) -> Self:
        return cls(max(-_MOST, min(_MOST, points)))

    @classmethod
    def of_mate(cls, winner: Color, moves: int | None) -> Self:
        """`moves` counts both sides' moves; 0 when it is mate already, None when the engine does not say."""
        size = _MATE_OF_UNKNOWN_LENGTH if moves is None else _MATE - max(0, min(_LONGEST_MATE, moves))
        return cls(size if winner == "sente" else -size)

    @property
    def is_mate(self) -> bool:
        return abs(self.value) >= _MATE_OF_UNKNOWN_LENGTH

    @property
    def mate_in(self) -> int | None:
        """How many moves the mate takes, if it is one and that is known."""
        size = abs(self.value)
        return _MATE - size if _MATE_OF_UNKNOWN_LENGTH < size <= _MATE else None

    @property
    def winner(self) -> Color | None:
        """Who mates."""
        if not self.is_mate:
            return None
        return "sente" if self.value > 0 else "gote"

    def seen_by(self, color: Color) -> int:
        return self.value if color == "sente" else -self.value
