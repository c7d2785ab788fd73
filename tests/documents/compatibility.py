"""docs/compatibility.md: which operations and parameters of AWS's own model the engine takes."""

from pathlib import Path
from typing import Any

from botocore.loaders import Loader

from chabudai.engine.operations.registry import NAMES, OPERATIONS

DOCUMENT = Path(__file__).parents[2] / "docs" / "compatibility.md"
_SERVICES = (("dynamodb", "2012-08-10"), ("dynamodbstreams", "2012-08-10"))

_HEAD = """# Compatibility

Made from the code and AWS's own model by `make documents`; a test fails when it is stale. What each operation does,
rule by rule, is in [tests/conformance](../tests/conformance).

## Operations that the engine answers

A parameter that is not taken is passed over, as DynamoDB passes over what it does not know.

| operation | parameters | not taken |
| --- | --- | --- |
"""

_REST = """
## Operations that it does not answer

They are refused as DynamoDB refuses an unknown operation (`UnknownOperationException`): what they manage, such as
replicas in other regions, restored copies and exports to other services, has no meaning in one file.

"""


def render() -> str:
    operations = _model()
    rows = [_row(name, operations.get(name, frozenset())) for name in sorted(NAMES)]
    missing = sorted(operations.keys() - NAMES)
    return _HEAD + "".join(rows) + _REST + "".join(f"- {name}\n" for name in missing)


def _row(name: str, members: frozenset[str]) -> str:
    taken = OPERATIONS[name].shape.members.keys()
    return f"| {name} | {_listed(taken & members)} | {_listed(members - taken)} |\n"


def _listed(names: frozenset[str] | set[str]) -> str:
    return ", ".join(sorted(names))


def _model() -> dict[str, frozenset[str]]:
    """Every operation of AWS's model with the names of its parameters."""
    operations: dict[str, frozenset[str]] = {}
    for service, version in _SERVICES:
        model: dict[str, Any] = Loader().load_service_model(service, "service-2", version)
        for name, operation in model["operations"].items():
            shape = operation.get("input", {}).get("shape")
            operations[name] = frozenset(model["shapes"][shape]["members"] if shape else ())
    return operations
