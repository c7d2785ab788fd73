"""Links to moves stay true through every edit: they lead to the same moves, or to what is left before them."""

from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from chabudai.apps.shogi.records import Address, Format, Record, parse, write

Path = tuple[str, ...]


@dataclass
class Links:
    """Each address that was ever told, with the moves that it led to; `stubs` are lines that were cut to their end."""

    record: Record
    told: dict[str, Path] = field(default_factory=dict)
    stubs: set[Path] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.tell()

    def tell(self) -> None:
        for index in range(len(self.record.nodes)):
            self.told.setdefault(str(self.record.address_of(index)), self.path(index))

    def path(self, index: int) -> Path:
        return tuple(self.record.nodes[each].move for each in self.record.path_to(index))

    def add(self, draw: st.DataObject) -> None:
        """From a move that goes on, or never did: a line that was cut to its end goes on as itself."""
        nodes = [index for index in range(len(self.record.nodes)) if self.path(index) not in self.stubs]
        if not nodes:
            return
        index = draw.draw(st.sampled_from(nodes))
        move = draw.draw(st.sampled_from(self.record.position_at(index).legal_moves[:12]))
        self.record = self.record.with_branch(self.record.address_of(index), [move])

    def delete(self, draw: st.DataObject) -> None:
        if len(self.record.nodes) < 2:
            return
        index = draw.draw(st.integers(1, len(self.record.nodes) - 1))
        parent = self.record.nodes[index].parent
        if len(self.record.nodes[parent].children) == 1:
            self.stubs.add(self.path(parent))
        self.record = self.record.without(self.record.address_of(index))

    def store(self) -> None:
        self.record = parse(write(self.record, Format.KIF))

    def check(self) -> None:
        for address, path in self.told.items():
            place = self.record.find(Address.parse(address))
            found = self.path(place.index)
            assert found == (path if place.found else path[: len(found)]), address


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_an_address_that_was_told_never_opens_another_move(draw: st.DataObject) -> None:
    links = Links(Record.from_moves(["7g7f", "3c3d", "2g2f"]))
    for act in draw.draw(st.lists(st.sampled_from(["add", "add", "delete", "store"]), max_size=14)):
        match act:
            case "add":
                links.add(draw)
            case "delete":
                links.delete(draw)
            case "store":
                links.store()
        links.check()
        links.tell()


def test_the_first_continuation_of_several_leaves_its_number_to_nobody() -> None:
    record = Record.from_moves(["7g7f", "3c3d", "2g2f"])
    record = record.with_branch(Address(1), ["8c8d"]).with_branch(Address(1), ["4c4d"])
    cut = parse(write(record.without(Address(2)), Format.KIF))
    assert not cut.find(Address(2)).found
    assert [cut.nodes[cut.find(Address.parse(each)).index].move for each in ("1-2-1", "1-3-1")] == ["8c8d", "4c4d"]
    more = cut.with_branch(Address(1), ["5c5d"])
    assert not more.find(Address(2)).found
    assert more.nodes[more.find(Address.parse("1-4-1")).index].move == "5c5d"
