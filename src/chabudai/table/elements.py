"""Elements: what an update can append to a list or put into a set, and to what it can."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_origin

from chabudai.table.annotations import has_fixed_length, plain_type
from chabudai.table.errors import InvalidFieldValue, WrongFieldType


def check_several(entity: str, place: str, given: Any) -> None:
    """A text would be taken apart into its characters, and a dict into its names."""
    if isinstance(given, (str, bytes, Mapping)) or not isinstance(given, Iterable):
        raise InvalidFieldValue(place, given, f"several elements are wanted, as in a list: [{given!r}]", entity)


def check_list(entity: str, place: str, kind: Any) -> None:
    """Refuse to append to what is no list, and to a tuple that could not be read with more elements."""
    plain = plain_type(kind)
    if has_fixed_length(plain):
        raise WrongFieldType(
            f"{entity}.{place} can't be appended to: its tuple says what each of its elements is; set(…) gives it "
            "another value"
        )
    found = get_origin(plain) or plain
    if found is Any or not isinstance(found, type) or (issubclass(found, Sequence) and not issubclass(found, str)):
        return
    if issubclass(found, Mapping):
        advice = f'set(**{{"{place}.name": …}}) gives it a member'
    elif found in (set, frozenset):
        advice = "set(…) gives it another value" if "." in place else "add_to_set(…) and remove_from_set(…) change it"
    else:
        advice = "set(…) gives it another value"
    raise WrongFieldType(f"{entity}.{place} is no list but {found.__name__}, and nothing is appended to it: {advice}")
