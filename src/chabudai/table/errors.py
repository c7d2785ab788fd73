"""Every way the toolkit refuses: what was asked, of which field, and what to do instead.

TableError
├── DesignError               a mistake in a design, found when it is imported
│   ├── InvalidTemplate       its text can't be read, or two different rows could make one key
│   ├── UnknownField          a template names what the entity does not have
│   ├── UnknownFormat         {field:format}: no such format
│   ├── FormatMismatch        {field:format}: not for the field's type
│   ├── UnsortablePart        a range over a part whose texts do not sort as its values do
│   ├── AttributeNameConflict two fields stored under one name, or one under none
│   ├── InvalidComputedPart   a computed part without types
│   ├── UnrecoverableField    a field that lives in keys, but can't be read back from any
│   ├── KeyCollision          two entities that can make the same key
│   ├── MixedEntities         a query that would also return another entity's rows
│   ├── UnusedIndex           no pattern reads it
│   ├── NotProjected          an index does not hold what is asked of it
│   ├── InvalidKeyCondition   a query without what its key needs, or with what no key holds
│   ├── ImmutableField        an update of what can't change
│   └── ConflictingWrites     two steps at one item that can't be one, or one field changed twice
├── OperationFailed           a plan that could not be carried out; nothing was written
│   ├── ItemNotFound          the item does not exist
│   ├── ConditionNotMet       it exists, but not as the plan wants it; `item` is what stood there
│   │   └── RuleViolated      the entity's own rules refuse what it would become
│   ├── NotUnique             another entity has what must be unique
│   ├── RetriesExhausted      others wrote at the same time at every try; asking again may help
│   ├── StepFailed            a transaction: `step` says which, `cause` why
│   ├── TokenInUse            a transaction's token was used for other steps
│   ├── TransactionTooLarge   more than DynamoDB takes at once
│   ├── InvalidCursor         altered, or of another query
│   ├── TableDiffers          a table exists, but differs from the design
│   ├── StreamMissing         a table's changes are asked for, and it has no stream
│   ├── ChangesTrimmed        the store dropped changes before they were read
│   ├── LeaseLost             another worker has taken the shard over
│   └── HandlerFailed         a worker stopped, since a change could not be handled; `failure` says which
└── InvalidValue              a value met while running
    ├── InvalidKeyValue       it can't stand in a key; `field` and `template` say where
    │   ├── DelimiterInValue  it holds the delimiter, and so could pass for another key
    │   └── PartOutOfRange    WrongPartType   EmptyPart   MissingPart   UnreadablePart
    ├── InvalidFieldValue     the entity's own rules refuse it; `field` says where
    ├── UnsupportedValue      DynamoDB has no attribute value for it
    │   └── EmptySet          DynamoDB has no empty sets: leave the attribute out
    └── UnreadableItem        what was stored is no attribute value, or not the entity that its key says
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any


def suggest_name(name: str, known: Iterable[str]) -> str:
    """Advice for a name that is not known."""
    names = list(known)
    close = get_close_matches(name, names, n=1)
    return f"did you mean {close[0]}?" if close else f"there are {', '.join(names) or 'none'}"


class TableError(Exception):
    """The base of all that the toolkit raises; the text is a sentence for the person who writes the design."""


class DesignError(TableError): ...


class InvalidTemplate(DesignError): ...


class UnknownField(DesignError): ...


class UnknownFormat(DesignError): ...


class FormatMismatch(DesignError): ...


class UnsortablePart(DesignError): ...


class AttributeNameConflict(DesignError): ...


class InvalidComputedPart(DesignError): ...


class UnrecoverableField(DesignError): ...


class KeyCollision(DesignError): ...


class MixedEntities(DesignError): ...


class UnusedIndex(DesignError): ...


class NotProjected(DesignError): ...


class InvalidKeyCondition(DesignError): ...


class ImmutableField(DesignError): ...


class ConflictingWrites(DesignError): ...


class OperationFailed(TableError):
    """What was asked, and of which pattern, stands in the sentence."""


class ItemNotFound(OperationFailed): ...


class ConditionNotMet(OperationFailed):
    def __init__(self, sentence: str, item: Any = None) -> None:
        super().__init__(sentence)
        self.item = item


class RuleViolated(ConditionNotMet): ...


class NotUnique(OperationFailed): ...


class RetriesExhausted(OperationFailed): ...


class StepFailed(OperationFailed):
    def __init__(self, sentence: str, step: str, cause: OperationFailed) -> None:
        super().__init__(sentence)
        self.step = step
        self.cause = cause


class TokenInUse(OperationFailed): ...


class TransactionTooLarge(OperationFailed): ...


class TableDiffers(OperationFailed):
    def __init__(self, table: str, differences: list[str]) -> None:
        super().__init__(f"the table {table} exists, but differs from the design: " + "; ".join(differences))
        self.differences = differences


class InvalidCursor(OperationFailed): ...


class StreamMissing(OperationFailed): ...


class ChangesTrimmed(OperationFailed): ...


class LeaseLost(OperationFailed): ...


class HandlerFailed(OperationFailed):
    def __init__(self, sentence: str, failure: Any) -> None:
        super().__init__(sentence)
        self.failure = failure


class InvalidValue(TableError):
    """`value` is what was refused."""

    def __init__(self, value: Any, reason: str) -> None:
        super().__init__(value, reason)
        self.value = value
        self.reason = reason

    def __str__(self) -> str:
        return self.sentence()

    def sentence(self) -> str:
        return f"{self.value!r} {self.reason}"


class InvalidFieldValue(InvalidValue):
    def __init__(self, field: str, value: Any, reason: str, entity: str | None = None) -> None:
        super().__init__(value, reason)
        self.field = field
        self.entity = entity

    def sentence(self) -> str:
        where = f"{self.entity}.{self.field}" if self.entity else self.field
        return f"{where}: {self.reason}, but it was {self.value!r}"


class InvalidKeyValue(InvalidValue):
    """Raised by a codec, which knows the value; a template then says where it stood."""

    field: str | None = None
    template: str | None = None

    def locate(self, field: str, template: str) -> None:
        self.field = field
        self.template = template

    def __str__(self) -> str:
        where = f"{self.field} in {self.template}: " if self.field else ""
        return where + self.sentence()


class DelimiterInValue(InvalidKeyValue):
    def __init__(self, value: str, delimiter: str) -> None:
        super().__init__(value, f"holds the delimiter {delimiter} and could pass for another key")
        self.delimiter = delimiter

    def sentence(self) -> str:
        field = self.field or "field"
        return (
            f"{super().sentence()}; {{{field}:escaped}} writes it as %{ord(self.delimiter):02X}, "
            f"and {{{field}:tail}} lets the last part hold anything"
        )


class PartOutOfRange(InvalidKeyValue): ...


class WrongPartType(InvalidKeyValue):
    def __init__(self, value: Any, wanted: str) -> None:
        super().__init__(value, f"is of type {type(value).__name__}, where {wanted} is wanted")


class EmptyPart(InvalidKeyValue):
    def __init__(self) -> None:
        super().__init__("", "is empty and would make another row's key; None leaves the key out")


class MissingPart(InvalidKeyValue):
    def __init__(self) -> None:
        super().__init__(None, "was given for it, and the key can't be made without")

    def sentence(self) -> str:
        return f"nothing {self.reason}"


class UnreadablePart(InvalidKeyValue):
    def __init__(self, text: str, name: str) -> None:
        super().__init__(text, f"is not what {name} writes")


class UnsupportedValue(InvalidValue): ...


class EmptySet(UnsupportedValue):
    def __init__(self, value: Any) -> None:
        super().__init__(value, "is an empty set, which DynamoDB does not have: leave the attribute out")


class UnreadableItem(InvalidValue):
    """`value` is the key of the row, as it is stored; the reader says in which table, and which pattern met it."""

    table: str | None = None
    pattern: str | None = None

    def locate(self, table: str, pattern: str | None) -> None:
        self.table = table
        self.pattern = pattern

    def sentence(self) -> str:
        asked = f"{self.pattern}: " if self.pattern else ""
        where = f"a row of {self.table}, " if self.table else ""
        return f"{asked}{where}{super().sentence()}"
