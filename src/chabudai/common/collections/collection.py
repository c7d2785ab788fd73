"""The declaration of a collection: everything that its pages, its API and its files are made of."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, make_dataclass
from functools import cached_property
from typing import Final, Generic, Literal, TypeVar

from chabudai.common import trash
from chabudai.common.collections.orders import Order
from chabudai.common.fields import Fields
from chabudai.common.form_fields import FormFields, Widget
from chabudai.common.records import RecordFormat
from chabudai.table import Entity, Get, Query
from chabudai.web.lists import PagedAddress
from chabudai.web.translations import Text

E = TypeVar("E", bound=Entity)

CREATED_AT: Final = "created_at"
UPDATED_AT: Final = "updated_at"
_NEEDED = (CREATED_AT, UPDATED_AT, trash.AT, trash.EXPIRY)


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionTexts:
    """What only this collection can say; whatever is the same for all is said by the templates."""

    name: Text  # "Books": the page's title
    new: Text  # "Add book": the button, and the page that it leads to
    edit: Text  # "Edit book"
    search: Text  # "Search books"
    empty: Text  # "No books yet"
    empty_help: Text  # what comes here, or what to do first
    missing: Text  # "We can't find that book."
    not_ours: Text  # "This isn't a book export."
    labels: Mapping[str, Text]  # of the fields, by their names: in the form, and where one is told to be wrong


@dataclass(frozen=True, slots=True)
class Filter:
    """A choice by which the list can be narrowed: what stands for all of them, and what each is called."""

    every: Text
    choices: Mapping[str, Text]


@dataclass(frozen=True, kw_only=True, eq=False)
class Collection(Generic[E]):
    """One kind of thing that a person keeps.

    The entity's key is made of whose it is (`owner`) and an id; it has `created_at` and `updated_at`, and for the trash
    `deleted_at` and `expires_at`. `fields` are those that people fill in, `title` the one by which they know it.
    `rows` and `row` are the design's patterns: everything of a person with what is in the trash, and one by its id.
    `orders` are offered in their order, the first is the usual one; `filters` are choice fields by name.
    """

    app: str  # the key of the app's package: of its templates, and of its part of the API
    key: str  # "books": in the API's paths and in files
    path: str  # of the list
    entity: type[E]
    id: str
    fields: Fields[E]
    rows: Callable[[str], Query[E]]
    row: Callable[[str, str], Get[E]]
    texts: CollectionTexts
    orders: Mapping[str, Order]
    title: str = "title"
    owner: str = "username"
    searched: tuple[str, ...] = ()
    filters: Mapping[str, Filter] = field(default_factory=dict)
    widgets: Mapping[str, Widget] = field(default_factory=dict)
    former_names: Mapping[str, str] = field(default_factory=dict)  # see RecordFormat
    check_row: Callable[[E], None] = lambda _: None  # rules over several fields: InvalidFields says what is wrong
    list_template: str = "list.html"
    form_template: str = "form.html"

    def __post_init__(self) -> None:
        ordered = [order.field for order in self.orders.values() if order.field is not None]
        needed = (*_NEEDED, self.id, self.owner, self.title, *self.searched, *self.filters, *ordered)
        if missing := [name for name in needed if name not in self.entity.model_fields]:
            raise TypeError(f"a collection of {self.entity.__name__} needs the field {missing[0]}")
        if unnamed := [name for name in self.fields.names if name not in self.texts.labels]:
            raise TypeError(f"a collection of {self.entity.__name__} needs a label for {unnamed[0]}")
        if not self.orders:
            raise TypeError(f"a collection of {self.entity.__name__} needs an order")
        for name, filter_ in self.filters.items():
            self._check_choices(name, filter_)

    @cached_property
    def form(self) -> FormFields[E]:
        return FormFields(self.fields, self.widgets)

    @cached_property
    def records(self) -> RecordFormat[E]:
        others = (self.id, CREATED_AT, UPDATED_AT, trash.AT)
        return RecordFormat(
            self.fields, others, ids=(self.id,), renamed={self.id: "id"}, former_names=self.former_names
        )

    @cached_property
    def order_labels(self) -> dict[str, Text]:
        return {name: order.label for name, order in self.orders.items()}

    @cached_property
    def address(self) -> type[PagedAddress]:
        """The list as its address says it: `q`, `sort`, and each filter."""
        choices = [(name, Literal[(*each.choices, None)], None) for name, each in self.filters.items()]
        parameters = [("q", str, ""), ("sort", Literal[tuple(self.orders)], next(iter(self.orders))), *choices]
        constants = {"PATH": self.path, "NARROWING": ("q", *self.filters)}
        return make_dataclass(
            f"{self.entity.__name__}Address",
            parameters,
            bases=(PagedAddress,),
            namespace=constants,
            frozen=True,
            slots=True,
            kw_only=True,
        )

    def _check_choices(self, name: str, filter_: Filter) -> None:
        """A value that a row may have and no filter names could be neither chosen nor shown."""
        values = Fields(self.entity, name)[name].choices
        if not values:
            raise TypeError(f"{self.entity.__name__}.{name} is no choice (a Literal): no filter can be made of it")
        if odd := [*(set(values) ^ filter_.choices.keys())]:
            raise TypeError(
                f"the filter of {self.entity.__name__}.{name} and its values differ in {min(map(str, odd))}"
            )

    def id_of(self, row: E) -> str:
        found: str = getattr(row, self.id)
        return found

    def title_of(self, row: E) -> str:
        return str(getattr(row, self.title))

    def key_of(self, username: str, id_: str) -> dict[str, str]:
        return {self.owner: username, self.id: id_}
