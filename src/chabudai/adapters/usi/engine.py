"""An engine to be asked: one search at a time, its candidates told while it thinks."""

import time
from abc import abstractmethod
from collections.abc import Callable, Generator, Iterator
from typing import Final, Protocol, Self

from chabudai.adapters.usi.commands import DEFAULT_OPTIONS, EngineCommand
from chabudai.adapters.usi.errors import EngineDied, EngineSilent, EngineUnreadable
from chabudai.adapters.usi.messages import parse_best_move, parse_info, parse_option
from chabudai.adapters.usi.positions import EnginePosition
from chabudai.adapters.usi.process import EngineProcess
from chabudai.adapters.usi.scores import Color
from chabudai.adapters.usi.search import FoundLines, SearchLimits, SearchState
from chabudai.adapters.usi.timeouts import EngineTimeouts

_LONGEST_NAME: Final = 80


class Engine(Protocol):
    @property
    @abstractmethod
    def name(self) -> str: ...

    @abstractmethod
    def search(self, position: EnginePosition, limits: SearchLimits) -> Generator[SearchState]:
        """What is found so far, again and again; the last state is final. To close it before that stops the search.

        Whatever EngineError it raises, the engine is gone then, and another has to be started.
        """

    @abstractmethod
    def close(self) -> None: ...


class UsiEngine(Engine):
    """`with UsiEngine(command) as engine:`; started at once. It is used by one thread at a time."""

    def __init__(self, command: EngineCommand, timeouts: EngineTimeouts | None = None) -> None:
        self._timeouts = timeouts or EngineTimeouts()
        self._process = EngineProcess(command)
        self._name = ""
        self._offered: set[str] = set()
        self._lines = 1
        try:
            self._shake_hands()
            self._set_options(command)
        except BaseException:
            self._process.kill()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def name(self) -> str:
        return self._name

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_closed(self) -> bool:
        return self._process.is_closed

    def close(self) -> None:
        self._process.quit(self._timeouts.quit)

    def search(self, position: EnginePosition, limits: SearchLimits) -> Generator[SearchState]:
        if self.is_closed:
            raise EngineDied("The engine has ended.")
        self._prepare(limits.lines)
        self._send(position.command)
        self._send(self._go(limits.seconds))
        search = _Search(self._process, self._timeouts, position.turn, limits)
        try:
            yield from search.states()
        finally:
            search.end()

    def _shake_hands(self) -> None:
        self._send("usi")
        self._wait_for(lambda line: line == "usiok", self._timeouts.start, "usi", self._note)

    def _note(self, line: str) -> None:
        if line.startswith("id name "):
            self._name = "".join(filter(str.isprintable, line.removeprefix("id name ")))[:_LONGEST_NAME].strip()
        elif option := parse_option(line):
            self._offered.add(option)

    def _set_options(self, command: EngineCommand) -> None:
        wanted = {name: value for name, value in DEFAULT_OPTIONS.items() if name in self._offered}
        for name, value in {**wanted, **command.options}.items():
            self._send(f"setoption name {name} value {value}")
        self._sync()
        self._send("usinewgame")

    def _prepare(self, lines: int) -> None:
        if lines != self._lines:
            self._send(f"setoption name MultiPV value {lines}")
            self._lines = lines
        self._sync()

    def _sync(self) -> None:
        """Whatever it still said about something else is past then."""
        self._send("isready")
        self._wait_for(lambda line: line == "readyok", self._timeouts.ready, "isready", lambda _: None)

    def _go(self, seconds: float) -> str:
        milliseconds = max(1, round(seconds * 1000))
        if "UCI_Variant" in self._offered:
            return f"go movetime {milliseconds}"
        return f"go btime 0 wtime 0 byoyomi {milliseconds}"

    def _send(self, line: str) -> None:
        self._process.send(line, self._timeouts.stop)

    def _wait_for(
        self, is_answer: Callable[[str], bool], timeout: float, asked: str, note: Callable[[str], None]
    ) -> None:
        for line in self._process.receive(timeout):
            if is_answer(line):
                return
            note(line)
        raise self._process.fail(EngineSilent(f"The engine did not answer {asked} within {timeout:g} s."))


class _Search:
    def __init__(self, process: EngineProcess, timeouts: EngineTimeouts, turn: Color, limits: SearchLimits) -> None:
        self._process = process
        self._timeouts = timeouts
        self._turn: Color = turn
        self._limits = limits
        self._found = FoundLines(limits.lines)
        self._best_move: str | None = None

    def states(self) -> Iterator[SearchState]:
        deadline = time.monotonic() + self._limits.seconds + self._timeouts.search
        while time.monotonic() < deadline:
            self._read(min(self._limits.tick, max(0.0, deadline - time.monotonic())))
            if self._best_move is not None:
                break
            yield SearchState(self._found.best_first())
        self.end()
        lines = self._found.best_first()
        if not lines:
            self._process.kill()
            raise EngineUnreadable("The engine gave no evaluation.")
        yield SearchState(lines, self._best_move, is_final=True)

    def end(self) -> None:
        """Told to stop, unless it has answered already; one that goes on is killed."""
        if self._best_move is not None or self._process.is_closed:
            return
        self._process.send("stop", self._timeouts.stop)
        self._read(self._timeouts.stop)
        if self._best_move is None:
            raise self._process.fail(EngineSilent("The engine did not stop thinking when it was told to."))

    def _read(self, timeout: float) -> None:
        for text in self._process.receive(timeout):
            if text.startswith("bestmove"):
                self._best_move = parse_best_move(text)
                if self._best_move is None:
                    self._process.kill()
                    raise EngineUnreadable(f"The engine answered {text[:80]!r}, which is no move.")
                return
            line = parse_info(text, self._turn)
            if line is not None:
                self._found.add(line)
