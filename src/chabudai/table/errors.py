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
│   ├── NotInStream           a table's stream does not hold what is asked of a change
│   ├── InvalidKeyCondition   a query without what its key needs, or with what no key holds
│   ├── ImmutableField        an update of what can't change
│   ├── WrongFieldType        an update adds to what is no number, or elements to what is no list or set
│   ├── ConflictingWrites     two steps at one item that can't be one, or one field changed twice
│   ├── UnknownAttribute      a store, table, entity or plan has nothing by this name
│   └── WrongPlan             a method of the store was given what it does not run
├── OperationFailed           a plan that could not be carried out; nothing was written
│   ├── ItemNotFound          the item does not exist
│   ├── ConditionNotMet       it exists, but not as the plan wants it; `item` is what stood there
│   │   └── RuleViolated      the entity's own rules refuse what it would become
│   ├── NotUnique             another entity has what must be unique
│   ├── RetriesExhausted      others wrote at the same time at every try; asking again may help
│   ├── StepFailed            a transaction: `step` says which, `cause` why
│   ├── TokenInUse            a transaction's token was used for other steps
│   ├── TransactionTooLarge   more than DynamoDB takes at once
│   ├── ItemTooLarge          more than the 400 KB that an item may have
│   ├── ExpressionTooLarge    conditions or changes of more than the 4 KB that DynamoDB takes in one request
│   ├── InvalidCursor         altered, or of another query
│   ├── TableMissing          the store has no such table
│   ├── TableDiffers          a table exists, but differs from the design
│   ├── StreamMissing         a table's changes are asked for, and it has no stream
│   ├── ChangesTrimmed        the store dropped changes before they were read
│   ├── LeaseLost             another worker has taken the shard over
│   └── HandlerFailed         a worker stopped, since a change could not be handled; `failure` says which
└── InvalidValue              a value met while running
    ├── InvalidKeyValue       it can't stand in a key; `field` and `template` say where
    │   ├── DelimiterInValue  it holds the delimiter, and so could pass for another key
    │   ├── KeyTooLong        the key would have more bytes than DynamoDB takes
    │   └── PartOutOfRange    WrongPartType   EmptyPart   MissingPart   UnreadablePart
    ├── InvalidFieldValue     the entity's own rules refuse it; `field` says where
    ├── UnsupportedValue      DynamoDB has no attribute value for it
    │   └── EmptySet          DynamoDB has no empty sets
    └── UnreadableItem        what was stored is no attribute value, or not the entity that its key says
        ├── NewerItem         a newer program stored it, in a form that is not known here
        └── UnreadableResult  an update was done, and what it made can't be read
"""

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import Any


def suggest_name(name: str, known: Iterable[str]) -> str:
    """Advice for a name that is not known."""
    names = list(known)
    close = get_close_matches(name, names, n=1)
    return f"did you mean {close[0]}?" if close else f"there are {', '.join(names) or 'none'}"


def name_both(table: str, stored_name: Callable[[str], str]) -> str:
    """A table by the name that its design gives it, and by the one that it is stored under, if that is another."""
    stored = stored_name(table)
    return table if stored == table else f"{table} (stored as {stored})"


class Description(str):
    """What a value is, in the place of one that is too large to be shown."""

    __repr__ = str.__str__


def show_value(value: Any) -> str:
    """A value as Python writes it, or what kind of one it is: not every value can be written."""
    try:
        return repr(value)
    except Exception:  # anyone's class writes its own
        return f"a value of type {type(value).__name__}, which can't be shown,"


class TableError(Exception):
    """The base of all that the toolkit raises; the text is a sentence for the person who writes the design.

    `pattern` is the access pattern that asked, where one did; the text begins with it.
    """

    pattern: str | None = None

    def name_pattern(self, pattern: str) -> None:
        """Say who asked, unless that is said already, as by a pattern within this one."""
        if self.pattern is None and not self.sentence().startswith(f"{pattern}: "):
            self.pattern = pattern

    def sentence(self) -> str:
        return super().__str__()

    def __str__(self) -> str:
        return self.sentence() if self.pattern is None else f"{self.pattern}: {self.sentence()}"


class DesignError(TableError):
    """A mistake in a design, found when it is imported."""


def unnamed_values(call: str, values: Sequence[Any]) -> "UnknownField":
    """A method that takes fields by their names was given values without."""
    return UnknownField(f"{call}(…) was given {values[0]!r} without a name: name the field of each value, as in name=…")


class InvalidTemplate(DesignError):
    """Its text can't be read, or two different rows could make one key."""


class UnknownField(DesignError):
    """A template names what the entity does not have."""


class UnknownFormat(DesignError):
    """{field:format}: no such format."""


class FormatMismatch(DesignError):
    """{field:format}: not for the field's type."""


class UnsortablePart(DesignError):
    """A range over a part whose texts do not sort as its values do."""


class AttributeNameConflict(DesignError):
    """Two fields stored under one name, or one under none."""


class InvalidComputedPart(DesignError):
    """A computed part without types."""


class UnrecoverableField(DesignError):
    """A field that lives in keys, but can't be read back from any."""


class KeyCollision(DesignError):
    """Two entities that can make the same key."""


class MixedEntities(DesignError):
    """A query that would also return another entity's rows."""


class UnusedIndex(DesignError):
    """No pattern reads it."""


class NotProjected(DesignError):
    """An index does not hold what is asked of it."""


class NotInStream(DesignError):
    """A table's stream does not hold what is asked of a change."""


class InvalidKeyCondition(DesignError):
    """A query without what its key needs, or with what no key holds."""


class ImmutableField(DesignError):
    """An update of what can't change."""


class WrongFieldType(DesignError):
    """An update adds to what is no number, or elements to what is no list or set."""


class ConflictingWrites(DesignError):
    """Two steps at one item that can't be one, or one field changed twice."""


class UnknownAttribute(DesignError, AttributeError):
    """Also an AttributeError, so that `hasattr` and `getattr(…, None)` work as everywhere."""


class WrongPlan(DesignError):
    """A method of the store was given what it does not run."""


class OperationFailed(TableError):
    """What was asked, and of which pattern, stands in the sentence."""


class ItemNotFound(OperationFailed):
    """The item does not exist."""


class ConditionNotMet(OperationFailed):
    """It exists, but not as the plan wants it.

    `item` is what stood there, in DynamoDB's JSON under its stored names; None where the store did not tell.
    """

    def __init__(self, sentence: str, item: Any = None) -> None:
        super().__init__(sentence)
        self.item = item


class RuleViolated(ConditionNotMet):
    """The entity's own rules refuse what it would become."""


class NotUnique(OperationFailed):
    """Another entity has what must be unique."""


class RetriesExhausted(OperationFailed):
    """Others wrote at the same time at every try; asking again may help."""


class StepFailed(OperationFailed):
    """A transaction: `step` says which, `cause` why.

    Where steps at one item were sent as one, `step` joins their names by ` + `, and `steps` has each of them.
    """

    def __init__(self, sentence: str, steps: Sequence[str], cause: OperationFailed) -> None:
        super().__init__(sentence)
        self.step = " + ".join(steps)
        self.steps = tuple(steps)
        self.cause = cause


class TokenInUse(OperationFailed):
    """A transaction's token was used for other steps."""


class TransactionTooLarge(OperationFailed):
    """More than DynamoDB takes at once."""


class ItemTooLarge(OperationFailed):
    """More than the 400 KB that an item may have."""


class ExpressionTooLarge(OperationFailed):
    """Conditions or changes of more than the 4 KB that DynamoDB takes in one request."""


class TableMissing(OperationFailed):
    """The store has no such table."""


class TableDiffers(OperationFailed):
    """A table exists, but differs from the design."""

    def __init__(self, table: str, differences: list[str]) -> None:
        super().__init__(
            f"the table {table} exists, but differs from the design: {'; '.join(differences)}. Change one of them "
            "so that both say the same, or give the design's table another name"
        )
        self.differences = differences


class InvalidCursor(OperationFailed):
    """Altered, or of another query."""


class StreamMissing(OperationFailed):
    """A table's changes are asked for, and it has no stream."""


class ChangesTrimmed(OperationFailed):
    """The store dropped changes before they were read."""


class LeaseLost(OperationFailed):
    """Another worker has taken the shard over."""


class HandlerFailed(OperationFailed):
    """A worker stopped, since a change could not be handled; `failure` says which."""

    def __init__(self, sentence: str, failure: Any) -> None:
        super().__init__(sentence)
        self.failure = failure


class InvalidValue(TableError):
    """`value` is what was refused."""

    def __init__(self, value: Any, reason: str) -> None:
        super().__init__(value, reason)
        self.value = value
        self.reason = reason

    def sentence(self) -> str:
        return f"{show_value(self.value)} {self.reason}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self})"


class _Nothing:
    """No value at all, which is something else than None."""

    def __repr__(self) -> str:
        return "nothing"


NOTHING = _Nothing()


class InvalidFieldValue(InvalidValue):
    """`value` is `NOTHING` where the fault is that there is none; `field` is empty where a rule is over several."""

    def __init__(self, field: str, value: Any, reason: str, entity: str | None = None) -> None:
        super().__init__(value, reason)
        self.field = field
        self.entity = entity

    def sentence(self) -> str:
        where = ".".join(filter(None, (self.entity, self.field)))
        told = f"{where}: {self.reason}"
        return f"{told}, but it was {show_value(self.value)}" if self._is_shown else told

    @property
    def _is_shown(self) -> bool:
        """Not where a rule is over several values: all that an entity or a model holds is nobody's to read in a log."""
        return bool(self.field) and self.value is not NOTHING and not hasattr(type(self.value), "model_fields")


class InvalidKeyValue(InvalidValue):
    """Raised by a codec, which knows the value; a template then says where it stood."""

    field: str | None = None
    template: str | None = None

    def locate(self, field: str, template: str) -> None:
        self.field = field
        self.template = template

    def sentence(self) -> str:
        return f"{self.field} in {self.template}: {self.refusal()}" if self.field else self.refusal()

    def refusal(self) -> str:
        """What is wrong with the value, wherever it stands."""
        return super().sentence()


class DelimiterInValue(InvalidKeyValue):
    def __init__(self, value: str, delimiter: str) -> None:
        super().__init__(value, f"holds the delimiter {delimiter} and could pass for another key")
        self.delimiter = delimiter

    def refusal(self) -> str:
        field = self.field or "field"
        return (
            f"{super().refusal()}; {{{field}:escaped}} writes it as %{ord(self.delimiter):02X}, "
            f"and {{{field}:tail}} lets the last part hold anything"
        )


class KeyTooLong(InvalidKeyValue):
    def __init__(self, value: Any, reason: str, most_bytes: int) -> None:
        super().__init__(
            value, f"{reason}, and DynamoDB takes {most_bytes:,}: bound the field, as by Field(max_length=64)"
        )


class PartOutOfRange(InvalidKeyValue):
    """WrongPartType   EmptyPart   MissingPart   UnreadablePart."""


class WrongPartType(InvalidKeyValue):
    def __init__(self, value: Any, wanted: str) -> None:
        super().__init__(value, f"is of type {type(value).__name__}, where {wanted} is wanted: give it that")


class EmptyPart(InvalidKeyValue):
    def __init__(self) -> None:
        super().__init__(
            "", "is empty, which no part of a key can be: give it a value, or None where a key may be left out"
        )


class MissingPart(InvalidKeyValue):
    def __init__(self) -> None:
        super().__init__(None, "was given for it, and the key can't be made without: give it a value")

    def refusal(self) -> str:
        return f"nothing {self.reason}"


class UnreadablePart(InvalidKeyValue):
    def __init__(self, text: str, name: str) -> None:
        super().__init__(text, f"is not what {name} writes")


class UnsupportedValue(InvalidValue):
    """`field` says whose value it was to be, where that is known."""

    field: str | None = None

    def locate(self, field: str) -> None:
        self.field = field

    def sentence(self) -> str:
        return super().sentence() if self.field is None else f"{self.field}: {super().sentence()}"


class EmptySet(UnsupportedValue):
    def __init__(self, value: Any) -> None:
        super().__init__(value, "is an empty set, which DynamoDB does not have: leave it out, or make it a list")


class UnreadableItem(InvalidValue):
    """`value` is the key of the row, as it is stored; the reader says in which table, and which pattern met it."""

    table: str | None = None
    advice = "chabudai doctor finds all such rows, and mends those that it can"

    def locate(self, table: str, pattern: str | None) -> None:
        self.table = table
        self.pattern = pattern

    def sentence(self) -> str:
        told = super().sentence()
        return told if self.table is None else f"a row of {self.table}, {told}; {self.advice}"


class NewerItem(UnreadableItem):
    advice = "run the program that wrote it, or one as new"


class UnreadableResult(UnreadableItem):
    advice = f"the update was done, so do not send it again; {UnreadableItem.advice}"
