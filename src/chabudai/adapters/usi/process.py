"""The engine's process: lines in and out with deadlines, and an end that leaves nothing behind, whatever it does."""

import os
import selectors
import signal
import subprocess
import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from typing import IO, Final

from chabudai.adapters.usi.commands import EngineCommand
from chabudai.adapters.usi.errors import EngineDied, EngineNotStarted, EngineSilent
from chabudai.adapters.usi.lines import LineBuffer

_CHUNK: Final = 16_384
_MOST_LINES: Final = 4096  # that wait to be looked at: more than a chunk has
_LAST_WORDS: Final = 300  # characters of what it said on its error output, for the message
_NICENESS: Final = 10  # the household's pages go before


class EngineProcess:
    """No thread reads it: whoever waits for a line reads, and until then the engine's output waits in the pipe."""

    def __init__(self, command: EngineCommand) -> None:
        self._process = _start(command)
        self._stdin, self._stdout, self._stderr = _pipes(self._process)
        self._buffer = LineBuffer()
        self._lines: deque[str] = deque(maxlen=_MOST_LINES)
        self._last_words = b""
        self._is_over = False
        self._selector = selectors.DefaultSelector()
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe.fileno(), False)
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)
        with suppress(OSError):
            os.setpriority(os.PRIO_PGRP, self._process.pid, _NICENESS)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_closed(self) -> bool:
        return self._process.returncode is not None

    def send(self, line: str, timeout: float) -> None:
        """An engine that reads nothing is silent, too: its pipe is full one day."""
        rest, deadline = line.encode() + b"\n", time.monotonic() + timeout
        while rest:
            try:
                rest = rest[os.write(self._stdin.fileno(), rest) :]
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    raise self.fail(EngineSilent("The engine reads nothing.")) from None
                self._read(0.01)
            except OSError:
                raise self.fail(EngineDied(self._describe_end())) from None

    def receive(self, timeout: float) -> Iterator[str]:
        """The next lines, as they come, for so long; an engine that has ended raises EngineDied after its last line."""
        deadline = time.monotonic() + timeout
        while True:
            while self._lines:
                yield self._lines.popleft()
                if time.monotonic() >= deadline:
                    return
            if self._is_over:
                raise self.fail(EngineDied(self._describe_end()))
            left = deadline - time.monotonic()
            if left <= 0:
                return
            self._read(left)

    def fail(self, error: EngineDied | EngineSilent) -> EngineDied | EngineSilent:
        """Kills it; the error is the caller's to raise."""
        self.kill()
        return error

    def quit(self, timeout: float) -> None:
        """Told to, it may go by itself; after so long it is killed."""
        if self.is_closed:
            return
        with suppress(EngineDied, EngineSilent):
            self.send("quit", timeout)
            for _ in self.receive(timeout):
                pass
        self.kill()

    def kill(self) -> None:
        """With all that it has started. It is not waited for before, so that its number is still its own."""
        if self.is_closed:
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        self._selector.close()
        for pipe in (self._stdin, self._stdout, self._stderr):
            with suppress(OSError):
                pipe.close()

    def _read(self, timeout: float) -> None:
        for key, _ in self._selector.select(timeout):
            try:
                chunk = os.read(key.fd, _CHUNK)
            except BlockingIOError:
                continue
            except OSError:
                chunk = b""
            if key.fileobj is self._stderr:
                self._last_words = (self._last_words + chunk)[-4 * _LAST_WORDS :]
            else:
                self._lines.extend(self._buffer.feed(chunk))
                self._is_over = not chunk
            if not chunk:
                self._selector.unregister(key.fileobj)

    def _describe_end(self) -> str:
        """Kept short, in one line."""
        words = " ".join(self._last_words.decode("utf-8", "replace").split())
        said = "".join(letter for letter in words if letter.isprintable())[-_LAST_WORDS:]
        return "The engine ended" + (f": {said}" if said else ".")


def _start(command: EngineCommand) -> "subprocess.Popen[bytes]":
    try:
        return subprocess.Popen(
            command.words,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=command.folder,
            start_new_session=True,  # a group of its own, which is killed whole, and which no Ctrl-C reaches
        )
    except (OSError, ValueError) as error:
        raise EngineNotStarted(f"The engine {command.words[0]} can't be started: {error}") from error


def _pipes(process: "subprocess.Popen[bytes]") -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    stdin, stdout, stderr = process.stdin, process.stdout, process.stderr
    assert stdin is not None
    assert stdout is not None
    assert stderr is not None
    return stdin, stdout, stderr
