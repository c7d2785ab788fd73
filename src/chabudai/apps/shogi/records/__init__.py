"""Shogi records as values: no store, no HTTP.

- `decode(data) -> Decoded`, `parse(text, format=None) -> Record`, `detect(text) -> Format`
- `write(record, format) -> str`, `write_bytes(record, format, encoding)`; `carried(record, format)` is what survives it
- `Record` (a frozen tree of `Node`s with headers, start and `Ending`s) and `Address`, a place in it; its `tree` is the
  same as lines of play, `walk(record)` tells it in order with positions
- `Position`: legal moves, play, key, why a move is refused (`Refusal`), what is wrong with a start (`PositionProblem`)
- `move_text`, `bare_move_text`, `line_text`: moves as people read them
- `evaluations(record)`: scores that other programs left in comments
- `name_opening(record)`: the Japanese name, which is what is kept; `opening_text(name, language)` for the pages
- `UnreadableRecord`, `IllegalMove`, `UnknownAddress`, `InvalidSfen`: errors that carry codes, worded by the pages
"""

from .addresses import Address
from .decoding import MAX_BYTES, Decoded, decode
from .drafts import MOST_LEVELS, MOST_VARIATIONS
from .endings import ENDING_WORDS, Ending, EndingKind, Result
from .errors import (
    IllegalMove,
    InvalidSfen,
    PositionProblem,
    Problem,
    Reason,
    RecordError,
    Refusal,
    TooManyVariations,
    UnknownAddress,
    UnreadableRecord,
    UnwritableRecord,
    Why,
)
from .evaluations import UNCOUNTED_MATE, Evaluation, evaluations
from .handicaps import EVEN, HANDICAPS, OTHER, gives_odds
from .lines import Line, Tree
from .notation import Language, bare_move_text, captured_kind, line_text, move_text, moved_kind
from .openings import ENGLISH_NAMES, name_opening, opening_name, opening_text
from .parsing import Format, detect, parse
from .pieces import HAND_KINDS, KANJI, KANJI_ONE, SQUARES, Side, kind_of, side_of, square_text
from .positions import Position
from .record import Node, Place, Record
from .walks import Played, walk
from .writing import Encoding, carried, write, write_bytes

__all__ = [
    "ENDING_WORDS",
    "ENGLISH_NAMES",
    "EVEN",
    "HANDICAPS",
    "HAND_KINDS",
    "KANJI",
    "KANJI_ONE",
    "MAX_BYTES",
    "MOST_LEVELS",
    "MOST_VARIATIONS",
    "OTHER",
    "SQUARES",
    "UNCOUNTED_MATE",
    "Address",
    "Decoded",
    "Encoding",
    "Ending",
    "EndingKind",
    "Evaluation",
    "Format",
    "IllegalMove",
    "InvalidSfen",
    "Language",
    "Line",
    "Node",
    "Place",
    "Played",
    "Position",
    "PositionProblem",
    "Problem",
    "Reason",
    "Record",
    "RecordError",
    "Refusal",
    "Result",
    "Side",
    "TooManyVariations",
    "Tree",
    "UnknownAddress",
    "UnreadableRecord",
    "UnwritableRecord",
    "Why",
    "bare_move_text",
    "captured_kind",
    "carried",
    "decode",
    "detect",
    "evaluations",
    "gives_odds",
    "kind_of",
    "line_text",
    "move_text",
    "moved_kind",
    "name_opening",
    "opening_name",
    "opening_text",
    "parse",
    "side_of",
    "square_text",
    "walk",
    "write",
    "write_bytes",
]
