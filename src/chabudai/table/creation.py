"""Creation: a design's tables made where they are missing, and compared with what is there where they are not."""

import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from typing import Any

from chabudai.store import Store
from chabudai.store.errors import InvalidRequest, NoSuchTable, TableInUse
from chabudai.table.effects import Effects, run, wait
from chabudai.table.errors import DesignError, TableDiffers, name_both
from chabudai.table.schema.tables import Index, Lsi, Table

_PAUSE = 0.2
_PAUSES = 1500
_ON_DEMAND = "0 / 0"


def create(store: Store, table: type[Table], without: Collection[str] = ()) -> bool:
    return run(creation_effects(table, store.stored_name, without), store.call, time.sleep)


def describe(store: Store, table: type[Table]) -> dict[str, Any] | None:
    return run(description_effects(table), store.call, time.sleep)


def creation_effects(
    table: type[Table], stored_name: Callable[[str], str], without: Collection[str] = ()
) -> Effects[bool]:
    """Whether it was made now; a table of the same name that differs is refused, and nothing is changed.

    `without` names global indexes that come later: a table is made without them, and may be without them.

    Expiry is turned on by a second call. Where that is all that is missing, whoever made the table has not come to it
    yet or was interrupted, and so it is turned on.
    """
    _check_without(table, without)
    is_new = (yield from description_effects(table)) is None and (yield from _create(table, without))
    described = yield from _wait_until_active(table, stored_name)
    found = differences(table, described, without)
    if len(found) == 1 and table.ttl is not None and not _expires(described):
        found = yield from _enable_expiry(table, table.ttl, stored_name, without)
    if found:
        raise TableDiffers(name_both(table.name, stored_name), found)
    return is_new


def _check_without(table: type[Table], without: Collection[str]) -> None:
    known = sorted(index.name for index in table.indexes if index.name is not None and not isinstance(index, Lsi))
    named = without if isinstance(without, Collection) and not isinstance(without, str) else [without]
    wrong = [name for name in named if name not in known]
    if wrong or named is not without:
        said = f"the global indexes of {table.name} are {', '.join(known) or 'none'}"
        raise DesignError(f"create({table.name}, without={without!r}): a set of their names is wanted; {said}")


def description_effects(table: type[Table]) -> Effects[dict[str, Any] | None]:
    """The table as it is, with its expiry under "TimeToLive"; None when there is none."""
    try:
        response = yield "DescribeTable", {"TableName": table.name}
    except NoSuchTable:
        return None
    expiry = yield "DescribeTimeToLive", {"TableName": table.name}
    return {**response["Table"], "TimeToLive": expiry["TimeToLiveDescription"]}


def create_table_request(table: type[Table], without: Collection[str] = ()) -> dict[str, Any]:
    """The table as CreateTable wants it; `without` the global indexes of these names."""
    indexes = [index for index in table.indexes if isinstance(index, Lsi) or index.name not in without]
    request: dict[str, Any] = {
        "TableName": table.name,
        "AttributeDefinitions": [
            {"AttributeName": name, "AttributeType": kind}
            for name, kind in sorted(attribute_types(table, indexes).items())
        ],
        "KeySchema": _schema(table.primary),
        **_billing(table),
    }
    local = [index for index in indexes if isinstance(index, Lsi)]
    others = [index for index in indexes if not isinstance(index, Lsi)]
    if local:
        request["LocalSecondaryIndexes"] = [_index(index) for index in local]
    if others:
        throughput = {name: value for name, value in _billing(table).items() if name == "ProvisionedThroughput"}
        request["GlobalSecondaryIndexes"] = [{**_index(index), **throughput} for index in others]
    if table.stream is not None:
        request["StreamSpecification"] = {"StreamEnabled": True, "StreamViewType": table.stream}
    if table.encrypted:
        request["SSESpecification"] = {"Enabled": True}
    return request


def attribute_types(table: type[Table], indexes: Collection[Index] | None = None) -> dict[str, str]:
    """S, N or B for each key attribute of the table and its indexes, or these, by the entities that fill it."""
    counted = table.indexes if indexes is None else indexes
    names = {name for index in (table.primary, *counted) for name in index.attributes}
    return {name: _type_of(table, name) for name in names}


def differences(table: type[Table], described: Mapping[str, Any], without: Collection[str] = ()) -> list[str]:
    """What is not as the design says, each as a sentence: first the design, then what is there.

    Indexes that are named in `without` may be there or not.
    """
    there = {index["IndexName"] for index in described.get("GlobalSecondaryIndexes", ())}
    return list(_differences(create_table_request(table, set(without) - there), table, described))


def _differences(wanted: Mapping[str, Any], table: type[Table], described: Mapping[str, Any]) -> Iterator[str]:
    yield from _compare("key", _schema_text(wanted["KeySchema"]), _schema_text(described["KeySchema"]))
    yield from _type_differences(wanted, described)
    for kind in ("GlobalSecondaryIndexes", "LocalSecondaryIndexes"):
        yield from _index_differences(wanted.get(kind, []), described.get(kind, []))
    yield from _compare("billing", _billing_text(wanted), _billing_text(described))
    yield from _compare("stream", _stream_text(wanted), _stream_text(described))
    is_encrypted = described.get("SSEDescription", {}).get("Status") in ("ENABLED", "ENABLING", "UPDATING")
    yield from _compare("encryption", _key_text(table.encrypted), _key_text(is_encrypted))
    expiry = described["TimeToLive"]["AttributeName"] if _expires(described) else "none"
    yield from _compare("expiry", table.ttl or "none", expiry)


def _type_differences(wanted: Mapping[str, Any], described: Mapping[str, Any]) -> Iterator[str]:
    there = {each["AttributeName"]: each["AttributeType"] for each in described["AttributeDefinitions"]}
    for each in wanted["AttributeDefinitions"]:
        name = each["AttributeName"]
        if name in there:
            yield from _compare(f"type of {name}", each["AttributeType"], there[name])


def _index_differences(wanted: list[dict[str, Any]], there: list[dict[str, Any]]) -> Iterator[str]:
    found = {index["IndexName"]: index for index in there}
    for index in wanted:
        name = index["IndexName"]
        if name not in found:
            yield f"the index {name} ({_schema_text(index['KeySchema'])}) is missing"
            continue
        other = found.pop(name)
        yield from _compare(f"key of {name}", _schema_text(index["KeySchema"]), _schema_text(other["KeySchema"]))
        yield from _compare(f"projection of {name}", _projection_text(index), _projection_text(other))
        if "ProvisionedThroughput" in index and _units_text(other) != _ON_DEMAND:
            yield from _compare(f"capacity of {name}", _units_text(index), _units_text(other))
    for name in found:
        yield f"the index {name} is there, and the design has none of that name"


def _compare(what: str, wanted: str, there: str) -> Iterator[str]:
    if wanted != there:
        yield f"{what}: {wanted} in the design, {there} in the table"


def _type_of(table: type[Table], name: str) -> str:
    found: dict[str, str] = {}
    for layout in table.layouts:
        key = layout.key_attribute(name)
        if key is not None:
            found[layout.name] = "S" if key.field is None else key.field.attribute_type or "S"
    if not found:
        advice = next(filter(None, (layout.stored_name_advice(name) for layout in table.layouts)), None)
        raise DesignError(
            f"{table.name}: no entity has the key attribute {name}: {advice or f'write {name} = key(…) into one'}"
        )
    if len(set(found.values())) > 1:
        kinds = ", ".join(f"{kind} in {entity}" for entity, kind in found.items())
        raise DesignError(f"{table.name}: the key attribute {name} is of different types: {kinds}")
    return next(iter(found.values()))


def _schema(index: Index) -> list[dict[str, str]]:
    hashes = [{"AttributeName": name, "KeyType": "HASH"} for name in index.hash]
    return hashes + [{"AttributeName": name, "KeyType": "RANGE"} for name in index.range]


def _index(index: Index) -> dict[str, Any]:
    if index.projection in ("ALL", "KEYS_ONLY"):
        projection: dict[str, Any] = {"ProjectionType": index.projection}
    else:
        keys = {*index.attributes, *index.table.primary.attributes}
        # DynamoDB refuses keys among them, since an index has those anyway.
        own = [name for name in index.projection if name not in keys]
        projection = {"ProjectionType": "INCLUDE", "NonKeyAttributes": own} if own else {"ProjectionType": "KEYS_ONLY"}
    return {"IndexName": index.name, "KeySchema": _schema(index), "Projection": projection}


def _billing(table: type[Table]) -> dict[str, Any]:
    if table.capacity is None:
        return {"BillingMode": "PAY_PER_REQUEST"}
    read, write = table.capacity
    return {
        "BillingMode": "PROVISIONED",
        "ProvisionedThroughput": {"ReadCapacityUnits": read, "WriteCapacityUnits": write},
    }


def _schema_text(schema: list[dict[str, str]]) -> str:
    halves = ([each["AttributeName"] for each in schema if each["KeyType"] == kind] for kind in ("HASH", "RANGE"))
    return " / ".join(" + ".join(half) for half in halves if half)


def _projection_text(index: Mapping[str, Any]) -> str:
    projection = index["Projection"]
    names = ", ".join(sorted(projection.get("NonKeyAttributes", ())))
    return f"{projection['ProjectionType']} ({names})" if names else str(projection["ProjectionType"])


def _billing_text(described: Mapping[str, Any]) -> str:
    mode = described.get("BillingMode") or described.get("BillingModeSummary", {}).get("BillingMode", "PROVISIONED")
    if mode != "PROVISIONED":
        return str(mode)
    return f"{mode} {_units_text(described)}"


def _units_text(described: Mapping[str, Any]) -> str:
    units = described.get("ProvisionedThroughput", {})
    return f"{units.get('ReadCapacityUnits')} / {units.get('WriteCapacityUnits')}"


def _key_text(is_encrypted: bool) -> str:
    return "with a key of the account" if is_encrypted else "with DynamoDB's own key"


def _stream_text(described: Mapping[str, Any]) -> str:
    stream = described.get("StreamSpecification") or {}
    return str(stream.get("StreamViewType", "none")) if stream.get("StreamEnabled") else "none"


def _create(table: type[Table], without: Collection[str]) -> Effects[bool]:
    try:
        yield "CreateTable", create_table_request(table, without)
    except TableInUse:
        return False  # made by another at the same moment
    return True


def _wait_until_active(table: type[Table], stored_name: Callable[[str], str]) -> Effects[dict[str, Any]]:
    """The table once it is there, with its indexes; making one takes a while at AWS.

    An index that is added to a large table may take hours, which nobody waits for.
    """
    described = None
    for _ in range(_PAUSES):
        described = yield from description_effects(table)
        if described is not None and described["TableStatus"] == "DELETING":
            raise TableDiffers(name_both(table.name, stored_name), ["it is being deleted"])
        if described is not None and "CREATING" not in _statuses(described):
            return described
        yield from wait(_PAUSE)
    if described is not None and described["TableStatus"] != "CREATING":
        return described
    raise TableDiffers(name_both(table.name, stored_name), ["it did not become active in time"])


def _statuses(described: Mapping[str, Any]) -> set[str]:
    indexes = described.get("GlobalSecondaryIndexes", ())
    return {described["TableStatus"], *(index.get("IndexStatus", "ACTIVE") for index in indexes)}


def _expires(described: Mapping[str, Any]) -> bool:
    return described["TimeToLive"].get("TimeToLiveStatus") in ("ENABLED", "ENABLING")


def _enable_expiry(
    table: type[Table], attribute: str, stored_name: Callable[[str], str], without: Collection[str]
) -> Effects[list[str]]:
    """What still differs after it."""
    rule = {"Enabled": True, "AttributeName": attribute}
    # Refused when another turned it on at the same moment; otherwise what differs tells why it can't be.
    with suppress(InvalidRequest):
        yield "UpdateTimeToLive", {"TableName": table.name, "TimeToLiveSpecification": rule}
    return differences(table, (yield from _wait_until_active(table, stored_name)), without)
