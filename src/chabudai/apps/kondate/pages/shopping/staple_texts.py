"""What is told when somebody says that a food is always at home, or is not."""

from chabudai.apps.kondate.messages import gettext
from chabudai.common.text import clean_line, shorten_in_sentence


def describe_staple(name: str, *, is_staple: bool, was_staple: bool) -> str:
    told = shorten_in_sentence(clean_line(name))
    if is_staple and was_staple:
        return gettext("“%(name)s” is a staple already.", name=told)
    if is_staple:
        return gettext("“%(name)s” is a staple now.", name=told)
    return gettext("“%(name)s” is no staple any more.", name=told)
