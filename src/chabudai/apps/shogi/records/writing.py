"""A record written in any format, and what each format leaves out.

KIF carries everything; seconds are whole, and totals are counted where none were given.
KI2 carries no times. CSA carries the main line alone, without bookmarks, with the headers that it has words for and
the endings that it has words for (not 不戦勝, 不戦敗, 封じ手). USI carries the start and the moves of the main line.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final, Literal

from .csa_writer import carries_ending, carries_header, write_csa
from .drafts import Draft, DraftNode
from .endings import Ending
from .handicaps import EVEN
from .kif_writer import write_ki2, write_kif
from .parsing import Format
from .pieces import Side
from .record import Record

Encoding = Literal["UTF-8", "Shift_JIS"]


def write(record: Record, format: Format) -> str:  # noqa: A002
    return _WRITERS[format](carried(record, format))


def write_bytes(record: Record, format: Format, encoding: Encoding = "UTF-8") -> bytes:  # noqa: A002
    """A file; what Shift_JIS cannot spell becomes a question mark."""
    text = write(record, format)
    if encoding == "UTF-8":
        return text.encode("utf-8", "replace")
    text = re.sub(r"\A(.*encoding=)UTF-8", r"\1Shift_JIS", text)
    return text.replace("\n", "\r\n").encode("cp932", "replace")


def carried(record: Record, format: Format) -> Record:  # noqa: A002
    """The record without what the format leaves out: writing and reading it gives this back."""
    draft = _main_line_draft(record) if format in {Format.CSA, Format.USI} else Draft.of(record)
    headers = dict(record.headers)
    if format is Format.USI:
        headers = {}
    elif format is Format.CSA:
        headers = {key: value for key, value in headers.items() if carries_header(key)}
    elif format is Format.KIF:
        _count_times(draft, record, whole=True)
    _LIMITS[format](draft)
    if format is Format.CSA:
        _count_times(draft, record, whole=False)
    return draft.finish(headers, record.start)


def _main_line_draft(record: Record) -> Draft:
    draft = Draft.of(record)
    kept = [draft.nodes[index] for index in (0, *record.main_line())]
    for index, node in enumerate(kept):
        node.children = [index + 1] if index + 1 < len(kept) else []
        node.gone = ()
        if not node.ends:
            node.ending = None
    draft.nodes = kept
    return draft


def _count_times(draft: Draft, record: Record, *, whole: bool) -> None:
    """Totals are counted along each line, as a clock would; a total that was given stays where the format writes it."""
    clocks: list[dict[Side, float]] = [{Side.SENTE: 0, Side.GOTE: 0}]
    for index, node in enumerate(draft.nodes):
        clock = dict(clocks[node.parent]) if index else clocks[0]
        if index:
            clocks.append(clock)
            mover = _mover(record, node.ply - 1)
            node.seconds, node.total = _counted(node.seconds, node.total, clock, mover, whole=whole)
        if node.ending:
            mover = _mover(record, node.ply)
            times = _counted(node.ending.seconds, node.ending.total, dict(clock), mover, whole=whole)
            node.ending = replace(node.ending, seconds=times[0], total=times[1])


def _counted(
    seconds: float | None, total: float | None, clock: dict[Side, float], mover: Side, *, whole: bool
) -> tuple[float | None, float | None]:
    if seconds is None:
        return None, None
    seconds = int(seconds) if whole else seconds
    clock[mover] = int(total) if whole and total is not None else clock[mover] + seconds
    return seconds, clock[mover]


def _mover(record: Record, ply: int) -> Side:
    first = record.start_position.side
    return first if ply % 2 == 0 else first.other


def _drop_times(draft: Draft) -> None:
    for node in draft.nodes:
        node.seconds = node.total = None
        if node.ending:
            node.ending = Ending(node.ending.kind, comment=node.ending.comment)


def _drop_for_csa(draft: Draft) -> None:
    for node in draft.nodes:
        node.bookmark = ""
        if node.ending and not carries_ending(node.ending.kind):
            node.ending, node.ends = None, False


def _drop_all_but_moves(draft: Draft) -> None:
    draft.nodes = [DraftNode(node.parent, node.ply, node.move, node.children) for node in draft.nodes]


def _drop_nothing(draft: Draft) -> None:
    return


_LIMITS: Final[dict[Format, Callable[[Draft], None]]] = {
    Format.KIF: _drop_nothing,
    Format.KI2: _drop_times,
    Format.CSA: _drop_for_csa,
    Format.USI: _drop_all_but_moves,
}


def _write_usi(record: Record) -> str:
    start = "startpos" if record.handicap == EVEN else f"sfen {record.start}"
    moves = "".join(f" {move}" for move in record.main_moves)
    return f"position {start}" + (f" moves{moves}" if moves else "") + "\n"


_WRITERS: Final[dict[Format, Callable[[Record], str]]] = {
    Format.KIF: write_kif,
    Format.KI2: write_ki2,
    Format.CSA: write_csa,
    Format.USI: _write_usi,
}
