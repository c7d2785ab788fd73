"""Every way an object is not kept or not found, the same wherever objects are kept.

ObjectsError
├── BadKey          what was given can't be the key of an object; nothing was asked of anyone
├── NoSuchObject    nothing is kept under the key
├── Refused         the place said no for good: not allowed, no such bucket
├── Unreachable     the place gave no answer, or none that is whole; worth another try
└── BadPlace        `open` was given something where no objects can be kept
"""


class ObjectsError(Exception):
    """The base of all that objects raise."""


class BadKey(ObjectsError): ...


class NoSuchObject(ObjectsError): ...


class Refused(ObjectsError): ...


class Unreachable(ObjectsError): ...


class BadPlace(ObjectsError): ...
