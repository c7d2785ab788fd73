"""Every way a file fails to become a picture.

PictureError
├── PictureTooLarge   more bytes than are taken
├── TooManyPixels     small as a file, but too large once it is unpacked
├── NotAPicture       no JPEG, PNG or WebP, whatever its name says
├── DamagedPicture    one of these by its beginning, but it can't be read to the end
└── DarkroomFull      too many others are being read
"""


class PictureError(Exception):
    """The base of all that pictures raise."""


class PictureTooLarge(PictureError): ...


class TooManyPixels(PictureError):
    """`most` pixels may be, of a file of this kind."""

    def __init__(self, message: str, most: int) -> None:
        super().__init__(message)
        self.most = most


class NotAPicture(PictureError): ...


class DamagedPicture(PictureError): ...


class DarkroomFull(PictureError): ...
