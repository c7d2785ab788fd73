"""Every way an object is not stored or not found, the same for every object storage.

ObjectStorageError
├── InvalidObjectKey           what was given can't be the key of an object; nothing was sent
├── NoSuchObject               nothing is stored under the key
├── ObjectStorageRefused       the storage said no for good: not allowed, no such bucket
├── ObjectStorageUnavailable   the storage gave no answer, or none that is whole; worth another try
└── InvalidObjectStorage       `open` was given something that is no object storage
"""


class ObjectStorageError(Exception):
    """The base of all that objects raise."""


class InvalidObjectKey(ObjectStorageError): ...


class NoSuchObject(ObjectStorageError): ...


class ObjectStorageRefused(ObjectStorageError): ...


class ObjectStorageUnavailable(ObjectStorageError): ...


class InvalidObjectStorage(ObjectStorageError): ...
