"""Metaclasses of tables and rows: they tell what is wrong with a declaration, and what a class has not.

Type checkers are not shown them: they hold a class to its `__init_subclass__` only where nothing else could take its
keywords.
"""

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr
from pydantic.errors import PydanticUserError

from chabudai.table.absent_names import absent_from_row, absent_from_table, field_of_class
from chabudai.table.schema.class_keywords import check_keywords
from chabudai.table.schema.entity_options import declaration_fault

if TYPE_CHECKING:
    from pydantic._internal._model_construction import ModelMetaclass
    from typing_extensions import dataclass_transform

    @dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(Field, PrivateAttr))
    class RowMeta(ModelMetaclass): ...

    TableMeta = type
else:

    class TableMeta(type):
        def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], /, **options: Any) -> Any:
            if bases:
                example = f'class {name}(Table, name="{name}", pk="PK", sk="SK")'
                check_keywords(f"the table {name}", bases[0].__init_subclass__, options, example)
            return super().__new__(mcls, name, bases, namespace, **options)

        def __getattr__(cls, name: str) -> Any:
            if name.startswith("_") or any(name in vars(each).get("__annotations__", ()) for each in cls.__mro__):
                raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}")
            raise absent_from_table(cls.__name__, name)

    class RowMeta(type(BaseModel)):
        def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], /, **options: Any) -> Any:
            if bases and bases[0] is not BaseModel:
                own = {key: value for key, value in options.items() if key not in ConfigDict.__annotations__}
                check_keywords(name, bases[0].__init_subclass__, own, "")
            try:
                return super().__new__(mcls, name, bases, namespace, **options)
            except PydanticUserError as fault:
                raise declaration_fault(name, namespace, fault) from fault

        def __getattr__(cls, name: str) -> Any:
            layout = vars(cls).get("layout")
            if not name.startswith("_") and hasattr(layout, "fields"):
                if name in layout.fields:
                    raise field_of_class(cls.__name__, name)
                if not name.startswith("model_"):
                    raise absent_from_row(cls.__name__, layout.table.__name__, name)
            return super().__getattr__(name)
