"""How long an engine is waited for at each step."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EngineTimeouts:
    """In seconds."""

    start: float = 10.0  # from `usi` to `usiok`
    ready: float = 30.0  # from `isready` to `readyok`: some load a large file then
    search: float = 3.0  # beyond the thinking time, before it is told to stop
    stop: float = 3.0  # from `stop` to `bestmove`, before it is killed
    quit: float = 1.0  # from `quit` to its end, before it is killed
