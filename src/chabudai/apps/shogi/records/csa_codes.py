"""The words of CSA, the format of the Computer Shogi Association: pieces, endings and headers."""

from typing import Final

from .endings import EndingKind

KIND_OF_CODE: Final = {
    "OU": "K", "HI": "R", "KA": "B", "KI": "G", "GI": "S", "KE": "N", "KY": "L", "FU": "P",
    "RY": "+R", "UM": "+B", "NG": "+S", "NK": "+N", "NY": "+L", "TO": "+P",
}  # fmt: skip
CODE_OF_KIND: Final = {kind: code for code, kind in KIND_OF_CODE.items()}

#: Endings that mean the same whoever is to move; %+ILLEGAL_ACTION and %-ILLEGAL_ACTION name a side.
KIND_OF_ENDING: Final = {
    "TORYO": EndingKind.RESIGNATION,
    "CHUDAN": EndingKind.INTERRUPTION,
    "SENNICHITE": EndingKind.REPETITION,
    "JISHOGI": EndingKind.IMPASSE,
    "HIKIWAKE": EndingKind.DRAW,
    "MAX_MOVES": EndingKind.MAX_MOVES,
    "ILLEGAL_MOVE": EndingKind.ILLEGAL_LOSS,
    "TSUMI": EndingKind.MATE,
    "TIME_UP": EndingKind.TIMEOUT,
    "KACHI": EndingKind.DECLARATION,
    "FUZUMI": EndingKind.NO_MATE,
    "MATTA": EndingKind.TAKEN_BACK,
    "ERROR": EndingKind.ERROR,
}
ENDING_OF_KIND: Final = {kind: word for word, kind in KIND_OF_ENDING.items()}

HEADER_OF_WORD: Final = {
    "EVENT": "棋戦",
    "SITE": "場所",
    "START_TIME": "開始日時",
    "END_TIME": "終了日時",
    "TIME_LIMIT": "持ち時間",
    "TIME": "持ち時間",
    "OPENING": "戦型",
    "NOTE": "備考",
}
WORD_OF_HEADER: Final = {key: word for word, key in HEADER_OF_WORD.items() if word != "TIME"}
