"""The JSON that programs send and get: camelCase outside, and nothing that was not asked for."""

import msgspec

from chabudai.web.errors import UnreadableBody, WebError


class Body(msgspec.Struct, rename="camel", forbid_unknown_fields=True, kw_only=True):
    """What every body of the API is made from."""


class ErrorDetail(Body):
    field: str
    message: str


class ErrorContent(Body):
    code: str
    message: str
    details: list[ErrorDetail]


class ErrorBody(Body):
    """The one shape of everything that is not what was asked for."""

    error: ErrorContent


def error_body(error: WebError) -> ErrorBody:
    told = [*error.details, *error.facts]
    details = [ErrorDetail(field=_name(error, field), message=str(message)) for field, message in told]
    return ErrorBody(error=ErrorContent(code=error.code, message=str(error.message), details=details))


def _name(error: WebError, field: str) -> str:
    """A field as a body calls it."""
    if isinstance(error, UnreadableBody):
        return field
    first, *rest = field.split("_")
    return first + "".join(map(str.capitalize, rest))
