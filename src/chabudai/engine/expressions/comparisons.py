"""How two values compare: DynamoDB's order of strings, numbers and binaries, containment and prefixes."""

from base64 import b64decode

from chabudai.engine import numbers
from chabudai.engine.values import AttributeValue, equal, type_of

ORDERED = frozenset({"S", "N", "B"})


def order(left: AttributeValue, right: AttributeValue) -> int | None:
    """-1, 0 or 1; None when the two have no order, being of different types or of a type without one."""
    kind = type_of(left)
    if kind not in right:
        return None
    one, other = left[kind], right[kind]
    if kind == "N":
        return numbers.compare(one, other)
    if kind == "B":
        one, other = b64decode(one), b64decode(other)
    elif kind != "S":
        return None
    # By UTF-8 bytes, which is the order of code points, and so Python's own (not that of UTF-16 languages).
    return 0 if one == other else 1 if one > other else -1


def contains(container: AttributeValue, part: AttributeValue) -> bool:
    """A substring, a member of a set, or an element of a list, which may be of any type."""
    kind = type_of(container)
    if kind == "L":
        return any(equal(element, part) for element in container["L"])
    if kind in ("S", "SS"):
        return "S" in part and part["S"] in container[kind]
    if kind == "NS":
        return "N" in part and part["N"] in container["NS"]
    if kind == "BS":
        return "B" in part and part["B"] in container["BS"]
    return kind == "B" and "B" in part and b64decode(part["B"]) in b64decode(container["B"])


def begins_with(value: AttributeValue, prefix: AttributeValue) -> bool:
    if "S" in value and "S" in prefix:
        return bool(value["S"].startswith(prefix["S"]))
    return "B" in value and "B" in prefix and b64decode(value["B"]).startswith(b64decode(prefix["B"]))
