"""Why a command could not do its work.

CommandFailed   the text is the one line that the person reads
"""


class CommandFailed(Exception): ...
