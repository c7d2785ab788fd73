"""Entities: a table's rows in Python. Values by pydantic, keys by templates, plans for what can be done to each."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, Never, Self, TypeVar

from pydantic import BaseModel, ConfigDict

from chabudai.table.absent_names import absent_from_instance
from chabudai.table.errors import DesignError, UnknownField
from chabudai.table.plans import BatchGet, Check, Delete, Get, Scan, Update
from chabudai.table.schema.checks import check_config, check_entity
from chabudai.table.schema.declarations import layout_of
from chabudai.table.schema.entity_options import (
    LayoutOfNone,
    check_entity_options,
    check_field_names,
    check_view_options,
)
from chabudai.table.schema.expiry import store_expiry_in_seconds
from chabudai.table.schema.field_checks import check_declarations, check_fields, check_view_field
from chabudai.table.schema.fields import StoredField
from chabudai.table.schema.key_attributes import Computed, Key, Unique
from chabudai.table.schema.layouts import Layout
from chabudai.table.schema.metaclasses import RowMeta
from chabudai.table.schema.naming import NamingRule
from chabudai.table.schema.paths import Path, record_path
from chabudai.table.schema.required_arguments import require_argument
from chabudai.table.schema.round_trips import check_round_trip
from chabudai.table.schema.rules import EntityRules
from chabudai.table.schema.tables import Table
from chabudai.table.schema.trash import Trash
from chabudai.table.schema.upgrades import Upgrade, schema_version_of

T = TypeVar("T")

_SINGLE = (str, bytes, Mapping)


class Row(BaseModel, metaclass=RowMeta):
    """What can be read: an entity whole, or a view of one."""

    model_config = ConfigDict(frozen=True, extra="forbid", ignored_types=(Key, Computed, Unique))
    layout: ClassVar[Layout] = LayoutOfNone()  # type: ignore[assignment]

    def __init_subclass__(cls) -> None:
        check_field_names(cls, own_module=__name__)
        super().__init_subclass__()

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if (absent := absent_from_instance(type(self).__name__, name)) is not None:
                raise absent
            return super().__getattr__(name)

    @classmethod
    def get(cls, *unnamed: Never, **key: Any) -> Get[Self]:
        """The one with this key: `Clothing.get(wardrobe_id="wd_1", clothing_id="cl_1")`."""
        if unnamed:
            raise unnamed_key(cls, "get", unnamed)
        return Get.of(cls, cls.layout.key_values(key))

    @classmethod
    def batch(cls, *unnamed: Never, **key: Any) -> BatchGet[Self]:
        """Several at once: a list, a range or a set stands for each of its values, `batch(home="h1", book_id=ids)`."""
        if unnamed:
            raise unnamed_key(cls, "batch", unnamed)
        names = list(key)
        each = [value if _is_several(value) else (value,) for value in key.values()]
        rows = [dict(zip(names, row, strict=True)) for row in product(*each)]
        return BatchGet(cls, tuple(map(cls.layout.key_values, rows)))

    @classmethod
    def scan(cls) -> Scan[Self]:
        """All there are, by a walk through the whole table: for exports and jobs, never for a page."""
        return Scan(cls)

    @classmethod
    def path_to(cls, place: Callable[[Self], T]) -> Path[Self, T]:
        """A place within a field, with its type: `Order.path_to(lambda order: order.address.city)`."""
        return record_path(cls, place)

    @property
    def own_key(self) -> dict[str, Any]:
        """The fields of its key, as `get`, `update` and `delete` want them: `Clothing.update(**shirt.own_key)`."""
        return {name: getattr(self, name) for name in sorted(self.layout.key_fields)}


class Entity(Row):
    """`class Clothing(Entity, table=WardrobeTable)`: fields, and one `key(…)` for each key attribute.

    `naming` overrides the table's rule; `upgrades` upgrade what was stored in older schema versions; `trash` says which
    fields say that one is in the trash.
    """

    def __init_subclass__(
        cls,
        *,
        table: type[Table] | None = None,
        naming: NamingRule | None = None,
        upgrades: Sequence[Upgrade] = (),
        trash: Trash | None = None,
    ) -> None:
        super().__init_subclass__()

    @classmethod
    def __pydantic_init_subclass__(
        cls,
        *,
        table: type[Table] | None = None,
        naming: NamingRule | None = None,
        upgrades: Sequence[Upgrade] = (),
        trash: Trash | None = None,
        **_: Any,
    ) -> None:
        if table is None:
            _refuse_subclass(cls, "table=…")
            return
        check_entity_options(cls, table, naming, upgrades, trash)
        check_config(cls)
        rule = naming or table.naming
        fields = _fields_of(cls, rule, table.delimiter)
        fields = store_expiry_in_seconds(cls, table, rule, fields)
        rules = EntityRules(cls)
        fields = {name: field.under(rules) for name, field in fields.items()}
        check_fields(cls.__name__, fields)
        members = {name: member for each in reversed(cls.__mro__) for name, member in vars(each).items()}
        cls.layout = layout_of(
            cls,
            table,
            fields,
            {name: member for name, member in members.items() if isinstance(member, Computed)},
            {name: member.text for name, member in members.items() if isinstance(member, Key)},
            {name: member for name, member in members.items() if isinstance(member, Unique)},
            schema_version_of(upgrades),
        )
        if trash is not None:
            cls.layout = cls.layout.with_trash(trash)
        _check_round_trips(cls.layout)
        check_entity(cls.layout)
        table.register(cls.layout)

    @classmethod
    def update(cls, *unnamed: Never, **key: Any) -> Update[Self]:
        """Change some fields of the one with this key, which must exist."""
        if unnamed:
            raise unnamed_key(cls, "update", unnamed)
        return Update.of(cls, cls.layout.key_values(key))

    @classmethod
    def upsert(cls, *unnamed: Never, **key: Any) -> Update[Self]:
        """The same, but make it when it is not there: fields without a value get their defaults."""
        if unnamed:
            raise unnamed_key(cls, "upsert", unnamed)
        return Update.of(cls, cls.layout.key_values(key), may_create=True)

    @classmethod
    def delete(cls, *unnamed: Never, **key: Any) -> Delete[Self]:
        if unnamed:
            raise unnamed_key(cls, "delete", unnamed)
        return Delete(cls, cls.layout.key_values(key))

    @classmethod
    def check(cls, *unnamed: Never, **key: Any) -> Check[Self]:
        """A step of a transaction that only looks: the one with this key exists, and as `when` says."""
        if unnamed:
            raise unnamed_key(cls, "check", unnamed)
        return Check(cls, cls.layout.key_values(key))

    @classmethod
    @require_argument("at", 1, "it says when: move_to_trash(now, …), as the field of Trash(…) is written")
    def move_to_trash(cls, at: Any, *unnamed: Never, **key: Any) -> Update[Self]:
        """Into the trash, from which `restore` takes it back."""
        return cls._require_trash().move(cls.update(*unnamed, **key), at)

    @classmethod
    def restore(cls, *unnamed: Never, **key: Any) -> Update[Self]:
        return cls._require_trash().restore(cls.update(*unnamed, **key))

    @classmethod
    def _require_trash(cls) -> Trash:
        if cls.layout.trash is None:
            raise DesignError(f"{cls.__name__} has no trash: declare it with trash=Trash(…)")
        return cls.layout.trash


class View(Row):
    """`class Card(View, of=Game)`: some of an entity's fields, for indexes and lists that hold only those."""

    def __init_subclass__(cls, *, of: type[Entity] | None = None) -> None:
        super().__init_subclass__()

    @classmethod
    def __pydantic_init_subclass__(cls, *, of: type[Entity] | None = None, **_: Any) -> None:
        if of is None:
            _refuse_subclass(cls, "of=…")
            return
        check_view_options(cls, of, Entity)
        check_config(cls)
        whole = of.layout
        if left_out := whole.key_fields - cls.model_fields.keys():
            raise DesignError(f"{cls.__name__} leaves out {min(left_out)}, which is part of the key of {whole.name}")
        fields = {name: whole.field(name).for_view(info) for name, info in cls.model_fields.items()}
        cls.layout = replace(whole, entity=cls, fields=fields)
        for name, info in cls.model_fields.items():
            check_view_field(cls.__name__, whole.field(name), info)


def unnamed_key(row: type[Row], method: str, given: tuple[Any, ...]) -> UnknownField:
    """A key has names, so that it is never taken for that of another row."""
    if len(given) == 1 and isinstance(given[0], dict):
        return UnknownField(f"{row.__name__}.{method}(…) was given a dict: {row.__name__}.{method}(**…) takes it apart")
    named = ", ".join(f"{name}=…" for name in sorted(row.layout.key_fields))
    return UnknownField(
        f"{row.__name__}.{method}(…) was given {given[0]!r} without a name: name the fields of the key, "
        f"{row.__name__}.{method}({named})"
    )


def _is_several(value: Any) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, _SINGLE)


def _fields_of(entity: type[Entity], rule: NamingRule, delimiter: str) -> dict[str, StoredField]:
    check_declarations(entity.__name__, entity.model_fields)
    try:
        return {name: StoredField.of(name, info, rule, delimiter) for name, info in entity.model_fields.items()}
    except DesignError as fault:
        raise type(fault)(f"{entity.__name__}.{fault}") from None


def _check_round_trips(layout: Layout) -> None:
    for field in layout.fields.values():
        check_round_trip(layout.name, field)


def _refuse_subclass(row: type[Row], wanted: str) -> None:
    """What inherits from a stored row without saying where it is stored itself would be read back as its parent."""
    if any(isinstance(vars(each).get("layout"), Layout) for each in row.__mro__):
        raise DesignError(f"{row.__name__} inherits from {row.layout.name}, which is stored: say {wanted} for it too")
