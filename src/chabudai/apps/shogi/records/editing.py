"""Places in a record's tree and edits that make another record; branches are appended, so that links stay true."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .addresses import Address
from .drafts import MOST_LEVELS, MOST_VARIATIONS, Draft
from .endings import Ending
from .errors import Reason, TooManyVariations, UnknownAddress

if TYPE_CHECKING:
    from .record import Node, Place, Record


def find(record: "Record", address: Address) -> "Place":
    from .record import Place

    index, found = record.tree.along(0, address.ply)
    for number, steps in address.turns:
        if not found:
            break
        child = dict(record.nodes[index].numbered()).get(number)
        if child is None:
            found = False
        else:
            index, found = record.tree.along(child, steps - 1)
    return Place(index, record.address_of(index), found)


def with_branch(record: "Record", address: Address, moves: Iterable[str]) -> "Record":
    index = _existing(record, address)
    draft, position = Draft.of(record), record.position_at(index)
    for move in moves:
        position = position.play(move)
        index = draft.add(index, move)
    return _bounded(record, draft.finish(record.headers, record.start))


def with_comment(record: "Record", address: Address, comment: str) -> "Record":
    draft = Draft.of(record)
    draft.nodes[_existing(record, address)].comment = comment
    return draft.finish(record.headers, record.start)


def with_ending(record: "Record", ending: Ending | None) -> "Record":
    draft = Draft.of(record)
    line = record.main_line()
    last = draft.nodes[line[-1] if line else 0]
    if last.ends and ending is None and last.children:
        last.gone = tuple(sorted({*last.gone, 1}))
    last.ending, last.ends = ending, ending is not None
    return draft.finish(record.headers, record.start)


def without(record: "Record", address: Address) -> "Record":
    index = _existing(record, address)
    if index == 0:
        raise UnknownAddress("the start of a game cannot be deleted")
    draft = Draft.of(record)
    parent = record.nodes[record.nodes[index].parent]
    node = draft.nodes[record.nodes[index].parent]
    node.children.remove(index)
    number = _number_of(parent, index)
    node.gone = tuple(sorted({*parent.gone, number}))
    if number == 1 and node.ending:
        node.ends = True
    if node.ends or not node.children:
        # its line ends, or goes on with whatever is played next
        node.gone = tuple(number for number in node.gone if number > 1)
    return draft.finish(record.headers, record.start)


def promote(record: "Record", address: Address) -> "Record":
    draft = Draft.of(record)
    for index in record.path_to(_existing(record, address)):
        parent = record.nodes[record.nodes[index].parent]
        number = _number_of(parent, index)
        if number == 1:
            continue
        node = draft.nodes[record.nodes[index].parent]
        at = node.children.index(index)
        if parent.following is None:
            node.children.insert(0, node.children.pop(at))
            node.ends, node.gone = False, tuple(sorted({*parent.gone, number} - {1}))
        else:
            node.children[0], node.children[at] = index, node.children[0]
    return _bounded(record, draft.finish(record.headers, record.start))


def _bounded(before: "Record", after: "Record") -> "Record":
    """What was kept when there was no bound stays; it gets no deeper, and no more."""
    if after.tree.deepest > max(MOST_LEVELS, before.tree.deepest):
        raise TooManyVariations(Reason.TOO_DEEP)
    if after.tree.variations > max(MOST_VARIATIONS, before.tree.variations):
        raise TooManyVariations(Reason.TOO_MANY_VARIATIONS)
    return after


def _number_of(parent: "Node", index: int) -> int:
    return next(number for number, child in parent.numbered() if child == index)


def _existing(record: "Record", address: Address) -> int:
    place = find(record, address)
    if not place.found:
        raise UnknownAddress(f"this record has no move at {address}")
    return place.index
