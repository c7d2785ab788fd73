"""The vermilion seal on a dish that is cooked: 済, and for English a tick."""

from typing import Final, Literal, TypeAlias

from chabudai.apps.kondate.drawing.shapes import block, fade, group, line, shape, write_svg

Language: TypeAlias = Literal["ja", "en"]

SIDE: Final = 48
VERMILION: Final = "#b3341a"
PAPER: Final = "#fffdf8"
CHARACTER: Final = "済"
OUTLINE: Final = (
    "M98-831l-8 8c39 34 85 93 101 146c109 60 182-145-93-154zM32-605l-7 7c35 33 74 89 84 140c103 68 188-130-77-147z"
    "M87-207c-11 0-46 0-46 0v20c21 2 37 6 52 16c23 15 28 107 9 211c8 36 32 51 54 51c49 0 83-32 85-83c3-87-37-122-39-175"
    "c0-25 6-61 15-93c13-50 82-262 121-377l-16-4c-182 378-182 378-205 414c-11 20-15 20-30 20zM380-392v154"
    "c0 108-19 232-136 318l8 9c135-47 197-124 223-207h260v208h21c45 0 95-20 95-29v-407c21-4 30-11 34-21l16 3"
    "c11-52 39-87 83-99v-12c-103-8-202-23-290-51c61-45 110-99 144-164h106c14 0 25-5 27-16c-40-39-110-95-110-95l-60 82"
    "h-127v-85c27-4 35-14 37-28l-151-12v125h-261l8 29h112c32 72 75 129 129 175c-75 53-170 96-283 128l5 13"
    "c128-20 241-52 335-99c65 41 141 71 228 93l-98-8v100h-241v-65c23-3 31-12 32-25zM441-690h255c-21 47-52 90-92 129"
    "c-67-32-123-74-163-129zM735-260v113h-252c7-30 10-61 11-90v-23z"
)
"""Noto Serif CJK JP Bold, in thousandths of an em. Copyright 2014-2023 Adobe, SIL Open Font License 1.1."""

_TICK: Final = "M15.500 25l6 6.500L33 17.500"


def render_seal(language: Language) -> str:
    """On paper of its own, so that it reads by day and by night."""
    frame = f' stroke="{VERMILION}" stroke-width="2.6"'
    mark = line(_TICK, VERMILION, 4.6)
    if language == "ja":
        mark = group(shape(OUTLINE, VERMILION), 11.4, 33.6, 0, 0.0256)
    stamped = block(24, 24, 37, 37, 9, PAPER, 0, frame) + mark + block(24, 24, 30, 30, 6, "none", 0, _inner())
    return write_svg(f'<g transform="rotate(-8 24 24)">{stamped}</g>', SIDE, SIDE)


def _inner() -> str:
    return f' stroke="{VERMILION}" stroke-width=".7"{fade(0.55)}'
