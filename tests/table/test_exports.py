"""What `chabudai.table` gives: all that its users need, and nothing in the place of a builtin."""

import builtins
import subprocess
import sys

import pytest

from chabudai import table
from chabudai.table import doctor, errors, streams


def _is_error(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, errors.TableError)


def test_a_star_import_stands_in_the_place_of_no_builtin() -> None:
    assert sorted({*table.__all__} & {*dir(builtins)}) == []
    assert callable(table.open)


@pytest.mark.parametrize("name", [name for name, kind in vars(errors).items() if _is_error(kind)])
def test_every_error_can_be_caught_by_its_name(name: str) -> None:
    assert getattr(table, name) is getattr(errors, name)
    assert name in table.__all__


def test_all_that_is_promised_is_there() -> None:
    assert [name for name in table.__all__ if not hasattr(table, name)] == []


def test_the_doctor_and_streams_are_packages_of_their_own() -> None:
    """Who only reads and writes does not load them."""
    assert callable(doctor.doctor)
    assert callable(streams.Worker)
    script = "import sys, chabudai.table; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert not {"chabudai.table.doctor", "chabudai.table.streams"} & {*loaded}
