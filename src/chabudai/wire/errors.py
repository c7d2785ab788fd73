"""The refusals that only a request over HTTP can meet, in the words of AWS.

DynamoDBError (chabudai.engine.errors)
├── MissingAuthenticationToken  IncompleteSignature   no signature, or not all of it
└── InvalidSignature            UnrecognizedClient    a signature that does not hold, or of an unknown key
"""

from chabudai.engine.errors import CORAL_SERVICE, DynamoDBError


class MissingAuthenticationToken(DynamoDBError):
    code = "MissingAuthenticationTokenException"
    namespace = CORAL_SERVICE


class IncompleteSignature(DynamoDBError):
    code = "IncompleteSignatureException"
    namespace = CORAL_SERVICE


class InvalidSignature(DynamoDBError):
    code = "InvalidSignatureException"
    namespace = CORAL_SERVICE


class UnrecognizedClient(DynamoDBError):
    code = "UnrecognizedClientException"
    namespace = CORAL_SERVICE
