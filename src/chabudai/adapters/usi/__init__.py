"""Shogi engines that speak USI, each a process of its own: found, started, asked, and ended whatever they do."""

from chabudai.adapters.usi.commands import INSTALL_COMMAND, EngineCommand, EngineFinder, finder
from chabudai.adapters.usi.engine import Engine, UsiEngine
from chabudai.adapters.usi.errors import (
    EngineDied,
    EngineError,
    EngineNotStarted,
    EngineSilent,
    EngineUnreadable,
    InvalidEngineSetting,
)
from chabudai.adapters.usi.messages import Line
from chabudai.adapters.usi.positions import EnginePosition
from chabudai.adapters.usi.scores import Score
from chabudai.adapters.usi.search import SearchLimits, SearchState
from chabudai.adapters.usi.timeouts import EngineTimeouts
from chabudai.adapters.usi.turns import EngineTurns

__all__ = [
    "INSTALL_COMMAND",
    "Engine",
    "EngineCommand",
    "EngineDied",
    "EngineError",
    "EngineFinder",
    "EngineNotStarted",
    "EnginePosition",
    "EngineSilent",
    "EngineTimeouts",
    "EngineTurns",
    "EngineUnreadable",
    "InvalidEngineSetting",
    "Line",
    "Score",
    "SearchLimits",
    "SearchState",
    "UsiEngine",
    "finder",
]
