"""The command line as a whole: its version, its help, and how it speaks of wrong arguments."""

import subprocess
import sys

import pytest

from chabudai.cli import main


def test_the_version_is_told_by_the_command_and_by_the_module() -> None:
    told = subprocess.run([sys.executable, "-m", "chabudai", "--version"], capture_output=True, text=True, check=True)
    assert told.stdout.startswith("chabudai 0.")


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ([], "COMMAND"),
        (["dynamo"], "invalid choice"),
        (["dynamodb"], "--db"),
        (["dynamodb", "--db", "x", "--port", "65536"], "invalid port"),
        (["dynamodb", "--db", "x", "--port", "http"], "invalid port"),
        (["dynamodb", "--db", "x", "--durability", "none"], "invalid choice"),
        (["backup", "--db", "x"], "TARGET"),
        (["check"], "--db"),
    ],
)
def test_wrong_arguments_are_named_with_exit_code_2(
    arguments: list[str], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert word in capsys.readouterr().err


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    assert all(command in told for command in ("dynamodb", "backup", "check"))
