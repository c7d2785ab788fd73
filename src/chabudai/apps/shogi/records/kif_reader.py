"""KIF and KI2: the texts of Kifu for Windows, which nearly every Japanese program writes."""

import re
from dataclasses import replace
from typing import Final

from .diagrams import DiagramReader
from .ending_words import read_closing, read_ending_word
from .endings import Ending, EndingKind
from .errors import Reason, Refusal, UnreadableRecord
from .handicaps import HANDICAPS
from .move_words import MoveWords, read_words, resolve
from .reading import Reading
from .record import LONGEST_TIME, Record

_HEADER: Final = re.compile(r"(?P<key>[^：:|]{1,40}?)[ 　]*[：:](?P<value>.*)")
_NUMBER: Final = re.compile(r"[ 　\t]*(?P<number>[0-9０-９]{1,6})[ 　\t.:：手目]+(?=\S)")
_VARIATION: Final = re.compile(r"[ 　\t]*変化[：:][ 　]*(?P<ply>[0-9０-９]{1,6})手?")
# Possessive: what was taken as space is never tried as another space, so a line takes linear time.
_TIME: Final = re.compile(
    r"[ 　\t]*+[(（][ 　]*+(?P<used>[0-9]++(?::[0-9]++){0,2}+(?:\.[0-9]++)?+)?+[ 　]*+"
    r"(?:/[ 　]*+(?P<total>[0-9]++(?::[0-9]++){0,2}+(?:\.[0-9]++)?+)?+[ 　]*+)?+[)）]"
)
_OWN_HEADERS: Final = {"手合割", "先手", "後手", "下手", "上手"}
_MARK: Final = re.compile(r"[ 　\t]*\+?[ 　\t]*")
_GONE: Final = re.compile(r"#消した続き=([0-9]{1,6}(?:,[0-9]{1,6})*)")
_KEPT_NOTE: Final = re.compile(r"#.*(?:指し手|評価値)")
_BREAKS: Final = re.compile(r"[ 　\t]*手数[-－ー─]+指(?:し)?手")


def read_kif(text: str, *, is_kept: bool = False) -> Record:
    return _KifReader(text, is_kept=is_kept).read()


class _KifReader:
    def __init__(self, text: str, *, is_kept: bool) -> None:
        self.reading = Reading(text, is_kept=is_kept)
        self.diagram = DiagramReader()
        self.diagram_line = 0
        self.handicap: str | None = None
        self.signed = False  # something was read that only a record has; a letter has lines like headers too
        self.begun = False
        self.over = False  # the line of play has ended: what follows may be anything, until a variation
        self.on_ending = False  # comments belong to the ending
        self.offset: int | None = None  # what the first move's number is more than 1
        self.foul: tuple[str, Refusal] | None = None  # a refused move, which an ending 反則 would excuse
        self.foul_line = 0

    def read(self) -> Record:
        reading = self.reading
        for number, line in enumerate(reading.lines, 1):
            reading.number = number
            self._take(line)
        self._settle_foul()
        if not self.begun and not self.signed:
            raise UnreadableRecord(Reason.EMPTY)
        self._begin()
        return reading.finish()

    def _take(self, line: str) -> None:
        if not line.strip(" 　\t"):
            return
        if line[0] in "*＊":
            self._add_comment(line[1:])
        elif line[0] == "#":
            self._take_note(line)
        elif line[0] == "&":
            self.reading.node.bookmark = line[1:]
        elif found := _VARIATION.match(line):
            self._settle_foul()
            self._begin()
            self.reading.go_back_to(int(found["ply"]) - 1 - (self.offset or 0))
            self.over = self.on_ending = False
        elif line.lstrip(" 　\t").startswith("まで"):
            self._close(line)
        elif not self._take_head(line):
            self._take_moves(line)

    # before the moves

    def _take_head(self, line: str) -> bool:
        if self.begun:
            return bool(_BREAKS.match(line))
        if _BREAKS.match(line):
            self._begin()
            return True
        try:
            if self.diagram.take(line):
                self.signed = True
                self.diagram_line = self.diagram_line or (self.reading.number if self.diagram.seen else 0)
                return True
        except ValueError:
            self.reading.refuse(Reason.UNREADABLE)
        number = _NUMBER.match(line)
        found = None if number and read_words(line, number.end()) else _HEADER.fullmatch(line)
        if found:
            self._take_header(found["key"].strip(" 　\t"), found["value"])
            return True
        return False

    def _take_header(self, key: str, value: str) -> None:
        self.signed = self.signed or key in _OWN_HEADERS
        if key == "手合割":
            self.handicap = re.sub(r"[ 　]", "", value)
            if self.handicap not in HANDICAPS and self.handicap not in {"その他", "詰将棋", ""}:
                self.reading.refuse(Reason.UNKNOWN_HANDICAP, text=value)
        else:
            self.reading.headers[key] = value

    def _begin(self) -> None:
        """The first thing after the headers: from here on the start position is known."""
        if self.begun:
            return
        self.begun = True
        if self.diagram.seen:
            number, self.reading.number = self.reading.number, self.diagram_line
            try:
                start = self.diagram.position(self.handicap)
            except ValueError:
                self.reading.refuse(Reason.UNREADABLE)
            self.reading.begin(start)
            self.reading.number = number
        elif self.handicap in HANDICAPS:
            self.reading.begin_at_sfen(HANDICAPS[self.handicap])

    # the moves

    def _take_moves(self, line: str) -> None:
        self._begin()
        number = _NUMBER.match(line)
        at = number.end() if number else len(line) - len(line.lstrip(" 　\t"))
        if number and self.offset is None:
            self.offset = int(number["number"]) - 1
        if ended := read_ending_word(line[at:]):
            self._end(ended[0], line[at + ended[1] :])
            return
        while at < len(line):
            words = read_words(line, at)
            if words is None:
                if self.over:
                    return
                self._settle_foul()
                self.reading.refuse(Reason.UNREADABLE, text=line[at:], move_number=self.reading.ply + 1)
            at = self._play(words, line, at)

    def _play(self, words: MoveWords, line: str, at: int) -> int:
        """One move; returns where the text behind it begins."""
        self._settle_foul()
        text = line[at : at + words.length]
        usi = resolve(words, self.reading.position, self.reading.previous)
        refusal = usi if isinstance(usi, Refusal) else self.reading.position.refusal(usi)
        at += words.length
        time = _TIME.match(line, at)
        if isinstance(usi, str) and refusal is None:
            node = self.reading.play_known(usi)
            if node.seconds is None:
                node.seconds, node.total = _read_times(time)
            self.over = self.on_ending = False
        elif refusal:
            self.foul, self.foul_line = (text, refusal), self.reading.number
        return _skip_mark(line, time.end() if time else at)

    def _settle_foul(self) -> None:
        if self.foul:
            text, refusal = self.foul
            self.reading.number = self.foul_line
            self.reading.refuse_move(refusal, text)

    def _end(self, kind: EndingKind, rest: str) -> None:
        if self.foul and kind in {EndingKind.ILLEGAL_WIN, EndingKind.ILLEGAL_LOSS}:
            self.reading.end(Ending(EndingKind.ILLEGAL_LOSS, comment=self.foul[0]))
            self.foul = None
        else:
            self._settle_foul()
            self.reading.end(Ending(kind, *_read_times(_TIME.match(rest))))
        self.over = self.on_ending = True

    def _close(self, line: str) -> None:
        self._begin()
        if self.foul and "反則" in line:
            self._end(EndingKind.ILLEGAL_LOSS, "")
        self._settle_foul()
        ending = read_closing(line, self.reading.position.side)
        if ending and self.reading.node.ending is None:
            self.reading.end(ending)
            self.on_ending = True
        self.over = True

    # beside the moves

    def _add_comment(self, text: str) -> None:
        self._settle_foul()
        node = self.reading.node
        if self.on_ending and node.ending:
            node.ending = replace(node.ending, comment=_joined(node.ending.comment, text))
        else:
            node.comment = _joined(node.comment, text)

    def _take_note(self, line: str) -> None:
        if found := _GONE.fullmatch(line):
            self.reading.node.gone = tuple(sorted({int(number) for number in found[1].split(",")} - {0}))
        elif self.begun and _KEPT_NOTE.match(line):
            self._add_comment(line)


def _joined(before: str, line: str) -> str:
    return f"{before}\n{line}" if before else line


def _skip_mark(line: str, at: int) -> int:
    """Past the + that some programs put behind a move that has variations."""
    found = _MARK.match(line, at)
    return found.end() if found else at


def _read_times(found: re.Match[str] | None) -> tuple[float | None, float | None]:
    return (_seconds(found["used"]), _seconds(found["total"])) if found else (None, None)


def _seconds(text: str | None) -> float | None:
    if not text:
        return None
    total = 0.0
    for part in text.split(":"):
        total = total * 60 + float(part[:12])
    total = min(total, LONGEST_TIME)
    return int(total) if total == int(total) else total
