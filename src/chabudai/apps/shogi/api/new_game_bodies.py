"""What games are made of and changed by: a record in any of its forms, and what people fill in beside it."""

from typing import Annotated

import msgspec
from msgspec import Meta

from chabudai.apps.shogi import record_texts
from chabudai.apps.shogi.api.parameters import At, Id, Seen, Usi
from chabudai.apps.shogi.entities import Result, Side
from chabudai.apps.shogi.games import GAME_FIELDS, MOST_TAGS, GamePreview
from chabudai.apps.shogi.messages import lazy
from chabudai.apps.shogi.records import EVEN, HANDICAPS, Ending, EndingKind, Format
from chabudai.common.bodies import changes_body
from chabudai.web.bodies import Body
from chabudai.web.errors import invalid_field

LARGEST_RECORD_BODY = 2 * 1024 * 1024
"""In bytes: more than any record takes in JSON, so that one that is too large is told so in words."""

Sfen = Annotated[str, Meta(max_length=200, examples=[HANDICAPS[EVEN]])]
Folder = Annotated[str, Meta(max_length=1000)]


class RecordText(Body):
    """A record: as text, as a file in base64 (UTF-8, Shift_JIS or UTF-16), or as its moves in USI.

    With `moves` go `start`, an SFEN, and `ending`. `readablePart`: of one that stops being readable, all before.
    """

    record: str | None = None
    file: bytes | None = None
    moves: list[Usi] | None = None
    start: Sfen | None = None
    ending: EndingKind | None = None
    readable_part: bool = False


@changes_body(GAME_FIELDS)
class NewGame(RecordText):
    """What is left out is guessed: the name and the result from the record, the side from the person's own name.

    A name that is given and taken is refused; a guessed one gets a number.
    """

    folder: Folder = ""
    tags: Annotated[list[Id], Meta(max_length=MOST_TAGS)] = msgspec.field(default_factory=list)


class NewPreview(RecordText):
    folder: Folder = ""


class PreviewBody(Body):
    """What a record was read as, and what is proposed; `same` are the person's games with its moves and players."""

    format: Format
    slug: str
    side: Side | None
    result: Result | None
    moves: int
    same: list[str]


@changes_body(GAME_FIELDS)
class GameChanges(Body):
    """What is left out stays as it is; null takes away what may be missing."""

    seen: Seen = None


class NewRecord(RecordText):
    """In the place of the one before."""

    seen: Seen = None


class NewCopy(Body):
    """`moves` are tried from `at` and kept as a variation of the copy."""

    at: At = "0"
    moves: Annotated[list[Usi], Meta(max_length=record_texts.MOST_MOVES)] = msgspec.field(default_factory=list)
    folder: Folder = ""


def record_text(data: RecordText) -> str:
    """The text that is kept; exactly one of the three has to be given."""
    if sum(each is not None for each in (data.record, data.file, data.moves)) != 1:
        raise invalid_field("record", lazy("Paste a game, or choose a file."))
    if data.moves is not None:
        ending = None if data.ending is None else Ending(data.ending)
        entered = record_texts.enter(data.moves, start=data.start or HANDICAPS[EVEN], ending=ending)
        return record_texts.compose(entered)
    text = data.record if data.file is None else record_texts.decode_file(data.file).text
    return record_texts.keep_readable(text or "") if data.readable_part else text or ""


def preview_body(preview: GamePreview) -> PreviewBody:
    return PreviewBody(
        format=preview.read.format,
        slug=preview.slug,
        side=preview.side,
        result=preview.result,
        moves=preview.read.record.moves_count,
        same=list(preview.same),
    )
