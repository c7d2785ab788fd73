"""Options of entities and views: what their classes are declared with, and what is refused there."""

from collections.abc import Mapping
from inspect import get_annotations
from typing import TYPE_CHECKING, Any

from pydantic.errors import PydanticUserError

from chabudai.table.errors import DesignError
from chabudai.table.schema.table_options import check_naming
from chabudai.table.schema.trash import Trash

if TYPE_CHECKING:
    from chabudai.table.schema.entities import Row


class LayoutOfNone:
    """Stands for the layout of a class that was not told where it is stored: who asks for it is told so."""

    def __get__(self, row: Any, kind: "type[Row]") -> Any:
        if any(base.__name__ == "View" for base in kind.__mro__):
            wanted = f"class {kind.__name__}(View, of=Book)"
            raise DesignError(f"{kind.__name__} is a view of no entity: say of which, as in {wanted}")
        wanted = f"class {kind.__name__}(Entity, table=Library)"
        raise DesignError(f"{kind.__name__} belongs to no table: say to which, as in {wanted}")


def check_field_names(row: "type[Row]", own_module: str) -> None:
    """A field may not hide what every row has by its name: what the classes of `own_module` declare."""
    if row.__module__ == own_module:
        return
    taken = {name for base in row.__mro__ if base.__module__ == own_module for name in vars(base) if name[0] != "_"}
    for name in get_annotations(row):
        if name in taken and name != "model_config":
            raise DesignError(
                f"{row.__name__}.{name} would hide what every row has by that name: call the field otherwise; "
                f"Annotated[…, Stored({name!r})] stores it as {name} all the same"
            )


def check_entity_options(entity: "type[Row]", table: Any, naming: Any, upgrades: Any, trash: Any) -> None:
    where = entity.__name__
    if not isinstance(table, type) or not hasattr(table, "primary"):
        raise DesignError(f"{where}: table={_shown(table)} is no table: name its class, as in table=Library")
    if naming is not None:
        check_naming(where, naming)
    if not isinstance(upgrades, (list, tuple)) or not all(map(callable, upgrades)):
        raise DesignError(
            f"{where}: upgrades={_shown(upgrades)} are no functions in order: upgrades=(from_1_to_2,) with the comma"
        )
    if trash is not None and not isinstance(trash, Trash):
        raise DesignError(f"{where}: trash={_shown(trash)} is no Trash: write trash=Trash('deleted_at')")


def check_view_options(view: "type[Row]", of: Any, entity: "type[Row]") -> None:
    if not isinstance(of, type) or not issubclass(of, entity):
        raise DesignError(f"{view.__name__}: of={_shown(of)} is no entity: name its class, as in of=Book")


def declaration_fault(row: str, namespace: Mapping[str, Any], fault: PydanticUserError) -> Exception:
    """What pydantic refuses of a class, in our words where it is a slip that is often made."""
    if fault.code != "model-field-missing-annotation":
        return fault
    annotated = namespace.get("__annotations__", {})
    for name, value in namespace.items():
        if f"`{name} = " not in str(fault) or name in annotated:
            continue
        if isinstance(value, str) and "{" in value:
            return DesignError(f"{row}.{name} = {value!r} is a plain text: write {name} = key({value!r})")
        return DesignError(
            f"{row}.{name} = {value!r} has no type: a key is written {name} = key(…), a field "
            f"{name}: {type(value).__name__} = {value!r}"
        )
    return fault


def _shown(given: Any) -> str:
    return str(getattr(given, "__name__", None) or repr(given))
