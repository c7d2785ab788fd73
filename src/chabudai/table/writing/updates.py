"""Updates: what a change of some fields sends, with the keys and rights that hang on them.

A sum, a list or a set that a key is made of is made here, of what was read; any other is made by the store.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Context, Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Any

from chabudai.table.asking.conditions import equalities
from chabudai.table.asking.expressions import Placeholders
from chabudai.table.attributes import Item, to_attribute
from chabudai.table.declaring.fields import NOTHING, StoredField
from chabudai.table.declaring.keys import KeyAttribute
from chabudai.table.errors import FieldRefused, KeyRefused
from chabudai.table.plans import Update
from chabudai.table.writing.clauses import Clauses, beginning
from chabudai.table.writing.guards import Right, changed_rights, guarded_fields
from chabudai.table.writing.works import Action, Made, Work, moment

if TYPE_CHECKING:
    from chabudai.table.declaring.layouts import Guard

_EXACT = Context(prec=400)


@dataclass(frozen=True)
class UpdateWork(Work):
    plan: Update[Any]

    @property
    def must_exist(self) -> bool:
        return not self.plan.may_create

    @cached_property
    def needs(self) -> frozenset[str]:
        """Parts of touched keys and rights whose values are neither given nor fixed by the condition."""
        parts = {name for key in self.touched_keys for name in key.fields}
        unknown = {name for name in parts if name not in self.sets and name not in self.fixed}
        # One that may have to be made has no rights yet, whatever the condition says.
        settled = self.plan.key if self.plan.may_create else self.fixed
        unknown |= guarded_fields(self.layout, self.touched_guards) - settled.keys()
        return frozenset(unknown | (self._unfit_for_the_store - self.fixed.keys()))

    @cached_property
    def fixed(self) -> dict[str, Any]:
        """What the item is known to have before: its key, and what the condition asks for."""
        asked = equalities(self.plan.condition)
        known = {name for name in asked.keys() & self.layout.fields.keys() if asked[name] is not None}
        return {
            **{name: self.layout.fields[name].check(asked[name]) for name in known - self.plan.initial.keys()},
            **self.plan.key,
        }

    @cached_property
    def sets(self) -> dict[str, Any]:
        """What is set, the removed and the time of this write included."""
        removed = {name: self.layout.fields[name].default for name in self.plan.removes}
        touched = self.layout.touched
        is_due = touched is not None and touched.name not in self.plan.sets
        now = {touched.name: moment(self.layout, touched, self.now)} if touched is not None and is_due else {}
        return {**removed, **now, **self.plan.sets}

    @cached_property
    def adds(self) -> dict[str, Any]:
        version = self.layout.version
        counted = {} if version is None or version.name in self.plan.changed else {version.name: 1}
        return {**counted, **self.plan.adds}

    @cached_property
    def fills(self) -> dict[str, Any]:
        """For what has no value yet: the first one given for it, and in what may have to be made each field's own."""
        if not self.plan.may_create:
            return {name: value for name, value in self.plan.initial.items() if name not in self.sets}
        others = self.layout.fields.keys() - self.sets.keys() - self.layout.key_fields
        return {**self._repeated, **{name: self._fill(self.layout.fields[name]) for name in sorted(others)}}

    @property
    def _repeated(self) -> dict[str, Any]:
        """Fields of the key that also have an attribute of their own beside it."""
        primary = self.layout.table.primary.attributes
        return {name: value for name, value in self.plan.key.items() if self.layout.fields[name].stored not in primary}

    @cached_property
    def changed(self) -> frozenset[str]:
        return frozenset({*self.plan.changed, *self.sets, *self.adds, *self.plan.initial})

    @cached_property
    def touched_keys(self) -> tuple[KeyAttribute, ...]:
        derived = self.layout.derived
        return derived if self.plan.may_create else tuple(key for key in derived if key.fields & self.changed)

    @cached_property
    def touched_guards(self) -> "tuple[Guard, ...]":
        guards = self.layout.guards
        if self.plan.may_create or (self.layout.expiry is not None and self.layout.expiry.name in self.changed):
            return guards
        return tuple(guard for guard in guards if guard.fields & self.changed)

    def check(self) -> None:
        super().check()
        _ = self.fills
        keys = [*self.touched_keys, *(key for guard in self.touched_guards for key in (guard.pk, guard.sk))]
        for key in keys:
            _check_parts(key, {**self.fixed, **self.sets})

    def overrun(self, item: Item | None) -> str | None:
        made = self._made(self._had(item, self._made_names))
        return next(filter(None, (self._beyond(name, value) for name, value in made)), None)

    def make(self, seen: Item | None) -> Made:
        placeholders = Placeholders()
        start = self._had(seen, self.needs)
        after = {**start, **dict(self._made(start)), **self.sets}
        update = self._expression(start, after, placeholders)
        exists = self._exists(placeholders) if self.must_exist else ""
        conditions = (exists, self._unchanged(seen, placeholders), self._in_order(placeholders))
        limits = self._limits(start, placeholders)
        body = self._body({"Key": self.key}, placeholders, *conditions, self._condition(placeholders), *limits)
        return _action(body, update, self.must_exist), self._rights(seen, after)

    def _rights(self, seen: Item | None, after: Mapping[str, Any]) -> list[Right]:
        if not self.touched_guards:
            return []
        is_new = seen is None and self.plan.may_create
        read = {} if seen is None else self.layout.known(seen, self.needs)
        before = None if is_new else {**read, **self.fixed}
        return list(changed_rights(self.layout, self.touched_guards, self.key, before, after))

    @cached_property
    def _made_names(self) -> frozenset[str]:
        """Fields whose new values are made of their old ones."""
        return frozenset({*self.adds, *self.plan.appends, *self.plan.puts_in, *self.plan.takes_out})

    @cached_property
    def _unfit_for_the_store(self) -> frozenset[str]:
        return frozenset(name for name in self._made_names if not self._is_fit(self.layout.fields[name]))

    def _is_fit(self, field: StoredField) -> bool:
        """Whether the store can change it by itself: no number as text, no NULL, no set with a limit or a start."""
        if field.codec is not None or field.keeps_null or field.stored is None:
            return False
        if not field.is_set:
            return True
        is_limited = field.longest is not None and field.name in self.plan.puts_in
        return not is_limited and not beginning(field, self.plan.initial.get(field.name))

    def _had(self, item: Item | None, names: frozenset[str]) -> dict[str, Any]:
        """Fields before the change, with a value for each that has none and is given one."""
        said = {name for name in names if item is not None and self._is_said(name, item)}
        filled = {name: self.fills[name] for name in names - said if name in self.fills}
        unsaid = names - said - filled.keys() if item is not None else set()
        none = {name: None for name in unsaid & self._made_names if self.layout.fields[name].default is NOTHING}
        return {**filled, **none, **self.layout.known(item or {}, said | unsaid - none.keys()), **self.fixed}

    def _is_said(self, name: str, item: Item) -> bool:
        """Whether the item has a value for a field: of one that only keys hold, whether there is such a key."""
        stored = self.layout.fields[name].stored
        return stored in item if stored is not None else self.layout.stored_values(item).get(name) is not None

    def _made(self, had: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """The new values of fields whose old ones are known."""
        for name in self._made_names & had.keys():
            field = self.layout.fields[name]
            old = had[name] if had[name] is not None else beginning(field, self.plan.initial.get(name))
            if name in self.adds:
                yield name, _sum(old, self.adds[name])
            elif name in self.plan.appends:
                yield name, [*old, *self.plan.appends[name]]
            elif name in self.plan.puts_in:
                yield name, frozenset(old) | self.plan.puts_in[name]
            else:
                yield name, frozenset(old) - self.plan.takes_out[name]

    def _beyond(self, name: str, value: Any) -> str | None:
        field = self.layout.fields[name]
        amount = self.adds.get(name, 0)
        if amount > 0 and field.highest is not None and value > field.highest:
            return f"{name} would be {value}, and {field.highest} is the most"
        if amount < 0 and field.lowest is not None and value < field.lowest:
            return f"{name} would be {value}, and {field.lowest} is the least"
        grows = name in self.plan.appends or name in self.plan.puts_in
        if grows and field.longest is not None and len(value) > field.longest:
            return f"{name} would have {len(value)}, and {field.longest} are the most"
        return None

    def _fill(self, field: StoredField) -> Any:
        if field.name in self.plan.initial:
            return self.plan.initial[field.name]
        if field.default is not NOTHING:
            return field.default
        if field.name in self._made_names:
            return None
        if field.has_default:
            return self.layout.entity.model_fields[field.name].get_default(call_default_factory=True, validated_data={})
        if field.stored is None:
            return None
        raise FieldRefused(field.name, None, "a new one needs a value; otherwise(…) or set(…) gives it")

    def _expression(self, start: Mapping[str, Any], after: Mapping[str, Any], placeholders: Placeholders) -> str:
        clauses = Clauses(placeholders)
        fields = self.layout.fields
        for name in (*self.sets, *sorted(self._made_names & start.keys())):
            clauses.put(fields[name], after[name])
        self._leave_to_the_store(clauses, self._made_names - start.keys())
        for name in self.fills.keys() - self._made_names:
            clauses.fill(fields[name], self.fills[name])
        for key in self.touched_keys:
            clauses.key(key, after)
        self._check_raw_keys({**self.fills, **after})
        if self.plan.may_create and not self.layout.shape.is_first:
            clauses.mark(self.layout.shape.number)
        return clauses.text()

    def _leave_to_the_store(self, clauses: Clauses, names: Iterable[str]) -> None:
        plan = self.plan
        for name in sorted(names):
            field, initial = self.layout.fields[name], plan.initial.get(name)
            if name in self.adds:
                clauses.add(field, self.adds[name], initial)
            elif name in plan.appends:
                clauses.append(field, plan.appends[name], initial)
            elif name in plan.puts_in:
                clauses.put_in(field, plan.puts_in[name])
            else:
                clauses.take_out(field, plan.takes_out[name])

    def _check_raw_keys(self, values: Mapping[str, Any]) -> None:
        for name in self.layout.raw_index_fields & values.keys():
            KeyAttribute.of_field(self.layout.fields[name]).build(values)

    def _limits(self, start: Mapping[str, Any], placeholders: Placeholders) -> Iterator[str]:
        """The bounds of fields, where a sum or a list is made by the store itself."""
        for name in sorted(self._made_names - start.keys()):
            if (bound := self._bound(self.layout.fields[name])) is None:
                continue
            comparison, limit = bound
            path = placeholders.name(self.layout.fields[name].stored or "")
            text = f"{comparison.format(path)} {placeholders.value(to_attribute(limit))}"
            first = dict(self._made({name: None}))[name]
            yield text if self._beyond(name, first) else f"attribute_not_exists({path}) OR {text}"

    def _bound(self, field: StoredField) -> tuple[str, Any] | None:
        """What the old value is compared with, so that the new one is within bounds."""
        amount = self.adds.get(field.name, 0)
        if amount > 0 and field.highest is not None:
            return "{} <=", _sum(field.highest, -amount)
        if amount < 0 and field.lowest is not None:
            return "{} >=", _sum(field.lowest, -amount)
        if field.name in self.plan.appends and field.longest is not None:
            return "size({}) <=", field.longest - len(self.plan.appends[field.name])
        return None


def _action(body: dict[str, Any], update: str, must_exist: bool) -> Action:
    """An update that changes nothing still looks whether the item is there, or makes one that is only its key."""
    if not update and not must_exist:
        return Action("Put", {"Item" if name == "Key" else name: value for name, value in body.items()})
    return Action("Update", {**body, "UpdateExpression": update} if update else body)


def _check_parts(key: KeyAttribute, values: Mapping[str, Any]) -> None:
    """Refuse a value that can't stand in a key, even where the others of its parts are not known yet."""
    if key.template is None:
        return
    given = key.with_computed(values)
    for part in key.template.parts:
        if given.get(part.field) is None:
            continue
        try:
            part.codec.encode(given[part.field])
        except KeyRefused as refusal:
            refusal.locate(part.field, str(key.template))
            raise


def _sum(old: Any, amount: Any) -> Any:
    """Exact, as DynamoDB adds: the usual context would round at 28 digits."""
    if isinstance(old, float) or isinstance(amount, float):
        return float(_EXACT.add(Decimal(str(old)), Decimal(str(amount))))
    return _EXACT.add(old, amount) if isinstance(old, Decimal) or isinstance(amount, Decimal) else old + amount
