"""Which engine there is: the command and the options that the settings name, or one that is found by itself."""

import os
import shlex
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from chabudai.adapters.usi.errors import InvalidEngineSetting

INSTALL_COMMAND: Final = "sudo apt-get install fairy-stockfish"
_FOUND_BY_ITSELF: Final = "fairy-stockfish"
_GAMES: Final = "/usr/games"  # where Debian puts it, and not on everybody's path
_OFF: Final = frozenset({"off", "none", "no"})

# Small: it is a guest on a household's machine. An engine is given those of them that it offers.
DEFAULT_OPTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Threads": "1",
        "Hash": "32",
        "USI_Hash": "32",
        "USI_Ponder": "false",
        "UCI_Variant": "shogi",
        "UCI_AnalyseMode": "true",
        "Contempt": "0",
        "Analysis Contempt": "Off",
    }
)


@dataclass(frozen=True, slots=True)
class EngineCommand:
    """`options` are those that were asked for; they go before the defaults."""

    words: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def folder(self) -> Path | None:
        """Where the program lies, since many look for their files there."""
        program = Path(self.words[0])
        return program.parent if program.is_absolute() else None


EngineFinder: TypeAlias = Callable[[], EngineCommand | None]
"""Asked each time, so that an engine that was installed a moment ago is there."""


def finder(command: str = "", options: str = "") -> EngineFinder:
    """`command` is a line as for a shell; empty: fairy-stockfish where it is installed; `off`: none.

    `options` are the engine's own, as in `Threads=2,Hash=128`.
    """
    words, given = _words(command), _options(options)
    if command.strip().lower() in _OFF:
        return lambda: None
    if words:
        return lambda: EngineCommand((_find(words[0]) or words[0], *words[1:]), given)

    def find() -> EngineCommand | None:
        found = _find(_FOUND_BY_ITSELF)
        return EngineCommand((found,), given) if found else None

    return find


def _find(program: str) -> str | None:
    found = shutil.which(program, path=os.pathsep.join((os.environ.get("PATH", os.defpath), _GAMES)))
    return str(Path(found).absolute()) if found else None


def _words(command: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise InvalidEngineSetting(f"Invalid command of the engine {command!r}: {error}.") from None
    if any(not word.isprintable() for word in words):
        raise InvalidEngineSetting(f"Invalid command of the engine {command!r}: it has control characters.")
    return words


def _options(text: str) -> dict[str, str]:
    pairs = [each.partition("=") for each in text.split(",") if each.strip()]
    options = {name.strip(): value.strip() for name, _, value in pairs}
    if not all(equals for _, equals, _ in pairs) or "" in options or not text.isprintable():
        raise InvalidEngineSetting(f"Invalid options of the engine {text!r}: give NAME=VALUE,NAME=VALUE.")
    return options
