"""Every way a file fails to become a picture.

PictureError
├── PictureTooLarge   more bytes than are taken
├── TooManyPixels     small as a file, but too large once it is unpacked
├── NotAPicture       no JPEG, PNG or WebP, whatever its name says
└── DamagedPicture    one of these by its beginning, but it can't be read to the end
"""


class PictureError(Exception):
    """The base of all that pictures raise."""


class PictureTooLarge(PictureError): ...


class TooManyPixels(PictureError): ...


class NotAPicture(PictureError): ...


class DamagedPicture(PictureError): ...
