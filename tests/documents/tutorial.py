"""A tutorial that can be followed: its blocks in order, files written, sessions typed in, commands run and compared.

```python   a piece of the file that its first line names
```pycon    a Python session; all of them are one
```console  commands behind `$ `, with what they print; one that serves goes on in the background
"""

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

PATIENCE_SECONDS = 60.0
# What a reader's endpoint is at; a test's is at any free port.
ADDRESS = "http://127.0.0.1:8000"
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_FILE = re.compile(r"# (\w+\.py)\n")
_SERVED = re.compile(r"http://127\.0\.0\.1:\d+")


@dataclass(frozen=True, slots=True)
class Block:
    kind: str
    text: str
    line: int

    def __str__(self) -> str:
        return f"the {self.kind} block at line {self.line}"


def blocks(document: str) -> Iterator[Block]:
    for match in _BLOCK.finditer(document):
        yield Block(match[1], match[2], document.count("\n", 0, match.start()) + 1)


class NotAsShown(AssertionError):
    """The document says otherwise."""


@dataclass
class Reader:
    """Someone who does all that the document says, in one folder, with one Python session."""

    folder: Path
    stack: ExitStack
    session: dict[str, Any] = field(default_factory=lambda: {"__name__": "session"})
    endpoint: str = ADDRESS

    def follow(self, block: Block) -> None:
        steps: dict[str, Callable[[Block], None]] = {
            "python": self._write,
            "pycon": self._type_in,
            "console": self._command,
        }
        if block.kind not in steps:
            raise NotAsShown(f"{block}: no one would run it")
        steps[block.kind](block)

    def _write(self, block: Block) -> None:
        named = _FILE.match(block.text)
        if named is None:
            raise NotAsShown(f"{block}: its first line does not say into which file it goes")
        with (self.folder / named[1]).open("a", encoding="utf-8") as file:
            file.write("\n\n" + block.text.removeprefix(named[0]))

    def _type_in(self, block: Block) -> None:
        text = block.text.replace(ADDRESS, self.endpoint)
        lesson = doctest.DocTestParser().get_doctest(text, self.session, str(block), None, block.line)
        lesson.globs = self.session
        told: list[str] = []
        doctest.DocTestRunner(verbose=False).run(lesson, out=told.append, clear_globs=False)
        if told:
            raise NotAsShown("".join(told))

    def _command(self, block: Block) -> None:
        for shown in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
            command, _, output = shown.partition("\n")
            program, *arguments = shlex.split(command)
            if program != "chabudai":
                raise NotAsShown(f"{block}: {program} is not run here")
            printed = self._served(arguments) if arguments[0] == "dynamodb" else self._run(arguments)
            if printed != output:
                raise NotAsShown(f"{block}: $ {command}\nprinted\n{printed}\nand not\n{output}")

    def _run(self, arguments: list[str]) -> str:
        command = [sys.executable, "-m", "chabudai", *arguments]
        done = subprocess.run(command, capture_output=True, timeout=PATIENCE_SECONDS, **self._surroundings)
        return str(done.stdout + done.stderr)

    def _served(self, arguments: list[str]) -> str:
        """What it says when it has begun, as if it were at the usual address."""
        command = [sys.executable, "-m", "chabudai", *arguments, "--port", "0"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, **self._surroundings)
        self.stack.enter_context(process)
        self.stack.callback(process.terminate)
        assert process.stdout is not None
        said = "".join(_paragraph(process.stdout))
        self.endpoint = _SERVED.search(said)[0]  # type: ignore[index]
        return said.replace(self.endpoint, ADDRESS)

    @property
    def _surroundings(self) -> dict[str, Any]:
        return {"cwd": self.folder, "encoding": "utf-8", "env": {**os.environ, "PYTHONUTF8": "1"}}


def _paragraph(output: IO[str]) -> Iterator[str]:
    """A first line, and those below it that are indented under it: the last one names boto3."""
    for line in output:
        yield line
        if line.lstrip().startswith("boto3"):
            return
