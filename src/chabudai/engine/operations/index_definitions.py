"""Secondary indexes as a request defines them: their projections, limits and throughput, made into schema."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.operations import throughputs
from chabudai.engine.operations.key_schemas import INVALID, Types, global_index_keys, local_index_keys
from chabudai.engine.schema import Index, Keys

MOST_LOCAL = 5
MOST_GLOBAL = 20
MOST_PROJECTED = 100

Definition = Mapping[str, Any]


def indexes_of(request: Mapping[str, Any], types: Types, table: Keys, billing: str) -> tuple[Index, ...]:
    """All indexes of a table that is being made, each with its column."""
    names: set[str] = set()
    found = [
        *_local_indexes(request.get("LocalSecondaryIndexes"), types, table, names),
        *_global_indexes(request.get("GlobalSecondaryIndexes"), types, billing, names),
    ]
    check_projected(found)
    return tuple(replace(index, column=column) for column, index in enumerate(found, 1))


def global_index(definition: Definition, types: Types, billing: str) -> Index:
    """One global index, not yet of any column; whether its throughput suits the table is checked by the caller."""
    name = definition["IndexName"]
    keys = global_index_keys(definition["KeySchema"], types)
    projection, included = _projection(definition["Projection"])
    units = definition.get("ProvisionedThroughput")
    if units:
        throughputs.check_bounds(units, f" for index {name}")
    throughput = throughputs.provisioned_throughput(units)
    return Index(
        name=name,
        column=0,
        is_local=False,
        keys=keys,
        projection=projection,
        included=included,
        throughput=throughput,
        on_demand=throughputs.new_on_demand(definition.get("OnDemandThroughput"), billing, f"index : {name}"),
        warm=throughputs.new_warm(definition.get("WarmThroughput"), throughput, billing, f"index {name}"),
    )


def check_projected(indexes: Iterable[Index]) -> None:
    """A hundred names in all INCLUDE projections together, an attribute projected twice counting twice."""
    if sum(len(index.included) for index in indexes) > MOST_PROJECTED:
        # The limit is documented, its wording is not.
        raise ValidationFailed(
            INVALID + f"Number of NonKeyAttributes across all indexes exceeds per-table limit of {MOST_PROJECTED}"
        )


def _local_indexes(definitions: Sequence[Definition] | None, types: Types, table: Keys, names: set[str]) -> list[Index]:
    if definitions is None:
        return []
    if not definitions:
        raise ValidationFailed(INVALID + "List of LocalSecondaryIndexes is empty")
    if not table.range:
        raise ValidationFailed(
            INVALID + "Table KeySchema does not have a range key, which is required when specifying a"
            " LocalSecondaryIndex"
        )
    found = []
    for definition in definitions:
        name = definition["IndexName"]
        keys = local_index_keys(definition["KeySchema"], types, table, name)
        projection, included = _projection(definition["Projection"])
        _claim_name(name, names)
        found.append(Index(name, 0, is_local=True, keys=keys, projection=projection, included=included))
    if len(found) > MOST_LOCAL:
        raise ValidationFailed(INVALID + f"Number of LocalSecondaryIndexes exceeds per-table limit of {MOST_LOCAL}")
    return found


def _global_indexes(
    definitions: Sequence[Definition] | None, types: Types, billing: str, names: set[str]
) -> list[Index]:
    if definitions is None:
        return []
    if not definitions:
        raise ValidationFailed(INVALID + "List of GlobalSecondaryIndexes is empty")
    found = []
    for definition in definitions:
        index = global_index(definition, types, billing)
        _check_billing(definition, billing)
        _claim_name(index.name, names)
        found.append(index)
    if len(found) > MOST_GLOBAL:
        raise ValidationFailed(INVALID + f"GlobalSecondaryIndex count exceeds the per-table limit of {MOST_GLOBAL}")
    return found


def _check_billing(definition: Definition, billing: str) -> None:
    name, units = definition["IndexName"], definition.get("ProvisionedThroughput")
    if billing == "PAY_PER_REQUEST" and units:
        raise ValidationFailed(
            INVALID + f"ProvisionedThroughput should not be specified for index: {name} when BillingMode is"
            " PAY_PER_REQUEST"
        )
    if billing == "PROVISIONED" and not units:
        raise ValidationFailed(INVALID + f"ProvisionedThroughput is not specified for index: {name}")


def _claim_name(name: str, names: set[str]) -> None:
    if name in names:
        raise ValidationFailed(INVALID + f"Duplicate index name: {name}")
    names.add(name)


def _projection(projection: Mapping[str, Any]) -> tuple[Any, tuple[str, ...]]:
    kind = projection.get("ProjectionType")
    included = projection.get("NonKeyAttributes")
    if kind is None:
        raise ValidationFailed(INVALID + "Unknown ProjectionType: null")
    if included is None:
        if kind == "INCLUDE":
            raise ValidationFailed(INVALID + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified")
        return kind, ()
    if kind != "INCLUDE":
        raise ValidationFailed(INVALID + f"ProjectionType is {kind}, but NonKeyAttributes is specified")
    for at, name in enumerate(included):
        if name in included[:at]:
            raise ValidationFailed(INVALID + f"Duplicate element in NonKeyAttributes: {name}")
    return kind, tuple(included)
