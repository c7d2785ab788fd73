"""What a text was read as, to be looked over before it is kept; or where it stopped, and why."""

from dataclasses import dataclass

from chabudai.apps.shogi.errors import RecordRefused
from chabudai.apps.shogi.games import GamePreview
from chabudai.apps.shogi.messages import gettext
from chabudai.apps.shogi.pages.diagrams import diagram_url
from chabudai.apps.shogi.records import Reason, Side, UnreadableRecord, gives_odds, name_opening, opening_text
from chabudai.apps.shogi.side_names import names_in
from chabudai.apps.shogi.views import words
from chabudai.apps.shogi.views.game_page import describe_outcome
from chabudai.web import formats
from chabudai.web.context import current_display


@dataclass(frozen=True)
class Reading:
    """`facts` are pairs of a label and what is said; `same` are ids of games that are the same."""

    diagram: str
    handicap: str
    facts: tuple[tuple[str, str], ...]
    same: tuple[str, ...]


@dataclass(frozen=True)
class Stop:
    """`lines` are those around the bad one, with their numbers; `moves` is how many can be kept, 0 for none."""

    title: str
    reason: str
    line: int | None
    lines: tuple[tuple[int, str], ...]
    moves: int


def describe_reading(preview: GamePreview, encoding: str | None) -> Reading:
    record = preview.read.record
    final = record.position_at(record.end_of_line(0))
    day = formats.day_text(record.played, current_display().zone) if record.played else ""
    kind, sides = preview.read.format.value.upper(), names_in(record.handicap)
    facts = (
        (gettext("Format"), f"{kind} ({encoding})" if encoding else kind),
        (str(sides.sente), record.sente),
        (str(sides.gote), record.gote),
        (gettext("Length"), words.count_moves(record.moves_count)),
        (gettext("Handicap"), str(words.HANDICAP_NAMES[record.handicap]) if gives_odds(record.handicap) else ""),
        (gettext("Result"), describe_outcome(record)),
        (gettext("Played"), day),
        (gettext("Opening"), opening_text(record.opening or name_opening(record) or "", words.language())),
    )
    moves = record.main_moves
    last = moves[-1][2:4] if moves else ""
    told = tuple((name, said) for name, said in facts if said)
    return Reading(diagram_url(final, last), record.handicap, told, preview.same)


def describe_stop(refusal: RecordRefused) -> Stop:
    unreadable = refusal.unreadable
    reason = str(refusal.reason)
    if unreadable.move_number is not None:
        move = _name_move(unreadable)
        reason = gettext("Move %(n)s, %(move)s: %(reason)s", n=unreadable.move_number, move=move, reason=reason)
    title = (
        gettext("We can't read this")
        if unreadable.line is None
        else gettext("Stopped at line %(n)s", n=unreadable.line)
    )
    moves = unreadable.readable.moves_count if unreadable.readable else 0
    if (
        unreadable.reason is Reason.UNREADABLE
        and not moves
        and not (unreadable.readable and unreadable.readable.headers)
    ):
        said = gettext("This doesn't look like a game. Paste a record in KIF, KI2, CSA or USI.")
        return Stop(gettext("We can't read this"), said, None, (), 0)
    return Stop(title, reason, unreadable.line, unreadable.lines, moves)


def _is_prose(unreadable: UnreadableRecord) -> bool:
    """Nothing of it was read: a line's number would lead nowhere."""
    read = unreadable.readable
    return unreadable.reason is Reason.UNREADABLE and not (read and (read.moves_count or read.headers))


def _name_move(unreadable: UnreadableRecord) -> str:
    """As it was written; whoever reads English reads `☗R-2d`."""
    refusal = unreadable.refusal
    if words.is_japanese() or refusal is None or refusal.kind is None or refusal.target is None:
        return unreadable.text.strip()[:40]
    mark = "☗" if refusal.side is Side.SENTE else "☖"
    return f"{mark}{refusal.kind}{'-' if refusal.origin else '*'}{refusal.target}"
