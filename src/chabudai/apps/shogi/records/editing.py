"""Places in a record's tree and edits that make another record; branches are appended, so that links stay true."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .addresses import Address
from .drafts import Draft
from .endings import Ending
from .errors import UnknownAddress

if TYPE_CHECKING:
    from .record import Place, Record


def find(record: "Record", address: Address) -> "Place":
    from .record import Place

    index, found = _follow(record, 0, address.ply)
    for number, steps in address.turns:
        if not found:
            break
        child = dict(record.nodes[index].numbered()).get(number)
        if child is None:
            found = False
        else:
            index, found = _follow(record, child, steps - 1)
    return Place(index, address_of(record, index), found)


def address_of(record: "Record", index: int) -> Address:
    turns: list[tuple[int, int]] = []
    steps = 0
    while index > 0:
        parent = record.nodes[index].parent
        number = next(number for number, child in record.nodes[parent].numbered() if child == index)
        steps += 1
        if number > 1:
            turns.append((number, steps))
            steps = 0
        index = parent
    return Address(steps, tuple(reversed(turns)))


def with_branch(record: "Record", address: Address, moves: Iterable[str]) -> "Record":
    index = _existing(record, address)
    draft, position = Draft.of(record), record.position_at(index)
    for move in moves:
        position = position.play(move)
        index = draft.add(index, move)
    return draft.finish(record.headers, record.start)


def with_comment(record: "Record", address: Address, comment: str) -> "Record":
    draft = Draft.of(record)
    draft.nodes[_existing(record, address)].comment = comment
    return draft.finish(record.headers, record.start)


def with_ending(record: "Record", ending: Ending | None) -> "Record":
    draft = Draft.of(record)
    line = record.main_line()
    last = draft.nodes[line[-1] if line else 0]
    last.ending, last.ends = ending, ending is not None
    return draft.finish(record.headers, record.start)


def without(record: "Record", address: Address) -> "Record":
    index = _existing(record, address)
    if index == 0:
        raise UnknownAddress("the start of a game cannot be deleted")
    draft = Draft.of(record)
    parent = record.nodes[record.nodes[index].parent]
    numbers = {child: number for number, child in parent.numbered()}
    kept = [child for child in parent.children if child != index]
    gone = {*parent.gone, numbers[index]}
    if numbers[index] == 1 and kept:
        gone.add(numbers[kept[0]])
    node = draft.nodes[record.nodes[index].parent]
    node.children, node.gone = kept, tuple(sorted(number for number in gone if number > 1))
    return draft.finish(record.headers, record.start)


def promote(record: "Record", address: Address) -> "Record":
    draft = Draft.of(record)
    for index in record.path_to(_existing(record, address)):
        parent = draft.nodes[record.nodes[index].parent]
        parent.children.remove(index)
        parent.children.insert(0, index)
        parent.ends = False
    return draft.finish(record.headers, record.start)


def _follow(record: "Record", index: int, steps: int) -> tuple[int, bool]:
    for _ in range(steps):
        following = record.nodes[index].following
        if following is None:
            return index, False
        index = following
    return index, True


def _existing(record: "Record", address: Address) -> int:
    place = find(record, address)
    if not place.found:
        raise UnknownAddress(f"this record has no move at {address}")
    return place.index
