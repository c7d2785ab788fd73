"""What an engine can do instead of answering.

EngineError
├── InvalidEngineSetting   the command or the options of the settings make no sense
├── EngineNotStarted       there is no such program, or it may not be run
├── EngineSilent           it did not answer in time, and was killed
├── EngineDied             it ended in the midst
└── EngineUnreadable       it answered, and nobody knows what that means
"""

from typing import ClassVar, Literal, TypeAlias

Failure: TypeAlias = Literal["setting", "missing", "silent", "died", "rubbish"]
"""One word for each, to be kept in a row and told in a person's language."""


class EngineError(Exception):
    failure: ClassVar[Failure]


class InvalidEngineSetting(EngineError):
    failure = "setting"


class EngineNotStarted(EngineError):
    failure = "missing"


class EngineSilent(EngineError):
    failure = "silent"


class EngineDied(EngineError):
    failure = "died"


class EngineUnreadable(EngineError):
    failure = "rubbish"
