"""Every way a file fails to become a picture.

PictureError
├── TooHeavy       more bytes than are taken
├── TooManyPixels  small as a file, but too large once it is unpacked
├── NoPicture      no JPEG, PNG or WebP, whatever its name says
└── Damaged        one of these by its beginning, but it can't be read to the end
"""


class PictureError(Exception):
    """The base of all that pictures raise."""


class TooHeavy(PictureError): ...


class TooManyPixels(PictureError): ...


class NoPicture(PictureError): ...


class Damaged(PictureError): ...
