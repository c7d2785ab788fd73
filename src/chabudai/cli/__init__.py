"""The command line: one module per command, each with its arguments and what it does."""

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import version

from chabudai.cli import backup, check, doctor, dynamodb, kondate, run, shogi, table, tasks, wardrobe
from chabudai.cli.errors import CommandFailed
from chabudai.engine.errors import EngineError

_COMMANDS = (run, dynamodb, table, doctor, wardrobe, tasks, shogi, kondate, backup, check)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0 when all is well, 1 when it is not, 2 when the arguments are wrong."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except (CommandFailed, EngineError) as failure:
        print(f"chabudai: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="chabudai", description="One table for a whole household.")
    parser.add_argument("--version", action="version", version=f"chabudai {version('chabudai')}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.add_to(commands)
    return parser
