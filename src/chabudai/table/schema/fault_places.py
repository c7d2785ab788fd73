"""Fault places: where within a value lies what pydantic refuses, as `lines[0].quantity`."""

from collections.abc import Mapping, Sequence
from typing import Any


def locate_fault(name: str, value: Any, steps: Sequence[int | str]) -> tuple[str, Any]:
    """The place and what stands there; a step that leads nowhere is pydantic's word for a member of a union."""
    for step in steps:
        if isinstance(step, int) and isinstance(value, (list, tuple)) and step < len(value):
            name, value = f"{name}[{step}]", value[step]
        elif isinstance(value, Mapping) and step in value:
            name, value = f"{name}.{step}", value[step]
        elif isinstance(step, str) and step in getattr(type(value), "model_fields", ()):
            name, value = f"{name}.{step}", getattr(value, step, None)
    return name, value
