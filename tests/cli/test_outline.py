"""A design as text: told whole, whatever its patterns do with made-up values."""

from chabudai.cli.outline import outline
from chabudai.table import Design, Entity, Field, InKey, Insert, Table, key


def test_made_up_values_that_are_refused_end_in_a_line_and_not_in_a_traceback() -> None:
    class Cinema(Table, name="Cinema", pk="PK"): ...

    class Seat(Entity, table=Cinema):
        row: InKey[str] = Field(pattern="^[A-Z]$", examples=["A", "B"])

        PK = key("SEAT#{row}")

    @Cinema.pattern("1", "add a seat")
    def add(seat: Seat) -> Insert[Seat]:
        return Insert(seat)

    add.plans = (Insert(Seat.model_construct(row="aisle")),)
    assert list(outline(Design("cinema", Cinema)))[-1] == (
        "    Insert of made-up values, which are refused: Seat.row: String should match pattern '^[A-Z]$', but it was "
        "'aisle'"
    )
